"""EG-R…: rulings that no other test shows completely."""
from random import Random

import pytest
from helpers.el_grande import NEW_REGENT, POWER_SHIFT, act, idle_round, legal, load, play, refused, region, regions, told, turn

import tafelrunde as tr
from tafelrunde.games.el_grande.tables import CARD_IDS, DATA

ALL = {"galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "sevilla", "granada", "valencia"}
VETO = {"alternatives": ["veto", "veto"]}
EVERY_CARD = {"modules": ["new_regent"], "alternatives": ["grand_strategy", "secret_ballot", "veto", "veto"]}


def scored(match):
    """The places that were scored, in order."""
    return [e["place"] for e in told(match, "scored")]


@pytest.mark.rule("EG-R02", "EG-5.1")
def test_an_action_that_has_begun_is_finished_and_only_up_to_leaves_a_choice():
    match = turn("legislation")
    assert "end" in match.legal(0), "it may be left out"
    play(match, "action")
    assert all(a.startswith("tile") for a in match.legal(0)), "but not given up halfway"
    assert refused(match, "done") == refused(match, "end") == "EG-C-legislation"
    match = act("redeployment", regions=regions(galicia=[4, 0, 0, 0]))
    assert "done" in match.legal(0), "up to 4 may be none"


@pytest.mark.rule("EG-R04", "EG-4.2")
@pytest.mark.parametrize("country", ["france", "portugal"])
def test_nobody_is_ever_placed_abroad(country):
    match = turn("your_majesty", options={"modules": []})
    with pytest.raises(tr.TafelrundeError, match=country):
        match.play(f"place {country}", seat=0)
    abroad = turn("audience", options=NEW_REGENT, king=country)
    assert legal(abroad, "place") <= ALL | {"castillo"}
    with pytest.raises(tr.TafelrundeError, match=country):
        abroad.play(f"place {country}", seat=0)


@pytest.mark.rule("EG-R05", "EG-6.2")
def test_only_four_cards_reach_into_the_kings_region():
    """Every special action, decided at random many times; then whether its player may place with
    the king.
    """
    touched, opened = set(), set()
    for card in CARD_IDS:
        if card == "royal_audience":
            continue  # a card of 1995, without New Regent
        for seed in range(12):
            choice = Random(seed)
            options = {**EVERY_CARD, "modules": []} if card == "your_majesty" else {**EVERY_CARD, "veto_held": "announced"}
            match = turn(card, options=options, court=[5] * 4, castillo=[1] * 4,
                         tiles={"4-0-0": "castilla", "8-4-0": "toledo"}, grandes=["castilla", "granada", "toledo", "castilla"],
                         regions={name: [2, 1, 1, 2] for name in ALL})
            before = match.position()
            play(match, "action")
            while match.pending != (0,) or "end" not in match.legal(0):
                seat = choice.choice(match.pending)
                match.play(choice.choice(match.legal(seat)), seat=seat)
            after = match.position()
            if any(inside(before, place) != inside(after, place) for place in (before["king"], after["king"])):
                touched.add(card)
            if f"place {after['king']}" in match.legal(0):
                opened.add(card)
    assert touched == {"escort", "tournament", "viceroy"}
    assert opened == {"infiltration"}


def inside(at, place):
    """The caballeros, grandes and tiles of a region; the castillo and countries abroad have none of
    their own here.
    """
    return (at["regions"].get(place), [seat for seat, home in enumerate(at["grandes"]) if home == place in ALL],
            [tile for tile, lies in at["tiles"].items() if lies == place])


@pytest.mark.rule("EG-R05", "EG-5.4")
def test_the_kings_region_can_be_scored():
    match = act("crown_lands", king="castilla", regions=regions(castilla=[2, 1, 0, 0]))
    assert "castilla" in scored(match)
    assert match.scores == [6 + 2, 4, 0, 0]


@pytest.mark.rule("EG-R08", "EG-R40")
def test_the_castillo_is_neither_the_fullest_nor_the_emptiest_region():
    board = regions(granada=[2, 2, 0, 0], toledo=[2, 1, 0, 0])
    match = act("metropolis", castillo=[9, 9, 0, 0], regions=board)
    assert scored(match) == ["granada"]
    match = act("frontier", castillo=[1, 0, 0, 0], regions=board)
    assert scored(match) == ["toledo"]


@pytest.mark.rule("EG-R09", "EG-R07")
@pytest.mark.parametrize("place", ["galicia", "valencia", "granada", "toledo"])
def test_an_8_point_region_is_scored_by_none_of_the_cards_for_points(place):
    """Without the tile each of the four is scored by exactly one of them."""
    board = {name: [1, 0, 0, 0] for name in ALL}
    cards = ("garrisons", "fiesta", "crown_lands")
    assert sum(place in scored(act(card, regions=board)) for card in cards) == 1
    assert not any(place in scored(act(card, regions=board, tiles={"8-4-0": place})) for card in cards)


@pytest.mark.rule("EG-R17", "EG-12.4")
@pytest.mark.parametrize("seed", range(20))
def test_in_round_nine_the_last_of_five_needs_no_modifier(seed):
    choice = Random(seed)
    modifiers = [["mod_plus_1_a"], ["mod_minus_1_a"], ["mod_plus_2_a"], ["mod_plus_3"], []]
    match = load(players=5, options=POWER_SHIFT, round=9, start_player=0, hands=[[1, 2, 3, 4, 5]] * 5, court=[5] * 5,
                 modifiers=modifiers)
    while match.pending != (4,):
        seat = match.pending[0]
        match.play(choice.choice(match.legal(seat)), seat=seat)
    assert match.position()["phase"] == "power"
    assert match.legal(4)


@pytest.mark.rule("EG-R20", "EG-12.3")
@pytest.mark.parametrize("use", [["ability", "court 1"], ["skip"]])
def test_an_ability_comes_between_the_court_and_the_action_card(use):
    match = load(players=3, options=POWER_SHIFT, phase="turns", turn=0, played=[9, 2, 1], modifiers=[[], [], []],
                 played_modifiers=["mod_plus_1_court", None, None], court=[0, 5, 5])
    assert match.legal(0) == ["court 0", "court 1", "court 2"]
    assert refused(match, "ability") == "EG-3.2"
    play(match, "court 2")
    assert match.legal(0) == ["ability", "skip"]
    assert refused(match, f"card {match.position()['open_cards'][0]}") == "EG-12.3"
    play(match, *use)
    assert match.legal(0)[0].startswith("card")
    assert match.position()["court"][0] == (3 if len(use) > 1 else 2)
    assert refused(match, "ability") == "EG-3.4", "too late"


@pytest.mark.rule("EG-R24", "EG-11.1")
def test_a_new_regent_card_that_nobody_took_is_discarded():
    cards = ["intrigue", "audience", "fiesta", "legislation", "viceroy"]
    match = load(phase="turns", turn=0, played=[13, 12, 11, 10], court=[5] * 4, open_cards=cards, options=NEW_REGENT)
    for card in cards[:4]:
        if "court 0" in match.legal(match.pending[0]):
            play(match, "court 0")
        play(match, f"card {card}", "end")
    assert told(match, "card_left") == [{"card": "viceroy"}]
    assert match.position()["discards"] == sorted(cards)
    assert "viceroy" not in match.position()["open_cards"]


@pytest.mark.rule("EG-R25", "EG-7.1", "EG-7.2", "EG-7.3")
def test_the_castillo_is_opened_after_the_last_dial_and_dials_are_shown_after_its_points():
    match = load(phase="scoring", round=3, castillo=[3, 2, 1, 0])
    assert match.pending == (0, 1, 2), "all at once"
    play(match, "2 dial granada", "0 dial toledo")
    assert told(match, "castillo_shown") == told(match, "dial_shown") == []
    assert match.view(1)["castillo"] == [None] * 4
    play(match, "1 dial granada")
    order = [e["event"] for e in match.events() if e["event"] in ("castillo_shown", "points", "dial_shown")]
    assert order[:10] == ["castillo_shown"] * 4 + ["points"] * 3 + ["dial_shown"] * 3


@pytest.mark.rule("EG-R33", "EG-C-withdrawal")
def test_the_next_opponent_sees_what_was_returned():
    match = act("withdrawal", court=[5, 4, 4, 4], regions=regions(valencia=[0, 2, 2, 2]))
    play(match, "1 return valencia", "1 return valencia")
    assert match.position()["court"][1] == 3, "the third can only come from the court"
    view = match.view(2)
    assert match.pending == (2,)
    assert view["regions"]["valencia"] == [0, 0, 2, 2]
    assert view["court"] == [5, 3, 4, 4]


@pytest.mark.rule("EG-R37", "EG-C-legislation", "EG-8.4")
def test_with_both_tiles_on_the_board_one_moves_to_a_free_table_and_none_comes_off():
    match = act("legislation", tiles={"8-4-0": "granada", "4-0-0": "castillo"})
    free = ALL - {"castilla", "granada"}
    assert set(match.legal(0)) == {f"tile {tile} {place}" for tile in ("8-4-0", "4-0-0") for place in free}


@pytest.mark.rule("EG-R42", "EG-C-escort")
def test_with_an_escort_the_king_cannot_stay():
    match = act("escort", options=NEW_REGENT, regions=regions(castilla=[2, 2, 0, 0]))
    assert legal(match, "king") == ALL - {"castilla"}
    assert refused(match, "king castilla") == "EG-C-escort"


@pytest.mark.rule("EG-R56", "EG-C-veto")
@pytest.mark.parametrize(("card", "choices"), [("coup", "region"), ("audience", "score"), ("conspiracy", "take")])
def test_nothing_is_named_before_the_veto_is_decided(card, choices):
    match = turn(card, options=VETO, vetoes=[{"seat": 2, "until_round": 1}], regions=regions(granada=[1, 1, 1, 1]))
    play(match, "action")
    assert told(match, "announced") == [{"seat": "0"}], "the card lies there; no region, no piece"
    assert match.pending == (2,)
    assert card.capitalize() in match.prompt(2)
    play(match, "allow")
    assert match.pending == (0,)
    assert len(legal(match, choices)) > 1, "all choices are still open"


@pytest.mark.rule("EG-R59", "EG-9.7")
def test_every_card_places_as_many_as_its_deck_says_so_that_the_dummy_never_chooses():
    assert {card["id"] for card in DATA["card"] if card["place"] != card["deck"]} == set()


@pytest.mark.rule("EG-R68", "EG-2.2")
@pytest.mark.parametrize(("players", "options", "left"), [
    (4, {}, {"1": 1, "2": 1, "3": 1, "4": 1}),
    (5, EVERY_CARD, {"1": 1, "2": 1, "3": 1, "4": 1, "5": 1}),
    (3, {"merge_decks": True}, {"1": 1, "2": 11, "4": 1}),
    (2, {}, {"1": 1, "2": 11, "4": 1}),
    (5, {"edition": "1995"}, {"1": 2, "2": 2, "3": 2, "4": 2}),
])
def test_every_deck_opens_a_card_in_each_of_nine_rounds(players, options, left):
    match = tr.new("el_grande", players=players, seed=4, options=options)
    while not match.over:
        seat = match.pending[0]
        match.play(match.legal(seat)[-1], seat=seat)
    opened = [line.split()[2] for line in match.record().splitlines() if line.startswith("* open")]
    assert {deck: opened.count(deck) for deck in left} == dict.fromkeys(left, 9)
    assert {deck: len(match.position()["decks"][deck]) for deck in left} == left


@pytest.mark.rule("EG-R70", "EG-7.4")
def test_region_by_region_in_any_order_gives_the_same_points():
    board = regions(galicia=[4, 3, 2, 1], navarra=[2, 2, 2, 1], castilla=[1, 0, 3, 3], granada=[3, 1, 0, 1], sevilla=[0, 0, 0, 2])
    grandes = ["granada", "galicia", "navarra", "sevilla"]
    match = play(load(phase="scoring", round=3, regions=board, grandes=grandes, castillo=[1, 0, 0, 0]), "0 dial castilla")
    first, *order = scored(match)
    assert first == "castillo"
    assert set(order) == ALL
    assert order[:2] == ["galicia", "navarra"]
    assert order.index("sevilla") < order.index("granada")
    alone = [act("audience", f"score {name}", regions=board, grandes=grandes).scores for name in reversed(order)]
    assert match.scores == [sum(points) for points in zip([5, 0, 0, 0], *alone, strict=True)]


@pytest.mark.rule("EG-R47", "EG-C-revolt")
def test_after_a_revolt_even_the_region_that_the_king_left_is_free():
    match = act("revolt", options=NEW_REGENT, regions=regions(castilla=[2, 0, 0, 0]), open_cards=["legislation", "fiesta"])
    play(match, "place castilla", "done", "card legislation", "action", "tile 8-4-0 castilla")
    assert region(match, "castilla") == [3, 0, 0, 0]
    assert match.position()["tiles"]["8-4-0"] == "castilla"
    assert idle_round(match).position()["round"] == 2
