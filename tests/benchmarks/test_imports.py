"""What a command does not need it does not import: imports are most of what a short run takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from .imports import imported
from .specs import spec


def test_generate_imports_neither_copier_nor_rich(tmp_path: Path) -> None:
    """Only `new` pays for Copier, and only a terminal for Rich."""
    (tmp_path / "tools.yaml").write_text(spec(5), encoding="utf-8")
    modules = imported("generate", cwd=tmp_path)
    assert {"jinja2", "pydantic", "typer", "yaml"} <= modules
    assert not {"copier", "rich"} & modules


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["examples"]])
def test_commands_that_generate_nothing_import_no_generator(
    arguments: list[str], tmp_path: Path
) -> None:
    """Help, version and examples appear without what reads and renders specs."""
    modules = imported(*arguments, cwd=tmp_path)
    assert "faultwise.cli" in modules
    assert not {"copier", "jinja2", "yaml", "faultwise.pipeline", "faultwise.spec"} & modules
