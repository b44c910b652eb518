"""`railbook record`: people and bots play at the terminal, each ply recorded as it happens; stops and resumes."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbook.cli import out
from railbook.cli.options import (
    Edition,
    MapName,
    Plugins,
    RuleOptions,
    Variants,
    chosen_variants,
    registry,
    rule_options,
)

if TYPE_CHECKING:
    from railbook.log.records import UndoRule
    from railbook.plugins.registry import Registry
    from railbook.recording.at_table import TableGame
    from railbook.recording.seating import Seating
    from railbook.recording.session import Session
    from railbook.recording.unfinished import Unfinished
    from railbook.rules.game import GameMap
    from railbook.rules.ruleset import Ruleset

SUFFIXES = (".jsonl", ".jsonl.gz")
"""How the argument ends that names a log to go on with, and no game."""


def record(
    game: Annotated[
        str, typer.Argument(metavar="GAME|LOG.jsonl", help="Which game, for instance ttr-usa; or a log to go on with.")
    ],
    seats: Annotated[
        str, typer.Option("--seats", help="Who plays: bots by kind, people by name, with commas between.")
    ] = "",
    names: Annotated[str, typer.Option("--names", help="The names of all seats, with commas between.")] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", help="An open seed; without it a secret key, which the end reveals.")
    ] = None,
    undo_window: Annotated[
        int | None,
        typer.Option("--undo-window", metavar="PLIES", min=0, max=10_000, help="How far an undo reaches back; 64."),
    ] = None,
    undo_reveals: Annotated[
        bool, typer.Option("--undo-reveals", help="An undo may cross a reveal: for tables that trust each other.")
    ] = False,
    output: Annotated[Path | None, typer.Option("--out", help="The new log; without it a file in this folder.")] = None,
    from_table: Annotated[
        bool, typer.Option("--from-table", help="Type in a game that people play at a real table; needs --names.")
    ] = False,
    me: Annotated[
        str, typer.Option("--me", metavar="NAME|SEAT", help="With --from-table: whose cards you see; else nobody's.")
    ] = "",
    map_id: MapName = "",
    variants: Variants = None,
    options: RuleOptions = None,
    edition: Edition = "",
    plugins: Plugins = None,
) -> None:
    """Play at the terminal and record the game, each ply before the next; goes on with a log that is not over.

    With --from-table you type what happens at a real table: what is public, and your own cards. A partial log comes of
    it, which is audited at the end.

    Without --seats you play against a bot. To go on with a log, --seats puts others in the places of those who
    played: a bot where one is named, a person elsewhere.
    """
    from railbook.cli.farewell import farewell
    from railbook.cli.from_table import ask, seat_of
    from railbook.cli.prompt import Prompt
    from railbook.cli.terminal import Leaving
    from railbook.log.writer import OutputFault
    from railbook.recording.at_table import TableGame
    from railbook.recording.header import is_of_table

    loaded = registry(plugins)
    if me and not from_table:
        raise out.UsageFault("--me says whose cards you see at a real table: it goes with --from-table")
    with ExitStack() as held:
        if game.endswith(SUFFIXES) or (game not in loaded.games() and Path(game).exists()):
            new: dict[str, object] = {"--names": names, "--seed": seed, "--out": output, "--map": map_id, "--me": me}
            new |= {"--edition": edition, "--undo-window": undo_window, "--undo-reveals": undo_reveals or None}
            _refuse_given({**new, "--variant": variants, "--option": options}, game)
            log = _unfinished(held, loaded, Path(game))
            if is_of_table(log.header):
                _refuse_given({"--seats": seats}, game)
                _type_in(
                    held,
                    loaded,
                    lambda: TableGame.resume(log, now, ask, out.say),
                    f"going on with {game}",
                    plugins or (),
                )
                return
            if from_table:
                raise out.UsageFault(f"{game} was not typed in at a table: go on with it without --from-table")
            session, notice = _go_on(held, loaded, log, _list(seats))
        elif from_table:
            played = loaded.game(game)
            game_map = loaded.map(played, map_id)
            people = _list(names)
            if seats or seed is not None or not people:
                raise out.UsageFault(
                    "--from-table needs --names, those of all who play, and takes no --seats or --seed"
                )
            chosen = chosen_variants(loaded, variants)
            rules = played.ruleset(len(people), game_map, chosen, rule_options(options), edition)
            path, own = output or _free_name(game), seat_of(me, people)
            if os.path.lexists(path):
                raise OutputFault(f"{path} exists: choose another name or remove it first")
            _type_in(
                held,
                loaded,
                lambda: TableGame.begin(path, rules, game_map, people, own, now, ask, out.say),
                f"at the table: {', '.join(people)}",
                plugins or (),
            )
            return
        else:
            from railbook.recording.seating import default_seats, seated

            played = loaded.game(game)
            game_map = loaded.map(played, map_id)
            layers = {layer.name for layer in played.layers(game_map)}
            words = _list(seats) or default_seats(loaded, game_map, layers)
            chosen = chosen_variants(loaded, variants)
            rules = played.ruleset(len(words), game_map, chosen, rule_options(options), edition)
            seating = seated(loaded, rules, words, _list(names))
            from railbook.log.records import DEFAULT_UNDO_WINDOW, UndoRule

            window = DEFAULT_UNDO_WINDOW if undo_window is None else undo_window
            undo = UndoRule(window, barrier=not undo_reveals)
            session, notice = _begin(held, output or _free_name(game), rules, game_map, seating, seed, undo)
            seats = ""  # from here on the log knows them
        try:
            Prompt(session, notice).play()
            played_out = True
        except (Leaving, KeyboardInterrupt):
            played_out = False  # every ply so far is on disk
        farewell(session, seats, plugins or (), played_out=played_out)


def now() -> datetime:
    """Give the time that goes into logs and into the names of files."""
    return datetime.now(UTC)


def _unfinished(held: ExitStack, loaded: Registry, path: Path) -> Unfinished:
    """Read a log to go on with, which is this process's alone as long as it is held."""
    from railbook.recording.unfinished import ResumeFault, alone, read_unfinished

    if not os.path.lexists(path):
        raise out.UsageFault(f"{path}: there is no such file")
    try:
        held.enter_context(alone(path))
        log = read_unfinished(path, loaded)
    except ResumeFault as fault:
        raise out.UsageFault(str(fault)) from None
    return log


def _go_on(held: ExitStack, loaded: Registry, log: Unfinished, words: list[str]) -> tuple[Session, str]:
    """Go on with a log of people and bots; gives the session and what to say."""
    from railbook.recording.seating import seated_again
    from railbook.recording.session import Session
    from railbook.rules.game import SeatsError

    if words and len(words) != len(log.header.seats):
        raise SeatsError(f"{log.path} has {len(log.header.seats)} seats, not {len(words)}")
    session = Session.resume(log, seated_again(loaded, log.rules, log.header, words), now)
    held.callback(session.close)
    torn = f"; a torn last line ({log.torn} bytes) was cut off" if log.torn else ""
    return session, f"going on with {out.clean(log.path)}: ply {session.game.state.ply} is due{torn}"


def _type_in(
    held: ExitStack, loaded: Registry, make: Callable[[], TableGame], notice: str, plugins: Sequence[str]
) -> None:
    """Type a game in that is played at a table, and audit it; what there is when the input ends is kept."""
    from railbook.cli.from_table import audit, type_in
    from railbook.cli.terminal import Leaving

    out.say(out.clean(notice))
    try:
        table = make()
    except (Leaving, KeyboardInterrupt):
        raise out.UsageFault("the input ended before the table was laid: nothing is recorded") from None
    held.callback(table.close)
    out.say(f"recorded in {out.clean(table.path)}: ply {table.game.state.ply} is due")
    try:
        whole = type_in(table)
    except (Leaving, KeyboardInterrupt):
        whole = False  # every ply so far is on disk
    audit(table, loaded, plugins, whole=whole)


def _begin(
    held: ExitStack,
    path: Path,
    rules: Ruleset,
    game_map: GameMap,
    seating: Seating,
    seed: int | None,
    undo: UndoRule,
) -> tuple[Session, str]:
    """Begin a log, which is this process's alone until the session is closed; gives the session and what to say."""
    from railbook.chance.seeded import SEED_LIMIT
    from railbook.log.reader import PACKED
    from railbook.recording.keyfile import key_path
    from railbook.recording.session import Session

    if path.name.endswith(PACKED):
        unpacked = path.name.removesuffix(PACKED)
        raise out.UsageFault(f"{path}: a packed log cannot grow; record {unpacked}, pack it later")
    if seed is not None and not 0 <= seed < SEED_LIMIT:
        raise out.UsageFault(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    session = Session.begin(path, rules, game_map, seating, seed, now, undo)
    held.callback(session.close)
    secret = f"; {out.clean(key_path(path))} keeps what comes secret until the end" if seed is None else ""
    return session, f"recorded in {out.clean(path)}{secret}"


def _free_name(game: str) -> Path:
    """Name a new log after its game and the time, and a second one of the same second after that."""
    from railbook.recording.keyfile import key_path

    name = f"{game}-{now():%Y%m%d-%H%M%S}"
    numbered = (Path(f"{name}{f'-{number}' if number > 1 else ''}.jsonl") for number in count(1))
    return next(path for path in numbered if not (os.path.lexists(path) or os.path.lexists(key_path(path))))


def _list(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")] if text else []


def _refuse_given(options: Mapping[str, object], log: str) -> None:
    for option, value in options.items():
        if value not in ("", None, []):
            raise out.UsageFault(f"{option} is for a new game: what {log} was begun with, its header says")
