"""The key of a running game, in a file beside its log that only its owner can read; gone when the log reveals it."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from pathlib import Path

from railbook.chance import commitment_of
from railbook.log.writer import OutputFault, output_fault, put, sync_folder

SUFFIX = ".key"
"""What is put behind the name of the log."""

PRIVATE = 0o600
_OTHERS = 0o077
_KEY = re.compile(rb"([0-9a-f]{64})\n?")
_ENOUGH = 100  # bytes that are read: more than a key file has


class KeyFault(ValueError):
    """A key that a game cannot go on with: why, and the remedy, in one line."""


def key_path(log: Path) -> Path:
    """Say where the key of a log lies while the game runs."""
    return log.with_name(log.name + SUFFIX)


def keep_key(log: Path, key: bytes) -> None:
    """Put the key of a log on disk, before that log, into a new file; raises `OutputFault`, and then there is none.

    A file that is there already stays: it may be all that a running game has.
    """
    path = key_path(log)
    if os.path.lexists(log):
        raise output_fault(log, FileExistsError())
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    except FileExistsError:
        raise OutputFault(
            f"{path} exists, and may be the key of a game whose log was moved: choose another name for this one"
        ) from None
    except OSError as error:
        raise output_fault(log, error) from None
    try:
        try:
            put(handle, key.hex().encode() + b"\n")
        finally:
            os.close(handle)
        sync_folder(path.parent)
    except OSError as error:
        forget_key(log)
        raise output_fault(log, error) from None


def read_key(log: Path, commitment: str) -> bytes:
    """Give the key that a log is committed to; raises `KeyFault`. Links are not followed."""
    path = key_path(log)
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        raise KeyFault(
            f"{log} cannot go on, its key is lost: without {path.name} nobody knows what comes; what is recorded stays"
        ) from None
    except OSError as error:
        why = "is a link" if path.is_symlink() else error.strerror
        raise KeyFault(f"{log} cannot go on: its key {path.name} cannot be read: {why}") from None
    try:
        mode = os.fstat(handle).st_mode
        text = os.read(handle, _ENOUGH) if stat.S_ISREG(mode) else b""
    finally:
        os.close(handle)
    if not stat.S_ISREG(mode):
        raise KeyFault(f"{log} cannot go on: {path.name} is no file")
    if os.name == "posix" and mode & _OTHERS:
        raise KeyFault(
            f"{log} cannot go on: others can read its key, which tells all that comes; "
            f"if nobody did, chmod 600 {path.name}"
        )
    found = _KEY.fullmatch(text)
    if found is None:
        raise KeyFault(f"{log} cannot go on: {path.name} holds no key of 64 hexadecimal digits")
    key = bytes.fromhex(found[1].decode())
    if commitment_of(key) != commitment:
        raise KeyFault(f"{log} cannot go on: {path.name} holds another key than the one that the log is committed to")
    return key


def forget_key(log: Path) -> None:
    """Remove a key that is of no use any more; where that fails, it does no harm either."""
    with contextlib.suppress(OSError):
        os.unlink(key_path(log))
        sync_folder(log.parent)
