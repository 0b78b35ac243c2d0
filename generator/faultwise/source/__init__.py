"""YAML text to plain values, with the place of every key and value.

The YAML is version 1.2 with its core schema: `no`, `09:30` and `2026-11-30` are text. PyYAML reads
YAML 1.1, so only its parser is used (libyaml's, where it is built in); the values are made here.
"""

from faultwise.source.document import Document, Path
from faultwise.source.reader import MAX_BYTES, read
from faultwise.source.words import described, shortened

__all__ = ["MAX_BYTES", "Document", "Path", "described", "read", "shortened"]
