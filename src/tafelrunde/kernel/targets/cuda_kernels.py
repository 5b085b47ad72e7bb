"""The kernels that a GPU runs: `batching.py`'s functions with one thread for every game.

Only the builder imports this file, on a machine with numba-cuda; a GPU needs none. Arrays that
games share are stored cell by cell and not game by game (`i + cell * n`), so that neighbouring
threads write to neighbouring addresses.

States (RECORD is their type) are stored one after another, STATE words of 64 bits each. Kernels
that read much of them first copy a block's states into shared memory, as 64-bit words. Otherwise
Numba copies a record byte by byte, and threads that each copy their own state access as many places
at once. MASK stands for the words of a mask.
"""
from __future__ import annotations

from typing import Any

import numba
from numba import cuda as untyped_cuda

from ..batching import BEGIN, encode, encode_all, next_decision, next_number, options_of
from ..bits import WORD, clear, count_actions, count_bits, lowest_bit, nth_action, nth_bit
from ..chance import random_below, seed_generator
from ..driver import legal_actions
from ..events import emit
from ..law import apply, asks, pending, points, resample, setup, standing

cuda: Any = untyped_cuda
RECORD: Any = None
STATE: Any = None
MASK: Any = None
PHASES = 64
MOST_THREADS = 1024
"""The largest possible block, in threads."""
SEAT = 1
"""The kind of `look` that shows what a seat may know; any other shows everything."""


def phase_of(s: Any) -> int:
    """The number of the open decision.

    Replaced by the field that is declared to hold a phase.
    """
    raise NotImplementedError


# --------------------------------------------------- without `@rule`, as a GPU does it best


def gpu_count_bits(b):
    """See `bits.count_bits`."""
    return cuda.popc(numba.int64(b))


def gpu_lowest_bit(b):
    """See `bits.lowest_bit`."""
    b = numba.int64(b)
    return cuda.popc((b & -b) - 1)


def gpu_nth_bit(b, n):
    """See `bits.nth_bit`."""
    b = numba.int64(b)
    while n > 0:
        b &= b - 1
        n -= 1
    return cuda.popc((b & -b) - 1)


def gpu_clear(mask, n):
    """See `bits.clear`."""
    for w in range(n):
        mask[w] = 0


def gpu_count_actions(mask):
    """See `bits.count_actions`."""
    n = 0
    for w in range(MASK):
        n += cuda.popc(numba.int64(mask[w]))
    return n


def gpu_nth_action(mask, n):
    """See `bits.nth_action`."""
    for w in range(MASK):
        word = numba.int64(mask[w])
        here = cuda.popc(word)
        if n < here:
            while n > 0:
                word &= word - 1
                n -= 1
            return w * WORD + cuda.popc((word & -word) - 1)
        n -= here
    return -1


def gpu_emit(s, kind, a=0, b=0, c=0, d=0):
    """See `events.emit`: nothing is told here."""
    return


PRIMITIVES = {count_bits: gpu_count_bits, lowest_bit: gpu_lowest_bit, nth_bit: gpu_nth_bit, clear: gpu_clear,
              count_actions: gpu_count_actions, nth_action: gpu_nth_action, emit: gpu_emit}

# ------------------------------------------------------------ what kernels share


def sort_by_phase(phase, t, counts, order):
    """Distribute a block's games among its threads so that neighbours do the same. Returns the game
    for thread t.

    `counts` and `order` are in shared memory; all threads of the block must call this.
    """
    for other in range(t, PHASES, cuda.blockDim.x):
        counts[other] = 0
    cuda.syncthreads()
    rank = cuda.atomic.add(counts, phase, 1)
    cuda.syncthreads()
    for earlier in range(phase):
        rank += counts[earlier]
    order[rank] = t
    cuda.syncthreads()
    return order[t]


def store_mask(mask, masks, i, n):
    """Copy a thread's mask to those of all games."""
    for w in range(MASK):
        masks[i + w * n] = mask[w]


def fetch(states, room, base, n):
    """Copy a block's states into shared memory, all threads together."""
    for k in range(cuda.threadIdx.x, min(cuda.blockDim.x, n - base) * STATE, cuda.blockDim.x):
        room[k] = states[base * STATE + k]
    cuda.syncthreads()


def put_back(states, room, base, n):
    """Copy a block's states out of shared memory, all threads together."""
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, min(cuda.blockDim.x, n - base) * STATE, cuda.blockDim.x):
        states[base * STATE + k] = room[k]


def begin_from(template, room, s, g, seed):
    """Begin game g in shared memory.

    `room` and `s` are one memory under two names, which the compiler cannot know. The fences keep
    it from moving accesses by one name past accesses by the other.
    """
    cuda.threadfence_block()
    for k in range(STATE):
        room[g * STATE + k] = template[k]
    cuda.threadfence_block()
    s.rng = seed_generator(seed)
    setup(s)


HELPERS = (sort_by_phase, store_mask, fetch, put_back, begin_from)

# ------------------------------------------------------------ kernels


def advance(template, states, actions, seeds, stride, restart, masks, seats, done, standings, finals, players, n):
    """See `batching.advance`.

    Meanwhile a block's games are in shared memory and are sorted by phase.
    """
    room = cuda.shared.array(0, numba.int64)
    games = cuda.shared.array(0, RECORD)
    order = cuda.shared.array(MOST_THREADS, numba.int32)
    counts = cuda.shared.array(PHASES, numba.int32)
    mask = cuda.local.array(MASK, numba.uint32)
    t = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    fetch(states, room, base, n)
    phase = PHASES - 1
    if base + t < n and actions[base + t] != BEGIN:
        phase = phase_of(games[t])
    g = sort_by_phase(phase, t, counts, order)
    i = base + g
    if i < n:
        done[i] = 0
        action = numba.int64(actions[i])
        if action == BEGIN or seats[i] >= 0:
            s = games[g]
            begins = action == BEGIN
            if not begins:
                apply(s, numba.int64(seats[i]), action)
                seat = next_decision(s, mask)
                if seat < 0:
                    done[i] = 1
                    for p in range(players):
                        standings[i + p * n] = standing(s, p)
                        finals[i + p * n] = points(s, p)
                    if restart:
                        seeds[i] += stride
                        begins = True
            if begins:
                begin_from(template, room, s, g, seeds[i])
                seat = next_decision(s, mask)
            store_mask(mask, masks, i, n)
            seats[i] = seat
    put_back(states, room, base, n)


def look(states, seats, seen, kind, players, colours, n):
    """See `batching.look` and `look_through`."""
    room = cuda.shared.array(0, numba.int64)
    games = cuda.shared.array(0, RECORD)
    t = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    fetch(states, room, base, n)
    i = base + t
    if i < n:
        s = games[t]
        if kind == SEAT:
            encode(s, numba.int64(seats[i]), players, colours, seen, i, n)
        else:
            encode_all(s, numba.int64(seats[i]), players, colours, seen, i, n)


def redraw(pool, seats, seeds, n):
    """See `batching.redraw`."""
    i = cuda.grid(1)
    if i < n:
        s = pool[i]
        s.rng = seed_generator(seeds[i])
        resample(s, numba.int64(seats[i]))


def whose(pool, wanted, masks, seats, waiting, n):
    """See `batching.whose`."""
    i = cuda.grid(1)
    if i < n:
        mask = cuda.local.array(MASK, numba.uint32)
        waiting[i] = pending(pool[i])
        seats[i] = options_of(pool[i], numba.int64(wanted[i]), mask)
        store_mask(mask, masks, i, n)


def tally(pool, totals, players, n):
    """See `batching.tally`."""
    i = cuda.grid(1)
    if i < n:
        for p in range(players):
            totals[i + p * n] = points(pool[i], p)


def first_illegal(actions, masks, seats, found, n):
    """See `batching.first_illegal`; the lowest game found is written into found[0]."""
    i = cuda.grid(1)
    if i < n and seats[i] >= 0:
        a = numba.int64(actions[i])
        if a < 0 or a >> 5 >= MASK or numba.int64(masks[i + (a >> 5) * n]) >> (a & 31) & 1 == 0:
            cuda.atomic.min(found, 0, numba.int32(i))


def choose(masks, seats, generators, actions, n):
    """See `batching.choose`."""
    i = cuda.grid(1)
    if i < n and seats[i] >= 0:
        mask = cuda.local.array(MASK, numba.uint32)
        for w in range(MASK):
            mask[w] = masks[i + w * n]
        generators[i] = next_number(generators[i])
        actions[i] = nth_action(mask, (generators[i] >> 16) * count_actions(mask) >> 32)


def playouts(template, decisions, lengths, traces, games, hashes, first, rounds):
    """Random play like `driver.playouts`, in every thread's place; when a game ends, the next one
    begins.

    Place i plays the seeds first + i, first + i + places, … In each round every game of a block
    makes one decision. Before it the games are sorted by phase, so that neighbouring threads do the
    same. The states are in shared memory (as many as the block has threads), where any thread can
    reach them. `lengths`, `traces` and `games` describe finished games.
    """
    room = cuda.shared.array(0, numba.int64)
    pool = cuda.shared.array(0, RECORD)
    order = cuda.shared.array(MOST_THREADS, numba.int32)
    counts = cuda.shared.array(PHASES, numba.int32)
    mask = cuda.local.array(MASK, numba.uint32)
    t = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    places = cuda.gridDim.x * cuda.blockDim.x
    begin_from(template, room, pool[t], t, first + base + t)
    hashes[base + t] = 1
    cuda.syncthreads()
    for _ in range(rounds):
        g = sort_by_phase(phase_of(pool[t]), t, counts, order)
        i = base + g
        s = pool[g]
        seats = pending(s)
        if seats:
            seat = lowest_bit(seats)
            n = legal_actions(s, seat, mask)
            action = nth_action(mask, random_below(s, n))
            if n > 1 or asks(s, seat):
                decisions[i] += 1
                hashes[i] = (hashes[i] * 1000003 ^ (action * 4096 + n)) & 0xFFFFFFFF
            apply(s, seat, action)
        else:
            lengths[i] = decisions[i]
            traces[i] = (traces[i] * 31 + hashes[i]) & 0xFFFFFFFF
            games[i] += 1
            hashes[i] = 1
            begin_from(template, room, s, g, first + i + games[i] * places)
        cuda.syncthreads()


KERNELS = (advance, look, redraw, whose, tally, first_illegal, choose, playouts)
