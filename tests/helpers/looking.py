"""Looks at the browser table with a ruler: where touches end, how large texts are, what runs out of
its card.
"""
from __future__ import annotations

from pathlib import Path

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""What axe is asked for: WCAG 2.2 AA and good practice."""

SIZES = [(1920, 1080), (1440, 900), (1366, 768), (1280, 720), (1024, 768), (768, 1024), (390, 844), (844, 390), (720, 450)]
"""Windows that people have; the last one is 1440 x 900 at a zoom of 200 %."""

POINTS = """every => {
  const places = [...document.querySelectorAll('.boardbox [data-spot][data-state=legal]')]
    .filter(e => e instanceof SVGElement && /^(region|space|fortspace|step):[^ ]*( how:fort)?$/.test(e.dataset.spot))
  const pane = document.querySelector('main.boardbox').getBoundingClientRect()
  const told = {places: places.length, points: 0, dead: []}
  for (const place of places) {
    const shapes = [...place.querySelectorAll('path, rect, circle')].filter(s => s.getAttribute('fill') !== 'none')
    const shape = place.querySelector('.face') ?? shapes.sort((a, b) => b.getBBox().width - a.getBBox().width)[0]
    const back = shape.getScreenCTM().inverse(), r = shape.getBoundingClientRect()
    const left = Math.max(0, pane.left, r.left), right = Math.min(innerWidth, pane.right, r.right)
    const top = Math.max(0, pane.top, r.top), low = Math.min(innerHeight, pane.bottom, r.bottom)
    for (let x = left + 1; x < right; x += every) for (let y = top + 1; y < low; y += every) {
      if (!shape.isPointInFill(new DOMPoint(x, y).matrixTransform(back))) continue
      told.points++
      const hit = document.elementFromPoint(x, y), found = hit?.closest('[data-spot], [data-within]')
      // The place itself, a piece that stands for it, or something on it that can be chosen too.
      const stands = found === place || found?.dataset.within === place.dataset.spot
      if (!stands && !['legal', 'other'].includes(found?.dataset.state))
        told.dead.push([place.dataset.spot, Math.round(x), Math.round(y), hit?.outerHTML.slice(0, 80)])
    }
  }
  return told
}"""
"""Every few pixels inside every place that can be chosen: how many points there are, and which of
them choose nothing.
"""

SMALLEST = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let least = [99, '']
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement
    if (!node.textContent.trim() || e.closest('.sr, script, style, [hidden]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const r = range.getBoundingClientRect(), style = getComputedStyle(e)
    if (!r.width || !r.height || style.visibility === 'hidden' || style.display === 'none') continue
    const matrix = e instanceof SVGElement ? e.getScreenCTM() : null
    const size = parseFloat(style.fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1)
    if (size < least[0]) least = [size, node.textContent.trim().slice(0, 40) + ' in ' + e.outerHTML.slice(0, 90)]
  }
  return least
}"""
"""The smallest text of the page, in pixels of the screen."""

SPILT = """() => [...document.querySelectorAll('.pcard, .pw, .ac, .shop, .ncard, .act, .tab, .btn')]
  .filter(e => e.getClientRects().length && e.clientWidth)
  .filter(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)
  .map(e => [e.className, e.innerText.slice(0, 40), e.scrollWidth, e.scrollHeight, e.clientWidth, e.clientHeight].join(' '))"""
"""Cards and buttons whose content overflows."""
