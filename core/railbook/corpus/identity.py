"""What a result follows from besides the log: the task, the versions of all that is installed, and the limits."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from railbook.corpus.tasks import Task
from railbook.log.limits import VARIABLE, read_limits
from railbook.log.reader import FileFault, opened
from railbook.plugins.registry import Registry

PIECE = 2**18
"""Bytes that are read at once."""


def identity(task: Task[Any, Any], registry: Registry) -> str:
    """Give a digest that differs where another task, other rules or other limits could give another result.

    How many processes work, where, and for how long at most, makes no difference.
    """
    known = {
        "railbook": importlib.metadata.version("railbook"),
        "task": task.name,
        "parameters": task.parameters(),
        "games": {game.id: game.version for game in registry.games().values()},
        "variants": {name: layer.version for name, layer in registry.variants().items()},
        "distributions": {name: _version(name) for name in sorted(registry.distributions())},
        "plugins": [_of_plugin(name) for name in task.plugins],
        "limits": read_limits(os.environ.get(VARIABLE, "")),
    }
    return hashlib.blake2b(msgspec.json.encode(known, order="sorted"), digest_size=8).hexdigest()


def content_of(path: str) -> tuple[int, str]:
    """Give the bytes of a file and their digest; of what cannot be read, or only once, 0 and nothing."""
    if path == "-":
        return 0, ""
    found, size = hashlib.blake2b(digest_size=16), 0
    try:
        with opened(path) as stream:
            while piece := stream.read(PIECE):
                found.update(piece)
                size += len(piece)
    except (FileFault, OSError):
        return 0, ""
    return size, found.hexdigest()


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""  # that of a file which the user named


def _of_plugin(name: str) -> tuple[str, str]:
    """Give the name of a plugin that the user named, without its folder, and the digest of its file."""
    if name.endswith(".py"):
        return Path(name).name, content_of(name)[1]
    file = getattr(sys.modules.get(name), "__file__", None)
    return name, content_of(file)[1] if file else ""
