"""Information-set Monte Carlo tree search: one tree over everything the seat could be facing.

Every iteration draws again what the seat cannot know, walks down the tree along actions that are legal there, adds one
node, plays on by the policy for a while and judges where that led; each seat on the way wants its own share (max-n).
A node stands for a sequence of decisions, whatever chance did between (an open-loop tree).  Where several seats answer
at once and in secret, the others' answers are drawn by the policy: nobody in the tree may know them.

A template: see `thinking.py`.  The tree is a handful of arrays: `links[node]` (its parts are named below),
`gains[node][seat]` the sum of shares.
"""
from __future__ import annotations

from math import sqrt

from ..kernel import is_allowed, lowest_bit, nth_action, random_below, rule, seed_generator
from ..kernel.driver import legal_actions
from ..kernel.law import WORDS, apply, pending, resample
from .judgement import prefer
from .thinking import WHOLE, answer_for_others, copy_state, likely_action, logarithm, shares

KEY, VISITS, SEEN, CHILD, NEXT, ORIGIN = range(6)
"""A node's links: seat and action that lead to it; visits; how often it could have been visited; its first child and
its next sibling (0: none, since the root is nobody's child); where a transplanted node came from."""
LINKS = 6
SEAT = 1 << 20
"""A key is seat * SEAT + action."""
EXPLORE = WHOLE * 35 // 100
WIDEN = 2
"""A node may have this many times the square root of its visits as children."""
NOISE = 3
ROOT, WORK = 0, 1
"""States of the pool."""


@rule
def search(pool, me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, first, times, horizon):
    """Add `times` iterations to the tree, drawing from the seeds first, first + 1, …; the size of the tree then.

    There is room for so many nodes in `links` and `gains`, and for paths of `depth` nodes.
    """
    for i in range(times):
        copy_state(pool, WORK, ROOT)
        size = iterate(pool[WORK], me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, first + i,
                       horizon, EXPLORE, 0)
    return size


@rule
def iterate(s, me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, seed, horizon, explore, begin):
    """One iteration in a copy of the root, by way of one of its children (0: whichever); the size of the tree then."""
    s.rng = seed_generator(seed)
    resample(s, me)
    length, size = descend(s, me, mask, spare, links, gains, path, size, room, depth, explore, begin)
    play_on(s, me, mask, horizon)
    shares(s, worth, parts, chances)
    credit(links, gains, path, length, chances, s.players)
    return size


@rule
def credit(links, gains, path, length, chances, players):
    """Count a visit, and what it found, at every node of a path."""
    for k in range(length):
        node = path[k]
        links[node][VISITS] += 1
        for p in range(players):
            gains[node][p] += chances[p]


@rule
def add_node(links, gains, node, seat, action, seen, size, players):
    """A child of a node, seen so often and never visited; the size of the tree then."""
    links[size][KEY] = seat * SEAT + action
    links[size][VISITS] = 0
    links[size][SEEN] = seen
    links[size][CHILD] = 0
    links[size][NEXT] = links[node][CHILD]
    links[node][CHILD] = size
    for p in range(players):
        gains[size][p] = 0
    return size + 1


@rule
def descend(s, me, mask, spare, links, gains, path, size, room, depth, explore, begin):
    """Walk down the tree to a new node, or to the end: the length of the path and the size of the tree."""
    node = 0
    path[0] = 0
    length = 1
    fresh = False
    if begin > 0:
        answer_for_others(s, me, mask)
        apply(s, me, links[begin][KEY] % SEAT)
        node = begin
        path[1] = begin
        length = 2
    while not fresh and length < depth:
        answer_for_others(s, me, mask)
        seats = pending(s)
        if seats == 0:
            break
        seat = lowest_bit(seats)
        n = legal_actions(s, seat, mask)
        if n == 1:
            apply(s, seat, nth_action(mask, 0))
            continue
        chosen, tried = best_child(seat, mask, spare, links, gains, node, explore)
        if tried < n and size < room and tried * tried < WIDEN * WIDEN * (links[node][VISITS] + 1):
            chosen = size
            size = add_node(links, gains, node, seat, most_wanted(s, seat, spare, n - tried), 1, size, s.players)
            fresh = True
        elif chosen == 0:
            break
        apply(s, seat, links[chosen][KEY] % SEAT)
        node = chosen
        path[length] = node
        length += 1
    return length, size


@rule
def best_child(seat, mask, spare, links, gains, node, explore):
    """The child with the highest upper bound among those legal now (0: none), and how many there are.

    The mask's actions that lead to none of them are left in `spare`.
    """
    for w in range(WORDS):
        spare[w] = mask[w]
    chosen = 0
    tried = 0
    highest = -WHOLE
    child = links[node][CHILD]
    while child:
        key = links[child][KEY]
        action = key % SEAT
        if key // SEAT == seat and is_allowed(mask, action):
            spare[action >> 5] &= ~(1 << (action & 31))
            tried += 1
            links[child][SEEN] += 1
            visits = links[child][VISITS]
            bound = gains[child][seat] / visits + explore * sqrt(logarithm(links[child][SEEN]) / (WHOLE * visits))
            if bound > highest:
                highest = bound
                chosen = child
        child = links[child][NEXT]
    return chosen, tried


@rule
def most_wanted(s, seat, untried, n):
    """The action of a mask that the seat prefers, with a little noise among equals."""
    chosen = nth_action(untried, 0)
    most = prefer(s, seat, chosen) * NOISE + random_below(s, NOISE)
    for i in range(1, n):
        action = nth_action(untried, i)
        wanted = prefer(s, seat, action) * NOISE + random_below(s, NOISE)
        if wanted > most:
            most = wanted
            chosen = action
    return chosen


@rule
def play_on(s, me, mask, horizon):
    """Go on by the policy for a number of decisions, or to the end."""
    left = horizon
    seats = pending(s)
    while seats and left > 0:
        seat = lowest_bit(seats)
        n = legal_actions(s, seat, mask)
        if n > 1:
            left -= 1
        apply(s, seat, likely_action(s, seat, mask, n))
        seats = pending(s)
    return left


@rule
def transplant(links, gains, new_links, new_gains, node, players):
    """Copy the tree below a node into an empty one; its size."""
    copy_node(links, gains, new_links, new_gains, node, 0, players)
    size = 1
    done = 0
    while done < size:
        child = links[new_links[done][ORIGIN]][CHILD]
        while child:
            copy_node(links, gains, new_links, new_gains, child, size, players)
            new_links[size][NEXT] = new_links[done][CHILD]
            new_links[done][CHILD] = size
            size += 1
            child = links[child][NEXT]
        done += 1
    return size


@rule
def copy_node(links, gains, new_links, new_gains, old, new, players):
    """Copy a node's own numbers; its relations are still to be made."""
    new_links[new][KEY] = links[old][KEY]
    new_links[new][VISITS] = links[old][VISITS]
    new_links[new][SEEN] = links[old][SEEN]
    new_links[new][CHILD] = 0
    new_links[new][NEXT] = 0
    new_links[new][ORIGIN] = old
    for p in range(players):
        new_gains[new][p] = gains[old][p]
