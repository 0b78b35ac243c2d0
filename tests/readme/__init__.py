"""README.md, held to what the code does."""
