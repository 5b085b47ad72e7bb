"""Checkpoints: a network with the state of its learning, its earlier selves, and whatever else a
training needs to go on.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from ..bots.net.features import Features
from ..bots.net.weights import Weights, read
from ..errors import TafelrundeError
from .lessons import plain
from .network import Network, Shape

KINDS = {"w": "weights", "slow": "slow", "square": "square"}
DAMAGES = (ValueError, KeyError, TypeError, AttributeError, OSError, EOFError, BadZipFile)
"""What reading a file raises if it is none of ours, or not whole."""


class BadTraining(TafelrundeError, ValueError):
    """An impossible setting of a training; the message names it."""


def kept(path: Path, network: Network, head: dict[str, Any], selves: Sequence[Network] = ()) -> None:
    """Write a checkpoint, whole or not at all."""
    import numpy as np

    parts = {kind: getattr(network, of) for kind, of in KINDS.items()}
    parts |= {f"self {k}": earlier.weights for k, earlier in enumerate(selves)}
    arrays = {f"{kind}.{name}": plain(w) for kind, of in parts.items() for name, w in of.items()}
    head = {**head, "steps": network.steps, "selves": len(selves)}
    part = path.with_suffix(".part.npz")
    np.savez(part, head=np.frombuffer(json.dumps(head).encode(), np.uint8), **arrays)
    part.replace(path)


def restored(path: Path, network: Network, features: Features, form: object) -> tuple[dict[str, Any], list[Network]]:
    """Put a checkpoint into a network; returns its head and the earlier selves.

    BadTraining if it belongs to something else; then the network is as it was.
    """
    import numpy as np

    damaged = BadTraining(f"checkpoint: {path} is no checkpoint, or it is damaged")
    try:
        with np.load(path) as found:
            arrays = dict(found)
        head = json.loads(bytes(arrays.pop("head")))
        has, digest, steps, selves = head["format"], head["digest"], int(head["steps"]), range(head.get("selves", 0))
    except DAMAGES:
        raise damaged from None
    if has != form:
        raise BadTraining(f"checkpoint: {path} has the format {has}, not {form}")
    if digest != features.digest:
        raise BadTraining(f"checkpoint: {path} is of another title, or of another version of {features.game.name}")
    shapes = network.shape.parts
    try:
        parts = {kind: {name: arrays[f"{kind}.{name}"] for name in shapes} for kind in (*KINDS, *(f"self {k}" for k in selves))}
        width = parts["w"]["rows"].shape[1]
    except (KeyError, IndexError):
        raise damaged from None
    if width != network.shape.width:
        raise BadTraining(f"checkpoint: {path} has a network of width {width}, not {network.shape.width}")
    if any(array.shape != shapes[name] for part in parts.values() for name, array in part.items()):
        raise damaged
    network.load(parts["w"])
    for kind in ("slow", "square"):
        setattr(network, KINDS[kind], {name: network.xp.asarray(array) for name, array in parts[kind].items()})
    network.steps = steps
    return head, [network.playing(parts[f"self {k}"]) for k in selves]


def fitting(weights: bytes, features: Features, shape: Shape, name: str = "start") -> Weights:
    """A file of weights to begin with, or to play with; BadTraining if its network has another size
    names the setting.
    """
    found = read(weights, features)
    if (found.width, found.units) != (shape.width, shape.inner):
        raise BadTraining(f"{name}: the network has a width of {found.width}, not {shape.width}")
    return found
