"""KI-3: king and intriguer."""
import pytest
from helpers.king_and_intriguer import ALL, legal, load, play, refused, region, regions, told

import tafelrunde as tr

ENGLISH = {"intriguer": "english"}


def king(players=4, card=170, **keys):
    """Seat 0 has the highest card, at its menu (or the choice of a role)."""
    played = [card, *[100, 90, 80, 70][:players - 1]]
    return load(players=players, phase="turns", turn=0, played=played, court=[5] * players, **keys)


def intriguer(players=4, card=20, **keys):
    """Seat 0 has the lowest card."""
    played = [card, *[100, 90, 80, 70][:players - 1]]
    return load(players=players, phase="turns", turn=0, played=played, court=[5] * players, **keys)


@pytest.mark.rule("KI-3.1", "KI-C-180", "KI-K06", "KI-K07")
@pytest.mark.parametrize("card", [170, 180])
def test_with_four_players_the_king_moves_the_king_and_must(card):
    match = king(card=card, open={"decision": "menu"})
    assert "end" not in match.legal(0)
    assert refused(match, "end") == "KI-3.4"
    play(match, "action")
    assert match.pending == (0,), "170 is not carried out"
    assert len(legal(match, "king")) == 8
    assert refused(match, "king france") == "KI-3.1"
    assert refused(match, "king castilla") == "KI-3.1"
    play(match, "king granada")
    assert match.position()["roles"][0] == "king"
    match = play(king(open={"decision": "menu"}), "action", "king granada", "place sevilla")
    assert region(match, "sevilla") == [1, 0, 0, 0]


@pytest.mark.rule("KI-3.2", "KI-K08")
def test_the_intriguer_moves_one_opposing_caballero():
    match = intriguer(regions=regions(granada=[2, 1, 0, 0], castilla=[1, 1, 0, 0]), open={"decision": "menu"})
    play(match, "action")
    assert legal(match, "take") == {"1 granada"}
    assert legal(match, "region") == {"granada"}
    assert refused(match, "take 0 granada") == "KI-3.2"
    assert refused(match, "take 1 castilla") == "EG-6.2"
    assert refused(match, "done") == "KI-3.2"
    play(match, "take 1 granada")
    assert refused(match, "to castilla") == "EG-6.2"
    assert refused(match, "to castillo") == "KI-3.2"
    assert refused(match, "to granada") == "EG-5.2"
    play(match, "to toledo")
    assert region(match, "toledo") == [0, 1, 0, 0]
    assert "end" in match.legal(0)
    assert "action" not in match.legal(0)


@pytest.mark.rule("KI-3.2", "KI-K08")
def test_or_all_own_ones_of_one_region_to_one_other_region():
    match = intriguer(regions=regions(granada=[3, 1, 0, 0], sevilla=[1, 0, 0, 0]), open={"decision": "menu"})
    play(match, "action", "region granada")
    assert "done" not in match.legal(0), "it must be played"
    assert "all 3" in match.prompt(0)
    assert legal(match, "to") == {"galicia", "navarra", "aragon", "cataluna", "toledo", "sevilla", "valencia"}
    assert tr.load(match.position()).position() == match.position()
    play(match, "to sevilla")
    assert region(match, "granada") == [0, 1, 0, 0]
    assert region(match, "sevilla") == [4, 0, 0, 0]
    assert len(told(match, "moved")) == 3


@pytest.mark.rule("KI-3.2", "KI-K08", "KI-C-66")
def test_all_of_them_need_room_in_one_region():
    match = intriguer(options=ALL, regions=regions(granada=[3, 0, 0, 0], toledo=[0, 4, 0, 0]), open={"decision": "menu"},
                      roles=["intriguer", None, None, None], lying=[{"seat": 1, "value": 66, "region": "toledo"}])
    play(match, "action", "region granada")
    assert refused(match, "to toledo") == "KI-C-66"
    with pytest.raises(tr.BadPosition, match=r"open: .take. is not asked for here"):
        tr.load({**match.position(), "open": {"decision": "take", "seat": 0, "part": "action", "region": "granada"}})


@pytest.mark.rule("KI-3.2", "KI-K08")
def test_by_the_english_card_any_number_of_own_ones_split_at_will():
    match = intriguer(regions=regions(granada=[3, 1, 0, 0], sevilla=[1, 0, 0, 0]), open={"decision": "menu"}, options=ENGLISH)
    play(match, "action", "region granada")
    assert legal(match, "take") == {"0 granada"}
    assert refused(match, "take 0 sevilla") == "KI-3.2"
    assert refused(match, "take 1 granada") == "KI-3.2"
    play(match, "take 0 granada", "to toledo", "take 0 granada", "to castillo", "done")
    assert region(match, "granada") == [1, 1, 0, 0]
    assert region(match, "toledo") == [1, 0, 0, 0]
    assert match.position()["castillo"] == [1, 0, 0, 0]
    none = intriguer(regions=regions(granada=[3, 1, 0, 0]), open={"decision": "menu"}, options=ENGLISH)
    play(none, "action", "region granada", "done")
    assert region(none, "granada") == [3, 1, 0, 0]


@pytest.mark.rule("KI-3.2", "KI-C-10", "KI-3.3")
@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {}), (4, ALL)])
def test_ten_is_always_the_intriguer_and_leaves_no_choice(players, options):
    match = intriguer(players=players, card=10, options=options, open={"decision": "court", "part": "court"})
    play(match, "court 0")
    assert match.position()["roles"][0] == "intriguer"
    assert match.pending == (0,)
    assert "role card" not in match.legal(0)
    assert "place castillo" in match.legal(0)


@pytest.mark.rule("KI-3.3", "KI-C-180")
def test_180_is_always_the_king_and_leaves_no_choice():
    match = king(players=2, card=180)
    assert match.position()["roles"][0] == "king"
    play(match, "action")
    assert len(legal(match, "king")) == 8


@pytest.mark.rule("KI-3.3", "KI-K06")
@pytest.mark.parametrize(("players", "options", "choice"), [(2, {}, True), (3, {}, True), (4, {}, False), (5, {}, False),
                                                            (4, {"players_edition": True}, True), (5, {"extra_cards": True}, False),
                                                            (5, ALL, True)])
def test_who_may_choose_between_role_and_card(players, options, choice):
    match = king(players=players, card=160, options=options, open={"decision": "court", "part": "court"})
    play(match, "court 1")
    assert ("role king" in match.legal(0)) is choice
    if choice:
        assert match.legal(0) == ["role king", "role card"]
        assert refused(match, "role intriguer") == "KI-2.2"
        assert refused(match, "action") == "KI-3.3"
        play(match, "role card", "action")
        assert legal(match, "king") == {"galicia", "navarra", "aragon", "toledo"}, "160, not the king's role"
    low = intriguer(players=players, card=20, options=options, open={"decision": "court", "part": "court"})
    play(low, "court 0")
    assert ("role intriguer" in low.legal(0)) is choice
    if choice:
        play(low, "role card", "action")
        assert "place granada" in low.legal(0)
        assert told(low, "role_left") == [{"seat": "0", "card": "20"}]


@pytest.mark.rule("KI-3.3", "KI-K06")
def test_a_role_that_is_chosen_is_played():
    match = king(players=3, card=160, open={"decision": "role"})
    play(match, "role king")
    assert told(match, "role_taken") == [{"seat": "0", "role": "king"}]
    play(match, "action", "king granada")
    assert match.position()["king"] == "granada"


@pytest.mark.rule("KI-3.4")
def test_what_must_be_done_but_cannot_ends_by_itself():
    match = intriguer(open={"decision": "menu"})
    play(match, "action")
    assert told(match, "nothing_happens") == [{"seat": "0"}]
    assert "end" in match.legal(0)
    assert "action" not in match.legal(0)


@pytest.mark.rule("KI-3.5")
def test_king_and_intriguer_take_caballeros_by_the_card_they_laid():
    assert legal(king(card=150), "court") == {"0", "1"}
    assert legal(intriguer(card=20), "court") == {"0", "1", "2", "3", "4", "5"}
