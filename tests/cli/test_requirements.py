"""What pyproject.toml lacks is told, and never written."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Final

import pytest

from .command import run

SPEC: Final = """\
faultwise: 1
server:
  name: stock
  description: Counts items.
  dependencies: ["httpx>=0.28,<1", 'tz.data; sys_platform == "win32"']
operations:
  count_items: {description: Count.}
"""
RUNTIME: Final = '"mcp>=2.3,<3", "pydantic>=2.10,<3", "regress>=2025.3"'


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generate a project without a pyproject.toml."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "tools.yaml").write_text(SPEC)
    assert run("generate", cwd=folder).returncode == 0
    return folder


@pytest.fixture
def project(generated: Path, tmp_path: Path) -> Path:
    """Return a copy of that project."""
    return shutil.copytree(generated, tmp_path / "project")


@pytest.mark.parametrize(
    "text",
    [
        f"[project]\ndependencies = [{RUNTIME}, 'httpx', 'tz.data']\n",
        f"[project]\ndependencies = [{RUNTIME}, 'HTTPX[http2]==0.1', 'Tz_Data ; x']\n",
        "[project]\ndynamic = ['dependencies']\n",
    ],
)
def test_names_decide(project: Path, text: str) -> None:
    """A package counts by its normalised name, whatever its versions; a dynamic list is trusted."""
    (project / "pyproject.toml").write_text(text)
    done = run("generate", "--check", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (f"[project]\ndependencies = [{RUNTIME}, 'tz-data']\n", ["httpx>=0.28,<1"]),
        (f"[project]\ndependencies = [{RUNTIME}, 'httpx-ws', 'tz-data']\n", ["httpx>=0.28,<1"]),
        (
            "[project]\ndependencies = ['httpx', 'tz-data', 'mcp']\n",
            ["pydantic>=2.10,<3", "regress>=2025.3"],
        ),
        (
            f"[project]\ndependencies = [{RUNTIME}, 'httpx']\n[tool.a]\nb = ['tz-data']\n",
            ['tz.data; sys_platform == "win32"'],
        ),
    ],
)
def test_missing_lines_are_told_until_they_are_there(
    project: Path, text: str, missing: list[str]
) -> None:
    """A run names the lines to add, a check fails, and with these lines it does no longer."""
    path = project / "pyproject.toml"
    path.write_text(text)
    done = run("generate", cwd=project)
    assert done.returncode == 0
    assert path.read_text() == text
    lines = [line.strip() for line in done.stdout.splitlines() if line.startswith("  ")]
    assert tomllib.loads(f"lines = [{''.join(lines)}]")["lines"] == missing
    failed = run("generate", "--check", cwd=project)
    assert failed.returncode == 1
    assert all(line in failed.stderr for line in lines)
    answer = json.loads(run("generate", "--check", "--json", cwd=project).stdout)
    assert answer["requirements"]["missing"] == missing
    path.write_text(text.replace("dependencies = [", f"dependencies = [{''.join(lines)}", 1))
    assert run("generate", "--check", cwd=project).returncode == 0


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "is missing"),
        (b"[project\n", "is not TOML: "),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"a = " + b"[" * 5000, "is nested too deeply"),
        (b"project = 1\n", "has no table `[project]`"),
        (b"[tool.other]\n", "has no table `[project]`"),
    ],
)
def test_a_file_that_tells_nothing_is_named(project: Path, data: bytes | None, said: str) -> None:
    """A missing or broken pyproject.toml is told in a sentence, with all that the server needs."""
    if data is not None:
        (project / "pyproject.toml").write_bytes(data)
    done = run("generate", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"pyproject.toml {said}" in done.stdout
    assert '  "mcp>=2.3,<3",\n' in done.stdout
    failed = run("generate", "--check", cwd=project)
    assert failed.returncode == 1
    assert f"pyproject.toml {said}" in failed.stderr


@pytest.mark.parametrize("dependencies", ["1", "[1, 2]", "{}"])
def test_a_list_that_is_none_names_nothing(project: Path, dependencies: str) -> None:
    """Where `dependencies` holds no texts, all requirements are missing."""
    (project / "pyproject.toml").write_text(f"[project]\ndependencies = {dependencies}\n")
    done = run("generate", "--check", cwd=project)
    assert done.returncode == 1
    assert '  "regress>=2025.3",\n' in done.stderr


def test_a_new_project_has_what_it_needs(tmp_path: Path) -> None:
    """What the skeleton asks for is what the generated code needs, without TOML being read."""
    spec = tmp_path / "tools.yaml"
    spec.write_text(SPEC)
    assert run("new", "made", "--spec", "tools.yaml", "--defaults", cwd=tmp_path).returncode == 0
    done = run("generate", "--check", cwd=tmp_path / "made")
    assert (done.returncode, done.stderr) == (0, "")
