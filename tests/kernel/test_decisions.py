"""Decisions declared once: what is generated from the declarations, and what is refused."""
import pytest

import tafelrunde as tr
from tafelrunde.kernel import Catalogue, Decision, Decisions, Refusal, Verb, by_number, by_verb, rule
from tafelrunde.kernel.interpreting import definition


class S:
    """A state with what the little rules read."""

    def __init__(self, kind=0):
        self.kind, self.told = kind, []


@rule
def tell_two(s, seat, first, second):
    s.told = [seat, first, second]


@rule
def tell_one(s, seat, number):
    s.told = [seat, number]


@rule
def tell_none(s, seat):
    s.told = [seat]


@rule
def kind_of(s):
    return s.kind


@rule
def gives_five(s, seat):
    return 5


@rule
def gives_seat(s, seat):
    return seat


@rule
def legal_nothing(s, seat, mask):
    mask[0] = 7


@rule
def finished_by_two(s, seat, number):
    return number == 2


@rule
def says_nine(s, seat, action):
    return 9


ACTIONS = Catalogue([Verb("step", "ab", range(3, 6)), Verb("lone", ("only",)), Verb("bid", range(4)), Verb("end")])


def declared(kind, **more):
    verbs, apply = more.pop("verbs", {"bid": None}), more.pop("apply", says_nine)
    return Decision(kind, verbs, legal_nothing, apply, "X-1", "bid_first", "bid", **more)


def test_an_action_is_handed_over_in_the_words_of_its_verb():
    done = by_verb("done", ACTIONS, {"step": tell_two, "lone": tell_none, "bid": tell_one, "end": tell_none})
    for name, told in (("step b 4", [2, 1, 4]), ("step a 3", [2, 0, 3]), ("lone only", [2]), ("bid 3", [2, 3]), ("end", [2])):
        s = S()
        done(s, 2, ACTIONS.id(name))
        assert s.told == told, name


def test_every_number_has_its_rule():
    chosen = by_number("chosen", kind_of, {0: gives_five, 1: gives_seat, 2: gives_five})
    assert [chosen(S(kind), 3) for kind in range(3)] == [5, 3, 5]
    with pytest.raises(ValueError, match="every number from 0 to 2"):
        by_number("chosen", kind_of, {0: gives_five, 2: gives_seat})


def test_what_follows_an_answer_is_declared():
    mask = [0]
    found = Decisions("kind", 4, ACTIONS, declared(0), declared(1, apply=finished_by_two, then=4, numbered=True),
                      declared(2, once=6, asks=True), declared(3, name="bidding", together=True))
    two = ACTIONS.id("bid 2")
    assert [found.decide(S(kind), 0, two) for kind in range(4)] == [9, 4, 6, 9]
    assert found.decide(S(1), 0, two - 1) == 0
    assert [bool(found.asks(S(kind), 0)) for kind in range(4)] == [False, False, True, False]
    assert found.words() == {0: "bid", 1: "bid", 2: "bid", 3: "bidding"}
    found.legal(S(4), 0, mask)
    assert mask == [0], "nothing is legal when the game is over"
    found.legal(S(3), 0, mask)
    assert mask == [7]
    refusal = found.refusal(S(0), 0, ACTIONS.id("end"))
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("X-1", "bid_first")
    assert found.refusal(S(0), 0, two) is None, "nothing is against a verb without a check"
    told = {"bid": lambda s, seat, number: Refusal("X-2", f"not_{seat}_{number}")}
    checked = Decisions("kind", 4, ACTIONS, declared(0, verbs=told))
    assert checked.refusal(S(0), 3, two) == Refusal("X-2", "not_3_2"), "a check is told the seat and the number within the verb"
    with pytest.raises(ValueError, match="declared twice"):
        Decisions("kind", 4, ACTIONS, declared(1), declared(1))


@pytest.mark.parametrize("name", ["el_grande", "king_and_intriguer", "rheinlaender", "toledo"])
def test_every_verb_belongs_to_a_decision(name):
    game = tr.game(name)
    decisions = game.prompt.__self__.of.values()
    assert {verb for d in decisions for verb in d.verbs} == {verb.label.lower() for verb in game.actions.verbs}
    assert definition(game.law.legal) is not None, "the interpreter writes it out as it does with every rule"
