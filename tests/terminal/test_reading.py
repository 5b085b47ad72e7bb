"""Menu, reader and replay; stored games."""
from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers.terminal import play_of, play_out, session, shown, to_decision, until

import tafelrunde as tr
from tafelrunde.errors import CannotUndo
from tafelrunde.match.texts import LANGUAGES
from tafelrunde.terminal import saves
from tafelrunde.terminal.app import TableApp
from tafelrunde.terminal.screens.menu import Menu
from tafelrunde.terminal.screens.play import Play
from tafelrunde.terminal.screens.reader import Reader, rules_of, searched
from tafelrunde.terminal.screens.replay import Replay
from tafelrunde.terminal.session import BadSeats, Session, read_seats
from tafelrunde.terminal.words import Words, tables, usual_language


def run(app: TableApp, do: Callable[[Any], Awaitable[None]], size: tuple[int, int] = (100, 30)) -> None:
    async def inside() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await do(pilot)

    asyncio.run(inside())


# ------------------------------------------------------------ the menu


async def to_line(pilot: Any, name: str) -> Menu:
    """Go down the menu to a line."""
    menu = pilot.app.screen
    assert isinstance(menu, Menu)
    while menu.lines[menu.at].name != name:
        await pilot.press("down")
    return menu


def test_the_menu_starts_what_was_chosen_in_the_language_that_was_chosen() -> None:
    async def do(pilot: Any) -> None:
        words = Words("en")
        await to_line(pilot, words("menu.language"))
        await pilot.press("right")
        words = Words("hu")
        assert words("menu.welcome") in shown(pilot.app)
        await to_line(pilot, words("menu.players"))
        await pilot.press("left")
        await to_line(pilot, words("menu.level"))
        while pilot.app.screen.level != "random":
            await pilot.press("right")
        await to_line(pilot, "Rövid játék")
        await pilot.press("space")
        await to_line(pilot, words("menu.start"))
        await pilot.press("enter")
        table = await to_decision(pilot)
        assert table is not None
        match = table.session.match
        assert (match.game.name, match.players, table.session.lang) == ("el_grande", 3, "hu")
        assert match.view(None)["options"]["short"] is True
        assert table.session.seats == ["human", "random", "random"]
        assert "2. forduló" in shown(pilot.app)

    run(TableApp("en", pace=0), do)


def test_the_menu_refuses_options_that_do_not_go_together() -> None:
    async def do(pilot: Any) -> None:
        await to_line(pilot, "Edition")
        await pilot.press("right")
        await to_line(pilot, "New Regent")
        await pilot.press("right")
        await to_line(pilot, "Start")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Menu)
        assert "modules belong to the 2023 edition" in shown(pilot.app)

    run(TableApp("en", pace=0), do)


def test_in_eighty_columns_every_value_of_every_option_is_told_in_words_and_whole() -> None:
    async def do(pilot: Any) -> None:
        menu = pilot.app.screen
        assert isinstance(menu, Menu)
        for lang in LANGUAGES:
            pilot.app.speak(lang)
            for menu.game_name in tr.games():
                options = [o for o in tr.game(menu.game_name).options if o.choices and not o.several]
                for k in range(max(len(o.choices) for o in options)):
                    menu.options[menu.game_name] = {o.name: o.choices[min(k, len(o.choices) - 1)] for o in options}
                    menu.draw()
                    screen = " ".join(shown(pilot.app).split())
                    for n, line in enumerate(menu.lines):
                        rows = menu.line_rows(n, line, max(len(one.name) for one in menu.lines) + 3, 72)
                        said = " ".join(" ".join(row.plain for row in rows).split())
                        assert said.replace("▸ ", "").strip() == f"{line.name} {line.value}".strip()
                        assert "_" not in line.value
                        assert said in screen, line

    run(TableApp("en", pace=0), do, size=(80, 60))


def test_the_menu_goes_on_with_the_last_game() -> None:
    game = session(seed=5)
    whims = Random(1)
    for _ in range(12):
        seat = whims.choice(game.match.pending)
        game.decide(whims.choice(game.match.legal(seat)), seat)
    before = game.match.position()

    async def do(pilot: Any) -> None:
        await to_line(pilot, "Continue your last game")
        assert "12 decisions" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Play))
        assert play_of(pilot.app).session.name == game.name
        if game.next_bot is None:
            assert play_of(pilot.app).session.match.position() == before

    run(TableApp("en", pace=0), do)


# ------------------------------------------------------------ the reader


TIES = [("en", "ties:"), ("hu", "döntetlen:"), ("cs", "shoda:"), ("de", "gleichstand:")]


@pytest.mark.parametrize(("lang", "word"), TIES)
def test_the_reader_searches_while_typing(lang: str, word: str) -> None:
    async def do(pilot: Any) -> None:
        assert isinstance(pilot.app.screen, Reader)
        every = shown(pilot.app)
        assert "EG-1.1" in every
        await pilot.press(*word)
        assert "EG-8.2" in shown(pilot.app)
        assert "EG-1.1" not in shown(pilot.app)
        await pilot.press(*["backspace"] * len(word), *"eg-9")
        assert "EG-9.1" in shown(pilot.app)
        assert "EG-8.2" not in shown(pilot.app)
        await pilot.press(*"xyz")
        assert Words(lang)("reader.found", n=0) in shown(pilot.app)
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.return_code == 0

    run(TableApp(lang, reading=True), do)


def test_rules_are_searched_by_number_and_by_all_words() -> None:
    rules = rules_of(tr.game("el_grande"), "en")
    assert [id_ for id_, *_ in searched(rules, "EG-8.2")] == ["EG-8.2"]
    assert all(id_.startswith("EG-8") for id_, *_ in searched(rules, "eg-8"))
    both = searched(rules, "king castillo")
    assert both
    assert all("king" in s.lower() and "castillo" in s.lower() for _, s, _ in both)
    assert searched(rules, "") == rules


# ------------------------------------------------------------ replay


def test_a_record_is_stepped_through_forwards_and_backwards() -> None:
    match = tr.new("el_grande", players=3, seed=4, options={"short": True})
    whims = Random(4)
    while not match.over:
        seat = whims.choice(match.pending)
        match.play(whims.choice(match.legal(seat)), seat=seat)
    record = tr.replay(match.record())

    async def do(pilot: Any) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, Replay)
        assert f"Decision 0 of {match.decisions}" in shown(pilot.app)
        first = shown(pilot.app)
        await pilot.press("right", "right", "right")
        assert screen.match_at(3).same_as(tr.replay(match.record(), decisions=3)) == ""
        assert f"Decision 3 of {match.decisions}" in shown(pilot.app)
        await pilot.press("left", "left", "left")
        assert shown(pilot.app) == first
        await pilot.press("left")
        assert screen.at == 0
        await pilot.press("pagedown", "v")
        assert screen.at == 10
        assert "As Red saw it." in shown(pilot.app)
        await pilot.press("end", "right")
        assert screen.at == match.decisions
        assert "The end of the record." in shown(pilot.app)
        await pilot.press("home")
        assert screen.at == 0
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0

    run(TableApp("en", record=record), do)


# ------------------------------------------------------------ kept games and seats


def test_a_file_is_written_whole_or_not_at_all(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saves.write_whole(home / "kept.json", "old")

    def fail(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        saves.write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(home.iterdir()) == [path]


def test_damaged_games_are_named_and_do_not_stand_in_the_way(home: Path) -> None:
    good = session(seed=1)
    for name, text in {"a": "{", "b": "[]", "c": json.dumps({"name": "c"})}.items():
        bad = home / "games" / f"el_grande-{name}.json"
        bad.write_text(text)
        with pytest.raises(saves.BadSave, match=f"el_grande-{name}"):
            saves.read_save(bad)
    assert [save.name for save in saves.kept()] == [good.name]
    save = saves.kept()[0]
    chess = save.record.replace("Game: el_grande", "Game: chess")
    with pytest.raises(tr.TafelrundeError):
        Session.resume(saves.Save(save.name, chess, save.secret, save.seats, "en", False))
    with pytest.raises(saves.BadSave, match="damaged"):
        Session.resume(saves.Save(save.name, save.record, "xyz", save.seats, "en", False))


def test_resumed_games_have_the_same_future(home: Path) -> None:
    game = session(seed=6)
    again = Session.resume(saves.kept()[0])
    whims = Random(2)
    for _ in range(40):
        seat = whims.choice(game.match.pending)
        action = whims.choice(game.match.legal(seat))
        for one in (game.match, again.match):
            one.play(action, seat=seat)
        assert game.match.same_as(again.match) == ""


def test_seats_as_they_are_typed() -> None:
    assert read_seats(["human", "random"], 4, "simple") == ["human", "random", "simple", "simple"]
    with pytest.raises(BadSeats, match="5 seats"):
        read_seats(["human"] * 5, 4, "simple")
    with pytest.raises(tr.TafelrundeError, match="level"):
        read_seats(["dragon"], 2, "simple")


def test_who_shares_the_table_with_people_cannot_rewind() -> None:
    game = session(players=3, seats=("human", "human"), seed=1)
    assert not game.can_rewind(0)
    with pytest.raises(CannotUndo):
        game.rewind(0)


def test_the_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert usual_language() == "en"
    monkeypatch.setenv("LANG", "cs_CZ.UTF-8")
    assert usual_language() == "cs"
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert usual_language() == "en"
    assert all(tables(lang) for lang in LANGUAGES)


@pytest.mark.parametrize(("title", "players"), [("toledo", 2), ("rheinlaender", 3)])
def test_other_titles_are_played_by_keys_too(title: str, players: int) -> None:
    game = session(title, players, lang="cs", seed=3)

    async def do(pilot: Any) -> None:
        assert await play_out(pilot, Random(7), 12) == 12

    run(TableApp("cs", game, pace=0), do)
    assert game.match.decisions >= 12
