"""The registry: loads plugins, each once, and answers what games, variants, maps and bots there are."""

from __future__ import annotations

import functools
import importlib
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pluggy

from railbook.log.reader import FileFault, whole_file
from railbook.plugins import hookspecs
from railbook.plugins.importers import Importer
from railbook.plugins.installed import plugin_points
from railbook.rules.compose import Chosen
from railbook.rules.game import Bot, Game, GameMap, MapFault
from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import OptionValue

if TYPE_CHECKING:
    from pathlib import Path

MAP_SUFFIX = ".toml"
"""How the name of a map file ends; any other word is the id of an installed map."""

NAMED = "railbook_named_"
"""How the names of modules begin that were loaded from files which the user named."""


class PluginFault(ValueError):
    """A plugin that cannot be loaded: its name and what is wrong, in one line."""


class NotInstalled(LookupError):
    """A game, variant, map or version that no loaded plugin has; `kind` is the kind of finding it makes."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Found(msgspec.Struct, frozen=True):
    """Something that a plugin contributed, with the distribution and the plugin it comes from."""

    value: Any
    distribution: str
    plugin: str


class Registry:
    """What the loaded plugins contribute, by id. Ids with two meanings are told apart from ids that are not there."""

    def __init__(self) -> None:
        self._manager = pluggy.PluginManager(hookspecs.NAME)
        self._manager.add_hookspecs(hookspecs)
        self._distributions: dict[str, str] = {}
        self._files: set[str] = set()
        self._told: dict[str, dict[str, list[Found]]] = {}
        """What the plugins said that they have, until another one comes."""
        self.composed: dict[bytes, Ruleset] = {}
        """Rulesets by what they were composed from; they never change, so logs may share them."""
        self.faults: list[str] = []
        """Plugins that are installed but could not be loaded, or cannot say what they have, one line each."""

    @classmethod
    def installed(cls, extra: Iterable[str] = ()) -> Registry:
        """Load every installed plugin, then those named by the user: modules, or paths of Python files."""
        registry = cls()
        for point in plugin_points(hookspecs.NAME):
            distribution = point.distribution
            try:
                registry.add(point.load(), f"{distribution}:{point.name}", distribution)
            except Exception as error:  # noqa: BLE001 - any plugin may fail in any way; the others must still load
                registry.faults.append(f"plugin {point.name} of {distribution} cannot be loaded: {_one_line(error)}")
        for name in extra:
            registry.add_named(name)
        return registry

    def add_named(self, name: str) -> None:
        """Load a plugin that the user named: `package.module`, or a path that ends in `.py`."""
        from pathlib import Path

        try:
            if name.endswith(".py"):
                path = Path(name)
                if _real(path) in self._files:
                    return
                self._add_useful(_imported_from(path) or _module_from(path), _called(path), _called(path))
            else:
                if "" not in sys.path and (here := os.getcwd()) not in sys.path:
                    sys.path.append(here)  # who names a module in the working folder means that one
                spec = importlib.util.find_spec(name)
                if spec and spec.origin and _real(spec.origin) in self._files:
                    return
                self._add_useful(importlib.import_module(name), name, name.partition(".")[0])
        except PluginFault:
            raise
        except (Exception, SystemExit) as error:
            raise PluginFault(f"plugin {name} cannot be loaded: {_one_line(error)}") from error

    def add_file(self, path: Path, distribution: str) -> None:
        """Load a plugin from a file as if a distribution of this name had installed it."""
        self._add_useful(_module_from(path), distribution, distribution)

    def _add_useful(self, module: ModuleType, name: str, distribution: str) -> None:
        self.add(module, name, distribution)
        if not (self._manager.get_hookcallers(module) or hasattr(module, "variant") or hasattr(module, "variants")):
            raise PluginFault(f"plugin {name} holds nothing: no hook, and no layer with the name `variant`")

    def add(self, plugin: Any, name: str, distribution: str) -> None:
        """Register a module or object with hooks; the same one, or the same file, counts once."""
        file = getattr(plugin, "__file__", None)
        if self._manager.is_registered(plugin) or (file and _real(file) in self._files):
            return
        if self._manager.has_plugin(name):
            raise PluginFault(f"two plugins are called {name!r}")
        try:
            self._manager.register(plugin, name)
        except Exception:
            self._manager.unregister(name=name)
            raise
        self._told.clear()
        if file:
            self._files.add(_real(file))
        self._distributions[name] = distribution

    # What there is

    def distributions(self) -> set[str]:
        """Give the names of the distributions that plugins come from."""
        return set(self._distributions.values())

    def games(self) -> dict[str, Game]:
        """Give the games by id, those with two meanings left out."""
        return {id: found[0].value for id, found in self._games().items() if len(found) == 1}

    def game(self, id: str) -> Game:
        """Give a game; raises `NotInstalled`, which says what there is."""
        found = self._games().get(id, [])
        if len(found) == 1:
            game: Game = found[0].value
            return game
        if found:
            raise NotInstalled("unknown-game", f"game {id!r} is contributed twice: by {_origins(found)}")
        there = ", ".join(self.games()) or "none"
        raise NotInstalled("unknown-game", f"unknown game {id!r}: installed are {there}{self._faulty()}")

    def variants(self) -> dict[str, Layer[Any]]:
        """Give the variants by name, those with two meanings left out."""
        return {name: found[0].value for name, found in self._variants().items() if len(found) == 1}

    def variant(self, name: str, options: Mapping[str, OptionValue] | None = None) -> Chosen:
        """Choose a variant with values for its options; raises `NotInstalled`."""
        found = self._variants().get(name, [])
        if len(found) == 1:
            return Chosen(found[0].value, dict(options or {}), found[0].distribution)
        if found:
            raise NotInstalled("unknown-variant", f"variant {name!r} is contributed twice: by {_origins(found)}")
        there = ", ".join(sorted(self.variants())) or "none"
        raise NotInstalled("unknown-variant", f"unknown variant {name!r}: installed are {there}{self._faulty()}")

    def shipped_variants(self, game: Game) -> list[Chosen]:
        """Give the variants that can be chosen for a game and come from the distribution that it comes from."""
        layers = {layer.name for game_map in game.maps()[:1] for layer in game.layers(game_map)}
        distributions = {found.distribution for found in self._games().get(game.id, [])}
        return [
            self.variant(name)
            for name, layer in self.variants().items()
            if self._variants()[name][0].distribution in distributions and not layer.misfit(game.id, layers)
        ]

    def maps(self, game: Game) -> Sequence[GameMap]:
        """Give the maps of a game, its own first."""
        contributed: list[Sequence[GameMap]] = self._manager.hook.railbook_maps(game=game.id)
        more = [game_map for maps in contributed for game_map in maps]
        return [*game.maps(), *more]

    def map(self, game: Game, id: str = "") -> GameMap:
        """Give a map of a game by id, or its default, or one from a file; raises `NotInstalled` or `MapFault`."""
        if id.endswith(MAP_SUFFIX):
            from pathlib import Path

            return self._map_from(game, Path(id))
        maps = self.maps(game)
        for game_map in maps:
            if not id or game_map.id == id:
                return game_map
        there = ", ".join(game_map.id for game_map in maps)
        raise NotInstalled("unknown-game", f"{game.id} has no map {id!r}: installed are {there}")

    def _map_from(self, game: Game, path: Path) -> GameMap:
        """Read a map file; data that is installed too is the installed map."""
        if game.parse_map is None:
            raise MapFault(f"{path}: {game.id} has no map files")
        try:
            data = whole_file(path, "map")
        except FileFault as fault:
            raise MapFault(f"{path}: cannot be read: {fault}") from None
        found = game.parse_map(data, str(path))
        same = [one for one in self.maps(game) if (one.id, one.digest) == (found.id, found.digest)]
        return same[0] if same else found

    def bots(self, layers: Iterable[str]) -> dict[str, Bot]:
        """Give the bots that can play a game with these layers, by name."""
        from railbook.bots import RANDOM

        names = set(layers)
        bots: list[Bot] = [RANDOM, *(bot for bots in self._manager.hook.railbook_bots() for bot in bots)]
        return {bot.name: bot for bot in bots if not bot.layer or bot.layer in names}

    def duplicates(self) -> list[str]:
        """Say in one line each which ids have two meanings, and where both come from; neither can be chosen."""
        return [
            f"{what} {id!r} is contributed twice: by {_origins(found)}"
            for what, contributed in (("game", self._games()), ("variant", self._variants()))
            for id, found in contributed.items()
            if len(found) > 1
        ]

    def importers(self) -> dict[str, Importer]:
        """Give the importers of foreign records by name."""
        contributed: list[Sequence[Importer]] = self._manager.hook.railbook_importers()
        return {importer.name: importer for importers in contributed for importer in importers}

    def add_commands(self, app: Any) -> None:
        """Let plugins add their commands to the command line."""
        self._manager.hook.railbook_commands(app=app)

    def _faulty(self) -> str:
        """Say what else could be there."""
        return "".join(f"; {fault}" for fault in self.faults)

    def _games(self) -> dict[str, list[Found]]:
        if "games" in self._told:
            return self._told["games"]
        found: dict[str, list[Found]] = {}
        for implementation in self._manager.hook.railbook_games.get_hookimpls():
            name, ask = implementation.plugin_name, cast(Callable[[], Iterable[Game]], implementation.function)
            for game in self._contributed(name, Game, ask):
                self._note(found.setdefault(game.id, []), game, name)
        return self._told.setdefault("games", dict(sorted(found.items())))

    def _variants(self) -> dict[str, list[Found]]:
        if "variants" in self._told:
            return self._told["variants"]
        found: dict[str, list[Found]] = {}
        plugin: Any
        for name, plugin in self._manager.list_name_plugin():
            named = [plugin.variant] if isinstance(getattr(plugin, "variant", None), Layer) else []
            layers = [
                *self._contributed(name, Layer, getattr(plugin, "railbook_variants", None) or list),
                *self._contributed(name, Layer, functools.partial(getattr, plugin, "variants", [])),
                *named,
            ]
            for layer in layers:
                self._note(found.setdefault(layer.name, []), layer, name)
        return self._told.setdefault("variants", dict(sorted(found.items())))

    def _contributed(self, plugin: str, kind: type[Any], ask: Callable[[], Iterable[Any]]) -> list[Any]:
        """Ask a plugin what it has; one that cannot say it is a fault, and the others still can."""
        try:
            values = list(ask())
            fault = next((f"{value!r} is no {kind.__name__}" for value in values if not isinstance(value, kind)), "")
        except Exception as error:  # noqa: BLE001 - any plugin may fail in any way
            values, fault = [], _one_line(error)
        line = f"plugin {plugin} cannot say what it has: {fault}"
        if fault and line not in self.faults:
            self.faults.append(line)
        return [] if fault else values

    def _note(self, found: list[Found], value: Any, plugin: str) -> None:
        """Note what a plugin has; the very same thing, handed on by another plugin, counts once."""
        if all(one.value is not value for one in found):
            found.append(Found(value, self._distributions.get(plugin, plugin), plugin))


def _real(file: Path | str) -> str:
    """Give the one name of a file, whichever way leads there."""
    return os.path.normcase(os.path.realpath(file))


def _imported_from(path: Path) -> ModuleType | None:
    """Give the module that was imported from a file already: run once more, it would say everything twice."""
    from pathlib import Path

    file = path.resolve()
    for name, module in list(sys.modules.items()):
        origin = getattr(module, "__file__", None)
        if origin and not name.startswith(NAMED) and Path(origin).name == file.name and Path(origin).resolve() == file:
            return module
    return None


def _called(path: Path) -> str:
    """Give the name of what a file holds: of a package's first module, the package's."""
    return path.resolve().parent.name if path.stem == "__init__" else path.stem


class _WithoutCache(importlib.machinery.SourceFileLoader):
    """Loads a file that a user named without leaving a folder of bytecode beside it."""

    def set_data(self, path: str, data: object, *, _mode: int = 0o666) -> None:
        """Write nothing."""


def _module_from(path: Path) -> ModuleType:
    if not path.is_file():
        raise PluginFault(f"plugin {path}: there is no such file")
    name = NAMED + _called(path)
    spec = importlib.util.spec_from_file_location(name, path, loader=_WithoutCache(name, str(path)))
    if spec is None or spec.loader is None:
        raise PluginFault(f"plugin {path}: this is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _origins(found: Sequence[Found]) -> str:
    return " and ".join(sorted(f"{one.plugin} ({one.distribution})" for one in found))


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
