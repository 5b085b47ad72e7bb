"""What holds for every test."""

from hypothesis import HealthCheck, settings

# No test depends on how fast the machine is.
settings.register_profile("tafelrunde", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tafelrunde")
