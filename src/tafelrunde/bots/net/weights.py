"""Weights as they are shipped: eight bits each, with a head that says what they are, and a hash
that says that they are whole.

A file is one line of JSON, then the numbers: `rows`, `inner` and `heads` as signed bytes, the three
kinds of bias as 32-bit numbers, the least byte first.  Weights that are missing, damaged or made
for other rules are told apart from each other.
"""
from __future__ import annotations

import hashlib
import json
import logging
import sys
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import TafelrundeError
from ...kernel import Game
from .features import Features, features_of

FORMAT = 1
SCALE, LIMIT = 64, 127
"""A weight of 1 is the whole number SCALE; no weight is beyond LIMIT."""
PARTS = ("rows", "inner", "heads", "row_bias", "inner_bias", "head_bias")
BYTES = ("rows", "inner", "heads")
FOLDER = Path(__file__).parent / "weights"


class NoWeights(TafelrundeError):
    """Weights that cannot be used; the message says why."""


@dataclass(frozen=True)
class Weights:
    """A network in whole numbers: every part is one flat list.

    `rows` (`width` numbers each), `inner` (a row of `units` for every unit of the first layer) and
    `heads` (a row for every output, `width + units` long; first the actions, then the seats, own
    seat first) lie row behind row.
    """

    head: Mapping[str, Any]
    rows: Any
    inner: Any
    heads: Any
    row_bias: Any
    inner_bias: Any
    head_bias: Any

    @property
    def width(self) -> int:
        """Units of the first layer."""
        return len(self.row_bias)

    @property
    def units(self) -> int:
        """Units of the second layer."""
        return len(self.inner_bias)

    @property
    def key(self) -> tuple[Any, ...]:
        """What identifies a network together with the settings of its search."""
        return self.head["sha256"], *sorted(self.head.get("search", {}).items())

    def parts(self) -> tuple[Any, ...]:
        """The numbers in the form that rules take: matrices as lists of rows."""
        lengths = {"rows": self.width, "inner": self.units, "heads": self.width + self.units}
        return tuple(split(getattr(self, name), lengths[name]) if name in lengths else getattr(self, name) for name in PARTS)


def split(run: Any, length: int) -> list[Any]:
    return [run[at:at + length] for at in range(0, len(run), length)]


def quantised(floats: Mapping[str, Any]) -> dict[str, bytes]:
    """The runs of a network that has learned (NumPy arrays by the names of
    `network.Shape.parts`).
    """
    import numpy as np

    def whole(name: str, scale: int, cell: str) -> Any:
        limit = LIMIT if cell == "<i1" else 2**30
        return np.clip(np.rint(np.asarray(floats[name], np.float64) * scale), -limit, limit).astype(cell)

    found = {"rows": whole("rows", SCALE, "<i1"), "inner": whole("inner", SCALE, "<i1"),
             "heads": whole("head", SCALE, "<i1").T.copy(), "row_bias": whole("row_bias", SCALE, "<i4"),
             "inner_bias": whole("inner_bias", SCALE * SCALE, "<i4"), "head_bias": whole("head_bias", SCALE * SCALE, "<i4")}
    return {name: found[name].tobytes() for name in PARTS}


def written(game: Game, floats: Mapping[str, Any], recipe: Mapping[str, Any]) -> bytes:
    """The file of a trained network."""
    runs = quantised(floats)
    body = b"".join(runs[name] for name in PARTS)
    head = {"format": FORMAT, "title": game.name, "features": features_of(game).digest, "sha256": hashlib.sha256(body).hexdigest(),
            "lengths": {name: len(runs[name]) // (1 if name in BYTES else 4) for name in PARTS}, "recipe": dict(recipe)}
    return json.dumps(head, sort_keys=True).encode() + b"\n" + body


def settled(data: bytes, explore: int, after: int, mix: int, soft: int) -> bytes:
    """A file with the settings of the search that were found best for it (`layout.EXPLORE` and its
    neighbours).
    """
    line, _, body = data.partition(b"\n")
    search = {"explore": explore, "after": after, "mix": mix, "soft": soft}
    return json.dumps({**json.loads(line), "search": search}, sort_keys=True).encode() + b"\n" + body


def read(data: bytes, features: Features) -> Weights:
    """Read weights from a file; NoWeights if they are damaged or belong to something else."""
    title = features.game.name
    line, _, body = data.partition(b"\n")
    try:
        head = json.loads(line)
        lengths = {name: int(head["lengths"][name]) for name in PARTS}
        made_for, sha, version = head["features"], head["sha256"], head["format"]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NoWeights(f"weights: the file for {title} is damaged: it has no head") from None
    if version != FORMAT:
        raise NoWeights(f"weights: the file for {title} has the format {version}, not {FORMAT}")
    if made_for != features.digest:
        raise NoWeights(f"weights: the file for {title} was made for other rules or another version of them")
    if hashlib.sha256(body).hexdigest() != sha or len(body) != sum(n * (1 if name in BYTES else 4) for name, n in lengths.items()):
        raise NoWeights(f"weights: the file for {title} is damaged: its hash does not fit")
    runs, at = {}, 0
    for name in PARTS:
        cells = array("b" if name in BYTES else "i")
        end = at + lengths[name] * cells.itemsize
        cells.frombytes(body[at:end])
        if sys.byteorder == "big" and cells.itemsize > 1:
            cells.byteswap()
        runs[name], at = cells, end
    return Weights(head, **runs)


COMING: set[str] = set()
"""Titles whose weights come when they are needed: on a device, which does not begin with them."""


def shipped(game: Game) -> bool:
    """Whether there is a file of weights for a title, or will be."""
    return game.name in COMING or path_of(game).exists()


def usable(game: Game) -> bool:
    """Whether a title has weights that can be used, or they will come.  If there is a file and it
    cannot be used, the log says why.
    """
    try:
        load(game)
    except NoWeights as error:
        if path_of(game).exists():
            told: set[str] = vars(game).setdefault("_weights_refused", set())
            if str(error) not in told:
                told.add(str(error))
                logging.getLogger("tafelrunde").warning("%s; there is no level master", error)
            return False
        return game.name in COMING
    return True


def path_of(game: Game, folder: Path | None = None) -> Path:
    """Where a title's weights are."""
    return (folder or FOLDER) / f"{game.name}.weights"


def load(game: Game, folder: Path | None = None) -> Weights:
    """A title's shipped weights; NoWeights says why there are none to use.  A file is read once,
    and again when it has changed.
    """
    path = path_of(game, folder)
    try:
        found = path.stat()
    except OSError:
        raise NoWeights(f"weights: there are none for {game.name}") from None
    key, known = (path, found.st_mtime_ns, found.st_size), vars(game).setdefault("_weights", {})
    if key not in known:
        try:
            known[key] = read(path.read_bytes(), features_of(game))
        except (NoWeights, OSError) as error:
            known[key] = str(error)
    if isinstance(known[key], str):
        raise NoWeights(known[key])
    whole: Weights = known[key]
    return whole
