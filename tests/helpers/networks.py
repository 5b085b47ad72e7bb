"""Networks that have learned nothing, for tests: small, and different from what is shipped."""
from __future__ import annotations

import numpy as np

from tafelrunde.bots.net.features import features_of
from tafelrunde.bots.net.weights import settled, written
from tafelrunde.kernel import Game

LOOKS = {"priors and judgement": (60, 2, 100, 100), "judgement beside playouts": (80, 3, 50, 150), "priors alone": (60, 2, 0, 100)}
"""Ways to search with a network, as `weights.settled` takes them."""


def small_network(game: Game, look: str = "", width: int = 8, units: int = 8) -> bytes:
    """A file of weights: whatever it says, it must not depend on what is hidden."""
    features, draw = features_of(game), np.random.default_rng(1)
    outputs = len(game.actions) + features.seats
    spread = {"rows": 0.06, "inner": 1.5 / width ** 0.5, "head": 2.4 / width ** 0.5}
    sizes = {"rows": (features.count, width), "inner": (width, units), "head": (width + units, outputs), "row_bias": (width,),
             "inner_bias": (units,), "head_bias": (outputs,)}
    floats = {name: draw.normal(0, spread[name], size) if name in spread else np.full(size, 0.0 if name == "head_bias" else 0.3)
              for name, size in sizes.items()}
    found = written(game, floats, {"seed": 1})
    return settled(found, *LOOKS[look]) if look else found
