"""Making tables and sitting down at them."""
from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from ... import bots
from ...kernel import BadOptions
from ...match.chance import SCHEME
from ...match.fairness import commitment
from ..cleaning import clean
from ..errors import Refused
from ..games import clash, known
from ..people.ids import new_id
from ..people.person import Person
from ..storage.entries import Entry, Taken
from .acting import entry, leave
from .clocks import DAY_MS, Clock
from .entrusting import stays_casual
from .live import Live
from .pinning import rules_version
from .rights import is_invited
from .table import Config, Table
from .terms import check_rated, obstacle

if TYPE_CHECKING:
    from .home import Home

BANK = (10_000, 24 * 3_600_000)
INCREMENT = (0, 3_600_000)
MOVE = (60_000, 30 * DAY_MS)


def checked_level(level: str | None, field: str = "body.level") -> str:
    """A bot's level; Refused if there is none with that name."""
    try:
        bots.Level.read(level or "simple")
    except bots.BadLevel:
        raise Refused("bad_request", "bad_level", field=field) from None
    return level or "simple"


def checked_clock(clock: Clock) -> Clock:
    """A clock with valid times."""
    if clock.kind == "live":
        _within("bank_ms", clock.bank_ms, BANK)
        _within("increment_ms", clock.increment_ms, INCREMENT)
        return Clock("live", clock.bank_ms, clock.increment_ms)
    if clock.kind == "slow":
        _within("move_ms", clock.move_ms, MOVE)
        return Clock("slow", move_ms=clock.move_ms)
    return Clock()


def _within(name: str, value: int, bounds: tuple[int, int]) -> None:
    if not bounds[0] <= value <= bounds[1]:
        raise Refused("bad_request", "out_of_range", field=f"body.clock.{name}", low=bounds[0], high=bounds[1])


def checked_options(game: str, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """The options with their defaults; Refused says what is unknown or contradictory."""
    found = known(game)
    low, high = found.seats
    if not low <= players <= high:
        raise Refused("bad_request", "out_of_range", field="body.players", low=low, high=high)
    options = with_clean_texts(options)
    try:
        found.configured(players, options)
        return found.checked(options)
    except BadOptions as error:
        field, _, message = str(error).partition(": ")
        refused, otherwise = error, message[:1].upper() + message[1:] + "."
        raise Refused("bad_request", field=f"body.{field}", text=lambda lang: clash(game, refused, lang) or otherwise) from None


def with_clean_texts(options: dict[str, Any]) -> dict[str, Any]:
    """Options in which the names of people's own cards are as others may read them.

    >>> with_clean_texts({"own_cards": [{"name": "The\u202e \u3164Duke", "value": 11}], "short": True})
    {'own_cards': [{'name': 'The Duke', 'value': 11}], 'short': True}
    """
    return {name: [_cleaned(entry) for entry in value] if isinstance(value, list) else value for name, value in options.items()}


def _cleaned(entry: Any) -> Any:
    if not isinstance(entry, dict):
        return entry
    return {slot: clean(value) if isinstance(value, str) else value for slot, value in entry.items()}


def check_host(table: Table, person: Person) -> None:
    """Refused unless somebody has made a table that still waits."""
    if table.host != person.id:
        raise Refused("forbidden", "not_host")
    if table.status != "open":
        raise Refused("conflict", f"status_{table.status}")


class Sitting:
    """What people do before a game begins and after it has ended."""

    def __init__(self, house: Home) -> None:
        self.house = house

    async def create(self, person: Person, asked: dict[str, Any]) -> Live:
        """A new table; it starts at once if no seat is open."""
        players: int = asked["players"]
        known(asked["game"])
        mine = seed_or_due(asked.get("seed"), bool(asked.get("seed_later")))
        seats = self._seats(person, players, asked.get("seats"), bool(asked.get("hotseat")), mine)
        options = checked_options(asked["game"], players, asked.get("options") or {})
        secret = new_secret()
        config = Config(asked["game"], players, options, rules_version(asked["game"]), commitment(secret),
                        asked.get("name") or "", checked_clock(asked.get("clock") or Clock()), asked.get("listed", True),
                        asked.get("spectators", True), bool(asked.get("rated")), bool(asked.get("hotseat")),
                        asked.get("help", True), bool(asked.get("ask_ready")),
                        delay=asked.get("delay", 0) if asked.get("spectators", True) else 0,
                        cards_here=bool(asked.get("cards_here")))
        check_rated(config, (s["kind"] for s in seats))
        if config.cards_here and (not stays_casual(config) or {"person", "bot"} != {s["kind"] for s in seats}):
            raise Refused("conflict", "cards_here", field="body.cards_here")
        wished: str | None = asked.get("id")  # some clients choose ids that others could guess
        table = Table(table_id(person.id, wished and self.house.private(wished)), secret, new_id())
        body = {"config": msgspec.to_builtins(config), "seats": seats}
        ready = all(seat["kind"] != "open" and not seat.get("seed_due") for seat in seats)
        try:
            return await self.house.hall.create(table, Entry(1, "create", self.house.now(), None, person.id, body),
                                                [self._starting(person.id, "simple")] if ready else [])
        except Taken:  # the same request again: its answer was lost
            return await self.house.hall.get(table.id)

    def _seats(self, person: Person, players: int, wished: list[dict[str, Any]] | None, hotseat: bool,
               seed: dict[str, Any]) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = wished if wished is not None else [
            {"kind": "me"}, *({"kind": "me" if hotseat else "open"} for _ in range(players - 1))]
        if len(rows) != players:
            raise Refused("bad_request", "seats_count", field="body.seats", n=players)
        mine = sum(1 for row in rows if row["kind"] == "me")
        if mine != 1 and not (hotseat and mine > 1):
            raise Refused("bad_request", "seats_me", field="body.seats")
        seats: list[dict[str, Any]] = []
        for i, row in enumerate(rows):
            if row["kind"] == "me":
                seats.append({"kind": "person", "user": person.id, "name": row.get("name") or ""} | seed)
            elif row["kind"] == "bot":
                seats.append({"kind": "bot", "level": checked_level(row.get("level"), f"body.seats.{i}.level")})
            else:
                seats.append({"kind": "open"})
        return seats

    async def play_now(self, person: Person, asked: dict[str, Any]) -> Live:
        """A running table against bots, in one request."""
        low, high = known(asked["game"]).seats
        players = asked.get("players") or min(max(4, low), high)
        mine = asked.get("seat")
        if mine is None:
            mine = secrets.randbelow(max(players, 1))
        if not 0 <= mine < players:
            raise Refused("bad_request", "bad_seat", field="body.seat")
        level = checked_level(asked.get("level"))
        seats = [{"kind": "me"} if i == mine else {"kind": "bot", "level": level} for i in range(players)]
        return await self.create(person, asked | {"players": players, "seats": seats, "listed": False})

    async def join(self, live: Live, person: Person, seat: int | None, invite: str | None, seed: str | None,
                   name: str | None, seed_later: bool = False, id_: str | None = None) -> None:
        """Sit down; the game starts when the last seat is taken.  With the same `id_` again,
        once.
        """
        key = None if id_ is None else f"{person.id}:{id_}"
        await self._not_blocked(live, person)

        def build(table: Table) -> Entry:
            if table.status != "open":
                raise Refused("conflict", f"status_{table.status}")
            if person.id in table.put_out:
                raise Refused("forbidden", "put_out")
            if not table.config.listed and not is_invited(table, person.id, invite):
                raise Refused("forbidden", "not_invited", field="body.invite")
            if table.seats_of(person.id) and not table.config.hotseat:
                raise Refused("conflict", "seated_already")
            free = [i for i, s in enumerate(table.seats) if s.kind == "open"]
            if seat is not None and seat not in free:
                raise Refused("conflict", "seat_taken", field="body.seat")
            if not free:
                raise Refused("conflict", "no_seat")
            body = seed_or_due(seed, seed_later) | ({"name": name} if name and table.config.hotseat else {})
            return entry(table, "join", self.house.now(), free[0] if seat is None else seat, person.id, key, **body)

        await self.house.hall.act(live.table.id, build, key)
        await self.begin_when_ready(live)

    async def add_seed(self, live: Live, person: Person, seed: str) -> None:
        """A person who sits at a table, and has seen its commitment, adds a seed; it cannot be
        changed afterwards.
        """
        def build(table: Table) -> Entry:
            if table.status != "open":
                raise Refused("conflict", f"status_{table.status}")
            mine = table.seats_of(person.id)
            if not mine:
                raise Refused("forbidden", "not_seated")
            if all(table.seats[i].seed is not None for i in mine):
                raise Refused("conflict", "seed_given", field="body.seed")
            return entry(table, "seed", self.house.now(), None, person.id, seed=seed)

        await self.house.hall.act(live.table.id, build)
        await self.begin_when_ready(live)

    async def begin_when_ready(self, live: Live) -> None:
        """Begin as soon as everybody and everything is there."""
        if live.table.ready:
            await self._start(live.table.id, None, "simple")

    async def _not_blocked(self, live: Live, person: Person) -> None:
        """Who blocked whom does not matter: they do not meet."""
        others = [u for u in live.table.people() if u != person.id]
        if await self.house.hall.shelf.apart(person.id, others):
            raise Refused("forbidden", "blocked")

    async def set_seat(self, live: Live, person: Person, seat: int, kind: str, level: str | None) -> None:
        """The host puts a bot on a seat, or clears it."""
        chosen = checked_level(level) if kind == "bot" else None

        def build(table: Table) -> Entry:
            check_host(table, person)
            if not 0 <= seat < len(table.seats):
                raise Refused("bad_request", "bad_seat", field="body.seat")
            if table.seats[seat].user == person.id:
                raise Refused("conflict", "own_seat")
            if kind == "bot" and table.config.rated:
                raise Refused("conflict", "rated_bots", field="body.kind")
            return entry(table, "seats", self.house.now(), seat, person.id, kind=kind, level=chosen)

        await self.house.hall.act(live.table.id, build)
        await self.begin_when_ready(live)

    async def start(self, live: Live, person: Person, level: str | None) -> None:
        """The host begins; open seats become bots."""
        chosen = checked_level(level)
        if live.table.status == "open" or live.table.host != person.id:
            check_host(live.table, person)
        await self._start(live.table.id, person.id, chosen)

    def _starting(self, user: str | None, level: str) -> Callable[[Table], Entry]:
        """Begin the game if nothing prevents it."""
        def build(table: Table) -> Entry:
            if table.status != "open":
                raise Refused("conflict", f"status_{table.status}")
            if user is None and not table.ready:
                raise Refused("stale", more={"version": table.version})
            if table.config.rated and any(s.kind == "open" for s in table.seats):
                raise Refused("conflict", "rated_open")
            if any(table.seats[i].user != user for i in table.unready()):
                raise Refused("conflict", "not_ready")
            return entry(table, "start", self.house.now(), None, user, level=level, chance=SCHEME)

        return build

    async def _start(self, id_: str, user: str | None, level: str) -> None:
        try:
            await self.house.hall.act(id_, self._starting(user, level))
        except Refused:
            if user is not None:
                raise

    async def rematch(self, live: Live, person: Person, seed_later: bool = False) -> tuple[Live, bool]:
        """A rematch; the first to ask makes the table (True), the others get it."""
        old = live.table
        if not old.seats_of(person.id):
            raise Refused("forbidden", "not_seated")
        if old.status != "over":
            raise Refused("conflict", "not_over")
        if old.rematch is None:
            made = await self._again(old, person, seed_later)

            def build(table: Table) -> Entry:
                if table.rematch is not None:
                    raise Refused("stale", more={"version": table.version})
                return entry(table, "rematch", self.house.now(), None, person.id, table=made.table.id)

            try:
                await self.house.hall.act(old.id, build)
            except Refused:  # somebody was faster: theirs counts
                await self.house.hall.act(made.table.id, lambda t: entry(t, "close", self.house.now(), None, person.id))
            else:
                if made.table.ready:
                    await self._start(made.table.id, person.id, "simple")
                return made, True
        new = await self.house.hall.get(live.table.rematch or "")
        return new, False

    async def leave_all(self, user: str) -> None:
        """Somebody leaves for good: leave the tables that wait, resign from the games that run."""
        def build(table: Table) -> Entry:
            return leave(table, user, True, self.house.settings.standin, self.house.now(), None)

        for id_ in await self.house.hall.shelf.unfinished(user):
            with suppress(Refused):  # it has ended meanwhile, or was already given up
                await self.house.hall.act(id_, build)

    async def _again(self, old: Table, person: Person, seed_later: bool) -> Live:
        """An open table with the asker and the bots on the next seats; the others' seats wait for
        them.
        """
        config = msgspec.structs.replace(old.config, rules=rules_version(old.config.game), listed=False,
                                          tournament="")
        secret = new_secret()
        rated = old.config.rated and obstacle(old.config, (s.kind for s in old.seats)) is None
        config = msgspec.structs.replace(config, commitment=commitment(secret), rated=rated, ask_ready=False, daily="")
        turned = [*old.seats[1:], old.seats[0]]
        seats: list[dict[str, Any]] = []
        for s in turned:
            if s.kind == "bot":
                seats.append({"kind": "bot", "level": s.level})
            elif s.user == person.id:
                seats.append({"kind": "person", "user": s.user, "name": s.name} | seed_or_due(None, seed_later))
            else:
                seats.append({"kind": "open"})
        # People with the old link, or who were removed, need the new one
        table = Table(new_id(), secret, new_id())
        body = {"config": msgspec.to_builtins(config), "seats": seats}
        return await self.house.hall.create(table, Entry(1, "create", self.house.now(), None, person.id, body))


def table_id(person: str, id_: str | None) -> str:
    """The id of a new table; the same for the same request of a person, so that it is not made
    twice.
    """
    if id_ is None:
        return new_id()
    return urlsafe_b64encode(blake2b(f"{person}:{id_}".encode(), digest_size=16).digest()).decode().rstrip("=")


def new_secret() -> bytes:
    """The secret from which all draws of a match follow; nobody can predict it."""
    return secrets.token_bytes(32)


def seed_or_due(seed: str | None, later: bool) -> dict[str, Any]:
    """What an entry says of the seed of somebody who sits down: the seed itself, or that it will
    come.
    """
    if seed:
        return {"seed": seed}
    return {"seed_due": True} if later else {}
