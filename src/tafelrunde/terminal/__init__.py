"""The table in a terminal: boards of characters, choices by key, bots and people in turn."""
