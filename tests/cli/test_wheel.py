"""The wheel holds what the checkout holds."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of the wheel, built through the sdist as for a release."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def in_checkout(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, by path below it, without the caches of tools."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.endswith(("_cache", "__pycache__")) for part in path.parts)
    }


def below(folder: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """Return those of the files that are in a folder, by path below it."""
    return {
        path.removeprefix(folder): data for path, data in files.items() if path.startswith(folder)
    }


@pytest.mark.slow
def test_the_bundle_equals_the_checkout(wheel: dict[str, bytes]) -> None:
    """Template, questions and examples arrive in the wheel byte by byte, dotfiles too."""
    bundle = below("faultwise/_bundle/", wheel)
    assert below("template/", bundle) == in_checkout(ROOT / "template")
    assert below("examples/", bundle) == in_checkout(ROOT / "examples")
    assert bundle["copier.yml"] == (ROOT / "copier.yml").read_bytes()


@pytest.mark.slow
def test_the_package_equals_the_checkout(wheel: dict[str, bytes]) -> None:
    """Every module arrives, and nothing else does."""
    package = below("faultwise/", wheel)
    modules = {path: data for path, data in package.items() if not path.startswith("_bundle/")}
    assert modules == in_checkout(ROOT / "generator" / "faultwise")
