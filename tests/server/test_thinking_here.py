"""Bots that think on their opponent's device: who is asked, what is sent, and who takes over."""
from __future__ import annotations

import asyncio
import copy
import random
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from server.helping import Served, until

from tafelrunde.kernel import seed_generator
from tafelrunde.match.match import Match
from tafelrunde.server.bots import devices
from tafelrunde.server.client import Client, ServerRefused, TableSocket
from tafelrunde.server.house import House
from tafelrunde.server.people.ratings import subjects
from tafelrunde.server.tables.table import Table

pytestmark = pytest.mark.anyio
FOREVER = 1000.0
LEVEL = "strong:12nodes"


class Page:
    """A page at a table that has offered to think; the test chooses its answers."""

    def __init__(self, socket: TableSocket) -> None:
        self.socket = socket
        self.asked: list[dict[str, Any]] = []
        socket.listener = self.hear

    def hear(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame)
        if message["type"] == "think":
            self.asked.append(message)

    async def offer(self, game: str = "el_grande") -> None:
        await self.socket.say("offer", kernel=devices.kernel_of(game))
        # Heard by then: messages are taken in their order
        await self.socket.ask("why_not", action="done")

    async def question(self, n: int) -> dict[str, Any]:
        """The n-th question, from 1."""
        await self.socket.until(lambda: len(self.asked) >= n)
        return self.asked[n - 1]

    async def thought(self, asked: dict[str, Any], action: int | None = None) -> None:
        chosen = asked["choices"][0] if action is None else action
        await self.socket.say("thought", ref=asked["ref"], action=chosen)

    async def refusal(self, asked: dict[str, Any], action: int) -> ServerRefused:
        with pytest.raises(ServerRefused) as error:
            await self.socket.ask("thought", ref=asked["ref"], action=action)
        return error.value

    async def play(self, decisions: int, chooser: random.Random, answers: bool = True) -> None:
        """Play on for some decisions, the first choice for every bot."""
        socket, done = self.socket, len(self.asked)
        while not socket.state["over"] and socket.state["decisions"] < decisions:
            await socket.until(lambda d=done: bool(socket.state["legal"] or socket.state["over"] or len(self.asked) > d))
            if len(self.asked) > done:
                done = len(self.asked)
                if answers:
                    await self.thought(self.asked[-1])
            elif socket.state["legal"]:
                version = await socket.act(chooser.choice(socket.state["legal"]))
                await socket.until(lambda v=version: socket.state["version"] >= v)

    def deciders(self) -> set[str]:
        mine = self.socket.state["mine"]
        return {step["by"] for step in self.socket.steps if step["kind"] == "decide" and step["seat"] not in mine}


@asynccontextmanager
async def sitting(served: Served, ada: Client, **more: Any) -> Any:
    """A page at a table of one person against bots."""
    table = await served.table(ada, **{"bots": 2, "level": LEVEL} | more)
    async with ada.sit(table) as socket:
        yield Page(socket)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer is ever too late here: if the game goes on without one, there is another reason."""
    monkeypatch.setattr(devices, "WITHIN", FOREVER)


async def steps(page: Page) -> list[dict[str, Any]]:
    return [step for step in page.socket.steps if step["kind"] == "decide"]


# ------------------------------------------------------------ what is told


@pytest.mark.parametrize("options", [{"short": True}, {"edition": "1995", "short": True},
                                     {"modules": ["new_regent"], "alternatives": ["grand_strategy", "veto", "secret_ballot"]}])
async def test_every_byte_is_the_same_in_all_worlds_that_the_person_thinks_possible(
        lone: Served, patient: None, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> None:
    told: list[tuple[Table, tuple[Any, ...], dict[str, Any]]] = []
    original = devices.question

    def noted(table: Table, seat: int, level: str, seed: int, helper: Any) -> dict[str, Any] | None:
        asked = original(table, seat, level, seed, helper)
        for twin in possible(table, 0):
            assert original(twin, seat, level, seed, helper) == asked, "whether and what is asked tells nothing"
        if asked is not None:
            told.append((table, (seat, level, seed), asked))
        return asked

    monkeypatch.setattr(devices, "question", noted)
    ada = await lone.person("Ada")
    async with sitting(lone, ada, options=options) as page:
        await page.offer()
        await page.play(60, random.Random(1))
        heard = [{k: v for k, v in asked.items() if k not in ("type", "ref")} for asked in page.asked]
        assert heard == [msgspec.json.decode(msgspec.json.encode(asked)) for *_, asked in told[:len(heard)]]
        assert len(heard) > 10
        assert "device" in page.deciders()


def possible(table: Table, person: int) -> list[Table]:
    """Tables that differ from one in nothing that the person may know."""
    found: list[Table] = []
    for world in range(3):
        twin, match = copy.copy(table), table.match
        assert match is not None
        twin.match = Match(match.game, match.state.clone(), None, {})
        twin.match.state.rng = seed_generator(world)
        match.game.law.resample(twin.match.state, person)
        twin.match.history, twin.match._decided = match.history, match.decisions
        found.append(twin)
    return found


async def test_a_secret_answer_is_never_left_to_the_device(lone: Served, patient: None) -> None:
    ada = await lone.person("Ada")
    async with sitting(lone, ada, options={"short": True}) as page:
        await page.offer()
        await page.play(10_000, random.Random(3))
        secret = {a for a in range(len(catalogue()))  # what is dialled, regained or passed on
                  if catalogue().verb_of[a].secret}
        assert page.socket.state["over"]
        assert not any(secret & set(asked["choices"]) for asked in page.asked)
        dialled = [s for s in await steps(page) if s["seat"] != 0 and (s["action"] or "").startswith("dial")]
        assert dialled
        assert {s["by"] for s in dialled} == {"bot"}


def catalogue() -> Any:
    import tafelrunde

    return tafelrunde.game("el_grande").actions


# ------------------------------------------------------------ who is asked


async def test_other_titles_are_asked_only_at_a_table_that_is_made_for_it(lone: Served, patient: None) -> None:
    ada = await lone.person("Ada")
    for game in ("rheinlaender", "toledo", "king_and_intriguer"):
        more = {"options": {"turn_cap": "25"}} if game == "toledo" else {"options": {}}
        async with sitting(lone, ada, game=game, level="random", **more) as page:
            assert page.socket.table["thinking"] == "server"
            await page.offer(game)
            await page.play(25, random.Random(1))
            assert page.asked == []
        async with sitting(lone, ada, game=game, cards_here=True, **more) as page:
            assert page.socket.table["thinking"] == "all"
            await page.offer(game)
            await page.play(25, random.Random(1))
            assert page.asked
            assert "device" in page.deciders()


async def test_games_that_concern_others_never_ask(lone: Served, patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bela = await lone.person("Ada"), await lone.person("Bela")
    tables = [await lone.table(ada, bela, bots=1, level="simple"),
              (await ada.post("/api/tables", game="el_grande", players=3, hotseat=True, options={"short": True},
                              seats=[{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "level": "simple"}]))["id"],
              (await ada.post("/api/daily/el_grande"))["id"]]
    for table in tables:
        async with ada.sit(table) as socket, bela.sit(tables[0]) as other:
            assert socket.table["thinking"] == "server"
            page, theirs = Page(socket), Page(other)
            await page.offer()
            await theirs.offer() if table == tables[0] else None
            for _ in range(12):
                await socket.until(lambda s=socket, o=other: bool(s.state["legal"] or o.state["legal"]))
                mover = socket if socket.state["legal"] else other
                version = await mover.act(mover.state["legal"][0], seat=mover.state["pending"][0])
                await mover.until(lambda v=version, m=mover: m.state["version"] >= v)
                if socket.state["mine"] != [0] and (seat := next((p for p in socket.state["pending"] if p < 2), None)) is not None:
                    await socket.say("look", seat=seat)
                    await socket.until(lambda s=socket, p=seat: s.state["seat"] == p)
            assert page.asked == theirs.asked == []


async def test_only_who_plays_alone_and_casually_may_have_the_cards(lone: Served) -> None:
    ada = await lone.person("Ada")
    bot, me, free = {"kind": "bot", "level": "simple"}, {"kind": "me"}, {"kind": "open"}
    for more in ({"seats": [me, bot, free]}, {"seats": [me, me, bot], "hotseat": True}, {"seats": [me, free, free], "rated": True}):
        with pytest.raises(ServerRefused) as error:
            await ada.post("/api/tables", game="toledo", players=3, cards_here=True, **more)
        assert (error.value.code, error.value.field) == ("conflict", "body.cards_here")
    made = await ada.post("/api/play-now", game="toledo", players=3, cards_here=True)
    assert made["thinking"] == "all"


async def test_other_modules_and_weak_levels_are_not_asked(lone: Served, patient: None) -> None:
    ada = await lone.person("Ada")
    ours = devices.kernel_of("el_grande")
    for level, kernel in ((LEVEL, "0123"), ("random", ours), ("beginner", ours)):
        async with sitting(lone, ada, level=level) as page:
            await page.socket.say("offer", kernel=kernel)
            await page.play(12, random.Random(1))
            assert page.asked == []


async def test_a_reading_token_does_not_think_and_nobody_else_answers(lone: Served, patient: None) -> None:
    ada, eve = await lone.person("Ada"), await lone.person("Eve")
    reading = Client(lone.url, (await ada.post("/api/me/tokens", scope="read"))["token"])
    table = await lone.table(ada, bots=2, level=LEVEL)
    async with ada.sit(table) as socket, eve.sit(table) as watching, reading.sit(table) as looking:
        page = Page(socket)
        await page.offer()
        for other in (watching, looking):
            await other.say("offer", kernel=devices.kernel_of("el_grande"))
        await drawn_in(page)
        asked = await page.question(1)
        for other in (watching, looking):
            with pytest.raises(ServerRefused):
                await other.ask("thought", ref=asked["ref"], action=asked["choices"][0])
            assert not any(m["type"] == "think" for m in other.heard)
        before = socket.state["version"]
        await page.thought(asked)
        await socket.until(lambda: socket.state["version"] > before)


async def drawn_in(page: Page) -> None:
    """Play until a bot is asked."""
    chooser = random.Random(2)
    while not page.asked:
        await page.socket.until(lambda: bool(page.asked or page.socket.state["legal"]))
        if not page.asked:
            version = await page.socket.act(chooser.choice(page.socket.state["legal"]))
            await page.socket.until(lambda v=version: page.socket.state["version"] >= v)


# ------------------------------------------------------------ what an answer is worth


async def test_the_answer_is_played_and_the_tree_can_be_kept(served: Served, patient: None) -> None:
    ada = await served.person("Ada")
    async with sitting(served, ada) as page:
        assert page.socket.table["thinking"] == "open"
        await page.offer()
        await page.play(40, random.Random(1))
        for asked in page.asked[:-1]:
            names = {catalogue().name(asked["choices"][0])}
            made = [s for s in await steps(page) if s["by"] == "device" and s["seat"] == asked["seat"] and s["action"] in names]
            assert made
            assert (asked["iterations"], asked["milliseconds"]) == (12, None)
        assert any(asked["since"] for asked in page.asked), "some trees are of use for the next decision"
        for asked in page.asked:
            assert asked["since"] is None or asked["since"][0][0] == asked["seat"]
        live = await served.house.hall.get(page.socket.id)
        assert subjects(live.table) == {}, "such a game tells nothing about bots"


async def test_whoever_is_silent_is_asked_once(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "WITHIN", 0.05)
    ada = await lone.person("Ada")
    async with sitting(lone, ada) as page:
        await page.offer()
        await page.play(30, random.Random(1), answers=False)
        assert len(page.asked) == 1
        assert [m["ref"] for m in page.socket.heard if m["type"] == "enough"] == [page.asked[0]["ref"]]
        assert page.deciders() == {"bot"}
        assert (await page.refusal(page.asked[0], page.asked[0]["choices"][0])).code == "conflict", "late"
        await page.offer()
        await page.play(50, random.Random(1), answers=False)
        assert len(page.asked) == 2, "it may offer again"


async def test_a_hidden_page_is_not_waited_for(lone: Served, patient: None) -> None:
    ada = await lone.person("Ada")
    async with sitting(lone, ada) as page:
        await page.offer()
        await drawn_in(page)
        await page.socket.say("offer", kernel=None)
        await page.play(30, random.Random(1), answers=False)
        assert len(page.asked) == 1
        assert page.deciders() == {"bot"}


async def test_a_page_that_has_gone_is_not_waited_for(lone: Served, patient: None) -> None:
    ada = await lone.person("Ada")
    async with sitting(lone, ada) as page:
        await page.offer()
        await drawn_in(page)
        before = page.socket.state["version"]
        await page.socket.close()
        live = await lone.house.hall.get(page.socket.id)

        async def went_on() -> bool:
            return live.table.version > before and not live.table.bots_due

        await until(went_on)


async def test_nonsense_is_refused_and_the_server_decides(lone: Served, patient: None) -> None:
    ada = await lone.person("Ada")
    async with sitting(lone, ada) as page:
        await page.offer()
        await drawn_in(page)
        asked = page.asked[0]
        wrong = next(a for a in range(1000) if a not in asked["choices"])
        assert (await page.refusal(asked | {"ref": "another"}, asked["choices"][0])).code == "conflict"
        refused = await page.refusal(asked, wrong)
        assert (refused.code, refused.field) == ("conflict", "action")
        await page.play(30, random.Random(1), answers=False)
        assert len(page.asked) == 1, "it is not asked again"
        assert page.deciders() == {"bot"}


async def test_what_is_answered_twice_happens_once(lone: Served, patient: None) -> None:
    ada = await lone.person("Ada")
    async with sitting(lone, ada) as page:
        await page.offer()
        await drawn_in(page)
        asked, before = page.asked[0], page.socket.state["decisions"]
        await page.thought(asked)
        assert (await page.refusal(asked, asked["choices"][0])).code == "conflict"
        await page.socket.until(lambda: page.socket.state["decisions"] > before)
        made = [s for s in await steps(page) if s["by"] == "device"]
        assert len(made) == 1


async def test_an_answer_to_what_was_taken_back_is_forgotten(lone: Served, patient: None) -> None:
    ada = await lone.person("Ada")
    async with sitting(lone, ada) as page:
        await page.offer()
        await drawn_in(page)
        asked, socket = page.asked[0], page.socket
        if not any(step["kind"] == "decide" and step["seat"] == 0 for step in socket.steps):
            await page.thought(asked)  # the bots began
            while socket.state["undo"]["free"] is False:
                await page.play(socket.state["decisions"] + 1, random.Random(1))
            await drawn_in(page)
            asked = page.asked[-1]
        await socket.ask("undo", version=socket.state["version"])
        before = socket.state["decisions"]
        await page.thought(asked)
        await asyncio.wait_for(_idle(lone.house, socket.id), 60)
        assert socket.state["decisions"] == before
        assert socket.state["legal"], "it is Ada's turn again, and nothing was played on top"


async def _idle(house: House, table: str) -> None:
    while table in house.bots.running:
        await asyncio.sleep(0.01)
