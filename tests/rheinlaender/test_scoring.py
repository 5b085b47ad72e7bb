"""RH-7 and RH-11.3: what a duchy is worth, who is paid when, and who sees it."""
from random import Random

import pytest
from harness import Table, play_on
from rheinlaender.scenes import BLUE, GOLD, RED, events, knights, owner, paid, scene, turn

from tafelrunde.games.rheinlaender import GAME
from tafelrunde.games.rheinlaender.tables import COMPONENTS


@pytest.mark.rule("RH-7.1", "RH-R16")
def test_the_value_paid_is_the_one_before_the_placement():
    """The rulebook's example: the town that the new knight brings is not paid."""
    match = turn(scene(cards=50, turn=GOLD, red="L24 L25", gold="L26 L27", owners={"L24": RED},
                       tiles={12: "town3", 14: "town4"}, aim="L28"), 50, "support L28")
    assert owner(match, "L28") == GOLD
    assert paid(match) == {RED: [4]}


@pytest.mark.rule("RH-7.1")
def test_nobody_is_paid_while_a_duchy_is_kept():
    match = turn(scene(cards=28, red="L24 L25 L26 L27", tiles={12: "town3", 14: "town4"}, aim="L28"), 28, "knight L28")
    assert owner(match, "L28") == RED
    assert paid(match) == {}


@pytest.mark.rule("RH-7.2", "RH-R36")
def test_a_duchy_is_worth_its_duke_its_towns_and_one_for_each_castle_and_bishopric():
    """Red's duchy from L19 to L26: Worms 4, Mainz a castle with red's knight, Bingen a bishopric,
    the duke: 7.
    """
    match = turn(scene(cards=27, turn=BLUE, red="L20 L22 L25", blue="L21 L23 L24 L26", castles={11: RED}, aim="L27",
                       owners={"L20": RED}, tiles={9: "town4", 11: "castle", 12: "bishopric"}), 27, "knight L27")
    assert knights(match, "L27") == [3, 6, 0, 0]  # the castle's knight has become blue's
    assert owner(match, "L27") == BLUE
    assert paid(match) == {RED: [7]}


@pytest.mark.rule("RH-R36")
def test_a_castle_counts_whoever_stands_on_it():
    match = turn(scene(cards=27, turn=BLUE, red="L20 L22 L25", blue="L21 L23 L24", gold="L26", castles={11: GOLD},
                       owners={"L20": RED}, tiles={9: "town4", 11: "castle", 12: "town2"}, aim="L27"), 27, "knight L27")
    assert owner(match, "L27") == BLUE
    assert paid(match) == {RED: [8]}


@pytest.mark.rule("RH-R36", "RH-11.3")
def test_at_the_end_too_a_castle_scores_for_its_duchy():
    """Blue's knight stands on the castle of Mainz in red's duchy: 5 and 1 for red, nothing for
    blue.
    """
    match = scene(players=3, turn=2, cards=[33, 1, 2, 3, 4], red="L22 L23", castles={11: BLUE}, owners={"L22": RED},
                  tiles={11: "castle"}, last_round=True, aim="R33")
    turn(match, 33, "knight R33")
    assert match.scores == [6, 0, 0]


@pytest.mark.rule("RH-7.3")
def test_a_centre_belongs_to_a_duchy_by_a_knight_of_any_colour():
    """Only gold's knight stands beside Koblenz, but red's duchy is paid for it."""
    match = turn(scene(cards=25, turn=BLUE, red="L26 L27", gold="L28", blue="L24 L23", tiles={12: "town2", 14: "town4"},
                       owners={"L26": RED, "L23": BLUE}, aim="L25"), 25, "knight L25")
    assert knights(match, "L25") == [2, 3, 1, 0]
    assert owner(match, "L25") == BLUE
    assert paid(match) == {RED: [7]}  # 1 + 2 + 4


@pytest.mark.rule("RH-R48", "RH-7.1")
def test_coins_are_a_counter_without_limit():
    match = turn(scene(cards=50, turn=GOLD, red="L24 L25", gold="L26 L27", owners={"L24": RED}, coins=[400, 0, 0, 0],
                       tiles={12: "town3", 14: "town4"}, aim="L28"), 50, "support L28")
    assert match.position()["coins"] == [404, 0, 0, 0]
    # All in the box
    assert sum(int(coin) * n for coin, n in COMPONENTS["pieces"]["coins"]["value"].items()) == 250


@pytest.mark.rule("RH-7.4", "RH-R49")
def test_coins_are_secret_but_the_own_total_is_seen():
    match = scene(coins=[4, 7, 9, 0])
    assert match.view(BLUE)["coins"] == [None, 7, None, None]
    assert match.view(None)["coins"] == [None] * 4
    assert match.position()["coins"] == [4, 7, 9, 0]


@pytest.mark.rule("RH-7.4")
def test_with_open_coins_everybody_sees_everything():
    match = scene(coins=[4, 7, 9, 0], options={"open_coins": True})
    assert match.view(BLUE)["coins"] == match.view(None)["coins"] == [4, 7, 9, 0]


@pytest.mark.rule("RH-7.4")
def test_at_the_end_all_coins_are_shown():
    match = play_on(Table(3).match(GAME, 8), Random(8))
    assert match.view(None)["coins"] == match.scores


@pytest.mark.rule("RH-11.3", "RH-R46")
def test_at_the_end_owned_duchies_pay_with_five_for_the_duke_and_the_archbishop_five():
    match = scene(players=3, turn=2, cards=[33, 1, 2, 3, 4], red="L1 L2", blue="L5 L6 L9", gold="R3 L10", aim="R33",
                  tiles={1: "town2", 2: "town3", 3: "bishopric", 5: "town4"}, coins=[10, 20, 30], last_round=True)
    turn(match, 33, "knight R33")
    assert match.over
    # L9, L10: no owner, no points
    assert match.position()["coins"] == [10 + 5 + 2, 20 + 5 + 1 + 5, 30]
    assert events(match, "final") == [["0", "7", "L1"], ["1", "6", "L5"]]
    assert events(match, "final_archbishop") == [["1", "5"]]
    assert events(match, "won") == [["1", "31"]]
    assert match.ranking == [[1], [2], [0]]


@pytest.mark.rule("RH-11.3", "RH-R47")
@pytest.mark.parametrize(("tie", "ranking"), [("shared", [[0, 1], [2]]), ("most_dukes", [[0], [1], [2]])])
def test_equal_points_share_the_victory_or_the_most_dukes_decide(tie, ranking):
    match = scene(players=3, turn=2, cards=[33, 1, 2, 3, 4], red="L1 L2 L7 L8", blue="L12 L13", last_round=True,
                  tiles={1: "town2", 7: "town3"}, coins=[0, 4, 0], options={"winner_tie": tie}, aim="R33")
    turn(match, 33, "knight R33")
    assert match.scores == [12, 12, 0]
    assert match.ranking == ranking
    assert [seat for seat, _ in events(match, "won")] == [str(p) for p in ranking[0]]
