"""The network at the table: its features, its weights, its evaluation of a position, and the search
with it.
"""
