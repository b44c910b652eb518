"""Reads what lies elsewhere, by an address such as `s3://bucket/game.jsonl`, under the same limits as a file here."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from railbook.log.patient import FileFault, Patient

if TYPE_CHECKING:
    from pathlib import Path

_ADDRESS = r"(?i)[a-z][a-z0-9+.-]*(?:::[a-z][a-z0-9+.-]*)*://"


def is_address(path: Path | str) -> bool:
    """Tell whether a place lies elsewhere: it has a scheme, and no file here is called so."""
    text = str(path)
    if "://" not in text:
        return False
    import re

    return re.match(_ADDRESS, text) is not None and not os.path.lexists(text)


def found_at(address: str, suffixes: Sequence[str]) -> list[tuple[str, str, int | None]] | None:
    """Give the files below a folder or those that fit a pattern: address, name and bytes, in order of their names.

    `None` where the address is neither. Raises `FileFault`.
    """
    from pathlib import PurePosixPath

    system, path = _system_of(address)
    folder = ""
    try:
        if any(character in path for character in "*?["):
            found = system.glob(path, detail=True)
        elif system.isdir(path):
            found = system.find(path, detail=True)
            folder = path.rstrip("/")
        else:
            return None
    except Exception as error:  # noqa: BLE001 - each file system has faults of its own
        raise FileFault(f"{address} cannot be listed: {_said(error)}") from None
    before, chained, _ = address.partition("://")[0].rpartition("::")
    files = []
    for one, about in found.items():
        if about.get("type") == "file" and one.endswith(tuple(suffixes)):
            inside = one.removeprefix(folder).lstrip("/")
            name = f"{PurePosixPath(folder).name}/{inside}" if folder else PurePosixPath(one).name
            files.append((before + chained + system.unstrip_protocol(one), name, about.get("size")))
    return sorted(files)


class Remote(Patient):
    """A file elsewhere as a stream of bytes; raises `FileFault` where it cannot be had."""

    def __init__(self, address: str) -> None:
        io.RawIOBase.__init__(self)
        self.taken = 0
        self._most: int | None = None
        self._handle = -1
        self._size = None
        self._pipe = False
        system, path = _system_of(address)
        try:
            self._file: Any = system.open(path, "rb")
        except Exception as error:  # noqa: BLE001 - each file system has faults of its own
            raise FileFault(f"cannot be opened: {_said(error)}") from None

    def _take(self, most: int) -> bytes:
        try:
            data: bytes = self._file.read(most)
        except Exception as error:  # noqa: BLE001 - each file system has faults of its own
            raise FileFault(f"cannot be read: {_said(error)}") from None
        return data

    def close(self) -> None:
        """Let go of the file."""
        if not self.closed and hasattr(self, "_file"):
            self._file.close()
        super().close()


def _system_of(address: str) -> tuple[Any, str]:
    """Give the file system of an address, and the path in it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise FileFault(f"{address} needs fsspec: pip install 'railbook[fsspec]'") from None
    try:
        system, path = url_to_fs(address)
    except Exception as error:  # noqa: BLE001 - an unknown scheme, a library that it needs, a password that is wrong
        raise FileFault(f"{address} cannot be used: {_said(error)}") from None
    return system, path


def _said(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
