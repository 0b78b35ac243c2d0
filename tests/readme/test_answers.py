"""The code of README.md runs, and is answered as the page shows."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias, cast

import httpx
import pytest
from faultwise import bundle

from . import specs
from .markdown import blocks, sections
from .projects import Project, importable

Answer: TypeAlias = dict[str, Any]

FULL_DAY = "2026-03-06"


def shown(title: str) -> Answer:
    """Return the JSON that a section of the page shows."""
    [block] = [block for block in sections()[title].blocks if block.language == "json"]
    return cast(Answer, json.loads(block.text))


def code_files() -> dict[str, str]:
    """Return the modules of the page by their path, which stands in their first line."""
    files: dict[str, str] = {}
    for block in blocks("python"):
        first, _, rest = block.text.partition("\n")
        if first.startswith("# ") and first.endswith(".py"):
            files[first.removeprefix("# ")] = rest
    return files


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Generator[Project]:
    """The parcel desk: the whole spec of the page with the code that the page gives it."""
    folder = tmp_path_factory.mktemp("readme") / "parcel-desk"
    spec = specs.whole().text.encode()
    with importable(folder, spec, "parcel_desk", code_files()) as project:
        yield project


def carrier(request: httpx.Request) -> httpx.Response:
    """Answer as the carrier's service would."""
    number = request.url.path.split("/")[2]
    if number == "PX503503":
        return httpx.Response(503)
    if number == "PX403403":
        return httpx.Response(403)
    if request.method == "POST":
        if json.loads(request.content)["day"] == FULL_DAY:
            return httpx.Response(409, json={"next_free": "2026-03-09"})
        return httpx.Response(200, json={"slot": "9-12"})
    found = number == "PX100200"
    return httpx.Response(200, json=shown("Data")["result"]) if found else httpx.Response(404)


def call(project: Project, tool: str, **arguments: object) -> Answer:
    """Call a tool of the parcel desk, with the carrier above behind it."""

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncGenerator[Any]:
        transport = httpx.MockTransport(carrier)
        async with httpx.AsyncClient(base_url="https://carrier.example", transport=transport) as it:
            yield project.module("state").State(carrier=it)

    server = project.module("generated.tools").create_server(lifespan=lifespan)
    testing = project.module("generated.testing")
    return cast(Answer, asyncio.run(testing.call(tool, arguments, server=server)))


def test_a_result_is_answered_as_shown(desk: Project) -> None:
    """The section on data shows what the operation of the page answers."""
    assert call(desk, "track_parcel", parcel_id="PX100200") == shown("Data")


def test_finding_nothing_is_answered_as_shown(desk: Project) -> None:
    """The section on empty results shows what is answered where the carrier knows nothing."""
    assert call(desk, "track_parcel", parcel_id="PX999999") == shown("Empty results")


def test_a_problem_with_an_argument_is_answered_as_shown(desk: Project) -> None:
    """The section on built-in failures shows an entry of `details.errors`."""
    answer = call(desk, "book_redelivery", parcel_id="PX100200", day="tomorrow")
    assert answer["details"]["errors"] == [shown("Built-in failures")]


def test_a_failure_that_is_raised_is_answered(desk: Project) -> None:
    """The operation that books tells the next free day, and no answer shows the code of a door."""
    arguments = {"parcel_id": "PX100200", "day": FULL_DAY, "door_code": "4711"}
    answer = call(desk, "book_redelivery", **arguments)
    assert (answer["code"], answer["details"]) == ("day_is_full", {"next_free": "2026-03-09"})
    assert answer["attempted_query"]["arguments"]["door_code"] == "[redacted]"


def test_an_exception_is_answered_by_match(desk: Project) -> None:
    """What the library raises, and what the operation does, is what the spec says it is."""
    answer = call(desk, "book_redelivery", parcel_id="PX503503", day="2026-03-08")
    assert (answer["code"], answer["isRetryable"]) == ("carrier_down", True)
    answer = call(desk, "book_redelivery", parcel_id="PX403403", day="2026-03-08")
    assert answer["code"] == "not_the_recipient"


def test_a_booking_is_answered(desk: Project) -> None:
    """A day with a slot is booked."""
    answer = call(desk, "book_redelivery", parcel_id="PX100200", day="2026-03-08")
    assert answer == {"isError": False, "result": {"slot": "9-12"}}


def test_the_test_of_the_page_passes(desk: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test that the page gives as an example holds."""
    space: dict[str, Any] = {}
    exec(code_files()["tests/test_redelivery.py"], space)
    asyncio.run(space["test_a_full_day_offers_the_next"](monkeypatch))


def test_every_field_of_an_answer_is_described(desk: Project) -> None:
    """The tables list the fields that the output schema of a tool has, and no others."""
    schema = desk.module("generated.listing").output_schema
    tool = desk.module("generated.declarations.track_parcel").TOOL
    write = desk.module("generated.declarations.book_redelivery").TOOL
    data, empty, _ = [form["properties"].keys() for form in schema(tool)["anyOf"]]
    error = schema(write)["anyOf"][1]["properties"].keys()
    assert sections()["Errors"].first_cells == error
    assert sections()["Data"].first_cells == data | empty


def test_the_context_is_described(desk: Project) -> None:
    """The table of the context has members of it only."""
    context = desk.module("generated.context").CallContext(
        desk.module("generated.declarations.track_parcel").TOOL, {}
    )
    told = names(sections()["The context"].first_cells)
    assert {name for name in told if not hasattr(context, name)} == set()


def test_the_helpers_are_described(desk: Project) -> None:
    """The table of helpers for tests has all functions of the module, and no others."""
    testing = desk.module("generated.testing")
    functions = inspect.getmembers(testing, inspect.isfunction)
    public = {
        name
        for name, function in functions
        if not name.startswith("_") and function.__module__ == testing.__name__
    }
    assert names(sections()["Testing"].first_cells) == public


def names(cells: set[str]) -> set[str]:
    """Return the names of functions that are shown with their arguments."""
    return {cell.partition("(")[0] for cell in cells}


def test_the_files_are_where_the_page_says(desk: Project) -> None:
    """Each file of the map is in a new project."""
    paths = sections()["Files"].first_cells
    assert {path for path in paths if not (desk.folder / path).is_file()} == set()


def test_the_refund_is_answered_as_shown(tmp_path: Path) -> None:
    """The answer at the top of the page is the one of the example."""
    example = bundle.root() / "examples" / "order-support"
    operations = {
        f"src/order_support/operations/{path.name}": path.read_text("utf-8")
        for path in (example / "operations").glob("*.py")
    }
    spec = (example / "tools.yaml").read_bytes()
    with importable(tmp_path / "order-support", spec, "order_support", operations) as shop:
        query = shown("faultwise")["attempted_query"]
        testing = shop.module("generated.testing")
        assert asyncio.run(testing.call(query["tool"], query["arguments"])) == shown("faultwise")
