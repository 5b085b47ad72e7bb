"""What training does with whole batches: in NumPy as it is meant, and on a GPU as in NumPy."""
from dataclasses import fields
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.sealed_bids import GAME

import tafelrunde as tr
from tafelrunde.bots.net.features import Reading, bucket, every_configuration, features_of
from tafelrunde.bots.net.weights import LIMIT, SCALE
from tafelrunde.learning.fused import CODE, Fused, heading
from tafelrunde.learning.lessons import plain
from tafelrunde.learning.ops import NOT, Lesson, Plain, shares_of

N = 203
"""No multiple of what a block of a GPU takes."""
CLIP, CURIOSITY, PART = 0.2, 0.3, 1 / 16


def game_of(title):
    return GAME if title == GAME.name else tr.game(title)


def gpu():
    """CuPy, where there is a GPU; otherwise the test is skipped."""
    cupy = pytest.importorskip("cupy")
    try:
        cupy.cuda.Device().compute_capability  # noqa: B018
    except cupy.cuda.runtime.CUDARuntimeError:
        pytest.skip("there is no GPU")
    return cupy


@pytest.fixture(params=["numpy", "cupy"])
def xp(request):
    return np if request.param == "numpy" else gpu()


@pytest.fixture(params=[GAME.name, *tr.games()])
def features(request):
    return features_of(game_of(request.param))


def ops_in(xp, features):
    return Plain(xp, features) if xp is np else Fused(xp, features)


def words_of(flags):
    """Flags as 32-bit words, written out."""
    found = np.zeros((len(flags), -(-flags.shape[1] // 32)), np.uint32)
    for i, a in zip(*np.nonzero(flags), strict=True):
        found[i, a // 32] |= np.uint32(1) << np.uint32(a % 32)
    return found


def outputs(features, draw, n=N):
    """Heads of a network, in half precision, and the flags of legal actions."""
    actions = len(features.game.actions)
    flags = draw.random((n, actions)) < draw.choice([0.02, 0.3, 1], (n, 1))
    flags[np.arange(n), draw.integers(0, actions, n)] = True
    return draw.normal(0, 2, (n, actions + features.seats)).astype(np.float16), flags


def policy_of(out, flags):
    return shares_of(np, np.where(flags, out[:, :flags.shape[1]].astype(np.float64), NOT))


def lesson(features, draw, out, flags):
    """Decisions of which some are clipped, and some are not to be learned from."""
    n, policy = len(out), policy_of(out, flags)
    players = draw.integers(features.game.seats[0], features.seats + 1, n).astype(np.uint8)
    action = np.array([draw.choice(len(line), p=line) for line in policy], np.int32)
    learns = draw.random(n) < 0.7
    shares = shares_of(np, np.where(np.arange(features.seats) < players[:, None], draw.normal(size=(n, features.seats)), NOT))
    return Lesson(None, words_of(flags), action, (np.log(policy[np.arange(n), action]) + draw.normal(0, 0.3, n)).astype(np.float32),
                  np.where(learns, draw.normal(size=n), 0).astype(np.float32), learns, shares.astype(np.float32), players)


def moved(xp, of):
    """A lesson on its device."""
    return Lesson(*(x if x is None else xp.asarray(x) for x in (getattr(of, f.name) for f in fields(Lesson))))


def test_an_action_is_drawn_as_the_policy_says(xp, features):
    ops, draw = ops_in(xp, features), np.random.default_rng(1)
    out, flags = outputs(features, draw)
    heads, legal = xp.asarray(out), xp.asarray(words_of(flags))
    (actions, logs), again, other = (tuple(map(plain, ops.draw(heads, legal, seed))) for seed in (5, 5, 6))
    assert np.array_equal(actions, again[0])
    assert (actions != other[0]).any()
    assert flags[np.arange(N), actions].all()
    assert np.abs(logs - np.log(policy_of(out, flags)[np.arange(N), actions])).max() < 1e-4
    often, few = 20_000, min(flags.shape[1], 5)
    flags[0] = np.arange(flags.shape[1]) >= flags.shape[1] - few
    policy = policy_of(out[:1], flags[:1])[0]
    same = (xp.asarray(np.repeat(x[:1], often, axis=0)) for x in (out, words_of(flags)))
    found = np.bincount(plain(ops.draw(*same, 7)[0]), minlength=len(policy)) / often
    assert np.abs(found - policy).max() < 5 * 0.5 / often ** 0.5


def test_the_loss_of_plain_operations_is_that_of_the_gradient():
    features, draw = features_of(GAME), np.random.default_rng(4)
    ops, (out, flags) = Plain(np, features), outputs(features, draw)
    out, of, line = out.astype(np.float64), lesson(features, draw, out, flags), np.arange(N)
    seated = np.arange(features.seats) < of.players[:, None]

    def losses(out):
        policy, chances = policy_of(out, flags), shares_of(np, np.where(seated, out[:, flags.shape[1]:], NOT))
        ratio = policy[line, of.action] / np.exp(of.before.astype(np.float64))
        surrogate = np.minimum(ratio * of.gain, np.clip(ratio, 1 - CLIP, 1 + CLIP) * of.gain)
        unsure = -(policy * np.log(policy + 1e-12)).sum(axis=1)
        return -surrogate, unsure, -(of.shares * np.log(chances + 1e-12)).sum(axis=1), ratio

    found, means = ops.wrong(out, of, CLIP, CURIOSITY, PART)
    *parts, ratio = losses(out)
    assert np.allclose(means, [x.mean() for x in parts], atol=1e-5)
    assert 0.2 < (np.abs(ratio - 1) > CLIP)[of.learns].mean() < 0.8, "some are clipped, some are not"
    assert not found[~of.learns, :flags.shape[1]].any(), "who does not learn leaves the policy alone"
    assert found[~of.learns, flags.shape[1]:].any(axis=1).all(), "but teaches the chances"
    for _ in range(8):
        step = draw.normal(size=out.shape) * 1e-4
        loss = [p - CURIOSITY * u * of.learns + c for p, u, c, _ in (losses(out + step), losses(out - step))]
        smooth = np.abs(np.abs(ratio - 1) - CLIP) > 0.01
        expected = (found * step).sum(axis=1) * 2 / PART
        assert np.allclose((loss[0] - loss[1])[smooth], expected[smooth], rtol=1e-3, atol=1e-6)


def test_what_is_learned_on_a_gpu_is_what_numpy_says(features):
    cupy, draw = gpu(), np.random.default_rng(2)
    out, flags = outputs(features, draw)
    of = lesson(features, draw, out, flags)
    expected, losses = Plain(np, features).wrong(out.astype(np.float32), of, CLIP, CURIOSITY, PART)
    found, means = Fused(cupy, features).wrong(cupy.asarray(out), moved(cupy, of), CLIP, CURIOSITY, PART)
    assert np.allclose(plain(found), expected, rtol=2e-3, atol=1e-4)
    assert np.allclose(plain(means), losses, rtol=1e-3, atol=1e-4)


def engine_in(xp, features, players, draw):
    """Legal actions of a table, as both kinds of engines keep them; some games are over."""
    actions = len(features.game.actions)
    flags = draw.random((N, actions)) < 0.3
    seats = draw.integers(-1, players, N)
    flags[seats < 0] = False
    masks = words_of(flags)
    return flags, seats, SimpleNamespace(
        n=N, seats=xp.asarray(seats, np.int32), masks=masks, by_word=xp.ascontiguousarray(xp.asarray(masks.T)),
        legal=lambda masks: np.unpackbits(masks.view("u1"), axis=1, bitorder="little")[:, :actions].astype(bool))


def test_legal_actions_are_those_that_the_seat_sees(xp, features):
    draw = np.random.default_rng(3)
    players = features.game.seats[1]
    flags, seats, engine = engine_in(xp, features, players, draw)
    at_table = features.actions_at_table(players)
    found = plain(ops_in(xp, features).legal(engine, xp.asarray(at_table, np.int16)))
    seen = np.array([[flags[i, a] for a in at_table[seat]] if seat >= 0 else np.arange(flags.shape[1]) == 0
                     for i, seat in enumerate(seats)])
    assert np.array_equal(found, words_of(seen))


def test_rows_are_those_of_the_features(xp, features):
    ops, draw = ops_in(xp, features), np.random.default_rng(5)
    for configured in every_configuration(features.game):
        reading = features.reading(configured)
        eyes = np.array(reading.low) + draw.integers(-1, 400, (33, len(reading.low))) * (draw.random((33, 1)) < 0.7)
        eyes = eyes.astype(np.int16)
        found = ops.rows(xp.asarray(eyes), Reading(*(xp.asarray(part, np.int32) for part in reading)))
        expected = np.full((33, features.numbers), features.count)
        for i, k in product(range(33), range(len(reading.low))):
            row = min(bucket(max(0, eyes[i, k] - reading.low[k])), reading.rows[k])
            expected[i, k] = reading.first[k] + row - 1 if row else features.count
        assert np.array_equal(plain(found), expected)
        hot = plain(ops.hot(found, features.count + 8))
        assert np.array_equal(np.flatnonzero(hot[7, :features.count]), np.sort(expected[7][expected[7] < features.count]))
        assert (hot[:, :features.count] == 1).sum() == (expected < features.count).sum()


def test_steps_and_layers_on_a_gpu_are_those_of_numpy():
    cupy, draw, features = gpu(), np.random.default_rng(6), features_of(GAME)
    both = Plain(np, features), Fused(cupy, features)
    sums, bias = draw.normal(0, 2, (N, 32)).astype(np.float16), draw.normal(size=32).astype(np.float16)
    layers = [plain(ops.layer(ops.xp.asarray(sums), ops.xp.asarray(bias), LIMIT / SCALE)) for ops in both]
    assert np.allclose(*layers, rtol=2e-3, atol=1e-3)
    for scale, limited in ((SCALE, True), (SCALE, False), (0, False)):
        start = [draw.normal(0, 1.5, (64, 48)), draw.normal(0, 0.01, (64, 48)), draw.random((64, 48)) * 1e-3]
        of = [[ops.xp.asarray(x, np.float32) for x in start] + [ops.xp.zeros((64, 48), np.float16)] for ops in both]
        for count in range(1, 4):
            gradient = draw.normal(size=(64, 48)).astype(np.float16)
            for ops, arrays in zip(both, of, strict=True):
                ops.step(ops.xp.asarray(gradient), 0.25, *arrays, 0.01, (1 - 0.9 ** count, 1 - 0.998 ** count), scale, limited)
        for mine, theirs in zip(*of, strict=True):
            near = np.isclose(mine, plain(theirs), rtol=1e-3, atol=1e-5)
            assert near.mean() > 0.999, "a weight between two steps may be rounded either way"
            assert np.abs(mine - plain(theirs)).max() <= (1.01 / scale if scale else 1e-2)


def test_the_kernels_compile_without_a_gpu(features):
    nvrtc = pytest.importorskip("cuda.bindings.nvrtc")
    done, program = nvrtc.nvrtcCreateProgram((heading(features) + CODE).encode(), b"fused.cu", 0, [], [])
    (failed,) = nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=sm_90"])
    _, size = nvrtc.nvrtcGetProgramLogSize(program)
    log = bytearray(size)
    nvrtc.nvrtcGetProgramLog(program, log)
    assert (int(done), int(failed)) == (0, 0), bytes(log).decode()
