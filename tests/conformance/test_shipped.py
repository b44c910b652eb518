"""Every shipped game, and every shipped variant on a game that it fits, passes the conformance suite."""

from __future__ import annotations

from functools import cache

import pytest

from railbook.plugins.choosing import chosen_variants
from railbook.plugins.registry import Registry
from railbook.rules.compose import LayerConflict
from railbook.rules.options import OptionError
from railbook.testing import conformance

QUICK = 6
"""Plies of the fast tests: enough for a set-up and a few turns of every seat."""


@cache
def registry() -> Registry:
    """Give the installed plugins."""
    return Registry.installed()


def settings() -> list[tuple[str, str]]:
    """Give every game without a variant (the empty text) and with each of its variants that its map takes."""
    return [
        (id, variant)
        for id, game in registry().games().items()
        for variant in ("", *(chosen.layer.name for chosen in registry().shipped_variants(game)))
        if fits(id, variant)
    ]


def fits(id: str, variant: str) -> bool:
    """Tell whether a game composes with a variant; a refusal must be one of those that people can read."""
    game = registry().game(id)
    try:
        game.ruleset(game.maps()[0].seats[0], None, chosen_variants(registry(), [variant] if variant else []))
    except (LayerConflict, OptionError):
        return False
    return True


SETTINGS = settings()
GAME_OF = {variant: id for id, variant in SETTINGS}
"""A game for each variant, the last that it fits: boards with fewer features are quicker."""
PLAIN = [setting for setting in SETTINGS if not setting[1]]
ONE_EACH = [*PLAIN, *((id, variant) for variant, id in GAME_OF.items() if variant)]


def test_every_shipped_variant_fits_a_game() -> None:
    """PLG-04: no variant is shipped that no installed game composes with."""
    assert set(GAME_OF) == {"", *registry().variants()}


@pytest.mark.slow
@pytest.mark.parametrize("game, variant", ONE_EACH)
def test_quick_conformance(game: str, variant: str) -> None:
    """PLG-04, SEC-06: all checks hold for the first plies at the fewest seats."""
    variants = [variant] if variant else []
    seats = registry().game(game).maps()[0].seats[:1]
    for check in conformance(game, variants=variants, seats=seats, plies=QUICK, without=["other-process"]):
        check()


EDITIONS = [(id, edition) for id, game in registry().games().items() for edition in game.editions]


@pytest.mark.parametrize("game, edition", EDITIONS)
def test_quick_conformance_of_an_edition(game: str, edition: str) -> None:
    """PLG-04: all checks hold for the first plies of each edition."""
    seats = registry().game(game).maps()[0].seats[:1]
    for check in conformance(game, edition=edition, seats=seats, plies=QUICK // 2, without=["other-process"]):
        check()


@pytest.mark.slow
@pytest.mark.parametrize(
    "game, variant",
    [pytest.param(*each, marks=() if at % 3 == 0 else pytest.mark.nightly) for at, each in enumerate(ONE_EACH)],
)
def test_conformance_for_a_while(game: str, variant: str) -> None:
    """PLG-04, PLG-05, SEC-06: all checks hold for forty plies at the most seats, in other processes too."""
    variants = [variant] if variant else []
    seats = registry().game(game).maps()[0].seats[1:]
    for check in conformance(game, variants=variants, seats=seats, seeds=[1], plies=40):
        check()


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("game, edition", EDITIONS)
def test_conformance_of_an_edition(game: str, edition: str) -> None:
    """PLG-04, PLG-05: all checks hold for whole games of each edition at every number of seats."""
    for check in conformance(game, edition=edition, seeds=[1], without=["other-process"]):
        check()


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("game, variant", SETTINGS)
def test_conformance(game: str, variant: str) -> None:
    """PLG-04, PLG-05, SEC-06: all checks hold for whole games, in other processes too.

    A game is played at every number of seats, with a variant at the fewest and the most.
    """
    least, most = registry().game(game).maps()[0].seats
    if variant:
        checks = conformance(game, variants=[variant], seats=[least, most], seeds=[1], without=["other-process"])
    else:
        checks = conformance(game, seeds=[1])
    for check in checks:
        check()
