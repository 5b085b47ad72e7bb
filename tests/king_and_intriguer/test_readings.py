"""Open readings that a table may choose, and who starts."""
import pytest
from helpers.king_and_intriguer import act, legal, load, play, refused, region, regions, scoring, told, turn

import tafelrunde as tr
from tafelrunde.games.king_and_intriguer import GAME
from tafelrunde.games.king_and_intriguer.fields import Phase

EX, PE = {"extra_cards": True}, {"players_edition": True}


def same(match):
    """A position loads to itself."""
    return tr.load(match.position()).position() == match.position()


@pytest.mark.rule("KI-K07", "KI-3.1")
def test_by_an_option_the_king_may_stay():
    match = play(load(phase="turns", turn=0, played=[170, 100, 90, 80], court=[5] * 4, options={"king_may_stay": True},
                      open={"decision": "menu"}), "action")
    assert len(legal(match, "king")) == 9
    assert "may stay" in match.prompt(0)
    play(match, "king castilla")
    assert match.position()["king"] == "castilla"


@pytest.mark.rule("KI-K05", "KI-2.3")
def test_by_an_option_the_special_action_comes_before_placing():
    listed = {"turn_order": "as_listed"}
    match = turn(150, options=listed, regions=regions(granada=[1, 0, 0, 0]))
    assert match.pending == (0,)
    assert refused(match, "place castillo") == "EG-5.4", "the action was the only choice, so it has begun"
    play(match, "score granada")
    assert "place castillo" in match.legal(0)
    may = turn(80, options=listed)
    assert {"action", "end", "place castillo"} <= set(may.legal(0))
    play(may, "place castillo", "done")
    assert "action" not in may.legal(may.pending[0])
    with pytest.raises(tr.IllegalAction) as error:
        turn(80, options=listed, seat=1, open={"decision": "menu", "parts": ["place"]}).play("action")
    assert error.value.reason.rule == "KI-2.3"


@pytest.mark.rule("KI-K05")
def test_placing_before_an_action_that_must_be_carried_out_names_the_ruling():
    match = turn(150, options={"turn_order": "as_listed"})
    state = match.state.clone()
    state.phase, state.parts, state.part = Phase.MENU, 3, 0
    refusal = GAME.why_not(state, 0, GAME.actions.id("place castillo"))
    assert refusal is not None
    assert refusal.rule == "KI-K05"


@pytest.mark.rule("KI-K24", "KI-C-15")
def test_by_an_option_15_places_up_to_five():
    match = play(turn(15, options={**EX, "fifteen": "up_to_five"}, court=[30, 0, 0, 0]), "action", "place granada")
    assert "up to 4" in match.prompt(0)
    assert same(match)
    play(match, "done")
    assert region(match, "granada") == [1, 0, 0, 0]
    assert refused(play(turn(15, options=EX, court=[30, 0, 0, 0]), "action"), "done") == "KI-C-15"


@pytest.mark.rule("KI-K11", "KI-C-50")
@pytest.mark.parametrize("own", [True, False])
def test_whether_50_hits_its_own_player(own):
    match = act(50, options={"fifty_own_too": own}, court=[4, 1, 0, 0])
    assert told(match, "court_sent_back") or match.pending
    while any(a.startswith("return") for a in match.legal(match.pending[0])):
        play(match, next(a for a in match.legal(match.pending[0]) if a.startswith("return")))
    assert match.position()["court"][0] == (1 if own else 4)


@pytest.mark.rule("KI-K25", "KI-C-25")
def test_by_an_option_the_spys_caballeros_go_one_by_one():
    match = scoring(options={**EX, "spy": "free"}, start_player=1, lying=[{"seat": 0, "value": 25}],
                 castillo=[3, 0, 0, 0], grandes=["castillo", "valencia", "valencia", "valencia"], regions=regions())
    assert match.pending == (0,)
    for where in ("granada", "castilla", "toledo"):
        assert same(match)
        play(match, f"dial {where}")
        assert match.pending == (0,)
    play(match, "dial navarra")
    at = match.position()
    assert region(match, "granada")[0] == region(match, "toledo")[0] == 1
    assert at["court"][0] == 1, "the king's region means the court"
    assert at["grandes"][0] == "navarra"
    assert at["castillo"] == [0, 0, 0, 0]


@pytest.mark.rule("KI-K25")
def test_a_grande_that_cannot_leave_stays_and_the_scoring_goes_on():
    match = scoring(options={**EX, "spy": "free"}, start_player=1, lying=[{"seat": 0, "value": 25}],
                 castillo=[0, 0, 0, 0], grandes=["castillo", "valencia", "valencia", "valencia"], regions=regions())
    play(match, "dial castilla")
    assert match.position()["grandes"][0] == "castillo"
    assert match.position()["round"] == 4


@pytest.mark.rule("KI-K26", "KI-C-53")
@pytest.mark.parametrize("allowed", [True, False])
def test_whether_53_may_name_the_kings_region(allowed):
    match = act(53, options={**PE, "alliance_with_king": allowed})
    if allowed:
        play(match, "region castilla", "region granada")
        assert match.position()["alliances"] == [["castilla", "granada"]]
        return
    assert refused(match, "region castilla") == "KI-K26"
    play(match, "region toledo")
    assert same(match)
    assert "region castilla" not in match.legal(0)


@pytest.mark.rule("KI-K03", "KI-2.1")
def test_the_host_may_name_who_starts():
    match = tr.new("king_and_intriguer", players=3, options={"start": "1"}, seed=1)
    assert match.position()["start_player"] == 1
    assert "named_start" in [e["event"] for e in match.events()]


def test_a_record_without_the_switches_means_what_was_played_before_them():
    older = GAME.recorded({})
    assert (older["intriguer"], older["king_may_stay"]) == ("english", True)
    assert (GAME.checked({})["intriguer"], GAME.checked({})["king_may_stay"]) == ("book", False)
