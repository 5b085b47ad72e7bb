"""People: guests and accounts, ratings, history, who does not want to meet whom."""
