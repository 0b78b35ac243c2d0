"""Law 1: the same spec gives the same bytes, whatever the machine is like."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import faultwise
import pytest
from faultwise import bundle

from . import hostile, specs

MACHINES: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC", "PYTHONUTF8": "0"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati", "COLUMNS": "40"},
    {"PYTHONHASHSEED": "3", "LANG": "C.UTF-8", "PYTHONOPTIMIZE": "2", "RUFF_LINE_LENGTH": "40"},
]
UMASKS = (0o022, 0o077, 0o002)


def example(name: str) -> bytes:
    return bundle.examples()[name].spec.read_bytes()


def hostile_spec() -> bytes:
    return specs.yaml(specs.full(lambda place: f"{place} {hostile.ALL}"))


def generated(folder: Path, spec: bytes, number: int) -> dict[str, bytes]:
    """Return what `faultwise generate` writes on one machine, by path."""
    folder.mkdir(parents=True)
    (folder / "tools.yaml").write_bytes(spec)
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("LC_")}
    # One machine names the project from elsewhere, the others work inside it.
    place, argument = (folder.parent, folder.name) if number else (folder, ".")
    subprocess.run(
        [sys.executable, "-m", "faultwise", "generate", argument],
        cwd=place,
        env={**inherited, **MACHINES[number]},
        umask=UMASKS[number],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("spec", [hostile_spec(), example("chat"), example("research")])
def test_the_same_spec_gives_the_same_bytes(spec: bytes, tmp_path: Path) -> None:
    """Hash seed, locale, time zone, umask, folder and settings change no byte of any file."""
    first, *others = (
        generated(tmp_path / f"machine {number}" / "project", spec, number)
        for number in range(len(MACHINES))
    )
    assert len(first) > 20
    for other in others:
        assert other == first


def test_no_file_tells_where_when_or_by_which_version_it_was_made(tmp_path: Path) -> None:
    """No generated file holds an absolute path, a date of today or the version of the tool."""
    marker = "folder-of-this-machine"
    files = generated(tmp_path / marker / "project", example("order-support"), 0)
    sources = [*bundle.template().rglob("*"), *Path(faultwise.__file__).parent.rglob("*.py")]
    written = b"".join(path.read_bytes() for path in sources if path.is_file())
    today = datetime.now(UTC).date().isoformat().encode()
    version = re.escape(metadata.version("faultwise")).encode()
    for path, data in files.items():
        assert marker.encode() not in data, path
        assert str(bundle.root()).encode() not in data, path
        assert today not in data or today in written, path
        assert not re.search(rb"faultwise\W+v?" + version, data), path


def test_a_project_is_made_the_same_wherever_it_stands(tmp_path: Path) -> None:
    """`faultwise new` writes the same bytes into any folder, but for where its template is from."""
    made: list[dict[str, bytes]] = []
    for number in range(2):
        target = tmp_path / f"folder {number}" / "shop"
        subprocess.run(
            [sys.executable, "-m", "faultwise", "new", str(target), "--example", "payments"],
            cwd=tmp_path,
            env={**os.environ, **MACHINES[number]},
            umask=UMASKS[number],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
        made.append(
            {
                path.relative_to(target).as_posix(): path.read_bytes()
                for path in sorted(target.rglob("*"))
                if path.is_file() and path.name != ".copier-answers.yml"
            }
        )
    assert made[0] == made[1]
