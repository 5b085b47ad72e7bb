"""The entry points of `master` for both machines: a template over `guided.py`."""
from __future__ import annotations

from ...kernel.driver import legal_actions
from ..search import ORIGIN, transplant
from .guided import PRIOR, guided, weigh
from .inference import ONE, chances_of, look_at


def think_by_net(pool, me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, first, times, horizon,
                 explore, after, mix, soft, said, reading, rows, inner, heads, row_bias, inner_bias, head_bias, cells, width, units,
                 actions, colours, seen, sums, deep, both, scores, turned):
    """See `guided.guided`."""
    return guided(pool, me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, first, times, horizon,
                  explore, after, mix, soft, said, reading, rows, inner, heads, row_bias, inner_bias, head_bias, cells, width,
                  units, actions, colours, seen, sums, deep, both, scores, turned)


def look_once(pool, seat, mask, worth, parts, chances, reading, rows, inner, heads, row_bias, inner_bias, head_bias, cells, width,
              units, actions, colours, seen, sums, deep, both, scores, turned, times):
    """What the network says of the first state of a pool, as a pending seat sees it: chances, and
    the policy over its actions.
    """
    s = pool[0]
    n = legal_actions(s, seat, mask)
    for _ in range(times):
        look_at(s, seat, s.players, colours, seen, worth, parts, reading, rows, inner, row_bias, inner_bias, cells, width, units,
                sums, deep, both)
        chances_of(heads, head_bias, both, width + units, actions, s.players, seat, chances)
        weigh(mask, n, heads, head_bias, both, width + units, turned, seat * actions, scores, ONE)
    return n


def keep_below(links, gains, new_links, new_gains, node, players):
    """See `bots/search.transplant`; priors are copied too."""
    size = transplant(links, gains, new_links, new_gains, node, players)
    for k in range(size):
        new_links[k][PRIOR] = links[new_links[k][ORIGIN]][PRIOR]
    return size


ENTRIES = (think_by_net, look_once, keep_below)
