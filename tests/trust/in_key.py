"""Forgeries of a game that is committed to a key: of the key, of the commitment, and of what should follow from it."""

from __future__ import annotations

from functools import partial

from railbook.chance import commitment_of
from tests.trust import in_chance, in_play
from tests.trust.catalogue import KEYS, forgery
from tests.trust.forge import Forged

of_key = partial(forgery, into=KEYS)

OWN_KEY = b"\xab" * 32
"""The key of a forger."""


@of_key("key-false", "another key revealed")
def key_false(log: Forged) -> None:
    """The end line shows a key that somebody made up."""
    log.end["key"] = OWN_KEY.hex()


@of_key("key-withheld", "the key taken out of the end line")
def key_withheld(log: Forged) -> None:
    """The game is over, and nobody shows the key."""
    del log.end["key"]


@of_key("commitment", "an edited commitment")
def commitment(log: Forged) -> None:
    """The header commits to a key of the forger, while the end line reveals the right one."""
    log.header["chance"]["commitment"] = commitment_of(OWN_KEY)


@of_key("key-and-commitment", "a key of the forger's own, in commitment and end line")
def key_and_commitment(log: Forged) -> None:
    """Key and commitment fit one another, and not the game."""
    log.end["key"] = OWN_KEY.hex()
    log.header["chance"]["commitment"] = commitment_of(OWN_KEY)


@of_key("seed-and-commitment", "a seed beside the commitment")
def seed_and_commitment(log: Forged) -> None:
    """The header says two things from which outcomes follow."""
    log.header["chance"]["seed"] = 3


@of_key("commitment-removed", "the scheme changed to `none`, commitment and key taken out")
def commitment_removed(log: Forged) -> None:
    """Without its key, the log proves no more than one that never had any."""
    del log.end["key"]
    log.header["chance"] = {"scheme": "none"}


@of_key("partial-committed", "the key taken out, the header says `partial`, and a card drawn that is never missed")
def partial_committed(log: Forged) -> None:
    """Whoever recorded the game is said not to have known everything, and so not to have the key."""
    in_chance.draw(log)
    del log.end["key"]
    log.header["partial"] = True


@of_key("salt-committed", "an edited salt under a commitment")
def salt_committed(log: Forged) -> None:
    """The chain is keyed otherwise; salt and key have nothing to do with one another."""
    log.header["salt"] = "00" * 16


@of_key("draw-committed", "another card in a blind draw, in outcome and event; the card is never missed", "LOG-06")
def draw_committed(log: Forged) -> None:
    """A seat drew what it did not draw."""
    in_chance.draw(log)


@of_key("draw-in-progress", "the same in a game in progress, whose key is secret")
def draw_in_progress(log: Forged) -> None:
    """A seat drew what it did not draw, and nobody can tell yet."""
    log.entries.pop()
    in_chance.draw(log)


@of_key("action-by-key", "another action in a ply, and all that follows played on by whoever has the key")
def action_by_key(log: Forged) -> None:
    """The keeper of the key plays on until he likes the game."""
    in_play.action_rerecorded(log)


@of_key("rerecorded-by-key", "the whole file recorded again with another key")
def rerecorded_by_key(log: Forged) -> None:
    """The keeper of the key makes another one, and another game."""
    in_play.rerecorded(log)
