"""The same games on any device, as fingerprints of everything that a batch tells.

A machine with a GPU may have no compiler for its processor.  Then the fingerprints are written
elsewhere and checked there:

    python tests/research/courses.py write FILE      (processor)
    python tests/research/courses.py check FILE      (GPU)
"""
from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from tafelrunde.research import Batch

COURSES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "el_grande": [(4, {}), (2, {"short": True}), (5, {"modules": ["new_regent", "power_shift"], "short": True})],
    "king_and_intriguer": [(4, {}), (2, {})],
    "rheinlaender": [(3, {}), (5, {})],
    "toledo": [(3, {"turn_cap": "50"}), (2, {"turn_cap": "25"})],
}
GAMES, STEPS, EACH = 300, 420, 30
TOLD = ("seat", "legal", "legal_words", "done", "points", "result", "final", "seeds", "pending")


def here(array: Any) -> Any:
    """An array in main memory, whatever device it comes from."""
    return array.get() if hasattr(array, "get") else array


def fingerprint(array: Any) -> str:
    """Of the numbers in an array, however wide its cells are."""
    import numpy as np

    found = here(array)
    return sha256(np.ascontiguousarray(found, np.float64 if found.dtype.kind == "f" else np.int64).tobytes()).hexdigest()[:16]


def told(batch: Batch) -> dict[str, str]:
    """Everything that a batch says now."""
    found = {name: fingerprint(getattr(batch, name)) for name in TOLD}
    found |= {kind: fingerprint(batch.observe(kind)) for kind in ("seat", "perfect")}
    found["last seat"] = fingerprint(batch.observe(seat=batch.players - 1))
    found["last seat's mask"] = fingerprint(batch.legal_for(batch.players - 1))
    found["states"] = sha256(b"".join(batch.engine.record(i).tobytes() for i in range(batch.n))).hexdigest()[:16]
    return found


def course(title: str, players: int, options: dict[str, Any], device: str) -> Iterator[tuple[str, dict[str, str]]]:
    """A batch at random: what it tells on the way, and what becomes of clones, other worlds and
    saved games.
    """
    batch, ended = Batch(title, players, GAMES, options, seed=3, device=device), 0
    for step in range(STEPS):
        actions = batch.random_actions()
        batch.step(actions)
        ended += int(batch.done.sum())
        if step % EACH == 0:
            yield f"step {step}", {"actions": fingerprint(actions), **told(batch)}
    assert ended > 0
    twin = batch.clone()
    twin.resample(seed=9)
    yield "resampled", told(twin)
    twin.load(7, batch.save(3))
    assert twin.save(7) == batch.save(3)
    for _ in range(EACH):
        twin.step(twin.random_actions())
    yield "clone played on", told(twin)
    yield "the first as it was", told(batch)


def courses(device: str, titles: list[str]) -> dict[str, dict[str, dict[str, str]]]:
    """All courses of some titles."""
    return {f"{title} {players} {json.dumps(options)}": dict(course(title, players, options, device))
            for title in titles for players, options in COURSES[title]}


def main(what: str, file: str, *titles: str) -> None:
    found = courses("cpu" if what == "write" else "cuda", [*titles] or [*COURSES])
    if what == "write":
        Path(file).write_text(json.dumps(found), "utf-8")
        return
    expected = json.loads(Path(file).read_text("utf-8"))
    wrong = [f"{name}, {when}: {what}" for name, stages in found.items() for when, told in stages.items()
             for what, print_ in told.items() if expected[name][when][what] != print_]
    compared = sum(len(told) for stages in found.values() for told in stages.values())
    print("\n".join(wrong) or f"{compared} fingerprints of {len(found)} courses are the same on both devices")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
