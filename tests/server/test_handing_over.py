"""Games that were played on a device are handed over: their records are played again, in another
process.
"""
from __future__ import annotations

from random import Random

import pytest
from harness import play_on
from server.helping import Served, play_out

import tafelrunde as tr
from tafelrunde.match.chance import OLD
from tafelrunde.match.history import Decision
from tafelrunde.match.match import Match
from tafelrunde.match.records import parse
from tafelrunde.server.client import Client, ServerRefused

pytestmark = pytest.mark.anyio


async def played(served: Served) -> tuple[Client, str]:
    """Somebody, and the record of a finished game of theirs."""
    ada = await served.person("Ada")
    table = await served.table(ada, bots=1)
    async with ada.sit(table) as socket:
        await play_out(socket)
    answer = await ada.http.get(f"/api/tables/{table}/record", headers={"Authorization": f"Bearer {ada.token}"})
    assert answer.status_code == 200
    return ada, answer.text


def without_header(record: str, name: str) -> str:
    """A record without a line of its header."""
    head, _, rest = record.partition("\n\n")
    return "\n".join(line for line in head.split("\n") if not line.startswith(f"{name}: ")) + "\n\n" + rest


def with_header(record: str, name: str, value: str) -> str:
    """A record with another line of its header."""
    head, _, rest = without_header(record, name).partition("\n\n")
    return f"{head}\n{name}: {value}\n\n{rest}"


async def test_a_record_is_played_again_elsewhere_and_taken_once(lone: Served) -> None:
    _, record = await played(lone)
    lone.house.studies.stop()
    bela = await lone.person("Bela")
    made = await bela.post("/api/records", record=record, seats=[0])
    assert (made["status"], made["rated"], made["listed"]) == ("over", False, False)
    assert lone.house.studies.pool is not None
    assert (await bela.post("/api/records", record=record, seats=[0]))["id"] == made["id"]


async def test_nothing_of_a_record_is_played_where_people_play(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's moves would wait for it: the server's own process only stores it."""
    _, record = await played(lone)
    bela = await lone.person("Bela")
    here: list[Decision] = []
    decide = Match.decide
    monkeypatch.setattr(Match, "decide", lambda match, decision: (here.append(decision), decide(match, decision)))
    made = await bela.post("/api/records", record=record, seats=[0])
    assert made["decisions"] > 20
    assert here == []
    state = await bela.get(f"/api/tables/{made['id']}/state")
    assert (state["over"], state["decisions"]) == (True, made["decisions"])
    assert parse((await bela.http.get(f"/api/tables/{made['id']}/record")).text).lines == parse(record).lines


async def test_a_record_without_a_scheme_of_chance_is_checked_by_the_old_one(lone: Served) -> None:
    """Records from before the scheme name none: a new record that leaves it out cannot pass for one
    of those.
    """
    _, record = await played(lone)
    bela = await lone.person("Bela")
    with pytest.raises(ServerRefused) as refused:
        await bela.post("/api/records", record=without_header(record, "Chance"), seats=[0])
    assert (refused.value.status, refused.value.error["field"]) == (409, "body.record")
    old = play_on(Match.begin(tr.game("toledo"), 2, {}, bytes(range(32)), scheme=OLD), Random(1)).record()
    assert "Chance: " not in old
    made = await bela.post("/api/records", record=old, seats=[0])
    assert (made["status"], made["chance"]) == ("over", None)
    assert (await bela.get(f"/api/tables/{made['id']}/verify"))["verified"]


async def test_a_record_that_is_wrong_is_refused_with_its_line(lone: Served) -> None:
    ada, record = await played(lone)
    for wrong in (with_header(record, "Players", "3"), "Game: chess\n", record.rsplit("\n", 3)[0] + "\n",
                  with_header(record, "Secret", "00" * 32), with_header(record, "Seats", "null"),
                  with_header(record, "Seats", "[]"), with_header(record, "Seats", "{"),
                  with_header(record, "Player seeds", "[]"), with_header(record, "Options", "null"),
                  *(with_header(record, "Position", value) for value in ("null", "NaN", "[]", '"x"', "{}"))):
        with pytest.raises(ServerRefused) as refused:
            await ada.post("/api/records", record=wrong, seats=[0])
        assert refused.value.status == 409, wrong[:400]
        assert refused.value.error["field"] == "body.record"
    for seats in ([7], [0, 0]):
        with pytest.raises(ServerRefused) as refused:
            await ada.post("/api/records", record=record, seats=seats)
        assert refused.value.error["field"] == "body.seats"
