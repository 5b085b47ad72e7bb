"""What the benchmark of growth says of many tables, and when it says nothing."""
from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest


def test_where_too_little_was_measured_nothing_is_foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks" / "server"))
    monkeypatch.setattr(sys, "path", [*sys.path])
    scale = importlib.import_module("scale")

    def figures(servers: float, database: float) -> list[str]:
        used, idle = scale.Costs(100, servers, database), scale.Costs(0, 0, 0)
        return list(scale.needs(scale.Figures(1, 5, 5.0, [0.01] * 100, 400, 10_000, used, idle, 100, 1), 5))

    assert any("tables per core" in line for line in figures(2.0, 1.0))
    for servers, database in ((0.0, 1.0), (2.0, 0.0), (0.02, 0.01)):
        said = " ".join(figures(servers, database))
        assert "too little" in said
        assert "per core" not in said
