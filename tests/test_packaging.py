"""Folders, wheel packages, entry points and data files agree, so that no plugin is forgotten when we ship.

An editable install sees every folder and would hide it. `tox -e py` runs these tests against the built wheel; in an
editable install they ask the build backend which files it would put into one.
"""

import json
import tomllib
from importlib.machinery import PathFinder
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES: list[str] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
ENTRY_POINTS: dict[str, str] = PROJECT["project"]["entry-points"]["railbook"]

each_package = pytest.mark.parametrize("package", PACKAGES)


def source_folders(root: str) -> set[str]:
    """Give the folders with Python code right under a source root, as paths from the project root."""
    folders = (path for path in (ROOT / root).iterdir() if path.is_dir())
    return {f"{root}/{folder.name}" for folder in folders if any(folder.rglob("*.py"))}


def is_editable(installed: Distribution) -> bool:
    """Tell whether the distribution is installed as a link to its sources."""
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    return bool(origin.get("dir_info", {}).get("editable", False))


@pytest.fixture(scope="module")
def installed() -> Distribution:
    """Give the installed distribution under test."""
    return distribution("railbook")


@pytest.fixture(scope="module")
def shipped(installed: Distribution) -> set[str]:
    """Give the files in the wheel, as paths from the folder it is installed in, without its metadata."""
    if is_editable(installed):
        return {str(file.distribution_path) for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    files = {file.as_posix() for file in installed.files or ()}
    return {file for file in files if not file.startswith(("../", "railbook-")) and "__pycache__" not in file}


def test_every_source_folder_is_a_wheel_package() -> None:
    """The wheel's list of packages names each folder under core/ and plugins/, and no other."""
    assert set(PACKAGES) == source_folders("core") | source_folders("plugins")


def test_every_plugin_has_an_entry_point() -> None:
    """Each folder under plugins/ is registered once, by its module `plugin`."""
    plugins = sorted(f"{folder.removeprefix('plugins/')}.plugin" for folder in source_folders("plugins"))
    assert sorted(ENTRY_POINTS.values()) == plugins


def test_installed_entry_points_are_the_declared_ones(installed: Distribution) -> None:
    """What is installed registers what pyproject.toml declares."""
    registered = {entry.name: entry.value for entry in installed.entry_points.select(group="railbook")}
    assert registered == ENTRY_POINTS, "declared since the last install? pip install -e ."


def test_nothing_but_the_packages_is_shipped(shipped: set[str]) -> None:
    """The wheel installs its packages and no further top folder such as tests or core."""
    assert {file.partition("/")[0] for file in shipped} == {Path(package).name for package in PACKAGES}


@each_package
def test_code_and_data_are_shipped(package: str, shipped: set[str]) -> None:
    """Every module, TOML and JSON file, template and typing mark in the sources of a package is in the wheel."""
    folder = ROOT / package
    sources = {file.relative_to(folder.parent).as_posix() for file in folder.rglob("*") if file.suffix != ".pyc"}
    wanted = {file for file in sources if file.endswith((".py", ".toml", ".json", ".tmpl", ".txt", "/py.typed"))}
    assert wanted <= shipped


@each_package
def test_types_are_announced(package: str, shipped: set[str]) -> None:
    """Each package carries py.typed, so that type checkers of its users read its annotations."""
    assert f"{Path(package).name}/py.typed" in shipped


@each_package
def test_imports_come_from_what_is_installed(package: str, installed: Distribution) -> None:
    """Tests import the installed package, which is the checkout only in an editable install."""
    name = Path(package).name
    spec = PathFinder.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    home = ROOT / package if is_editable(installed) else Path(str(installed.locate_file(name)))
    assert Path(spec.origin).resolve() == home.resolve() / "__init__.py"
