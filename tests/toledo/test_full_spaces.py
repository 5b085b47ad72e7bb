"""TO-4.4 and TO-4.5: landing where every circle is taken."""
import pytest
from helpers.toledo import BLUE, GREEN, RED, legal, play, refused, table, verbs


def shops(**at):
    return {step.strip("s"): tile for step, tile in at.items()}


@pytest.mark.rule("TO-4.4", "TO-R14", "TO-R20", "TO-R21")
def test_on_a_full_space_one_duels_or_moves_the_same_pawn_on():
    match = table(hands=[[4, 4, 2], []], shops=shops(s4=["gem", 1, RED], s8=["metal", 1, RED]),
                  pawns=[[0, 0, 0, 0, 5], [4]])
    play(match, "move 4 0")
    assert match.legal(RED) == ["move 4 4", f"duel {BLUE}"]
    assert refused(match, "end") == refused(match, "skip") == refused(match, "move 4 0") == "TO-4.4"
    assert match.position()["circles"] == {"4": [BLUE], "5": [RED]}
    assert match.position()["pawns"][RED] == [0, 0, 0, 4, 5]
    play(match, "move 4 4")
    assert verbs(match) == {"free", "skip"}
    assert match.position()["circles"] == {"4": [BLUE], "5": [RED], "8": [RED]}


@pytest.mark.rule("TO-4.4", "TO-R18")
def test_among_own_pawns_one_must_move_on_or_may_not_land():
    own = {"shops": shops(s4=["gem", 1, RED], s8=["metal", 1, RED]), "pawns": [[0, 0, 0, 0, 4], []]}
    assert refused(table(hands=[[4], []], **own), "move 4 0") == "TO-4.4"
    match = table(hands=[[4, 4], []], **own)
    play(match, "move 4 0")
    assert match.legal(RED) == ["move 4 4"]
    assert refused(match, f"duel {RED}") == "TO-4.4"
    play(match, "move 4 4", "skip")
    assert match.position()["pawns"][RED] == [0, 0, 0, 4, 8]


@pytest.mark.rule("TO-4.4", "TO-R20")
def test_a_chain_may_pass_several_own_pawns_if_it_ends_well():
    own = {"shops": shops(s4=["gem", 1, RED], s8=["metal", 1, RED], s16=["smith", 1, RED]),
           "pawns": [[0, 0, 4, 8, 16], [12, 12]]}
    assert refused(table(hands=[[4, 4], []], **own), "move 4 0") == "TO-4.4"
    match = table(hands=[[4, 4, 4, 1], []], **own)
    assert refused(match, "move 4 0") == ""
    play(match, "move 4 0", "move 4 4", "move 4 8")
    assert match.legal(RED) == [f"duel {BLUE}"]
    assert match.position()["circles"] == {"4": [RED], "8": [RED], "12": [BLUE, BLUE], "16": [RED]}


@pytest.mark.rule("TO-4.4", "TO-R20")
def test_a_chain_that_cannot_end_is_refused_at_its_beginning():
    own = {"shops": shops(s2=["gem", 1, RED], s4=["metal", 1, RED], s6=["smith", 1, RED]),
           "pawns": [[0, 0, 2, 4, 6], []]}
    assert refused(table(hands=[[2, 2, 2], []], **own), "move 2 0") == "TO-4.4"
    assert refused(table(hands=[[2, 2, 2, 2], []], **own), "move 2 0") == "TO-4.4"


@pytest.mark.rule("TO-4.4", "TO-R43")
def test_a_movement_tile_may_resolve_a_landing():
    own = {"shops": shops(s4=["gem", 1, RED]), "pawns": [[0, 0, 0, 0, 4], []]}
    assert refused(table(hands=[[4, 1], []], **own), "move 4 0") == "TO-4.4"
    match = table(hands=[[4, 1], []], masters=[["movement"], []], **own)
    play(match, "move 4 0")
    assert match.legal(RED) == ["extra 1 4"]
    play(match, "extra 1 4")
    assert match.position()["circles"] == {"4": [RED], "5": [RED]}


@pytest.mark.rule("TO-4.4", "TO-8.1")
def test_after_an_opening_extra_only_a_first_card_of_another_value_resolves_a_landing():
    own = {"shops": shops(s4=["gem", 1, RED], s8=["metal", 1, RED]), "pawns": [[0, 0, 0, 0, 4], []],
           "masters": [["movement", "movement"], []]}
    assert refused(table(hands=[[4, 4], []], **own), "extra 4 0") == "TO-4.4"
    assert refused(table(hands=[[4, 4], []], **own), "move 4 0") == ""
    match = table(hands=[[4, 4, 1], []], **own)
    play(match, "extra 4 0")
    assert match.legal(RED) == ["move 1 4"]
    assert refused(match, "move 4 4") == refused(match, "extra 1 4") == "TO-8.1"


@pytest.mark.rule("TO-4.4", "TO-R19")
def test_beside_an_own_pawn_the_opposing_one_may_be_challenged():
    match = table(3, hands=[[5, 6], [], []], pawns=[[5, 0, 0, 0, 0], [], [5]])
    play(match, "move 5 0")
    assert match.legal(RED) == ["duel 2"]


@pytest.mark.rule("TO-4.5", "TO-R22")
def test_of_two_opponents_the_mover_chooses_whom_to_challenge():
    match = table(4, hands=[[5, 6], [], [], []], pawns=[[], [5], [], [5]])
    play(match, "move 5 0")
    assert match.legal(RED) == [f"duel {BLUE}", f"duel {GREEN}"]
    assert refused(match, "duel 2") == refused(match, "duel 0") == "TO-4.4"


@pytest.mark.rule("TO-4.4", "TO-R22")
def test_there_is_nobody_to_challenge_elsewhere():
    match = table(2, hands=[[5, 5], []], pawns=[[], [5, 5]])
    assert refused(match, f"duel {BLUE}") == "TO-4.4"
    play(match, "move 5 0")
    assert refused(match, "duel 3") == "TO-4.4"


@pytest.mark.rule("TO-4.5", "TO-R17")
def test_where_one_of_two_circles_is_free_there_is_no_duel():
    match = table(hands=[[4, 6], []], shops=shops(s4=["gem", 2, BLUE]), pawns=[[], [4]])
    play(match, "move 4 0")
    assert verbs(match) == {"pay", "skip"}
    assert match.position()["circles"] == {"4": [RED, BLUE]}


@pytest.mark.rule("TO-R23")
def test_the_owner_must_duel_for_a_place_in_an_own_full_shop():
    match = table(hands=[[4, 1], []], shops=shops(s4=["gem", 1, RED]), pawns=[[], [4]])
    play(match, "move 4 0")
    assert match.legal(RED) == [f"duel {BLUE}"]


@pytest.mark.rule("TO-R24")
@pytest.mark.parametrize(("start", "value", "full"), [(4, 1, 5), (4, 5, 9), (8, 4, 12)])
def test_taverns_and_the_artist_are_fought_for_too(start, value, full):
    match = table(hands=[[value, 6], []], shops=shops(**{f"s{start}": ["gem", 1, RED]}),
                  pawns=[[start], [full, full]])
    play(match, f"move {value} {start}")
    assert legal(match, "duel") == [f"duel {BLUE}"]


TWO_HOPS = {"shops": shops(s4=["gem", 1, RED], s6=["smith", 1, RED], s8=["metal", 1, RED]),
            "pawns": [[0, 0, 4, 6, 8], []]}


@pytest.mark.rule("TO-4.4", "TO-R20", "TO-R43")
@pytest.mark.parametrize(("hand", "tiles", "is_legal"), [
    ([4, 2, 3], 1, False),  # 4 and 6 are own; a second extra would be needed to leave 6
    ([4, 2, 3], 2, True),
    ([4, 4, 1], 1, True),  # 4, 8 by the series, then 9 by the tile
    ([4, 4, 1], 0, False),
    ([4, 2, 5], 1, True),  # a 2 leads nowhere, but a 5 leads to the artist
    ([4, 2, 2, 5], 1, True),
    ([4, 4, 4], 0, True),  # 4, 8, 12
    ([4, 4], 0, False),
    ([4, 2, 2], 2, False),  # 4, 6, 8, and no card is left
    ([4, 4, 2, 2], 2, True),  # 4, 6, 8, 12
    ([4, 4, 2, 2, 3], 2, True),  # 4, 6, 9
])
def test_every_chain_is_looked_into(hand, tiles, is_legal):
    match = table(hands=[hand, []], masters=[["movement"] * tiles, []], **TWO_HOPS)
    assert refused(match, "move 4 0") == ("" if is_legal else "TO-4.4")


@pytest.mark.rule("TO-4.4", "TO-8.1")
@pytest.mark.parametrize(("hand", "is_legal"), [
    ([4, 2, 2], False),  # after the opening 4 a 2 is the first card: 6, then 8, and no card is left
    ([4, 2, 2, 2], False),  # 6, 8, 10: nothing is built there
    ([4, 5], True),
    ([4, 4, 4], False),  # the first card may not be a 4
    ([4, 2, 2, 4], True),  # 6, 8 by the series, 12 by the second tile
])
def test_chains_after_an_opening_extra_are_looked_into_too(hand, is_legal):
    match = table(hands=[hand, []], masters=[["movement", "movement"], []], **TWO_HOPS)
    assert refused(match, "extra 4 0") == ("" if is_legal else "TO-4.4")
