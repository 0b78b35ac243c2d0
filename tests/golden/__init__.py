"""Golden cases: specs, and what they give, file by file."""
