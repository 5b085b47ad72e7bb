"""The network at the table: its features, its weights, what it says of a position, and the search
by it.
"""
