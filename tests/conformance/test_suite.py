"""The conformance suite itself: every check finds what it is there to find, and says where."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from railbook.rules import compose
from railbook.rules.layer import Layer
from railbook.testing import Check, Fault, conformance, random_game
from railbook.testing.setting import Setting
from railbook.testing.suite import CHECKS
from tests.core import tiny_variants

PLUGINS = ("tests.core.tiny", "tests.core.tiny_variants", "tests.conformance.broken")
FOUND = [
    ("somebody-can-act", "stuck", "nothing is legal"),
    ("legal-actions-happen", "listed-twice", "an action is listed twice"),
    ("reading", "overlooks", "validator overlooks.count reads count of Lay("),
    ("reading", "mistakes", "validator mistakes.count answers otherwise for Lay("),
    ("reading", "guesses", "validator guesses.kind answers otherwise for Lay("),
    ("others-are-rejected", "silent", "rule silent.no rejects"),
    ("forged-actions", "trusting", "raises KeyError"),
    ("round-trips", "notes-pairs", "is read back as"),
    ("fold", "writes-state", "folded events and the live state differ (folded, live): {'lost':"),
    ("decide-again", "counts", "decided again"),
    ("invariants", "losing", "invariant losing.nothing-drawn: the bag was touched"),
    ("score", "scores-one", "scorer scores-one.winner gives (1,) for 2 seats"),
    ("verify", "counts", "different-events"),
    ("same-bytes", "counts", "the same seed gives another log: line 4"),
    ("views", "peeks", "does not know its legal actions"),
    ("secrets", "tells", "seat 1 sees whether peb.drawn@0 answered"),
    ("secrets", "open-choice", "sees whether seat"),
    ("redacted", "weighs", "what seat 0 could know of the log cannot be replayed: line"),
    ("words", "speechless", "cannot be said or drawn"),
    ("words", "sketchy", "these must be shapes of a picture: ('bag',)"),
    ("tallies", "miscounts", "ply 0: tally miscounts.seats: ValueError: there is no seat 7"),
    ("tallies", "halves", "tally halves.points: points of all is no whole number"),
    ("tallies", "mute", "tally mute.points does not say what it counts"),
]
"""Each check with a broken variant and words that its fault must have."""


def checks(*variants: str, **more: Any) -> dict[str, Check]:
    """Give the checks of Pebbles with variants, for two seats, by the name of the check."""
    found = conformance("pebbles", variants=variants, plugins=PLUGINS, seats=[2], **more)
    return {str(check).removesuffix("-2-seats-seed-0"): check for check in found}


@pytest.mark.parametrize("check, variant, said", FOUND)
def test_a_check_finds_its_fault(check: str, variant: str, said: str) -> None:
    """PLG-04: a variant that is broken in one way fails the check for it, which says where and what."""
    with pytest.raises(Fault) as raised:
        checks(variant)[check]()
    assert str(raised.value).startswith(f"pebbles with {variant}, 2 seats, seed 0")
    assert said in str(raised.value)


@pytest.mark.slow
def test_another_process_hashes_otherwise() -> None:
    """PLG-05: a rule that hangs on the hash of a text plays another game in another process."""
    with pytest.raises(Fault, match="an order hangs on hashes: line 4 is"):
        checks("hashes")["other-process"]()


def test_an_order_that_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """If variants were composed in the order in which they are named, the suite would say so."""

    def as_named(base: Sequence[Layer[Any]], variants: Iterable[Layer[Any]]) -> list[Layer[Any]]:
        return [*base, *variants]

    check = checks("moon", "ebb")["order-of-variants"]
    check()
    monkeypatch.setattr(compose, "canonical_order", as_named)
    with pytest.raises(Fault, match="the order in which the variants are named"):
        checks("moon", "ebb")["order-of-variants"]()


def test_seats_that_no_map_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a ruleset were composed for any number of seats, the suite would say so."""
    checks()["seats"]()
    monkeypatch.setattr(Setting, "rules", lambda setting, seats: None)
    with pytest.raises(AssertionError, match="pebbles: 1 seats are accepted, but the map takes 2 to 4"):
        checks()["seats"]()


def test_every_check_has_a_fault() -> None:
    """No check is in the suite that no test has seen fail."""
    assert {check for check, _, _ in FOUND} | {"other-process", "order-of-variants"} == set(CHECKS)


@pytest.mark.parametrize("variant", ["", *(layer.name for layer in tiny_variants.variants)])
def test_sound_rules_pass(variant: str) -> None:
    """PLG-04: the game of these tests, and each of its sound variants, passes all checks."""
    variants = [variant] if variant else []
    seats = [2, 4] if variant else None
    for check in conformance("pebbles", variants=variants, plugins=PLUGINS, seats=seats, without=["other-process"]):
        check()


def test_what_is_checked_can_be_chosen() -> None:
    """Checks are left out by name, seats and seeds chosen, and an unknown name is refused with those there are."""
    names = [
        str(check) for check in conformance("pebbles", plugins=PLUGINS, seats=[2, 3], seeds=[5, 6], without=["fold"])
    ]
    assert len(names) == len(set(names))
    assert "seats" in names
    assert [name for name in names if name.startswith("views")] == [
        f"views-{seats}-seats-seed-{seed}" for seats in (2, 3) for seed in (5, 6)
    ]
    assert [name for name in names if name.startswith("other-process")] == ["other-process-2-seats-seed-5"]
    assert not [name for name in names if name.startswith(("fold", "order-of-variants"))]
    with pytest.raises(ValueError, match="there is no check folding: there are seats, somebody-can-act"):
        conformance("pebbles", plugins=PLUGINS, without=["folding"])


def test_a_random_game() -> None:
    """The same seed gives the same game, another seed another one; a game can be cut, and withdrawals occur."""
    one, other = (random_game("pebbles", plugins=PLUGINS, seats=3, seed=seed) for seed in (1, 2))
    assert one.log == random_game("pebbles", plugins=PLUGINS, seats=3, seed=1).log != other.log
    assert one.state.ended
    assert [state.ply for state in one.states()] == list(range(1, len(one.plies) + 1))
    cut = random_game("pebbles", plugins=PLUGINS, seats=3, seed=1, plies=4)
    assert [ply.action for ply in cut.plies] == [ply.action for ply in one.plies[:4]]
    games = [random_game("pebbles", plugins=PLUGINS, seats=4, seed=seed, plies=12) for seed in range(8)]
    tags = {str(ply.action.__struct_config__.tag) for game in games for ply in game.plies}
    assert {"core.withdraw", "peb.bet", "core.set-up"} <= tags


def test_no_test_runner_is_needed() -> None:
    """Importing the suite imports no pytest."""
    program = "import sys, railbook.testing; print('pytest' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
