"""What statistics count in recorded games of Age of Steam: actions, goods, places, and how players end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbook.rules.ruleset import Ruleset
from railbook.rules.tally import Tallied
from railbook.rules.types import Event
from railbook_age_of_steam.events import ActionChosen, DroppedOut, GoodsMoved, TileBuilt, Urbanized
from railbook_age_of_steam.layer import AGE_OF_STEAM, board_of
from railbook_age_of_steam.scoring import track_points
from railbook_age_of_steam.state import Line


@AGE_OF_STEAM.tally("aos.actions", ActionChosen)
def count_actions(rules: Ruleset, state: Line, events: Sequence[ActionChosen]) -> Iterator[Tallied]:
    """Actions: how often each was chosen (AOS-C1)."""
    for event in events:
        if event.action:
            yield Tallied(event.action, event.seat, {"chosen": 1}, {}, event.action.replace("_", " "))


@AGE_OF_STEAM.tally("aos.goods", GoodsMoved)
def count_goods(rules: Ruleset, state: Line, events: Sequence[GoodsMoved]) -> Iterator[Tallied]:
    """Goods: cubes delivered by colour, and the income that they brought who moved them and others (AOS-M7)."""
    for event in events:
        yield _delivered(event, event.cube, event.cube)


@AGE_OF_STEAM.tally("aos.destinations", GoodsMoved)
def count_destinations(rules: Ruleset, state: Line, events: Sequence[GoodsMoved]) -> Iterator[Tallied]:
    """Destinations: cubes delivered to each city, and the income that they brought who moved them and others."""
    for event in events:
        yield _delivered(event, event.end, board_of(rules).name(event.end))


def _delivered(event: GoodsMoved, piece: str, label: str) -> Tallied:
    own = event.income.get(str(event.seat), 0)
    others = sum(event.income.values()) - own
    return Tallied(piece, event.seat, {"delivered": 1, "income": own, "income-of-others": others}, {}, label)


@AGE_OF_STEAM.tally("aos.works", TileBuilt, Urbanized, DroppedOut)
def count_works(rules: Ruleset, state: Line, events: Sequence[Event]) -> Iterator[Tallied]:
    """Spending: tiles built, New Cities placed and places bought in auctions, with what was paid (AOS-P, AOS-A8)."""
    for event in events:
        if isinstance(event, TileBuilt):
            yield Tallied("tiles", event.seat, {"times": 1}, {"dollars": event.price}, "tiles built")
        elif isinstance(event, Urbanized):
            yield Tallied("new-cities", event.seat, {"times": 1}, {"dollars": 0}, "New Cities placed")
        elif isinstance(event, DroppedOut):
            yield Tallied("places", event.seat, {"times": 1}, {"dollars": event.pays}, "places in auctions")


@AGE_OF_STEAM.tally("aos.standing")
def count_standing(rules: Ruleset, state: Line, events: Sequence[Event]) -> Iterator[Tallied]:
    """Players: income, shares, cash, locomotive and paths in links at the end, and who was eliminated (AOS-S)."""
    paths = track_points(rules, state)
    for seat, player in enumerate(state.players):
        figures = {
            "income": player.income,
            "shares": player.shares,
            "cash": player.cash,
            "locomotive": player.locomotive,
            "paths": paths[seat],
        }
        for piece, value in figures.items():
            yield Tallied(piece, seat, {}, {"at-the-end": value}, f"{piece} at the end")
        yield Tallied("eliminated", seat, {}, {"at-the-end": int(player.out)}, "eliminated (1) or not")
