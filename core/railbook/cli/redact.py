"""`railbook redact`: a log for one seat, in which all that this seat cannot know is unknown; or the proof of one."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli import out
from railbook.cli.logs import Viewer, replaying, require_file, viewer_of
from railbook.cli.options import Plugins, registry

if TYPE_CHECKING:
    from railbook.audit.replay import Replay


GZIP = 31
"""What tells zlib to write a file as gzip does, with the largest window."""


def redact(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A recorded game; - is standard input.")],
    seat: Viewer = None,
    output: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write the redacted log; .gz packs it.")
    ] = None,
    check: Annotated[
        str | None,
        typer.Option("--check", metavar="REDACTED", help="Redact LOG again and compare: is REDACTED what it gives?"),
    ] = None,
    plugins: Plugins = None,
) -> None:
    """Write what a seat could know of a game as a log of its own, or check such a log against the whole one."""
    from railbook.audit.replay import Replay
    from railbook.corpus.places import name_of

    if seat is None:
        raise out.UsageFault("say for whom: --as SEAT, or --as spectator")
    if (output is None) == (check is None):
        raise out.UsageFault("choose --out FILE to write a redacted log, or --check REDACTED to compare one")
    if check is not None:
        require_file(check)
        if check == log == "-":
            raise out.UsageFault("only one of both logs can be standard input")
    with replaying(log):
        game = Replay(log, registry(plugins), name_of(log))
    viewer = viewer_of(seat, game.header)
    with replaying(log):
        if check is not None:
            raise typer.Exit(_check(game, viewer, check))
        assert output is not None
        _write(game, viewer, output)


def _write(game: Replay, viewer: int | None, output: Path) -> None:
    from railbook.audit.redact import redacted
    from railbook.log.writer import write_whole

    lines = redacted(game, viewer)
    write_whole(output, _packed(lines) if output.suffix == ".gz" else lines)


def _packed(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Pack lines as they come, without the time of packing: the same game gives the same bytes."""
    packer = zlib.compressobj(9, wbits=GZIP)
    yield from (packer.compress(line) for line in lines)
    yield packer.flush()


def _check(game: Replay, viewer: int | None, path: str) -> int:
    """Say whether a redacted log is what the whole one gives; gives the exit code."""
    from railbook.audit.redact import compare, redacted
    from railbook.log.reader import raw_lines

    agree, difference = compare(redacted(game, viewer), raw_lines(path))
    name, whole = out.clean(path), out.clean(game.name)
    who = "a spectator" if viewer is None else f"seat {viewer}"
    if difference is None:
        out.say(f"{name} is what {who} can know of {whole}: all {agree} lines are the same")
        return 0
    if difference.there is None and agree:
        out.say(f"{name} is what {who} could know of {whole} so far: its {agree} lines are the same, more follow")
        return 0
    out.say(f"{name} is not what {who} can know of {whole}: line {difference.line} differs")
    for title, line in (("due", difference.made), ("there", difference.there)):
        out.say(
            f"    {title}: {'nothing' if line is None else out.clean(line.decode(errors='backslashreplace'))[:400]}"
        )
    return 1
