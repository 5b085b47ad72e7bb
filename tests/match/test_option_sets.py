"""Every title with every value of every option: positions load, `why_not` says what `legal` says,
records hold.
"""
import sys
from pathlib import Path

import pytest
from harness import check_record, check_why_not, option_sets

import tafelrunde as tr

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from load_positions import refused, tables

EVERY_TITLE = pytest.mark.parametrize("title", ["el_grande", "king_and_intriguer", "rheinlaender", "toledo"])
LANGUAGES = ("en", "hu", "cs", "de")


@pytest.mark.slow
@EVERY_TITLE
def test_every_position_of_random_games_loads(title):
    game = tr.game(title)
    for number, table in enumerate(tables(game)):
        assert refused(game, table, number)[1] == ""


@pytest.mark.rule("RH-R50")
def test_a_duke_who_was_outvoted_by_exchanged_castles_loads():
    """The position that was once refused: the options, the seed and the decisions that lead to
    it.
    """
    from harness import Table

    options = {"fort_timing": "after_knight_only", "merger_without_strict_leader": "sole_owner_stays_if_only_one_owner_involved",
               "castle_claim_when_several_owners_merge": "placer"}
    for seed in (1510, 1511, 1512):
        assert refused(tr.game("rheinlaender"), Table(4, options), seed)[1] == ""


@pytest.mark.slow
@EVERY_TITLE
def test_why_not_is_silent_exactly_where_an_action_is_legal(title):
    for number, table in enumerate(tables(tr.game(title))):
        check_why_not(tr.game(title), table, number, every=11)


@pytest.mark.slow
@EVERY_TITLE
def test_records_replay_and_verify_with_every_option(title):
    for number, table in enumerate(tables(tr.game(title))):
        check_record(tr.game(title), table, number)


@EVERY_TITLE
def test_every_option_has_its_words_and_its_ruling(title):
    game = tr.game(title)
    for lang in LANGUAGES:
        texts = tr.new(title, players=3, seed=0).texts(lang)
        for option in game.options:
            assert texts.find(f"option.{option.name}.name"), option.name
            assert str(texts.find(f"option.{option.name}.says")).endswith("."), option.name
            for value in option.choices:
                assert texts.find(f"option.{option.name}.choice.{value}"), f"{option.name}: {value}"


@EVERY_TITLE
def test_every_switch_names_a_ruling_that_has_a_sentence(title):
    game = tr.game(title)
    import tomllib

    rows = tomllib.loads((game.folder / "data" / "options.toml").read_text("utf-8"))
    assert rows.keys() <= {o.name for o in game.options}
    for name, row in rows.items():
        assert tr.new(title, players=3, seed=0).texts("en").rule(row["ruling"]), name


@EVERY_TITLE
@pytest.mark.parametrize("seat", range(3))
def test_the_named_seat_starts_and_the_record_verifies(title, seat):
    match = tr.new(title, players=3, options={"start": str(seat)}, seed=seat)
    assert not [e for e in match.events() if e["event"] == "start"]
    assert [e["arguments"] for e in match.events() if e["event"] == "named_start"] == [{"seat": str(seat)}]
    at = match.position()
    assert at.get("start_player", at["turn"]) == seat
    assert tr.replay(match.record()).position() == at


@EVERY_TITLE
def test_a_record_with_an_unknown_option_names_its_line(title):
    match = tr.new(title, players=3, seed=1)
    broken = match.record().replace("Options: {", 'Options: {"moonlight": true, ', 1)
    line = next(i for i, row in enumerate(broken.splitlines(), 1) if row.startswith("Options"))
    with pytest.raises(tr.BadRecord, match="no option 'moonlight'") as error:
        tr.replay(broken)
    assert error.value.line == line


def test_options_that_do_not_go_together_name_one_of_them():
    with pytest.raises(tr.BadOptions) as error:
        tr.new("toledo", players=2, options={"start": "3"})
    assert error.value.option == "start"


@EVERY_TITLE
def test_random_option_sets_are_the_same_every_time(title):
    assert [str(t) for t in option_sets(tr.game(title))] == [str(t) for t in option_sets(tr.game(title))]
