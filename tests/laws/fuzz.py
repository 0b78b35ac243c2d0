"""Law 5: `python tests/laws/fuzz.py --count 20000 --seed 1` feeds the commands whatever there is.

Bytes, structures, and specs that were valid go through `new` and `generate` in one process. The
exit code has to be 0, 1 or 2. What fails is written to a file, and the command exits with 1.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import copy
import io
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias, cast
from unittest import mock

import typer
import yaml
from faultwise import bundle, cli, files, pipeline, report
from faultwise.format import format_python

Structure: TypeAlias = Any
Place: TypeAlias = tuple[Any, ...]

ALLOWED = frozenset({0, 1, 2})
HERE = Path(__file__).resolve().parent
FORMATTED_EVERY = 50
"""How many inputs share one run of ruff; all are compiled."""

SCALARS: tuple[Structure, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 0.5, 1e308, -1e308, 1e-308, 10**30, -(10**30), 10**400, "",
    " ", "x", "X", "0", "null", "5s", "0s", "999999999999m", "string", "object", "array", "integer",
    "#/types/X", "#/types/", "{x}", "{", "}}", "{x:.2f}", "^(", "^a$", "\\d+", "(a+)+$", "[^]",
    "ValueError", "OSError", "Exception", "builtins.KeyError", "a.b.C", "httpx.HTTPError", "from",
    "class", "self", "None", "\U0001f600", "\u202e", "\0", "\x85", "x" * 70, "x" * 5000, "a.b",
    "response.status_code", "args.0", "__class__", "business", "transient", "validation", "unknown",
    "applied", "not_applied", "same_call", "date", "uuid", "https://x.y/z", "http://[", "1.0", "é",
    [], {}, [[]], [None], {"x": None}, {"$ref": "#/types/X"}, {"type": "object"}, ["x", "x"],
    {"from": "args.0"}, {"min": 1}, {"matches": "("}, {"present": True},
    {"tool": "x", "because": "y"},
    {"exception": "OSError", "where": {"errno": 1}}, {"type": "array", "items": {"type": "array"}},
)  # fmt: skip
PIECES = (
    b"{", b"}", b"[", b"]", b":", b": ", b"- ", b"\n", b"\t", b"#", b" #", b"'", b'"', b"|", b">-",
    b"&a ", b"*a", b"<<: *a", b"!!int ", b"!x ", b"%YAML 1.1\n", b"@", b"`", b"---\n", b"...\n",
    b"? ", b"~", b"null", b"true", b"1e999", b".nan", b".inf", b"0x1F", b"0o17", b"9" * 400, b"-0",
    b"{{", b"}}", b"\xff", b"\x00", b"\xc2\x85", b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"\xed\xa0\x80",
    b'"\\ud800"', b'"\\x00"', b"  ", b"      ", b"[" * 60, b"{a: " * 60, b"optional: true",
    b"sensitive: true", b"false", b"x: &x [*x]", b"&x {<<: *x}", b"&a [*a]", b"const: ", b"enum: ",
)  # fmt: skip


NAMED = frozenset(
    {"operations", "failures", "types", "parameters", "properties", "details", "where", "arguments"}
)
"""Keys of mappings whose own keys are names."""


def valid_specs() -> list[bytes]:
    """Return specs that load: the examples, and those of the tests of the format."""
    found = [example.spec.read_bytes() for example in bundle.examples().values()]
    places = [
        *HERE.parent.glob("spec/valid/*.yaml"),
        *HERE.parent.glob("golden/cases/*/tools.yaml"),
    ]
    return found + [path.read_bytes() for path in sorted(places)]


def mistaken_specs() -> list[bytes]:
    """Return specs with mistakes in them."""
    return [path.read_bytes() for path in sorted(HERE.parent.glob("spec/cases/*/tools.yaml"))]


@dataclass
class Inputs:
    """Makes inputs, the same ones for the same seed."""

    random: random.Random
    valid: list[bytes] = field(default_factory=valid_specs)
    mistaken: list[bytes] = field(default_factory=mistaken_specs)

    def __post_init__(self) -> None:
        """Read the valid specs as structures, and collect what stands where in them."""
        self.structures: list[Structure] = [
            yaml.load(data, yaml.CSafeLoader) for data in self.valid
        ]
        self.donors: dict[Place, list[Structure]] = {}
        self.members: dict[Place, list[tuple[str, Structure]]] = {}
        for structure in self.structures:
            for place in _places(structure):
                value = _at(structure, place)
                self.donors.setdefault(_role(place), []).append(value)
                if isinstance(place[-1], str):
                    self.members.setdefault(_role(place[:-1]), []).append((place[-1], value))
        self.keys = sorted({key for found in self.members.values() for key, _ in found})

    def next(self) -> bytes:
        """Return the next input."""
        kinds = (
            self._noise, self._deep, self._scribbled, self._shuffled, self._changed, self._made_up
        )  # fmt: skip
        [make] = self.random.choices(kinds, (1, 1, 3, 3, 30, 2))
        return make()

    def _noise(self) -> bytes:
        return self.random.randbytes(self.random.randint(0, 300))

    def _deep(self) -> bytes:
        """Return a spec with something that is nested as deep as can be."""
        lines = self.random.choice(self.valid).split(b"\n")
        line = self.random.randrange(len(lines))
        opened = self.random.choice((b"[", b"{a: ", b"{items: ", b"{anyOf: [", b"- ", b"? "))
        key = lines[line].partition(b":")[0]
        lines[line] = key + b": " + opened * self.random.choice((20, 5000))
        return b"\n".join(lines)

    def _scribbled(self) -> bytes:
        data = self.random.choice(self.valid + self.mistaken)
        for _ in range(self.random.randint(1, 5)):
            start = self.random.randint(0, len(data))
            end = start + self.random.choice((0, 0, 1, 3, 20, 200))
            data = data[:start] + self.random.choice(PIECES) + data[end:]
        return data

    def _shuffled(self) -> bytes:
        lines = self.random.choice(self.valid + self.mistaken).split(b"\n")
        for _ in range(self.random.randint(1, 6)):
            source, target = (self.random.randrange(len(lines)) for _ in range(2))
            indent = b" " * self.random.choice((0, 2, 4, 6, 8, 10))
            lines[target] = indent + lines[source].strip()
        return b"\n".join(lines)

    def _changed(self) -> bytes:
        structure = copy.deepcopy(self.random.choice(self.structures))
        change = self.random.choice((self._transplant, self._transplant, self._change))
        for _ in range(self.random.choice((1, 1, 1, 2, 3, 6))):
            change(structure)
        return _dumped(structure)

    def _transplant(self, structure: Structure) -> None:
        """Put in what stands in such a place elsewhere, so that much stays valid."""
        place = self.random.choice(list(_places(structure)))
        holder = _at(structure, place[:-1])
        found = self.members.get(_role(place), [])
        if isinstance(holder[place[-1]], dict) and found and self.random.random() < 0.6:
            key, value = self.random.choice(found)
            holder[place[-1]][key] = copy.deepcopy(value)
        elif isinstance(holder, dict) and self.random.random() < 0.2:
            del holder[place[-1]]
        else:
            holder[place[-1]] = copy.deepcopy(self.random.choice(self.donors[_role(place)]))

    def _change(self, structure: Structure) -> None:
        """Replace, delete, add, rename, repeat, nest or move one thing."""
        places = list(_places(structure))
        place = self.random.choice(places)
        holder = _at(structure, place[:-1])
        other = _at(structure, self.random.choice(places))
        kind = self.random.randrange(8)
        if kind == 0:
            del holder[place[-1]]
        elif kind == 1 and isinstance(holder, dict):
            renamed = cast("dict[object, object]", holder)
            renamed[self._key()] = renamed.pop(place[-1])
        elif kind == 2 and isinstance(holder, dict):
            holder[self._key()] = copy.deepcopy(self.random.choice((other, self._scalar())))
        elif kind == 3 and isinstance(holder, list):
            cast("list[object]", holder).insert(place[-1], copy.deepcopy(other))
        elif kind == 4:
            holder[place[-1]] = copy.deepcopy(other)
        elif kind == 5:
            holder[place[-1]] = self._nested(holder[place[-1]])
        elif isinstance(holder[place[-1]], str):
            text: str = holder[place[-1]]
            cut = self.random.randint(0, len(text))
            extra = self.random.choice([one for one in SCALARS if isinstance(one, str)])
            holder[place[-1]] = text[:cut] + extra + text[cut:]
        else:
            holder[place[-1]] = self._scalar()

    def _nested(self, value: Structure) -> Structure:
        key = self.random.choice((None, "items", "anyOf", "additionalProperties", "x"))
        for _ in range(self.random.choice((1, 1, 2, 10, 40))):
            value = [value] if key is None else {key: [value] if key == "anyOf" else value}
        return value

    def _made_up(self) -> bytes:
        """Return known keys in unknown places."""
        structure = copy.deepcopy(self.random.choice(self.structures))
        for key in self.random.sample(sorted(structure), self.random.randint(1, 3)):
            structure[key] = self._any(4)
        return _dumped(structure)

    def _any(self, depth: int) -> Structure:
        kind = self.random.randrange(3 if depth else 1)
        count = self.random.randint(0, 4)
        if kind == 1:
            return {self._key(): self._any(depth - 1) for _ in range(count)}
        if kind == 2:
            return [self._any(depth - 1) for _ in range(count)]
        return self._scalar()

    def _key(self) -> str:
        return self.random.choice(self.keys)

    def _scalar(self) -> Structure:
        return copy.deepcopy(self.random.choice(SCALARS))


class _Dumper(yaml.CSafeDumper):
    """Writes no aliases: what is the same by chance is not meant to be."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _dumped(structure: Structure) -> bytes:
    try:
        text: str = cast(Any, yaml).dump(
            structure, Dumper=_Dumper, sort_keys=False, allow_unicode=True
        )
    except (RecursionError, ValueError):
        return repr(structure).encode(errors="replace")
    return text.encode(errors="surrogatepass")


def _role(place: Place) -> Place:
    """Return the end of a way with a star for each name and number."""
    steps = [
        "*" if isinstance(step, int) or (number and place[number - 1] in NAMED) else step
        for number, step in enumerate(place)
    ]
    return tuple(steps[-3:])


def _places(value: Structure, above: Place = ()) -> Iterator[Place]:
    """Yield the way to everything inside a structure."""
    inside: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inside = cast("dict[object, object]", value).items()
    elif isinstance(value, list):
        inside = enumerate(cast("list[object]", value))
    for key, item in inside:
        yield (*above, key)
        if len(above) < 40:
            yield from _places(item, (*above, key))


def _at(value: Structure, place: Place) -> Structure:
    for step in place:
        value = value[step]
    return value


@dataclass
class Commands:
    """Runs the commands in this process. What is rendered is compiled, and formatted in batches."""

    folder: Path
    waiting: dict[str, files.Rendered] = field(default_factory=dict[str, files.Rendered])
    counted: int = 0
    said: str = ""

    def run(self, data: bytes) -> int:
        """Return the exit code of `faultwise generate` on a spec; of every tenth, of `new`."""
        self.counted += 1
        if self.counted % 10 == 0:
            spec = self.folder / "spec.yaml"
            spec.write_bytes(data)
            target = self.folder / f"new-{self.counted}"
            return self._exit_code("new", str(target), "--spec", str(spec), "--defaults")
        project = self.folder / f"generated-{self.counted}"
        project.mkdir()
        (project / bundle.SPEC_NAME).write_bytes(data)
        return self._exit_code("generate", str(project))

    def _exit_code(self, *arguments: str) -> int:
        said = io.StringIO()
        with (
            contextlib.redirect_stdout(said),
            contextlib.redirect_stderr(said),
            mock.patch.object(pipeline, "format_python", self._compiled),
            mock.patch.object(report, "bug", side_effect=_shown(said)),
        ):
            try:
                code = typer.main.get_command(cli.app).main(
                    list(arguments), prog_name="faultwise", standalone_mode=False
                )
            except SystemExit as stop:
                code = stop.code if isinstance(stop.code, int) else 3
        self.said = said.getvalue()
        return int(code or 0)

    def _compiled(self, rendered: files.Files) -> files.Files:
        for path, each in rendered.items():
            if path.endswith(".py") and "generated/" in path:
                compile(each.text, path, "exec")
            self.waiting[f"{self.counted}/{path}"] = each
        if self.counted % FORMATTED_EVERY < 2:
            self.flush()
        return rendered

    def flush(self) -> None:
        """Format what has been rendered since the last time, in one run of ruff."""
        waiting, self.waiting = self.waiting, {}
        format_python(waiting)


def _shown(said: io.StringIO) -> Callable[..., None]:
    """Return what stands for the report of a bug: the traceback."""

    def show(error: BaseException, command: str) -> None:
        traceback.print_exception(error, file=said)

    return show


def fuzz(count: int, seed: int, *, say: Callable[[str], None]) -> list[tuple[int, bytes, str]]:
    """Return the number, input and output of every run that broke the law."""
    inputs = Inputs(random.Random(seed))
    broken: list[tuple[int, bytes, str]] = []
    codes: collections.Counter[int] = collections.Counter()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="faultwise-fuzz-") as name:
        commands = Commands(Path(name))
        for number in range(1, count + 1):
            data = inputs.next()
            begun = time.monotonic()
            try:
                code, said = commands.run(data), commands.said
            except Exception:
                code, said = -1, traceback.format_exc()
            codes[code] += 1
            if time.monotonic() - begun > 20:
                said += f"\nThis took {time.monotonic() - begun:.0f} s."
                code = -1
            if code not in ALLOWED:
                broken.append((number, data, said))
            _empty(Path(name))
            if number % 1000 == 0:
                say(f"{number} of {count} inputs, {time.monotonic() - started:.0f} s")
        commands.flush()
    shown = ", ".join(f"{times} exited with {code}" for code, times in sorted(codes.items()))
    say(f"{count} inputs from seed {seed}: {shown}; {len(broken)} broke the law")
    return broken


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Return 1 where an input broke the law; print the count and the seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="how many inputs")
    parser.add_argument("--seed", type=int, default=1, help="where the inputs begin")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"), help="where they go")
    wanted = parser.parse_args()
    broken = fuzz(wanted.count, wanted.seed, say=_say)
    for number, data, said in broken:
        wanted.keep.mkdir(exist_ok=True)
        place = wanted.keep / f"{wanted.seed}-{number}.yaml"
        place.write_bytes(data)
        _say(f"\n{place}\n{said[-1500:]}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
