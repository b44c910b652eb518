"""Reads a saved history: its packets, merged over all channels, as notifications in the order of their moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from railbook.log.foreign import DataFault, read_json
from railbook.plugins.importers import ImportFault

MOST_PACKETS = 20_000
"""More packets than this are no game."""

FRAMEWORK = (
    "gameStateChange",
    "gameStateMultipleActiveUpdate",
    "gameStateChangePrivateArg",
    "updateReflexionTime",
    "wakeupPlayers",
    "simpleNode",
    "simpleNote",
    "notEnoughTrainCars",
    "bestScore",
    "highlightWinnerScore",
)
"""Types that tell nothing about the game itself."""


class Note(NamedTuple):
    """One notification: the move that it belongs to, its type, template and arguments; `private` to who saved it."""

    move: int
    type: str
    log: str
    args: dict[str, Any]
    private: bool


class History(NamedTuple):
    """A history: notes in order, the first move, whether it is an archive, and faults of its structure (BGA-F1)."""

    notes: list[Note]
    first_move: int
    last_move: int
    archive: bool
    faults: list[tuple[int, str]]


def read(data: bytes, name: str) -> History:
    """Read a file; raises `ImportFault`, which never quotes what players wrote."""
    packets, archive = _packets(_json(data, name), name)
    if len(packets) > MOST_PACKETS:
        raise ImportFault(f"{name}: more than {MOST_PACKETS:,} packets are no game")
    notes: list[Note] = []
    faults: list[tuple[int, str]] = []
    last_packet = last_move = 0
    tables: set[str] = set()
    owners: set[str] = set()
    moves: list[int] = []
    for index, packet in enumerate(packets, 1):
        where = f"{name}: packet {index}"
        if not isinstance(packet, dict):
            raise ImportFault(f"{where} is no object")
        channel = packet.get("channel")
        if not isinstance(channel, str) or not channel.startswith(("/table/", "/player/")):
            raise ImportFault(f"{where} has no channel of a table or player")
        number, move = _number(packet, "packet_id", where), _number(packet, "move_id", where)
        if number <= last_packet:
            faults.append((move, f"packet {number} stands behind packet {last_packet}"))
        if move < last_move:
            faults.append((move, f"move {move} stands behind move {last_move}"))
        last_packet, last_move = number, move
        moves.append(move)
        private = channel.startswith("/player/")
        (owners if private else tables).add(channel)
        notes += _notes(packet, move, where, private=private)
    if len(owners) > 1:
        faults.append((last_move, "private packets of more than one player: there is one viewer"))
    if len(tables) > 1:
        faults.append((last_move, "packets of more than one table"))
    if not moves:
        raise ImportFault(f"{name}: no packets: this is no game")
    return History(notes, moves[0], moves[-1], archive, faults)


def _json(data: bytes, name: str) -> Any:
    try:
        return read_json(data)
    except DataFault as fault:
        raise ImportFault(f"{name}: {fault}") from None


def _packets(tree: Any, name: str) -> tuple[list[Any], bool]:
    """Find the packets in whichever frame they stand; tell whether it is that of an archive."""
    if isinstance(tree, list):
        return tree, False
    if not isinstance(tree, dict):
        raise ImportFault(f"{name}: neither a history nor a list of packets")
    if str(tree.get("status", "1")) == "0" or "error" in tree:
        raise ImportFault(f"{name}: an answer that says an error (status 0), no history: save the file again")
    content = tree.get("data")
    if isinstance(content, dict) and isinstance(content.get("data"), list):
        return content["data"], False
    if isinstance(content, dict) and isinstance(content.get("logs"), list):
        return content["logs"], True
    if isinstance(content, list):
        return content, False
    raise ImportFault(f"{name}: has neither data.data nor data.logs: this is no saved history")


def _number(values: dict[str, Any], key: str, where: str) -> int:
    number = whole(values.get(key))
    if number is None or number < 0:
        raise ImportFault(f"{where}: {key} is no number")
    return number


def whole(value: Any) -> int | None:
    """Give a whole number that may be written as text; `None` for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if abs(value) < 1 << 53 else None
    digits = 15
    return (
        int(value) if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= digits else None
    )


def _notes(packet: dict[str, Any], move: int, where: str, *, private: bool) -> Iterator[Note]:
    content = packet.get("data")
    if not isinstance(content, list):
        raise ImportFault(f"{where}: data is no list of notifications")
    for note in content:
        if not isinstance(note, dict) or not isinstance(note.get("type"), str):
            raise ImportFault(f"{where}: a notification has no type")
        args, log = note.get("args"), note.get("log")
        if not isinstance(args, dict):
            args = {}
        yield Note(move, note["type"], log if isinstance(log, str) else "", args, private)
