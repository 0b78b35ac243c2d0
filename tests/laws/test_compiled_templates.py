"""Compiled templates are kept between runs, and what is kept never changes what is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from faultwise import bundle

from tests.cli.command import run, tree


def templates_in(cache: Path) -> list[Path]:
    """Return the compiled templates that a cache of Python's holds."""
    names = {path.name.removesuffix(".jinja") for path in bundle.template().rglob("*.jinja")}
    compiled = sorted(cache.rglob("template/**/*.pyc"))
    return [path for path in compiled if any(path.name.startswith(f"{name}.") for name in names)]


def generated(folder: Path, cache: Path, **settings: str) -> dict[str, bytes]:
    """Return what is written for an example, with the cache in this folder."""
    folder.mkdir()
    (folder / "tools.yaml").write_bytes(bundle.examples()["time-tools"].spec.read_bytes())
    settings = {"PYTHONPYCACHEPREFIX": str(cache), "PYTHONDONTWRITEBYTECODE": "", **settings}
    done = run("generate", cwd=folder, **settings)
    assert done.returncode == 0, done.stderr
    return tree(folder)


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def replaced_by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("damage", [halved, emptied, replaced_by_a_folder])
def test_damage_to_what_is_kept_does_no_harm(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """Templates are compiled anew where what is kept of them cannot be read."""
    first = generated(tmp_path / "first", tmp_path / "cache")
    kept = templates_in(tmp_path / "cache")
    assert kept
    for path in kept:
        damage(path)
    assert generated(tmp_path / "second", tmp_path / "cache") == first


def test_what_is_kept_is_used(tmp_path: Path) -> None:
    """A second run leaves the compiled templates as they are."""
    generated(tmp_path / "first", tmp_path / "cache")
    before = {path: path.stat().st_mtime_ns for path in templates_in(tmp_path / "cache")}
    generated(tmp_path / "second", tmp_path / "cache")
    assert {path: path.stat().st_mtime_ns for path in templates_in(tmp_path / "cache")} == before


def test_nothing_is_kept_where_python_keeps_nothing(tmp_path: Path) -> None:
    """The setting that keeps Python from writing bytecode holds for templates too."""
    generated(tmp_path / "made", tmp_path / "cache", PYTHONDONTWRITEBYTECODE="1")
    assert not list(tmp_path.glob("cache/**/*.pyc"))
