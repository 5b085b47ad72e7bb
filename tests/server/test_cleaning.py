"""What people type: nothing invisible, nothing that turns the line around, nothing that no database
keeps.
"""
from __future__ import annotations

import random
from typing import Any

import httpx
import pytest
from harness import play_on
from server.helping import Served

import tafelrunde as tr
from tafelrunde.server.cleaning import clean, unstorable
from tafelrunde.server.client import ServerRefused
from tafelrunde.server.tables.handing_over import Handed, checked

pytestmark = pytest.mark.anyio
CASES = {
    "Ada": "Ada", "  Ada \t Lovelace\n": "Ada Lovelace", "Ada\u00a0\u2003L.": "Ada L.",
    "Ad\x07a\x1b[31m": "Ada[31m", "a\x00b": "ab", "a\x85b": "a b",
    "\u202eadA": "adA", "\u2066x\u2069": "x", "\u200fx\u061c": "x",
    "a\u200bb\u200c\u200d\ufeffc": "abc", "so\u00adft": "soft", "a\u2060b": "ab",
    "\u3164": "", "\u115f\u1160\uffa0": "", "\u2800\u2800": "", "\u180e": "", "\u034f": "",
    "Ada\u180b": "Ada", "A\u180cd\u180da\u180f": "Ada", "a\U00016fe4b": "ab", "\U0001d159": "", "\U00013441\U00013442": "",
    "\ud800x": "x", "x\ue000": "x", "x\U000e0041": "x", "x\uffff": "x",
    "e\u0301": "é", "o\u030b": "ő", "Ångström": "Ångström",
    "Z" + "\u0335\u0336\u0337" * 9: "Z\u0335\u0336", "\u0301a": "a", "a \u0301b": "a b",
    "\u05e9\u05bc\u05c1": "\u05e9\u05bc\u05c1", "नमस्ते": "नमस्ते", "ทั้ง": "ทั้ง", "Nguyễn": "Nguyễn", "李明": "李明",
    "❤\ufe0f ok": "❤\ufe0f ok", "a\ufe0f": "a", "❤" + "\ufe0f" * 20: "❤\ufe0f", "👍": "👍", "<b>{x}</b>": "<b>{x}</b>",
}


@pytest.mark.parametrize("text", CASES)
def test_a_text_is_cleaned(text: str) -> None:
    assert clean(text) == CASES[text]
    assert clean(clean(text)) == clean(text)


def test_messages_keep_their_lines() -> None:
    assert clean(" one\r\ntwo \u202e\n\n\n\n\nthree\x00", lines=True) == "one\ntwo\n\nthree"


def test_what_no_database_keeps_is_found() -> None:
    assert unstorable({"a": [1, {"b": "x\0"}]}, "body") == "body.a.1.b"
    assert unstorable({"a": "\udc00"}, "body") == "body.a"
    assert unstorable({"a\0": 1}, "body") == "body"
    assert unstorable({"a": ["fine", None, 2.5, {"b": "naïve 👍"}]}) is None


BIDI = "\u202eA\u3164d\u200ba\n" + "\u0336" * 20


async def test_every_name_is_cleaned(served: Served) -> None:
    ada = await served.person(BIDI)
    assert (await ada.get("/api/me"))["user"]["name"] == "Ada"
    await ada.request("PATCH", "/api/me", {"name": BIDI})
    made = await ada.post("/api/tables", game="el_grande", players=2, hotseat=True, name=f"{BIDI} table",
                          seats=[{"kind": "me", "name": BIDI}, {"kind": "open"}])
    await ada.post(f"/api/tables/{made['id']}/join", name=BIDI)
    await ada.post(f"/api/tables/{made['id']}/chat", id="some-words", text=f"{BIDI}hello\x07")
    shown = await ada.get(f"/api/tables/{made['id']}")
    said = (await ada.get(f"/api/tables/{made['id']}/chat"))["messages"][0]
    texts = [shown["name"], *(seat["name"] for seat in shown["seats"]), shown["host"]["name"], said["text"], said["user"]["name"]]
    for text in texts:
        assert text
        assert not set(text) & set("\u202e\u3164\u200b\x07")
        assert "\u0336" * 3 not in text
    with pytest.raises(ServerRefused) as refused:
        await ada.request("PATCH", "/api/me", {"name": "\u3164\u200b"})
    assert refused.value.field == "body.name"


@pytest.mark.parametrize("bad", ["\\u0000", "\\ud800"])
async def test_what_no_database_keeps_is_refused_by_its_field(served: Served, bad: str) -> None:
    ada = await served.person("Ada")
    other = (await served.person("Bela")).user["id"]
    table = (await ada.post("/api/tables", game="el_grande", players=2))["id"]
    bodies: dict[tuple[str, str], tuple[str, str]] = {
        ("PATCH", "/api/me"): ('{"name": "A%s"}', "body.name"),
        ("PUT", "/api/me/settings"): ('{"a": {"b": ["%s"]}}', "body.a.b.0"),
        ("POST", "/api/guests"): ('{"name": "A%s"}', "body.name"),
        ("POST", "/api/account"): ('{"email": "a@b.c%s", "password": "12345678"}', "body.email"),
        ("POST", "/api/login"): ('{"email": "a@b.c%s", "password": "12345678"}', "body.email"),
        ("POST", "/api/me/tokens"): ('{"name": "A%s"}', "body.name"),
        ("POST", "/api/reports"): ('{"user": "' + other + '", "text": "rude%s"}', "body.text"),
        ("POST", "/api/me/push"): (
            '{"endpoint": "https://fcm.googleapis.com/%s", "keys": {"p256dh": "B", "auth": "A"}}', "body.endpoint"),
        ("DELETE", "/api/me/push"): ('{"endpoint": "https://fcm.googleapis.com/%s"}', "body.endpoint"),
        ("POST", "/api/tables"): ('{"game": "el_grande", "players": 2, "name": "t%s"}', "body.name"),
        ("POST", f"/api/tables/{table}/chat"): ('{"id": "some-words", "text": "t%s"}', "body.text"),
        ("POST", f"/api/tables/{table}/join"): ('{"name": "t%s"}', "body.name"),
        ("PUT", f"/api/tables/{table}/orders"): ('{"orders": [{"at": "%s"}]}', "body.orders.0.at"),
    }
    async with httpx.AsyncClient(timeout=120, base_url=served.url) as http:
        headers = {"Authorization": f"Bearer {ada.token}", "Content-Type": "application/json"}
        for (method, path), (body, field) in bodies.items():
            answer = await http.request(method, path, content=(body % bad).encode(), headers=headers)
            assert answer.status_code == 422, (method, path, answer.text)
            assert answer.json()["error"]["field"] == field, (method, path)
        for query in ("/api/tables?game=%00", "/api/me/history?game=%00", "/api/ratings?game=%00&players=3",
                      f"/api/tables/{table}?invite=%00", f"/api/tables/{table}/why_not?action=%00"):
            answer = await http.get(query, headers=headers)
            assert answer.status_code == 422, query
            assert answer.json()["error"]["field"].startswith("query."), query


async def test_a_socket_refuses_it_too(lone: Served) -> None:
    ada = await lone.person("Ada")
    table: dict[str, Any] = await ada.post("/api/play-now", game="el_grande", level="random")
    async with ada.sit(table["id"]) as a:
        for field, message in (("text", {"type": "chat", "id": "some-words", "text": "a\0b"}),
                               ("action", {"type": "preview", "ref": "r", "action": "\0"})):
            before = len(a.heard)
            await a._send(message)
            await a.until(lambda n=before: any(m["type"] == "refused" for m in a.heard[n:]))
            error = next(m["error"] for m in a.heard[before:] if m["type"] == "refused")
            assert (error["code"], error["field"]) == ("bad_request", field)


async def test_the_name_of_a_card_of_ones_own_is_cleaned(lone: Served) -> None:
    ada = await lone.person("Ada")
    card = {"value": 47, "name": "T\u3164ribute" + "\u0336" * 9, "deed": "30", "court": 2, "n": 1}
    asked: dict[str, Any] = {"game": "king_and_intriguer", "players": 2,
                             "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
    made = await ada.post("/api/tables", **asked, options={"players_edition": True, "blank_cards": [card]})
    assert made["options"]["blank_cards"][0]["name"] == "Tribute" + "\u0336" * 2
    with pytest.raises(ServerRefused) as refused:
        await ada.post("/api/tables", **asked, options={"players_edition": True, "blank_cards": [card | {"name": "\u3164"}]})
    assert refused.value.field == "body.options.blank_cards.0.name"


def test_a_record_with_a_name_that_cannot_be_seen_is_not_taken() -> None:
    card = {"value": 47, "name": "Tribute", "deed": "30", "court": 2, "n": 1}
    for name, taken in (("Tribute", True), ("T\u3164ribute", False)):
        match = tr.new("king_and_intriguer", players=2, options={"players_edition": True, "blank_cards": [card | {"name": name}]})
        assert isinstance(checked(play_on(match, random.Random(1)).record()), Handed) is taken
