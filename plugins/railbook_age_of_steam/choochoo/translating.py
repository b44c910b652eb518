"""From what choochoo recorded to our actions: whose it is and what it means, the position tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from railbook.recording.game import Illegal
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Rejection
from railbook_age_of_steam import auction, building, choosing, growth, moving, shares, urbanizing
from railbook_age_of_steam.choochoo import wording
from railbook_age_of_steam.choochoo.boards import PARTS
from railbook_age_of_steam.choochoo.recording import GOODS, Recorded
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.network import links_from
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import kinds

T = TypeVar("T")


class Untranslatable(ValueError):
    """An action that means nothing in its position."""


def translate(
    rules: Ruleset, state: Line, recorded: Recorded, seat_of: Mapping[int, int], letters: Sequence[str]
) -> Action:
    """Give our action; `seat_of` maps colours to seats, `letters` are the New Cities left in their order.

    Raises `Untranslatable`, or `Illegal` where the rules alone could not say which link is meant.
    """
    name, data = recorded.actionName, recorded.actionData
    if name not in wording.WORDS:
        raise Untranslatable(f"the action {name!r} is not known")
    try:
        said = msgspec.convert(data, wording.WORDS[name])
    except msgspec.ValidationError as error:
        raise Untranslatable(f"{name}: {error}") from None
    match said:
        case wording.Pass():
            return _pass(state)
        case wording.TurnOrderPass():
            return auction.StayIn()
        case wording.Done():
            return building.EndBuilding()
        case wording.Locomotive():
            return moving.UpgradeLocomotive()
        case wording.TakeShares():
            return shares.IssueShares(said.numShares)
        case wording.Bid():
            return auction.Bid(said.bid)
        case wording.Select():
            return choosing.ChooseAction(wording.ACTIONS[said.action])
        case wording.Build():
            return _build(said)
        case wording.Urbanize():
            return urbanizing.Urbanize(said.coordinates.hex, _letter(letters, said.cityIndex))
        case wording.Move():
            return _move(rules, state, said, seat_of)
        case wording.Production():
            return _production(rules, said)
        case _:
            return _wish(state, said)


def _pass(state: Line) -> Action:
    """Say what a pass is in this phase; where there is none, it is refused like any action out of turn."""
    passes: dict[str, Action] = {moving.ASK: moving.PassMove(), growth.ASK: growth.ReturnCubes()}
    return passes.get(state.asked, auction.DropOut())


def _build(said: wording.Build) -> Action:
    tile = wording.TILES.get(said.tileType)
    if tile is None:
        raise Untranslatable(f"build: the tile {said.tileType} is not known")
    return building.Build(said.coordinates.hex, tile, (said.orientation - 2) % 6 % kinds()[tile].rotations, "")


def _letter(letters: Sequence[str], index: int) -> str:
    if index >= len(letters):
        raise Untranslatable(f"urbanize: there is no New City {index}: {len(letters)} are left")
    return letters[index]


def _move(rules: Ruleset, state: Line, said: wording.Move, seat_of: Mapping[int, int]) -> Action:
    board = board_of(rules)
    start = said.startingCity.hex
    place, hops = start, []
    for step in said.path:
        if step.owner is not None and step.owner not in seat_of:
            raise Untranslatable(f"move: nobody has the colour {step.owner}")
        owner = None if step.owner is None else seat_of[step.owner]
        to = step.endingStop.hex
        found = [link for link in links_from(board, state, place) if (link.to, link.owner) == (to, owner)]
        if not found:
            whose = "nobody's" if owner is None else f"seat {owner}'s"
            why = f"no link from {board.name(place)} to {board.name(to)} is {whose}"
            raise Illegal(Rejection("aos.no-link", why, "AOS-M3"))
        hops.append(moving.Hop(found[0].edge, to))
        place = to
    return moving.MoveGoods(start, GOODS[said.good], hops)


def _production(rules: Ruleset, said: wording.Production) -> Action:
    board = board_of(rules)
    wanted = (PARTS[said.cityGroup], said.onRoll, said.urbanized)
    for column in board.columns.values():
        if (column.part, column.die, column.city not in board.cities) == wanted:
            return growth.PlaceCube(GOODS[said.good], column.id, column.boxes - said.row)
    raise Untranslatable(f"production: there is no {'New City ' * said.urbanized}column {wanted[0]} {said.onRoll}")


def _wish(state: Line, said: Any) -> Action:
    """A stored wish: only the part for the current phase counts."""
    assert isinstance(said, wording.Wishes)
    if state.asked == shares.ASK and said.skipShares:
        return shares.IssueShares(0)
    if state.asked == shares.ASK and said.takeSharesNext is not None:
        return shares.IssueShares(said.takeSharesNext)
    if state.asked == auction.ASK and said.bidUntil is not None:
        most, least = said.bidUntil.maxBid, auction.highest(state) + 1
        if least <= most:
            return auction.Bid(least if said.bidUntil.incrementally else most)
        if said.bidUntil.thenPass:
            return auction.DropOut()
    if state.asked == choosing.ASK and said.takeActionNext is not None:
        return choosing.ChooseAction(wording.ACTIONS[said.takeActionNext])
    if state.asked == moving.ASK and said.locoNext:
        return moving.UpgradeLocomotive()
    raise Untranslatable(f"auto-action: no wish for {state.asked}")
