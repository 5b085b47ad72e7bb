"""One running game: decisions, views, undo, explanations, records, fair chance."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal

from ..errors import CannotUndo, IllegalAction, Reason
from ..kernel import Game, Phrase, conceal, difference
from ..version import __version__
from .chance import OLD, SCHEME, Chance, chance_of
from .fairness import commitment
from .history import Decision, History, Mark, Numbers, barrier
from .records import TOGETHER, compact, write
from .telling import Known, Teller
from .texts import Texts, texts_of


class Match:
    """A running game.  Make one with `tafelrunde.new`, `load` or `replay`."""

    def __init__(self, game: Game, state: Any, secret: bytes | None, header: dict[str, str],
                 seeds: Mapping[int, str] | None = None) -> None:
        self.game = game
        self.players: int = state.players
        self.state = state
        self.secret = secret
        self._header = header
        self._seeds = dict(seeds or {})
        self.chance: Chance | None = None
        if secret is not None:
            self.chance = chance_of(header.get("Chance", OLD), secret, self._seeds)
        self.history = History(game)
        self._past: list[tuple[Any, Mark]] = []
        self._barriers: list[str] = []
        self._borrowed = False
        self._asked: tuple[Any, tuple[int, ...]] = (None, ())
        self._texts: dict[str, Texts] = {}
        self.words = game.words_of(game.position(state)["options"])
        """The names of the table's own things, such as cards that it has made."""
        self.names: dict[int, str] = {}
        """The names of the people at the seats; a seat without a name goes by its colour."""

    # ------------------------------------------------------------ beginning

    @classmethod
    def begin(cls, game: Game, players: int, options: Mapping[str, Any] | None, secret: bytes,
              seeds: Mapping[int, str] | None = None, names: Mapping[int, str] | None = None,
              scheme: str = SCHEME) -> Match:
        """A new game, set up and waiting for its first decision; `scheme` says how its chance is
        drawn.
        """
        state = game.configured(players, options)
        header = first_header(game, state, secret, seeds or {}, names or {}, scheme)
        match = cls(game, state, secret, header, seeds)
        match.tell(lambda s: game.driver.begin(s, game.mask()))
        return match

    @classmethod
    def from_state(cls, game: Game, state: Any, secret: bytes) -> Match:
        """A game that continues from a position."""
        match = cls(game, state, secret, first_header(game, state, secret, {}, {}, SCHEME))
        match.tell(lambda s: game.driver.settle(s, game.mask()))
        match.history = History(game)  # the record begins with the position
        match._header["Position"] = compact(game.position(match.state))
        return match

    # ------------------------------------------------------------ deciding

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that must decide now; empty when the game is over."""
        if self._asked[0] is not self.state:  # every decision makes another state
            self._asked = self.state, seats_in(self.game.law.pending(self.state))
        return self._asked[1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.pending

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""
        return self.history.count

    def legal(self, seat: int) -> list[str]:
        """The seat's legal actions in notation, in the fixed order; empty if it has nothing to
        decide.
        """
        if seat not in self.pending:
            return []
        return [self.game.actions.name(a) for a in self.game.legal_ids(self.state, seat)]

    def play(self, action: str, seat: int | None = None) -> None:
        """Carry out an action. If it is illegal, IllegalAction says why and nothing has changed."""
        if seat is None:
            seat = self.pending[0] if len(self.pending) == 1 else -1
        reason = self.why_not(action, seat)
        if reason is not None:
            raise IllegalAction(action, seat, reason)
        self.decide(Decision(seat, self.game.actions.id(action)))

    def why_not(self, action: str, seat: int, lang: str = "en") -> Reason | None:
        """None if the action is legal for the seat now; otherwise the rule that forbids it, and a
        sentence.
        """
        texts = self.texts(lang)
        if self.over:
            return Reason("N-1", texts.say("reason.over"))
        if not isinstance(action, str) or len(action) > 200 or not self.game.actions.knows(action):
            return Reason("N-2", texts.say("reason.unknown_action", {"action": str(action)[:60]}))
        if seat not in self.pending:
            named: Any = ("seat", seat) if isinstance(seat, int) and 0 <= seat < self.players else str(seat)
            return Reason("N-1", texts.say("reason.not_pending", {"seat": named}, self.names))
        refusal = self.game.why_not(self.state, seat, self.game.actions.id(action))
        if refusal is None:
            return None
        sentence = texts.find(f"reason.{refusal.reason}")
        if sentence is None:
            return Reason(refusal.rule, texts.rule(refusal.rule) or refusal.reason.replace("_", " "))
        return Reason(refusal.rule, texts.render(str(sentence), refusal.arguments, self.names))

    def prompt(self, seat: int | None, lang: str = "en") -> str:
        """The sentence that asks the seat for its decision, or says whom the game is waiting
        for.
        """
        texts = self.texts(lang)
        if seat is not None and seat in self.pending:
            phrase = self.game.prompt(self.state, seat)
            return texts.say(phrase.key, phrase.arguments, self.names)
        if self.over:
            return texts.say("wait.over")
        if len(self.pending) == 1:
            return texts.say("wait.one", {"seat": ("seat", self.pending[0])}, self.names)
        return texts.say("wait.several", {"n": len(self.pending)})

    def decide(self, decision: Decision) -> None:
        """Carry out a decision that is known to be legal."""
        before, told = (self.state.clone(), self.history.mark()), len(self.history.events())
        if self._past and self.history.decisions()[-1].seat != decision.seat \
                and not self.game.actions.verb_of[decision.action].secret:
            self._past = []
        self.history.decide(decision)
        if self._borrowed:
            self._header |= {"Seed commitment": "none (continued without its secret)", "Chance": SCHEME}
        self.tell(lambda s: self.game.driver.play(s, decision.seat, decision.action, self.game.mask()))
        events = self.history.events()[told:]
        self._barriers.append("revealed" if self.over else barrier(self.game, before[0], events))
        self._past = [] if self._barriers[-1] else [*self._past, before]
        if self.over:
            self._finish()


    def tell(self, do: Any) -> None:
        """Change the state and note its events; if that fails, the state is restored.

        Only meanwhile does the state carry its luck, which knows the secret.
        """
        told: list[Numbers] = []
        fresh = self.state.clone()
        fresh.log = told
        fresh.script = self.state.script
        fresh.luck = self.chance.luck(self.decisions) if self.chance is not None else None
        do(fresh)
        fresh.log = fresh.luck = None
        self.state = fresh
        self.history.tell(told)

    @property
    def settled(self) -> bool:
        """Whether nothing before this point is stored, so that only a replay leads back."""
        return not self._past

    @property
    def told(self) -> tuple[str, ...]:
        """What each decision has shown, whoever made it: chance, revealed, or empty if nothing."""
        return tuple(self._barriers)

    def resume(self, state: Any, history: History, told: Sequence[str]) -> None:
        """Continue from where a match with the same beginning was, with nothing to take back."""
        self.state, self.history, self._past, self._barriers = state, history, [], list(told)
        if self.over:
            self._finish()

    def borrow_secret(self, secret: bytes) -> None:
        """Continue a record whose secret is unknown, with a fresh one that verifies nothing."""
        self.secret, self._borrowed = secret, True
        self.chance = chance_of(SCHEME, secret, self._seeds)

    # ------------------------------------------------------------ knowing

    def seen(self, seat: int | None) -> Any:
        """The state with None wherever the seat (None: a spectator) may not look."""
        return conceal(self.state, self.game.secret_fields, seat, self.game.shows_memory(self.state))

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as a JSON-able position with null for
        everything else.
        """
        return {**self.game.position(self.seen(seat)), "pending": list(self.pending), "seat": seat}

    def own(self, seat: int) -> dict[str, Any]:
        """What a seat sees differently from a spectator: merged over `game.position(seen(None))` it
        is the seat's view.

        The rest is the same for everybody, so it can be made once for all.
        """
        return (self.game.own or self.game.position)(self.seen(seat))

    def position(self) -> dict[str, Any]:
        """The complete position; `tafelrunde.load` reads it back."""
        return self.game.position(self.state)

    def events(self, since: int = 0, seat: int | None = None, lang: str = "en", you: bool = False,
               known: Known | None = None) -> list[dict[str, Any]]:
        """What happened from event number `since` on, as far as the seat may know: numbers, words
        and a sentence.

        With `you`, sentences about the seat's own actions address its player. `known` caches
        sentences for the next reader in the same language.
        """
        teller = Teller(self.game, self.texts(lang), self.names, seat if you else None, known)
        return teller.told(self.history.events(), since, None if self.over else (seat,))

    @property
    def scores(self) -> list[int]:
        """Each seat's points."""
        return [int(self.game.law.points(self.state, p)) for p in range(self.players)]

    @property
    def ranking(self) -> list[list[int]]:
        """The seats place by place, best first; tied seats share an entry."""
        standings = [int(self.game.law.standing(self.state, p)) for p in range(self.players)]
        places = sorted(set(standings), reverse=True)
        return [[p for p in range(self.players) if standings[p] == place] for place in places]

    def receipt(self, lang: str = "en", you: int | None = None) -> dict[str, Any] | None:
        """Where the points of a finished game came from, in words; None while it runs, or if the
        game does not say.

        Sentences about ties address the seat `you`.
        """
        if not self.over or self.game.receipt is None:
            return None
        made, texts = self.game.receipt(self.state, self.history.events()), self.texts(lang)
        return {"sources": [{"id": s, "title": texts.say(f"source.{s}")} for s in made.sources],
                "points": [list(row) for row in made.points],
                "rounds": [{"title": texts.say(name.key, name.arguments), "points": list(points)} for name, points in made.rounds],
                "ties": [texts.say(tie.key, {**tie.arguments, "you": spoken_to(tie, you)}, self.names) for tie in made.ties]}

    def texts(self, lang: str = "en") -> Texts:
        """The game's words in a language, with this match's people."""
        found = self._texts.get(lang)
        if found is None:
            edition = self.game.editions[self.state.edition] if self.game.editions else ""
            found = self._texts[lang] = texts_of(self.game, lang, edition, self.words)
        return found

    def svg(self, seat: int | None = None, lang: str = "en", **how: Any) -> str:
        """A picture of what the seat may see."""
        from ..drawing.plain import drawer

        picture = self.game.room("picture")
        draw = drawer(self.game.name, self.game.folder) if picture is None else picture.draw
        return str(draw(self.view(seat), seat=seat, lang=lang, **how))

    def _repr_svg_(self) -> str:
        return self.svg()

    # ------------------------------------------------------------ taking back

    def undo(self, seat: int, lang: str = "en") -> None:
        """Take back the seat's last decision if nobody has decided or learned anything since;
        otherwise CannotUndo.
        """
        reason = self.undo_barrier(seat) or ("others" if self.settled else "")
        if reason:
            raise CannotUndo(reason, self.texts(lang).say(f"undo.{reason}"))
        self.state, mark = self._past.pop()
        self.history.back(mark)
        self._barriers.pop()

    def undo_barrier(self, seat: int) -> str:
        """Why the seat cannot take back: nothing, others, chance or revealed; empty when it can."""
        if not self.history.made(seat):
            return "nothing"
        if self.history.decisions()[-1].seat != seat:
            return "others"
        return self._barriers[-1] or ("" if self._past else "others")

    def barriers(self, seat: int, since: int = 0) -> list[str]:
        """Why the seat may not take back each decision from number `since` on; empty if nothing
        prevents it.

        If all of them are empty, going back to `since` needs nobody's consent. A later decision of
        somebody else still counts even if they have taken it back: they have shown what they would
        do, unless it was secret.
        """
        made = zip(self.history.decisions()[since:], self._barriers[since:], strict=True)
        found = [against if d.seat == seat else "others" for d, against in made]
        kept = self.decisions - len(self._past)  # somebody else has decided after it
        return found if any(found) else ["others" if n < kept else "" for n in range(since, self.decisions)]

    # ------------------------------------------------------------ keeping

    def record(self, seat: int | Literal["all"] | None = "all") -> str:
        """The match as text: everything, or (while it runs) what a seat or a spectator (None) may
        know.
        """
        header = dict(self._header)
        if seat != "all" and not self.over:
            header["View"] = "spectator" if seat is None else str(seat)
            header.pop("Position", None)  # it would show everything
        open_secret = len(self.pending) > 0 and any(
            self.game.actions.verb_of[a].secret in TOGETHER
            for p in self.pending for a in self.game.legal_ids(self.state, p)[:1])
        return write(self.game, header, self.history, seat, self.over, open_secret)

    def comment(self, text: str) -> None:
        """Add a comment line to the record."""
        self.history.comment(" ".join(text.split())[:300])

    @property
    def header(self) -> dict[str, str]:
        """The record's header."""
        return dict(self._header)

    def _finish(self) -> None:
        self._header["Result"] = " ".join(map(str, self.scores))
        if self.secret is not None and not self._borrowed:
            self._header["Secret"] = self.secret.hex()

    def same_as(self, other: Match) -> str:
        """The first difference between the positions of two matches of one game; empty if there is
        none.
        """
        fields = [f for f in self.game.fields if f.name != "rng"]
        return difference(self.state, other.state, fields)

    def __repr__(self) -> str:
        where = "over" if self.over else f"pending {self.pending}"
        return f"<Match {self.game.name}, {self.players} players, {self.decisions} decisions, {where}>"


def spoken_to(tie: Phrase, you: int | None) -> str:
    """Which of two tied seats the reader is; the sentence depends on it."""
    return {tie.arguments["seat"][1]: "yes", tie.arguments["other"][1]: "rival"}.get(you, "no")


@cache
def seats_in(bits: int) -> tuple[int, ...]:
    """The seats of a set.

    >>> seats_in(0b101)
    (0, 2)
    """
    return tuple(p for p in range(bits.bit_length()) if bits >> p & 1)


def first_header(game: Game, state: Any, secret: bytes, seeds: Mapping[int, str],
                 names: Mapping[int, str], scheme: str) -> dict[str, str]:
    """The header of a new record."""
    position = game.position(state)
    header = {"Game": game.name}
    if "edition" in position:
        header["Edition"] = str(position["edition"])
        if game.aliases and header["Edition"] != game.editions[0]:
            header["Cards"] = header["Edition"]
    header["Players"] = str(state.players)
    header["Options"] = compact(position["options"])
    if names:
        header["Seats"] = compact({str(k): names[k] for k in sorted(names)})
    if scheme != OLD:
        header["Chance"] = scheme
    header["Seed commitment"] = commitment(secret)
    if seeds:
        header["Player seeds"] = compact({str(k): seeds[k] for k in sorted(seeds)})
    header["Result"] = "*"
    header["Date"] = datetime.now(UTC).strftime("%Y-%m-%d")
    header["Version"] = __version__
    return header
