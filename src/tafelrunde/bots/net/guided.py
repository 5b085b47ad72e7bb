"""Information-set tree search with a network as prior and judge.

As `bots/search.py`, but the network judges where an iteration ends, always as the searching seat
sees it: what different seats think cannot be compared.  Where a node has been visited often enough,
the network also says how likely its actions are, as the seat that decides sees it.  Children come
with these priors, and the tree is walked down by them and by what was found (PUCT).  Where several
seats answer at once and in secret, the others' answers are drawn from the network's policy, so that
a mixed strategy is met by mixed ones.

A template: see `bots/thinking.py`.  The arguments behind `times` are what `master.NetMachine.desk`
lays out: how observations are read, the weights, and room to work in.
"""
from __future__ import annotations

from math import sqrt

from ...kernel import count_bits, is_allowed, lowest_bit, nth_action, random_below, rule, seed_generator
from ...kernel.driver import legal_actions
from ...kernel.law import WORDS, apply, pending, resample
from ..judgement import believe
from ..search import CHILD, KEY, NEXT, ROOT, SEAT, VISITS, WORK, add_node, credit, play_on
from ..thinking import WHOLE, copy_state, falling, shares
from .inference import ONE, chances_of, look_at, score

PRIOR = 6
"""The seventh link of a node: its prior, of WHOLE."""
LINKS = 7
RARE = WHOLE // 200
"""An action with a smaller prior gets no node of its own at first."""
FORTUNE = WHOLE // 50
"""How much worse than its parent an untried action is assumed to be."""


@rule
def guided(pool, me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, first, times, horizon, explore,
           after, mix, soft, said, reading, rows, inner, heads, row_bias, inner_bias, head_bias, cells, width, units, actions,
           colours, seen, sums, deep, both, scores, turned):
    """As `bots/search.search`: add `times` iterations to the tree and return its size.

    A node gets its children in its visit number `after`.
    """
    for i in range(times):
        copy_state(pool, WORK, ROOT)
        size = iterate_by_net(pool[WORK], me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, first + i,
                              horizon, explore, 0, after, mix, soft, said, reading, rows, inner, heads, row_bias, inner_bias,
                              head_bias, cells, width, units, actions, colours, seen, sums, deep, both, scores, turned)
    return size


@rule
def iterate_by_net(s, me, mask, spare, worth, parts, chances, links, gains, path, size, room, depth, seed, horizon, explore, begin,
                   after, mix, soft, said, reading, rows, inner, heads, row_bias, inner_bias, head_bias, cells, width, units,
                   actions, colours, seen, sums, deep, both, scores, turned):
    """See `bots/search.iterate`."""
    s.rng = seed_generator(seed)
    resample(s, me)
    believe(s, me)
    node = 0
    path[0] = 0
    length = 1
    fresh = False
    looked = False
    while not fresh and length < depth:
        seats = pending(s)
        if count_bits(seats) > 1:
            others = seats & ~(1 << me)
            while others:
                seat = lowest_bit(others)
                others &= others - 1
                n = legal_actions(s, seat, mask)
                look_at(s, seat, s.players, colours, seen, worth, parts, reading, rows, inner, row_bias, inner_bias, cells,
                        width, units, sums, deep, both)
                weigh(mask, n, heads, head_bias, both, width + units, turned, seat * actions, scores, ONE)
                apply(s, seat, drawn(s, mask, n, scores))
            seats = pending(s)
        if seats == 0:
            break
        seat = lowest_bit(seats)
        n = legal_actions(s, seat, mask)
        if n == 1:
            apply(s, seat, nth_action(mask, 0))
            continue
        chosen = begin
        if node > 0 or begin == 0:
            if links[node][CHILD] == 0:
                fresh = True
                if node == 0 or links[node][VISITS] + 1 >= after:
                    look_at(s, seat, s.players, colours, seen, worth, parts, reading, rows, inner, row_bias, inner_bias, cells,
                            width, units, sums, deep, both)
                    looked = seat == me
                    if looked:
                        chances_of(heads, head_bias, both, width + units, actions, s.players, seat, said)
                    weigh(mask, n, heads, head_bias, both, width + units, turned, seat * actions, scores, soft)
                    size = sprout(mask, n, scores, links, gains, node, seat, size, room, s.players)
                continue
            chosen, tried = most_promising(seat, mask, spare, links, gains, node, explore)
            if tried < n and size < room and (chosen == 0 or tried * tried * 4 < links[node][VISITS]):
                chosen = size
                size = add_child(links, gains, node, seat, nth_action(spare, random_below(s, n - tried)), RARE, size, s.players)
            elif chosen == 0:
                break
        apply(s, seat, links[chosen][KEY] % SEAT)
        node = chosen
        path[length] = node
        length += 1
    judged = mix > 0 and pending(s) > 0
    if judged and not looked:
        look_at(s, me, s.players, colours, seen, worth, parts, reading, rows, inner, row_bias, inner_bias, cells, width, units,
                sums, deep, both)
        chances_of(heads, head_bias, both, width + units, actions, s.players, me, said)
    if judged and mix == WHOLE:
        for p in range(s.players):
            chances[p] = said[p]
    else:
        play_on(s, mask, horizon)
        shares(s, worth, parts, chances)
        if judged:
            for p in range(s.players):
                chances[p] = (chances[p] * (WHOLE - mix) + said[p] * mix) // WHOLE
    credit(links, gains, path, length, chances, s.players)
    return size


@rule
def weigh(mask, n, heads, head_bias, both, size, turned, at, scores, step):
    """The policy over the n actions of a mask, of WHOLE, in their order; where a step is more than
    ONE, it is flatter than the network's own.
    """
    best = 0
    for i in range(n):
        out = turned[at + nth_action(mask, i)]
        scores[i] = score(heads[out], head_bias[out], both, size)
        if i == 0 or scores[i] > best:
            best = scores[i]
    total = 0
    for i in range(n):
        scores[i] = falling(best - scores[i], step)
        total += scores[i]
    for i in range(n):
        scores[i] = scores[i] * WHOLE // total


@rule
def drawn(s, mask, n, scores):
    """One of the n actions of a mask, as likely as the policy says."""
    left = random_below(s, WHOLE)
    for i in range(n):
        left -= scores[i]
        if left < 0:
            return nth_action(mask, i)
    return nth_action(mask, 0)


@rule
def sprout(mask, n, scores, links, gains, node, seat, size, room, players):
    """Give a node its first children, those that the policy does not think rare; the size of the
    tree then.
    """
    for i in range(n):
        if (scores[i] >= RARE or i == 0) and size < room:
            size = add_child(links, gains, node, seat, nth_action(mask, i), scores[i], size, players)
    return size


@rule
def add_child(links, gains, node, seat, action, prior, size, players):
    """A child with its prior; returns the size of the tree."""
    links[size][PRIOR] = max(prior, 1)
    return add_node(links, gains, node, seat, action, 0, size, players)


@rule
def most_promising(seat, mask, spare, links, gains, node, explore):
    """The most promising child among those that are legal now (0: none), and how many there are.

    The mask's actions without a child are left in `spare`.
    """
    for w in range(WORDS):
        spare[w] = mask[w]
    chosen = 0
    tried = 0
    highest = -4 * WHOLE
    reach = explore * sqrt(links[node][VISITS] + 1) / WHOLE
    unknown = gains[node][seat] / max(1, links[node][VISITS]) - FORTUNE
    child = links[node][CHILD]
    while child:
        key = links[child][KEY]
        action = key % SEAT
        if key // SEAT == seat and is_allowed(mask, action):
            spare[action >> 5] &= ~(1 << (action & 31))
            tried += 1
            visits = links[child][VISITS]
            mean = unknown
            if visits > 0:
                mean = gains[child][seat] / visits
            promise = mean + reach * links[child][PRIOR] / (1 + visits)
            if promise > highest:
                highest = promise
                chosen = child
        child = links[child][NEXT]
    return chosen, tried
