"""Plugins: found, named, loaded once, told apart; one that fails stops no other, and no log ever loads one."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
import typer

from railbook import Layer, hookimpl
from railbook.cli.main import run
from railbook.plugins import registry as registries
from railbook.plugins.installed import Point
from railbook.plugins.registry import NotInstalled, PluginFault, Registry
from railbook.rules.game import Bot, Game
from railbook.rules.layer import Entry
from tests.core import tiny, tiny_map, tiny_variants
from tests.core.forging import forged, header
from tests.core.tables import judged, played, registry
from tests.core.tiny import TINY
from tests.core.tiny_map import BAY, COVE
from tests.core.tiny_table import PEBBLES, Beach
from tests.core.tiny_variants import EBB, GULLS, MOON

HOUSE_RULE = '''
"""A house rule in a file."""
from railbook import Layer
from tests.core.tiny_table import PEBBLES
{name} = Layer("{layer}", game=PEBBLES, version="1.0")
'''


HOOKS_ONLY = '''
"""A plugin with a hook and no layer, which counts how often it is run."""
from railbook import hookimpl
from tests.core import tiny
tiny.COUNT += 1
@hookimpl
def railbook_games():
    return [tiny.TINY]
'''


class Plugin:
    """An object with hooks, as a plugin may be."""

    def __init__(self, *games: Any, variants: Any = ()) -> None:
        self.contributed = games
        self.variants = variants

    @hookimpl
    def railbook_games(self) -> Any:
        """Contribute games."""
        return list(self.contributed)


def rule(folder: Path, file: str, *, name: str = "variant", layer: str = "house") -> Path:
    """Write a house rule into a file, under the name `variant` or in a list `variants`."""
    path = folder / file
    path.write_text(
        HOUSE_RULE.format(name="one", layer=layer) + ("variant = one" if name == "variant" else "variants = [one]")
    )
    return path


# ---------------------------------------------------------------------------------------------------------- two origins


def test_a_game_with_two_origins_is_not_played(tmp_path: Path) -> None:
    """Two plugins with the same game are named both; no log of it verifies, other games and later ids do (PLG-01)."""
    other = msgspec.structs.replace(TINY, title="Other Pebbles")
    third = msgspec.structs.replace(TINY, id="marbles")
    loaded = Registry()
    loaded.add(tiny, "tiny", "first-package")
    loaded.add(Plugin(other, third), "copy", "second-package")
    message = "game 'pebbles' is contributed twice: by copy (second-package) and tiny (first-package)"
    with pytest.raises(NotInstalled) as caught:
        loaded.game("pebbles")
    assert (str(caught.value), caught.value.kind) == (message, "unknown-game")
    assert loaded.duplicates() == [message]
    assert list(loaded.games()) == ["marbles"]
    assert loaded.game("marbles") is third
    report = judged(tmp_path, played(seed=1), more=[Plugin(other)])
    assert (report.words, report.findings[0].kind, report.plies) == ("unverified", "unknown-game", 0)
    assert "is contributed twice: by" in report.findings[0].message
    assert judged(tmp_path, forged(header(game="marbles")), more=[Plugin(other, third)]).words == "exact"


def test_a_variant_with_two_origins_is_not_chosen(tmp_path: Path) -> None:
    """The same for variants: games without that variant are not touched (PLG-01)."""
    twin: Layer[Beach] = Layer("ebb", game=PEBBLES)
    loaded = registry(Plugin(variants=[twin]))
    message = "variant 'ebb' is contributed twice: by more-0 (tests) and tiny-variants (tests)"
    with pytest.raises(NotInstalled) as caught:
        loaded.variant("ebb")
    assert (str(caught.value), caught.value.kind) == (message, "unknown-variant")
    assert loaded.duplicates() == [message]
    assert sorted(loaded.variants()) == ["big-hands", "gulls", "moon"]
    more = [Plugin(variants=[twin])]
    report = judged(tmp_path, played(EBB, seed=1), more=more)
    assert (report.words, report.findings[0].kind) == ("unverified", "unknown-variant")
    assert judged(tmp_path, played(MOON, seed=1), more=more).words == "exact"


def test_unknown_names_say_what_there_is() -> None:
    """What is not installed is refused with a list of what is (PLG-03)."""
    loaded = registry()
    for ask, kind, message in (
        (lambda: loaded.game("chess"), "unknown-game", "unknown game 'chess': installed are pebbles"),
        (
            lambda: loaded.variant("tide"),
            "unknown-variant",
            "unknown variant 'tide': installed are big-hands, ebb, gulls, moon",
        ),
        (lambda: loaded.map(TINY, "sea"), "unknown-game", "pebbles has no map 'sea': installed are bay, cove"),
        (lambda: Registry().game("chess"), "unknown-game", "unknown game 'chess': installed are none"),
    ):
        with pytest.raises(NotInstalled) as caught:
            ask()
        assert (caught.value.kind, str(caught.value)) == (kind, message)


# ---------------------------------------------------------------------------------------------------------- loaded once


def test_the_same_plugin_is_loaded_once(tmp_path: Path) -> None:
    """Registered again under another name, or by its file, a plugin still counts once, with each rule once (PLG-02)."""
    loaded = registry()
    loaded.add(tiny, "again", "elsewhere")
    loaded.add(tiny_variants, "again-too", "elsewhere")
    loaded.add_named("tests.core.tiny")
    loaded.add_named(str(tiny.__file__))
    assert loaded.game("pebbles") is TINY
    assert loaded.variant("gulls").distribution == "tests"
    assert loaded.duplicates() == []
    rules = TINY.ruleset(2, BAY, [loaded.variant("gulls")])
    assert [id for reactions in rules.reactions.values() for id, _ in reactions] == ["gulls.look", "peb.full-row"]
    assert [id for id, _ in rules.scorers] == ["peb.points", "peb.bets", "gulls.visits"]


def test_a_file_and_its_module_are_one_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file named by its path, by another path, by a link and as a module is loaded once, in any order (PLG-02)."""
    path = rule(tmp_path, "one_rule.py")
    link = tmp_path / "linked.py"
    link.symlink_to(path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    names = ["one_rule.py", str(path), "./one_rule.py", str(link), "one_rule"]
    for order in (names, names[::-1]):
        loaded = Registry()
        for name in order:
            loaded.add_named(name)
        assert list(loaded.variants()) == ["house"]
        assert loaded.duplicates() == []


def test_a_module_with_hooks_only_is_one_plugin_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for a module that has hooks and no layer of its own; its code runs once, whichever way comes first."""
    for first in (0, 1):
        name = f"hooks_only_{first}"
        path = tmp_path / f"{name}.py"
        path.write_text(HOOKS_ONLY)
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.setattr(tiny, "COUNT", 0, raising=False)
        loaded = Registry()
        for way in ([name, str(path)], [str(path), name])[first]:
            loaded.add_named(way)
        assert list(loaded.games()) == ["pebbles"]
        assert vars(tiny)["COUNT"] == 1


def test_a_layer_that_is_handed_on_counts_once() -> None:
    """A plugin that says the same layer in two ways, or imports that of another one, contributes no second one."""

    class Twice(Plugin):
        variant = EBB

        @hookimpl
        def railbook_variants(self) -> list[Layer[Any]]:
            return [EBB, GULLS]

    loaded = registry(Twice(variants=[EBB, MOON]), Plugin(TINY, variants=[EBB]))
    assert loaded.duplicates() == []
    assert loaded.variant("ebb").layer is EBB
    assert loaded.game("pebbles") is TINY


def test_two_plugins_of_one_name() -> None:
    """Two different plugins under the same name are refused."""
    loaded = registry()
    with pytest.raises(PluginFault, match="two plugins are called 'tiny'"):
        loaded.add(Plugin(), "tiny", "elsewhere")


# ---------------------------------------------------------------------------------------------------- plugins that fail


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder of importable modules that fail in several ways."""
    (tmp_path / "raises_plugin.py").write_text("raise RuntimeError('no luck\\ntoday')")
    (tmp_path / "syntax_plugin.py").write_text("def (")
    (tmp_path / "exits_plugin.py").write_text("raise SystemExit(3)")
    (tmp_path / "misspelt_plugin.py").write_text(
        "from railbook import Layer, hookimpl\nvariants = [Layer('half')]\n@hookimpl\ndef railbook_games(no): ...\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_installed_plugins_that_fail_do_not_stop_the_others(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each plugin that cannot be loaded is told in one line, and all others are there."""
    points = [
        Point("z-variants", "tests.core.tiny_variants"),
        Point("missing", "no_such_module"),
        Point("raises", "raises_plugin"),
        Point("misspelt", "misspelt_plugin"),
        Point("syntax", "syntax_plugin"),
        Point("attribute", "tests.core.tiny:nothing"),
        Point("a-tiny", "tests.core.tiny"),
    ]
    monkeypatch.setattr(registries, "plugin_points", lambda group: sorted(points) if group == "railbook" else [])
    loaded = Registry.installed()
    assert list(loaded.games()) == ["pebbles"]
    assert sorted(loaded.variants()) == ["big-hands", "ebb", "gulls", "moon"]
    faults = dict(fault.split(" of unknown cannot be loaded: ") for fault in loaded.faults)
    assert list(faults) == [f"plugin {name}" for name in ("attribute", "missing", "misspelt", "raises", "syntax")]
    assert not any("\n" in fault for fault in loaded.faults)
    assert faults["plugin raises"] == "RuntimeError: no luck today"
    assert faults["plugin missing"] == "ModuleNotFoundError: No module named 'no_such_module'"


@pytest.mark.parametrize("name", ["raises", "syntax", "exits", "misspelt"])
def test_named_plugins_that_fail_are_refused(broken: Path, name: str) -> None:
    """A plugin that the user named must load: otherwise one line says why, by module and by path alike."""
    for plugin in (f"{name}_plugin", str(broken / f"{name}_plugin.py")):
        loaded = Registry()
        with pytest.raises(PluginFault) as caught:
            loaded.add_named(plugin)
        assert str(caught.value).startswith(f"plugin {plugin} cannot be loaded: ")
        assert "\n" not in str(caught.value)
        assert loaded.variants() == {}


@pytest.mark.parametrize(
    "name, message",
    [
        ("no/such/file.py", "plugin no/such/file.py: there is no such file"),
        ("no_such_module", "plugin no_such_module cannot be loaded: ModuleNotFoundError"),
        ("", "plugin  cannot be loaded: ValueError"),
        ("colorsys", "plugin colorsys holds nothing"),
    ],
)
def test_names_that_are_no_plugins(name: str, message: str) -> None:
    """A file that is not there, a module that is not there, and one that has nothing to contribute are refused."""
    with pytest.raises(PluginFault) as caught:
        Registry().add_named(name)
    assert str(caught.value).startswith(message)


def test_plugins_that_cannot_say_what_they_have() -> None:
    """A hook that raises, or gives what is no game, is a fault of that plugin alone."""

    class Raising(Plugin):
        @hookimpl
        def railbook_games(self) -> Any:
            raise RuntimeError("not today")

    loaded = registry(Raising(), Plugin("pebbles"), Plugin(variants=5), Plugin(variants=["ebb"]))
    assert list(loaded.games()) == ["pebbles"]
    assert sorted(loaded.variants()) == ["big-hands", "ebb", "gulls", "moon"]
    loaded.games()
    assert sorted(loaded.faults) == [
        "plugin more-0 cannot say what it has: RuntimeError: not today",
        "plugin more-1 cannot say what it has: 'pebbles' is no Game",
        "plugin more-2 cannot say what it has: TypeError: 'int' object is not iterable",
        "plugin more-3 cannot say what it has: 'ebb' is no Layer",
    ]


# -------------------------------------------------------------------------------------------------------- named plugins


def test_a_house_rule_by_path_and_by_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module with a name `variant`, or a list `variants`, needs no hook; its file's name is its distribution."""
    one, many = rule(tmp_path, "one_house.py"), rule(tmp_path, "many_houses.py", name="variants", layer="other")
    monkeypatch.syspath_prepend(str(tmp_path))
    for names in ([str(one), str(many)], ["one_house", "many_houses"]):
        loaded = registry()
        for name in names:
            loaded.add_named(name)
        assert loaded.variant("house").distribution == "one_house"
        assert loaded.variant("other").distribution == "many_houses"
        assert TINY.ruleset(2, BAY, [loaded.variant("other"), loaded.variant("house")]).variants[0].name == "house"


def test_files_of_one_name_in_two_folders(tmp_path: Path) -> None:
    """Two files with the same name are two plugins, and cannot both be named."""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        rule(tmp_path / folder, "rules.py", layer=folder)
    loaded = Registry()
    loaded.add_named(str(tmp_path / "one" / "rules.py"))
    with pytest.raises(PluginFault, match="two plugins are called 'rules'"):
        loaded.add_named(str(tmp_path / "two" / "rules.py"))
    assert list(loaded.variants()) == ["one"]


def test_variants_come_with_options() -> None:
    """A variant is chosen with values for its options, which the composer checks."""
    chosen = registry().variant("moon", {"bonus": 3})
    assert (chosen.layer, chosen.options, chosen.distribution) == (MOON, {"bonus": 3}, "tests")


def test_modules_loaded_by_path_do_not_hide_others(tmp_path: Path) -> None:
    """A file loaded by its path never takes the place of a module of that name."""
    rule(tmp_path, "json.py")
    Registry().add_named(str(tmp_path / "json.py"))
    assert isinstance(sys.modules["json"], ModuleType)
    assert not hasattr(sys.modules["json"], "variant")


# -------------------------------------------------------------------------------------------------------- contributions


def test_maps_of_other_plugins() -> None:
    """A plugin contributes maps to a game; the game's own come first, and its first one is the default."""
    pond = tiny_map.Shore("pond", (2, 2), ("grey", "brown"), {"jet": 3}, {})

    class Maps:
        @hookimpl
        def railbook_maps(self, game: str) -> list[Any]:
            return [pond] if game == "pebbles" else []

    loaded = registry(Maps())
    assert list(loaded.maps(TINY)) == [BAY, COVE, pond]
    assert loaded.map(TINY) is BAY
    assert loaded.map(TINY, "pond") is pond
    assert list(loaded.maps(msgspec.structs.replace(TINY, id="marbles"))) == [BAY, COVE]


def test_bots_play_games_that_have_their_layer() -> None:
    """A bot is there for games with the layer it knows; the random one plays any."""

    class Bots:
        @hookimpl
        def railbook_bots(self) -> list[Bot]:
            return [Bot("sharp", "", "pebbles", lambda rules, seed: tiny), Bot("other", "", "chess", lambda *_: tiny)]  # type: ignore[arg-type, return-value]

    loaded = registry(Bots())
    assert list(loaded.bots({"core", "pebbles"})) == ["random", "sharp"]
    assert list(loaded.bots({"core"})) == ["random"]


def test_commands_of_plugins() -> None:
    """A plugin adds commands to the command line."""

    class Commands:
        @hookimpl
        def railbook_commands(self, app: typer.Typer) -> None:
            app.command("wave")(lambda: None)

    app = typer.Typer()
    registry(Commands()).add_commands(app)
    assert [command.name for command in app.registered_commands] == ["wave"]


def test_listing_tells_of_two_origins_and_of_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of games names what is contributed twice, with both origins (PLG-01)."""
    one, two = rule(tmp_path, "one_house.py"), rule(tmp_path, "two_houses.py")
    monkeypatch.chdir(tmp_path)
    assert run(["games", "-p", str(one), "-p", str(two)]) == 0
    said = capsys.readouterr()
    assert "variant 'house' is contributed twice: by one_house (one_house) and two_houses (two_houses)" in said.err
    assert "twice" not in said.out


def test_metadata_reads_no_rules() -> None:
    """Listing games calls none of the functions that load rules and maps."""

    def fail(*_: Any) -> Any:
        raise AssertionError

    lazy = Game("lazy", "Lazy", "1", "", fail, fail, fail, fail)
    loaded = registry(Plugin(lazy))
    assert [game.title for game in loaded.games().values()] == ["Lazy", "Pebbles"]


def test_a_layer_is_a_list_of_plain_entries() -> None:
    """What a layer holds can be listed by anybody who asks what is in force."""
    written = Entry("query", "peb.worth", "wrap", tiny_variants.worth_in_moonlight, tiny_variants.__name__)
    assert MOON.entries[-1] == written
    assert repr(MOON) == "Layer('moon')"
