"""The chain of digests: each line's digest covers the line's canonical form and the digest before it."""

from __future__ import annotations

import hashlib

DIGEST_SIZE = 16
"""Bytes of a digest (BLAKE2b-128)."""


class Chain:
    """The running digest of a log, keyed with the salt of its header.

    `last` is the digest before, in hexadecimal digits; empty before the header.
    """

    __slots__ = ("_salt", "last")

    def __init__(self, salt: str, last: str = "") -> None:
        self._salt = bytes.fromhex(salt)
        self.last = last

    def link(self, body: bytes) -> str:
        """Chain one line, given as its canonical form without digest and time; gives its digest."""
        before = bytes.fromhex(self.last)
        self.last = hashlib.blake2b(before + body, digest_size=DIGEST_SIZE, key=self._salt).hexdigest()
        return self.last
