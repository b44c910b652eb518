"""Finding installed plugins: the same as importlib.metadata finds, and quickly where distributions lie in folders."""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from railbook.plugins import installed
from railbook.plugins.installed import Point, by_metadata, plugin_points
from railbook.plugins.project import plugins_of

GROUP = "railbook"
DECLARED = f"# what it has\n[console_scripts]\nlimits = limits:main\n\n[{GROUP}]\nlimits = limits.rules\n"


def distribution(place: Path, folder: str, entry_points: str, metadata: str = "Name: House-Limits\n") -> None:
    """Lay the folder of an installed distribution."""
    home = place / folder
    home.mkdir(parents=True)
    (home / "entry_points.txt").write_text(entry_points, encoding="utf-8")
    file = "PKG-INFO" if folder.endswith(".egg-info") else "METADATA"
    (home / file).write_text(
        f"Metadata-Version: 2.1\n{metadata}\nName: of a text behind the headers\n", encoding="utf-8"
    )


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder that is the only one on the path."""
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    importlib.invalidate_caches()
    return tmp_path


def test_what_is_installed_here_is_found_alike() -> None:
    """Of the environment of these tests both ways give the same points of every group."""
    for group in (GROUP, "console_scripts", "pytest11"):
        assert plugin_points(group) == sorted(by_metadata(group))
    assert "age-of-steam" in {point.name for point in plugin_points(GROUP)}


@pytest.mark.parametrize(
    "folder, text",
    [
        ("house_limits-1.0.dist-info", DECLARED),
        ("house_limits-1.0-py3.11.egg-info", DECLARED),
        ("House.Limits-1.0.dist-info", DECLARED + "more=limits.more:variant [extra]\n  last  =  limits.last  \n"),
        ("house_limits-1.0.dist-info", f"[{GROUP}]\ntwice = limits.one\ntwice = limits.two\n"),
        ("house_limits-1.0.dist-info", "[railbook.other]\nlimits = limits.rules\n"),
        ("house_limits-1.0.dist-info", f"[other]\n{GROUP} = limits\n"),
        ("house_limits-1.0.dist-info", ""),
    ],
    ids=["dist-info", "egg-info", "several", "twice", "other-group", "same-word", "none"],
)
def test_folders_are_read_as_the_specification_says(place: Path, folder: str, text: str) -> None:
    """A distribution in a folder has the points that importlib.metadata finds, with its name as it writes it."""
    distribution(place, folder, text)
    assert plugin_points(GROUP) == sorted(by_metadata(GROUP))
    assert {point.distribution for point in plugin_points(GROUP)} <= {"House-Limits"}


def test_the_first_on_the_path_counts(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a distribution that is installed twice only the first is looked at, whatever it declares."""
    distribution(place / "one", "house_limits-2.0.dist-info", f"[{GROUP}]\nlimits = limits.new\n")
    distribution(place / "two", "House.Limits-1.0.dist-info", DECLARED)
    distribution(place / "two", "dice-1.0.dist-info", f"[{GROUP}]\ndice = dice\n", "Name: dice\n")
    monkeypatch.setattr(sys, "path", [str(place / "nowhere"), str(place / "one"), str(place / "two")])
    assert plugin_points(GROUP) == [Point("dice", "dice", "dice"), Point("limits", "limits.new", "House-Limits")]
    assert plugin_points(GROUP) == sorted(by_metadata(GROUP))


def test_a_distribution_in_an_archive_is_found(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an archive is on the path, importlib.metadata is asked, which can look into it."""
    with ZipFile(place / "limits.zip", "w") as archive:
        archive.writestr("house_limits-1.0.dist-info/entry_points.txt", DECLARED)
        archive.writestr("house_limits-1.0.dist-info/METADATA", "Name: House-Limits\n")
    monkeypatch.setattr(sys, "path", [str(place / "limits.zip")])
    assert plugin_points(GROUP) == [Point("limits", "limits.rules", "House-Limits")]


def test_other_finders_are_asked(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where something else than the path can hold distributions, importlib.metadata is asked."""

    class Elsewhere:
        """A finder of distributions that lie nowhere."""

        @staticmethod
        def find_spec(name: str, path: object = None, target: object = None) -> None:
            """Find no module."""

        @staticmethod
        def find_distributions(_: object) -> list[importlib.metadata.Distribution]:
            """Find what lies in a folder that is not on the path."""
            return [importlib.metadata.PathDistribution(place / "elsewhere" / "house_limits-1.0.dist-info")]

    distribution(place / "elsewhere", "house_limits-1.0.dist-info", DECLARED)
    assert plugin_points(GROUP) == []
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Elsewhere])
    assert plugin_points(GROUP) == [Point("limits", "limits.rules", "House-Limits")]


@pytest.mark.parametrize(
    "value", ["railbook.rules.types:Visible.OWNER", "railbook.rules.types : Visible.OWNER [extra]"]
)
def test_a_point_may_name_an_object(value: str) -> None:
    """Behind a colon stands what in a module is meant."""
    from railbook.rules.types import Visible

    assert Point("point", value).load() is Visible.OWNER


def test_a_point_may_name_a_module() -> None:
    """Without a colon the module is meant."""
    assert Point("point", "railbook.plugins.installed").load() is installed


@pytest.mark.parametrize(
    "text",
    [
        '[tool.railbook]\nplugins = ["mine.py"]',
        '[ tool . "railbook" ]\nplugins = ["mine.py"]',
        "[tool.'railbook']\nplugins = ['mine.py']",
        '["tool".railbook]\nplugins = ["mine.py"]',
        '["to\\u006fl".railbook]\nplugins = ["mine.py"]',
        '[tool."r\\U00000061ilbook"]\nplugins = ["mine.py"]',
        '[tool]\nrailbook.plugins = ["mine.py"]',
        '[ "tool" ]\nrailbook = {plugins = ["mine.py"]}',
        'tool.railbook.plugins = ["mine.py"]',
        '"tool" . railbook = {plugins = ["mine.py"]}',
        'tool = {railbook = {plugins = ["mine.py"]}}',
    ],
)
def test_settings_are_found_however_they_are_written(tmp_path: Path, text: str) -> None:
    """`[tool.railbook]` may be written in any way that TOML has; only a file without it is passed over."""
    settings = tmp_path / "pyproject.toml"
    settings.write_text(text, encoding="utf-8")
    assert plugins_of(settings) == ["mine.py"]
