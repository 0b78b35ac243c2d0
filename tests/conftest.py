"""The option that rewrites golden files: `python -m pytest tests/golden --update-golden`."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption(
        "--update-golden", action="store_true", help="write what is found as what is expected"
    )


@pytest.fixture
def updates_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are rewritten instead of compared."""
    return bool(request.config.getoption("--update-golden"))
