"""Where `template/`, `copier.yml` and the example specs are: in the wheel, or in the checkout."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import Distribution

SPEC_NAME: Final = "tools.yaml"

_HERE: Final = Path(__file__).resolve().parent


class Example(NamedTuple):
    """A spec that ships with faultwise, and the line that says what it shows."""

    name: str
    summary: str
    spec: Path


@cache
def root() -> Path:
    """Return the folder that holds `template/`, `copier.yml` and `examples/`."""
    bundled = _HERE / "_bundle"
    return bundled if bundled.is_dir() else _HERE.parents[1]


def template() -> Path:
    """Return the folder `template/`."""
    return root() / "template"


def copier_config() -> Path:
    """Return the file `copier.yml`."""
    return root() / "copier.yml"


def version() -> str:
    """Return the version of faultwise that runs."""
    return _metadata().version


def repository() -> str:
    """Return the address of the repository that this template is released from."""
    urls = _metadata().metadata.get_all("Project-URL") or []
    named: dict[str, str] = dict(url.split(", ", maxsplit=1) for url in urls)
    return named["Repository"]


def _metadata() -> Distribution:
    # With the parser of e-mails that it needs, half as long to import as Typer.
    from importlib import metadata

    return metadata.distribution("faultwise")


def checkout() -> Path | None:
    """Return the Git checkout that faultwise runs from, or None where it runs from a wheel."""
    return root() if (root() / ".git").exists() else None


@cache
def examples() -> Mapping[str, Example]:
    """Return the example specs by name, in alphabetical order."""
    specs = sorted((root() / "examples").glob(f"*/{SPEC_NAME}"))
    return MappingProxyType({spec.parent.name: _example(spec) for spec in specs})


def _example(spec: Path) -> Example:
    """Read the summary from the first line of a spec: `# NAME: SUMMARY`."""
    name = spec.parent.name
    with spec.open(encoding="utf-8") as file:
        first = file.readline()
    return Example(name, first.removeprefix("#").strip().removeprefix(f"{name}:").strip(), spec)
