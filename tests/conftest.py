"""What holds for every test."""

import os

from hypothesis import HealthCheck, settings

# No test depends on how fast the machine is.
settings.register_profile("tafelrunde", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tafelrunde")

# Bots think on the interpreter unless a test compiles on purpose: no test starts compilers in the background.
os.environ.setdefault("TAFELRUNDE_COMPILE", "no")

# Compiled rules are tested with bounds checks on; the variable counts only before Numba is imported.
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
