"""What a title's WebAssembly module exports: the entry points of the driver and the bots, and a few
more.

A template: see `kernel/driver.py`. Other machines reach the last few in other ways.
"""
from __future__ import annotations

from ..kernel import driver, seed_generator
from ..kernel.driver import play
from ..kernel.law import points, standing
from . import entries
from .net import entries as net


def seed_at(pool, i, seed):
    """Give one game of a pool its own generator."""
    s = pool[i]
    s.rng = seed_generator(seed)


def play_at(pool, i, seat, action, mask):
    """Apply an action in one game of a pool and go to the next decision."""
    play(pool[i], seat, action, mask)


def points_at(pool, i, seat):
    """A seat's points in one game of a pool."""
    return points(pool[i], seat)


def standing_at(pool, i, seat):
    """A number by which the seats of one game of a pool are ranked."""
    return standing(pool[i], seat)


ENTRIES = (driver.playouts, driver.setup_at, driver.legal_at, driver.pending_at, driver.apply_at, driver.settle_once_at,
           driver.resample_at, seed_at, play_at, points_at, standing_at, *entries.ENTRIES, *net.ENTRIES)
NAMES = {net.keep_below: "keep_by_net"}
"""What is exported under another name than its own."""
