"""Five sources as a fake HTTP service, so that the example runs without a network."""

import httpx

DOCUMENTS = {
    "encyclopedia-1": ("Heat pumps", "2025-03-01", "They move heat instead of making it."),
    "encyclopedia-2": ("Solid state batteries", "2025-07-15", "Their electrolyte is not liquid."),
    "news-1": (
        "Heat pumps outsell gas boilers",
        "2026-02-11",
        "For the first time more heat pumps than gas boilers were sold.",
    ),
    "news-2": (
        "Solid state batteries reach the road",
        "2026-05-20",
        "A first small series of cars drives with them.",
    ),
    "preprints-1": ("Heat pumps in cold climates", "2026-01-09", "They work at -25 degrees."),
    "patents-1": ("Heat pumps with two compressors", "2024-11-30", "For subscribers only."),
    "statistics-1": ("Heat pumps by country", "2026-04-01", "Norway leads."),
}

SLOW = {"solid state batteries": {"patents", "statistics"}}
"""Topics on which some sources always take too long."""


def respond(request: httpx.Request) -> httpx.Response:
    """Answer as the source in the host's name would: a search, or one document."""
    source = request.url.host.removesuffix(".example")
    if request.url.path == "/search":
        return _search(source, request)
    key = f"{source}-{request.url.path.removeprefix('/')}"
    if key not in DOCUMENTS:
        return httpx.Response(404)
    if source == "patents":
        return httpx.Response(402)
    title, _, text = DOCUMENTS[key]
    return httpx.Response(200, json={"title": title, "text": text})


def _search(source: str, request: httpx.Request) -> httpx.Response:
    topic = request.url.params["topic"].casefold()
    if source in SLOW.get(topic, ()):
        raise httpx.ReadTimeout("no answer in time", request=request)
    found = [
        {"source": source, "id": key, "title": title, "published": published}
        for key, (title, published, _) in DOCUMENTS.items()
        if key.startswith(f"{source}-") and all(word in title.casefold() for word in topic.split())
    ]
    return httpx.Response(200, json=found)
