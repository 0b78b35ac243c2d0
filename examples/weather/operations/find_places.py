"""Find places by their name."""

from typing import Any

from weather.generated.context import CallContext
from weather.generated.requests import FindPlaces
from weather.generated.types import FindPlacesResult, Place
from weather.operations import _open_meteo

URL = "https://geocoding-api.open-meteo.com/v1/search"


def place(found: dict[str, Any]) -> Place:
    """Return one result of the service as the spec describes a place."""
    described: Place = {
        "name": found["name"],
        "country": found.get("country", "unknown"),
        "latitude": found["latitude"],
        "longitude": found["longitude"],
    }
    if "admin1" in found:
        described["region"] = found["admin1"]
    return described


async def find_places(request: FindPlaces, context: CallContext) -> FindPlacesResult:
    """Return the places of that name; the service leaves `results` out where there is none."""
    query: dict[str, str | int | float] = {"name": request.name, "count": request.limit}
    if request.country is not None:
        query["countryCode"] = request.country
    context.attempted({"url": URL, "query": query})
    answer = await _open_meteo.get(URL, query)
    return [place(found) for found in answer.get("results", [])]
