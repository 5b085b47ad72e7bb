"""Games that were played on a device are handed to the server: their records are replayed, in
another process.
"""
from __future__ import annotations

import pytest
from server.helping import Served, play_out

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


def with_header(record: str, name: str, value: str) -> str:
    """A record with another line of its header."""
    head, _, rest = record.partition("\n\n")
    return "\n".join([*(line for line in head.split("\n") if not line.startswith(f"{name}: ")), f"{name}: {value}"]) + "\n\n" + rest


async def test_a_record_is_played_again_elsewhere_and_taken_once(lone: Served) -> None:
    _, record = await played(lone)
    lone.house.studies.stop()
    bela = await lone.person("Bela")
    made = await bela.post("/api/records", record=record, seats=[0])
    assert (made["status"], made["rated"], made["listed"]) == ("over", False, False)
    assert lone.house.studies.pool is not None
    assert (await bela.post("/api/records", record=record, seats=[0]))["id"] == made["id"]


async def test_a_record_that_is_wrong_is_refused_with_its_line(lone: Served) -> None:
    ada, record = await played(lone)
    for wrong in (with_header(record, "Players", "3"), "Game: chess\n", record.rsplit("\n", 3)[0] + "\n",
                  with_header(record, "Secret", "00" * 32), with_header(record, "Seats", "null"),
                  with_header(record, "Seats", "[]"), with_header(record, "Seats", "{"),
                  with_header(record, "Player seeds", "[]"), with_header(record, "Options", "null")):
        with pytest.raises(ServerRefused) as refused:
            await ada.post("/api/records", record=wrong, seats=[0])
        assert refused.value.status == 409, wrong[:400]
        assert refused.value.error["field"] == "body.record"
    for seats in ([7], [0, 0]):
        with pytest.raises(ServerRefused) as refused:
            await ada.post("/api/records", record=record, seats=seats)
        assert refused.value.error["field"] == "body.seats"
