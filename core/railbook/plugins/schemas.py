"""JSON Schemas from the types: one for the lines of each game's logs, and those of the formats that games declare."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from railbook.log.records import Comment, End, Header, Hex, SeatNumber, Text, Undo, Whole
from railbook.plugins.registry import Registry
from railbook.rules.compose import Chosen
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Outcome, SetUp

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The dialect that msgspec generates."""


def schemas_of(registry: Registry) -> dict[str, bytes]:
    """Give the schemas of everything installed, by file name, as canonical bytes.

    A game's logs are its own and those of the variants that come with it; what a house rule of somebody else adds is
    not in them.
    """
    found: dict[str, bytes] = {}
    for game in registry.games().values():
        for game_map in game.maps()[:1]:
            chosen: list[list[Chosen]] = [[], *([variant] for variant in registry.shipped_variants(game))]
            rules = [game.ruleset(game_map.seats[0], game_map, variants) for variants in chosen]
            found[f"{game.id}.log.json"] = _document(f"A line of a log of {game.title}", log_line(rules))
        for name, kind in game.formats().items():
            found[f"{name}.json"] = _document(f"{name} of railbook", kind)
    return dict(sorted(found.items()))


def log_line(rulesets: Iterable[Ruleset]) -> Any:
    """Give the type of a whole line of a game's logs under any of these rulesets, with digest and time."""
    tail: list[Any] = [("digest", Hex), ("time", Text | msgspec.UnsetType, msgspec.UNSET)]
    actions: Any = SetUp
    events: Any = None
    for rules in rulesets:
        for action in rules.actions:
            actions |= action
        for event in rules.events:
            events = event if events is None else events | event
    ply = msgspec.defstruct(
        "PlyLine",
        [
            ("ply", Whole),
            ("seat", SeatNumber | None),
            ("action", actions),
            ("chance", list[tuple[str, Outcome]]),
            ("events", list[events]),
            *tail,
        ],
        tag="ply",
        forbid_unknown_fields=True,
        kw_only=True,
    )
    ply.__doc__ = "One ply: the action of a seat, what chance answered, what followed, and the digest of the chain."
    lines = [_with_tail(kind, tail) for kind in (Header, Undo, End)]
    time = [("time", Text | msgspec.UnsetType, msgspec.UNSET)]
    line: Any = ply
    for kind in (*lines, _with_tail(Comment, time)):
        line |= kind
    return line


def _with_tail(kind: type[Any], tail: list[Any]) -> type[Any]:
    longer = msgspec.defstruct(
        f"{kind.__name__}Line", tail, bases=(kind,), tag=kind.__struct_config__.tag, kw_only=True
    )
    longer.__doc__ = kind.__doc__
    return longer


def _document(title: str, kind: Any) -> bytes:
    schema = {"$schema": DIALECT, "title": title, **msgspec.json.schema(kind)}
    return msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=2) + b"\n"
