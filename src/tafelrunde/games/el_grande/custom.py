"""El Grande with the values from the owner's own box."""
from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from ...kernel import BadData, Game
from .sources import mark_of, merged, printed, read


def build(own: Path | str | Mapping[str, Any]) -> Game:
    """A game whose cards, tables and modifiers have a person's own values; BadData says what is
    wrong with them.

    The rules are the same source, loaded again with other tables.

    >>> build({"power": [{"value": 13, "court": 1}]}).checked({})["values"]
    'own-c8eb1f70'
    """
    values = own if isinstance(own, Mapping) else read(Path(own))
    if not values:
        raise BadData("there is nothing in it; expected tables such as [[card]]")
    merged(printed(), values)
    return built(str(__package__), Path(__file__).parent, values)


def built(package: str, folder: Path, values: Mapping[str, Any]) -> Game:
    """The game of a package, loaded again with the owner's values."""
    name = f"{package}_{mark_of(values).replace('-', '_')}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
        if spec is None or spec.loader is None:
            raise BadData(f"{folder}: the rules cannot be read")
        module = module_from_spec(spec)
        module.__dict__["OWN_VALUES"] = dict(values)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    found: Game = sys.modules[name].__dict__["GAME"]
    return found
