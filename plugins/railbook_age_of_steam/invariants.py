"""What holds after every ply of every game of Age of Steam; tests and conformance suites check it."""

from __future__ import annotations

from collections import Counter

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.layer import AGE_OF_STEAM, Limits, Rules, Start, board_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import TOWN, kinds, paths
from railbook_age_of_steam.track import Track


@AGE_OF_STEAM.query("aos.cubes-elsewhere")
def cubes_elsewhere(rules: Ruleset, state: Line) -> list[str]:
    """Cubes that are neither in the bag nor on the chart nor on cities: those that Production holds."""
    return list(state.held)


@AGE_OF_STEAM.invariant("aos.cubes")
def cubes_are_conserved(rules: Ruleset, state: Line) -> str | None:
    """Bag, chart, cities and the hand of Production hold exactly the cubes of the game (AOS-U1)."""
    board = board_of(rules)
    piles = [state.bag, *state.cubes.values()]
    if any(count < 1 for pile in piles for count in pile.values()):
        return f"a pile holds counts below 1: {piles}"
    total = Counter(cubes_elsewhere(rules, state))
    for pile in piles:
        total.update(pile)
    total.update(cube for boxes in state.chart.values() for cube in boxes if cube is not None)
    if total != Counter(board.map.bag):
        return f"the cubes are {dict(total)}"
    if {id: len(boxes) for id, boxes in state.chart.items()} != {id: one.boxes for id, one in board.columns.items()}:
        return "the chart has other boxes"
    return None if set(state.cubes) == {*board.cities, *state.new_cities} else "cubes lie on what is no city"


@AGE_OF_STEAM.invariant("aos.tiles")
def tiles_are_in_stock(rules: Ruleset, state: Line) -> str | None:
    """No more tiles and town discs are on the board than there are (AOS-T1, AOS-T2)."""
    board = board_of(rules)
    lying = Counter(tile.under or tile.tile for tile in state.tiles.values())
    shapes = [kind for kind in kinds().values() if kind.made_from]
    if sum(kinds()[tile.tile] in shapes for tile in state.tiles.values()) > board.discs:
        return f"more than {board.discs} town discs are on the board"
    if rules.options(Rules).town_tile_choice == "pooled":
        for shape in shapes:  # which tile lies below is open: there must be enough
            free = sum(board.stock[id] - lying[id] for id in shape.made_from)
            if lying.pop(shape.id, 0) > free:
                return f"nothing is left for {shape.id}"
    over = [id for id, count in lying.items() if count > board.stock[id]]
    return f"more tiles {', '.join(over)} are on the board than there are" if over else None


@AGE_OF_STEAM.invariant("aos.new-cities")
def new_cities_stand_on_towns(rules: Ruleset, state: Line) -> str | None:
    """Each New City is on the board once at most, on a town hex without a tile (AOS-N1, AOS-N3, AOS-N4)."""
    board = board_of(rules)
    letters = list(state.new_cities.values())
    if len(set(letters)) < len(letters) or not set(letters) <= set(board.map.new_cities):
        return f"the New Cities are {letters}"
    wrong = [hex for hex in state.new_cities if hex not in board.towns or hex in state.tiles]
    return f"a New City stands on {wrong[0]}" if wrong else None


@AGE_OF_STEAM.invariant("aos.money")
def nobody_owes_anything(rules: Ruleset, state: Line) -> str | None:
    """Cash is never negative, nor is the income of a player who is in the game; limits hold (AOS-Q3, AOS-E4)."""
    limits, start = rules.options(Limits), rules.options(Start)
    for seat, player in enumerate(state.players):
        if player.cash < 0 or (player.income < 0) is not player.out:
            return f"seat {seat} has ${player.cash} and income {player.income}, {'' if player.out else 'not '}out"
        if player.shares > max(limits.shares, _of(start.shares, seat)):
            return f"seat {seat} has {player.shares} shares"
        if player.locomotive > max(limits.locomotive, _of(start.locomotive, seat)):
            return f"seat {seat} has a locomotive of {player.locomotive}"
    return None


def _of(value: int | list[int], seat: int) -> int:
    return value if isinstance(value, int) else value[seat]


@AGE_OF_STEAM.invariant("aos.order")
def everybody_has_a_place(rules: Ruleset, state: Line) -> str | None:
    """The order holds who is in the game, once; only these act, and no two have the same action (AOS-E5, AOS-C1)."""
    inside = [seat for seat, player in enumerate(state.players) if not player.out]
    if sorted(state.order) != inside:
        return f"the order is {state.order}, in the game are {inside}"
    if len(set(state.queue)) < len(state.queue) or not {*state.queue, *state.to_act} <= set(inside):
        return f"seats {state.queue} are to act"
    actions = [player.action for player in state.players if player.action]
    return f"the actions are {actions}" if len(set(actions)) < len(actions) else None


@AGE_OF_STEAM.invariant("aos.track")
def track_lies_right(rules: Ruleset, state: Line) -> str | None:
    """Town tiles lie on towns only, others elsewhere, and no edge faces water (AOS-B3, AOS-B4, AOS-B7)."""
    board = board_of(rules)
    for hex, tile in state.tiles.items():
        if hex in board.cities or kinds()[tile.tile].is_town != (hex in board.towns):
            return f"{tile.tile} lies on {hex}"
        if len(tile.owners) != len(paths(tile.tile, tile.rotation)):
            return f"{tile.tile} on {hex} has {len(tile.owners)} owners"
        for path in paths(tile.tile, tile.rotation):
            if any(end != TOWN and board.neighbours[hex][end] is None for end in path):
                return f"{tile.tile} on {hex} leads off the board"
    return None


@AGE_OF_STEAM.invariant("aos.owners")
def sections_have_one_owner(rules: Ruleset, state: Line) -> str | None:
    """A section has one owner or none, and a closed end; who is out owns no unfinished one (AOS-G7, AOS-E5)."""
    track = Track.of(board_of(rules), state)
    everything = rules.options(Rules).elimination_markers == "all"
    for section in track.sections():
        owners = {track.owner(at) for at in section.paths}
        if len(owners) > 1:
            return f"the section at {section.paths[0][0]} has the owners {owners}"
        if section.ends[0].place is section.ends[1].place is None:
            return f"the section at {section.paths[0][0]} begins nowhere"
        owner = owners.pop()
        if owner is not None and state.players[owner].out and (everything or not section.is_link):
            return f"seat {owner} is out and owns the section at {section.paths[0][0]}"
    return None
