"""Tournaments: every deal in every seating, kept game by game, gone on with after a stop, the same
anywhere.
"""
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import tafelrunde as tr
from tafelrunde.arena import BadTournament, Store, Tournament, play_game, run
from tafelrunde.arena.report import page, write_report
from tafelrunde.arena.statistics import summarise
from tafelrunde.bots import BadLevel

SHORT = {"short": True}
SMALL = Tournament("el_grande", ("random", "random", "strong:1nodes"), 6, 3, SHORT)


def facts(results):
    """What must not depend on where a game was played."""
    return sorted((r.task.deal, r.task.seating, r.decisions, [(s.bot, s.points, s.place, s.win) for s in r.seats])
                  for r in results)


@pytest.mark.parametrize(("bots", "seatings"), [
    (("a", "b", "b", "b"), 4), (("a", "a", "b", "b"), 6), (("a", "b", "c", "c"), 12), (("a", "a", "a"), 1),
    (("a", "b", "c", "d"), 24), (("a", "b", "c", "d", "e"), 5)])
def test_every_bot_sits_in_every_seat_equally_often(bots, seatings, monkeypatch):
    monkeypatch.setattr("tafelrunde.arena.tournament.check_level", lambda level: None)
    t = Tournament("el_grande", bots, games=seatings * 2 + 1)
    assert len(set(t.seatings)) == len(t.seatings) == seatings
    assert t.deals == 3
    for seat in range(len(bots)):
        counts = Counter(seating[seat] for seating in t.seatings)
        assert all(counts[b] * len(bots) == bots.count(b) * seatings for b in set(bots))


@pytest.mark.parametrize(("change", "what"), [
    ({"game": "chess"}, "game: there is no game 'chess'"), ({"bots": ("random",)}, "bots: el_grande is for 2 to 5"),
    ({"games": 0}, "games: at least one")])
def test_what_cannot_be_played_is_refused(change, what):
    with pytest.raises(BadTournament, match=what):
        Tournament(**{"game": "el_grande", "bots": ("random", "random"), **change})


def test_unknown_bots_and_options_are_refused():
    with pytest.raises(BadLevel):
        Tournament("el_grande", ("random", "genius"))
    with pytest.raises(tr.BadOptions):
        Tournament("el_grande", ("random", "random"), options={"long": True})


def test_a_deal_is_the_same_in_every_seating_and_another_in_the_next():
    records = [play_game(SMALL, task, keep_record=True).record for task in SMALL.tasks()]
    setups = [[line for line in r.splitlines() if line.startswith(("* king", "* home", "* start"))] for r in records]
    assert setups[0] == setups[1] == setups[2]
    assert setups[3] == setups[4] == setups[5] != setups[0]


def test_an_interrupted_tournament_goes_on_where_it_was(tmp_path: Path):
    whole, parts = tmp_path / "whole.sqlite", tmp_path / "parts.sqlite"
    with Store(whole) as store:
        assert run(SMALL, store) == 6
        expected = facts(store.results(SMALL))

    class Stop(Exception):
        pass

    played = []

    def stop_after_two(result):
        played.append(result)
        if len(played) == 2:
            raise Stop

    with Store(parts) as store, pytest.raises(Stop):
        run(SMALL, store, progress=stop_after_two)
    with Store(parts) as store:
        assert len(store.done(SMALL)) == 2
        assert run(SMALL, store) == 4
        assert run(SMALL, store) == 0
        assert facts(store.results(SMALL)) == expected
        longer = Tournament("el_grande", SMALL.bots, 9, 3, SHORT)
        assert run(longer, store) == 3, "more games of the same go on from those there are"
        assert facts(store.results(SMALL)) == expected


def test_tournaments_share_a_file_without_mixing(tmp_path: Path):
    other = Tournament("el_grande", ("random",) * 3, 2, 3, SHORT)
    with Store(tmp_path / "both.sqlite") as store:
        run(other, store)
        assert not store.done(SMALL)
        run(SMALL, store)
        assert len(list(store.results(other))) == 2


def test_workers_play_the_same_games(tmp_path: Path):
    t = Tournament("el_grande", ("random", "random", "random"), 9, 1, SHORT)
    with Store(":memory:") as here, Store(":memory:") as there:
        run(t, here)
        assert run(t, there, workers=2) == 9
        assert facts(here.results(t)) == facts(there.results(t))


def test_a_ray_cluster_plays_the_same_games(tmp_path: Path):
    import ray

    t = Tournament("el_grande", ("random", "random", "random"), 4, 1, SHORT)
    results = tmp_path / "r.sqlite"
    cluster = ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    try:
        command = [sys.executable, "-c", "from tafelrunde.cli.main import main; main()", "arena", "el_grande", "--ray",
                   cluster.address_info["gcs_address"], "--players", "3", "--bots", "random", "--games", "4",
                   "--seed", "1", "-o", "short", "--results", str(results)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    finally:
        ray.shutdown()
    assert done.returncode == 0, done.stdout + done.stderr
    with Store(":memory:") as here, Store(results) as there:
        run(t, here)
        assert run(t, there) == 0, "the cluster has played them all"
        assert facts(here.results(t)) == facts(there.results(t))


def test_the_report_has_its_tables_and_plots(tmp_path: Path):
    with Store(":memory:") as store:
        run(SMALL, store)
        summary = summarise(store.results(SMALL))
    text = page(SMALL, summary)
    assert "| strong:1nodes | 6 |" in text
    assert "| random | 12 |" in text
    assert "every deal in 3 seatings" in text
    files = write_report(SMALL, summary, tmp_path / "out")
    assert {f.name for f in files} == {"report.md", "wins.svg", "wins.png", "seats.svg", "seats.png"}
    assert (tmp_path / "out/wins.svg").read_text("utf-8").startswith("<?xml")
    assert (tmp_path / "out/wins.png").read_bytes().startswith(b"\x89PNG")


def test_an_outside_bot_that_dies_costs_moves_and_not_the_tournament():
    t = Tournament("el_grande", ("outside:no-such-program-anywhere", "random"), 2, 0, SHORT)
    with Store(":memory:") as store:
        run(t, store, keep_records=True)
        results = list(store.results(t))
    assert summarise(results).forfeits > 0
    assert "forfeits its move" in results[0].record
