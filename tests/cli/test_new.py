"""`faultwise new` makes a whole project, or nothing."""

from __future__ import annotations

import re
import signal
import subprocess
import time
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from faultwise import bundle, skeleton

from .command import FAULTWISE, environment, run, tree

SMALL = """\
faultwise: 1
server:
  name: small-server
  description: Says when.
  version: 1.2.0
  dependencies: ["tzdata>=2025"]
operations:
  say_when:   # this comment stays
    description: Say when.
    returns: {type: string}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """Return the path of a small spec."""
    path = tmp_path / "small.yaml"
    path.write_bytes(SMALL.replace("\n", "\r\n").encode())
    return path


def test_an_example_becomes_a_project(tmp_path: Path) -> None:
    """--example makes a project whose package, stubs and generated files follow the example."""
    done = run("new", "shop", "--example", "order-support", "--defaults", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    made = tree(tmp_path / "shop")
    assert made["tools.yaml"] == bundle.examples()["order-support"].spec.read_bytes()
    assert {
        ".copier-answers.yml",
        ".gitattributes",
        ".github/workflows/ci.yml",
        ".gitignore",
        "ERRORS.md",
        "README.md",
        "faultwise.lock",
        "pyproject.toml",
        "src/order_support/generated/tools.py",
        "src/order_support/operations/get_order.py",
        "src/order_support/py.typed",
        "src/order_support/server.py",
        "tests/generated/test_get_order.py",
        "tests/test_server.py",
    } <= made.keys()
    assert "LICENSE" not in made


def test_a_spec_becomes_tools_yaml_byte_by_byte(tmp_path: Path, spec: Path) -> None:
    """--spec keeps comments and line ends; the package metadata comes from the spec."""
    done = run("new", "made", "--spec", "small.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    made = tmp_path / "made"
    assert (made / "tools.yaml").read_bytes() == spec.read_bytes()
    project = tomllib.loads((made / "pyproject.toml").read_text())["project"]
    assert (project["name"], project["version"]) == ("small-server", "1.2.0")
    assert project["scripts"] == {"small-server": "small_server.server:main"}
    assert "tzdata>=2025" in project["dependencies"]
    assert "license" not in project


def test_without_a_spec_the_project_starts_from_the_annotated_one(tmp_path: Path) -> None:
    """Nothing but a folder gives the annotated spec, named after the folder."""
    done = run("new", "My Tools!", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    made = tree(tmp_path / "My Tools!")
    assert b"  name: my-tools\n" in made["tools.yaml"]
    assert "src/my_tools/operations/publish_document.py" in made
    assert (tmp_path / "My Tools!" / "src/my_tools/operations").is_dir()


def test_answers_on_the_command_line_are_taken(tmp_path: Path) -> None:
    """--data answers a question, whatever characters the answer holds."""
    author, title = 'Ada "the \\ first" Byron', 'Desk "one": a \\ # {b}'
    done = run(
        "new",
        "desk",
        "--data",
        "license=MIT",
        "-d",
        f"author={author}",
        "-d",
        f"title={title}",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    made = tmp_path / "desk"
    assert author in (made / "LICENSE").read_text()
    project = tomllib.loads((made / "pyproject.toml").read_text())["project"]
    assert (project["license"], project["authors"]) == ("MIT", [{"name": author}])
    assert run("generate", "desk", cwd=tmp_path).returncode == 0


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    """Whatever a spec's texts hold, the files that quote them keep their syntax."""
    text = (
        r"""a \"b\" '''c''' \\ {{ d }} {% e %} <!-- f --> [g](h) `i` \u2028 \x7f \n # \U0001f600"""
    )
    (tmp_path / "hostile.yaml").write_text(
        f'faultwise: 1\nserver: {{name: hostile, title: "{text}", description: "{text}"}}\n'
        "operations:\n  act: {description: Act.}\n",
        encoding="utf-8",
    )
    done = run("new", "made", "--spec", "hostile.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    made = tmp_path / "made"
    project = tomllib.loads((made / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["description"].startswith("a \"b\" '''c''' \\ {{ d }} {% e %} <!-- f -->")
    for module in made.rglob("*.py"):
        compile(module.read_bytes(), str(module), "exec")


def test_a_folder_that_is_not_empty_is_refused(tmp_path: Path) -> None:
    """A target with anything in it is wrong usage, and stays as it is."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    done = run("new", "full", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("error: full: the folder is not empty\n  help: ")
    assert tree(tmp_path) == {"full/notes.txt": b"mine"}


@pytest.mark.parametrize("target", ["taken", "taken/below"])
def test_a_file_in_the_way_is_refused(tmp_path: Path, target: str) -> None:
    """A target that is a file, or lies below one, is wrong usage."""
    (tmp_path / "taken").write_text("mine")
    done = run("new", target, cwd=tmp_path)
    assert done.returncode == 2
    assert "this is a file, not a folder" in done.stderr
    assert tree(tmp_path) == {"taken": b"mine"}


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    """The folder that the user stands in will do, where it is empty."""
    done = run("new", ".", "--example", "time-tools", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "src" / "time_tools" / "server.py").is_file()
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".faultwise")]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--spec", "absent.yaml"), 2, "absent.yaml: there is no such file"),
        (("--spec", "."), 2, "this is a folder"),
        (("--spec", "wrong.yaml"), 1, "wrong.yaml:2:"),
        (("--spec", "wrong.yaml", "--example", "weather"), 2, "exclude each other"),
        (("--example", "wether"), 2, "Did you mean weather?"),
        (("--data", "license=GPL-9"), 2, "license"),
        (("--data", "colour=red"), 2, "there is no such question"),
        (("--data", "license"), 2, "there is no ="),
        (("--data", "server_name=Not A Name"), 2, "server_name"),
        (("--data", "title=two\nlines"), 2, "title"),
        (("--example", "weather", "--data", "title=Mine"), 2, "the spec says this"),
    ],
)
def test_a_run_that_fails_leaves_nothing(
    tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    """A mistake has its exit code and message, and neither the target nor its parents appear."""
    (tmp_path / "wrong.yaml").write_text("faultwise: 1\nserver: {nome: x}\n")
    done = run("new", "some/where", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["wrong.yaml"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C and the signals that end a process leave the folder as it was."""
    with subprocess.Popen(
        [*FAULTWISE, "new", "made", "--example", "order-support"],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not list(tmp_path.iterdir()):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.005)
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert said == "\nInterrupted. Nothing was made.\n"
    assert list(tmp_path.iterdir()) == []


def test_the_questions_are_those_of_copier_yml() -> None:
    """Every question that a person may answer is known to --data, and no other."""
    text = bundle.copier_config().read_text("utf-8")
    questions = re.split(r"(?m)^(?=[a-z]\w*:$)", text)[1:]
    asked = [question.split(":")[0] for question in questions if "ask: false" not in question]
    assert tuple(asked) == skeleton.ASKED


def test_a_project_remembers_where_its_template_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a wheel, the answers name the repository and the release, for `copier update`."""
    monkeypatch.setattr(bundle, "checkout", lambda: None)
    skeleton.create(tmp_path / "made", None, answers={}, ask=False, generate=lambda project: None)
    answers = (tmp_path / "made" / ".copier-answers.yml").read_text()
    assert f"_commit: v{metadata.version('faultwise')}\n" in answers
    assert f"_src_path: {bundle.repository()}\n" in answers


def test_what_is_printed_ends_with_commands_to_type(tmp_path: Path) -> None:
    """The folder is quoted in the first of the next commands, as the shell needs it."""
    done = run("new", "it's here", "--example", "time-tools", cwd=tmp_path)
    commands = [line.strip() for line in done.stdout.splitlines() if line.startswith("  ")]
    assert commands[1:] == [
        "python3 -m venv .venv",
        '.venv/bin/pip install -e ".[dev]"',
        ".venv/bin/pytest",
        ".venv/bin/time-tools --http",
    ]
    shell = subprocess.run(
        ["sh", "-c", f"{commands[0]} && pwd"], cwd=tmp_path, capture_output=True, text=True
    )
    assert shell.stdout.strip() == str((tmp_path / "it's here").resolve())


def test_in_the_folder_itself_no_cd_is_needed(tmp_path: Path) -> None:
    """Where the project is made in the current folder, the next commands begin with the next."""
    done = run("new", ".", "--data", "server_name=shop", "--defaults", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert "python3 -m venv .venv" in lines
    assert not [line for line in lines if line.startswith("cd ")]
