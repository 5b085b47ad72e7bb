"""Veto: a whole announced special action is cancelled, decided at once."""
import pytest
from helpers.el_grande import OLD, act, idle, idle_round, legal, load, play, refused, region, regions, told, turn

from tafelrunde import BadPosition

VETO = {"alternatives": ["veto", "veto"]}
ANNOUNCED = {**VETO, "veto_held": "announced"}


def held(*seats, until=None, **keys):
    """A turn of seat 0 in which others hold Vetoes."""
    number = keys.get("round", 1)
    vetoes = [{"seat": p, "until_round": until or number} for p in seats]
    return turn(keys.pop("card", "fiesta"), options=keys.pop("options", VETO), vetoes=vetoes, **keys)


@pytest.mark.rule("EG-C-veto", "EG-R52")
def test_the_holder_decides_before_anything_happens():
    match = play(held(2, regions=regions(navarra=[2, 0, 0, 0])), "action")
    assert match.scores == [0, 0, 0, 0]
    assert match.pending == (2,)
    assert match.legal(2) == ["veto", "allow"]
    assert refused(match, "done") == "EG-C-veto"


@pytest.mark.rule("EG-C-veto", "EG-R52", "EG-R53", "EG-R54")
def test_a_veto_cancels_the_whole_action_but_not_the_placing():
    match = play(held(2, regions=regions(navarra=[2, 0, 0, 0])), "action", "veto")
    assert match.scores == [0, 0, 0, 0]
    at = match.position()
    assert at["vetoes"] == []
    assert at["discards"] == ["veto"]
    assert match.pending == (0,)
    assert refused(match, "action") == "EG-3.4"
    play(match, "place navarra")
    assert region(match, "navarra")[0] == 3


@pytest.mark.rule("EG-C-veto")
def test_allowed_it_goes_on_and_the_card_is_kept():
    match = play(held(2, regions=regions(navarra=[2, 0, 0, 0])), "action", "allow")
    assert match.scores == [5, 0, 0, 0]
    assert match.position()["vetoes"] == [{"seat": 2, "until_round": 1}]


@pytest.mark.rule("EG-C-veto")
def test_two_holders_are_asked_clockwise_from_the_actor_and_a_veto_ends_the_asking():
    match = play(held(1, 3, seat=2), "action")
    assert match.pending == (3,)
    play(match, "allow")
    assert match.pending == (1,)
    play(match, "veto")
    assert match.pending == (2,)
    assert match.position()["vetoes"] == [{"seat": 3, "until_round": 1}]
    match = play(held(1, 3, seat=2), "action", "3 veto")
    assert match.pending == (2,)
    assert match.position()["vetoes"] == [{"seat": 1, "until_round": 1}]


@pytest.mark.rule("EG-C-veto")
def test_a_holder_of_two_is_asked_once_and_spends_the_older():
    match = load(phase="turns", turn=0, played=[13, 12, 11, 10], court=[5] * 4, options=VETO, round=2,
                 open={"decision": "menu", "card": "fiesta"},
                 vetoes=[{"seat": 1, "until_round": 2}, {"seat": 1, "until_round": 3}])
    play(match, "action", "veto")
    assert match.pending == (0,)
    assert match.position()["vetoes"] == [{"seat": 1, "until_round": 3}]


@pytest.mark.rule("EG-C-veto")
def test_the_own_action_cannot_be_vetoed_and_nobody_else_is_asked():
    match = play(held(0, regions=regions(navarra=[2, 0, 0, 0])), "action")
    assert match.scores == [5, 0, 0, 0]
    match = play(turn("fiesta", options=VETO), "action")
    assert match.pending == (0,)


@pytest.mark.rule("EG-C-veto", "EG-5.1")
def test_vetoes_are_asked_even_where_the_action_can_do_nothing():
    match = play(held(1, card="conspiracy"), "action")
    assert match.pending == (1,)


@pytest.mark.rule("EG-C-veto", "EG-3.5", "EG-R54", "EG-R55")
def test_a_veto_is_held_as_soon_as_it_is_taken_and_lasts_to_the_end_of_the_next_round():
    match = play(load(phase="turns", turn=0, played=[13, 12, 11, 10], court=[5] * 4, options=VETO,
                      open_cards=["veto", "intrigue", "your_majesty"], open={"decision": "card"}), "card veto")
    assert match.position()["vetoes"] == [{"seat": 0, "until_round": 2}]
    assert match.position()["open"]["card"] == "veto"
    assert told(match, "veto_held") == [{"seat": "0", "n": "2"}]
    play(match, "place aragon", "done")
    assert match.position()["vetoes"] == [{"seat": 0, "until_round": 2}]
    assert match.position()["discards"] == []
    idle_round(match)
    assert match.position()["round"] == 2
    assert match.position()["vetoes"] == [{"seat": 0, "until_round": 2}]
    idle_round(match)
    assert match.position()["vetoes"] == []
    assert "veto" in match.position()["discards"]
    assert told(match, "veto_lapsed") == [{"seat": "0"}]


@pytest.mark.rule("EG-R55")
def test_taking_a_veto_needs_no_announcing_and_cannot_be_cancelled():
    match = held(3, card="veto")
    assert match.pending == (0,)
    assert refused(match, "action") == "EG-C-veto"
    assert match.position()["vetoes"] == [{"seat": 3, "until_round": 1}, {"seat": 0, "until_round": 2}]
    play(match, "end")
    assert match.position()["vetoes"] == [{"seat": 3, "until_round": 1}, {"seat": 0, "until_round": 2}]
    with pytest.raises(BadPosition, match="no special action"):
        load(phase="turns", turn=0, played=[13, 12, 11, 10], options=VETO,
             open={"decision": "menu", "card": "veto", "parts": ["place", "action"]})


@pytest.mark.rule("EG-C-veto", "EG-3.5", "EG-R55")
def test_by_an_option_a_veto_is_held_only_when_it_is_announced():
    match = play(turn("veto", options=ANNOUNCED), "action")
    assert match.position()["vetoes"] == [{"seat": 0, "until_round": 2}]
    match = play(turn("veto", options=ANNOUNCED), "place aragon", "done", "end")
    assert match.position()["vetoes"] == []
    assert match.position()["discards"] == ["veto"]


@pytest.mark.rule("EG-R71")
@pytest.mark.parametrize(("cancels", "placing"), [("special_action", True), ("whole_card", False)])
def test_what_a_veto_cancels(cancels, placing):
    match = held(2, options={**VETO, "veto_cancels": cancels}, regions=regions(navarra=[2, 0, 0, 0]))
    play(match, "action", "veto")
    assert (match.pending == (0,)) == placing
    assert match.scores == [0, 0, 0, 0]


@pytest.mark.rule("EG-C-veto", "EG-R54")
def test_it_can_be_used_in_the_round_in_which_it_was_taken():
    match = play(turn("veto", options=VETO, open_cards=["fiesta", "intrigue", "your_majesty"]),
                 "end", "card fiesta",
                 "action")
    assert match.pending == (0,)
    play(match, "veto")
    assert match.pending == (1,)


@pytest.mark.rule("EG-C-veto", "EG-R55")
def test_a_veto_against_a_veto():
    match = play(held(3, card="veto", options=ANNOUNCED), "action")
    assert match.pending == (3,)
    play(match, "veto")
    at = match.position()
    assert at["vetoes"] == []
    assert at["discards"] == ["veto"]
    play(match, "end")
    assert match.position()["discards"] == ["veto", "veto"]


@pytest.mark.rule("EG-C-veto", "EG-9.1")
@pytest.mark.parametrize(("short", "number", "until"),
                         [(False, 3, 4), (False, 4, 5), (True, 3, 5), (True, 6, 8), (True, 2, 3)])
def test_the_next_round_is_the_next_one_played(short, number, until):
    match = turn("veto", options={**VETO, "short": short}, round=number)
    assert match.position()["vetoes"] == [{"seat": 0, "until_round": until}]


@pytest.mark.rule("EG-C-veto", "EG-8.5", "EG-R53")
def test_on_the_last_turn_of_the_game():
    """The last seat of round 9 announces Your Majesty; the holder vetoes; the general scoring
    cannot be vetoed.
    """
    match = load(phase="turns", turn=3, acted=[0, 1, 2], played=[13, 12, 11, 10], round=9, court=[0] * 4,
                 options=VETO,
                 regions=regions(castilla=[0, 0, 0, 3], granada=[0, 0, 0, 2]), open={"decision": "menu", "card": "your_majesty"},
                 vetoes=[{"seat": 0, "until_round": 9}])
    play(match, "action")
    assert match.pending == (0,)
    play(match, "veto")
    assert match.over
    assert match.scores == [0, 0, 0, 6 + 2 + 6]


@pytest.mark.rule("EG-C-veto", "EG-R54")
def test_a_veto_held_to_the_end_does_nothing():
    match = load(phase="turns", turn=3, acted=[0, 1, 2], played=[13, 12, 11, 10], round=9, court=[0] * 4,
                 options=VETO,
                 open={"decision": "menu", "card": "veto", "parts": ["place"]})
    assert match.over
    assert match.position()["vetoes"] == [{"seat": 3, "until_round": 10}]


@pytest.mark.rule("EG-C-veto", "EG-12.3", "EG-R53")
def test_what_a_veto_cannot_stop():
    """Placing, taking to court, modifier abilities, general scorings (R53)."""
    match = load(players=3, options={**VETO, "modules": ["power_shift"]}, phase="turns", turn=0, played=[11, 2, 1],
                 played_modifiers=["mod_minus_1_move_own", None, None], modifiers=[[], [], []], court=[5] * 3,
                 regions=regions(granada=[2, 0, 0]), vetoes=[{"seat": 1, "until_round": 1}])
    play(match, "court 1", "ability", "take 0 granada", "to toledo", "done")
    assert match.pending == (0,)
    assert region(match, "toledo") == [1, 0, 0]
    idle(match)
    assert match.pending == (1,)


# ------------------------------------------------------------ 1995: the rest of an action


def old(card, *seats, **keys):
    """A turn of seat 0 in the 1995 edition in which others hold Vetoes."""
    return turn(card, vetoes=[{"seat": p, "until_round": 1} for p in seats], **OLD, **keys)


@pytest.mark.rule("EG-13.2", "EG-C-veto", "EG-R52")
def test_in_1995_the_rest_of_an_action_may_be_stopped():
    match = play(old("conspiracy", 2, regions=regions(granada=[3, 3, 0, 0])), "action", "allow",
                 "take 0 granada", "to toledo")
    assert match.pending == (2,)
    assert "the rest" in match.prompt(2)
    assert match.position()["open"]["rest"]["decision"] == "take"
    play(match, "allow", "take 0 granada", "to toledo", "veto")
    assert region(match, "toledo") == [2, 0, 0, 0]
    assert match.pending == (0,)
    assert refused(match, "action") == "EG-3.4"
    assert told(match, "vetoed_rest") == [{"seat": "0", "by": "2"}]


@pytest.mark.rule("EG-13.2", "EG-C-veto")
@pytest.mark.parametrize(("card", "first", "keys"), [
    ("militia", ["place granada"], {}),
    ("withdrawal", ["1 return court", "1 return court", "1 return court"],
     {"regions": regions(granada=[0, 1, 1, 1])}),
    ("banishment", ["return 1 granada"], {"regions": regions(granada=[0, 1, 1, 0], toledo=[0, 1, 1, 0])}),
])
def test_in_1995_between_the_pieces_of_other_actions_too(card, first, keys):
    match = play(old(card, 3, **keys), "action", "3 allow", *first)
    assert match.pending == (3,)
    play(match, "veto")
    assert match.pending == (0,)
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-13.2")
def test_in_1995_nobody_is_asked_when_nothing_is_left_of_the_action():
    match = play(old("conspiracy", 2, regions=regions(granada=[1, 0, 0, 0])), "action", "allow",
                 "take 0 granada", "to castillo")
    assert match.pending == (0,)
    assert "end" in match.legal(0)


@pytest.mark.rule("EG-C-veto", "EG-R52")
def test_in_2023_an_action_that_has_begun_cannot_be_stopped():
    match = play(held(2, card="conspiracy", regions=regions(granada=[3, 3, 0, 0])), "action", "allow",
                 "take 0 granada",
                 "to toledo")
    assert match.pending == (0,)
    assert legal(match, "take")
    assert act("fiesta").pending == (0,)
