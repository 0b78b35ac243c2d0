"""Spec files from outside: what is read, and what an author is told about mistakes."""
