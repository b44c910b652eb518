"""Keys that nobody knows before the end of a game: made at random, committed to by a hash, revealed at last."""

from __future__ import annotations

import hashlib

KEY_SIZE = 32
"""Bytes of a key."""

_PERSON = b"railbook-commit"


def new_key() -> bytes:
    """Make a key that nobody can guess."""
    import secrets

    return secrets.token_bytes(KEY_SIZE)


def new_salt() -> str:
    """Make the salt of a log without an open seed: random by itself, so that it says nothing about the key."""
    import secrets

    return secrets.token_hex(16)


def commitment_of(key: bytes) -> str:
    """Give the commitment to a key: BLAKE2b-256 of its bytes, personalised `railbook-commit`, as hexadecimal digits."""
    return hashlib.blake2b(key, digest_size=32, person=_PERSON).hexdigest()
