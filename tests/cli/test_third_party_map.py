"""A board of one's own is one TOML file: played, recorded and verified without a line of Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railbook.plugins.registry import Registry
from railbook.rules.game import Game, MapFault
from railbook_ticket_to_ride.map_format import City, Map, Pieces, Players, Route, Ticket, TrainCards
from tests.cli.running import Result, process, railbook, records_of, rewritten
from tests.plugins.ticket_to_ride.test_maps import DEFECTS, MAP

DOCUMENT = Path(__file__).parents[2] / "docs" / "map-format.md"
GAMES = ("ttr-usa", "ttr-europe", "ttr-old-west")
SECTIONS: dict[str, tuple[str, type[Any]]] = {
    "players": ("players", Players),
    "pieces": ("pieces", Pieces),
    "train_cards": ("train_cards", TrainCards),
    "cities": ("cities.ID", City),
    "routes": ("routes.ID", Route),
    "tickets": ("tickets.ID", Ticket),
}
"""Sections of a map file, as the document writes their keys, with the types of their entries."""


def islands() -> str:
    """Give the map of the document: 8 cities, ferries, tunnels, a triple route."""
    found = re.search(r"```toml\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def written(folder: Path, text: str | bytes, name: str = "islands.toml") -> Path:
    """Write a map file."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def simulate(path: Path, game: str = "ttr-europe", *more: str) -> Result:
    """Let bots play on a map file, into the folder `games` beside it."""
    return railbook("simulate", game, "--map", path, "--out", path.parent / "games", *more)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_play_and_verify(tmp_path: Path, game: str) -> None:
    """Each game of the family is played on the file and verifies in another process, when the file is gone."""
    path = written(tmp_path, islands())
    done = simulate(path, game, "--games", "4", "--seats", "random,greedy,random")
    assert (done.code, done.err) == (0, "")
    path.unlink()
    checked = process("verify", "games", folder=tmp_path)
    assert checked.code == 0, checked.out
    assert "4 exact" in checked.lines[-1]


def test_features_are_played(tmp_path: Path) -> None:
    """On the map of the document tunnels are tried, ferries claimed, and of the triple route one track each."""
    assert (
        simulate(written(tmp_path, islands()), "ttr-europe", "--games", "12", "--seats", "random,greedy,random").code
        == 0
    )
    tags, routes = set[str](), set[str]()
    for log in sorted((tmp_path / "games").iterdir()):
        for record in records_of(log):
            for event in record.get("events", ()):
                tags.add(event["type"])
                if event["type"] == "ttr.route-claimed":
                    routes.add(event["route"])
    assert {"ttr.tunnel-tried", "ttr.surcharge-due", "ttr.tunnel-dug", "europe.station-built"} <= tags
    assert routes & {"bute--coll", "gigha--handa"}
    assert len({route for route in routes if route.startswith("arran--bute--")}) > 1


def test_log_carries_the_map(tmp_path: Path) -> None:
    """The header holds the data of a map file, and the options that it implies are in force."""
    path = written(tmp_path, islands())
    assert simulate(path).code == 0
    header, *_ = records_of(tmp_path / "games" / "ttr-europe-0.jsonl")
    assert header["map"]["id"] == "islands"
    assert msgspec.convert(header["map"]["data"], Map) == msgspec.toml.decode(path.read_bytes(), type=Map)
    assert header["options"]["tickets.draw"] == 2


def test_installed_map_from_its_file(tmp_path: Path) -> None:
    """Data that is installed is not carried along: the file of an installed map is that map."""
    from importlib.resources import files

    path = written(tmp_path, (files("railbook_europe") / "map.toml").read_bytes())
    assert simulate(path, "ttr-europe", "--option", "end.trains_at_most=40").code == 0
    header, *_ = records_of(tmp_path / "games" / "ttr-europe-0.jsonl")
    assert set(header["map"]) == {"id", "digest"}


def test_same_id_as_an_installed_map(tmp_path: Path) -> None:
    """A file with the id of an installed map and other data is a map of its own, and its log carries it along."""
    path = written(tmp_path, islands().replace('id = "islands"', 'id = "europe"'))
    assert simulate(path).code == 0
    header, *_ = records_of(tmp_path / "games" / "ttr-europe-0.jsonl")
    assert header["map"]["id"] == "europe"
    assert "data" in header["map"]
    assert railbook("verify", tmp_path / "games").code == 0


def test_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    """However a map file is written, the same seed gives the same log."""
    path = written(tmp_path, islands())
    assert simulate(path).code == 0
    first = (tmp_path / "games" / "ttr-europe-0.jsonl").read_bytes()
    other = tmp_path / "other"
    other.mkdir()
    head, cities, rest = re.split(r"(\[cities\]\n.*?\n\n)", islands(), maxsplit=1, flags=re.DOTALL)
    again = written(other, f"# moved\n{head}{rest}\n\n{cities}", "moved.toml")
    assert simulate(again).code == 0
    assert (other / "games" / "ttr-europe-0.jsonl").read_bytes() == first


def test_other_commands(tmp_path: Path) -> None:
    """What is in force on a map file can be shown, and its logs replayed and compared."""
    path = written(tmp_path, islands())
    shown = railbook("games", "ttr-usa", "--map", path)
    assert shown.code == 0
    assert "ttr.ferry-locomotives" in shown.out
    assert "tunnel.reveal" in shown.out
    assert "islands" in shown.out
    assert "2 to 3 seats" in shown.lines[0]
    assert "ttr.ferry-locomotives" not in railbook("games", "ttr-usa").out
    assert simulate(path).code == 0
    log = tmp_path / "games" / "ttr-europe-0.jsonl"
    assert railbook("replay", log, "--at", "3").code == 0
    assert railbook("diff", log, log).code == 0
    assert railbook("legal", log, "--at", "1").code == 0


def test_record(tmp_path: Path) -> None:
    """A game on a map file can be recorded ply by ply, and verifies."""
    path, log = written(tmp_path, islands()), tmp_path / "game.jsonl"
    done = railbook("record", "ttr-europe", "--map", path, "--seats", "greedy,greedy", "--seed", "3", "--out", log)
    assert done.code == 0, done.err
    assert records_of(log)[0]["map"]["id"] == "islands"
    assert railbook("verify", log).code == 0


@pytest.mark.slow
def test_map_of_a_plugin(tmp_path: Path) -> None:
    """The plugin of the document installs the map: it is chosen by id, and named by digest in logs."""
    written(tmp_path, islands())
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    plugin = tmp_path / "islands_map.py"
    plugin.write_text(code, "utf-8")
    out = tmp_path / "games"
    done = process("simulate", "ttr-europe", "-p", plugin, "--map", "islands", "--out", out)
    assert done.code == 0, done.err
    assert set(records_of(out / "ttr-europe-0.jsonl")[0]["map"]) == {"id", "digest"}
    assert process("verify", "-p", plugin, out).code == 0
    assert process("verify", out).code == 3


def test_seats_of_the_map(tmp_path: Path) -> None:
    """The map says for how many the game is."""
    done = simulate(written(tmp_path, islands()), "ttr-europe", "--seats", "random,random,random,random")
    assert done.code == 2
    assert "on map islands takes 2 to 3 seats, not 4" in done.complaint


# Bad files

LINE = 'coll--fladda = { cities = ["coll", "fladda"], length = 2'


def change(old: str, new: str) -> Callable[[str], bytes]:
    """Put a defect into the map."""

    def changed(text: str) -> bytes:
        assert text.count(old) == 1, old
        return text.replace(old, new).encode()

    return changed


BAD: dict[str, tuple[Callable[[str], bytes], tuple[str, ...]]] = {
    "unknown city": (
        change('["coll", "eigg"]', '["coll", "eig"]'),
        ("key tickets.t-coll--eigg.cities[1] = 'eig'", "no such city (nearest: eigg)"),
    ),
    "length without points": (
        change(LINE, LINE.replace("2", "5")),
        ("key routes.coll--fladda.length = 5", "no points for this length in route_points (has 1-4)"),
    ),
    "unequal lengths in a group": (
        change('length = 2, colour = "blue", parallel', 'length = 3, colour = "blue", parallel'),
        ("key routes.arran--bute--b.length = 3", "differs from arran--bute--a (2), in the same parallel group"),
    ),
    "unequal ends in a group": (
        change('["arran", "bute"], length = 2, colour = "blue"', '["arran", "coll"], length = 2, colour = "blue"'),
        ("key routes.arran--bute--b.cities = ['arran', 'coll']", "differs from arran--bute--a"),
    ),
    "more symbols than spaces": (
        change("ferry = 2", "ferry = 5"),
        ("key routes.gigha--handa.ferry = 5", "more locomotive symbols than spaces (4)"),
    ),
    "disconnected ticket": (
        lambda text: change(
            'gigha--handa = { cities = ["gigha", "handa"]', 'coll--handa = { cities = ["coll", "handa"]'
        )(text.replace('danna--gigha = { cities = ["danna", "gigha"]', 'coll--danna = { cities = ["coll", "danna"]')),
        ("key tickets.t-coll--gigha.cities = ['coll', 'gigha']", "no routes connect these cities"),
    ),
    "duplicate id": (
        lambda text: (text + 't-coll--eigg = { cities = ["arran", "gigha"], points = 1, kind = "regular" }\n').encode(),
        ("islands.toml: not TOML: Cannot overwrite a value (at line ",),
    ),
    "not UTF-8": (lambda text: text.encode().replace(b"The islands", b"The \xffislands"), ("not UTF-8 at byte",)),
    "not TOML": (lambda text: b"schema = \n" + text.encode(), ("not TOML: ", "line 1")),
    "missing key": (change("trains = 12\n", ""), ("key pieces.trains: missing",)),
    "unknown key": (change("tunnel = true }\ndanna", "tunel = true }\ndanna"), ("tunel = True: unknown key",)),
    "unknown option": (
        change('"tickets.draw"', '"tickets.drwa"'),
        ("key options.tickets.drwa = 2", "unknown option 'tickets.drwa': did you mean tickets.draw"),
    ),
    "option out of bounds": (
        change('"tickets.draw" = 2', '"tickets.draw" = 99'),
        ("key options.tickets.draw = 99", "cannot be 99: it takes a whole number 1 to 20"),
    ),
    "option of another game": (
        change('"tickets.draw"', '"old_west.marker_cards"'),
        ("key options.old_west.marker_cards = 2", "unknown option"),
    ),
    "unknown tie-breaker": (
        change('"longest_path_length"', '"most_trains"'),
        (
            "key tie_breakers = 'most_trains'",
            "no tie-breaker of this game: it has total_points, most_completed_tickets",
        ),
    ),
    "newer format": (
        change("schema = 1", "schema = 2"),
        ("key schema = 2", "a format that is not known here (this is 1)"),
    ),
    "too large": (lambda text: text.encode() + b"#" * (1 << 20), ("larger than 1 MiB (limit map)",)),
    "far too large": (lambda text: text.encode() + b"#" * (1 << 22), ("larger than 1 MiB (limit map)",)),
    "empty": (lambda text: b"", ("missing",)),
    "nested": (change("schema = 1", f"schema = {'[' * 61}{']' * 61}"), ("nested deeper than 60 levels (limit depth)",)),
    "fraction": (change("lat = 5663", "lat = 56.63"), ("key cities.coll.lat = 56.63", "Expected whole number")),
}


@pytest.mark.parametrize("defect", BAD)
def test_bad_file(tmp_path: Path, defect: str) -> None:
    """A bad map file gives one line with file, key, value and problem, exit code 2, and nothing is written."""
    spoil, words = BAD[defect]
    path = written(tmp_path, spoil(islands()))
    done = simulate(path)
    assert done.code == 2
    assert str(path) in done.complaint
    for word in words:
        assert word in done.complaint
    assert not (tmp_path / "games").exists()
    assert railbook("games", "ttr-europe", "--map", path).complaint == done.complaint


@pytest.mark.parametrize("name", ["missing.toml", "folder.toml"])
def test_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    """A file that is not there, and a folder, are named in one line."""
    (tmp_path / "folder.toml").mkdir()
    done = simulate(tmp_path / name)
    assert done.code == 2
    assert f"{name}: cannot be read: " in done.complaint


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("city_markers = 2", "", "key pieces.city_markers = 0: each player needs one for the start city"),
        ("max = 3\ncolours = [", 'max = 9\ncolours = ["a", "b", "c", "d", "e", "f", ', "only 8 cities to start in"),
    ],
)
def test_map_that_does_not_fit_the_old_west(tmp_path: Path, old: str, new: str, words: str) -> None:
    """TTR-OW3: in the Old West everybody needs a marker and a city to start with, and the file is named."""
    text = islands().replace(old, new).replace("regular = 2", "regular = 0").replace('"tickets.keep_initial" = 1\n', "")
    text = text.replace('"tickets.draw" = 2\n', '"tickets.keep_initial" = 0\n"setup.hand" = 1\n')
    path = written(tmp_path, text)
    done = simulate(path, "ttr-old-west")
    assert done.code == 2
    assert words in done.complaint
    assert "islands.toml" in done.complaint
    assert simulate(path, "ttr-usa", "--out", str(tmp_path / "usa")).code == 0


def test_alvin_elsewhere(tmp_path: Path) -> None:
    """TTR-ALV1: on a map without Roswell Alvin needs another home, which an option names."""
    path = written(tmp_path, islands())
    done = simulate(path, "ttr-old-west", "--variant", "alvin")
    assert done.code == 2
    assert "option alvin.home cannot be roswell: the map islands has no such city" in done.complaint
    assert simulate(path, "ttr-old-west", "--variant", "alvin:home=eigg").code == 0
    assert railbook("verify", tmp_path / "games").code == 0


def test_fewer_cities_than_players_with_alvin(tmp_path: Path) -> None:
    """TTR-ALV2, TTR-OW3: Alvin's home is nobody's start, so there must be one city more than players."""
    text = islands().replace("max = 3\ncolours = [", 'max = 8\ncolours = ["a", "b", "c", "d", "e", ')
    text = text.replace("regular = 2", "regular = 0").replace(
        '"tickets.keep_initial" = 1', '"tickets.keep_initial" = 0'
    )
    path = written(tmp_path, text.replace('"tickets.draw" = 2', '"setup.hand" = 1'))
    assert simulate(path, "ttr-old-west").code == 0
    done = simulate(path, "ttr-old-west", "--variant", "alvin:home=eigg", "--seed", "5")
    assert "8 players cannot start in the 8 cities of the map, since one is Alvin's" in done.complaint


# Logs that carry a map


def test_changed_map_in_a_log(tmp_path: Path) -> None:
    """A map that was changed in the header does not fit its digest; a damaged one is no map: the log is unreadable."""
    assert simulate(written(tmp_path, islands())).code == 0
    log = tmp_path / "games" / "ttr-europe-0.jsonl"

    def longer(records: list[dict[str, Any]]) -> None:
        records[0]["map"]["data"]["pieces"]["trains"] = 13

    def shorter(records: list[dict[str, Any]]) -> None:
        del records[0]["map"]["data"]["cities"]

    for number, (spoil, words) in enumerate(
        ((longer, "the embedded map has digest"), (shorter, "key cities: missing"))
    ):
        done = railbook("verify", rewritten(log, tmp_path / f"{number}.jsonl", spoil))
        assert done.code == 1
        assert words in done.out


def test_embedded_map_of_another_id(tmp_path: Path) -> None:
    """The id in the header is that of the map that it carries."""
    assert simulate(written(tmp_path, islands())).code == 0
    log = tmp_path / "games" / "ttr-europe-0.jsonl"

    def renamed(records: list[dict[str, Any]]) -> None:
        records[0]["map"]["id"] = "europe"

    done = railbook("verify", rewritten(log, tmp_path / "renamed.jsonl", renamed))
    assert done.code == 1
    assert "the embedded map is 'islands', the header says 'europe'" in done.out


def test_game_without_map_files(tmp_path: Path) -> None:
    """A game that has no map files says so."""
    registry = Registry.installed()
    game = registry.game("ttr-usa")
    closed = Game(
        id="closed",
        title=game.title,
        version=game.version,
        summary=game.summary,
        layers=game.layers,
        maps=game.maps,
        read_map=game.read_map,
        compile_map=game.compile_map,
    )
    with pytest.raises(MapFault, match="closed has no map files"):
        registry.map(closed, str(written(tmp_path, islands())))


# The document


def documented() -> set[str]:
    """Give the keys that the document names."""
    text = DOCUMENT.read_text("utf-8")
    keys = text[text.index("## Keys") : text.index("## What is wrong")]
    return set(re.findall(r"^\| `([^`]+)` \|", keys, re.MULTILINE))


def test_document_names_all_keys() -> None:
    """The keys in the document are those of the types, with what holds where one is left out."""
    keys = set[str]()
    optional = set[str]()
    for field in msgspec.structs.fields(Map):
        prefix, kind = SECTIONS.get(field.name, (field.name, None))
        if kind is None:
            keys.add(prefix)
            optional |= set() if field.required else {prefix}
            continue
        for inner in msgspec.structs.fields(kind):
            keys.add(f"{prefix}.{inner.name}")
            optional |= set() if inner.required else {f"{prefix}.{inner.name}"}
    assert documented() == keys
    for line in DOCUMENT.read_text("utf-8").splitlines():
        found = re.match(r"\| `([^`]+)` \|.*\| ([^|]+) \|$", line)
        if found and found[1] in keys:
            assert (found[2] != "refused") == (found[1] in optional), found[1]


def problems() -> dict[str, re.Pattern[str]]:
    """Give the problems that the document names; three dots in them stand for anything."""
    text = DOCUMENT.read_text("utf-8")
    rows = text[text.index("| the line says |") :]
    said = re.findall(r"^\| ([^|]+) \|", rows, re.MULTILINE)
    return {
        line: re.compile(".*".join(map(re.escape, line.split("…"))))
        for line in said
        if line not in ("the line says", "---")
    }


def complaints(folder: Path) -> list[str]:
    """Give what is wrong with each bad map that the tests know, of any of the games."""
    registry = Registry.installed()
    found = []
    bad = [spoil(islands()) for spoil, _ in BAD.values()]
    bad += [MAP.replace(old, new).encode() for old, new, *_ in DEFECTS.values()]
    bad += [MAP.encode(), MAP.replace("longest_path_length", "Longest Path").encode()]
    for number, data in enumerate(bad):
        for game in ("ttr-europe", "ttr-old-west"):
            try:
                played = registry.game(game)
                played.ruleset(2, registry.map(played, str(written(folder, data, f"{number}.toml"))))
            except MapFault as fault:
                found.append(str(fault))
    return found


def test_document_names_all_errors(tmp_path: Path) -> None:
    """Whatever is wrong with a map, the document names it, and it names nothing that never happens."""
    said = problems()
    missing, used = set[str](), {"cannot be read", "only … cities to start in"}  # the tests above show these
    for complaint in complaints(tmp_path):
        matching = {line for line, pattern in said.items() if pattern.search(complaint)}
        used |= matching
        if not matching:
            missing.add(complaint)
    assert missing == set()
    assert used == set(said)
