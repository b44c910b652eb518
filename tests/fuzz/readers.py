"""Every reader of files and typed text, called as the command line calls it, with small files to be spoilt."""

from __future__ import annotations

import contextlib
import functools
import gzip
import io
import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from unittest import mock
from xml.etree.ElementTree import fromstring

from railbook.audit.case import extract, verify_file, written
from railbook.audit.expected import read_changes
from railbook.audit.findings import KINDS, Report, Verdict
from railbook.audit.replay import Replay, ReplayFault
from railbook.audit.verify import verify
from railbook.cli import out
from railbook.cli.choices import Choices
from railbook.cli.leaving import is_leaving, leaves
from railbook.cli.main import _one_line
from railbook.cli.terminal import Leaving
from railbook.cli.typed import Refused, completions, typed_action
from railbook.engine.view import view
from railbook.log.canonical import Codec, LineFault
from railbook.log.chain import Chain
from railbook.log.limits import LimitFault, read_limits
from railbook.log.reader import FileFault, raw_lines, whole_file
from railbook.plugins.choosing import chosen_variants, rule_options
from railbook.plugins.importers import ImportFault, Wishes
from railbook.plugins.project import plugins_of
from railbook.plugins.registry import NotInstalled, PluginFault, Registry
from railbook.rules.compose import LayerConflict
from railbook.rules.game import MapFault, SeatsError
from railbook.rules.options import OptionError
from railbook_age_of_steam.choochoo.expected import read as read_tables
from railbook_age_of_steam.choochoo.importer import import_game
from railbook_age_of_steam.choochoo.recording import ForeignFault, Playthrough
from railbook_age_of_steam.choochoo.recording import read as read_playthrough
from railbook_age_of_steam.maps import parse_map as parse_hexes
from railbook_age_of_steam.plugin import AGE_OF_STEAM_GAME
from railbook_ticket_to_ride.bga.importer import import_history
from railbook_usa.plugin import USA
from tests.cli.running import railbook
from tests.cli.test_hostile import harmful
from tests.core import tables, tiny, tiny_variants
from tests.plugins.age_of_steam.foreign import EXPECTED, playthrough
from tests.plugins.age_of_steam.positions import position
from tests.plugins.ticket_to_ride.partial.story import GAMES, Story
from tests.plugins.ticket_to_ride.test_maps import MAP

LONGEST = 10_000
"""Characters of a complaint, with what is escaped in it: ten for each that it may have."""

FAULTS = (
    *(FileFault, LineFault, MapFault, ImportFault, ReplayFault, Refused, LimitFault),
    *(OptionError, NotInstalled, LayerConflict, SeatsError, PluginFault),
)
"""All that a reader may raise: each becomes one line and an exit code."""

REGISTRY = tables.registry()
WISHES = Wishes(list(GAMES.values()))


class Reader(NamedTuple):
    """A reader: the name of a file for it, valid files, and the function that reads one and gives its answer."""

    file: str
    bases: Callable[[], list[bytes]]
    read: Callable[[Path], str]
    chained: bool = False
    """Whether some spoilt files get a chain that fits, so that what is behind the chain is reached too."""


class Unclear(AssertionError):
    """An answer that is no clear one: too long, not to be written down, or of an unknown kind."""


def answer_of(reader: Reader, path: Path) -> str:
    """Give the answer to a file in a word; raises `Unclear`, and lets through whatever is no documented fault."""
    try:
        return reader.read(path)
    except FAULTS as fault:
        _require_clear(_one_line(fault) or str(fault))
        return f"refused: {type(fault).__name__}"


def _require_clear(message: str) -> None:
    line = out.clean(" ".join(message.split()))
    if not line or len(line) > LONGEST:
        raise Unclear(f"a complaint of {len(line)} characters: {line[:300]}")
    out.as_json(message).encode()


def _verdict(report: Report) -> str:
    """Check that a report can be shown and written, and that it says why a log is not exact."""
    for finding in report.findings:
        _require_clear(str(finding))
        if finding.kind not in KINDS:
            raise Unclear(finding.kind)
    out.as_json(report).encode()
    if report.verdict in (Verdict.DIVERGED, Verdict.UNREADABLE) and not report.findings:
        raise Unclear("not exact, and nobody says why")
    return report.words


# Logs


@functools.cache
def short_logs() -> list[bytes]:
    """Give short logs: with an end, in progress, with an undo and a comment, and one of which parts are hidden."""
    finished = tables.played(seed=3)
    rules = tables.rules_of(options={"peb.goal": 3, "peb.bets": False, "peb.hand": 3})
    quick = tables.Played(rules, 1).finish()
    undone = tables.under_way()
    undone.act(0, tiny.Lay(kind="jet", count=1))
    undone.game.undo(0)
    undone.act(0, tiny.Lay(kind="flint", count=1))
    told = tables.documents(undone.log)
    told[0]["chance"] = {"scheme": "none"}
    lines = tables.chained(told).splitlines(keepends=True)
    talk = b"".join([*lines[:2], b'{"text":"hello","type":"comment"}\n', *lines[2:]])
    varied = tables.played(tiny_variants.GULLS, seed=3).splitlines(keepends=True)
    hidden = tables.documents(finished)[:6]
    hidden[0]["partial"] = True
    for line in hidden[2:4]:
        line["chance"] = [[label, None] for label, _ in line["chance"]]
    return [
        b"".join(finished.splitlines(keepends=True)[:6]),
        *(quick, talk, b"".join(varied[:5]), tables.chained(hidden)),
    ]


def rechained(data: bytes) -> bytes:
    """Put digests that fit behind the lines of a log that have one, whatever else they hold."""
    lines: list[bytes] = []
    chain: Chain | None = None
    for line in data.split(b"\n"):
        cut = line.rfind(b',"digest":"')
        if chain is None:
            at = line.find(b'"salt":"') + 8
            salt = line[at : at + 32].decode("ascii", "replace")
            chain = Chain(salt if len(salt) == 32 and set(salt) <= set("0123456789abcdef") else "00" * 16)
        if cut < 0:
            lines.append(line)
        else:
            body = line[:cut] + b"}"
            lines.append(body[:-1] + b',"digest":"' + chain.link(body).encode() + b'"}')
    return b"\n".join(lines)


def _verify(path: Path) -> str:
    return _verdict(verify(path, REGISTRY, "log"))


def _replay(path: Path) -> str:
    replay = Replay(path, REGISTRY, "log")
    try:
        for _ in replay.plies():
            pass
    except ReplayFault as fault:
        _verdict(Report("log", Verdict.DIVERGED, findings=[fault.finding]))
        raise
    return "replayed"


def _lines(path: Path) -> str:
    answer = "read"
    for line in raw_lines(path):
        refused = 0
        for codec in (_codec(), Codec()):
            try:
                codec.read(line.raw)
            except LineFault as fault:
                _require_clear(str(fault))
                refused += 1
        answer = "refused: LineFault" if refused == len((_codec, Codec)) else answer
    return answer


@functools.cache
def _codec() -> Codec:
    return Codec(USA.ruleset(2))


@functools.cache
def _installed() -> Registry:
    return Registry.installed()


@functools.cache
def _games(game: str) -> list[bytes]:
    """Give the first lines of shipped games."""
    found = sorted((SHIPPED / game).glob("*.jsonl"), key=lambda path: path.stat().st_size)[:2]
    return [b"".join(path.read_bytes().splitlines(keepends=True)[:5]) for path in found]


def _game(path: Path) -> str:
    """Verify and replay a log of a shipped game: what no rule would give is folded all the same."""
    answer = _verdict(verify(path, _installed(), "log"))
    try:
        for _ in Replay(path, _installed(), "log").plies():
            pass
    except ReplayFault as fault:
        _require_clear(str(fault))
    return answer


MARKUP = (b"<script>alert(1)", b"<svg onload=x>", b"</title><")
"""What the mutators put into texts, where it stands as markup."""

COMMANDS: tuple[tuple[str, ...], ...] = (
    *(
        ("verify", "{log}", *form)
        for form in ((), ("--format", "github"), ("--format", "sarif"), ("--format", "junit"))
    ),
    *(("replay", "{log}", *how) for how in ((), ("--at", "1"), ("--transcript",), ("--format", "json"))),
    *(("legal", "{log}", "--at", "1"), ("diff", "{log}", "{log}"), ("draw", "{log}", "--out", "{out}.svg")),
    *(("page", "{log}", "--out", "{out}"), ("extract", "{log}", "--at", "1", "--out", "{out}.json")),
    ("impact", "{log}", "--variant", "hand-limit", "--format", "csv"),
)
"""What is done with a log at the command line."""


def _command(path: Path) -> str:
    """Run the whole command: one that the file itself chooses, so that the same file gets the same."""
    words = COMMANDS[sum(path.read_bytes()) % len(COMMANDS)]
    out_of_it = path.with_name("out")
    done = railbook(*(word.format(log=path, out=out_of_it) for word in words))
    for made in path.parent.glob("out*"):
        files = [made] if made.is_file() else [file for file in made.rglob("*") if file.is_file()]
        for file in files:
            _require_harmless(file.suffix, file.read_bytes())
        shutil.rmtree(made) if made.is_dir() else made.unlink()
    if words[-1] in ("junit", "sarif") and done.out:
        _require_harmless(".xml" if words[-1] == "junit" else ".json", done.out.encode())
    if done.code not in CODES or len(done.err.splitlines()) > 1 or harmful(done.out + done.err):
        raise Unclear(f"{words[0]}: exit code {done.code}: {done.err[:500]} {harmful(done.out + done.err)[:3]}")
    return f"{words[0]} {done.code}"


def _require_harmless(suffix: str, data: bytes) -> None:
    """Check that a file is what its name says, and that no text of a log is markup in it."""
    if suffix in (".svg", ".xml"):
        fromstring(data)  # noqa: S314 - our own, and it declares no entities
    elif suffix == ".json":
        json.loads(data)
    found = [text for text in MARKUP if text in data]
    if found and suffix != ".json":
        raise Unclear(f"{found[0]!r} in {suffix}")


@functools.cache
def _cases() -> list[bytes]:
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, log in enumerate(short_logs()[:4]):
            path = folder / f"{number}.jsonl"
            path.write_bytes(log)
            case = extract(Replay(path, REGISTRY, "log"), 1)
            assert case is not None
            found.append(written(case))
    return found


# Maps, declared changes, settings


def _ttr_map(path: Path) -> str:
    from railbook_europe.plugin import EUROPE_GAME

    assert EUROPE_GAME.parse_map is not None
    EUROPE_GAME.ruleset(2, EUROPE_GAME.parse_map(whole_file(path, "map"), "map.toml"))
    return "composed"


def _hexes(path: Path) -> str:
    AGE_OF_STEAM_GAME.ruleset(2, parse_hexes(whole_file(path, "map"), "map.toml"))
    return "composed"


HEXES = b"""schema = 1
id = "two-cities"
version = 1
title = "Two Cities"
cities = [
    { hex = "0,0", name = "Coll", colours = ["red"], cubes = 2 },
    { hex = "2,0", name = "Eriskay", colours = ["blue"], cubes = 1 },
]
columns = [
    { id = "W1", part = "white", die = 1, boxes = 2, city = "0,0" },
    { id = "A", part = "black", die = 6, boxes = 1, city = "A" },
]

[players]
min = 2
max = 2
colours = ["red", "blue"]

[turns]
2 = 3

[terrain]
plain = 0
river = 1

[bag]
red = 9
blue = 9

[new_cities]
A = { colours = ["red"] }

[towns]
"1,0" = "Mull"

[hexes]
"0,0" = { terrain = "plain", label = "A0" }
"1,0" = { terrain = "river" }
"2,0" = { terrain = "plain" }
"1,1" = { terrain = "water" }
"""


def _changes(path: Path) -> str:
    return f"{min(3, len(read_changes(path)))} changes"


CHANGES = b"""# What is meant.
[[change]]
rule = "peb.bag-is-empty"
kind = "illegal-action"
games = ["a.jsonl", "b/c.jsonl"]
why = "an empty bag"

[[change]]
rule = "peb.points"
kind = "different-score"
games = "all"
why = 'other "points"'
"""


def _settings(path: Path) -> str:
    return f"{min(3, len(plugins_of(path)))} plugins"


SETTINGS = b"""[project]
name = "house"

[tool.railbook]
plugins = ["house.py", "house.rules"]
[tool.other.deep]
x = {a = 1, b.c = 2.5, d = 1979-05-27T07:32:00Z}
"""


# Records of others


def _choochoo(path: Path) -> str:
    import_game(AGE_OF_STEAM_GAME, whole_file(path, "import"), "game.json", None)
    return "imported"


def _expected(path: Path) -> str:
    told = whole_file(path, "import").decode("utf-8", "replace")
    try:
        return f"{min(3, len(read_tables(told, _playthrough(), 3, 'game.txt')))} tables"
    except ForeignFault as fault:  # as the importer does
        raise ImportFault(str(fault)) from None


@functools.cache
def _playthrough() -> Playthrough:
    game, _ = read_playthrough(json.dumps(playthrough()).encode(), "game.json")
    return game


def _bga(path: Path) -> str:
    import_history(whole_file(path, "import"), "saved.json", WISHES)
    return "imported"


def _stories() -> list[bytes]:
    story = Story().own("red", "red").hidden("B").up("A", "blue").own("green").hidden("B", 1).hidden("B", 1)
    return [story.claim("A", "boston--new-york--b", "red", "red").data()]


def _notes(path: Path) -> str:
    from railbook_ticket_to_ride.bga.notes import read_notes

    read_notes(whole_file(path, "import").decode("utf-8", "replace"))
    return "read"


NOTES = [
    b'{"viewer_initial_hand": {"red": 2, "locomotive": 1, "blue": 1}, "display_at_end": {"green": 5}}',
    b'{"viewer_final_hand": {}, "viewer_initial_hand": null}',
]


# What people type


def _words(path: Path) -> list[str]:
    """Give lines as the system hands them over: bytes that are no text become lone surrogates."""
    return path.read_bytes().decode("utf-8", "surrogateescape").replace("\0", " ").split("\n")[:6]


def _options(path: Path) -> str:
    texts = _words(path)
    options = rule_options(texts[:2])
    chosen = chosen_variants(REGISTRY, texts[2:3])
    tiny.TINY.ruleset(2, None, chosen, options)
    return "composed"


OPTIONS = [b"peb.goal=12\npeb.barred=[jet,flint]\ngulls", b"peb.bets=false\npeb.tide=sorted\ngulls", b"goal=9\nlimit=4"]


@functools.cache
def _choices() -> list[Choices]:
    auction = position(enter="aos.auction")
    pebbles = tables.under_way()
    return [
        Choices(auction.rules, view(auction.rules, auction.state, 0), 0, ("ANNA", "BEN", "CAT")),
        Choices(pebbles.rules, view(pebbles.rules, pebbles.state, 0), 0, ("ANNA", "BEN")),
    ]


def _typed(path: Path) -> str:
    answer = "nothing"
    with contextlib.redirect_stdout(io.StringIO()) as shown, mock.patch("sys.stdin", io.StringIO()):
        for text in _words(path):
            for choices in _choices():
                completions(choices, text)
                choices.show(text, 20)
                try:
                    if is_leaving(text):
                        leaves(text, 0, choices.names)
                except Leaving:  # nobody confirms it
                    answer = "left"
                try:
                    answer = "acted" if typed_action(choices, text.strip()) else answer
                except Refused as refused:
                    for line in str(refused).splitlines():
                        _require_clear(line)
                    answer = "refused"
    shown.getvalue().encode("utf-8", "backslashreplace")
    return answer


TYPED = [b"bid 5\ndrop\nbid 12", b"resign\nkick ben\nagree", b"lay 2 jet\n3\n/jet\nbuild 10,13 S1 0-3"]


def _limits(path: Path) -> str:
    read_limits(_words(path)[0])
    return "set"


def _each(*bases: bytes) -> Callable[[], list[bytes]]:
    return lambda: list(bases)


def _packed() -> list[bytes]:
    return [gzip.compress(log, mtime=0) for log in short_logs()]


SHIPPED = Path(__file__).resolve().parents[2] / "replays"
CODES = (0, 1, 2, 3)

READERS: dict[str, Reader] = {
    "log lines": Reader("log.jsonl", short_logs, _lines),
    "verify": Reader("log.jsonl", short_logs, _verify, chained=True),
    "replay": Reader("log.jsonl", short_logs, _replay, chained=True),
    "packed log": Reader("log.jsonl.gz", _packed, _verify),
    "case": Reader("case.json", _cases, lambda path: _verdict(verify_file(path, REGISTRY, "case"))),
    "Ticket to Ride map": Reader("map.toml", _each(MAP.encode()), _ttr_map),
    "Age of Steam map": Reader("map.toml", _each(HEXES), _hexes),
    "declared changes": Reader("expected-changes.toml", _each(CHANGES), _changes),
    "settings": Reader("pyproject.toml", _each(SETTINGS), _settings),
    "choochoo": Reader("game.json", _each(json.dumps(playthrough()).encode()), _choochoo),
    "expected tables": Reader("game.txt", _each(EXPECTED.encode()), _expected),
    "bga": Reader("saved.json", _stories, _bga),
    "notes": Reader("notes.json", _each(*NOTES), _notes),
    "options": Reader("options.txt", _each(*OPTIONS), _options),
    "typed actions": Reader("typed.txt", _each(*TYPED), _typed),
    "Ticket to Ride log": Reader("log.jsonl", lambda: _games("ttr-usa") + _games("ttr-europe"), _game, chained=True),
    "Age of Steam log": Reader("log.jsonl", lambda: _games("age-of-steam"), _game, chained=True),
    "commands": Reader("log.jsonl", lambda: _games("ttr-usa") + _games("age-of-steam"), _command, chained=True),
    "limits": Reader("limits.txt", _each(b"line=8M,lines=20000000", b"depth=100"), _limits),
}
"""All readers by the name of what they read."""


def share(name: str) -> int:
    """Tell how many times fewer inputs a reader gets: a whole command takes as long as a hundred small files."""
    return 20 if name == "commands" else 1
