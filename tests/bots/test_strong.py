"""What the search keeps, and when it has thought enough."""
from itertools import count

import pytest
from harness import Table
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import search, strong, tree
from tafelrunde.bots.judgement import judgement_of
from tafelrunde.bots.machine import BASES, Machine
from tafelrunde.bots.thinking import WHOLE
from tafelrunde.bots.tree import Tree
from tafelrunde.kernel import nth_action
from tafelrunde.kernel.interpreting import Bound
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.match import Match


@pytest.fixture
def clock(monkeypatch):
    """A clock that advances by a millisecond whenever it is read."""
    ticks = count()
    for module in (strong, tree):
        monkeypatch.setattr(module, "perf_counter", lambda: next(ticks) / 1000)


def planted(room=2000):
    match = Match.begin(GAME, 3, {}, secret_from(5))
    return Tree(Machine(GAME), bots.Observation.of(match, 0).imagine(3), 0, 3, room)


def own(tree):
    """The root's children that are its seat's own decisions, the most visited first."""
    return sorted(((key, child) for key, child in tree.children().items() if key[0] == tree.seat), key=lambda item: -item[1][1])


@pytest.mark.parametrize("name", tr.games())
def test_kept_actions_that_are_not_legal_now_are_passed_over(name):
    game = tr.game(name)
    match = Table(game.seats[0]).match(game, 2)
    while len(match.legal(match.pending[0])) < 2:
        match.play(match.legal(match.pending[0])[0], seat=match.pending[0])
    observation = bots.Observation.of(match, match.pending[0])
    bot = bots.make("strong:30nodes", game, 1)
    bot.decide(observation)
    kept = bot.trees[0]
    favourite, (node, _) = own(kept)[0]
    strange = next(a for a in range(len(game.actions)) if a not in observation.ids)
    kept.links[node][search.KEY] = observation.seat * search.SEAT + strange
    chosen = bot.choose(kept.machine, observation.seat, observation.ids, 1)
    assert chosen in observation.legal
    assert chosen != game.actions.name(favourite[1])


def test_a_tree_written_over_another_is_no_different():
    new, old = planted(), planted()
    old.grow(5, 200)
    over = old.cleared(new.root)
    assert over.links is old.links
    for t in (new, over):
        t.grow(9, 150)
    assert new.size == over.size
    places = slice(search.KEY, search.ORIGIN)
    assert [r[places] for r in new.links[:new.size]] == [r[places] for r in over.links[:new.size]]
    assert new.gains[:new.size] == over.gains[:new.size]


def test_what_is_kept_is_not_written_where_it_is_read():
    first = planted()
    first.grow(1, 200)
    move = own(first)[0][0]
    second = first.replanted(first.root, (move,))
    assert second.links is not first.links
    assert second.spare == (first.links, first.gains)
    assert first.spare is None
    assert second.cleared(first.root).spare == second.spare


def test_a_choice_that_is_made_ends_the_search(clock):
    short, long = planted(), planted()
    short.grow(1, 60)
    best = own(short)[0][1][0]
    short.links[best][search.VISITS] += 1000
    short.gains[best][0] += 1000 * tree.WHOLE
    for t in (short, long):
        t.grow_until(1, deadline=0.4)
    assert short.lead() >= 1000
    assert short.grown - 60 < long.grown / 2, "nothing could overtake it"


def test_the_lead_counts_only_what_can_be_chosen():
    t = planted()
    t.grow(1, 200)
    ranking = own(t)
    (_, best), (_, visits) = ranking[0]
    second = ranking[1][1][1]
    assert t.lead() == visits - second
    assert t.lead([best]) == visits
    assert t.lead([action for (_, action), _ in ranking[1:]]) == second - ranking[2][1][1]
    assert t.lead([]) == 0


def test_who_was_late_aims_earlier(clock):
    match = Match.begin(GAME, 3, {}, secret_from(5))
    thought = []
    for late in (0.0, 0.1):
        bot = bots.make("strong:200ms", GAME, 1, threads=1)
        bot.lateness = late
        bot.decide(bots.Observation.of(match, 0))
        thought.append(bot.thought.simulations)
        assert bot.lateness >= late * strong.FADING
    assert thought[1] < thought[0]


def test_a_late_answer_is_remembered(clock):
    """A search may end early, so this one is delayed until after its limit."""
    match = Match.begin(GAME, 3, {}, secret_from(5))
    bot = bots.make("strong:200ms", GAME, 1, threads=1)
    grow = bot.grow

    def held_up(seeds, aim, choices):
        grow(seeds, aim, choices)
        while strong.perf_counter() < aim + 0.05:
            pass

    bot.grow = held_up
    bot.decide(bots.Observation.of(match, 0))
    assert bot.lateness >= 0.05


def test_playouts_go_by_lore_where_there_is_enough():
    s, mask = planted().root, GAME.mask()
    n = GAME.driver.legal_actions(s, 0, mask)
    ids = [nth_action(mask, i) for i in range(n)]
    call = Bound(search, GAME.law, judgement_of(GAME).names(), BASES).promising_action

    def chosen(trust, gains):
        lore = [0] * (2 * len(GAME.actions))
        for action, gain in zip(ids, gains, strict=True):
            lore[2 * action], lore[2 * action + 1] = gain, 10
        at = s.clone()
        return [ids.index(call(at, 0, mask, n, lore, trust)) for _ in range(200)]

    rising, falling = range(n), range(n, 0, -1)
    assert sum(chosen(10, rising)) > 1.5 * sum(chosen(10, falling)), "what brought more is taken more often"
    assert len(set(chosen(10, rising))) > n // 2, "the rest is still tried"
    assert chosen(11, rising) == chosen(11, falling), "too little lore says nothing"


def test_lore_is_what_a_seat_got_by_its_actions():
    t = planted()
    t.settings[-1] = 3
    t.grow(5, 60)
    lore, _ = t.lore
    taken = [sum(row[1::2]) for row in lore]
    got = [sum(row[0::2]) for row in lore]
    assert all(n >= 60 for n in taken), "every seat decides in every playout"
    assert all(0 < gain < n * WHOLE for gain, n in zip(got, taken, strict=True))
    fresh = t.cleared(t.root)
    assert not any(map(sum, fresh.lore[0])), "another root begins without it"
