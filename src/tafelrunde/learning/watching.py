"""What a network is fed, for the position of every game of a batch: a template for processors;
`watching_kernels.py` has the same for GPUs.
"""
from __future__ import annotations

from ..bots.judgement import believe
from ..bots.net.inference import observe
from ..kernel import rule, seed_generator
from ..kernel.law import resample


@rule
def watch(s, me, seed, players, colours, seen, worth, parts):
    """Write what a network is fed for a position as a seat sees it.

    What the seat cannot know is drawn first, because the title's judgement looks at everything.
    What was drawn stays in the position.
    """
    s.rng = seed_generator(seed)
    resample(s, me)
    believe(s, me)
    observe(s, me, players, colours, seen, worth, parts)


def watch_all(pool, seats, seeds, players, colours, worth, parts, eyes):
    """Every position of a pool; those without a deciding seat are left out."""
    for i in range(pool.shape[0]):
        if seats[i] >= 0:
            watch(pool[i], seats[i], seeds[i], players, colours, eyes[i], worth, parts)


ENTRIES = (watch_all,)
