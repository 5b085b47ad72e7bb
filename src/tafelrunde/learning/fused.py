"""The operations of `ops.py` on a GPU, each in one kernel.

As single CuPy operations they would read and write every array many times, and take most of a
training's time. A test compares both on a machine with a GPU.
"""
from __future__ import annotations

from functools import cache
from typing import Any

from ..bots.net.features import PLAIN, STEP, Features, Reading
from ..bots.net.weights import LIMIT, SCALE

WARPS = 4
"""Rows per block, each handled by the 32 threads of a warp."""

CODE = r"""
typedef unsigned short half_t;
#define NONE -1e30f
#define EACH for (int k = 0; k < WORDS; k++)

__device__ float widened(half_t h) { float f; asm("{cvt.f32.f16 %0, %1;}" : "=f"(f) : "h"(h)); return f; }
__device__ half_t narrowed(float f) { half_t h; asm("{cvt.rn.f16.f32 %0, %1;}" : "=h"(h) : "f"(f)); return h; }
__device__ float summed(float x) { for (int d = 16; d; d >>= 1) x += __shfl_xor_sync(~0u, x, d); return x; }
__device__ float highest(float x) { for (int d = 16; d; d >>= 1) x = fmaxf(x, __shfl_xor_sync(~0u, x, d)); return x; }

__device__ float gumbel(unsigned long long seed, unsigned long long row, unsigned long long action) {
    unsigned long long x = seed * 0x9E3779B97F4A7C15ull + row * 0xD1B54A32D192ED03ull + action * 0x94D049BB133111EBull;
    x ^= x >> 30; x *= 0xBF58476D1CE4E5B9ull; x ^= x >> 27; x *= 0x94D049BB133111EBull; x ^= x >> 31;
    float u = ((float)(x >> 40) + 0.5f) / 16777216.0f;
    return -logf(-logf(u));
}

/* The scores of the legal actions (NONE for the others), and the logarithm of the sum of their exponentials. */
__device__ float scores(const half_t* out, const unsigned* legal, long long row, int lane, float* v) {
    float top = NONE, sum = 0;
    EACH {
        int a = k * 32 + lane;
        v[k] = a < ACTIONS && (legal[row * WORDS + k] >> lane & 1) ? widened(out[row * OUT + a]) : NONE;
        top = fmaxf(top, v[k]);
    }
    top = highest(top);
    EACH sum += v[k] > NONE ? expf(v[k] - top) : 0;
    return logf(summed(sum)) + top;
}

/* Of the scores with Gumbel noise the highest one is a draw from the policy. */
extern "C" __global__ void draw(const half_t* out, const unsigned* legal, long long seed, int n, int* actions, float* logs) {
    long long row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (row >= n) return;
    float v[WORDS], mine = NONE, said = NONE;
    int found = -1;
    float whole = scores(out, legal, row, lane, v);
    EACH if (v[k] > NONE) {
        float raised = v[k] + gumbel(seed, row, k * 32 + lane);
        if (raised > mine) { mine = raised; found = k * 32 + lane; said = v[k] - whole; }
    }
    float most = highest(mine);
    unsigned who = __ballot_sync(~0u, mine == most);
    if (lane == __ffs(who) - 1) { actions[row] = found; logs[row] = said; }
}

extern "C" __global__ void wrong(const half_t* out, const unsigned* legal, const int* action, const float* before,
                                 const float* gain, const unsigned char* learns, const float* shares, const unsigned char* players,
                                 int n, float clip, float curiosity, float part, half_t* found, float* losses) {
    long long row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (row >= n) return;
    float v[WORDS];
    float whole = scores(out, legal, row, lane, v), unsure = 0, said = 0;
    float keen = learns[row] ? curiosity : 0;
    int taken = action[row];
    EACH {
        v[k] = v[k] > NONE ? v[k] - whole : NONE;
        if (v[k] > NONE) unsure -= expf(v[k]) * v[k];
        if (taken == k * 32 + lane) said = v[k];
    }
    unsure = summed(unsure); said = summed(said);
    float ratio = expf(fminf(said - before[row], 5.0f)), plain = ratio * gain[row];
    float held = fminf(fmaxf(ratio, 1 - clip), 1 + clip) * gain[row];
    float push = held < plain ? 0 : plain;
    EACH {
        int a = k * 32 + lane;
        if (a >= ACTIONS) continue;
        float p = v[k] > NONE ? expf(v[k]) : 0, to = 0;
        if (p > 0) to = p * (push + keen * (v[k] + unsure));
        if (a == taken) to -= push;
        found[row * OUT + a] = narrowed(to * part);
    }
    float judged = lane < players[row] ? widened(out[row * OUT + ACTIONS + lane]) : NONE;
    float top = highest(judged);
    float each = judged > NONE ? expf(judged - top) : 0;
    float chance = each / summed(each), share = lane < SEATS ? shares[row * SEATS + lane] : 0;
    if (lane < SEATS) found[row * OUT + ACTIONS + lane] = narrowed(lane < players[row] ? (chance - share) * part : 0);
    float missed = summed(lane < players[row] ? -share * logf(chance + 1e-9f) : 0);
    if (lane == 0) {
        atomicAdd(losses, -fminf(plain, held));
        atomicAdd(losses + 1, unsure);
        atomicAdd(losses + 2, missed);
    }
}

extern "C" __global__ void legal_seen(const unsigned* masks, const int* seats, const short* at_table, int n, unsigned* found) {
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= (long long)n * WORDS) return;
    int i = t % n, w = t / n, seat = max(seats[i], 0);
    unsigned bits = 0;
    for (int b = 0; b < 32; b++) {
        int a = w * 32 + b;
        if (a >= ACTIONS) break;
        int there = at_table[seat * ACTIONS + a];
        bits |= (masks[(long long)(there >> 5) * n + i] >> (there & 31) & 1) << b;
    }
    found[(long long)i * WORDS + w] = seats[i] < 0 ? w == 0 : bits;
}

extern "C" __global__ void rows_seen(const short* eyes, const int* first, const int* low, const int* most, int cells, int n,
                                     int numbers, int blank, half_t* found) {
    __shared__ half_t tile[32][33];
    int x = threadIdx.x, y = threadIdx.y;
    long long i = (long long)blockIdx.x * 32 + x;
    for (int j = y; j < 32; j += 8) {
        int cell = blockIdx.y * 32 + j, row = blank;
        if (i < n && cell < cells) {
            int value = eyes[(long long)cell * n + i] - low[cell];
            if (value > PLAIN) value = PLAIN + (value - PLAIN + STEP - 1) / STEP;
            if (value > most[cell]) value = most[cell];
            if (value > 0) row = first[cell] + value - 1;
        }
        tile[j][x] = row;
    }
    __syncthreads();
    for (int j = y; j < 32; j += 8) {
        long long line = (long long)blockIdx.x * 32 + j;
        int cell = blockIdx.y * 32 + x;
        if (line < n && cell < numbers) found[line * numbers + cell] = tile[x][j];
    }
}
"""


class Fused:
    """The operations for a title's networks."""

    def __init__(self, xp: Any, features: Features) -> None:
        self.xp, self.features = xp, features
        self.actions, self.seats = len(features.game.actions), features.seats
        self.words = -(-self.actions // 32)
        self.module = xp.RawModule(code=heading(features) + CODE)
        self.kernels = {name: self.module.get_function(name) for name in ("draw", "wrong", "legal_seen", "rows_seen")}

    def over_rows(self, name: str, n: int, arguments: tuple[Any, ...]) -> None:
        """Run a kernel with a warp for every row."""
        self.kernels[name](((n + WARPS - 1) // WARPS,), (32 * WARPS,), arguments)

    def rows(self, eyes: Any, reading: Reading) -> Any:
        """See `ops.Plain.rows`."""
        xp, i = self.xp, self.xp.int32
        n, cells = eyes.shape
        found = xp.empty((n, self.features.numbers), xp.uint16)
        self.kernels["rows_seen"](((n + 31) // 32, (self.features.numbers + 31) // 32), (32, 8), (
            xp.ascontiguousarray(eyes.T), *reading, i(cells), i(n), i(self.features.numbers), i(self.features.count), found))
        return found

    def legal(self, engine: Any, at_table: Any) -> Any:
        """See `ops.Plain.legal`."""
        xp, n = self.xp, engine.n
        found = xp.empty((n, self.words), xp.uint32)
        self.kernels["legal_seen"](((n * self.words + 255) // 256,), (256,),
                                   (engine.by_word, engine.seats, at_table, xp.int32(n), found))
        return found

    def hot(self, rows: Any, width: int) -> Any:
        """See `ops.Plain.hot`."""
        xp = self.xp
        found = xp.zeros((rows.shape[0], width), xp.float16)
        set_rows(xp)(rows, rows.shape[1], width, self.features.count, found)
        return found

    def draw(self, out: Any, legal: Any, seed: int) -> tuple[Any, Any]:
        """See `ops.Plain.draw`."""
        xp, n = self.xp, out.shape[0]
        actions, logs = xp.empty(n, xp.int32), xp.empty(n, xp.float32)
        self.over_rows("draw", n, (out, legal, xp.int64(seed), xp.int32(n), actions, logs))
        return actions, logs

    def wrong(self, out: Any, of: Any, clip: float, curiosity: float, part: float) -> tuple[Any, Any]:
        """See `ops.Plain.wrong`."""
        xp, n, f = self.xp, out.shape[0], self.xp.float32
        found, losses = xp.empty_like(out), xp.zeros(3, f)
        self.over_rows("wrong", n, (out, of.legal, of.action, of.before, of.gain, of.learns, of.shares, of.players, xp.int32(n),
                                    f(clip), f(curiosity), f(part), found, losses))
        return found, losses / n

    def layer(self, sums: Any, bias: Any, top: float) -> Any:
        """See `ops.Plain.layer`."""
        return clipped(self.xp)(sums, bias, top)

    def step(self, gradient: Any, factor: float, w: Any, slow: Any, square: Any, rounded: Any, rate: float,
             parts: tuple[float, float], scale: int, limited: bool) -> None:
        """See `ops.Plain.step`."""
        adam(self.xp)(gradient, factor, rate, *parts, float(scale), LIMIT / SCALE if limited else 1e9, w, slow, square, rounded)


def heading(features: Features) -> str:
    """A title's sizes, which stand before the code."""
    actions, seats = len(features.game.actions), features.seats
    said = {"ACTIONS": actions, "SEATS": seats, "OUT": actions + seats, "WORDS": -(-actions // 32), "PLAIN": PLAIN, "STEP": STEP}
    return "".join(f"#define {name} {value}\n" for name, value in said.items())


@cache
def set_rows(xp: Any) -> Any:
    return xp.ElementwiseKernel("uint16 row, int64 cells, int64 width, uint16 blank", "raw float16 hot",
                                "if (row != blank) hot[i / cells * width + row] = (float16)1.0f", "set_rows")


@cache
def clipped(xp: Any) -> Any:
    return xp.ElementwiseKernel("float16 sum, float16 bias, float32 top", "float16 out",
                                "out = (float16)min(max((float)sum + (float)bias, 0.0f), top)", "clipped")


@cache
def adam(xp: Any) -> Any:
    return xp.ElementwiseKernel(
        "T g, float32 factor, float32 rate, float32 first, float32 second, float32 scale, float32 limit",
        "float32 w, float32 slow, float32 square, float16 rounded",
        "float gradient = (float)g * factor;"
        "slow += 0.1f * (gradient - slow); square += 0.002f * (gradient * gradient - square);"
        "w -= rate * (slow / first) / (sqrtf(square / second) + 1e-7f);"
        "w = min(max(w, -limit), limit);"
        "rounded = (float16)(scale > 0 ? rintf(w * scale) / scale : w)", "adam")
