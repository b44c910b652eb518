"""Maps and tiles that are read at each start: the wheel has them as JSON, which says what the TOML files say."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from railbook.plugins.quick_data import json_of
from railbook_age_of_steam.maps import installed_map as installed_hexes
from railbook_age_of_steam.maps import load_map as load_hexes
from railbook_ticket_to_ride.maps import installed_map, load_map, map_digest
from tests.test_packaging import is_editable

PLUGINS = Path(str(files("railbook_age_of_steam"))).parent
FILES = sorted(file.relative_to(PLUGINS).as_posix() for file in PLUGINS.glob("railbook_*/*.toml"))


@pytest.mark.parametrize("file", FILES)
def test_json_says_what_toml_says(file: str) -> None:
    """A wheel has each TOML file as JSON too, with the entries in their order; an editable install has none."""
    package, _, name = file.partition("/")
    data = json_of(package, name.removesuffix(".toml"))
    if is_editable(distribution("railbook")):
        assert data is None
    else:
        assert data is not None
        values = tomllib.loads((PLUGINS / file).read_text(encoding="utf-8"))
        assert json.dumps(json.loads(data)) == json.dumps(values)


@pytest.mark.parametrize("package", ["railbook_usa", "railbook_europe", "railbook_old_west"])
def test_an_installed_map_is_that_of_its_toml_file(package: str) -> None:
    """A board is installed as its `map.toml` says (TTR-G4, TTR-G10), with the digest by which logs find it."""
    installed, written = installed_map(package), load_map(PLUGINS / package / "map.toml")
    assert (installed, map_digest(installed)) == (written, map_digest(written))
    assert list(installed.routes) == list(written.routes)


def test_the_installed_hexes_are_those_of_their_toml_file() -> None:
    """The Rust Belt is installed as its TOML file says (AOS-U3), with the digest by which logs find it."""
    installed, written = installed_hexes("rust_belt"), load_hexes(PLUGINS / "railbook_age_of_steam" / "rust_belt.toml")
    assert (installed.data, installed.digest) == (written.data, written.digest)


def test_a_board_with_nothing_but_toml_is_read_from_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of a board needs no JSON file: its `map.toml` is read and checked."""
    folder = tmp_path / "board_of_mine"
    folder.mkdir()
    (folder / "__init__.py").touch()
    text = (PLUGINS / "railbook_usa" / "map.toml").read_text(encoding="utf-8")
    (folder / "map.toml").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert msgspec.json.encode(installed_map("board_of_mine")) == msgspec.json.encode(installed_map("railbook_usa"))
