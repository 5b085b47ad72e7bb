"""One running game, and everything that people and programs do with it."""
