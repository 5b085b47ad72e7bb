"""`Batch`: many games of one title at once, as arrays."""
from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import tafelrunde as tr

from ..kernel import seed_generator
from ..kernel.fields import all_allowed
from ..kernel.observing import Cell, schema, seats_in_use
from .asking import BatchError, IllegalInBatch, name_of, why_not
from .catalogue import Actions

KINDS = ("seat", "floats", "perfect", "perfect_floats")
"""The kinds of observations."""
MOST_SEED = 2**47
MOST_SAVED_SEED = 2**62
"""The highest first seed; games that restart continue beyond it."""


class Batch:
    """`n` games of a title in lockstep: one decision in every game at a time.

    Game i begins with the seed `seed + i`. If games restart, the next one in its place has a seed
    that is `n` higher. The same seeds and actions give the same games on every device and with any
    number of threads.

    `seat[i]` is who decides in game i (-1: it is over), `legal` what that seat may do.  After a
    step, `done[i]` says that game i has ended; `result[i]` is then each seat's share of the victory
    and `final[i]` its points.  `seat`, `done`, `seeds` and `legal_words` are the batch's own
    arrays, into which the next step writes: copy what you want to keep.
    """

    def __init__(self, title: str, players: int = 4, n: int = 1, options: Mapping[str, Any] | None = None, seed: int = 0,
                 device: str = "cpu", restart: bool = True, threads: int | None = None) -> None:
        self.game = tr.game(title)
        self.title = title
        if options is not None and not isinstance(options, Mapping):
            raise BatchError(f"options: names with their values, not {options!r}")
        self.options = dict(options or {})
        self.configured = self.game.configured(plain(players), self.options)
        self.players = self.configured.players
        self.seats_in_use = seats_in_use(self.configured)
        self.n = whole("n", n, 1, 2**31 - 1)
        if restart not in (True, False):
            raise BatchError(f"restart: True or False, not {restart!r}")
        self.restart = bool(restart)
        self.actions = Actions(self.game)
        if threads is not None:
            whole("threads", threads, 1, 4096)
        self.engine = self._engine(device, threads)
        self.steps = 0
        self.reset(seed)

    def _engine(self, device: str, threads: int | None) -> Any:
        arguments = (self.game, self.configured, self.seats_in_use.colours, self.n)
        if device == "cpu":
            from .cpu import Cpu

            return Cpu(*arguments, threads)
        if device == "cuda":
            from .cuda import Cuda

            return Cuda(*arguments)
        raise BatchError(f"device: 'cpu' or 'cuda', not {device!r}")

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None) -> None:
        """Begin every game; game i with the seed `seed + i`.

        Without a seed, the same games begin again.
        """
        if seed is not None:
            self.seed = whole("seed", seed, 0, MOST_SEED - 1)
        e = self.engine
        e.seeds[:] = self.seed + e.np.arange(self.n)
        e.generators[:] = seed_generator(self.seed) ^ e.np.arange(self.n)
        e.begin_all(self.restart)
        e.done[:] = False
        self.steps = 0

    def step(self, actions: Any) -> None:
        """One decision in every game: actions[i] is that of seat[i].

        The action of a finished game is ignored. IllegalInBatch names the first game whose action
        is illegal, and the rule; then no game has changed.
        """
        e = self.engine
        given = e.given(actions)
        i = e.first_illegal(given)
        if i >= 0:
            self._refuse(i, int(given[i]))
        e.advance(given, self.restart)
        self.steps += 1

    def _refuse(self, i: int, action: int) -> None:
        seat = int(self.engine.seats[i])
        reason = why_not(self.game, self.perfect_state(i), seat, action)
        raise IllegalInBatch(i, name_of(self.game, action), seat, reason)

    def random_actions(self) -> Any:
        """A legal action for every game, each equally likely, from generators of the batch's
        own.
        """
        return self.engine.choose()

    # ------------------------------------------------------------ looking

    @property
    def seat(self) -> Any:
        """The seat that decides in every game; -1 if the game is over."""
        return self.engine.seats

    @property
    def done(self) -> Any:
        """Which games ended in the last step."""
        return self.engine.done

    @property
    def legal(self) -> Any:
        """The legal actions: one flag for every action of every game."""
        return self.engine.legal(self.engine.masks)

    @property
    def pending(self) -> Any:
        """All seats that must decide in every game, as sets; there are several only in simultaneous
        secret decisions.

        `seat` is the first of them; the others decide in the steps that follow, without learning
        anything.
        """
        return self.engine.whose(self._seats(0))[0]

    def legal_for(self, seat: Any) -> Any:
        """Like `legal`, for any seat of every game; all zeros if the seat is not pending."""
        return self.engine.legal(self.engine.whose(self._seats(seat))[1])

    @property
    def legal_words(self) -> Any:
        """The same in words of 32 bits: action a is bit a % 32 of word a // 32."""
        return self.engine.masks

    @property
    def seeds(self) -> Any:
        """The seed of every current game."""
        return self.engine.seeds

    @property
    def points(self) -> Any:
        """The points of every seat now, in the current games."""
        return self.engine.points()

    @property
    def final(self) -> Any:
        """The points of every seat in the games that have ended in the last step; 0 in the
        others.
        """
        e = self.engine
        return e.np.where(e.done[:, None], e.finals, 0)

    @property
    def result(self) -> Any:
        """Each seat's share of the victory in the games that ended in the last step; 0 in the
        others.
        """
        e = self.engine
        best = e.standings == e.standings.max(axis=1)[:, None]
        return (best / best.sum(axis=1)[:, None] * e.done[:, None]).astype(e.np.float32)

    def observe(self, kind: str = "seat", seat: Any = None) -> Any:
        """What a seat of every game may know, seen from it; by default the seat that decides.

        "seat": whole numbers, named by `schema`; "floats": the same between 0 and 1. "perfect" and
        "perfect_floats" show the whole state, for teachers; `perfect_schema` names their numbers.
        """
        if kind not in KINDS:
            raise BatchError(f"kind: one of {', '.join(KINDS)}; not {kind!r}")
        e, perfect = self.engine, kind.startswith("perfect")
        seats = e.np.maximum(e.seats, 0) if seat is None else self._seats(seat)
        seen = e.look(seats, len(self.perfect_schema if perfect else self.schema), perfect)
        if not kind.endswith("floats"):
            return seen
        low, scale = self._perfect_scale if perfect else self._scale
        return (seen - low) * scale

    @cached_property
    def schema(self) -> tuple[Cell, ...]:
        """Name, range and meaning of every number of `observe("seat")`."""
        return schema(self.game, self.configured)

    @cached_property
    def perfect_schema(self) -> tuple[Cell, ...]:
        """Name, range and meaning of every number of `observe("perfect")`."""
        return schema(self.game, self.configured, perfect=True)

    @cached_property
    def _scale(self) -> tuple[Any, Any]:
        return scale_of(self.schema, self.engine.np)

    @cached_property
    def _perfect_scale(self) -> tuple[Any, Any]:
        return scale_of(self.perfect_schema, self.engine.np)

    def _seats(self, seat: Any) -> Any:
        xp = self.engine.np
        seats = xp.broadcast_to(xp.asarray(seat), (self.n,)) if xp.ndim(seat) == 0 else xp.asarray(seat)
        if seats.shape != (self.n,) or seats.dtype.kind not in "iu":
            raise BatchError(f"seat: one seat, or one for each of {self.n} games, not {seats.dtype} of shape {seats.shape}")
        if int(seats.min()) < 0 or int(seats.max()) >= self.players:
            raise BatchError(f"seat: seats are 0 to {self.players - 1}")
        return xp.ascontiguousarray(seats, dtype=self.engine.seats.dtype)

    # ------------------------------------------------------------ other worlds

    def clone(self) -> Batch:
        """An independent copy of the games."""
        other = object.__new__(Batch)
        other.__dict__.update(self.__dict__)
        other.engine = self.engine.copy()
        return other

    def resample(self, seat: Any = None, seed: int = 0) -> None:
        """Redraw what a seat of every game (by default the one that decides) cannot know.

        Hidden things and all chance to come follow from `seed`; what the seat knows stays. Done on
        a clone, this is a determinization for search.
        """
        e = self.engine
        seats = e.np.maximum(e.seats, 0) if seat is None else self._seats(seat)
        seeds = whole("seed", seed, 0, MOST_SEED - 1) + e.np.arange(self.n, dtype=e.np.int64)
        e.redraw(seats, seeds)

    def perfect_state(self, i: int) -> Any:
        """One game's whole state in interpreted form, including secrets."""
        from ..kernel.record import from_record

        s = self.game.state()
        from_record(s, self.game.fields, self.engine.record(self._number(i)), 0)
        return s

    def save(self, i: int) -> bytes:
        """One game, to be loaded into any batch of the same title, players and options."""
        record = self.engine.record(self._number(i))
        head = {**self._kind(), "seed": int(self.engine.seeds[i])}
        return json.dumps(head, sort_keys=True).encode() + b"\n" + record.tobytes()

    def load(self, i: int, saved: bytes) -> None:
        """Put a saved game in the place of game i; BatchError if it does not belong here (then
        nothing has changed).
        """
        i = self._number(i)
        head, record = self._opened(saved)
        self.engine.put(i, record)
        self.engine.seeds[i] = head["seed"]

    def _opened(self, saved: bytes) -> tuple[dict[str, Any], Any]:
        import numpy as np

        from ..kernel.record import state_dtype

        if not isinstance(saved, bytes):
            raise BatchError(f"saved: the bytes that `save` gave, not {type(saved).__name__}")
        line, _, body = saved.partition(b"\n")
        try:
            head = json.loads(line)
            mine = {k: v for k, v in head.items() if k != "seed"}
            seed = head["seed"]
        except (ValueError, AttributeError, KeyError, TypeError):
            raise BatchError("saved: this is not a saved game") from None
        if mine != self._kind():
            wrong = sorted(k for k, v in self._kind().items() if mine.get(k) != v)
            raise BatchError(f"saved: this game differs in {', '.join(wrong) or 'its head'} from those of the batch")
        dtype = state_dtype(self.game.fields)
        if len(body) != dtype.itemsize or type(seed) is not int or not 0 <= seed < MOST_SAVED_SEED:
            raise BatchError("saved: the game is cut short or damaged")
        record = np.frombuffer(body, dtype)
        for f in self.game.fields:
            if not all_allowed(f, record[f.name][0].tolist(), self.seats_in_use):
                raise BatchError(f"saved: the field {f.name} holds what it cannot hold")
        return head, record

    def _kind(self) -> dict[str, Any]:
        """What games must share to be exchanged."""
        from ..kernel.targets.cache import digest

        found = vars(self).setdefault("_rules", "")
        if not found:
            from ..kernel import batching, chance
            from ..kernel.targets.cuda import observers

            self._rules = digest(self.game, batching, {**chance.COMPILED, **observers(self.game)})
        return {"title": self.title, "players": self.players, "rules": self._rules,
                "options": json.loads(json.dumps(self.game.checked(self.options)))}

    def _number(self, i: int) -> int:
        return whole("game", i, 0, self.n - 1)

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.title}, {self.players} players, on {self.engine.name}>"


def plain(value: Any) -> Any:
    """A NumPy integer as a Python int; anything else unchanged."""
    return value.__index__() if hasattr(value, "__index__") and not isinstance(value, bool) else value


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number in its range; otherwise BatchError names it."""
    found = plain(value)
    if type(found) is not int or not low <= found <= high:
        raise BatchError(f"{name}: a whole number from {low} to {high}, not {value!r}")
    return found


def scale_of(cells: tuple[Cell, ...], xp: Any) -> tuple[Any, Any]:
    """The offsets and factors that scale observations to between 0 and 1."""
    low = xp.array([c.low for c in cells], xp.float32)
    return low, 1 / xp.maximum(xp.array([c.high for c in cells], xp.float32) - low, 1)


__all__ = ["KINDS", "Batch", "BatchError", "IllegalInBatch"]
