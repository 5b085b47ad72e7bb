"""One running game, and everything a person or a program does with it."""
