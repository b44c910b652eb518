"""Any set of shipped variants is one ruleset, in whatever order it is chosen and installed, and leaks into no other."""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbook.bots import RANDOM
from railbook.chance import Seeded
from railbook.engine.view import view
from railbook.log.canonical import body_of
from railbook.plugins.hookspecs import NAME
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame
from railbook.recording.header import open_header
from railbook.recording.simulation import players
from railbook.rules.compose import LayerConflict
from railbook.rules.options import OptionError
from railbook.rules.ruleset import Ruleset

GAMES = ("ttr-usa", "ttr-europe", "ttr-old-west", "age-of-steam")
PLUGINS = sorted(point.name for point in importlib.metadata.entry_points(group=NAME) if point.dist.name == "railbook")  # type: ignore[union-attr]
SEED = 5


@cache
def installed(order: tuple[str, ...] = tuple(PLUGINS)) -> Registry:
    """Give a registry into which the plugins of the distribution were installed in this order."""
    registry = Registry()
    points = {point.name: point for point in importlib.metadata.entry_points(group=NAME)}
    for name in order:
        registry.add(importlib.import_module(points[name].value), f"railbook:{name}", "railbook")
    return registry


def fitting(game: str) -> list[str]:
    """Give the shipped variants that fit a game."""
    loaded = installed()
    return [chosen.layer.name for chosen in loaded.shipped_variants(loaded.game(game))]


def composed(registry: Registry, game: str, names: Sequence[str]) -> Ruleset:
    """Compose a game for the fewest seats with variants, in this order of asking for them."""
    shelf = registry.game(game)
    return shelf.ruleset(shelf.maps()[0].seats[0], None, [registry.variant(name) for name in names])


def plies(rules: Ruleset, registry: Registry, lines: list[bytes], most: int) -> Iterator[None]:
    """Let random bots play so many plies, one after another, and write the lines of their log."""
    names = [f"seat {seat}" for seat in range(rules.seats)]
    header = open_header(rules, registry.game(rules.game).maps()[0], names, SEED)
    game = RecordedGame.begin(rules, header, Seeded.of_seed(SEED), lines.append)
    seated = players(rules, [RANDOM] * rules.seats, SEED)
    for _ in range(most):
        if game.over:
            break
        seat = game.state.to_act[0]
        player = seated[seat]
        assert player is not None
        game.act(seat, player.choose(view(rules, game.state, seat), seat))
        yield


class Made(NamedTuple):
    """What a set of variants makes of a game: fingerprint, header and log; or why it makes none."""

    fingerprint: str
    header: bytes
    log: bytes
    refused: bool = False


def made(registry: Registry, game: str, names: Sequence[str], most: int) -> Made:
    """Compose a set of variants and play so many plies; a refusal is the same for every order but for its words."""
    try:
        rules = composed(registry, game, names)
    except (LayerConflict, OptionError) as refusal:
        assert any(repr(name) in str(refusal) for name in names)  # noqa: PT017 - most sets are not refused
        return Made("", b"", b"", refused=True)
    lines: list[bytes] = []
    for _ in plies(rules, registry, lines, most):
        pass
    header = open_header(rules, registry.game(game).maps()[0], [f"seat {seat}" for seat in range(rules.seats)], SEED)
    return Made(rules.fingerprint, body_of(header), b"".join(lines))


@cache
def in_order(game: str, names: frozenset[str], most: int) -> Made:
    """Give what a set makes when it is chosen by name, with the plugins in order of their names."""
    return made(installed(), game, sorted(names), most)


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, list[str], tuple[str, ...]]:
    """Draw a game, a set of its variants in any order, and an order of installing all plugins."""
    game = draw(st.sampled_from(GAMES))
    names = draw(st.lists(st.sampled_from(fitting(game)), max_size=5, unique=True))
    return game, names, tuple(draw(st.permutations(PLUGINS)))


def is_one_game(table: tuple[str, list[str], tuple[str, ...]], most: int) -> None:
    """Whatever the orders, the result is that of the order by name."""
    game, names, order = table
    assert made(installed(order), game, names, most) == in_order(game, frozenset(names), most)


@settings(max_examples=12, deadline=None)
@given(tables())
def test_any_order_of_choosing_and_installing_is_the_same_game(table: tuple[str, list[str], tuple[str, ...]]) -> None:
    """A set of variants: fingerprint, header and the bytes of the log so far hang on that set alone."""
    is_one_game(table, 2)


@pytest.mark.slow
@pytest.mark.nightly
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(tables())
def test_any_order_is_the_same_game_for_long(table: tuple[str, list[str], tuple[str, ...]]) -> None:
    """So do the bytes of forty plies."""
    is_one_game(table, 40)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_installed_and_not_chosen_has_no_effect(game: str) -> None:
    """With the house rules installed or not, rules, header and log of a game are the same, byte for byte."""
    without = installed(tuple(name for name in PLUGINS if name != "house-rules"))
    assert not set(without.variants()) & {"hand-limit", "share-limit"}
    assert made(without, game, [], 5) == made(installed(), game, [], 5)
    base = {layer.name for layer in installed().game(game).layers(installed().game(game).maps()[0])}
    assert {origin.layer for origin in composed(installed(), game, []).origins} <= base


PAIRS = {
    "ttr-usa": ["hand-limit", "long-tickets", "open-tickets", "own-network"],
    "age-of-steam": ["more-growth", "no-turn-order", "sealed-auction", "share-limit"],
}


@pytest.mark.parametrize("game", PAIRS)
def test_rulesets_never_leak_into_each_other(game: str) -> None:
    """PLG-05: two games played ply by ply side by side, under variants and without, are as each is played alone."""
    alone = [made(installed(), game, names, 12).log for names in ([], PAIRS[game])]
    assert alone[0] != alone[1]
    beside: list[list[bytes]] = [[], []]
    playing = [
        plies(composed(installed(), game, names), installed(), lines, 12)
        for names, lines in zip(([], PAIRS[game]), beside, strict=True)
    ]
    for _both in zip(*playing, strict=False):
        pass
    for rest in playing:
        list(rest)
    assert [b"".join(lines) for lines in beside] == alone
    assert composed(installed(), game, []).fingerprint == in_order(game, frozenset(), 12).fingerprint
