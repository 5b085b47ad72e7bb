"""Which decisions are asked: those whose options depend on a hand even when one is left, public
ones only when there is a choice (docs/notation.md §1).
"""
from helpers.toledo import BLUE, RED, play, table, told

TILES = [(kind, size) for kind in ("metal", "gem", "smith", "fencing") for size in (1, 2)]
ALL_LOTS = {str(step): [*TILES[i % 8], i // 8]
            for i, step in enumerate(step for step in range(1, 20) if step not in (5, 9, 12))}


def test_a_lone_end_is_asked_because_a_card_could_follow():
    match = table(hands=[[5, 6], []])
    play(match, "move 5 0", "skip")
    assert match.legal(RED) == ["end"]
    assert match.pending == (RED,)


def test_without_cards_nothing_can_follow_and_the_turn_ends_by_itself():
    match = table(hands=[[5], []])
    play(match, "move 5 0")
    assert match.pending == (BLUE,)
    assert match.record().rstrip().endswith("0 move 5 0")


def test_a_lone_skip_beside_a_price_is_asked():
    match = table(hands=[[3, 2], []], shops={"8": ["gem", 1, BLUE]}, pawns=[[5], []])
    play(match, "move 3 5")
    assert match.legal(RED) == ["skip"]


def test_a_lone_draw_is_asked_of_a_hand_with_cards():
    match = table(hands=[[6], [1]], shops=ALL_LOTS, pawns=[[20, 20, 20, 20, 21], [20, 20, 20]], last_round=BLUE)
    assert match.legal(RED) == ["draw"]
    assert match.pending == (RED,)


def test_a_lone_draw_with_an_empty_hand_happens_by_itself():
    match = table(hands=[[], [1]], shops=ALL_LOTS)
    assert match.pending == (BLUE,)
    assert len(match.position()["hands"][RED]) == 2


def test_a_lone_continuation_is_asked():
    match = table(hands=[[4, 4], []], shops={"4": ["gem", 1, RED], "8": ["gem", 2, RED]}, pawns=[[4], []])
    play(match, "move 4 0")
    assert match.legal(RED) == ["move 4 4"]


def test_a_lone_duel_is_asked_while_a_card_could_move_the_pawn_on():
    shops = {"4": ["gem", 1, BLUE]}
    match = table(hands=[[4, 6], []], shops=shops, pawns=[[], [4]])
    play(match, "move 4 0")
    assert match.legal(RED) == [f"duel {BLUE}"]
    match = table(hands=[[4], []], shops=shops, pawns=[[], [4]])
    play(match, "move 4 0")
    assert len(told(match, "challenged")) == 1


def test_public_choices_of_one_happen_by_themselves():
    match = table(hands=[[2, 6], []], shops={"18": ["smith", 1, RED]}, pawns=[[18], []])
    play(match, "move 2 18")
    assert match.legal(RED) == ["end"]
    match = table(hands=[[4, 6], []], shops={"4": ["smith", 1, RED]}, metal=[1, 0])
    play(match, "move 4 0", "free")
    assert match.position()["swords"] == [[2], []]
    match = table(hands=[[4, 6], []], shops={"4": ["fencing", 1, RED]}, masters=[["teal"] * 3, []])
    play(match, "move 4 0", "free", "master brown")
    assert match.position()["masters"] == [["brown", "teal", "teal"], []]


def test_what_has_a_choice_is_asked_though_it_is_public():
    match = table(hands=[[4], []], shops={"4": ["metal", 1, RED]})
    play(match, "move 4 0")
    assert match.legal(RED) == ["free", "skip"]
