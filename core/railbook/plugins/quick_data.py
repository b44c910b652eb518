"""Finds what the wheel has of a package's TOML files as JSON, which is read at each start."""

from __future__ import annotations

from pkgutil import get_data  # quicker to import than importlib.resources


def json_of(package: str, stem: str) -> bytes | None:
    """Give the JSON that says what `stem.toml` of a package says; `None` where none was made: then read the TOML.

    Railbook's own wheel has them for maps and tiles. They were valid when it was built: a test compares.
    """
    try:
        return get_data(package, f"{stem}.json")
    except OSError:
        return None


def toml_of(package: str, stem: str) -> bytes:
    """Give a TOML file of a package."""
    data = get_data(package, f"{stem}.toml")
    assert data is not None  # every loader of packages with files can read them
    return data
