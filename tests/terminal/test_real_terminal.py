"""The program as a person starts it: in a terminal, killed and resumed, in tmux, in no terminal at
all.
"""
from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

from helpers.pseudo_terminal import COMMAND, PseudoTerminal, Tmux, comes_soon, has_tmux, wait_for

from tafelrunde.terminal.choices import choices_of, entries_of
from tafelrunde.terminal.labels import Labels, face_of
from tafelrunde.terminal.saves import kept
from tafelrunde.terminal.session import Session

GAME = ["play", "el_grande", "--players", "2", "--option", "short", "--level", "random", "--seed", "5", "--pace", "0"]


def saved(over: bool = False) -> Session:
    """The game as it is stored now."""
    return Session.resume(kept(over=over)[0])


def has_answered(decisions: int) -> bool:
    """Whether more was decided than that, and a person is asked again or the game is over."""
    found = kept()  # looked at once: the program goes on writing meanwhile
    if not found:
        return True
    session = Session.resume(found[0])
    return session.match.decisions > decisions and session.next_bot is None


def has_begun() -> bool:
    """Whether a game is stored in which a person is asked."""
    found = kept()
    return bool(found) and Session.resume(found[0]).next_bot is None


def press_one(terminal: PseudoTerminal | Tmux, whims: Random) -> None:
    """Press the key of some choice, and wait until the decision is kept and the person is asked
    again.
    """
    session = saved()
    match, seat = session.match, session.next_person
    assert seat is not None
    labels = Labels(match.game, session.texts, face_of(match.game))
    entries = [e for e in entries_of(choices_of(match, seat, labels), labels) if len(e.choices) == 1]
    wait_for(lambda: prompt_of(session) in flat(terminal.shown()), terminal.shown)
    key = whims.choice(entries).key
    for _ in range(12):
        terminal.press(key)
        if comes_soon(lambda: has_answered(match.decisions)):
            return
    raise AssertionError(f"no key is heard\n{terminal.shown()}")


def prompt_of(session: Session) -> str:
    """The question, as it stands on the left side."""
    return flat(session.match.prompt(session.next_person, session.lang))


def flat(text: str) -> str:
    """The left side of the screen in one line, so that wrapped sentences can be found."""
    return " ".join(" ".join(line[:62].strip() for line in text.splitlines()).split())


def board_of(text: str) -> list[str]:
    """The board: the upper left, without the stars that mark what has changed (the log beside it
    may lag behind).
    """
    return [line[:62].replace("*", " ").rstrip() for line in text.splitlines()[1:19]]


def test_a_killed_game_goes_on_at_the_very_same_position(home: Path) -> None:
    (home / "games").mkdir()
    # Not the first game here: no introduction
    (home / "games" / "el_grande-earlier.json").write_text("{}")
    whims = Random(2)
    first = PseudoTerminal(GAME, home)
    wait_for(has_begun, first.shown)
    for _ in range(9):
        press_one(first, whims)
    before = saved()
    wait_for(lambda: prompt_of(before) in flat(first.shown()), first.shown)
    screen = first.shown()
    first.kill()

    assert saved().match.same_as(before.match) == ""
    second = PseudoTerminal(["play", "--resume", "--pace", "0"], home)
    wait_for(lambda: prompt_of(before) in flat(second.shown()), second.shown)
    assert board_of(second.shown()) == board_of(screen)
    assert kept()[0].record == before.match.record()
    press_one(second, whims)
    assert saved().match.decisions > before.match.decisions
    second.close()


def test_a_whole_game_in_tmux(home: Path) -> None:
    """Where tmux is not there and cannot be installed, a pseudo-terminal of our own shows the
    same.
    """
    open_one: Callable[..., PseudoTerminal | Tmux] = Tmux if has_tmux() else PseudoTerminal
    terminal = open_one([*GAME, "--lang", "hu"], home)
    try:
        whims = Random(3)
        wait_for(lambda: "El Grande" in terminal.shown() and "Esc" in terminal.shown(), terminal.shown)
        assert "caballer" in terminal.shown()  # a newcomer reads what the game is about
        terminal.press("\x1b")
        wait_for(has_begun, terminal.shown)
        while kept():
            press_one(terminal, whims)
        match = saved(over=True).match
        winner = match.texts("hu").word("seat", match.ranking[0][0])
        wait_for(lambda: winner in flat(terminal.shown()) and "győz" in flat(terminal.shown()), terminal.shown)
        terminal.press("q")
    finally:
        terminal.close()


def test_without_colours(home: Path) -> None:
    plain = PseudoTerminal(GAME, home, NO_COLOR="1")
    wait_for(lambda: "Esc" in plain.shown(), plain.shown)
    plain.press("\x1b")
    wait_for(lambda: "▲ Red: " in plain.shown() and "Galicia" in plain.shown(), plain.shown)
    assert not plain.screen.coloured
    plain.close()
    coloured = PseudoTerminal(["play"], home)
    wait_for(lambda: "Tafelrunde" in coloured.shown(), coloured.shown)
    assert coloured.screen.coloured
    coloured.close()


def test_where_there_is_no_terminal(home: Path) -> None:
    environment = {**os.environ, "TAFELRUNDE_HOME": str(home)}
    done = subprocess.run([*COMMAND, *GAME], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment)
    assert done.returncode == 2
    assert "terminal" in done.stderr
    assert "Traceback" not in done.stderr
    done = subprocess.run([*COMMAND, "play", "--resume", "toledo"], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, env=environment)
    assert done.returncode == 2
    assert "no unfinished game" in done.stderr
