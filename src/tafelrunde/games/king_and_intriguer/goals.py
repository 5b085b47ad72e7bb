"""Goals of exercises: those of the board."""
from ..el_grande.goals import GOALS

__all__ = ["GOALS"]
