"""The chain of digests: each line's digest covers the line's canonical form and the digest before it."""

from __future__ import annotations

import hashlib
from binascii import hexlify

DIGEST_SIZE = 16
"""Bytes of a digest (BLAKE2b-128)."""


class Chain:
    """The running digest of a log, keyed with the salt of its header."""

    __slots__ = ("_keyed", "_last")

    def __init__(self, salt: str, last: str = "") -> None:
        self._keyed = hashlib.blake2b(digest_size=DIGEST_SIZE, key=bytes.fromhex(salt))
        self._last = bytes.fromhex(last)

    @property
    def last(self) -> str:
        """The digest before, in hexadecimal digits; empty before the header."""
        return self._last.hex()

    @last.setter
    def last(self, digest: str) -> None:
        self._last = bytes.fromhex(digest)

    def link(self, body: bytes) -> str:
        """Chain one line, given as its canonical form without digest and time; gives its digest."""
        digest = self._keyed.copy()
        digest.update(self._last + body)
        self._last = digest.digest()
        return self._last.hex()

    def follow(self, body: bytes, said: bytes) -> bool:
        """Chain one line if its digest, in hexadecimal digits, is what is said; else leave the chain as it is."""
        digest = self._keyed.copy()
        digest.update(self._last + body)
        due = digest.digest()
        if hexlify(due) != said:
            return False
        self._last = due
        return True
