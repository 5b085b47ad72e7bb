"""Where the chance of a match comes from: one keyed hash for each draw, and the older stream for
older records.
"""
import gc
import hashlib
import hmac
import json
import random
from collections import Counter
from pathlib import Path
from types import FunctionType

import pytest
from harness import Table, golden, play_on
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde import Unverified, bots
from tafelrunde.errors import BadRecord
from tafelrunde.kernel import draw_bit, seed_generator
from tafelrunde.match.chance import OLD, SCHEME, SPAN, Hashed, Noted, Streamed, evenly, message
from tafelrunde.match.fairness import commitment, secret_from
from tafelrunde.match.match import Match
from tafelrunde.match.records import parse
from tafelrunde.match.replaying import drawn_shown, rebuild, recomputed, verify

TESTS = Path(__file__).parents[1]
SECRET = bytes(range(32))
SEEDS = {2: "abc", 0: "á|=é 1"}


def test_a_draw_is_the_hash_that_the_documentation_says():
    """Written out by hand, without the program's code."""
    text = b"hmac-sha256/1 17 3 0 0=c3a17c3dc3a92031 2=616263"
    assert message(17, 3, 0, SEEDS) == text
    value = int.from_bytes(hmac.new(SECRET, text, hashlib.sha256).digest(), "big")
    luck = Hashed(SECRET, SEEDS).luck(17)
    drawn = [luck(1000) for _ in range(4)]
    assert drawn[3] == value % 1000


def test_no_message_stands_for_two_draws():
    """Whatever the seeds are, even if they look like the rest of a message."""
    seeds = [{}, {0: ""}, {0: "1"}, {1: "1"}, {0: "1", 1: "2"}, {0: "1 1=32"}, {0: "1\n"}, {10: "1"}, {0: "\x00"}, {0: "1=2"}]
    asked = [(d, n, a, s) for d in (0, 1, 11, 111) for n in (0, 1, 11) for a in (0, 1, 11) for s in seeds]
    assert len({message(*one) for one in asked}) == len(asked)


def test_what_would_favour_some_numbers_is_passed_over():
    for n in (1, 2, 3, 6, 54, 84, 1 << 255, SPAN - 1, SPAN):
        end = SPAN - SPAN % n
        assert end % n == 0
        given = [end] * (end < SPAN) + [SPAN - 1] * (end < SPAN) + [end - 1]
        assert evenly(n, given.__getitem__) == n - 1
        assert evenly(n, [0].__getitem__) == 0
    with pytest.raises(ValueError, match="nothing"):
        evenly(0, [0].__getitem__)


def test_every_attempt_is_another_hash():
    numbers = {Hashed(SECRET, {}).number(1, 2, attempt) for attempt in range(20)}
    assert len(numbers) == 20
    assert all(n < SPAN for n in numbers)
    assert max(numbers).bit_length() > 250


def test_draws_are_even():
    """Chi-square with five degrees of freedom, fixed secrets: 20.5 would come up once in a
    thousand.
    """
    for seed in range(5):
        luck = Hashed(secret_from(seed), {}).luck(0)
        counts = Counter(luck(6) for _ in range(6000))
        assert set(counts) == set(range(6))
        assert sum((c - 1000) ** 2 / 1000 for c in counts.values()) < 20.5


def test_the_older_stream_is_what_it_was():
    """As in records that were written with it; the fast generator of simulations is the same
    one.
    """
    digest = hmac.new(SECRET, b"7|0=x|3=y z", hashlib.sha256).digest()
    s = GAME.state()
    s.rng = int.from_bytes(digest[:6], "big")
    luck = Streamed(SECRET, {3: "y z", 0: "x"}).luck(7)
    assert [draw_bit(s, (1 << 60) - 1) for _ in range(50)] == [luck(60) for _ in range(50)]


# ---------------------------------------------------------------- in a match

def begin(seed="a", scheme=SCHEME, seeds=None):
    return Match.begin(GAME, 3, {}, secret_from(seed), seeds, scheme=scheme)


def chance_lines(match):
    return [row for row in match.record().splitlines() if row.startswith("*")]


def test_the_record_says_how_its_chance_is_drawn():
    assert f"\nChance: {SCHEME}\nSeed commitment: " in begin().record()
    assert "Chance:" not in begin(scheme=OLD).record()
    assert chance_lines(play_on(begin(), random.Random(1))) != chance_lines(play_on(begin(scheme=OLD), random.Random(1)))


@pytest.mark.parametrize("scheme", [SCHEME, OLD], ids=["present", "older"])
def test_both_schemes_verify_and_go_on_as_they_began(scheme):
    match = play_on(begin(scheme=scheme, seeds=SEEDS), random.Random(2), 6)
    again = rebuild(GAME, parse(match.record()), secret=secret_from("a"))
    for m in (match, again):
        play_on(m, random.Random(3))
    assert match.record() == again.record()
    assert verify(GAME, match.record()) == len(chance_lines(match)) > 3


def test_a_record_under_the_other_scheme_does_not_verify():
    text = play_on(begin(), random.Random(1)).record()
    with pytest.raises(Unverified, match="the secret gives"):
        verify(GAME, text.replace(f"Chance: {SCHEME}\n", ""))
    text = play_on(begin(scheme=OLD), random.Random(1)).record()
    with pytest.raises(Unverified, match="the secret gives"):
        verify(GAME, text.replace("Seed commitment", f"Chance: {SCHEME}\nSeed commitment"))


@pytest.mark.parametrize("scheme", ["", "hmac-sha256/2", "HMAC-SHA256/1", "lcg", "x" * 500])
def test_an_unknown_scheme_names_its_line(scheme):
    text = play_on(begin(), random.Random(1)).record().replace(f"Chance: {SCHEME}", f"Chance: {scheme}")
    line = 1 + text.splitlines().index(f"Chance: {scheme}")
    for read in (lambda: rebuild(GAME, parse(text)), lambda: verify(GAME, text)):
        with pytest.raises(BadRecord, match="not known here") as refused:
            read()
        assert refused.value.line == line


@pytest.mark.parametrize("seeds", ["{", "[]", "3", '{"0": 1}', '{"3": "x"}', '{"00": "x"}', '{"-1": "x"}', '{"0": "\\ud800"}'])
def test_wrong_players_seeds_name_their_line(seeds):
    text = begin(seeds={0: "x"}).record().replace('Player seeds: {"0": "x"}', f"Player seeds: {seeds}")
    with pytest.raises(BadRecord) as refused:
        rebuild(GAME, parse(text))
    assert refused.value.line == 1 + text.splitlines().index(f"Player seeds: {seeds}")


def test_going_on_without_the_secret_uses_the_present_scheme():
    match = play_on(begin(scheme=OLD), random.Random(2), 5)
    again = play_on(rebuild(GAME, parse(match.record())), random.Random(3), 1)
    assert again.header["Chance"] == SCHEME
    assert again.header["Seed commitment"].startswith("none")


def test_what_is_taken_back_comes_out_the_same_again():
    """Also when another process plays it again from the beginning."""
    match = play_on(begin(), random.Random(2), 9)
    made = match.history.decisions()
    again = begin()
    for decision in made[:-3]:
        again.decide(decision)
    before = again.position()
    for decision in made[-3:]:
        again.decide(decision)
    assert chance_lines(again) == chance_lines(match)
    assert again.position() == match.position() != before


def test_draws_are_listed_with_all_that_is_needed_to_recompute_them():
    match = play_on(begin(seeds=SEEDS), random.Random(1))
    found = recomputed(GAME, match.record())
    assert [line for _, line in found] == chance_lines(match)
    for draw, _ in found:
        number = hmac.new(secret_from("a"), message(draw.decision, draw.number, 0, SEEDS), hashlib.sha256).digest()
        assert draw.value == int.from_bytes(number, "big") % draw.of
    numbers = Counter(draw.decision for draw, _ in found)
    assert all([d.number for d, _ in found if d.decision == n] == list(range(count)) for n, count in numbers.items())


def test_noting_the_draws_does_not_change_them():
    chance = Hashed(SECRET, {})
    noted = Noted(chance)
    plain, listened = chance.luck(4), noted.luck(4)
    assert [plain(9) for _ in range(5)] == [listened(9) for _ in range(5)] == [d.value for d in noted.draws]


@pytest.mark.parametrize("path", [golden(TESTS / name / "golden")[0] for name in tr.games()], ids=str)
def test_a_golden_record_of_each_title_verifies_by_the_older_scheme(path):
    text = path.read_text("utf-8")
    assert "Chance:" not in text
    assert tr.verify(text) > 0


# ---------------------------------------------------------------- nobody reaches the secret

def reachable(thing):
    """Everything that can be reached from a thing, without going into modules, classes and
    functions of the program.
    """
    found, left = {}, [thing]
    while left:
        one = left.pop()
        if id(one) in found or isinstance(one, (type, FunctionType, type(tr))):
            continue
        found[id(one)] = one
        if one is GAME:
            continue
        left += gc.get_referents(one)
    return found.values()


def test_neither_the_state_nor_an_observation_leads_to_the_secret():
    secret = secrets_of(match := play_on(begin(seeds={0: "mine"}), random.Random(4), 4))
    assert any(one in secret for one in reachable(match) if isinstance(one, (bytes, str)))
    seat = match.pending[0]
    for thing in (match.state, bots.Observation.of(match, seat), match.view(seat), match.record(seat), match.position()):
        assert not any(one in secret for one in reachable(thing) if isinstance(one, (bytes, str)))
        assert not any(isinstance(one, (Hashed, Streamed)) for one in reachable(thing))
    assert match.state.luck is None
    assert bots.Observation.of(match, seat).imagine(1).luck is None


def secrets_of(match):
    return {match.secret, match.secret.hex()}


def test_the_state_carries_luck_only_while_something_happens():
    seen = []
    match = begin()
    match.tell(lambda s: seen.append((s.luck is not None, s.clone().luck)))
    assert seen == [(True, None)]
    with pytest.raises(ZeroDivisionError):
        match.tell(lambda s: 1 // 0)
    assert match.state.luck is None
    assert match.state.rng == 0, "nothing of the secret is in the generator of simulations"


def test_what_is_imagined_is_drawn_by_its_own_seed_alone():
    """Two matches with different secrets and the same position imagine the same."""
    one = Table(3).match(GAME, 1)
    other = rebuild(GAME, parse(one.record()), secret=None)
    assert other.secret != one.secret
    for seed in range(5):
        states = []
        for match in (one, other):
            s = match.state.clone()
            s.rng = seed_generator(seed)
            match.game.law.resample(s, 0)
            match.game.driver.play_randomly(s, match.game.mask())
            states.append(json.dumps(match.game.position(s)))
        assert states[0] == states[1]


def test_the_commitment_is_the_hash_of_the_secret():
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert secret_from(None) != secret_from(None)


def test_the_games_that_the_browsers_check_is_tested_with_are_real():
    """tests/match/make_fair.py makes them."""
    games = json.loads((TESTS.parent / "web" / "tests" / "fair.json").read_text("utf-8"))
    assert set(games) == set(tr.games())
    for name, game in games.items():
        assert game["drawn"] == [drawn_shown(*one) for one in recomputed(tr.game(name), game["record"])]
