"""Thinking to the end of one's own turn: a beam of the best orders, judged when somebody else
decides.

A template: see `thinking.py`. States live in a pool: the root, then two beams, then a scratch
state.
"""
from __future__ import annotations

from ..kernel import nth_action, rule
from ..kernel.driver import legal_actions, settle
from ..kernel.law import apply, pending, resample
from .judgement import prefer
from .thinking import answer_for_others, copy_state, fingerprint, shares

FLAT = 1000
"""Up to this size, preferences decide only between positions that are otherwise equal."""


@rule
def look_ahead(pool, me, mask, spare, worth, parts, chances, width, depth, breadth, wants, scores, lines, marks,
               best_line):
    """Judge every first action by the best end of the turn that it leads to: scores[i] for the i-th
    legal action.

    If there are more than `breadth` actions, only the most preferred are examined (`wants` is room
    for their preferences).  A first action that was not examined or fell out of the beam scores -1.
    `lines[b]` holds the actions that led to the state b of the pool, `marks[b]` its first action's
    index, its score and its fingerprint; `best_line` receives the best order found, ended by -1.
    """
    copy_state(pool, 1, 0)
    root = pool[1]
    resample(root, me)
    answer_for_others(root, me, mask)
    here = 1
    found = 1
    marks[1][0] = -1
    trial = 2 * width + 1
    best = -1
    for d in range(depth):
        there = 1
        if here == 1:
            there = width + 1
        kept = 0
        for b in range(here, here + found):
            n = legal_actions(pool[b], me, mask)
            for i in range(n):
                wants[i] = prefer(pool[b], me, nth_action(mask, i))
                if d == 0:
                    scores[i] = -1
            for i in range(n):
                if n > breadth and not is_wanted(wants, n, i, breadth):
                    continue
                action = nth_action(mask, i)
                eager = wants[i]
                copy_state(pool, trial, b)
                s = pool[trial]
                apply(s, me, action)
                settle(s, spare)
                shares(s, worth, parts, chances)
                score = (chances[me] + 1) * FLAT + min(max(eager, -FLAT), FLAT)
                first = marks[b][0]
                if first < 0:
                    first = i
                goes_on = pending(s) >> me & 1
                if score > best and (not goes_on or d == depth - 1):
                    best = score
                    for k in range(d):
                        best_line[k] = lines[b][k]
                    best_line[d] = action
                    best_line[d + 1] = -1
                if goes_on and d < depth - 1:
                    print_ = fingerprint(pool, trial)
                    at = place_in_beam(marks, there, kept, width, score, print_)
                    if at >= 0:
                        if kept < width:
                            kept += 1
                        copy_state(pool, at, trial)
                        marks[at][0] = first
                        marks[at][1] = score
                        marks[at][2] = print_
                        for k in range(d):
                            lines[at][k] = lines[b][k]
                        lines[at][d] = action
                else:
                    scores[first] = max(scores[first], score)
        found = kept
        here = there
        if found == 0:
            break
    return best


@rule
def is_wanted(wants, n, i, breadth):
    """Whether an action is among the most preferred; ties go to the first."""
    better = 0
    for j in range(n):
        if wants[j] > wants[i] or (wants[j] == wants[i] and j < i):
            better += 1
    return better < breadth


@rule
def place_in_beam(marks, there, kept, width, score, print_):
    """Where a state belongs in the beam: a free place, or the place of the worst if it is better;
    -1 if neither.

    A position that is already there (the same pieces placed in another order) gets no second place.
    """
    for b in range(there, there + kept):
        if marks[b][2] == print_:
            return -1
    if kept < width:
        return there + kept
    worst = there
    for b in range(there + 1, there + width):
        if marks[b][1] < marks[worst][1]:
            worst = b
    if marks[worst][1] < score:
        return worst
    return -1
