"""Makes `src/tafelrunde/drawing/fonts` from the full fonts of the Alegreya project.

    pip install fonttools[woff]
    npm pack @expo-google-fonts/alegreya @expo-google-fonts/alegreya-sans     (the full TrueType files), unpack both
    python tools/make_fonts.py FOLDER_WITH_THE_TTF_FILES

Each face is written as TrueType, for PNG, and as WOFF2, to be carried inside an SVG. It is cut down
to Latin, Latin Extended-A and a little punctuation, loses its hints, and gets lining tabular
figures as its plain figures, because not every renderer knows font features. The family is renamed
(`TR Alegreya`, `TR Alegreya Sans`) so that the changed files never stand in for the real ones.
"""

import json
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FACES = {
    "display": ("Alegreya_700Bold.ttf", "TR Alegreya", "Bold"),
    "italic": ("Alegreya_500Medium_Italic.ttf", "TR Alegreya", "Medium Italic"),
    "text": ("AlegreyaSans_400Regular.ttf", "TR Alegreya Sans", "Regular"),
    "bold": ("AlegreyaSans_700Bold.ttf", "TR Alegreya Sans", "Bold"),
}
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, "–—‘’‚“”„†•…′−×≤≥←↑→↓€")]
TARGET = Path(__file__).parent.parent / "src/tafelrunde/drawing/fonts"


def make(source: Path, family: str, style: str, target: Path) -> dict[str, int]:
    """Writes one face and returns the advance width of every letter, in thousandths of the size."""
    font = TTFont(source, recalcTimestamp=False)
    for table in font["cmap"].tables:
        for figure, name in enumerate("zero one two three four five six seven eight nine".split()):
            if ord("0") + figure in table.cmap:
                table.cmap[ord("0") + figure] = name + ".tf"
    options = subset.Options(layout_features=["kern", "mark", "mkmk", "ccmp"], hinting=False, notdef_outline=True)
    options.name_IDs = ["*"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(font)
    full = f"{family} {style}"
    for record in list(font["name"].names):
        new = {1: family, 2: style, 3: f"{full}, subset", 4: full, 6: full.replace(" ", ""), 16: family, 17: style}
        if record.nameID in new:
            record.string = new[record.nameID]
        elif record.nameID not in (0, 13, 14):
            font["name"].names.remove(record)
    font.save(target)
    font.flavor = "woff2"
    font.save(target.with_suffix(".woff2"))
    widths = font["hmtx"].metrics
    return {chr(code): widths[name][0] for code, name in sorted(font.getBestCmap().items())}


def main(folder: Path) -> None:
    """Makes every face of `FACES` and the table of widths."""
    table: dict[str, dict[str, int]] = {}
    for key, (name, family, style) in FACES.items():
        source = next(folder.rglob(name))
        target = TARGET / f"{family.replace(' ', '')}-{style.replace(' ', '')}.ttf"
        table[key] = make(source, family, style, target)
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    (TARGET / "widths.json").write_text(text.replace("},", "},\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
