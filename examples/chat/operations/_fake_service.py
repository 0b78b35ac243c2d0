"""A chat service in memory, so that the example runs without a network."""

import json
from collections.abc import Callable
from typing import Any

import httpx

LIMIT = 4000
"""Most characters of a message."""

Json = dict[str, Any]

CHANNELS: dict[str, Json] = {
    "general": {"member": True},
    "random": {"member": True},
    "announcements": {"member": True, "refuses": "read_only_channel"},
    "old-project": {"member": True, "refuses": "is_archived"},
    "board": {"member": False},
}
MEMBERS = ("ada", "max", "helper")


class RefusalError(Exception):
    """The service answers with this error code in its body."""


class FakeService:
    """Messages, and what was scheduled."""

    def __init__(self) -> None:
        """Start with one message."""
        self.scheduled = 0
        self.messages: list[Json] = []
        self._post("general", "ada", "Welcome to the workspace.", None)

    def respond(self, request: httpx.Request) -> httpx.Response:
        """Answer a request with status 200, whether or not it is refused."""
        methods: dict[str, Callable[[Json], Json]] = {
            "channels.list": self._list,
            "messages.search": self._search,
            "messages.send": self._send,
            "messages.schedule": self._schedule,
        }
        work = methods[request.url.path.removeprefix("/api/")]
        try:
            return httpx.Response(200, json={"ok": True, **work(json.loads(request.content))})
        except RefusalError as refusal:
            (error,) = refusal.args
            return httpx.Response(200, json={"ok": False, **error})

    def _list(self, body: Json) -> Json:
        names = [name for name, facts in CHANNELS.items() if facts["member"] or not body["member"]]
        return {"channels": names}

    def _search(self, body: Json) -> Json:
        if "channel" in body:
            self._check_channel(body["channel"])
        if body.get("from", "ada") not in MEMBERS:
            raise _refused("user_not_found")
        words = body.get("words", "").casefold().split()
        if any(not word.isalnum() for word in words):
            raise _refused("invalid_query", hint="words have letters and digits only")
        found = [
            message
            for message in reversed(self.messages)
            if all(word in message["text"].casefold() for word in words)
            and body.get("channel", message["channel"]) == message["channel"]
            and body.get("from", message["from"]) == message["from"]
        ]
        size: int = body["page_size"]
        return {"messages": found[:size], "more": len(found) > size}

    def _send(self, body: Json) -> Json:
        self._check_post(body)
        thread = body.get("thread")
        if thread is not None and all(message["id"] != thread for message in self.messages):
            raise _refused("thread_not_found")
        if self.messages[-1]["text"] == body["text"]:
            raise _refused("duplicate_message")
        return {"message": self._post(body["channel"], "helper", body["text"], thread)}

    def _schedule(self, body: Json) -> Json:
        self._check_post(body)
        if body.get("day", "9999-12-31") < "2026-01-01":
            raise _refused("time_in_past")
        self.scheduled += 1
        return {"scheduled": self.scheduled}

    def _check_channel(self, channel: str) -> None:
        if channel not in CHANNELS:
            raise _refused("channel_not_found")
        if not CHANNELS[channel]["member"]:
            raise _refused("not_in_channel")

    def _check_post(self, body: Json) -> None:
        self._check_channel(body["channel"])
        if "refuses" in CHANNELS[body["channel"]]:
            raise _refused(CHANNELS[body["channel"]]["refuses"])
        if len(body["text"]) > LIMIT:
            raise _refused("msg_too_long", limit=LIMIT)

    def _post(self, channel: str, sender: str, text: str, thread: str | None) -> Json:
        message: Json = {
            "id": f"m-{len(self.messages) + 1:04}",
            "channel": channel,
            "from": sender,
            "text": text,
            "sentAt": "2026-06-01T12:00:00Z",
            "threadId": thread,
        }
        self.messages.append(message)
        return message


def _refused(code: str, **more: object) -> RefusalError:
    return RefusalError({"error": code, **more})
