"""Plies that stand in a row: their lines are collected, to be read, compared and chained several at a time.

Each kind of work is done for all of them before the next: a processor is quick at what it has just done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from railbook.log.canonical import Codec, end_of_ply
from railbook.log.chain import Chain
from railbook.log.reader import FileFault, RawLine
from railbook.log.records import Claim, Ply

AT_ONCE = 32
"""Lines that stand in a row and are worked on together, as far as that is possible."""

MOST_AT_ONCE = 2**20
"""Bytes of lines that are worked on together."""


class Stretch:
    """Lines that may be plies in canonical form, one behind the other.

    Nothing is known of them yet: what is asked of them all is answered with no, or with nothing, if one of them is
    anything else. Who asks looks at them one by one then.
    """

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.lines: list[RawLine] = []
        self.full = False
        """So many lines, or so long ones, that they are to be worked on now."""
        self._bodies: list[bytes] = []
        self._said: list[bytes] = []
        self._size = 0

    def takes(self, line: RawLine) -> bool:
        """Add a line, unless it is plainly no ply in canonical form."""
        raw = line.raw
        cut = end_of_ply(raw)
        if cut < 0 or line.dressed:
            return False
        self.lines.append(line)
        self._bodies.append(raw[:cut] + b"}")
        self._said.append(raw[cut + 11 : cut + 43])
        self._size += len(raw)
        self.full = len(self.lines) >= AT_ONCE or self._size >= MOST_AT_ONCE
        return True

    @property
    def raw(self) -> list[bytes]:
        """The lines as they stand in the file."""
        return [line.raw for line in self.lines]

    @property
    def digests(self) -> list[str]:
        """The digests that stand in the lines."""
        return [said.decode() for said in self._said]

    def claims(self) -> list[Claim[Any]] | None:
        """Read the plies, but for what followed."""
        return self.codec.claims(self._bodies)

    def plies(self) -> list[Ply[Any, Any]] | None:
        """Read the plies whole."""
        return self.codec.plies(self._bodies)

    def is_written(self, plies: Sequence[Ply[Any, Any]], chain: Chain) -> bool:
        """Tell whether the lines are, byte for byte, those of plies with the digests that are due; then chain them."""
        before = chain.last
        if self.codec.are_written(plies, self._bodies) and all(map(chain.follow, self._bodies, self._said)):
            return True
        chain.last = before
        return False


def in_stretches(
    lines: Iterable[RawLine], codec: Codec, wanted: Callable[[RawLine], bool]
) -> Iterator[tuple[Stretch, RawLine | None]]:
    """Give lines as stretches of those that are wanted, each with the line behind it that does not belong there.

    None stands behind a stretch that is full, nor behind the last one; a stretch may be empty. At a `FileFault` what
    was collected comes before it is raised.
    """
    stretch = Stretch(codec)
    try:
        for line in lines:
            taken = wanted(line) and stretch.takes(line)
            if taken and not stretch.full:
                continue
            yield stretch, None if taken else line
            stretch = Stretch(codec)
    except FileFault:
        yield stretch, None
        raise
    yield stretch, None
