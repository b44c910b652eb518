"""Rewrites logs of other rules under the installed ones, where every recorded action stays legal."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import operator
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from railbook.audit.changed import changed_rules
from railbook.audit.findings import OLD_FORMAT, Verdict
from railbook.audit.verify import verify
from railbook.chance import Address, ChanceFault, Scripted, Seeded, Source, UnknownOutcome
from railbook.log.canonical import Codec, LineFault, body_of, line_of
from railbook.log.chain import Chain
from railbook.log.reader import FileFault, raw_lines
from railbook.log.records import FORMAT, Comment, End, Header, Ply, Undo, VariantRef
from railbook.log.writer import OutputFault, output_fault, write_whole
from railbook.plugins.registry import NotInstalled, Registry
from railbook.recording.game import Illegal, RecordedGame, seeded_source
from railbook.recording.header import is_older
from railbook.rules.compose import LayerConflict
from railbook.rules.options import OptionError
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Outcome, RulesError

KEPT = ".orig"
"""What is put behind the name of the original, which is kept beside the repaired log."""

PACKED = ".gz"


@dataclasses.dataclass(frozen=True)
class Repair:
    """What became of one log: `exact` needs no repair; `why` says why one is left as it is, and at which ply."""

    outcome: Literal["exact", "repaired", "left"]
    changed: int = 0
    """Of a repaired log, how many plies and ends say something else now."""
    why: str = ""
    ply: int | None = None
    rule: str = ""
    data: bytes = b""
    """The repaired log."""


class _Cannot(Exception):
    """This log cannot be rewritten."""

    def __init__(self, why: str, ply: int | None = None, rule: str = "") -> None:
        super().__init__(why)
        self.left = Repair("left", why=why, ply=ply, rule=rule)


def repair(path: Path | str, registry: Registry) -> Repair:
    """Decide the actions of a log under the installed rules and give the log that follows; the file is left alone.

    A log of an older format becomes one of this format. Only a log with a whole chain is rewritten, so that a forgery
    does not become a log in good order. With an open seed chance answers what follows from it, else what was recorded
    under the same label in the same ply.
    """
    report = verify(path, registry)
    if report.verdict is Verdict.EXACT and not any(finding.kind == OLD_FORMAT for finding in report.findings):
        return Repair("exact")
    try:
        rewriting = _Rewriting(path, registry)
        data = rewriting.run()
    except _Cannot as cannot:
        return cannot.left
    except FileFault as fault:
        return Repair("left", why=str(fault))
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "log.jsonl"
        written.write_bytes(data)
        report = verify(written, registry)
    if report.verdict is not Verdict.EXACT:
        finding = report.findings[-1]
        return Repair("left", why=f"rewritten it would not be exact: {finding}", ply=finding.ply, rule=finding.rule)
    return Repair("repaired", rewriting.changed, data=data)


def put_in_place(path: Path, data: bytes) -> Path:
    """Write a repaired log in the place of the original, which is kept; gives its new path. Raises `OutputFault`."""
    kept = path.with_name(path.name + KEPT)
    try:
        original = path.read_bytes()
    except OSError as error:
        raise output_fault(path, error) from None
    write_whole(kept, original)
    try:
        write_whole(path, data, replace=True)
    except OutputFault:
        with contextlib.suppress(OSError):
            kept.unlink()
        raise
    return kept


class _Rewriting:
    """One log on its way to the installed rules."""

    def __init__(self, path: Path | str, registry: Registry) -> None:
        if str(path).endswith(PACKED):
            raise _Cannot("it is packed: unpack it first")
        self.registry = registry
        self.changed = 0
        self.lines: list[bytes] = []
        self.records = self._read(path)
        header = self.records[0][0]
        if not isinstance(header, Header):
            raise _Cannot("the first line is not a header")
        if header.partial:
            raise _Cannot("it is partial: what nobody recorded cannot be decided again")
        ends = [record.key for record, *_ in self.records if isinstance(record, End)]
        self.key = bytes.fromhex(ends[0]) if ends and isinstance(ends[0], str) else b""
        if header.chance.scheme == "committed" and not self.key:
            raise _Cannot("its chance is committed to a key that it does not reveal")
        self.header = header
        self.rules = self._rules()
        self.actions: Any = functools.reduce(operator.or_, self.rules.actions)
        self.script = _ByLabel()
        self.source: Source = self.script
        if header.chance.scheme == "open":
            self.source = seeded_source(header)
        elif header.chance.scheme == "committed":
            self.source = Seeded(self.key)

    def _read(self, path: Path | str) -> list[tuple[Any, str, str]]:
        """Read all records, with times and digests, and check the chain."""
        codec, chain = Codec(), None
        records: list[tuple[Any, str, str]] = []
        for raw in raw_lines(path, "whole"):
            try:
                line = codec.read(raw.raw)
            except LineFault as fault:
                raise _Cannot(f"line {raw.number} cannot be read: {fault}") from None
            if chain is None:
                chain = Chain(getattr(line.record, "salt", ""))
                self.written = line.format
                codec = Codec(None, line.format)
            if not isinstance(line.record, Comment) and chain.link(line.body) != line.digest:
                raise _Cannot(f"the chain breaks at line {raw.number}: what stands there is not what was recorded")
            records.append((line.record, line.time, line.digest))
        if not records:
            raise _Cannot("the file is empty")
        return records

    def _rules(self) -> Ruleset:
        """Compose the installed rules for the game; what was recorded under newer ones is left."""
        header = self.header
        try:
            versions = [(header.game, header.rules, self.registry.game(header.game).version)]
            versions += [(v.name, v.version, self.registry.variant(v.name).layer.version) for v in header.variants]
            for name, recorded, installed in versions:
                if recorded != installed and not is_older(recorded, installed):
                    raise _Cannot(
                        f"it was recorded under {name} {recorded}, which is newer than the installed {installed}"
                    )
            return changed_rules(self.registry, header)
        except (NotInstalled, OptionError, LayerConflict) as fault:
            raise _Cannot(str(fault)) from None

    def _new_header(self) -> Header:
        header, rules = self.header, self.rules
        before: dict[str, Any] = {"rules": header.rules, "digest": self.records[-1][2]}
        if self.written != FORMAT:
            before["format"] = self.written
        before |= {f"variant {variant.name}": variant.version for variant in header.variants}
        meta = {} if header.meta is msgspec.UNSET else header.meta
        history = [*meta.get("repaired", []), before] if isinstance(meta.get("repaired", []), list) else [before]
        return msgspec.structs.replace(
            header,
            rules=rules.version,
            variants=[VariantRef(v.name, v.version, v.distribution, dict(v.options)) for v in rules.variants],
            options=dict(rules.option_values),
            meta={**meta, "repaired": history},
        )

    def run(self) -> bytes:
        """Give the rewritten log, or raise `_Cannot`."""
        game: RecordedGame | None = None
        early: list[bytes] = []
        for record, time, _ in self.records[1:]:
            if isinstance(record, Comment):
                (self.lines if game else early).append(line_of(body_of(record), "", time))
                continue
            ply = record.ply if isinstance(record, Ply) else game.state.ply if game else 0
            try:
                if isinstance(record, Ply):
                    self.script.answer(record.chance)
                    game = self._play(game, record, time)
                    self._compare(record)
                elif game is None:
                    raise _Cannot("the second record is not the set-up")
                elif isinstance(record, Undo):
                    game.undo(record.seat, record.to)
                elif isinstance(record, End):
                    game.end()
                    self._compare(record)
                else:
                    raise _Cannot("a second header", ply)
            except Illegal as refused:
                raise _Cannot(f"the action is illegal: {refused}", ply, refused.rejection.rule) from None
            except UnknownOutcome as missing:
                raise _Cannot(f"nothing was recorded that chance could answer: {missing}", ply) from None
            except (RulesError, ChanceFault, LookupError, TypeError, ValueError) as fault:
                raise _Cannot(f"the rules cannot go on: {' '.join(str(fault).split())[:200]}", ply) from None
        return b"".join([*self.lines[:1], *early, *self.lines[1:]])

    def _play(self, game: RecordedGame | None, record: Ply[Any, Any], time: str) -> RecordedGame:
        if game is None:
            key = self.key if self.header.chance.scheme == "committed" else b""
            return RecordedGame.begin(self.rules, self._new_header(), self.source, self.lines.append, time, key)
        if record.seat is None or record.ply != game.state.ply:
            raise _Cannot(f"ply {record.ply} stands where ply {game.state.ply} is due", record.ply)
        action: Action = msgspec.convert(record.action, self.actions)
        game.act(record.seat, action, time)
        return game

    def _compare(self, record: Ply[Any, Any] | End) -> None:
        """Count the records that say something else now."""
        written = Codec().read(self.lines[-1].removesuffix(b"\n")).record
        self.changed += written != record


class _ByLabel:
    """Answers with what was recorded in this ply under the same label, in that order."""

    def __init__(self) -> None:
        self._source = Scripted({})

    def answer(self, entries: Sequence[tuple[str, Outcome]]) -> None:
        """Take the outcomes of the next ply."""
        by_label: dict[str, list[Any]] = defaultdict(list)
        for label, outcome in entries:
            by_label[label].append(outcome)
        self._source = Scripted(by_label)

    def draw(self, address: Address, bag: Mapping[str, int]) -> str | None:
        return self._source.draw(address, bag)

    def roll(self, address: Address, sides: int, count: int) -> list[int] | None:
        return self._source.roll(address, sides, count)

    def shuffle(self, address: Address, items: Sequence[str]) -> list[str] | None:
        return self._source.shuffle(address, items)
