"""Many matches: tournaments between bots, their statistics, and questions about a game's
balance.
"""
from .playing import GameResult, SeatResult, play_game
from .running import run
from .store import Store
from .tournament import BadTournament, Tournament

__all__ = ["BadTournament", "GameResult", "SeatResult", "Store", "Tournament", "play_game", "run"]
