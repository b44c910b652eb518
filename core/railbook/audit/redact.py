"""Redacts a log: writes what one seat, or a spectator, could know of the game, as a partial log of its own."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from railbook.audit.replay import Played, Replay
from railbook.engine.core_layer import ChooseUnseen
from railbook.engine.view import view_of_action, view_of_chance, view_of_events
from railbook.log.canonical import body_of
from railbook.log.chain import DIGEST_SIZE, Chain
from railbook.log.reader import RawLine
from railbook.log.records import ChanceRef, Header, Ply
from railbook.log.writer import LogWriter
from railbook.rules.ruleset import Ruleset

PERSON = b"railbook-redact"
"""What sets the hash of a redacted log's salt apart from all others."""

SEEN_BY = "seen-by"
"""The key in the header's `meta` that says whose log it is."""

NO_SALT = "00" * DIGEST_SIZE


def redacted(game: Replay, viewer: int | None) -> Iterator[bytes]:
    """Give the lines of a log with all that `viewer` (`None`: a spectator) cannot know replaced by unknown.

    Each line hangs on what is recorded up to it alone: the redacted log of a game that runs is the beginning of the
    one that it has later. Comments and times are left out. Raises `ReplayFault` where the log cannot be read.
    """
    header = header_for(game.header, viewer)
    writer = LogWriter(Chain(header.salt))
    yield writer.line(header)
    for played in game.plies():
        yield writer.line(_ply_for(game.rules, played.record, viewer) if isinstance(played, Played) else played)
    if game.end is not None:
        yield writer.line(msgspec.structs.replace(game.end, key=msgspec.UNSET))


def header_for(header: Header, viewer: int | None) -> Header:
    """Give the header of a redacted log: no seed, no free text, and a salt that hangs on nothing secret."""
    chance = header.chance if header.chance.scheme == "committed" else ChanceRef("none")
    source = header.source
    if source is not msgspec.UNSET:
        source = msgspec.structs.replace(source, note=msgspec.UNSET)
    shown = msgspec.structs.replace(
        header,
        chance=chance,
        salt=NO_SALT,
        partial=True,
        source=source,
        meta={SEEN_BY: "spectator" if viewer is None else viewer},
    )
    salt = hashlib.blake2b(body_of(shown), digest_size=DIGEST_SIZE, person=PERSON).hexdigest()
    return msgspec.structs.replace(shown, salt=salt)


def _ply_for(rules: Ruleset, record: Ply[Any, Any], viewer: int | None) -> Ply[Any, Any]:
    """Give a ply as a viewer sees it; a choice that waits for those of others is one that nobody saw."""
    seat, events = record.seat, record.events
    action = view_of_action(rules, seat, record.action, events, viewer)
    return Ply(
        ply=record.ply,
        seat=seat,
        action=ChooseUnseen() if action is None else action,
        chance=view_of_chance(rules, seat, record.chance, viewer),
        events=view_of_events(rules, seat, events, viewer),
    )


class Difference(NamedTuple):
    """Where a redacted log and one that was made again part: the line, and both as they stand, `None` where none is."""

    line: int
    made: bytes | None
    there: bytes | None


def compare(made: Iterable[bytes], there: Iterable[RawLine]) -> tuple[int, Difference | None]:
    """Compare the lines of a redacted log made again with those of one that was handed out, byte by byte.

    Gives how many lines agree, and the first that differs. Where the log handed out ends earlier, `there` is `None`.
    """
    agree = 0
    for one, raw in itertools.zip_longest(made, there):
        other = None if raw is None else raw.raw
        line = None if one is None else one.removesuffix(b"\n")
        if line != other or (raw is not None and (raw.dressed or not raw.whole)):
            return agree, Difference(agree + 1, line, other)
        agree += 1
    return agree, None
