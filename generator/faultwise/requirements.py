"""What a project needs installed, beside what its pyproject.toml asks for.

The file is the user's and is never written, so a new requirement is theirs to add. Requirements are
compared by the name of the distribution: which versions of it to take is the user's choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, cast

from faultwise.files import Absent, Content, Obstacle, look, normalised, project_root

NAME: Final = "pyproject.toml"

RUNTIME: Final = ("mcp>=2.3,<3", "pydantic>=2.10,<3", "regress>=2025.3")
"""What the generated code imports; the skeleton of a project starts with the same list."""

# PEP 508 begins with the name. The parser of `packaging` takes a tenth of a run to import.
_DISTRIBUTION: Final = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)")


class Requirements(NamedTuple):
    """What pyproject.toml lacks, as lines to add.

    `problem` is why it cannot be told what the file asks for, as the end of a sentence that begins
    with its name ("is not TOML"); all requirements are missing then.
    """

    missing: tuple[str, ...] = ()
    problem: str | None = None


def check(project: Path, needed: Sequence[str]) -> Requirements:
    """Return which of the requirements `needed` the pyproject.toml of a project does not name.

    Raises ProjectError where the file cannot be read.
    """
    match look(project_root(project) / NAME, NAME):
        case Content(data):
            return lacking(data, needed)
        case Absent():
            return Requirements(tuple(needed), "is missing")
        case Obstacle(what):
            return Requirements(tuple(needed), f"is {what}")
        case _:
            return Requirements(tuple(needed), "is no file")


def lacking(data: bytes, needed: Sequence[str]) -> Requirements:
    """Return which of the requirements `needed` are not named by a pyproject.toml."""
    try:
        text = normalised(data).decode()
    except UnicodeDecodeError:
        return Requirements(tuple(needed), "is not UTF-8 text")
    if _stand_in_lines(text, needed):
        return Requirements()
    # Four milliseconds to import, which a project as it was made does without.
    import tomllib

    try:
        parsed = cast("dict[str, object]", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        return Requirements(tuple(needed), f"is not TOML: {error}")
    except RecursionError:
        return Requirements(tuple(needed), "is nested too deeply")
    project = parsed.get("project")
    if not isinstance(project, dict):
        return Requirements(tuple(needed), "has no table `[project]`")
    table = cast("dict[str, object]", project)
    if "dependencies" in _texts(table.get("dynamic")):
        # A build backend finds them, and only by running it could they be known.
        return Requirements()
    named = _distributions(_texts(table.get("dependencies")))
    return Requirements(tuple(each for each in needed if not _distributions([each]) <= named))


def _texts(value: object) -> list[str]:
    """Return the texts of a list; what else it holds is for the tools that read it to complain."""
    if not isinstance(value, list):
        return []
    return [each for each in cast("list[object]", value) if isinstance(each, str)]


def _stand_in_lines(text: str, needed: Iterable[str]) -> bool:
    """Whether each requirement is a line of the list, as the skeleton writes it."""
    _, _, below = text.partition("\n[project]\n")
    table, _, _ = below.partition("\n[")
    _, _, listed = table.partition("\ndependencies = [\n")
    lines = set(listed.partition("\n]")[0].split("\n"))
    return all(f'  "{each}",' in lines for each in needed)


def _distributions(requirements: Iterable[str]) -> set[str]:
    """Return the names of distributions, normalised as in PEP 503."""
    found = (_DISTRIBUTION.match(each) for each in requirements)
    return {re.sub(r"[-_.]+", "-", match[1]).lower() for match in found if match}
