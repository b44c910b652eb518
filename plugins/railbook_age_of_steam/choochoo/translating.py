"""From what choochoo recorded to our actions: whose it is and what it means, the position tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action
from railbook_age_of_steam import auction, building, choosing, growth, moving, shares, urbanizing
from railbook_age_of_steam.choochoo.recording import ACTIONS, GOODS, TILES, Recorded
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import kinds
from railbook_age_of_steam.track import links_from


class Untranslatable(ValueError):
    """An action that means nothing in its position."""


def translate(
    rules: Ruleset, state: Line, seat: int, recorded: Recorded, seat_of: Mapping[int, int], letters: list[str]
) -> Action:
    """Give our action; `seat_of` maps colours to seats, `letters` are the New Cities left in their order."""
    name, data = recorded.actionName, recorded.actionData
    try:
        if name == "auto-action":
            return _wish(rules, state, seat, data)
        return _plain(rules, state, name, data, seat_of, letters)
    except (KeyError, TypeError, IndexError) as error:
        raise Untranslatable(f"{name}: {error!r}") from None


def _plain(
    rules: Ruleset, state: Line, name: str, data: Mapping[str, Any], seat_of: Mapping[int, int], letters: list[str]
) -> Action:
    asked = state.asked
    if name == "pass":
        passes: dict[str, Action] = {
            auction.ASK: auction.DropOut(),
            moving.ASK: moving.PassMove(),
            growth.ASK: growth.ReturnCubes(),
        }
        return passes[asked]
    if name == "takeShares":
        return shares.IssueShares(_whole(data["numShares"]))
    if name == "bid":
        return auction.Bid(_whole(data["bid"]))
    if name == "turnOrderPass":
        return auction.StayIn()
    if name == "select":
        return choosing.ChooseAction(ACTIONS[_whole(data["action"])])
    if name == "build":
        tile = TILES[data["tileType"]]
        return building.Build(
            _hex(data["coordinates"]), tile, (data["orientation"] - 2) % 6 % kinds()[tile].rotations, ""
        )
    if name == "urbanize":
        return urbanizing.Urbanize(_hex(data["coordinates"]), letters[_whole(data["cityIndex"])])
    if name == "done":
        return building.EndBuilding()
    if name == "locomotive":
        return moving.UpgradeLocomotive()
    if name == "move":
        return _move(rules, state, data, seat_of)
    if name == "production":
        return _production(rules, state, data)
    raise Untranslatable(f"the action {name!r} is not known")


def _wish(rules: Ruleset, state: Line, seat: int, data: Mapping[str, Any]) -> Action:
    """A stored wish: only the part for the current phase counts."""
    if state.asked == shares.ASK:
        return shares.IssueShares(0 if data.get("skipShares") else _whole(data["takeSharesNext"]))
    if state.asked == auction.ASK:
        wish = data["bidUntil"]
        least = auction.highest(state) + 1
        if least <= wish["maxBid"]:
            return auction.Bid(least if wish["incrementally"] else wish["maxBid"])
        return auction.DropOut()
    if state.asked == choosing.ASK:
        return choosing.ChooseAction(ACTIONS[_whole(data["takeActionNext"])])
    if state.asked == moving.ASK and data.get("locoNext"):
        return moving.UpgradeLocomotive()
    raise Untranslatable(f"an auto-action without a wish for {state.asked}")


def _move(rules: Ruleset, state: Line, data: Mapping[str, Any], seat_of: Mapping[int, int]) -> Action:
    start = _hex(data["startingCity"])
    place, hops = start, []
    for step in data["path"]:
        to = _hex(step["endingStop"])
        owner = seat_of[step["owner"]] if step.get("owner") is not None else None
        link = next(
            (link for link in links_from(board_of(rules), state, place) if (link.to, link.owner) == (to, owner)), None
        )
        if link is None:
            raise Untranslatable(
                f"no link from {place} to {to} owned by {'nobody' if owner is None else f'seat {owner}'}"
            )
        hops.append(moving.Hop(link.edge, to))
        place = to
    return moving.MoveGoods(start, GOODS[data["good"]], hops)


def _production(rules: Ruleset, state: Line, data: Mapping[str, Any]) -> Action:
    part = "white" if data["cityGroup"] == 1 else "black"
    for column in board_of(rules).columns.values():
        new = column.city not in board_of(rules).cities
        if (column.part, column.die, new) == (part, data["onRoll"], bool(data["urbanized"])):
            return growth.PlaceCube(GOODS[data["good"]], column.id, column.boxes - _whole(data["row"]))
    raise Untranslatable(f"no column {part} {data['onRoll']}")


def _hex(place: Mapping[str, int]) -> str:
    return f"{_whole(place['q'])},{_whole(place['r'])}"


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise Untranslatable(f"{value!r} is no whole number")
    return value
