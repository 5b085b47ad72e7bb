"""Tournaments: who meets whom, how they stand, and that they come to their end whatever happens to
the server.
"""
from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Callable
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from helpers.ports import free_port
from hypothesis import given, settings
from hypothesis import strategies as st
from server.conftest import usual
from server.helping import Served, play_out, serving, until
from server.killing import Program, environment

from tafelrunde.server.client import Client, ServerRefused
from tafelrunde.server.settings import Settings
from tafelrunde.server.storage.backup import _back_up, _restore
from tafelrunde.server.storage.database import Database
from tafelrunde.server.tournaments.pairing import Past, Round, all_met, round_robin, rounds_needed, sizes, swiss
from tafelrunde.server.tournaments.standing import Game, beaten, standings
from tafelrunde.server.web.tournaments import TABLE


def played_by_chance(rounds: int, entrants: int, seats: int, seed: int) -> tuple[Past, list[Round]]:
    """A Swiss tournament with random results."""
    chance, past, drawn = Random(seed), Past(), list[Round]()
    points = dict.fromkeys(range(entrants), 0.0)
    for _ in range(rounds):
        order = sorted(points, key=lambda number: -points[number])
        drawn.append(swiss(order, points, past, seats, 2))
        past.add(drawn[-1])
        for table in drawn[-1].tables:
            for entrant, share in zip(table, beaten(chance.sample(range(1, len(table) + 1), len(table))), strict=True):
                points[entrant] += share
    return past, drawn


@given(entrants=st.integers(2, 40), seats=st.integers(2, 5), least=st.integers(2, 5))
def test_tables_are_few_and_even_and_never_too_small(entrants: int, seats: int, least: int) -> None:
    found = sizes(entrants, seats, min(least, seats))
    assert all(min(least, seats) <= size <= seats for size in found)
    assert 0 <= entrants - sum(found) < seats
    assert not found or max(found) - min(found) <= 1


@settings(max_examples=25)
@given(entrants=st.integers(2, 33), seats=st.integers(2, 5), seed=st.integers(0, 999))
def test_in_a_swiss_system_everybody_plays_once_a_round_and_sits_evenly(entrants: int, seats: int, seed: int) -> None:
    past, drawn = played_by_chance(5, entrants, seats, seed)
    for one in drawn:
        there = [entrant for table in one.tables for entrant in table] + list(one.out)
        assert sorted(there) == list(range(entrants))
    assert max(past.out.values(), default=0) - min((past.out[n] for n in range(entrants)), default=0) <= 1
    assert max(past.sat[n, 0] for n in range(entrants)) <= 4


def test_nobody_meets_again_while_there_are_others_and_equals_meet() -> None:
    past, drawn = played_by_chance(5, 64, 4, seed=3)
    assert max(past.met.values()) == 1
    assert len(drawn[0].tables) == 16
    order = list(range(8))
    first = swiss(order, dict.fromkeys(order, 0.0), Past(), 4, 2)
    assert {frozenset(table) for table in first.tables} == {frozenset({0, 2, 4, 6}), frozenset({1, 3, 5, 7})}
    past = Past()
    past.add(Round(((0, 4), (1, 5), (2, 6), (3, 7))))
    points = {n: float(n < 4) for n in order}
    assert {frozenset(table) for table in swiss(order, points, past, 2, 2).tables} == {
        frozenset(pair) for pair in ((0, 1), (2, 3), (4, 5), (6, 7))}


@pytest.mark.parametrize(("entrants", "seats", "most"), [(8, 2, 7), (7, 2, 7), (9, 3, 5), (16, 4, 9), (10, 5, 6)])
def test_in_an_all_play_all_everybody_meets_everybody(entrants: int, seats: int, most: int) -> None:
    past, number = Past(), 0
    while not all_met(range(entrants), past):
        past.add(round_robin(range(entrants), past, number, seats, 2))
        number += 1
    assert rounds_needed(entrants, seats) <= number <= most
    if seats == 2:
        assert all(past.met[pair] == 1 for pair in combinations(range(entrants), 2))


def test_who_comes_late_meets_everybody_all_the_same() -> None:
    past = Past()
    for number in range(3):
        past.add(round_robin(range(6), past, number, 2, 2))
    number = 3
    while not all_met(range(7), past):
        past.add(round_robin(range(7), past, number, 2, 2))
        number += 1
    assert number <= 12


def test_points_first_then_opponents_wins_share_and_the_lot() -> None:
    games = [Game((1, 2), (1, 2), (10, 5)), Game((3, 4), (1, 2), (9, 8)),
             Game((1, 3), (1, 1), (7, 7)), Game((2, 4), (1, 2), (6, 1))]
    rows = standings("t", (1, 2, 3, 4, 5), games, [5])
    assert [(row.entrant, row.points) for row in rows] == [(1, 1.5), (3, 1.5), (2, 1.0), (5, 0.5), (4, 0.0)]
    first, second = rows[:2]
    assert (first.opponents, second.opponents) == (2.5, 1.5)  # 1 has met 2 and 3, 3 has met 4 and 1
    assert first.wins == second.wins == 1.5
    assert standings("t", (1, 2), []) == standings("t", (2, 1), [])  # the lot is drawn once
    assert {tuple(row.entrant for row in standings(name, (1, 2), [])) for name in "abcdefgh"} == {(1, 2), (2, 1)}
    assert beaten([2, 1, 2]) == [0.25, 1.0, 0.25]


# ------------------------------------------------------------ at a server


async def made(host: Client, **more: Any) -> str:
    """A new tournament of the host."""
    asked = {"name": "Spring", "game": "el_grande", "seats": 2, "options": {"short": True},
             "clock": {"kind": "slow", "move_ms": 86_400_000}}
    answer = await host.post("/api/tournaments", **asked | more)
    return str(answer["tournament"]["id"])


@pytest.mark.anyio
async def test_people_enter_withdraw_and_come_late(served: Served) -> None:
    ada, bea, cid, dan = [await served.person(name) for name in ("Ada", "=Bea", "Cid", "Dan")]
    id_ = await made(ada, rounds=2)
    path = f"/api/tournaments/{id_}"
    with pytest.raises(ServerRefused, match="At least two"):
        await ada.post(f"{path}/start")
    for person in (ada, bea, cid):
        await person.post(f"{path}/join")
    with pytest.raises(ServerRefused, match="already"):
        await bea.post(f"{path}/join")
    with pytest.raises(ServerRefused, match="made the tournament"):
        await bea.post(f"{path}/start")
    await cid.post(f"{path}/withdraw")  # as if one had never come
    assert len((await ada.get(path))["entrants"]) == 2
    await cid.post(f"{path}/join")
    found = await ada.post(f"{path}/start")
    [first] = found["rounds"]
    assert len(first["tables"]) == len(first["out"]) == 1
    # Nobody else can sit down at its tables
    assert (await dan.get("/api/tables", status="open"))["tables"] == []
    late = await dan.post(f"{path}/join")
    assert late["entrants"][-1]["first"] == 2
    people = {"Ada": ada, "=Bea": bea, "Cid": cid}
    away, there = (people[found["entrants"][n - 1]["user"]["name"]] for n in first["tables"][0]["entrants"])
    table = first["tables"][0]["table"]
    with pytest.raises(ServerRefused, match="withdraw from the tournament"):
        await away.post(f"/api/tables/{table}/leave")
    await away.post(f"{path}/withdraw")  # gives the game up as soon as it begins: a bot plays on
    for person in (away, there):
        await person.post(f"/api/tables/{table}/seed", seed="mine")
    async with there.sit(table) as socket:
        await play_out(socket)

    async def second() -> bool:
        return len((await ada.get(path))["rounds"]) == 2

    await until(second)
    found = await ada.get(path)
    assert found["standings"][0]["points"] == 1.0
    names = {one["number"]: one["user"]["name"] for one in found["entrants"]}
    drawn = [*found["rounds"][1]["out"], *(n for one in found["rounds"][1]["tables"] for n in one["entrants"])]
    assert {names[n] for n in drawn} == {"Ada", "=Bea", "Cid", "Dan"} - {away.user["name"]}
    async with httpx.AsyncClient(base_url=served.url) as http:
        lines = (await http.get(f"{path}/results")).text.splitlines()
        records = zipfile.ZipFile(io.BytesIO((await http.get(f"{path}/records")).content))
        listed = (await http.get("/api/tournaments", params={"status": "running"})).json()["tournaments"]
    assert lines[0].startswith("place,name,points")
    assert any(",'=Bea," in line for line in lines)
    assert len(records.read("games.jsonl").splitlines()) == 1
    assert [one["id"] for one in listed] == [id_]
    await dan.request("DELETE", "/api/account", {})
    assert [one["last"] for one in (await ada.get(path))["entrants"] if one["user"] is None] == [2]
    await ada.post(f"{path}/close")
    assert (await ada.get(path))["tournament"]["status"] == "closed"
    with pytest.raises(ServerRefused, match="called off"):
        await there.post(f"{path}/withdraw")


@pytest.mark.anyio
async def test_a_list_costs_the_same_however_many_take_part(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await lone.person("Ada")
    ids = [await made(ada, system=system, seats=4, rounds=3) for system in ("swiss", "round_robin")]
    for id_ in ids:
        await ada.post(f"/api/tournaments/{id_}/bots", level="random", count=40)
    whole = [await ada.get(f"/api/tournaments/{id_}") for id_ in ids]
    read: list[int] = []
    rows = Database.rows

    async def counted(self: Database, *given: Any) -> Any:
        found = await rows(self, *given)
        read.append(len(found))
        return found

    monkeypatch.setattr(Database, "rows", counted)
    listed = (await ada.get("/api/tournaments"))["tournaments"]
    assert sorted(listed, key=lambda one: ids.index(one["id"])) == [one["tournament"] for one in whole]
    assert max(read) < 10


@pytest.mark.anyio
async def test_a_tournament_costs_what_it_takes_to_read_it(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bea = [await lone.person(name) for name in ("Ada", "Bea")]
    id_ = await made(ada, rounds=1)
    for person in (ada, bea):
        await person.post(f"/api/tournaments/{id_}/join")
    await ada.post(f"/api/tournaments/{id_}/start")
    taken: list[float] = []
    monkeypatch.setattr(lone.house.pace, "take", lambda place, cost: taken.append(cost) or 0.0)
    for path in ("", "/rounds", "/results"):
        taken.clear()
        await ada.http.get(f"/api/tournaments/{id_}{path}")
        assert TABLE in taken


@pytest.mark.anyio
async def test_rounds_come_page_by_page(lone: Served) -> None:
    host = await lone.person("Ada")
    id_ = await made(host, rounds=9)
    path = f"/api/tournaments/{id_}"
    await host.post(f"{path}/bots", level="random", count=2)
    await host.post(f"{path}/start")

    async def over() -> bool:
        return bool((await host.get(path))["tournament"]["status"] == "over")

    await until(over)
    found = await host.get(path)
    assert ([one["number"] for one in found["rounds"]], found["earlier"]) == ([4, 5, 6, 7, 8, 9], 4)
    rest = await host.get(f"{path}/rounds", before=found["earlier"], limit=2)
    assert ([one["number"] for one in rest["rounds"]], rest["earlier"]) == ([2, 3], 2)
    last = await host.get(f"{path}/rounds", before=rest["earlier"], limit=2)
    assert ([one["number"] for one in last["rounds"]], last["earlier"]) == ([1], None)
    assert (await host.get(f"{path}/rounds", before=1))["rounds"] == []


@pytest.mark.anyio
async def test_a_backup_from_the_middle_is_played_to_the_end_elsewhere(settings: Settings, tmp_path: Path) -> None:
    async with serving(settings) as served:
        host = await served.person("Ada")
        id_ = await made(host, seats=2, rounds=1)
        await host.post(f"/api/tournaments/{id_}/bots", level="random", count=4)
        begun = await host.post(f"/api/tournaments/{id_}/start")
        await _back_up(settings, tmp_path / "backup")
    other = usual(tmp_path / "other", "")
    await _restore(other, tmp_path / "backup")
    async with serving(other) as served, httpx.AsyncClient(base_url=served.url) as http:

        async def over() -> bool:
            return bool((await http.get(f"/api/tournaments/{id_}")).json()["tournament"]["status"] == "over")

        await until(over)
        found = (await http.get(f"/api/tournaments/{id_}")).json()
    tables = [[one["table"] for one in drawn["tables"]] for drawn in found["rounds"]]
    assert tables == [[one["table"] for one in drawn["tables"]] for drawn in begun["rounds"]]
    assert sum(row["points"] for row in found["standings"]) == 2


@pytest.mark.anyio
@pytest.mark.slow
async def test_64_come_to_the_end_though_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    """64 bots, and a person on whom both rounds wait: the server dies in the middle of either, and
    between them.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    program = Program(["serve", "--port", str(port)], environment(usual(tmp_path, "")), tmp_path / "server.log")
    host = Client(url, patience=300)

    async def die() -> None:
        program.kill()
        program.start()
        await program.answers(url)

    async def shown(wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with asyncio.timeout(600):
            while not wanted(found := await host.get(f"/api/tournaments/{id_}")):
                await asyncio.sleep(0.1)
            return dict(found)

    def over(found: dict[str, Any], number: int) -> int:
        """How many games of a round are over."""
        return sum(one["places"] is not None for drawn in found["rounds"][number:number + 1] for one in drawn["tables"])

    program.start()
    try:
        await program.answers(url)
        await host.guest()
        id_ = await made(host, seats=4, rounds=2)
        await host.post(f"/api/tournaments/{id_}/join")
        await host.post(f"/api/tournaments/{id_}/bots", level="random", count=64)
        await host.post(f"/api/tournaments/{id_}/start")
        for number in (0, 1):
            await shown(lambda found, number=number: over(found, number) > 0)
            await die()
            found = await shown(lambda found, number=number: over(found, number) == 16)
            assert found["tournament"]["status"] == "running"
            [own] = [one for one in (await host.get("/api/tables/mine"))["tables"] if one["status"] != "over"]
            # Who waits long enough finds that it has begun without a seed
            with suppress(ServerRefused):
                await host.post(f"/api/tables/{own['id']}/seed", seed="of my own")
            await host.post(f"/api/tables/{own['id']}/leave")  # a bot plays on, and the round ends
            if number == 0:
                await die()
        found = await shown(lambda found: found["tournament"]["status"] == "over")
    finally:
        program.kill()
    assert [len(drawn["tables"]) for drawn in found["rounds"]] == [17, 17]
    games = [one for drawn in found["rounds"] for one in drawn["tables"]]
    assert len({one["table"] for one in games}) == 34
    assert all(one["status"] == "over" for one in games)
    assert [row["games"] for row in found["standings"]] == [2] * 65
    assert sum(row["points"] for row in found["standings"]) == pytest.approx(65)
