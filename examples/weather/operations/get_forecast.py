"""Get the forecast for the coming days at a place."""

from weather.generated.context import CallContext
from weather.generated.requests import GetForecast
from weather.generated.types import Day, GetForecastResult
from weather.operations import _open_meteo

URL = "https://api.open-meteo.com/v1/forecast"
COLUMNS = ("time", "temperature_2m_min", "temperature_2m_max", "precipitation_sum")


async def get_forecast(request: GetForecast, context: CallContext) -> GetForecastResult:
    """Return a day for each row of the service's table, which comes as columns."""
    query: dict[str, str | int | float] = {
        "latitude": request.latitude,
        "longitude": request.longitude,
        "daily": ",".join(COLUMNS[1:]),
        "forecast_days": request.days,
        "timezone": "auto",
    }
    context.attempted({"url": URL, "query": query})
    answer = await _open_meteo.get(URL, query)
    table = answer["daily"]
    days: list[Day] = [
        {"date": date, "lowest": lowest, "highest": highest, "precipitation": precipitation}
        for date, lowest, highest, precipitation in zip(
            *(table[column] for column in COLUMNS), strict=True
        )
    ]
    return {"timezone": answer["timezone"], "days": days}
