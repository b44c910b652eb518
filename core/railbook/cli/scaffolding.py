"""The files of a new repository for a variant or a game, from templates, with a game recorded on the spot."""

from __future__ import annotations

import importlib.util
import json
import keyword
import re
import shutil
import tempfile
from collections.abc import Mapping
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import url2pathname

from railbook.cli.out import UsageFault
from railbook.engine.core_layer import CORE

if TYPE_CHECKING:
    from railbook.plugins.registry import Registry

FILES = {
    "variant": {"rule.py": "src/@module@/__init__.py", "test_rule.py": "tests/test_@module@.py"},
    "game": {"rules.py": "src/@module@/__init__.py", "test_game.py": "tests/test_@module@.py"},
}
"""The templates of each kind that have another name in the repository."""

COMMON = {"gitignore": ".gitignore", "tox.ini": "tox.ini", "workflow.yml": ".github/workflows/ci.yml"}
"""The templates that both kinds share."""

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

LONGEST = 40
"""Letters of a name: it stands in front of every rule id."""


def check_name(kind: str, name: str, registry: Registry) -> None:
    """Refuse a name that cannot be an id, a distribution and a module, or that is taken: raises `UsageFault`."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise UsageFault(
            f"{name!a} is no name for a {kind}: choose small letters, digits and single dashes, such as my-rule, "
            f"at most {LONGEST} of them"
        )
    module = name.replace("-", "_")
    there = importlib.util.find_spec(module)  # a mere folder of the name has no origin
    if keyword.iskeyword(module) or module == "tests" or (there is not None and there.origin is not None):
        raise UsageFault(f"{name!r} would be a module {module!r}, which is taken already: choose another name")
    taken = registry.variants() if kind == "variant" else registry.games()
    if name in taken:
        raise UsageFault(f"there is a {kind} {name!r} already: choose another name")
    if module.startswith("railbook") or name == CORE.name or name in registry.distributions():
        raise UsageFault(f"{name!r} is the name of something installed: choose another name")


GAME_OF_VARIANT = "game.txt"
"""The file beside the templates of a variant that names the game they are written for."""


def write_repository(kind: str, name: str, folder: Path) -> None:
    """Write a repository into a new folder; it appears whole or not at all. Raises `UsageFault` or `NotInstalled`."""
    game = name
    if kind == "variant":
        game = (files("railbook") / "scaffold" / kind / GAME_OF_VARIANT).read_text(encoding="utf-8").strip()
    words = {
        "name": name,
        "module": name.replace("-", "_"),
        "class": "".join(part.capitalize() for part in [*name.split("-"), "options"]),
        "title": name.replace("-", " ").capitalize(),
        "game": game,
        "railbook": distribution("railbook").version,
        "source": railbook_source(),
    }
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{name}-"))
    except OSError as error:
        raise UsageFault(f"{folder} cannot be made: {error.strerror or error}") from None
    try:
        _write_templates(kind, made, words)
        _record(kind, name, made, game)
        made.chmod(0o755)
        made.rename(folder)
    except OSError as error:
        raise UsageFault(f"{folder} cannot be written: {error.strerror or error}") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _write_templates(kind: str, folder: Path, words: Mapping[str, str]) -> None:
    for part, names in (("common", COMMON), (kind, FILES[kind])):
        for template in (files("railbook") / "scaffold" / part).iterdir():
            plain = template.name.removesuffix(".tmpl")
            if plain == GAME_OF_VARIANT:
                continue
            path = folder / _filled(names.get(plain, plain), words)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_filled(template.read_text(encoding="utf-8"), words), encoding="utf-8", newline="\n")
    (folder / "src" / words["module"] / "py.typed").touch()


def _filled(text: str, words: Mapping[str, str]) -> str:
    return re.sub(r"@(\w+)@", lambda found: words.get(found[1], found[0]), text)


def _record(kind: str, name: str, folder: Path, game: str) -> None:
    """Record a game between bots with the new plugin, as the tests of the repository will find it."""
    from railbook.log.writer import write_whole
    from railbook.plugins.registry import Registry
    from railbook.recording.simulation import Table, play

    registry = Registry.installed()
    registry.add_file(folder / "src" / name.replace("-", "_") / "__init__.py", name)
    seats = ["greedy", "greedy"] if kind == "variant" else ["random", "random"]
    chosen = [registry.variant(name)] if kind == "variant" else []
    (folder / "replays").mkdir()
    write_whole(folder / "replays" / f"{name}.jsonl", play(Table.of(registry, game, seats, chosen), 1))


def railbook_source() -> str:
    """Say what pip must be asked for to get this very railbook: its name, or where it was installed from."""
    installed = distribution("railbook")
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    url = str(origin.get("url", ""))
    if url.startswith("file:"):
        there = Path(url2pathname(urlsplit(url).path)).exists()
        return f"railbook @ {url}" if there else "railbook"
    if "vcs_info" in origin:
        return f"railbook @ {origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"
    return "railbook"
