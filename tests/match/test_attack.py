"""The deal, computed from what one seat sees: the older stream of chance falls to it, the present
one does not.

The attacker has what the server sends to seat 0 and knows the program.  `helpers/lattice.py` says
how it is done.
"""
from bisect import bisect_left, bisect_right
from random import Random

import pytest
from harness import play_on
from helpers.lattice import A, C, M, Seen, forth, seeds, seen

import tafelrunde as tr
from tafelrunde.games.el_grande.tables import ALL_MODIFIERS, REGIONS
from tafelrunde.games.rheinlaender.tables import EVERY_CARD, TILE_COUNT
from tafelrunde.games.toledo.tables import CARDS
from tafelrunde.kernel import PUBLIC
from tafelrunde.match.chance import OLD, SCHEME
from tafelrunde.match.fairness import secret_from
from tafelrunde.match.history import chance_line
from tafelrunde.match.match import Match
from tafelrunde.match.records import outcome_of, parse

ME = 0
EAGER = "skip end move free shop pay duel"
POWER_SHIFT = {"modules": ["power_shift"], "alternatives": ["grand_strategy", "veto", "secret_ballot"]}


class Urn:
    """What is there to be drawn from, in the order in which rules count it."""

    def __init__(self, members):
        self.left = sorted(members)

    def drew(self, steps, member) -> Seen:
        """What drawing a member reveals about the generator."""
        first, end, of = bisect_left(self.left, member), bisect_right(self.left, member), len(self.left)
        del self.left[first]
        return seen(steps, first, end, of)


def members(bits):
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def known(match, seat=ME):
    """The chance lines that a seat reads before the first decision: what was drawn, and the
    outcome.
    """
    rows = [(line, row) for line, row in parse(match.record(seat)).lines]
    end = next((i for i, (_, row) in enumerate(rows) if not row.startswith("*")), len(rows))
    return [(row.split()[1], outcome_of(match.game, line, row)) for line, row in rows[:end]]


def rheinlaender(match):
    """26 open tiles, the player's own hand (which is dealt first), the start player."""
    tiles, cards = Urn(k for k, n in enumerate(TILE_COUNT) for _ in range(n)), Urn(members(EVERY_CARD))
    for i, (what, outcome) in enumerate(known(match), 1):
        if what == "start":
            yield Urn(range(match.players)).drew(sum(TILE_COUNT) + 5 * match.players + 1, outcome)
        else:
            yield (tiles if what == "tile" else cards).drew(i, outcome)


def toledo(match):
    """The player's own hand, the start player."""
    cards = Urn(range(CARDS))
    for i, (what, outcome) in enumerate(known(match), 1):
        if what == "start":
            yield Urn(range(match.players)).drew(5 * match.players + 1, outcome)
        else:
            yield cards.drew(i, outcome)


def el_grande(match):
    """The king, everybody's home, the start player, the player's own modifiers and those of a
    friend at the next seat.
    """
    regions, modifiers = Urn(range(REGIONS)), Urn(members(ALL_MODIFIERS))
    friend = [(what, outcome) for what, outcome in known(match, ME + 1) if what == "deal"]
    for i, (what, outcome) in enumerate(known(match) + friend, 1):
        if what in ("king", "home"):
            yield regions.drew(i, outcome)
        else:
            yield (modifiers if what == "deal" else Urn(range(match.players))).drew(i, outcome)


def dealt(seed, steps, cards, players, each):
    """Who gets which cards if the generator deals, `steps` steps after the seed, each seat its
    hand.
    """
    state, left, hands = forth(seed, steps), list(cards), []
    for _ in range(players):
        hand = set()
        for _ in range(each):
            state = (state * A + C) % M
            hand.add(left.pop((state >> 16) * len(left) >> 32))
        hands.append(hand)
    return hands


def foretold(match, seed):
    """Every chance line of the setup, including hidden ones, if this was the seed."""
    s = match.game.configured(match.players, match.position()["options"])
    s.rng, s.log = seed, []
    match.game.driver.begin(s, match.game.mask())
    return [chance_line(match.game, e) for e in s.log if match.game.events[e[0]].chance]


def true(match):
    """Every chance line of the setup as it was."""
    rows = [row for _, row in parse(match.record()).lines]
    return rows[:next((i for i, row in enumerate(rows) if not row.startswith("*")), len(rows))]


def begin(name, players, options, scheme, seed=1):
    return Match.begin(tr.game(name), players, options, secret_from(f"attack {seed}"), scheme=scheme)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_hand_of_rheinlaender_from_one_seat_before_the_first_move(players):
    old, new = (begin("rheinlaender", players, None, scheme, players) for scheme in (OLD, SCHEME))
    found = list(seeds(list(rheinlaender(old))))
    assert [foretold(old, seed) for seed in found] == [true(old)]
    assert list(seeds(list(rheinlaender(new)))) == [], "no state of such a generator fits"


def after_shown_cards(match, wanted):
    """Play until others have shown cards of their first hands; (seat, card) for each, as seat 0
    sees it.
    """
    cards = {match.game.word("card", i): i for i in range(CARDS)}
    shown, drew = set(), set()
    while len(shown) < wanted:
        assert match.decisions < 200, "nobody shows anything"
        seat, before, told = match.pending[0], match.view(ME)["discards"], len(match.history.events())
        action = min(match.legal(seat), key=lambda a: EAGER.find(a.split()[0]) % 99)
        match.play(action, seat=seat)
        # A duel turns cards of the pile up
        if seat not in {ME, *drew} and not action.startswith("duel"):
            shown |= {(seat, cards[c]) for c in match.view(ME)["discards"] if c not in before}
        got = {"drew": "seat", "paid": "owner"}
        drew |= {int(e["arguments"][got[e["event"]]]) for e in match.events(told, ME) if e["event"] in got}
    return shown


def attack_toledo(match):
    start, found = true(match), list(seeds(list(toledo(match))))
    shown = after_shown_cards(match, 6)
    fitting = [seed for seed in found if all(
        card in hands[seat] for hands in [dealt(seed, 0, range(CARDS), match.players, 5)] for seat, card in shown)]
    return start, [foretold(match, seed) for seed in fitting]


def test_every_hand_of_toledo_from_one_seat_after_six_shown_cards():
    start, found = attack_toledo(begin("toledo", 4, None, OLD))
    assert found == [start]
    for seed in range(3):
        start, found = attack_toledo(begin("toledo", 4, None, SCHEME, seed))
        assert start not in found


def after_played_modifiers(match, wanted):
    """Play until others have played modifiers; (seats that it can have been dealt to, modifier), as
    the friends see it.

    Before the first round everybody passes one to the left.
    """
    words = {match.game.word("modifier", i): i for i in members(ALL_MODIFIERS)}
    own = {outcome for seat in (ME, ME + 1) for what, outcome in known(match, seat) if what == "deal"}
    choice, shown = Random(1), {}
    while len(shown) < wanted:
        assert not match.over
        for seat in match.pending:
            legal = match.legal(seat)
            good = [a for a in legal if a.startswith("modifier") and a != "modifier none"]
            match.play(choice.choice(good or legal), seat=seat)
        for event in match.events(seat=ME):
            if event["event"] in ("modifier_played", "received"):
                seat, card = int(event["arguments"]["seat"]), words[event["arguments"]["modifier"]]
                if card not in own:
                    shown[card] = {seat, (seat - 1) % match.players}
    return shown


def attack_el_grande(match):
    start, found = true(match), list(seeds(list(el_grande(match))))
    first = match.players + 2  # the king, the homes, the start player
    shown = after_played_modifiers(match, 8)
    fitting = [seed for seed in found if all(
        any(card in hands[seat] for seat in seats)
        for hands in [dealt(seed, first, members(ALL_MODIFIERS), match.players, 3)] for card, seats in shown.items())]
    return start, [foretold(match, seed) for seed in fitting]


@pytest.mark.slow
def test_every_modifier_and_every_boxed_card_of_el_grande_from_two_seats_after_eight_played_ones():
    """Nobody ever sees the cards that go into the box.  From one seat alone it takes longer: 2¹⁷
    seeds fit at first.
    """
    start, found = attack_el_grande(begin("el_grande", 5, POWER_SHIFT, OLD, 2))
    assert found == [start]
    start, found = attack_el_grande(begin("el_grande", 5, POWER_SHIFT, SCHEME))
    assert start not in found


def test_king_and_intriguer_draws_nothing_hidden():
    game = tr.game("king_and_intriguer")
    assert all(kind.visible is PUBLIC for kind in game.events if kind.chance)
    match = play_on(tr.new(game.name, players=4, seed=1), Random(1), 120)
    drawn = [[row for row in match.record(who).splitlines() if row.startswith("*")] for who in ("all", 0, None)]
    assert drawn[0] == drawn[1] == drawn[2]


def test_the_search_finds_every_seed_that_fits():
    """Against trying all of them, for the last 16 bits of the state."""
    secret = 0x123456789ABC
    draws = [Seen(0, secret >> 16 << 16, (secret >> 16) + 1 << 16),
             *(seen(t, v, v + 1, 6) for t in range(1, 5) for v in [(forth(secret, t) >> 16) * 6 >> 32])]
    tried = [x for x in range(draws[0].low, draws[0].high) if all(d.low <= forth(x, d.steps) < d.high for d in draws)]
    assert sorted(seeds(draws)) == tried
    assert secret in tried
