"""The mutants themselves: every way to write a rule is taken away, and what no test notices is said to survive."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railbook.engine.core_layer import CORE
from railbook.engine.state import State
from railbook.plugins.registry import Registry
from railbook.rules.compose import Base, Chosen, LayerConflict, compose
from railbook.rules.layer import Layer
from railbook.rules.options import Options
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, Score, Visible
from tests.mutants.mutations import Mutant, all_layers, all_mutants, without
from tests.mutants.suite import quotes

ROOT = Path(__file__).resolve().parents[2]


class Knock(Action, frozen=True, tag="toy.knock"):
    """Knock."""


class Ring(Action, frozen=True, tag="toy.ring"):
    """Ring."""


class Knocked(Event, frozen=True, tag="toy.knocked"):
    """Somebody knocked."""


class Manners(Options, frozen=True):
    """How often one knocks."""

    times: int = 1
    doors: list[str] = msgspec.field(default_factory=list)


TOY: Layer[State] = Layer("toy", table=State)
LOUD: Layer[State] = Layer("loud", game=TOY)


def nothing(*arguments: Any) -> Iterator[Any]:
    """Do nothing, as an effect, step or reaction."""
    yield from ()


def no(*arguments: Any) -> Any:
    """Answer nothing."""


TOY.options("manners", Manners)
TOY.event(Knocked)(no)
TOY.action(Knock, "toy.door")(nothing)
TOY.action(Ring, "toy.door")(nothing)
TOY.validator(Knock, "toy.late")(no)
TOY.validator(Knock, "toy.loud")(no)
TOY.candidates(Knock)(lambda rules, state, seat: [Knock()])
TOY.step("toy.door")(nothing)
TOY.step("toy.hall")(nothing)
TOY.sequence("set-up", "toy.door", "toy.hall")
TOY.reaction(Knocked, "toy.dog")(nothing)
TOY.reaction(Knocked, "toy.cat")(nothing)
TOY.end_condition("toy.asleep")(no)
TOY.end_condition("toy.away")(no)
TOY.scorer("toy.doors")(lambda rules, state: Score((0,)))
TOY.ranked_last("toy.outside")(lambda rules, state: (0,))
TOY.tie_breaker("toy.age")(lambda rules, state, tied: {})
TOY.invariant("toy.houses")(no)
TOY.outcome("toy.weather", Visible.PUBLIC)
patience = TOY.query("toy.patience")(lambda rules: 3)
LOUD.set("manners.times", 2)
LOUD.add_items("manners.doors", "front", "back")
LOUD.replace_end_condition("toy.away")(lambda rules, state: "away")
LOUD.drop_action(Ring)
LOUD.drop_validator("toy.late")
LOUD.replace_validator("toy.loud")(lambda *arguments: "too loud")
LOUD.wrap_effect(Knock)(nothing)
LOUD.replace_candidates(Knock)(lambda rules, state, seat: [])
LOUD.wrap_step("toy.hall")(nothing)
LOUD.insert("set-up", "toy.hall", before="toy.door")
LOUD.drop_reaction("toy.dog")
LOUD.drop_end_condition("toy.asleep")
LOUD.replace_scorer("toy.doors")(lambda rules, state: Score((1,)))
LOUD.replace_tie_breaker("toy.age")(lambda rules, state, tied: {0: 1})
LOUD.drop_invariant("toy.houses")
LOUD.wrap(patience)(lambda inner, rules: inner(rules) + 1)


def composed(mutant: Mutant | None = None) -> Ruleset:
    """Compose the toy game with its variant, with one entry taken away."""
    toy, loud = (without(layer, mutant) if mutant else layer for layer in (TOY, LOUD))
    base = Base("toy", "1.0", (CORE, toy), "", "", None, no)
    return compose(base, 1, [Chosen(loud)])


def looks(rules: Ruleset) -> dict[str, Any]:
    """Give everything in a ruleset that a mutant can change, so that two can be compared."""
    return {name: getattr(rules, name) for name in rules.__struct_fields__ if name not in ("origins", "fingerprint")}


MUTANTS = all_mutants([TOY, LOUD])
CHANGED = {
    "toy.door": {"sequence"},
    "toy.late": {"validator"},
    "toy.loud": {"validator"},
    "toy.dog": {"reaction"},
    "toy.asleep": {"end-condition"},
    "toy.away": {"end-condition"},
    "toy.doors": {"scorer"},
    "toy.age": {"tie-breaker"},
    "toy.houses": {"invariant"},
}
"""What the variant changes must be there: without it nothing composes, and tests of the variant notice that."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_every_mutant_changes_the_rules(mutant: Mutant) -> None:
    """Each rule, however a layer writes it, is missing from the ruleset that is composed without it."""
    if (mutant.layer, mutant.how) == ("toy", "add") and mutant.id in CHANGED and mutant.kind in CHANGED[mutant.id]:
        with pytest.raises(LayerConflict, match=r"no such entry|does not have"):
            composed(mutant)
    else:
        assert looks(composed(mutant)) != looks(composed())


def test_every_entry_has_a_mutant() -> None:
    """Each entry that is a rule has a mutant, and a sequence has one for each of its steps."""
    assert len(MUTANTS) == len(set(MUTANTS))
    entries = {(layer.name, entry.kind, entry.how, entry.key) for layer in (TOY, LOUD) for entry in layer.entries}
    left = {entry for entry in entries if entry not in {mutant[:4] for mutant in MUTANTS}}
    assert {kind for _, kind, _, _ in left} == {"state", "options", "action", "event"}
    assert {mutant.id for mutant in MUTANTS if mutant.kind == "sequence"} == {"toy.door", "toy.hall"}


def test_a_kind_of_entry_that_nobody_knows() -> None:
    """An entry of a new kind is not passed over: somebody must say whether it is a rule."""
    layer: Layer[State] = Layer("new")
    layer._write("smell", "toy.smoke", "add")
    with pytest.raises(ValueError, match="entries of the kind 'smell' are new"):
        all_mutants([layer])


def test_installed_layers_have_mutants() -> None:
    """The layers of every installed game are found by themselves, and so are their rules."""
    registry = Registry.installed()
    layers = all_layers(registry)
    assert {"core"} < {layer.name for layer in layers}
    assert {layer.name for layer in layers} >= set(registry.variants())
    kinds = {mutant.kind for mutant in all_mutants(layers)}
    assert kinds >= {"validator", "step", "sequence", "effect", "query", "scorer", "end-condition", "tie-breaker"}
    assert "ranked-last" in kinds


@pytest.mark.parametrize(
    "text, quoted",
    [
        ("toy.door", True),
        ("it says toy.door.", True),
        ("(toy.door), and more", True),
        ("toy.door-bell", False),
        ("toy.door.bell", False),
        ("a-toy.door", False),
        ("my.toy.door", False),
        ("toydoor", False),
    ],
)
def test_quoting(text: str, quoted: bool) -> None:
    """An id is quoted where it stands alone, and not where a longer one holds it."""
    assert quotes(text, "toy.door") is quoted


SMALL = '''
import pytest
from tests.plugins.ticket_to_ride.positions import position


def test_something():
    """{said}"""
    {body}
'''


@pytest.mark.parametrize(
    "said, body, code, told",
    [
        ("{id}", "position(trains={0: 3}).state.seats[0].trains += 1", 1, "SURVIVES 1 tests that quote it"),
        ("nothing", "pass", 1, "SURVIVES 0 tests that quote it"),
        ("{id}", "assert '{id}' in dict(position().rules.invariants)", 0, "survivors: 0"),
        ("{id}", "assert False", 2, "fails although nothing is taken away"),
    ],
    ids=["blind", "unnamed", "noticed", "red"],
)
@pytest.mark.slow
def test_what_the_program_says(tmp_path: Path, said: str, body: str, code: int, told: str) -> None:
    """The program tells survivors, and fails with them or where tests fail by themselves."""
    rule = "ttr" + ".cards"  # not quoted here, or this test would be run against that mutant
    test = tmp_path / "test_small.py"
    test.write_text(SMALL.format(said=said.replace("{id}", rule), body=body.replace("{id}", rule)), encoding="utf-8")
    command = [sys.executable, str(ROOT / "tests/mutants/run.py"), "--tests", str(test), rule]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told in done.stdout, done.stdout + done.stderr
    assert done.returncode == code
