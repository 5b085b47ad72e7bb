"""The bots' entry points for both machines: a template over `beam.py` and `search.py`."""
from __future__ import annotations

from .beam import look_ahead
from .search import search, transplant
from .thinking import shares


def think_ahead(pool, me, mask, spare, worth, parts, chances, width, depth, breadth, wants, scores, lines, marks,
                best_line):
    """See `beam.look_ahead`."""
    return look_ahead(pool, me, mask, spare, worth, parts, chances, width, depth, breadth, wants, scores, lines, marks,
                      best_line)


def think_hard(pool, me, mask, spare, worth, parts, chances, links, gains, path, lore, told, size, room, depth,
               first, times, horizon, explore, widen, trust, begin):
    """See `search.search`."""
    return search(pool, me, mask, spare, worth, parts, chances, links, gains, path, lore, told, size, room, depth,
                  first, times, horizon, explore, widen, trust, begin)


def keep_below(links, gains, new_links, new_gains, node, players):
    """See `search.transplant`."""
    return transplant(links, gains, new_links, new_gains, node, players)


def judge_at(pool, i, worth, parts, chances):
    """See `thinking.shares`."""
    shares(pool[i], worth, parts, chances)


ENTRIES = (think_ahead, think_hard, keep_below, judge_at)
