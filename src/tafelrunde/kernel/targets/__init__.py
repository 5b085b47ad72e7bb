"""The machines that rules are compiled for, all from the same source: `numba` (processors) and `cuda` (NVIDIA GPUs).

`cache` says where the results lie: under one digest of everything that goes into the code, whatever it is compiled for.
"""
