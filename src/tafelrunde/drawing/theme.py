"""The colours of the table, light and dark."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ThemeName: TypeAlias = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour a picture may use that does not belong to a seat or a piece."""

    name: ThemeName
    ground: str
    panel: str
    panel2: str
    panel3: str
    card: str
    edge: str
    ink: str
    ink2: str
    ink3: str
    rule: str
    rule2: str
    purpure: str
    purpure2: str
    purpure_soft: str
    on_purpure: str
    bronze: str
    good: str
    # maps
    sea: str
    sea2: str
    sea_line: str
    coast: str
    abroad: str
    map_ink: str
    map_halo: str
    map_frame: str
    map_paper: str
    track_a: str
    track_b: str


LIGHT = Theme(
    name="light", ground="#DFD8CC", panel="#FBF8F2", panel2="#F3EDE2", panel3="#E9E1D3", card="#FFFDF8",
    edge="#D8CBB4", ink="#2A2226", ink2="#5C5155", ink3="#665A5C", rule="#DDD2C1", rule2="#C5B7A2",
    purpure="#6B2A58", purpure2="#54203F", purpure_soft="#EFE0EA", on_purpure="#FFF6FB", bronze="#8A6A30",
    good="#256B49",
    sea="#B9D0D3", sea2="#9DBCC2", sea_line="#6E98A1", coast="#5E4A3A", abroad="#DED5C2", map_ink="#3A2B22",
    map_halo="#FFFBF1", map_frame="#3B2A22", map_paper="#F2E9D6", track_a="#4A382E", track_b="#F6EEDD",
)  # fmt: skip
DARK = Theme(
    name="dark", ground="#191517", panel="#272124", panel2="#2F282B", panel3="#3A3135", card="#332B2E",
    edge="#54474B", ink="#F4EBE0", ink2="#CBBDB2", ink3="#A59791", rule="#40363A", rule2="#57494E",
    purpure="#D795BE", purpure2="#4B2039", purpure_soft="#45293A", on_purpure="#2B0F20", bronze="#C6A467",
    good="#7CC7A2",
    sea="#24383F", sea2="#1B2C33", sea_line="#4C7480", coast="#0F0B0A", abroad="#3B3632", map_ink="#F6ECD9",
    map_halo="#2A221D", map_frame="#0E0A0A", map_paper="#3A322C", track_a="#A08C72", track_b="#3A322C",
)  # fmt: skip
THEMES: dict[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}
