"""The balance lab answers from recorded games: a table and a plot each."""
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.arena import GameResult, SeatResult, Store, Tournament, lab
from tafelrunde.arena.answers import Answer
from tafelrunde.arena.asking import ask
from tafelrunde.arena.course import course, effect_of, luck
from tafelrunde.arena.facts import facts_of, questions_of
from tafelrunde.arena.tournament import Task
from tafelrunde.cli.arena import lineup
from tafelrunde.cli.main import app
from tafelrunde.games import NAMES
from tafelrunde.kernel import ANY, Compare, Tallies, Tally

GAMES = 12
OPTIONS = {name: {o.name for o in tr.game(name).options} for name in NAMES}


@pytest.fixture(scope="module")
def recorded():
    """A dozen short random games of El Grande."""
    tournament = Tournament("el_grande", ("random",) * 3, GAMES, 1, {"short": True})
    with Store(":memory:") as store:
        lab.play(tournament, store, 1, None, lambda result: None)
        yield list(store.results(tournament))


@pytest.fixture(scope="module")
def facts(recorded):
    """What they tell, with everything asked."""
    game = tr.game("el_grande")
    return list(facts_of(game, recorded, [*questions_of(game), lab.by_verb(game, "court")]))


def rows_of(answer: Answer) -> dict[str, tuple[str, ...]]:
    """An answer's cells by the word of their row."""
    return {row[0]: tuple(row[1:]) for row in answer.rows}


def number(cell: str) -> float:
    """The figure that a cell begins with."""
    return float(cell.split()[0])


def asked(facts, name: str) -> list[Answer]:
    """The answers to one of El Grande's own questions."""
    game = tr.game("el_grande")
    q = next(q for q in questions_of(game) if q.name == name)
    return lab.compared(game, facts, q) if isinstance(q, Compare) else lab.tallied(game, facts, q)


def test_everything_compared_is_found_with_its_round_and_position(facts):
    found = [(f, c) for f in facts for c in f.chosen["power"]]
    assert len(found) == GAMES * 6 * 3, "six rounds, three players, one power card each"
    assert {c.turn for _, c in found} == {2, 3, 5, 6, 8, 9}
    assert {c.order for f in facts for c in f.chosen["power"]} == {1, 2, 3}
    assert sum(f.points[c.seat] for f, c in found) == pytest.approx(0), "gains and losses add up to nothing"
    assert all(len(f.chosen["home"]) == 3 and len({c.what for c in f.chosen["home"]}) == 3 for f in facts), "the layout counts"


def test_choices_are_valued_overall_by_round_and_by_position(facts, tmp_path: Path):
    overall, by_round = asked(facts, "power")
    assert [row[0] for row in overall.rows] == [str(n) for n in range(1, 14)], "power cards by value"
    assert sum(int(row[1]) for row in overall.rows) == GAMES * 18
    assert by_round.columns == ("power", "round 1–3", "round 4–6", "round 7–9")
    cards, by_position = asked(facts, "card")
    assert [number(row[2]) for row in cards.rows] == sorted((number(row[2]) for row in cards.rows), reverse=True)
    assert by_position.columns == ("card", "position 1", "position 2", "position 3")
    for answer in (overall, by_round, by_position):
        files = answer.write(tmp_path)
        assert [f.suffix for f in files] == [".md", ".svg", ".png"]
        assert all(f.stat().st_size > 100 for f in files)


def test_choices_are_held_against_the_seat_not_only_against_the_table(recorded):
    """The start player's usual advantage does not count as anybody's choice."""
    from tafelrunde.arena.facts import Chosen, Facts

    q = Compare("pick", "what is picked", verb="pick")
    seats = [SeatResult("a", 30, 30, 1, 1.0), SeatResult("a", 10, 10, 2, 0.0)]
    result = replace(recorded[0], seats=seats)
    facts = [Facts(result, 0, {"pick": [Chosen("left", 0, 0, 1), Chosen("right", 1, 0, 2)]}) for _ in range(10)]
    (answer,) = lab.compared(tr.game("el_grande"), facts, q)
    assert [number(row[2]) for row in answer.rows] == [0.0, 0.0]


def test_tallies_agree_with_the_game_itself(facts, recorded):
    """Points by place add up to the points; what is thrown into the castillo is part of what is
    placed.
    """
    for f, result in zip(facts, recorded, strict=True):
        rows = f.tallied["regions"].values()
        assert [sum(row[p] for row in rows) for p in range(3)] == [s.points for s in result.seats]
        assert [sum(row[p] for row in f.sources.values()) for p in range(3)] == [s.points for s in result.seats]
        placed, thrown = (f.tallied["deeds"][k] for k in ("caballeros placed on the board", "… of them thrown into the castillo"))
        assert all(0 <= t <= n for t, n in zip(thrown, placed, strict=True))
    (regions,) = asked(facts, "regions")
    (where,) = lab.sources(tr.game("el_grande"), facts)
    mean = sum(s.points for r in recorded for s in r.seats) / (3 * GAMES)
    for answer in (regions, where):
        assert sum(number(cells[0]) for cells in rows_of(answer).values()) == pytest.approx(mean, abs=0.06)
    assert sum(number(row[3]) for row in where.rows) == pytest.approx(100, abs=3), "the shares of the differences are all of them"


def test_the_course_of_games(facts, recorded):
    (answer,) = course(tr.game("el_grande"), facts)
    rows = rows_of(answer)
    assert number(rows["points of the winner"][0]) == pytest.approx(
        sum(max(s.points for s in r.seats) for r in recorded) / GAMES, abs=0.06)
    late = rows["first after 75 % of the decisions, and in the end"][0]
    assert 0 <= number(late) <= 100


def test_every_title_asks_only_for_what_it_tells():
    for name in NAMES:
        game = tr.game(name)
        kinds = {k.name: [a for a, _ in k.names()] for k in game.events}
        for q in questions_of(game):
            for told in q.of if isinstance(q, Tallies) else [q] if q.event else []:
                names = [*told.where, *([told.seat, told.each, told.split] if isinstance(told, Tally) else ["seat"])]
                if isinstance(told, Compare) and isinstance(told.what, str):
                    names.append(told.what)
                assert {n for n in names if n} <= set(kinds[told.event]), f"{name}: {q.name}"
            if isinstance(q, Compare) and q.verb != ANY and q.verb:
                assert q.verb in {v.verb for v in game.actions.verbs}


@pytest.mark.parametrize("name", NAMES)
def test_every_title_answers_all_its_questions(name: str):
    tournament, game = Tournament(name, ("random",) * 3, 10, 3, {"short": True} if "short" in OPTIONS[name] else {}), tr.game(name)
    with Store(":memory:") as store:
        lab.play(tournament, store, 1, None, lambda result: None)
        answers = ask(game, "everything", [tournament], store)
        with pytest.raises(tr.TafelrundeError, match="nothing happened 8 times"):
            ask(game, next(q.name for q in questions_of(game) if isinstance(q, Compare)), [replace(tournament, games=1)], store)
    answered = {answer.name.removesuffix("-value") for answer in answers if answer.rows}
    assert {"course", "seats", "sources", *(q.name for q in questions_of(game) if isinstance(q, Tallies))} <= answered
    assert answered & {q.name for q in questions_of(game) if isinstance(q, Compare)}


def game_of(deal: int, seating: int, *seats: tuple[str, int]) -> GameResult:
    """A finished game of (bot, points) at each seat."""
    best = max(p for _, p in seats)
    wins = [p for _, p in seats].count(best)
    return GameResult(Task(deal, seating), [SeatResult(b, p, p, 1, (p == best) / wins) for b, p in seats], 1, 1.0, [], "")


def test_luck_tells_strength_from_the_deal():
    t, game = Tournament("toledo", ("simple", "random"), 8), tr.game("toledo")
    seated = [(d, k, bots) for d in range(4) for k, bots in enumerate(t.seatings)]
    by_strength = [game_of(d, k, *((b, 10 * (b == "simple")) for b in bots)) for d, k, bots in seated]
    by_deal = [game_of(d, k, *((b, 10 * (p == d % 2)) for p, b in enumerate(bots))) for d, k, bots in seated]
    for results, cells in ((by_strength, ("100", "0", "0", "100.0")), (by_deal, ("0", "100", "0", "50.0"))):
        (answer,) = luck(game, t, results)
        assert tuple(row[1].split()[0].replace("-0", "0") for row in answer.rows[:4]) == cells
    with pytest.raises(tr.TafelrundeError, match="no deal was played in every seating"):
        luck(game, t, by_deal[:1])


def test_seats_are_counted_from_the_start_player(facts):
    (answer,) = lab.value_of_seats(tr.game("el_grande"), facts)
    assert [row[0] for row in answer.rows] == [f"{k}. from the start player" for k in (1, 2, 3)]
    assert sum(float(row[1].split(" ")[0]) for row in answer.rows) == pytest.approx(100, abs=0.2)


def test_a_module_is_compared_with_its_absence(facts):
    (answer,) = effect_of(tr.game("el_grande"), facts, facts)
    assert all(row[3].startswith("+0.0") for row in answer.rows), "nothing changes against itself"


def test_a_verb_is_compared_and_an_unknown_one_refused(facts):
    game = tr.game("el_grande")
    overall, *_ = lab.compared(game, facts, lab.by_verb(game, "court"))
    assert all(row[0].isdigit() for row in overall.rows)
    with pytest.raises(tr.TafelrundeError, match="'castle' is no verb of el_grande"):
        lab.by_verb(game, "castle")


def test_the_commands_play_and_report(tmp_path: Path):
    results, run = str(tmp_path / "r.sqlite"), CliRunner()
    shared = ["-o", "short", "--results", results]
    for _ in range(2):
        done = run.invoke(app, ["arena", "el_grande", "--bots", "random,random,random", "--games", "2", *shared,
                                "--output", str(tmp_path / "a")])
        assert done.exit_code == 0, done.output
        assert "2 games" in done.output
    assert (tmp_path / "a/report.md").exists()
    # If games were stored without their records, the same games are played again.
    done = run.invoke(app, ["lab", "seats", "el_grande", "--players", "3", "--level", "random", "--games", "3", *shared,
                            "--output", str(tmp_path / "l")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "l/seats.png").exists()


@pytest.mark.parametrize(("arguments", "what"), [
    (["arena", "el_grande", "--bots", "random,genius"], "'genius' is none of"),
    (["arena", "el_grande", "--bots", ","], "name at least one"),
    (["lab", "fate"], "'fate' is none of everything, seats"),
    (["lab", "luck", "--level", "random"], "name another level"),
    (["lab", "module"], "say what to compare with"),
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
