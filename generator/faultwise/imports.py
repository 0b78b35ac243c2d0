"""Import blocks of generated modules, in the order that ruff's isort rules ask for."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from faultwise.code import Code


@dataclass
class Imports:
    """Collects what one module imports; `block` renders it.

    Modules are written as they stand behind `import` or `from`; a module that begins with a dot is
    relative. Members of `first_party` are packages of the project itself.
    """

    first_party: str = ""
    _modules: set[str] = field(default_factory=set[str])
    _names: dict[str, set[str]] = field(default_factory=dict[str, set[str]])

    def module(self, module: str) -> None:
        """Add `import module`."""
        self._modules.add(module)

    def name(self, module: str, *names: str) -> None:
        """Add `from module import names`; a name may be written as `name as other`."""
        self._names.setdefault(module, set()).update(names)

    def block(self) -> Code:
        """Return the statements, in sections with a blank line between them."""
        sections: dict[int, list[str]] = {}
        for module in sorted(self._modules, key=natural):
            sections.setdefault(self._section(module), []).append(f"import {module}")
        for module in sorted(self._names, key=_from_order):
            names = ", ".join(sorted(self._names[module], key=_name_order))
            sections.setdefault(self._section(module), []).append(f"from {module} import {names}")
        return Code("\n\n".join("\n".join(sections[key]) for key in sorted(sections)))

    def _section(self, module: str) -> int:
        root = module.split(".")[0]
        if root == "__future__":
            return 0
        if not root:
            return 4
        if root == self.first_party:
            return 3
        return 1 if root in sys.stdlib_module_names else 2


def future(imports: Iterable[str] = ("annotations",)) -> Imports:
    """Return imports that begin with the future statements."""
    block = Imports()
    block.name("__future__", *imports)
    return block


def natural(name: str) -> tuple[tuple[tuple[int, int], ...], str]:
    """Return the key by which ruff sorts names: in any case, and numbers by their size."""
    pieces: list[str] = re.findall(r"[0-9]+|.", name.lower())
    numbered = ((ord("0"), int(one)) if one.isdigit() else (ord(one), 0) for one in pieces)
    return (tuple(numbered), name)


def _from_order(module: str) -> tuple[object, ...]:
    """Relative imports stand from the farthest to the nearest."""
    bare = module.lstrip(".")
    return (-(len(module) - len(bare)), *natural(bare))


def _name_order(name: str) -> tuple[object, ...]:
    """Constants stand before classes, classes before the rest."""
    plain = name.split(" as ")[0]
    rank = 0 if plain.isupper() and len(plain) > 1 else 1 if plain[:1].isupper() else 2
    return (rank, *natural(plain))
