"""How a check of the suite fails: which game, which seats, which seed, which ply, and what is wrong."""

from __future__ import annotations


class Fault(AssertionError):
    """Something that a game or variant must not do; as text one paragraph that says where and what."""


def shorter(thing: object, most: int = 400) -> str:
    """Give a thing as text that fits into a message."""
    text = " ".join(str(thing).split())
    return text if len(text) <= most else f"{text[:most]}…"
