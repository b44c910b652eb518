"""The page on house rules: its code is run, its examples show every way to write an entry, and types are checked."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from railbook.plugins.registry import Registry
from railbook.rules.layer import Layer
from railbook.testing import conformance, random_game

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
IMPORTS = next(block for block in BLOCKS if "Layer(" not in block and "import Action" in block)
EXAMPLES = {
    re.search(r'Layer\(\s*"([^"]+)"', block)[1]: block  # type: ignore[index]  # there is one
    for block in BLOCKS
    if "Layer(" in block
}
"""The blocks that hold layers, by the name of the first."""
NO_ENTRY = {"misfit", "arrange"}
"""What a layer can be asked, and what a base layer arranges: the other public methods write entries."""


def written(folder: Path, name: str) -> Path:
    """Write an example as a module, behind the imports of the page unless it has its own."""
    block = EXAMPLES[name]
    path = folder / f"{name.replace('-', '_')}.py"
    path.write_text(block if "from railbook" in block else IMPORTS + block, encoding="utf-8")
    return path


@cache
def loaded(path: Path) -> dict[str, Layer[Any]]:
    """Give the layers of a module."""
    registry = Registry()
    registry.add_named(str(path))
    return registry.variants()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_a_rule(tmp_path: Path, name: str) -> None:
    """PLG-04: each example loads as a plugin, composes with all its layers, and its first plies verify."""
    path = written(tmp_path, name)
    checks = conformance("ttr-usa", variants=list(loaded(path)), plugins=[str(path)], seats=[2], plies=7)
    for check in checks:
        if check.name.startswith(("verify", "invariants", "fold", "words")):
            check()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if at % 4 == 0 else pytest.mark.nightly) for at, name in enumerate(EXAMPLES)]
)
def test_an_example_is_played_to_the_end(tmp_path: Path, name: str) -> None:
    """PLG-04: whole games under each example pass the conformance suite."""
    path = written(tmp_path, name)
    for check in conformance("ttr-usa", variants=list(loaded(path)), plugins=[str(path)], seats=[2, 4], seeds=[2]):
        check()


def test_every_way_to_write_an_entry_has_an_example() -> None:
    """Each public method of a layer that writes an entry is called in an example."""
    parts = [part for part in Layer.__mro__ if part.__module__.startswith("railbook.")]
    methods = {name for part in parts for name, value in vars(part).items() if callable(value) and name[0] != "_"}
    methods -= NO_ENTRY
    assert len(methods) > 40
    code = "\n".join(EXAMPLES.values())
    assert {name for name in methods if f".{name}(" not in code and f"@plain.{name}\n" not in code} == set()
    for argument in ("options=", "state=", "after=", "simultaneous=True"):
        assert argument in code


def test_ids_in_examples_begin_with_the_layer(tmp_path: Path) -> None:
    """What an example adds is called after its layer, as the page asks for."""
    for name in EXAMPLES:
        for layer in loaded(written(tmp_path, name)).values():
            rules = ("validator", "reaction", "scorer", "step", "end-condition", "query", "outcome")
            kinds = (*rules, "panel", "picture", "hint")
            added = [entry.key for entry in layer.entries if entry.how == "add" and entry.kind in kinds]
            assert not [key for key in added if not key.startswith(f"{layer.name}.")]


def test_storms_forbid_claims(tmp_path: Path) -> None:
    """The example with chance does what it says: no route is claimed in a storm, and storms come and go."""
    game = random_game("ttr-usa", variants=["storms"], plugins=[str(written(tmp_path, "storms"))], seed=3, plies=120)
    storm, claimed = False, []
    seen = set()
    for ply in game.plies:
        for event in ply.events:
            tag = str(event.__struct_config__.tag)
            if tag == "ttr.route-claimed":
                claimed.append(storm)
            if tag == "storms.sky-changed":
                storm = event.storm  # type: ignore[attr-defined]  # told apart by its tag
                seen.add(storm)
    assert seen == {True, False}
    assert claimed
    assert not any(claimed)


def test_floods_close_routes(tmp_path: Path) -> None:
    """The example with a list shows both ways to change it, and the ruleset has what the page says."""
    path = written(tmp_path, "closed-routes")
    game = random_game("ttr-usa", variants=["closed-routes", "floods"], plugins=[str(path)], plies=1)
    by_name = {variant.name: variant.options for variant in game.rules.variants}
    assert by_name["closed-routes"]["routes"] == ["houston--new-orleans", "miami--new-orleans"]
    assert {"houston--new-orleans", "miami--new-orleans", "boston--montreal--a"} < set(game.rules.board.routes)


# --------------------------------------------------------------------------------------------------------------- types

TYPED = """
from collections.abc import Callable, Iterator, Mapping

from railbook import Action, Event, Layer, Public, Ruleset, Score
from railbook.chance import Chance
from railbook.rules.layer import Flow
from railbook_ticket_to_ride.api import (
    TICKET_TO_RIDE, BoardRoute, ClaimRoute, DrawCard, DrawTickets, PointsScored, RouteClaimed, Table, keep_at_least,
    route_points,
)

variant = Layer("typed", game=TICKET_TO_RIDE)
"""

RIGHT = {
    "validator": """
@variant.validator(DrawCard, "typed.a")
def rule(rules: Ruleset, state: Table, seat: int, action: DrawCard) -> str | None:
    return "no" if action.slot == 1 and state.seats[seat].hand.size else None
""",
    "two-types": """
@variant.validator((DrawCard, DrawTickets), "typed.a")
def rule(rules: Ruleset, state: Table, seat: int, action: DrawCard | DrawTickets) -> str | None:
    return "no" if state.round == 1 else None
""",
    "reaction": """
@variant.reaction(RouteClaimed, "typed.b")
def rule(rules: Ruleset, state: Table, event: RouteClaimed, chance: Chance) -> Flow:
    yield PointsScored(event.seat, 1, "typed")
""",
    "query": """
@variant.wrap(route_points)
def rule(
    inner: Callable[[Ruleset, Table, BoardRoute], int], rules: Ruleset, state: Table, route: BoardRoute
) -> int:
    return inner(rules, state, route) + 1
""",
    "scorer": """
@variant.scorer("typed.c")
def rule(rules: Ruleset, state: Table) -> Score:
    return Score(tuple(seat.trains for seat in state.seats))
""",
}
"""Rules that type checkers must accept."""

WRONG = {
    "another-action": (
        """
@variant.validator(DrawCard, "typed.a")
def rule(rules: Ruleset, state: Table, seat: int, action: ClaimRoute) -> str | None:
    return None
""",
        "arg-type",
    ),
    "a-truth-for-a-reason": (
        """
@variant.validator(DrawCard, "typed.a")
def rule(rules: Ruleset, state: Table, seat: int, action: DrawCard) -> bool:
    return True
""",
        "arg-type",
    ),
    "no-such-field": (
        """
@variant.validator(DrawCard, "typed.a")
def rule(rules: Ruleset, state: Table, seat: int, action: DrawCard) -> str | None:
    return "no" if state.seats[seat].waggons else None
""",
        "attr-defined",
    ),
    "another-event": (
        """
@variant.reaction(RouteClaimed, "typed.b")
def rule(rules: Ruleset, state: Table, event: PointsScored, chance: Chance) -> Flow:
    yield from ()
""",
        "arg-type",
    ),
    "wrong-answer": (
        """
@variant.replace(keep_at_least)
def rule(rules: Ruleset, state: Table, seat: int) -> str:
    return "one"
""",
        "arg-type",
    ),
    "inner-forgotten": (
        """
@variant.wrap(route_points)
def rule(rules: Ruleset, state: Table, route: BoardRoute) -> int:
    return 1
""",
        "arg-type",
    ),
    "points-as-a-list": (
        """
@variant.scorer("typed.c")
def rule(rules: Ruleset, state: Table) -> list[int]:
    return [0 for _ in state.seats]
""",
        "arg-type",
    ),
    "no-event": (
        """
@variant.action(DrawTickets, "ttr.turn")
def rule(rules: Ruleset, state: Table, seat: int, action: DrawTickets, chance: Chance) -> Iterator[int]:
    yield 1
""",
        "arg-type",
    ),
    "evolver-of-another-event": (
        """
@variant.event(RouteClaimed)
def rule(state: Table, event: PointsScored) -> None:
    state.round = 1
""",
        "arg-type",
    ),
}
"""Rules that type checkers must refuse, each with the code of the one error."""


def mypy(folder: Path, files: dict[str, str]) -> dict[str, list[str]]:
    """Check files in strict mode, all at once; gives the codes of the errors of each."""
    api = pytest.importorskip("mypy.api", reason="mypy is installed for `tox -e types` only")
    for name, text in files.items():
        (folder / f"{name.replace('-', '_')}.py").write_text(text, encoding="utf-8")
    out, err, _ = api.run(["--strict", "--config-file=", f"--cache-dir={folder / 'cache'}", str(folder)])
    assert not err
    codes: dict[str, list[str]] = {name: [] for name in files}
    for file, code in re.findall(r"(\w+)\.py:\d+: error: .*\[([\w-]+)\]$", out, re.MULTILINE):
        codes[file.replace("_", "-")].append(code)
    assert out.count(": error:") == sum(map(len, codes.values())), out
    return codes


@pytest.mark.slow
def test_type_checkers_tell_right_from_wrong(tmp_path: Path) -> None:
    """In strict mode mypy accepts right rules and the typed example, and finds the one error of each wrong rule."""
    files = {name: TYPED + text for name, text in RIGHT.items()}
    files |= {name: TYPED + text for name, (text, _) in WRONG.items()}
    files["typed-example"] = EXAMPLES["typed"]
    expected: dict[str, list[str]] = {name: [] for name in (*RIGHT, "typed-example")}
    expected |= {name: [code] for name, (_, code) in WRONG.items()}
    assert mypy(tmp_path, files) == expected
