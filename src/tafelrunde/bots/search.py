"""Information-set Monte Carlo tree search: one tree over everything the seat could be facing.

Every iteration draws again what the seat cannot know, walks down the tree along actions that are
legal there, adds one node, plays on by the policy for a while and judges where that led; each seat
on the way wants its own share (max-n). A node stands for a sequence of decisions, whatever chance
did between (an open-loop tree).

Where several seats answer at once and in secret, each chooses by what its own actions brought it so
far, not knowing what the others choose (decoupled UCT).  The choice is a draw: bounds come with
noise that fades as a node is visited, so that what was chosen over time comes near a mixed strategy
that nobody can exploit.  The tree goes on below one seat's answer, mine if I am among them; the
others' answers stand beside it, as leaves with their own visits.  Where that seat has no choice,
the tree goes on below another's answer, so that an iteration passes no node twice.

Playouts learn from each other: `lore[seat]` has, for every action, what the seat got where it took
the action, and how often it did.  Of two actions with enough lore, a playout takes the one that
brought more, whatever the title would prefer.

A template: see `thinking.py`.  The tree is a handful of arrays: `links[node]` (its parts are named
below), `gains[node][seat]` the sum of shares.
"""
from __future__ import annotations

from math import log, sqrt

from ..kernel import count_bits, is_allowed, lowest_bit, nth_action, random_below, rule, seed_generator, table
from ..kernel.driver import legal_actions
from ..kernel.law import WORDS, apply, pending, resample
from .judgement import believe, narrow, prefer
from .thinking import WHOLE, copy_state, likely_action, logarithm, shares

KEY, VISITS, SEEN, CHILD, NEXT, ORIGIN = range(6)
"""A node's links: seat and action that lead to it; visits; how often it could have been visited;
its first child and its next sibling (0: none, since the root is nobody's child); where a
transplanted node came from.
"""
LINKS = 6
SEAT = 1 << 20
"""A key is seat * SEAT + action."""
NOISE = 3
WARM = WHOLE // 2
"""How much noise a secret answer is chosen with, where nothing was tried yet; it fades with the
root of the visits.
"""
QUANTILES = 1024
GUMBEL = table([round(-WHOLE * log(-log((i + 0.5) / QUANTILES))) for i in range(QUANTILES)])
"""Noise, of WHOLE: the highest of some numbers with it on top is a draw by e to the power of those
numbers.
"""
ROOT, WORK = 0, 1
"""States of the pool."""
TOLD = 256
"""Decisions of a playout that become lore, at most."""


@rule
def search(pool, me, mask, spare, worth, parts, chances, links, gains, path, lore, told, size, room, depth, first, times,
           horizon, explore, widen, trust, begin):
    """Add `times` iterations to the tree, drawing from the seeds first, first + 1, …; the size of
    the tree then.

    There is room for so many nodes in `links` and `gains`, for paths of `depth` nodes, and for TOLD
    decisions in `told`.  `horizon`, `explore` (of WHOLE), `widen` and `trust` are the title's
    settings (`judgement.Judgement`).  All go by way of one child of the root, if it is named (0:
    whichever).
    """
    for i in range(times):
        copy_state(pool, WORK, ROOT)
        size = iterate(pool[WORK], me, mask, spare, worth, parts, chances, links, gains, path, lore, told, size, room, depth,
                       first + i, horizon, explore, widen, trust, begin)
    return size


@rule
def iterate(s, me, mask, spare, worth, parts, chances, links, gains, path, lore, told, size, room, depth, seed, horizon,
            explore, widen, trust, begin):
    """One iteration in a copy of the root, by way of one of its children (0: whichever); the size
    of the tree then.
    """
    s.rng = seed_generator(seed)
    resample(s, me)
    believe(s, me)
    length, size = descend(s, me, mask, spare, links, gains, path, size, room, depth, explore, widen, begin)
    if trust > 0:
        n = play_by_lore(s, mask, horizon, lore, told, trust)
        shares(s, worth, parts, chances)
        remember(links, path, length, lore, told, n, chances)
    else:
        play_on(s, mask, horizon)
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
    """Walk down the tree to a new node, or to the end: the length of the path and the size of the
    tree.
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
    """Let a seat choose by what a node's children brought it: the child, perhaps a new one, and the
    size of the tree.

    No child is 0 where there was only one action, and -1 where the tree has no more room: then the
    policy chose.
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
    """The child with the highest upper bound among those legal now (0: none), and how many there
    are.

    With warmth, noise comes on top.  The mask's actions that lead to none of them are left in
    `spare`.
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
def play_on(s, mask, horizon):
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


@rule
def play_by_lore(s, mask, horizon, lore, told, trust):
    """The same by lore, where there is enough; how many decisions were written to `told`."""
    n = 0
    left = horizon
    seats = pending(s)
    while seats and left > 0:
        seat = lowest_bit(seats)
        choices = legal_actions(s, seat, mask)
        action = nth_action(mask, 0)
        if choices > 1:
            left -= 1
            action = promising_action(s, seat, mask, choices, lore[seat], trust)
            if n < TOLD:
                told[n] = seat * SEAT + action
                n += 1
        apply(s, seat, action)
        seats = pending(s)
    return n


@rule
def promising_action(s, seat, mask, n, lore, trust):
    """As `thinking.likely_action`, but of two actions with enough lore the one that brought
    more.
    """
    if n > 2:
        n = narrow(s, seat, mask, n)
    action = nth_action(mask, random_below(s, n))
    other = nth_action(mask, random_below(s, n))
    if other == action:
        return action
    taken = lore[2 * action + 1]
    other_taken = lore[2 * other + 1]
    if taken >= trust and other_taken >= trust:
        if lore[2 * other] * taken > lore[2 * action] * other_taken:
            return other
    elif n > 2 and prefer(s, seat, other) > prefer(s, seat, action):
        return other
    return action


@rule
def remember(links, path, length, lore, told, n, chances):
    """Turn an iteration's decisions, in the tree and behind it, into lore."""
    for k in range(1, length):
        note(lore, links[path[k]][KEY], chances)
    for k in range(n):
        note(lore, told[k], chances)


@rule
def note(lore, key, chances):
    """One decision, and what its seat got."""
    seat = key // SEAT
    action = key % SEAT
    lore[seat][2 * action] += chances[seat]
    lore[seat][2 * action + 1] += 1


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
