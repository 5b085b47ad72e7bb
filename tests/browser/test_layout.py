"""Layout with a floor: every title with all its players on every size of window, light and dark;
large pieces; the lobby.
"""
from __future__ import annotations

from typing import Any

import pytest
from helpers import driving
from helpers.clicking import LEAST, Table
from helpers.looking import SIZES, SMALLEST, SPILT

MOST = {"el_grande": 5, "king_and_intriguer": 5, "rheinlaender": 5, "toledo": 4}
FEWEST = {"el_grande": 2, "king_and_intriguer": 2, "rheinlaender": 3, "toledo": 2}

RATIOS = [(2560, 1080), (1200, 1400)]
"""Windows of other shapes, in which only the painted ground is looked at."""
CUTS = """() => {
  const pane = document.querySelector('main.boardbox').getBoundingClientRect(), LONG = 48, INSET = 3
  // LONG: the crest of a gentle hill is level over some 40 px without being a cut.
  const inside = (x, y) => x > pane.left + INSET && x < pane.right - INSET && y > pane.top + INSET && y < pane.bottom - INSET
  // The spaces of the river begin with a straight edge; the sea reaches to it.
  const bank = (p, q) => [-6, 6].some(d =>
    document.elementFromPoint((p.x + q.x) / 2 + d, (p.y + q.y) / 2)?.closest('[data-spot^="space:"]'))
  const shown = p => !!document.elementFromPoint(p.x, p.y)?.closest('.boardbox')
  const found = []
  const ground = [...document.querySelectorAll('.boardbox [data-ground]')]
  for (const shape of ground) {
    const matrix = shape.getScreenCTM(), length = shape.getTotalLength(), step = 3 / Math.hypot(matrix.a, matrix.b)
    const runs = {x: null, y: null}
    for (let at = 0; at <= length; at += step) {
      const p = shape.getPointAtLength(at).matrixTransform(matrix)
      for (const [axis, along] of [['x', 'y'], ['y', 'x']]) {
        const run = runs[axis]
        if (!inside(p.x, p.y)) runs[axis] = null
        else if (!run || Math.abs(run[axis] - p[axis]) > .01) runs[axis] = p
        else if (Math.abs(run[along] - p[along]) > LONG && !(axis === 'y' && shape.dataset.ground) && shown(p) && !bank(run, p))
          found.push([shape.outerHTML.slice(0, 60), axis, Math.round(p.x - pane.left), Math.round(p.y - pane.top)].join(' '))
      }
    }
  }
  return [ground.length, found.slice(0, 5)]
}"""
"""Painted ground (sea, land, hills) that ends in a line drawn with a ruler inside the window; the
streets of a town are level.
"""

FITS = "() => document.documentElement.scrollWidth <= innerWidth"


def resized(table: Table, size: tuple[int, int]) -> str:
    table.resize(*size)
    return str(table.page.evaluate("document.querySelector('.phone') ? 'phone' : document.querySelector('.shell').classList[1]"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", list(MOST))
def test_every_window_has_room(open_table: Any, game: str, theme: str) -> None:
    """Light with all players it can have, dark with the fewest; and the ground is painted to the
    edge of every window.
    """
    table = open_table(theme=theme)
    page = table.page
    id_ = table.play_now(game, (MOST if theme == "light" else FEWEST)[game])
    assert driving.play_on(page, id_, 40)
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    for size in SIZES:
        mode = resized(table, size)
        board = page.locator("main.boardbox").bounding_box()
        bar = page.get_by_test_id("decision").bounding_box()
        assert board is not None
        assert bar is not None
        assert bar["height"] == {"phone": 136, "low": 148}.get(mode, 92), (size, bar)
        assert board["height"] >= (240 if mode in ("phone", "low") else 300), (size, board)
        assert page.evaluate(FITS), f"{size}: the page scrolls sideways"
        least, where = page.evaluate(SMALLEST)
        assert least >= LEAST, f"{size}: {least:.1f} px: {where}"
        assert page.evaluate(SPILT) == [], size
        painted, cuts = page.evaluate(CUTS)
        assert painted >= 2
        assert cuts == [], size
        if mode == "wide":
            cards = [page.locator(".left .pcard").nth(n).bounding_box() for n in range(page.locator(".left .pcard").count())]
            assert all(c is not None and c["y"] + c["height"] <= size[1] for c in cards), f"{size}: a player lies outside"
            assert (page.locator(".log").first.bounding_box() or {"height": 0})["height"] >= 110, size
        else:
            for sheet in ("players", "log", "chat", "side"):
                table.press(f"[data-opens={sheet}]")
                page.locator(f"[data-sheet={sheet}]").wait_for()
                assert page.evaluate(SMALLEST)[0] >= LEAST, (size, sheet, page.evaluate(SMALLEST))
                assert page.locator("main.boardbox").bounding_box() == board or mode in ("low", "narrow"), "a sheet moves nothing"
            if mode == "tablet":
                table.press("[data-testid=close-sheet]")
            elif mode == "phone":
                table.press("[data-opens=hand]")
    for size in RATIOS if theme == "light" else ():
        table.resize(*size)
        assert page.evaluate(CUTS)[1] == [], size


PIECES = """() => Object.fromEntries([...document.querySelectorAll('.boardbox [data-piece]')].map(e => {
  const r = e.getBoundingClientRect()
  return [e.dataset.piece, [r.left + r.width / 2, r.top + r.height / 2, r.bottom, r.width]]
}))"""


def with_large_pieces(table: Any, measure: str) -> dict[str, Any]:
    """What is measured once Large pieces is switched on."""
    table.page.get_by_test_id("menu").click()
    table.page.get_by_role("switch", name="Large pieces").click()
    table.page.keyboard.press("Escape")
    table.settle()
    return dict(table.page.evaluate(measure))


@pytest.mark.parametrize("game", ["rheinlaender", "toledo"])
def test_large_pieces_are_larger_where_they_stand(open_table: Any, game: str) -> None:
    table = open_table()
    page = table.page
    id_ = table.play_now(game, 4 if game == "toledo" else 5)
    assert driving.play_on(page, id_, 40)
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    table.settle()
    usual = page.evaluate(PIECES)
    large = with_large_pieces(table, PIECES)
    assert usual
    assert set(usual) == set(large)
    for piece, (x, y, foot, width) in usual.items():
        nx, ny, nfoot, nwidth = large[piece]
        assert nwidth > width * 1.15, piece
        assert abs(nx - x) < 1.5, piece
        assert abs(ny - y) < 1.5 or abs(nfoot - foot) < 2.5, piece


TOWERS = """() => Object.fromEntries([...document.querySelectorAll('.boardbox .tower')].map(e => {
  const [, region] = e.dataset.anchor.split(':'), r = e.querySelector('use').getBoundingClientRect()
  const face = document.querySelector(`.boardbox [data-spot="region:${region}"] .face`)
  const foot = new DOMPoint(r.left + r.width / 2, r.bottom - r.height / 4).matrixTransform(face.getScreenCTM().inverse())
  return [e.dataset.anchor, [r.width, face.isPointInFill(foot)]]
}))"""


@pytest.mark.parametrize("game", ["el_grande", "king_and_intriguer"])
def test_large_pieces_are_larger_and_stay_in_their_region(open_table: Any, game: str) -> None:
    """Towers share a region: larger ones may move up against each other, but stand in it."""
    table = open_table()
    page = table.page
    id_ = table.play_now(game, 3)
    assert driving.play_on(page, id_, 70)
    page.goto(f"{table.server}/t/{id_}")
    page.wait_for_selector("[data-testid=decision].mine")
    table.settle()
    usual = page.evaluate(TOWERS)
    large = with_large_pieces(table, TOWERS)
    assert len(usual) >= 5
    assert set(usual) == set(large)
    for tower, (width, stands) in usual.items():
        assert stands, tower
        assert large[tower][1], f"{tower} has left its region"
        assert large[tower][0] >= width, tower
    grown = [large[tower][0] / width for tower, (width, _) in usual.items()]
    assert sum(n > 1.15 for n in grown) > len(grown) / 2, grown


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_start_and_learn_are_in_the_first_screen(open_table: Any, lang: str) -> None:
    table = open_table(lang=lang)
    page = table.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        table.settle()
        for name in ("playnow", "learn"):
            seen = page.get_by_test_id(name).evaluate("""e => {
              const r = e.getBoundingClientRect(), top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)
              return r.top >= 0 && r.bottom <= innerHeight && e.contains(top)
            }""")
            assert seen, (width, height, name)
        assert page.evaluate(FITS)
    assert not page.locator("details").first.evaluate("e => e.open")
