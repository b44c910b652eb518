"""Seals: what fixes a log as it stands, to be published or signed: the digest of its last line, and their number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from railbook.log.canonical import LineFault, body_of, read_strictly
from railbook.log.reader import FileFault, whole_file
from railbook.log.records import Hex

if TYPE_CHECKING:
    from pathlib import Path

_SEAL = r"(?:([1-9][0-9]{0,17}):)?([0-9a-f]{32})"  # a text: it is compiled where a seal is read
_SIGNED = "railbook-seal-1\n"


class SealFault(ValueError):
    """A seal, key or signature that cannot be used: why, and the remedy, in one line."""


class Seal(msgspec.Struct, frozen=True):
    """The digest of a log's last chained line, and how many chained lines there are; 0 where that is not told.

    `fault` says why the seal itself is worth nothing, such as a signature by another key.
    """

    digest: str
    lines: int = 0
    fault: str = ""

    def __str__(self) -> str:
        return f"{self.lines}:{self.digest}" if self.lines else self.digest

    def signed_bytes(self) -> bytes:
        """Give what is signed: lines of ASCII that no other use of the key can mean."""
        return f"{_SIGNED}{self.lines}\n{self.digest}\n".encode()


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="seal"):
    """A signature file: a seal and its Ed25519 signature. It holds no key, since a forger would put his own there."""

    format: Literal[1]
    algorithm: Literal["ed25519"]
    lines: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    digest: Hex
    signature: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{128}$", max_length=128)]


def read_seal(text: str) -> Seal:
    """Read a published seal, `93:82931d...`, or a bare digest; raises `SealFault`."""
    found = re.fullmatch(_SEAL, text.strip())
    if found is None:
        raise SealFault(
            f"{text[:60]!r} is no digest: write 32 hexadecimal digits, with the number of lines and : before"
        )
    return Seal(found[2], int(found[1] or 0))


def written(seal: Seal, signature: bytes) -> bytes:
    """Give the content of a signature file."""
    return body_of(Signed(1, "ed25519", seal.lines, seal.digest, signature.hex())) + b"\n"


def read_signed(path: Path | str) -> tuple[Seal, bytes]:
    """Read a signature file, which proves nothing as yet; raises `SealFault`."""
    try:
        signed = msgspec.convert(read_strictly(whole_file(path)), Signed)
    except FileFault as fault:
        raise SealFault(f"{path} {fault}") from None
    except (LineFault, msgspec.ValidationError) as fault:
        raise SealFault(f"{path} is no signature of `railbook seal`: {fault}") from None
    return Seal(signed.digest, signed.lines), bytes.fromhex(signed.signature)


class Watch:
    """Sees the chained lines of a log go by, and can say then in what it is not the log that was sealed."""

    def __init__(self, seal: Seal | None) -> None:
        self.seal = seal
        self.lines = 0
        self.last = ""
        self.line = 0
        """The line of the file that has the sealed digest."""
        self._at = 0  # the same, counted without comments
        self._there = ""  # the digest of the line that was the last one when the log was sealed

    def see(self, digest: str, line: int) -> None:
        """Take the digest of the next chained line, which stands in that line of the file."""
        self.lines, self.last = self.lines + 1, digest
        if self.seal is not None and digest == self.seal.digest:
            self._at, self.line = self.lines, line
        if self.seal is not None and self.lines == self.seal.lines:
            self._there = digest

    def difference(self) -> str:
        """Say in what the log is not the sealed one; empty where it is, or where nothing was sealed."""
        seal, lines, at = self.seal, self.lines, self._at
        if seal is None or seal.fault:
            return seal.fault if seal else ""
        if at and seal.lines not in (0, at):
            return f"the sealed digest is that of line {at}, not of line {seal.lines}: the seal is a wrong one"
        if at and at == lines:
            return ""
        if at:
            return f"the log has grown since: the seal is that of line {at} of {lines} (comments are not counted)"
        if seal.lines > lines:
            return f"the log is shorter than the sealed one, or another game: it has {lines} lines of {seal.lines}"
        if self._there:
            return f"another game, or one that was changed: line {seal.lines} of {lines} has another digest"
        return f"another game, or one that was changed or cut off: none of {lines} lines has that digest"
