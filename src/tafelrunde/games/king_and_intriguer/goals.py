"""Goals of exercises: the same as the board's."""
from ..el_grande.goals import GOALS

__all__ = ["GOALS"]
