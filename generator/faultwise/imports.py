"""Import blocks of generated modules, in the order that ruff's isort rules ask for."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

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
        for module in sorted(self._modules, key=_natural):
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


def export_order(name: str) -> tuple[object, ...]:
    """Return the key by which ruff sorts `__all__`: capitals stand before small letters."""
    return (_rank(name), _by_number(name))


def _natural(name: str) -> tuple[object, ...]:
    """Return the key by which ruff sorts names in any case."""
    return (_by_number(name.lower()), name)


@lru_cache(maxsize=4096)
def _by_number(name: str) -> tuple[tuple[int, int], ...]:
    """Return a key under which numbers stand by their size: `page2` before `page10`."""
    pieces: list[str] = re.findall(r"[0-9]+|.", name)
    return tuple((ord("0"), int(one)) if one.isdigit() else (ord(one), 0) for one in pieces)


def _from_order(module: str) -> tuple[object, ...]:
    """Relative imports stand from the farthest to the nearest."""
    bare = module.lstrip(".")
    return (-(len(module) - len(bare)), *_natural(bare))


def _name_order(name: str) -> tuple[object, ...]:
    plain = name.split(" as ")[0]
    return (_rank(plain), *_natural(plain))


def _rank(name: str) -> int:
    """Constants stand before classes, classes before the rest."""
    return 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
