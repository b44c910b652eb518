"""What shipped validators say that they read of an action is true, in games of every board and layer that says so."""

from __future__ import annotations

import pytest

from railbook.engine.play import legal_actions_of
from railbook.plugins.registry import Registry
from railbook.rules.types import OptionValue
from railbook.testing.reading import validators_read_what_they_say
from railbook.testing.setting import Setting
from railbook.testing.trial import Trial

PLIES = 150
"""Plies of each game: claims, stations and markers are asked for by then."""

SEEDS = (11, 12, 13, 14)
"""In one of the games of these a surcharge is asked for that can be paid."""

PAYING = [
    *("ttr.payment-kinds", "ttr.payment-size", "ttr.payment-one-colour", "ttr.payment-colour"),
    *("ttr.announced-colour", "ttr.hand"),
]
CLAIMING = [
    *("ttr.no-such-route", "ttr.route-is-owned", "ttr.parallel-route", "ttr.parallel-closed", "ttr.trains"),
    *PAYING,
]
STATIONS = ["europe.no-such-city", "europe.city-occupied", "europe.stations-left", "europe.station-colour"]
MARKERS = ["old-west.not-an-end", "old-west.city-occupied", "old-west.markers-left"]
FERRY = "ttr.ferry-locomotives"
SAYING = [
    ("ttr-usa", "", {"ttr.claim-route": CLAIMING}),
    ("ttr-usa", "own-network", {"ttr.claim-route": [*CLAIMING, "own-network.apart"]}),
    (
        "ttr-europe",
        "",
        {
            "ttr.claim-route": [*CLAIMING, FERRY],
            "ttr.pay-surcharge": [*PAYING, FERRY],
            "europe.build-station": [*STATIONS, *PAYING, FERRY],
        },
    ),
    (
        "ttr-europe",
        "ferry-trade",
        {
            "ttr.claim-route": [*CLAIMING, FERRY, "ferry-trade.cards"],
            "ttr.pay-surcharge": [*PAYING, FERRY, "ferry-trade.cards"],
            "europe.build-station": [*STATIONS, *PAYING, FERRY, "ferry-trade.cards"],
        },
    ),
    (
        "ttr-old-west",
        "alvin",
        {
            "ttr.claim-route": [*CLAIMING, "old-west.network", FERRY],
            "old-west.place-marker": [*MARKERS, "alvin.no-marker-at-home", *PAYING, FERRY],
        },
    ),
]
"""Games with a variant, and by action the validators that say what they read."""


@pytest.mark.parametrize(
    "game, variant, saying",
    [pytest.param(*one, marks=() if one in (SAYING[0], SAYING[-1]) else pytest.mark.slow) for one in SAYING],
    ids=[f"{game}-{variant}" for game, variant, _ in SAYING],
)
def test_shipped_validators_read_what_they_say(game: str, variant: str, saying: dict[str, list[str]]) -> None:
    """Each of them, asked with all else of the action hidden, answers as ever; and all of them were asked.

    Those with a function agree about whatever that says is alike. Listed is what is accepted.
    """
    options: dict[str, OptionValue] = {} if variant or game != "ttr-europe" else {"stations.all_locomotives": False}
    asked: dict[str, list[str]] = {}
    for seed in SEEDS:
        trial = Trial(Setting(game, (variant,) if variant else (), options, "", "", ()), 3, seed, PLIES)
        validators_read_what_they_say(trial)
        asked |= {
            str(spec.type.__struct_config__.tag): sorted(one.rule for one in spec.validators if one.reads is not None)
            for _, state in trial.positions()
            for seat in state.to_act
            for spec in trial.rules.actions_of_step[state.asked]
            if next(legal_actions_of(trial.rules, state, seat, spec), None) is not None
        }
    assert {tag: rules for tag, rules in asked.items() if rules} == {
        tag: sorted(rules) for tag, rules in saying.items()
    }


def test_every_shipped_validator_that_says_so_is_tried() -> None:
    """No layer says what its validators read without a game above that puts it to the test."""
    registry = Registry.installed()
    layers = [
        layer
        for game in registry.games().values()
        for game_map in registry.maps(game)
        for layer in game.layers(game_map)
    ]
    saying = {
        entry.key
        for layer in [*layers, *registry.variants().values()]
        for entry in layer.entries
        if entry.kind == "validator" and entry.how in ("add", "replace") and entry.value[-1] is not None
    }
    assert saying == {rule for _, _, by_action in SAYING for rules in by_action.values() for rule in rules}
