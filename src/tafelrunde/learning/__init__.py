"""Networks that learn a title by playing it: features, training, quantised weights, and how rules
read them.
"""
