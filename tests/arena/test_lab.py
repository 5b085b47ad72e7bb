"""The balance lab answers from recorded games: a table and a plot each."""
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.arena import Store, Tournament, lab
from tafelrunde.cli.arena import lineup
from tafelrunde.cli.main import app

GAMES = 12


@pytest.fixture(scope="module")
def recorded():
    """A dozen short random games of El Grande."""
    tournament = Tournament("el_grande", ("random",) * 3, GAMES, 1, {"short": True})
    with Store(":memory:") as store:
        lab.play(tournament, store, 1, None, lambda result: None)
        yield list(store.results(tournament))


def test_every_card_taken_is_found_with_its_round_and_position(recorded):
    game = tr.game("el_grande")
    found = [c for result in recorded for c in lab.choices(game, result, "card")]
    assert len(found) == GAMES * 6 * 3, "six rounds, three players, one card each"
    assert {c.turn for c in found} == {2, 3, 5, 6, 8, 9}
    assert {c.order for c in found} == {1, 2, 3}
    assert sum(c.points for c in found) == pytest.approx(0), "gains and losses against the mean add up to nothing"


def test_choices_are_valued_overall_by_round_and_by_position(recorded, tmp_path: Path):
    overall, by_round, by_position = lab.value_of_choices(tr.game("el_grande"), recorded)
    assert sum(int(row[1]) for row in overall.rows) == GAMES * 18
    assert by_round.columns == ("card", "round 2", "round 3", "round 5", "round 6", "round 8", "round 9")
    assert by_position.columns == ("card", "position 1", "position 2", "position 3")
    for answer in (overall, by_round, by_position):
        files = answer.write(tmp_path)
        assert [f.suffix for f in files] == [".md", ".svg", ".png"]
        assert all(f.stat().st_size > 500 for f in files)


def test_seats_are_counted_from_the_start_player(recorded):
    (answer,) = lab.value_of_seats(tr.game("el_grande"), recorded)
    assert [row[0] for row in answer.rows] == [f"{k}. from the start player" for k in (1, 2, 3)]
    assert sum(float(row[1].split(" ")[0]) for row in answer.rows) == pytest.approx(100, abs=0.2)


def test_a_module_is_compared_with_its_absence(recorded):
    (answer,) = lab.effect_of(tr.game("el_grande"), recorded, recorded)
    assert all(row[3].startswith("+0.0") for row in answer.rows), "nothing changes against itself"


def test_an_unknown_verb_is_refused(recorded):
    with pytest.raises(tr.TafelrundeError, match="'castle' is no verb of el_grande"):
        lab.value_of_choices(tr.game("el_grande"), recorded, "castle")


def test_the_commands_play_and_report(tmp_path: Path):
    results, run = str(tmp_path / "r.sqlite"), CliRunner()
    shared = ["-o", "short", "--results", results]
    for _ in range(2):
        done = run.invoke(app, ["arena", "el_grande", "--bots", "random,random,random", "--games", "2", *shared,
                                "--output", str(tmp_path / "a")])
        assert done.exit_code == 0, done.output
        assert "2 games" in done.output
    assert (tmp_path / "a/report.md").exists()
    # The same games are played again where they were kept without their records.
    done = run.invoke(app, ["lab", "seats", "el_grande", "--players", "3", "--level", "random", "--games", "3", *shared,
                            "--output", str(tmp_path / "l")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "l/seats.png").exists()


@pytest.mark.parametrize(("arguments", "what"), [
    (["arena", "el_grande", "--bots", "random,genius"], "'genius' is none of"),
    (["arena", "el_grande", "--bots", ","], "name at least one"),
    (["lab", "luck"], "'luck' is none of cards, seats, module"), (["lab", "module"], "say what to compare with"),
    (["check-bot", "no-such-program-anywhere"], "cannot be started")])
def test_mistakes_are_said_in_a_sentence(arguments, what, tmp_path: Path):
    if arguments[0] != "check-bot":
        arguments = [*arguments, "--results", str(tmp_path / "r.sqlite")]
    done = CliRunner().invoke(app, arguments)
    assert isinstance(done.exception, tr.TafelrundeError)
    assert what in str(done.exception)


def test_the_last_bot_fills_the_seats():
    assert lineup("strong:50ms,simple", 4) == ("strong:50ms", "simple", "simple", "simple")
    with pytest.raises(tr.TafelrundeError, match="do not fit"):
        lineup("random,random,random", 2)
