"""The daily deal: one of each title, the same for everybody, from a chain that was fixed in
advance.
"""
