"""Networks that learn a title by playing it: features, training, quantised weights, and how they
are read in the rules' subset.
"""
