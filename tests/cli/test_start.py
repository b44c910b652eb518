"""How the command starts: what it shows first, what it imports, and how much memory a long log takes."""

from __future__ import annotations

import re
import subprocess
import sys
import tracemalloc
from importlib.metadata import distribution
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from railbook.audit.verify import verify
from railbook.cli.app import THREE_TO_TRY, VERBS
from railbook.engine.play import legal_actions
from railbook.plugins.registry import Registry
from railbook.recording.game import RecordedGame, seeded_source
from railbook.recording.header import open_header
from railbook.rules.layer import Layer
from railbook_ticket_to_ride.actions import ClaimRoute, DrawTickets
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from tests.cli.running import process, railbook
from tests.test_packaging import is_editable

# `import` is no name that Python allows for a function.
VERB_NAMES = [verb.__name__.replace("import_game", "import") for verb in VERBS]

each_verb = pytest.mark.parametrize("verb", VERB_NAMES)


def test_the_bare_command_shows_three_commands_to_try() -> None:
    """`railbook` alone prints three commands with what they do, and each of them is a verb that exists."""
    done = railbook()
    assert (done.code, done.err) == (0, "")
    tried = re.findall(r"^    railbook (\w+) .{40,}$", done.out, re.MULTILINE)
    assert tried == ["record", "simulate", "verify"]
    assert set(tried) <= set(VERB_NAMES)


def test_the_commands_to_try_work(tmp_path: Path) -> None:
    """The second and the third command, typed as they are shown, play three games and find them exact."""
    lines = [re.split(r"  +", line.strip())[0] for line in THREE_TO_TRY.splitlines() if line.startswith("    ")]
    played, verified = (railbook(*line.split()[1:], folder=tmp_path) for line in lines[1:])
    assert (played.code, verified.code) == (0, 0)
    assert verified.lines[-1].endswith(": 3 exact")


def test_help_lists_every_verb_in_a_whole_sentence() -> None:
    """`railbook --help` names each command with a sentence that is not cut off."""
    done = railbook("--help")
    assert done.code == 0
    about = dict(re.findall(r"^  (\w+) +([A-Z].*\.)$", done.out, re.MULTILINE))
    assert list(about) == VERB_NAMES
    assert not [line for line in about.values() if "..." in line]


@each_verb
def test_every_verb_explains_itself(verb: str) -> None:
    """Each command's help begins with what it does, names what it takes, and holds no trace of markup or of code."""
    done = railbook(verb, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.lines[0].startswith(f"Usage: railbook {verb} [OPTIONS] ")
    assert done.lines[2].startswith("  ")
    assert "Options:" in done.lines
    assert "Arguments:" in done.lines
    assert all(len(line) <= 80 for line in done.lines)
    assert not re.search(
        r"\[/?(?:bold|dim|red|green|cyan|yellow)|\x1b|None|:param|``|typing|default: -1|Annotated", done.out
    )
    options = [number for number, line in enumerate(done.lines) if re.match(r"  (-\w, )?--\w", line)]
    assert len(options) >= 2
    for number in options:  # each has a sentence, beside it or in the next line
        beside = re.match(r"  (-\w, )?--[\w-]+( [^ ]+)?  +\w", done.lines[number])
        assert beside or re.match(r" {20,}\w", done.lines[number + 1]), done.lines[number]


def test_the_version_is_that_of_the_distribution() -> None:
    """`railbook --version` names the installed version."""
    from importlib.metadata import version

    assert railbook("--version").out == f"railbook {version('railbook')}\n"


# What is imported on the way

IMPORTED = """
import contextlib, io, sys
from railbook.cli.main import run
with contextlib.redirect_stdout(io.StringIO()):
    code = run(sys.argv[1:])
print(code, *sorted(name for name in sys.modules if "." not in name))
"""


def imported_by(*arguments: str | Path) -> tuple[int, set[str]]:
    """Run a command in a process of its own and give its exit code, and which top modules were imported by then."""
    words = [sys.executable, "-c", IMPORTED, *map(str, arguments)]
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=60)
    code, *names = done.stdout.split()
    return int(code), set(names)


@pytest.mark.parametrize("arguments", [(), ("--help",), ("verify", "--help"), ("games",)])
def test_help_is_quick(arguments: tuple[str, ...]) -> None:
    """The help and the list of games import neither networkx nor rich, nor the rules of any game."""
    code, names = imported_by(*arguments)
    assert code == 0
    assert not names & {"networkx", "rich", "concurrent", "multiprocessing"}
    assert names & {"typer"}


def test_the_help_loads_no_plugin() -> None:
    """Help is shown without loading a plugin."""
    assert not [name for name in imported_by("--help")[1] if name.startswith("railbook_")]


@pytest.mark.parametrize("verb", ["verify", "replay", "diff", "legal"])
def test_one_log_is_read_without_what_is_slow_to_import(verb: str, short: Path) -> None:
    """Piped, a log is verified and shown without networkx and without rich."""
    code, names = imported_by(verb, short, *([short] if verb == "diff" else []))
    assert code == 0
    assert "railbook_usa" in names
    assert not names & {"networkx", "rich", "multiprocessing"}


NEEDLESS = {
    *("networkx", "rich", "typer", "click", "concurrent", "multiprocessing", "asyncio"),
    *("email", "importlib.metadata", "importlib.resources", "zipfile", "csv", "pathlib", "urllib"),
    *("dataclasses", "tomllib", "tempfile", "shutil", "secrets", "random", "gzip", "difflib", "argparse"),
}
"""Modules that verifying one log does without: each would take a good part of a start of the interpreter."""

MOST_MODULES = 280
"""Modules that it may import at most, those of the interpreter's own start included: now it is some 250 of them."""

EVERY = """
import contextlib, io, sys
from railbook.cli.main import run
with contextlib.redirect_stdout(io.StringIO()):
    code = run(sys.argv[1:])
print(code, *sorted(sys.modules))
"""

GAMES = {
    "ttr-usa": {"railbook_usa", "railbook_ticket_to_ride"},
    "ttr-europe": {"railbook_europe", "railbook_ticket_to_ride"},
    "ttr-old-west": {"railbook_old_west", "railbook_ticket_to_ride"},
    "age-of-steam": {"railbook_age_of_steam"},
}
"""The packages that the logs of a game need; of all others only what says what they offer is imported."""

OFTEN = ("ttr-usa", "age-of-steam")
"""Those that fast tests look at."""

LIGHT = {"plugin", "shelf", "editions", ""}
"""Modules of plugins that say what they offer."""


def modules_of_verifying(log: Path, folder: Path) -> set[str]:
    """Verify a log in a process of its own, in a folder without settings, and give all modules imported by then."""
    words = [sys.executable, "-I", "-c", EVERY, "verify", str(log)]
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=60, cwd=folder)
    code, *names = done.stdout.split()
    assert code == "0"
    return set(names)


@pytest.fixture(
    params=[pytest.param(game, marks=() if game in OFTEN else pytest.mark.slow) for game in GAMES],
)
def log_of(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """Give a game, and a short log of it."""
    game: str = request.param
    simulated = railbook(
        "simulate", game, "--seats", "random,random,random", "--seed", "7", "--out", "games", folder=tmp_path
    )
    assert simulated.code == 0
    (log,) = (tmp_path / "games").iterdir()
    return game, log


def test_a_cold_start_imports_little(log_of: tuple[str, Path], tmp_path: Path) -> None:
    """One log is verified with few modules, none of which is needless, and no rules of other games."""
    game, log = log_of
    names = modules_of_verifying(log, tmp_path)
    # Maps are JSON only in a wheel.
    assert not names & (NEEDLESS - {"tomllib"} if is_editable(distribution("railbook")) else NEEDLESS)
    assert len(names) < MOST_MODULES
    of_plugins = {name for name in names if name.startswith("railbook_")}
    needed = {name for name in of_plugins if name.partition(".")[0] in GAMES[game]}
    assert len(needed) > len(LIGHT)
    assert {name.partition(".")[2] for name in of_plugins - needed} <= LIGHT


@pytest.mark.parametrize("game", ["ttr-usa", "age-of-steam"])
def test_no_annotation_is_compiled_at_a_start(game: str) -> None:
    """Annotations of states and events are no texts: msgspec and the composer would have them compiled each time."""
    rules = Registry.installed().game(game).ruleset(3)
    kinds = {rules.state_type, *rules.events, *rules.slices.values()}
    texts = {kind.__name__ for kind in kinds if any(isinstance(hint, str) for hint in kind.__annotations__.values())}
    assert len(kinds) > 10
    assert texts == set()


@pytest.mark.parametrize(
    "what",
    [
        "exact",
        *(pytest.param(what, marks=pytest.mark.slow) for what in ("missing", "nothing", "diverged", "standard-input")),
    ],
)
def test_a_log_is_verified_alike_with_and_without_options(what: str, short: Path, tmp_path: Path) -> None:
    """Without options `verify` needs no typer; it answers, by code and word, as it does with an option."""
    log = tmp_path / "game.jsonl"
    data = short.read_bytes()
    log.write_bytes(data.replace(b"ttr.card-taken", b"ttr.card-drawn", 1) if what == "diverged" else data)
    empty = tmp_path / "empty"
    empty.mkdir()
    places = {"missing": [str(tmp_path / "none.jsonl"), str(log)], "nothing": [str(empty)], "standard-input": ["-"]}
    words = ["verify", *places.get(what, [str(log)])]
    given = data if what == "standard-input" else b""
    plain, typed = (process(*words, *more, stdin=given) for more in ((), ("--jobs", "1")))
    assert (plain.code, plain.out, plain.err) == (typed.code, typed.out, typed.err)
    assert plain.code == {"exact": 0, "standard-input": 0, "missing": 2}.get(what, 1)


@pytest.mark.parametrize("words", [["verify"], ["verify", "--help"], ["verify", "--fast", "x"], ["-p", "x", "verify"]])
def test_what_has_to_be_read_is_left_to_typer(words: list[str]) -> None:
    """`verify` without a log, with an option, help or a typing error is typer's: it says what is meant or missing."""
    done = railbook(*words)
    assert done.code == (0 if "--help" in words else 2)
    assert ("Usage: railbook verify" in done.out) if done.code == 0 else done.complaint.endswith(" (see --help)")


# Memory

idle: Layer[Any] = Layer("idle", game=TICKET_TO_RIDE, summary="nobody claims a route or draws tickets")
idle.drop_action(ClaimRoute)
idle.drop_action(DrawTickets)
idle.set("end.all_pass", "continue")


@pytest.fixture(scope="module")
def loaded() -> Registry:
    """Give what is installed, and a house rule under which a game never ends."""
    plugin = ModuleType("idle")
    plugin.variant = idle  # type: ignore[attr-defined]  # as a file of a house rule has it
    registry = Registry.installed()
    registry.add(plugin, "idle", "tests")
    return registry


def endless(loaded: Registry, plies: int, target: Path) -> Path:
    """Record so many plies of a game in which all cards are drawn and then everybody passes."""
    game = loaded.game("ttr-usa")
    game_map = loaded.map(game)
    rules = game.ruleset(5, game_map, [loaded.variant("idle")])
    header = open_header(rules, game_map, ["a", "b", "c", "d", "e"], 1)
    lines: list[bytes] = []
    recorded = RecordedGame.begin(rules, header, seeded_source(header), lines.append)
    for _ in range(plies - 1):
        seat = recorded.state.to_act[0]
        (action,) = islice(legal_actions(rules, recorded.state, seat), 1)
        recorded.act(seat, action)
    target.write_bytes(b"".join(lines))
    return target


def peak_of_verifying(log: Path, loaded: Registry, plies: int) -> int:
    """Verify a log and give the most memory that it took, in bytes."""
    tracemalloc.start()
    try:
        report = verify(log, loaded)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (report.words, report.plies) == ("exact so far", plies)
    return peak


@pytest.mark.slow
def test_memory_does_not_grow_with_the_length_of_a_log(loaded: Registry, tmp_path: Path) -> None:
    """A log of four times as many plies is verified in the same memory: one pass, nothing is kept but a window."""
    plies = 500
    once = endless(loaded, plies, tmp_path / "once.jsonl")
    four_times = endless(loaded, 4 * plies, tmp_path / "four.jsonl")
    peak_of_verifying(once, loaded, plies)  # fills what is cached once
    small, big = peak_of_verifying(once, loaded, plies), peak_of_verifying(four_times, loaded, 4 * plies)
    assert big < small * 1.05 + 20_000


# Schemas and games


def test_schemas_are_written_and_compared(tmp_path: Path) -> None:
    """`schema` writes a file for each game, `--check` finds them as generated, or names what is not and the remedy."""
    written = railbook("schema", "schemas", folder=tmp_path)
    assert written.code == 0
    log = tmp_path / "schemas" / "ttr-usa.log.json"
    assert log.exists()
    assert railbook("schema", "--check", "schemas", folder=tmp_path).code == 0
    for change, words in (
        (
            lambda: log.write_bytes(log.read_bytes() + b"\n"),
            "is not what the types give: run `railbook schema schemas`",
        ),
        (log.unlink, "is missing: run `railbook schema schemas`"),
    ):
        change()
        done = railbook("schema", "--check", "schemas", folder=tmp_path)
        assert done.code == 1
        assert done.complaint == f"railbook: schemas/ttr-usa.log.json {words}"
    railbook("schema", "schemas", folder=tmp_path)
    (tmp_path / "schemas" / "mars.json").write_text("{}", encoding="utf-8")
    done = railbook("schema", "--check", "schemas", folder=tmp_path)
    assert done.complaint == "railbook: schemas/mars.json belongs to nothing that is installed: remove it"


def test_games_lists_what_is_installed() -> None:
    """`games` shows each game with its id, title and version of the rules."""
    done = railbook("games")
    assert done.code == 0
    assert any(line.split()[:6] == ["ttr-usa", "Ticket", "to", "Ride", "(USA)", "1.0"] for line in done.lines)


def test_one_game_shows_options_rules_and_scores() -> None:
    """`games ttr-usa` lists every option with its value, every rule with its paragraph, and what is scored."""
    done = railbook("games", "ttr-usa", "--seats", "4")
    loaded = Registry.installed()
    rules = loaded.game("ttr-usa").ruleset(4)
    first = {line.split()[0] for line in done.lines if line}
    assert set(rules.option_values) <= first
    assert {validator.rule for spec in rules.actions.values() for validator in spec.validators} <= first
    assert {id for id, _ in rules.scorers} <= first
    assert any(line.split()[:2] == ["ttr.parallel-closed", "TTR-P2"] for line in done.lines if line)


def test_the_module_runs_like_the_command() -> None:
    """`python -m railbook` is the command."""
    assert process().out == railbook().out
