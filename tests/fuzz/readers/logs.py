"""Readers of logs and cases of a small game: line by line, verified, replayed, packed."""

from __future__ import annotations

import functools
import gzip
import tempfile
from pathlib import Path

from railbook.audit.case import extract, verify_file, written
from railbook.audit.findings import Report, Verdict
from railbook.audit.replay import Replay, ReplayFault
from railbook.audit.verify import verify
from railbook.log.canonical import Codec, LineFault
from railbook.log.chain import Chain
from railbook.log.reader import raw_lines
from tests.core import tables, tiny, tiny_variants
from tests.fuzz.readers.answers import Reader, require_clear, verdict_of

REGISTRY = tables.registry()


@functools.cache
def shortest_logs() -> list[bytes]:
    """Give logs of the same kinds as `short_logs`, of a few small lines each: most of what is spoilt."""
    rules = tables.rules_of(options={"peb.goal": 3, "peb.bets": False, "peb.hand": 2})
    undone = tables.under_way(hand=["jet"])
    undone.act(0, tiny.Lay(kind="jet", count=1))
    undone.game.undo(0)
    undone.act(0, tiny.Lay(kind="jet", count=1))
    told = tables.documents(undone.log)
    told[0]["chance"] = {"scheme": "none"}
    varied = tables.Played(tables.rules_of(tiny_variants.GULLS, options={"peb.hand": 1}), 1)
    varied.step()
    drawing = tables.rules_of(options={"peb.goal": 1, "peb.bets": False, "peb.hand": 1})
    hidden = tables.documents(tables.Played(drawing, 1).finish())[:3]
    hidden[0] |= {"partial": True, "chance": {"scheme": "none"}}
    hidden[2]["chance"] = [[label, None] for label, _ in hidden[2]["chance"]]
    return [tables.Played(rules, 1).finish(), tables.chained(told), varied.log, tables.chained(hidden)]


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
    return verdict_of(verify(path, REGISTRY, "log"))


def _replay(path: Path) -> str:
    replay = Replay(path, REGISTRY, "log")
    try:
        for _ in replay.plies():
            pass
    except ReplayFault as fault:
        verdict_of(Report("log", Verdict.DIVERGED, findings=[fault.finding]))
        raise
    return "replayed"


def _single_lines() -> list[bytes]:
    """Give each line of the shortest logs as a file of its own, and a comment."""
    lines = {line for log in shortest_logs() for line in log.splitlines(keepends=True)}
    return [*sorted(lines), b'{"text":"hello","type":"comment"}\n']


def _lines(path: Path) -> str:
    """Read line by line, as far as a line can be read with the types of a game and without."""
    answer = "read"
    codecs = _codecs()
    for line in raw_lines(path):
        refused = 0
        for codec in codecs:
            try:
                codec.read(line.raw)
            except LineFault as fault:
                require_clear(str(fault))
                refused += 1
        answer = "refused: LineFault" if refused == len(codecs) else answer
    return answer


@functools.cache
def _codecs() -> tuple[Codec, ...]:
    return Codec(tables.rules_of()), Codec()


def _cases(logs: list[bytes]) -> list[bytes]:
    """Give the first ply of each log as a case."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, log in enumerate(logs):
            path = folder / f"{number}.jsonl"
            path.write_bytes(log)
            case = extract(Replay(path, REGISTRY, "log"), 1)
            assert case is not None
            found.append(written(case))
    return found


def _packed(logs: list[bytes]) -> list[bytes]:
    return [gzip.compress(log, mtime=0) for log in logs]


def _case(path: Path) -> str:
    return verdict_of(verify_file(path, REGISTRY, "case"))


READERS = {
    "log lines": Reader("log.jsonl", _single_lines, _lines, short_logs),
    "verify": Reader("log.jsonl", shortest_logs, _verify, short_logs, chained=True),
    "replay": Reader("log.jsonl", shortest_logs, _replay, short_logs, chained=True),
    "packed log": Reader("log.jsonl.gz", lambda: _packed(shortest_logs()), _verify, lambda: _packed(short_logs())),
    "case": Reader("case.json", lambda: _cases(shortest_logs()[:3]), _case, lambda: _cases(short_logs()[:4])),
}
"""Readers of logs by the name of what they read."""
