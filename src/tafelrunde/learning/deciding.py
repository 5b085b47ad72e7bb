"""One decision by search in each of many games: what training learns from, and how searches are
compared with each other.

A template for processors; `deciding_kernels.py` has the same for GPUs, with a thread and a tree for
every game.  How a game's seat searches stands in a row of `settings` (see `searching.Settings`).
"""
from __future__ import annotations

from ..bots.net.guided import LINKS, iterate_by_net
from ..bots.search import CHILD, KEY, NEXT, SEAT, VISITS, iterate
from ..bots.thinking import copy_state
from ..kernel import nth_action, rule
from ..kernel.driver import legal_actions
from .watching import watch

TIMES, HORIZON, EXPLORE, FEW, LAST, NET, MIX, WIDEN, TRUST, SOFT = range(10)
"""A row of settings: iterations; decisions a playout looks ahead; exploration; how many finalists
there are, and how many of the iterations compare them; in which visit a network looks at a node (0:
there is none), and how much its judgement counts beside a playout's; widening; when lore is
trusted; how much flatter priors are than the network's policy.
"""
MOST = 16
"""The highest number of finalists."""
DEPTH = 64


@rule
def decide(pool, root, work, me, wants, mask, spare, worth, parts, chances, said, links, gains, path, lore, told, finalists, room,
           seed, reading, rows, inner, heads, row_bias, inner_bias, head_bias, cells, width, units, actions, colours, seen, sums,
           deep, both, scores, turned):
    """The action that a pending seat chooses; the tree stays in `links` and `gains`."""
    n = legal_actions(pool[root], me, mask)
    for k in range(LINKS):
        links[0][k] = 0
    for p in range(pool[root].players):
        gains[0][p] = 0
    if n == 1:
        return nth_action(mask, 0)
    few = 0
    size = 1
    if wants[TRUST] > 0:
        for p in range(pool[root].players):
            for k in range(2 * actions):
                lore[p][k] = 0
    plain = wants[TIMES]
    if wants[FEW] > 0:
        plain -= wants[LAST]
    for t in range(wants[TIMES]):
        begin = 0
        world = seed + t
        if t == plain:
            few = name_finalists(links, gains, me, finalists, wants[FEW])
        if few > 0:
            begin = finalists[(t - plain) % few]
            world = seed + plain + (t - plain) // few
        copy_state(pool, work, root)
        if wants[NET] > 0:
            size = iterate_by_net(pool[work], me, mask, spare, worth, parts, chances, links, gains, path, size, room, DEPTH, world,
                                  wants[HORIZON], wants[EXPLORE], begin, wants[NET], wants[MIX], wants[SOFT], said, reading, rows,
                                  inner, heads, row_bias, inner_bias, head_bias, cells, width, units, actions, colours, seen,
                                  sums, deep, both, scores, turned)
        else:
            size = iterate(pool[work], me, mask, spare, worth, parts, chances, links, gains, path, lore, told, size, room,
                           DEPTH, world, wants[HORIZON], wants[EXPLORE], wants[WIDEN], wants[TRUST], begin)
    return links[winner(links, gains, me, finalists, few)][KEY] % SEAT


@rule
def name_finalists(links, gains, me, finalists, most):
    """The seat's most visited children of the root, up to a limit; returns their number."""
    few = 0
    child = own_child(links, me, links[0][CHILD])
    while child:
        at = few
        while at > 0 and links[finalists[at - 1]][VISITS] < links[child][VISITS]:
            if at < most:
                finalists[at] = finalists[at - 1]
            at -= 1
        if at < most:
            finalists[at] = child
            if few < most:
                few += 1
        child = own_child(links, me, links[child][NEXT])
    return few


@rule
def own_child(links, me, child):
    """The first of some siblings that is a decision of mine: where several seats answer at once,
    others' stand beside (0: none).
    """
    while child and links[child][KEY] // SEAT != me:
        child = links[child][NEXT]
    return child


@rule
def winner(links, gains, me, finalists, few):
    """The finalist with the highest mean; without any, the seat's child of the root that was
    visited most.
    """
    chosen = own_child(links, me, links[0][CHILD])
    if few > 0:
        chosen = finalists[0]
        for k in range(1, few):
            other = finalists[k]
            if gains[other][me] * links[chosen][VISITS] > gains[chosen][me] * links[other][VISITS]:
                chosen = other
        return chosen
    child = own_child(links, me, links[chosen][NEXT])
    while child:
        if links[child][VISITS] > links[chosen][VISITS]:
            chosen = child
        child = own_child(links, me, links[child][NEXT])
    return chosen


@rule
def show(pool, root, work, me, seed, players, colours, seen, worth, parts, eyes, at, cells):
    """Write what a network is fed for a position (`watching.watch`), which stays as it is."""
    copy_state(pool, work, root)
    watch(pool[work], me, seed, players, colours, seen, worth, parts)
    for k in range(cells):
        eyes[at + k] = seen[k]


@rule
def tell(links, gains, me, visits, values, at, step, players):
    """Write how often the seat's actions were visited, and the root's mean shares."""
    child = own_child(links, me, links[0][CHILD])
    while child:
        visits[at + step * (links[child][KEY] % SEAT)] = links[child][VISITS]
        child = own_child(links, me, links[child][NEXT])
    for p in range(players):
        values[at + step * p] = gains[0][p] // max(1, links[0][VISITS])


def decide_all(pool, seats, kinds, settings, seeds, chosen, visits, values, eyes, mask, spare, worth, parts, chances, said,
               links, gains, path, lore, told, finalists, room, games, players, reading, rows, inner, heads, row_bias, inner_bias,
               head_bias, cells, width, units, actions, colours, seen, sums, deep, both, scores, turned):
    """A decision in every game; the last state of the pool is room to work in."""
    for i in range(games):
        if seats[i] >= 0:
            chosen[i] = decide(pool, i, games, seats[i], settings[kinds[i]], mask, spare, worth, parts, chances, said, links, gains,
                               path, lore, told, finalists, room, seeds[i], reading, rows, inner, heads, row_bias, inner_bias,
                               head_bias, cells, width, units, actions, colours, seen, sums, deep, both, scores, turned)
            tell(links, gains, seats[i], visits, values, i, games, players)
            show(pool, i, games, seats[i], seeds[i], players, colours, seen, worth, parts, eyes, i * cells, cells)


ENTRIES = (decide_all,)
