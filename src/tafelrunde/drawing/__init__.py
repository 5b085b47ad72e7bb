"""The building blocks of pictures: SVG nodes, seats, pieces, panels, polygons, and PNG.

A picture is a pure function of a *view*, the JSON position in which everything the viewer may not
know is null. Each game draws itself in `games/<game>/picture.py` with this package.
"""
