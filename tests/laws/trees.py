"""Syntax trees with every constant erased, so that only their shape is compared."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def shape(source: str) -> str:
    """Return the syntax tree of a module without the values of its constants."""
    return ast.dump(_Erased().visit(ast.parse(source)))


class _Erased(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant(type(node.value).__name__)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        values = [one for one in node.values if not isinstance(one, ast.Constant)]
        if not values:
            return ast.Constant("str")
        return ast.JoinedStr([self.visit(one) for one in values])


def texts(source: str) -> Iterator[str]:
    """Yield every text constant of a module, those between the values of f-strings too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
