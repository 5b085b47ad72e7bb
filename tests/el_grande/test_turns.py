"""EG-3 and EG-4: court, action card, placing."""
import pytest
from helpers.el_grande import act, idle, idle_round, legal, load, play, refused, region, regions, told, turn


def beginning(value=9, seat=0, **keys):
    """A seat's turn with a power card, before anything else; it is the highest."""
    played = [[1, 2, 3, 4][p] for p in range(4)]
    played[seat] = value
    keys.setdefault("court", [0] * 4)
    return load(phase="turns", turn=seat, acted=[], played=played, **keys)


@pytest.mark.rule("EG-3.2", "EG-R16")
@pytest.mark.parametrize(("value", "most"), [(5, 4), (6, 3), (7, 3), (8, 2), (9, 2), (10, 1), (11, 1)])
def test_as_many_as_the_power_card_says_or_fewer(value, most):
    """The 9 brings up to 2."""
    match = beginning(value)
    assert match.legal(0) == [f"court {n}" for n in range(most + 1)]
    assert refused(match, f"court {most + 1}") == "EG-3.2"
    play(match, f"court {most}")
    assert match.position()["court"][0] == most
    assert match.position()["province"][0] == 30 - most


@pytest.mark.rule("EG-3.2")
@pytest.mark.parametrize(("value", "most"), [(1, 6), (2, 5), (3, 5), (4, 4)])
def test_low_cards_bring_many(value, most):
    played = [13, 12, 11, 10]
    played[2] = value
    match = load(phase="turns", turn=2, acted=[0, 1, 3], played=played, court=[0] * 4)
    assert match.legal(2) == [f"court {n}" for n in range(most + 1)]


@pytest.mark.rule("EG-3.2")
@pytest.mark.parametrize("value", [12, 13])
def test_twelve_and_thirteen_bring_nobody(value):
    assert beginning(value).legal(0)[0].startswith("card")


@pytest.mark.rule("EG-3.3", "EG-R15")
def test_what_the_province_lacks_may_be_called_back_from_regions():
    match = beginning(5, court=[26, 0, 0, 0], regions=regions(galicia=[1, 0, 0, 0], toledo=[1, 3, 0, 0],
                                                              castilla=[1, 0, 0, 0]))
    assert match.legal(0) == ["court 0", "court 1"]
    assert refused(match, "court 2") == "EG-3.3"
    play(match, "court 1")
    assert match.legal(0) == ["recall galicia", "recall toledo", "done"]
    assert refused(match, "recall castilla") == "EG-6.2"
    assert refused(match, "recall granada") == "EG-3.3"
    play(match, "recall toledo")
    assert region(match, "toledo") == [0, 3, 0, 0]
    play(match, "recall galicia")
    assert match.position()["court"][0] == 29
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-3.3")
def test_nobody_is_called_back_while_the_province_has_some():
    match = beginning(5, court=[20, 0, 0, 0], regions=regions(galicia=[5, 0, 0, 0]))
    play(match, "court 2")
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-3.3")
def test_with_an_empty_province_only_calling_back_is_asked():
    match = beginning(8, court=[25, 0, 0, 0], regions=regions(galicia=[5, 0, 0, 0]))
    assert match.legal(0) == ["recall galicia", "done"]
    play(match, "recall galicia", "recall galicia")
    assert match.position()["court"][0] == 27
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-3.3", "EG-6.1", "EG-R15")
def test_all_caballeros_out_and_none_to_call_back():
    """The province is empty and everybody stands in the king's region or in the castillo: nothing
    is asked.
    """
    match = beginning(5, court=[10, 0, 0, 0], castillo=[12, 0, 0, 0], regions=regions(castilla=[8, 0, 0, 0]))
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-3.3")
def test_calling_back_stops_when_nothing_is_left():
    match = beginning(5, court=[29, 0, 0, 0], regions=regions(galicia=[1, 0, 0, 0]))
    play(match, "recall galicia")
    assert match.position()["court"][0] == 30
    assert match.legal(0)[0].startswith("card")


@pytest.mark.rule("EG-3.4", "EG-R03")
def test_one_of_the_open_cards_must_be_taken():
    match = beginning(13, open_cards=["intrigue", "fiesta", "your_majesty"])
    assert match.legal(0) == ["card intrigue", "card fiesta", "card your_majesty"]
    assert refused(match, "card audience") == refused(match, "end") == refused(match, "place galicia") == "EG-3.4"


@pytest.mark.rule("EG-3.4", "EG-R01")
@pytest.mark.parametrize("first", ["place", "action"])
def test_both_parts_in_either_order_and_then_the_turn_is_over(first):
    match = turn("your_majesty", court=[2, 5, 5, 5])
    assert {"action", "end"} < set(match.legal(0))
    parts = {"place": ["place aragon", "place toledo"], "action": ["action", "king granada"]}
    play(match, *parts[first])
    assert set(match.legal(0)) >= ({"action", "end"} if first == "place" else {"place castillo", "end"})
    assert refused(match, "action" if first == "action" else "place castillo") == "EG-3.4"
    rest = {"place": ["action", "king granada"], "action": ["place castillo", "done"]}
    play(match, *rest[first])
    assert match.position()["turn"] == 1


@pytest.mark.rule("EG-3.4", "EG-5.1", "EG-R02", "EG-R03")
def test_both_parts_may_be_left_out():
    match = play(turn("fiesta"), "end")
    assert match.position()["turn"] == 1
    assert match.scores == [0, 0, 0, 0]


@pytest.mark.rule("EG-3.4", "EG-R01")
def test_a_part_is_finished_before_the_other_begins():
    match = play(turn("your_majesty"), "place aragon")
    assert refused(match, "action") == "EG-3.4"
    match = play(turn("your_majesty"), "action")
    assert refused(match, "place aragon") == "EG-5.1"


@pytest.mark.rule("EG-3.5", "EG-6.3")
def test_used_cards_are_discarded_and_the_king_card_goes_back():
    match = play(turn("fiesta", open_cards=["your_majesty", "intrigue", "audience", "legislation"]), "end")
    assert match.position()["discards"] == ["fiesta"]
    assert "fiesta" not in match.position()["open_cards"]
    play(match, "card your_majesty", "end")
    assert match.position()["discards"] == ["fiesta"]
    assert match.position()["decks"]["5"] == ["your_majesty"]
    play(match, "court 0")
    assert refused(match, "card your_majesty") == refused(match, "card fiesta") == "EG-3.4"


@pytest.mark.rule("EG-6.3", "EG-2.2", "EG-R24")
def test_what_is_left_over_is_discarded_but_not_the_king_card():
    """With four players one card is left."""
    cards = ["intrigue", "audience", "fiesta", "legislation", "your_majesty"]
    for left in ("fiesta", "your_majesty"):
        match = load(phase="turns", turn=0, played=[13, 12, 11, 10], court=[5] * 4, open_cards=cards, discards=[])
        for card in [c for c in cards if c != left]:
            if "court 0" in match.legal(match.pending[0]):
                play(match, "court 0")
            play(match, f"card {card}", "end")
        assert match.position()["round"] == 2
        assert match.position()["discards"] == sorted(c for c in cards if c != "your_majesty")
        assert "your_majesty" in match.position()["open_cards"]
        assert told(match, "card_left") == [{"card": left}]


@pytest.mark.rule("EG-6.3", "EG-R23")
def test_the_lowest_becomes_start_player():
    match = idle_round(load(phase="turns", turn=2, played=[4, 7, 12, 5], court=[5] * 4))
    assert match.position()["start_player"] == 0
    assert match.position()["played"] == [None] * 4
    assert match.position()["round"] == 2


# ------------------------------------------------------------ placing


@pytest.mark.rule("EG-4.2", "EG-4.3", "EG-R04")
@pytest.mark.parametrize(("king", "near"), [
    ("castilla", {"galicia", "navarra", "aragon", "toledo"}),
    ("galicia", {"castilla", "navarra"}),
    ("toledo", {"castilla", "sevilla", "granada", "valencia", "aragon"}),
    ("navarra", {"galicia", "castilla", "aragon"}),
    ("aragon", {"navarra", "castilla", "toledo", "valencia", "cataluna"}),
    ("cataluna", {"aragon", "valencia"}),
    ("sevilla", {"toledo", "granada"}),
    ("granada", {"toledo", "sevilla", "valencia"}),
    ("valencia", {"aragon", "cataluna", "toledo", "granada"}),
])
def test_regions_next_to_the_king_and_the_castillo(king, near):
    match = turn("your_majesty", king=king)
    assert legal(match, "place") == near | {"castillo"}
    assert refused(match, f"place {king}") == "EG-4.2"
    far = next(r for r in match.position()["regions"] if r not in near and r != king)
    assert refused(match, f"place {far}") == "EG-4.2"


@pytest.mark.rule("EG-4.1", "EG-4.2", "EG-4.3", "EG-C-your_majesty", "EG-R04")
def test_example_of_the_book_your_majesty():
    """King in Valencia; 2 to Granada, 2 to Toledo, 1 into the castillo, then the king goes to
    Toledo.
    """
    match = turn("your_majesty", king="valencia", court=[9, 5, 5, 5])
    play(match, "place granada", "place granada", "place toledo", "place toledo", "place castillo")
    assert match.legal(0) == ["action", "end"]
    assert refused(match, "place toledo") == "EG-3.4"
    play(match, "action", "king toledo")
    at = match.position()
    assert at["king"] == "toledo"
    assert at["regions"]["granada"] == at["regions"]["toledo"] == [2, 0, 0, 0]
    assert at["castillo"][0] == 1
    assert at["court"][0] == 4


@pytest.mark.rule("EG-5.1", "EG-4.1", "EG-C-fiesta")
def test_example_of_the_book_fiesta_without_its_special_action():
    """1 in Aragón and 2 in Toledo, nothing scored."""
    match = turn("fiesta", regions=regions(aragon=[0, 3, 0, 0]))
    play(match, "place aragon", "place toledo", "place toledo", "end")
    assert region(match, "aragon") == [1, 3, 0, 0]
    assert region(match, "toledo") == [2, 0, 0, 0]
    assert match.scores == [0, 0, 0, 0]


@pytest.mark.rule("EG-4.1", "EG-R04")
@pytest.mark.parametrize(("card", "most"), [("intrigue", 1), ("audience", 2), ("fiesta", 3),
                                            ("legislation", 4), ("your_majesty", 5)])
def test_at_most_the_number_of_the_card(card, most):
    match = turn(card, court=[9, 5, 5, 5])
    for n in range(most):
        assert "castillo" in legal(match, "place"), n
        play(match, "place castillo")
    assert match.position()["castillo"][0] == most
    assert match.legal(0) == ["action", "end"]


@pytest.mark.rule("EG-4.1")
def test_fewer_or_none_may_be_placed():
    match = play(turn("your_majesty"), "place aragon", "done")
    assert match.legal(0) == ["action", "end"]
    assert match.position()["court"][0] == 4


@pytest.mark.rule("EG-4.1", "EG-R04")
def test_what_the_court_lacks_is_lost():
    match = play(turn("your_majesty", court=[1, 5, 5, 5]), "place aragon")
    assert match.legal(0) == ["action", "end"]


@pytest.mark.rule("EG-4.1")
def test_with_an_empty_court_placing_is_not_offered():
    match = turn("your_majesty", court=[0, 5, 5, 5])
    assert match.legal(0) == ["action", "end"]
    assert refused(match, "place aragon") == "EG-4.1"
    play(match, "action", "king granada")
    assert match.position()["turn"] == 1


@pytest.mark.rule("EG-4.3", "EG-6.1", "EG-R28")
def test_throws_are_announced_but_not_counted():
    match = play(turn("your_majesty"), "place castillo", "place castillo", "place castillo")
    assert told(match, "placed") == [{"seat": "0", "place": "castillo"}] * 3
    assert match.view(0)["castillo"] == [None] * 4
    assert match.view(None)["castillo"] == [None] * 4
    assert match.position()["castillo"] == [3, 0, 0, 0]


@pytest.mark.rule("EG-5.1")
def test_a_special_action_that_can_do_nothing_is_offered_once_and_ends_by_itself():
    match = turn("conspiracy", court=[2, 0, 0, 0])
    assert "action" in match.legal(0)
    play(match, "action")
    assert set(match.legal(0)) == {"place galicia", "place navarra", "place aragon", "place toledo",
                                   "place castillo", "end"}
    assert refused(match, "action") == "EG-3.4"


@pytest.mark.rule("EG-3.4")
def test_the_last_open_card_is_taken_by_itself():
    match = load(players=5, phase="turns", turn=4, acted=[0, 1, 2, 3], played=[13, 12, 11, 10, 9], court=[5] * 5,
                 open_cards=["fiesta"])
    play(match, "court 0")
    assert match.position()["open"]["card"] == "fiesta"
    assert told(match, "card_taken") == [{"seat": "4", "card": "fiesta"}]
    assert "card" not in match.record().split("\n\n")[1].split()


def test_a_position_with_too_few_open_cards_still_goes_on():
    match = load(phase="turns", turn=0, played=[13, 12, 11, 10], court=[5] * 4, open_cards=["fiesta"])
    play(match, "end")
    assert match.position()["turn"] == 2, "seat 1 has no card to take and nothing to recruit: its turn ends"
    assert act("fiesta").position()["turn"] == 0
    assert idle(match).position()["turn"] == 3
