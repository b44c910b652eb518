"""The order in which modules happen to be imported decides nothing: rules are the same whoever comes first."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from types import ModuleType

import pytest

from railbook import Layer
from railbook.plugins.registry import Registry
from tests.core.tiny_table import PEBBLES, Beach

PROBE = """
import importlib, sys
from railbook.plugins.registry import Registry
importlib.import_module(sys.argv[1])
loaded = Registry.installed()
for game in sys.argv[2:]:
    print(loaded.game(game).ruleset(3).fingerprint)
"""
GAMES = {
    "railbook_age_of_steam": ("age-of-steam",),
    "railbook_europe": ("ttr-europe",),
    "railbook_old_west": ("ttr-old-west",),
    "railbook_ticket_to_ride": ("ttr-usa", "ttr-europe", "ttr-old-west"),
}
"""The games whose rules a package writes."""

FAST, SLOW = ("moving", "tickets"), ("scoring", "screen", "board_picture")
"""Modules that are tried by day; all the others at night."""
NIGHTLY = [pytest.mark.slow, pytest.mark.nightly]
MODULES = [
    pytest.param(
        f"{package}.{module.name}",
        games,
        marks=[] if module.name in FAST else [pytest.mark.slow] if module.name in SLOW else NIGHTLY,
    )
    for package, games in GAMES.items()
    for module in pkgutil.iter_modules(__import__(package).__path__)
]


@pytest.mark.parametrize("module, games", MODULES)
def test_whichever_module_is_imported_first(module: str, games: tuple[str, ...]) -> None:
    """PLG-05: in a new process that imports any module first, the rules have the fingerprint that they always have."""
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, module, *games], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = Registry.installed()
    assert ran.stdout.split() == [loaded.game(game).ruleset(3).fingerprint for game in games]


def test_arranging_names_what_was_forgotten() -> None:
    """A module that writes into a layer and is not named is a fault of the plugin, which says which one it is."""
    layer: Layer[Beach] = Layer("split", game=PEBBLES)
    exec(compile("layer.set('peb.goal', 3)", "a", "exec"), {"__name__": "first", "layer": layer})  # noqa: S102 - two modules
    exec(compile("layer.set('peb.limit', 4)", "b", "exec"), {"__name__": "second", "layer": layer})  # noqa: S102
    first, second, mine = ModuleType("first"), ModuleType("second"), ModuleType("")
    with pytest.raises(ValueError, match=r"Layer\('split'\) is written by second too"):
        layer.arrange(mine, first)
    layer.arrange(mine, second, first)
    assert [entry.key for entry in layer.entries] == ["peb.limit", "peb.goal"]
