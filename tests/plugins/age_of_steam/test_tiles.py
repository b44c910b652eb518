"""The tiles (AOS-T): their paths in each rotation, what a build must name, and maps with another stock."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from railbook_age_of_steam.building import Build
from railbook_age_of_steam.changes import Change, all_laid, change
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_age_of_steam.tiles import TOWN, kinds, paths
from tests.plugins.age_of_steam.positions import EDITIONS, Position, position

TRACK = {"9,13": "S2 3-1@0"}


# Shapes


def test_rotations_differ() -> None:
    """AOS-T1, AOS-B2, AOS-G2: rotations of a tile are all different, no two tiles of a family are the same."""
    shapes = Counter((kinds()[id].is_town, frozenset(map(frozenset, paths(id, turn)))) for id, turn in _every())
    assert max(shapes.values()) == 1
    assert len(shapes) == sum(kind.rotations for kind in kinds().values())


def _every() -> list[tuple[str, int]]:
    return [*all_laid(town=True), *all_laid(town=False)]


def test_further_turns_repeat() -> None:
    """AOS-B2, aos.rotation: turned once more each tile looks as it did at first."""
    for kind in kinds().values():
        first = {frozenset(path) for path in paths(kind.id, 0)}
        assert {frozenset(path) for path in paths(kind.id, kind.rotations)} == first


def test_paths_of_families() -> None:
    """AOS-G2, AOS-B4, AOS-T1: simple 1 path, complex 2 that share no edge, towns 1 to 4 spokes; discs 2 or 4."""
    count = {"simple": {1}, "crossing": {2}, "coexisting": {2}, "town": {1, 3}, "town_disc": {2, 4}}
    for id, turn in _every():
        lying = paths(id, turn)
        assert len(lying) in count[kinds()[id].family]
        edges = [end for path in lying for end in path if end != TOWN]
        assert len(edges) == len(set(edges))
        assert all((TOWN in path) is kinds()[id].is_town for path in lying)


def test_discs_lie_on_tiles_with_the_same_edges() -> None:
    """AOS-T1, AOS-X51: a town shape with a disc uses the edges of each tile that it is made from."""
    for kind in kinds().values():
        edges = {edge for path in kind.paths for edge in path if edge != TOWN}
        for under in kind.made_from:
            turned = [
                {edge for path in paths(under, turn) for edge in path} for turn in range(kinds()[under].rotations)
            ]
            assert edges in turned


def test_crossing_and_coexisting() -> None:
    """AOS-K2, AOS-T1: paths of a crossing tile cross, those of a coexisting one do not."""
    for kind in kinds().values():
        if kind.family in ("crossing", "coexisting"):
            (a, b), (c, d) = kind.paths
            between = {(a + step) % 6 for step in range(1, (b - a) % 6)}
            assert ((c in between) is not (d in between)) is (kind.family == "crossing")


def test_every_change_keeps_or_redirects() -> None:
    """AOS-K1, AOS-K3, AOS-K5, AOS-B8: whatever is laid over whatever, each old path lives on in one new one."""
    for town in (True, False):
        for old in all_laid(town=town):
            for id, turn in all_laid(town=town):
                found = change(old, id, turn)
                if isinstance(found, Change):
                    lives = [*(at for at in found.kept if at is not None), *(at for at, _ in found.redirected)]
                    assert sorted(lives) == list(range(len(paths(*old))))
                    assert found.fresh
                    assert not town or not found.redirected


# What a build names


def test_tile_is_one_of_the_game() -> None:
    """AOS-T1, AOS-19, aos.no-such-tile (AOS-T1): any other name is refused, and the message lists the tiles."""
    game = position()
    for id in ("S9", "", "s1", "C5"):
        game.refuses(0, Build("10,13", id, 1, ""), "aos.no-such-tile", "AOS-T1", "S1, S2, S3")
    game.does(0, Build("10,13", "S1", 1, ""))


def test_rotation_is_one_of_the_tile() -> None:
    """AOS-B2, aos.rotation (AOS-B2): only rotations that differ exist."""
    game = position()
    for rotation in (-1, 3, 4, 100):
        game.refuses(0, Build("10,13", "S1", rotation, ""), "aos.rotation", "AOS-B2", "0 to 2")
    game.does(0, Build("10,13", "S1", 1, ""))


def test_towns_take_tiles_with_a_town() -> None:
    """AOS-B4, aos.town-tile (AOS-B4): only they do, and no other hex."""
    game = position(tiles=TRACK)
    game.cannot_build(0, "indianapolis S1 4-1", "aos.town-tile", "AOS-B4", "a tile with a town")
    game.cannot_build(0, "indianapolis X1 4-1 5-2", "aos.town-tile", "AOS-B4")
    game.cannot_build(0, "10,13 T1 T-4", "aos.town-tile", "AOS-B4", "a tile without a town")
    assert game.builds(0, "indianapolis T1 T-4", "10,13 S1 4-1") == [2, 2]


@pytest.mark.parametrize("edition", EDITIONS)
def test_tile_under_a_disc(edition: str) -> None:
    """AOS-T2, aos.under (AOS-T2), rules.town_tile_choice: named and kept where it is chosen, not where it is pooled."""
    game = position(edition=edition, tiles=TRACK)
    text = "D4F T-4 T-1 T-0 T-2"
    if edition == "choochoo":
        game.refuses(0, game.tile("indianapolis", text, "X2"), "aos.under", "AOS-T2", "takes nothing")
    else:
        game.refuses(0, game.tile("indianapolis", text, ""), "aos.under", "AOS-T2", "X2 or C3 or C4")
        game.refuses(0, game.tile("indianapolis", text, "X1"), "aos.under", "AOS-T2", "X2, C3, C4")
    game.refuses(0, game.tile("10,13", "S1 4-1", "S1"), "aos.under", "AOS-T2", "takes nothing")
    under = "" if edition == "choochoo" else "C4"
    game.does(0, game.tile("indianapolis", text, under))
    assert game.state.tiles["10,12"].under == under
    assert game.invariants() == {}


# Another stock


def without_crossings(edition: str) -> Position:
    """Give a game on a map that has no crossing tile X1."""
    data = tomllib.loads((files("railbook_age_of_steam") / "rust_belt.toml").read_text(encoding="utf-8"))
    game_map = AGE_OF_STEAM_GAME.read_map({**data, "tiles": {"X1": 0}})
    rules = AGE_OF_STEAM_GAME.ruleset(3, game_map, edition=edition)
    return position(rules=rules, tiles=TRACK | {"12,12": "S3 5-0@0"})


@pytest.mark.parametrize("edition", EDITIONS)
def test_map_without_crossings(edition: str) -> None:
    """AOS-19, AOS-T1, AOS-T3, aos.stock (AOS-T1): what a map lacks is refused; a town is made from what there is."""
    game = without_crossings(edition)
    game.builds(0, "10,13 S1 4-1")
    before = game.player(0).cash
    game.cannot_build(0, "11,12 X1 4-1 5-2", "aos.stock", "AOS-T1", "all 0 tiles X1")
    assert game.player(0).cash == before
    text = "D4X T-4 T-1 T-0 T-3"
    if edition != "choochoo":
        game.refuses(0, game.tile("indianapolis", text, "X1"), "aos.stock", "AOS-T1", "X1")
    game.does(0, game.tile("indianapolis", text, "" if edition == "choochoo" else "C2"))
    assert before - game.player(0).cash == 5


def test_map_with_other_discs() -> None:
    """AOS-19, AOS-T1, aos.stock: a map may have fewer discs; towns with a printed tile need none."""
    data = tomllib.loads((files("railbook_age_of_steam") / "rust_belt.toml").read_text(encoding="utf-8"))
    rules = AGE_OF_STEAM_GAME.ruleset(3, AGE_OF_STEAM_GAME.read_map({**data, "discs": 0}))
    game = position(rules=rules, tiles=TRACK)
    game.cannot_build(0, "indianapolis D2S T-4 T-1", "aos.stock", "AOS-T1", "all 0 town discs")
    assert game.builds(0, "indianapolis T3Y T-4 T-0 T-2") == [4]
