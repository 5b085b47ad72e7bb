"""The configurations that between them use every switch."""
from __future__ import annotations

from harness import Table

from tafelrunde.games.rheinlaender.tables import SWITCHES

OTHER = {name: SWITCHES.alternatives(name)[0] for name in SWITCHES.rows}
"""Every switch on its first alternative."""
TABLES = [Table(3), Table(4), Table(5), *(Table(n, OTHER) for n in (3, 4, 5)),
          Table(4, {name: OTHER[name] for i, name in enumerate(OTHER) if i % 2}),
          Table(5, {name: OTHER[name] for i, name in enumerate(OTHER) if not i % 2})]
NAMES = ["3", "4", "5", "3-all-other", "4-all-other", "5-all-other", "4-half-other", "5-half-other"]
