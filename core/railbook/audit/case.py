"""Cases: one ply of a log with the state before it, as a small file of its own, extracted and verified."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from railbook.audit.findings import Finding, Report, Verdict
from railbook.audit.plies import verify_ply
from railbook.audit.verify import verify
from railbook.engine.state import State, copy, new_state
from railbook.log.canonical import LineFault, body_of, codec_of, read_strictly
from railbook.log.reader import FileFault, whole_file
from railbook.log.records import Header, Ply, RawPly, Text
from railbook.log.seal import Seal
from railbook.plugins.registry import NotInstalled, Registry
from railbook.recording.header import HeaderFault, ruleset_of
from railbook.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from pathlib import Path

    from railbook.audit.replay import Replay

CASE_FORMAT = 1
"""The format of the cases that this version writes."""

SUFFIX = ".json"
"""How the name of a case ends; that of a log never ends so."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="case"):
    """A ply that can be decided by itself: the header of its game, the state before it, and the ply as recorded.

    `state` holds only what differs from the state of a table that is not laid yet.
    """

    format: Annotated[int, msgspec.Meta(ge=1, le=CASE_FORMAT)]
    about: Text
    """Where it comes from, and what is the matter with it."""
    header: Header
    state: dict[str, Any]
    ply: RawPly


def extract(replay: Replay, ply: int, about: str = "") -> Case | None:
    """Give one ply of a log as a case, as it stands in the end; `None` if there is none of that number.

    The ply itself may be one that cannot be replayed, since that is what cases are for. Raises `ReplayFault` for a
    fault before it.
    """
    from railbook.audit.replay import Played, ReplayFault

    rules = replay.rules
    before = copy(rules, replay.state) if ply == 0 else None
    found: Ply[Any, Any] | None = None
    try:
        for played in replay.plies():
            if isinstance(played, Played):
                found = played.record if played.record.ply == ply else found
            elif played.to <= ply:
                found = None
            if replay.state.ply == ply:
                before = copy(rules, replay.state)
    except ReplayFault:
        if isinstance(replay.record, Ply) and replay.record.ply == ply:
            found = replay.record
        if found is None:
            raise
    if found is None or before is None:
        return None
    raw = msgspec.convert(msgspec.to_builtins(found), RawPly)
    return Case(CASE_FORMAT, about or f"ply {ply} of {replay.name}", replay.header, _difference(rules, before), raw)


def written(case: Case) -> bytes:
    """Give a case as indented JSON: each part of the state, each outcome and each event in a line of its own."""
    values = json.loads(body_of(case))
    return (_laid_out(values, 0, {"state", "ply", "chance", "events"}) + "\n").encode()


def read_case(path: Path | str) -> Case:
    """Read a case; raises `FileFault` where there is none in the file."""
    try:
        values = read_strictly(whole_file(path))
        if values.get("type") != "case":
            raise FileFault("is not a case: `railbook extract` writes one")
        if isinstance(values.get("format"), int) and values["format"] > CASE_FORMAT:
            raise FileFault(f"is a case of format {values['format']}; installed is format {CASE_FORMAT}")
        return msgspec.convert(values, Case)
    except (LineFault, msgspec.ValidationError) as fault:
        raise FileFault(f"is not a readable case: {fault}") from None


def verify_file(
    path: Path | str, registry: Registry, name: str = "", *, newer: bool = False, seal: Seal | None = None
) -> Report:
    """Give the verdict on a log or, where the name ends in `.json`, on a case. Never raises for what a file holds.

    A case is decided by the installed rules, whatever their version; a log only with `newer`. Only a log has a `seal`.
    """
    if not str(path).endswith(SUFFIX):
        return verify(path, registry, name, newer=newer, seal=seal)
    report = Report(file=name or str(path), part=True)
    try:
        _verify_case(report, read_case(path), registry)
    except FileFault as fault:
        report.verdict = Verdict.UNREADABLE
        report.findings.append(Finding(report.file, "unreadable", str(fault)))
    return report


def case_parts(case: Case, registry: Registry) -> tuple[Ruleset, State, Ply[Any, Any]]:
    """Compose the rules of a case as installed, and give its state and ply typed.

    Raises `NotInstalled`, and `FileFault` for what does not fit the game. Rules that are newer than those of the log
    will do: whether a change of the rules mends the case is what one asks it.
    """
    try:
        rules = ruleset_of(registry, case.header, to_replay=True)
    except HeaderFault as fault:
        raise FileFault(f"header: {fault}") from None
    try:
        state = _state_of(rules, case.state)
        line = codec_of(rules).read_record(body_of(case.ply))
    except (msgspec.ValidationError, LineFault) as fault:
        raise FileFault(f"the case does not fit {case.header.game}: {fault}") from None
    if not isinstance(line, Ply) or line.ply != state.ply:
        raise FileFault(f"the ply is number {case.ply.ply}, the state is that before ply {state.ply}")
    return rules, state, line


def _verify_case(report: Report, case: Case, registry: Registry) -> None:
    report.game = case.header.game
    report.variants = [variant.name for variant in case.header.variants]
    report.players = [seat.name for seat in case.header.seats]
    try:
        rules, state, ply = case_parts(case, registry)
    except NotInstalled as missing:
        report.verdict = Verdict.UNVERIFIED
        report.findings.append(Finding(report.file, missing.kind, str(missing)))
        return
    verify_ply(report, case.header, rules, state, ply)


def _difference(rules: Ruleset, state: State) -> dict[str, Any]:
    blank = msgspec.to_builtins(new_state(rules))
    return {name: value for name, value in msgspec.to_builtins(state).items() if value != blank.get(name)}


def _state_of(rules: Ruleset, values: dict[str, Any]) -> State:
    """Make a state from what differs; raises `msgspec.ValidationError`."""
    blank = new_state(rules)
    unknown = sorted(set(values) - set(blank.__struct_fields__))
    if unknown:
        raise msgspec.ValidationError(f"the state has no field {unknown[0]!r}")
    slices = values.get("slices", {})
    state: State = msgspec.convert({**msgspec.to_builtins(blank), **values, "slices": {}}, rules.state_type)
    state.slices = {
        name: msgspec.convert(slices[name], kind) if name in slices else kind() for name, kind in rules.slices.items()
    }
    return state


def _laid_out(value: Any, depth: int, opened: set[str]) -> str:
    """Write JSON: objects and lists under the opened names over several lines, all others in one."""
    pad = "  " * (depth + 1)
    if isinstance(value, dict) and value:
        rows = [
            f"{pad}{json.dumps(key)}: " + (_laid_out(item, depth + 1, opened) if key in opened else _in_one(item))
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(rows) + "\n" + pad[2:] + "}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(pad + _in_one(item) for item in value) + "\n" + pad[2:] + "]"
    return _in_one(value)


def _in_one(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
