"""The machines that rules are compiled for, all from the same source: `numba` (processors), `cuda`
(NVIDIA GPUs) and `wasm` (browsers, and the modules in the package).

`cache` says where the results lie: under one digest of everything that goes into the code, whatever
it is compiled for.
"""
