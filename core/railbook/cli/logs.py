"""How commands take logs: what is not there is wrong usage, what cannot be replayed is one line and an exit code."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli import out
from railbook.cli.showing import EVERYTHING

if TYPE_CHECKING:
    from railbook.audit.replay import Replay
    from railbook.log.records import Header


SPECTATOR = "spectator"
"""What `--as` takes in place of a seat for somebody who only watches."""

Viewer = Annotated[
    str | None,
    typer.Option("--as", metavar="SEAT|spectator", help="Only what this seat, or a spectator, knew; 0 plays first."),
]


@contextmanager
def replaying(*places: str) -> Iterator[None]:
    """Refuse places that are no files; turn a fault of a log read inside into one line and its exit code."""
    from railbook.audit.replay import ReplayFault

    for place in places:
        require_file(place)
    try:
        yield
    except ReplayFault as fault:
        out.warn(f"railbook: {out.clean(fault.finding.file)}: {out.clean(fault.finding)}")
        raise typer.Exit(3 if fault.finding.kind.startswith("unknown") else 1) from None


@contextmanager
def showing_what_was_recorded(game: Replay) -> Iterator[None]:
    """Nobody has checked what is shown: recorded events that no rule would give may not be drawn either."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        why = f"{type(error).__name__}: {error}"
        raise game.fault(
            "different-events", f"what was recorded cannot be shown ({why}): see `railbook verify`"
        ) from None


def require_file(place: str) -> None:
    """Refuse the path of a log that does not exist or is a folder."""
    if place == "-":
        return
    if not os.path.lexists(place):
        raise out.UsageFault(f"{place}: no such file")
    if os.path.isdir(place):
        raise out.UsageFault(f"{place} is a folder: name one of the logs in it")


def require_seat(seat: int | None, header: Header) -> None:
    """Refuse a seat that is not at the table."""
    if seat is not None and not 0 <= seat < len(header.seats):
        raise out.UsageFault(f"there is no seat {seat}: the seats are 0 to {len(header.seats) - 1}")


def viewer_of(text: str | None, header: Header) -> int | None:
    """Read `--as`: a seat at the table, `None` for a spectator, and `EVERYTHING` where it is left out."""
    if text is None:
        return EVERYTHING
    if text == SPECTATOR:
        return None
    if not (text.isascii() and text.isdecimal()):
        last = len(header.seats) - 1
        raise out.UsageFault(f"--as {out.clean(text)}: name a seat, 0 to {last}, or {SPECTATOR}")
    seat = int(text[:9])
    require_seat(seat, header)
    return seat


def no_such_ply(ply: int, plies: int) -> out.UsageFault:
    """Give the complaint about a ply that a log with so many plies does not have."""
    return out.UsageFault(f"there is no ply {ply}: the log has plies 0 to {plies - 1}")
