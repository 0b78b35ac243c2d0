"""The template in Copier's own hands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .command import environment, run, tree

ROOT = Path(__file__).parents[2]
ANSWERS = ".copier-answers.yml"


def succeed(*command: str, cwd: Path) -> str:
    """Run a command that has to succeed, with no Git or Copier settings of the user's.

    Return what it told people beside its output.
    """
    settings = environment(
        GIT_CONFIG_GLOBAL=os.devnull,
        GIT_AUTHOR_NAME="Ada",
        GIT_AUTHOR_EMAIL="ada@example.com",
        GIT_COMMITTER_NAME="Ada",
        GIT_COMMITTER_EMAIL="ada@example.com",
    )
    done = subprocess.run(
        command,
        cwd=cwd,
        env=settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr


def commit(folder: Path, *, tag: str | None = None) -> None:
    """Commit everything in a folder, and tag the commit."""
    succeed("git", "init", "-q", cwd=folder)
    succeed("git", "add", "-A", cwd=folder)
    succeed("git", "commit", "-q", "-m", "Change", cwd=folder)
    if tag is not None:
        succeed("git", "tag", tag, cwd=folder)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a Git repository with the template of this checkout, released as v0.1.0."""
    folder = tmp_path / "repository"
    shutil.copytree(ROOT / "template", folder / "template")
    shutil.copy(ROOT / "copier.yml", folder)
    commit(folder, tag="v0.1.0")
    return folder


def copier(*arguments: str, cwd: Path) -> None:
    """Run Copier with the default answers; it has to succeed."""
    succeed(sys.executable, "-m", "copier", *arguments, "--trust", "--defaults", "-q", cwd=cwd)


def test_copier_makes_the_same_project(tmp_path: Path, repository: Path) -> None:
    """`copier copy` gives what `faultwise new` gives, but for where the template came from."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    copier("copy", str(repository), "my-server", cwd=tmp_path / "one")
    assert run("new", "my-server", "--defaults", cwd=tmp_path / "two").returncode == 0
    copied, made = tree(tmp_path / "one/my-server"), tree(tmp_path / "two/my-server")
    answers = copied.pop(ANSWERS)
    assert b"_commit: v0.1.0\n" in answers
    assert b"server_name: my-server\n" in answers
    assert made.pop(ANSWERS).splitlines()[3:] == answers.splitlines()[3:]
    assert copied == made


def test_copier_says_how_to_go_on(tmp_path: Path, repository: Path) -> None:
    """`copier copy` ends with the commands that come next, the folder quoted for a shell."""
    command = (sys.executable, "-m", "copier", "copy", "--trust", "--defaults")
    told = succeed(*command, str(repository), "our server", cwd=tmp_path)
    shown = [line.strip() for line in told.partition("\nNext:\n")[2].strip().splitlines()]
    assert shown[0] == "cd 'our server'"
    assert shown[1:] == [
        "python3 -m venv .venv",
        '.venv/bin/pip install -e ".[dev]"',
        ".venv/bin/pytest",
        ".venv/bin/our-server --http",
    ]


def test_an_update_keeps_the_users_work(tmp_path: Path, repository: Path) -> None:
    """A later release of the template is merged into a project that `faultwise new` made."""
    done = run("new", "shop", "--example", "order-support", "--defaults", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shop = tmp_path / "shop"
    answers = shop / ANSWERS
    kept = [line for line in answers.read_text().splitlines() if not line.startswith("_")]
    answers.write_text("\n".join([*kept, "_commit: v0.1.0", f"_src_path: {repository}", ""]))
    readme, operation = shop / "README.md", shop / "src/order_support/operations/get_order.py"
    readme.write_text(readme.read_text() + "\nMine.\n")
    operation.write_text(operation.read_text() + "\nMINE = 1\n")
    (shop / "tests/test_server.py").unlink()
    commit(shop)
    before = tree(shop)

    changed = repository / "template/project/README.md.jinja"
    changed.write_text(changed.read_text().replace("## Try it by hand", "## Try it yourself"))
    commit(repository, tag="v0.2.0")
    copier("update", cwd=shop)

    after = tree(shop)
    assert b"_commit: v0.2.0\n" in after[ANSWERS]
    assert b"## Try it yourself\n" in after["README.md"]
    assert after["README.md"].endswith(b"\nMine.\n")
    different = {
        path
        for path in before.keys() | after.keys()
        if not path.startswith(".git/") and before.get(path) != after.get(path)
    }
    assert different == {ANSWERS, "README.md"}
