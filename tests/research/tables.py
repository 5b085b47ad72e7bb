"""The configurations that the research tests try: every title, few and many players, options."""
from harness import Table

TABLES = {
    "el_grande": [Table(4), Table(2, {"short": True}), Table(5, {"modules": ["new_regent", "power_shift"], "short": True})],
    "king_and_intriguer": [Table(4), Table(2)],
    "rheinlaender": [Table(3), Table(5)],
    "toledo": [Table(3, {"turn_cap": "50"}), Table(2, {"turn_cap": "25"})],
}
EVERY = [(title, table) for title, tables in TABLES.items() for table in tables]
IDS = [f"{title}-{table}" for title, table in EVERY]
ONE_EACH = [(title, tables[-1]) for title, tables in TABLES.items()]
ONE_IDS = list(TABLES)
