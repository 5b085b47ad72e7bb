"""People: guests and accounts, ratings, history, blocking."""
