"""Information-set Monte Carlo tree search: one tree over everything the seat could be facing.

Every iteration redraws what the seat cannot know, walks down the tree along actions that are legal
there, adds one node, plays on by the policy for a while and judges the result. Each seat on the way
maximises its own share (max-n). A node stands for a sequence of decisions, whatever was drawn in
between (an open-loop tree).

If several seats answer at once and in secret, each chooses by what its own actions have brought so
far, without knowing what the others choose (decoupled UCT). The choice is random: the bounds get
noise that fades as a node is visited, so the choices approach a mixed strategy that nobody can
exploit. The tree continues below the answer of one seat, the searching seat's if it is among them.
The others' answers are leaves next to it, with their own visits. If that seat has no choice, the
tree continues below another's answer, so that an iteration passes no node twice.

A template: see `thinking.py`. The tree is a handful of arrays: `links[node]` (its parts are named
below), and `gains[node][seat]`, the sum of shares.
"""
from __future__ import annotations

from math import log, sqrt

from ..kernel import count_bits, is_allowed, lowest_bit, nth_action, random_below, rule, seed_generator, table
from ..kernel.driver import legal_actions
from ..kernel.law import WORDS, apply, pending, resample
from .judgement import believe, prefer
from .thinking import WHOLE, copy_state, likely_action, logarithm, shares

KEY, VISITS, SEEN, CHILD, NEXT, ORIGIN = range(6)
"""A node's links: the seat and action that lead to it; visits; how often it could have been
visited; its first child and its next sibling (0: none, since the root is nobody's child); the
origin of a transplanted node.
"""
LINKS = 6
SEAT = 1 << 20
"""A key is seat * SEAT + action."""
NOISE = 3
WARM = WHOLE // 2
"""The amount of noise with which a secret answer is chosen before anything was tried; it fades with
the square root of the visits.
"""
QUANTILES = 1024
GUMBEL = table([round(-WHOLE * log(-log((i + 0.5) / QUANTILES))) for i in range(QUANTILES)])
"""Noise, of WHOLE. Adding it to several numbers and taking the highest draws by e to the power of
those numbers.
"""
ROOT, WORK = 0, 1
"""States of the pool."""


@rule
def search(pool, me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, first, times, horizon,
           explore, widen, begin):
    """Add `times` iterations to the tree, drawing from the seeds first, first + 1, …; returns the
    size of the tree.

    `room` is the number of nodes that fit into `links` and `gains`; paths have up to `depth` nodes.
    `horizon`, `explore` (of WHOLE) and `widen` are the title's settings (`judgement.Judgement`). If
    a child of the root is named (0: any), all iterations go through it.
    """
    for i in range(times):
        copy_state(pool, WORK, ROOT)
        size = iterate(pool[WORK], me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, first + i,
                       horizon, explore, widen, begin)
    return size


@rule
def iterate(s, me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, seed, horizon, explore, widen,
            begin):
    """One iteration in a copy of the root, through one of its children (0: any); returns the size
    of the tree.
    """
    s.rng = seed_generator(seed)
    resample(s, me)
    believe(s, me)
    length, size = descend(s, me, mask, spare, links, gains, path, size, room, depth, explore, widen, begin)
    play_on(s, me, mask, horizon)
    shares(s, worth, parts, chances)
    credit(links, gains, path, length, chances, s.players)
    return size


@rule
def credit(links, gains, path, length, chances, players):
    """Count a visit and its result at every node of a path."""
    for k in range(length):
        node = path[k]
        links[node][VISITS] += 1
        for p in range(players):
            gains[node][p] += chances[p]


@rule
def add_node(links, gains, node, seat, action, seen, size, players):
    """A child that was seen this often and never visited; returns the size of the tree."""
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
def descend(s, me, mask, spare, links, gains, path, size, room, depth, explore, widen, begin):
    """Walk down the tree to a new node, or to the end; returns the length of the path and the size
    of the tree.
    """
    node = 0
    path[0] = 0
    length = 1
    most = size
    seats = pending(s)
    while seats and size == most and length + count_bits(seats) <= depth:
        last = lowest_bit(seats)
        if seats >> me & 1:
            last = me
        others = seats & ~(1 << last)
        beside = 0
        while others:
            seat = lowest_bit(others)
            others &= others - 1
            chosen, size = choose(s, seat, mask, spare, links, gains, node, size, room, explore, widen, WARM)
            if chosen > 0:
                path[length] = chosen
                length += 1
                beside = chosen
        most = size
        if node == 0 and begin > 0:
            chosen = begin
            apply(s, me, links[begin][KEY] % SEAT)
        else:
            warm = 0
            if count_bits(seats) > 1:
                warm = WARM
            chosen, size = choose(s, last, mask, spare, links, gains, node, size, room, explore, widen, warm)
        if chosen > 0:
            node = chosen
            path[length] = node
            length += 1
        elif chosen < 0:
            break
        elif beside > 0:
            node = beside
        seats = pending(s)
    return length, size


@rule
def choose(s, seat, mask, spare, links, gains, node, size, room, explore, widen, warm):
    """Let a seat choose by what a node's children have brought: the child, possibly a new one, and
    the size of the tree.

    No child is 0 if there was only one action, and -1 if the tree is full and the policy chose.
    """
    n = legal_actions(s, seat, mask)
    if n == 1:
        apply(s, seat, nth_action(mask, 0))
        return 0, size
    chosen, tried = best_child(s, seat, mask, spare, links, gains, node, explore, warm)
    if tried < n and size < room and 10_000 * tried * tried < widen * widen * (links[node][VISITS] + 1):
        chosen = size
        size = add_node(links, gains, node, seat, most_wanted(s, seat, spare, n - tried), 1, size, s.players)
    elif chosen == 0:
        apply(s, seat, likely_action(s, seat, mask, n))
        return -1, size
    apply(s, seat, links[chosen][KEY] % SEAT)
    return chosen, size


@rule
def best_child(s, seat, mask, spare, links, gains, node, explore, warm):
    """The child with the highest upper bound among those that are legal now (0: none), and how many
    there are.

    With warmth, noise is added. The mask's actions without a child are left in `spare`.
    """
    for w in range(WORDS):
        spare[w] = mask[w]
    chosen = 0
    tried = 0
    highest = -8 * WHOLE
    heat = warm / (WHOLE * sqrt(links[node][VISITS] + 1))
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
            if warm > 0:
                bound += heat * GUMBEL[random_below(s, QUANTILES)]
            if bound > highest:
                highest = bound
                chosen = child
        child = links[child][NEXT]
    return chosen, tried


@rule
def most_wanted(s, seat, untried, n):
    """The action of a mask that the seat prefers; a little noise breaks ties."""
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
    """Copy the tree below a node into an empty one; returns its size."""
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
    """Copy a node's own numbers but not its links."""
    new_links[new][KEY] = links[old][KEY]
    new_links[new][VISITS] = links[old][VISITS]
    new_links[new][SEEN] = links[old][SEEN]
    new_links[new][CHILD] = 0
    new_links[new][NEXT] = 0
    new_links[new][ORIGIN] = old
    for p in range(players):
        new_gains[new][p] = gains[old][p]
