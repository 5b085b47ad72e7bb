"""People's names in sentences: the grammatical forms that messages ask for, derived by rule.

English and German need a genitive. Hungarian suffixes follow the vowels of the name. Czech puts a
declined noun before the unchanged name.
"""
from __future__ import annotations

COLOURS = frozenset({"colour", "his", "His", "whom", "with", "their", "of"})
"""Forms that refer to pieces, which have a colour whoever plays them."""
BACK, FRONT, ROUNDED = set("aáoóuú"), set("eéiíöőüű"), set("öőüű")
LONG = {"a": "á", "e": "é", "o": "ó", "ö": "ő"}
JOINS = ("l", "r", "n", "ny", "j", "ly", "s", "sz", "z", "zs")
"""Hungarian endings that take the accusative without a vowel between."""


def called(name: str, lang: str, form: str) -> str:
    """A name in a form.

    >>> called("Anna", "hu", "dat"), called("Péter", "hu", "acc"), called("Klaus", "de", "gen"), called("Petr", "cs", "dat")
    ('Annának', 'Pétert', 'Klaus’', 'hráči Petr')
    """
    if form == "name" or not name:
        return name
    if lang == "hu":
        return hungarian(name, form)
    if lang == "cs":
        return f"hráči {name}" if form == "dat" else f"hráče {name}"
    if form != "gen":
        return name
    if lang == "de":
        return f"{name}’" if name[-1].lower() in "sßxz" else f"{name}s"
    return f"{name}'s"


def hungarian(name: str, form: str) -> str:
    """A name with the suffix of the accusative or the dative; possessors need none.

    >>> [hungarian(name, "acc") for name in ("Anna", "Zoltán", "Márk", "Ödön", "Csaba", "Erik", "Ernő", "7. vendég")]
    ['Annát', 'Zoltánt', 'Márkot', 'Ödönt', 'Csabát', 'Eriket', 'Ernőt', '7. vendéget']
    """
    if form not in ("acc", "dat"):
        return name
    vowels = [c for c in name.lower() if c in BACK | FRONT]
    back = any(c in BACK for c in vowels) and not (vowels and vowels[-1] in "eéöőüű")
    last = name[-1].lower()
    if not last.isalpha():
        return f"{name}-{'t' if form == 'acc' else 'nak' if back else 'nek'}"
    stem = name[:-1] + LONG[last] if last in LONG else name
    if form == "dat":
        return f"{stem}{'nak' if back else 'nek'}"
    if last in BACK | FRONT or name.lower().endswith(JOINS):
        return f"{stem}t"
    return f"{name}{'o' if back else 'ö' if vowels and vowels[-1] in ROUNDED else 'e'}t"
