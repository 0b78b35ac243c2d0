"""The modules that every generated project carries, tested without the generator."""
