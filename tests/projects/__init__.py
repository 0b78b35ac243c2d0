"""Generated projects at work: their own tests, the tools that judge them, and real clients."""
