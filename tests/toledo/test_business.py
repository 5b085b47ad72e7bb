"""TO-5: business where a pawn has just landed."""
import pytest
from helpers.toledo import BLUE, RED, legal, play, play_drawing, refused, table, verbs


def landed(shop, hand=(4, 6), players=2, **keys):
    """Red plays a 4 and lands on a shop."""
    keys.setdefault("hands", [list(hand), *[[]] * (players - 1)])
    match = table(players, shops={"4": shop}, **keys)
    return play(match, "move 4 0")


@pytest.mark.rule("TO-5.2")
def test_business_in_an_own_shop_is_free():
    match = landed(["metal", 1, RED])
    assert match.legal(RED) == ["free", "skip"]
    assert refused(match, "pay 6") == "TO-5.2"
    play(match, "free")
    assert match.position()["metal"] == [1, 0]
    assert match.position()["hands"] == [["M6-01"], []]


@pytest.mark.rule("TO-5.2", "TO-R32")
def test_anothers_shop_costs_one_card_which_its_owner_takes():
    match = landed(["gem", 1, BLUE], hand=(4, 2, 6))
    assert match.legal(RED) == ["pay 2", "pay 6", "skip"]
    assert refused(match, "free") == refused(match, "pay 3") == "TO-5.2"
    play(match, "pay 6")
    at = match.position()
    assert at["gems"] == [1, 0]
    assert at["hands"] == [["M2-01"], ["M6-01"]]
    assert match.events()[-2]["text"] == "Red pays a 6 to Blue."


@pytest.mark.rule("TO-5.2")
@pytest.mark.parametrize(("start", "step", "price"), [(0, 1, 1), (0, 4, 1), (4, 7, 1), (4, 8, 3), (13, 14, 3),
                                                      (13, 15, 5), (16, 19, 5)])
def test_each_row_has_its_price(start, step, price):
    shops = {str(step): ["gem", 1, BLUE]} | ({str(start): ["gem", 2, BLUE]} if start else {})
    value = step - start
    match = table(hands=[[value, 1, 2, 3, 4, 5, 6], []], shops=shops, pawns=[[start], []])
    play(match, f"move {value} {start}")
    assert legal(match, "pay") == [f"pay {v}" for v in range(price, 7)]
    for v in range(1, price):
        assert refused(match, f"pay {v}") == "TO-5.2"


@pytest.mark.rule("TO-5.2")
def test_no_change_is_given_and_one_card_pays():
    match = landed(["metal", 1, BLUE], hand=(4, 6, 1))
    play(match, "pay 6")
    assert [len(hand) for hand in match.position()["hands"]] == [1, 1]
    assert refused(match, "pay 1") == "TO-5.1"


@pytest.mark.rule("TO-5.2", "TO-R34")
def test_at_a_tavern_one_pays_to_the_discards_and_then_draws_three():
    match = table(hands=[["M5-01", "M1-05"], []])
    play(match, "move 5 0")
    assert match.legal(RED) == ["pay 1", "skip"]
    play_drawing(match, "pay 1", "M2-01", "M3-01", "M6-01")
    at = match.position()
    assert at["hands"][RED] == ["M2-01", "M3-01", "M6-01"]
    assert at["discards"] == ["M1-05"]


@pytest.mark.rule("TO-5.2", "TO-R34")
def test_the_card_paid_at_a_tavern_may_come_back_from_a_new_pile():
    rest = [f"M{v}-{i:02}" for v in range(1, 7) for i in range(1, 15)]
    match = table(hands=[["M5-01", "M1-05"], [c for c in rest if c not in ("M5-01", "M1-05")]], draw_pile=[],
                  discards=[])
    play(match, "move 5 0")
    play_drawing(match, "pay 1", "M1-05")
    assert match.position()["hands"][RED] == ["M1-05"]


@pytest.mark.rule("TO-5.2")
def test_the_middle_tavern_and_the_artist_cost_at_least_3():
    match = table(hands=[[3, 3, 2, 1], []], pawns=[[6, 9], []], shops={"6": ["gem", 1, RED]})
    play(match, "move 3 6")
    assert match.legal(RED) == ["pay 3", "skip"]
    match = table(hands=[[3, 3, 2, 1], []], pawns=[[6, 9], []], shops={"6": ["gem", 1, RED]})
    play(match, "move 3 9")
    assert match.legal(RED) == ["pay 3", "skip"]


@pytest.mark.rule("TO-5.3")
def test_the_artist_sells_the_top_painting():
    match = table(hands=[["M3-01", "M4-01", "M6-01"], []], pawns=[[6], []], shops={"6": ["gem", 1, RED]},
                  paintings=[[], [3]], paintings_left=[2, 2, 1, 1, 1])
    play(match, "move 3 6", "pay 4")
    at = match.position()
    assert at["paintings"] == [[2], [3]]
    assert at["paintings_left"] == [2, 1, 1, 1]
    assert at["discards"] == ["M4-01"]


@pytest.mark.rule("TO-5.3")
def test_the_artist_goes_on_below_paintings_that_are_gone():
    """By hand a position may give any painting to anybody; the others are sold in their order."""
    match = table(hands=[[3, 3, 6, 6], []], pawns=[[6, 6], []], shops={"6": ["gem", 2, RED]}, paintings=[[], [2, 2]])
    assert match.position()["paintings_left"] == [3, 1, 1, 1]
    play(match, "move 3 6", "pay 6")
    assert match.position()["paintings"] == [[3], [2, 2]]
    play(match, "move 3 6", "pay 6")
    assert match.position()["paintings"] == [[1, 3], [2, 2]]
    assert match.position()["paintings_left"] == [1, 1]


@pytest.mark.rule("TO-5.3", "TO-R36")
def test_the_smith_makes_a_sword_from_metal_and_gems_which_go_back():
    match = landed(["smith", 1, RED], metal=[2, 0], gems=[1, 0])
    play(match, "free")
    assert match.legal(RED) == ["sword 2", "sword 3", "sword 4", "sword 6"]
    assert refused(match, "sword 8") == "TO-5.3"
    assert match.why_not("sword 8", RED).text == "A sword of 8 needs 2 metal and 2 gems."
    play(match, "sword 6")
    at = match.position()
    assert at["swords"] == [[6], []]
    assert (at["metal"], at["gems"], at["stock"]) == ([0, 0], [0, 0], {"metal": 23, "gems": 20})
    assert verbs(match) == {"end"}


@pytest.mark.rule("TO-R36")
def test_a_sword_that_is_gone_cannot_be_forged():
    match = landed(["smith", 1, RED], metal=[4, 0], gems=[4, 0], swords=[[], [15]])
    play(match, "free")
    assert refused(match, "sword 15") == "TO-5.3"
    assert refused(match, "sword 13") == ""


@pytest.mark.rule("TO-5.4")
def test_a_lone_sword_is_taken_by_itself():
    match = landed(["smith", 1, RED], metal=[1, 0])
    play(match, "free")
    assert match.position()["swords"] == [[2], []]


@pytest.mark.rule("TO-5.3", "TO-R38")
def test_the_fencing_master_gives_a_tile():
    match = landed(["fencing", 1, RED])
    play(match, "free")
    assert match.legal(RED) == ["master purple", "master brown", "master teal", "master movement"]
    play(match, "master brown")
    assert match.position()["masters"] == [["brown"], []]
    assert match.position()["masters_left"]["brown"] == 3


@pytest.mark.rule("TO-5.3", "TO-R38")
def test_who_holds_three_tiles_puts_one_of_the_old_ones_back():
    match = landed(["fencing", 1, RED], masters=[["purple", "movement", "teal"], []])
    play(match, "free", "master brown")
    assert match.legal(RED) == ["return purple", "return teal", "return movement"]
    assert refused(match, "return brown") == refused(match, "end") == "TO-5.3"
    assert match.position()["open"]["old_tiles"] == ["movement", "purple", "teal"]
    play(match, "return movement")
    at = match.position()
    assert at["masters"] == [["brown", "purple", "teal"], []]
    assert at["masters_left"] == {"purple": 3, "brown": 3, "teal": 3, "movement": 4}


@pytest.mark.rule("TO-R38", "TO-R39")
def test_a_new_tile_of_a_kind_already_held_may_stand_for_the_old_one():
    match = landed(["fencing", 1, RED], masters=[["purple", "purple", "teal"], []])
    play(match, "free", "master teal")
    assert match.legal(RED) == ["return purple", "return teal"]
    match = landed(["fencing", 1, RED], masters=[["purple", "purple", "purple"], []])
    play(match, "free", "master teal")
    assert match.position()["masters"] == [["purple", "purple", "teal"], []]


@pytest.mark.rule("TO-5.3")
def test_a_kind_of_tile_can_run_out():
    match = landed(["fencing", 1, RED], players=3, masters=[[], ["teal"] * 3, ["teal"]])
    play(match, "free")
    assert refused(match, "master teal") == "TO-5.3"


@pytest.mark.rule("TO-5.1", "TO-R31")
def test_pawns_that_stood_there_before_do_no_business():
    match = table(hands=[[5, 6, 1], []], shops={"4": ["metal", 2, RED]}, pawns=[[4, 0], []])
    assert refused(match, "free") == refused(match, "pay 1") == refused(match, "skip") == "TO-5.1"
    play(match, "move 5 4")
    assert match.position()["metal"] == [0, 0]


@pytest.mark.rule("TO-5.4", "TO-R30")
def test_business_declined_cannot_be_made_up_for():
    match = landed(["metal", 1, RED], hand=(4, 4))
    play(match, "skip")
    assert refused(match, "free") == "TO-5.1"


@pytest.mark.rule("TO-R33")
def test_who_cannot_pay_lands_all_the_same():
    match = table(hands=[[3, 2, 1], []], shops={"8": ["metal", 1, BLUE]}, pawns=[[5], []])
    play(match, "move 3 5")
    assert match.legal(RED) == ["skip"]
    play(match, "skip")
    assert match.position()["circles"] == {"8": [RED]}


@pytest.mark.rule("TO-R16")
def test_the_card_in_front_cannot_pay():
    match = table(hands=[[5], []])
    play(match, "move 5 0")
    assert match.pending == (BLUE,)
    assert match.position()["circles"] == {"5": [RED]}


@pytest.mark.rule("TO-5.4", "TO-R35")
@pytest.mark.parametrize(("kind", "keys"), [
    ("metal", {"metal": [11, 12]}), ("gem", {"gems": [10, 10]}), ("smith", {"gems": [9, 0]})])
def test_what_can_yield_nothing_is_not_offered(kind, keys):
    for owner in (RED, BLUE):
        match = table(hands=[[4, 6], []], shops={"4": [kind, 1, owner]}, **keys)
        play(match, "move 4 0")
        assert match.legal(RED) == ["end"]
        assert match.position()["circles"] == {"4": [RED]}


@pytest.mark.rule("TO-5.4", "TO-R35")
def test_without_paintings_the_artist_sells_nothing():
    match = table(hands=[[3, 6], []], pawns=[[6], []], shops={"6": ["gem", 1, RED]},
                  paintings=[[1, 1, 1], [3, 2, 2]])
    play(match, "move 3 6")
    assert match.legal(RED) == ["end"]


@pytest.mark.rule("TO-R37")
def test_one_pawn_fetches_the_metal_and_another_has_it_forged():
    match = table(hands=[[4, 4, 6], []], shops={"4": ["metal", 2, RED], "8": ["smith", 1, RED]}, pawns=[[0, 4], []])
    play(match, "move 4 0", "free", "move 4 4", "free")
    assert match.position()["swords"] == [[2], []]
    assert match.position()["metal"] == [0, 0]
