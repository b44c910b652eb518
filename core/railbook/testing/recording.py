"""Checks of what is recorded: round trips, folding, invariants, scores, the same bytes again, and an exact verdict."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from railbook.audit.findings import Verdict
from railbook.audit.verify import verify
from railbook.chance import Recorded
from railbook.engine.fold import fold
from railbook.engine.play import decide
from railbook.engine.score import score_sheet, standings
from railbook.engine.state import UNFINISHED, decode, encode, new_state
from railbook.log.canonical import Codec, LineFault, body_of
from railbook.log.records import Ply
from railbook.testing.random_game import played, sheet_fault
from railbook.testing.trial import Trial

OTHER_HASHES = ("4242", "1")
"""Values of PYTHONHASHSEED for another process; the first that is not ours is taken."""


def lines_are_read_back(trial: Trial) -> None:
    """Every line of the log reads back to the same bytes, actions and events, and every state survives its encoding."""
    codec = Codec(trial.rules)
    plies = iter(trial.game.plies)
    for number, raw in enumerate(trial.game.log.splitlines(), 1):
        try:
            line = codec.read(raw)
        except LineFault as error:
            raise trial.fault(None, f"line {number} of the log cannot be read back: {error}") from error
        if not line.canonical or body_of(line.record) != line.body:
            raise trial.fault(None, f"line {number} of the log is not read back as it was written")
        if isinstance(line.record, Ply):
            ply, record = next(plies), line.record
            if [ply.action, *ply.events] != [record.action, *record.events]:
                raise trial.fault(ply.number, f"{[ply.action, *ply.events]} is read back as {record.events}")
    for ply in trial.game.plies:
        if encode(decode(trial.rules, ply.after)) != ply.after:
            raise trial.fault(ply.number, "the state does not survive encoding and decoding")


def events_fold_to_the_state(trial: Trial) -> None:
    """Folding the recorded events, and nothing else, gives the state after every ply."""
    state = new_state(trial.rules)
    for ply in trial.game.plies:
        fold(trial.rules, state, ply.events)
        if encode(state) != ply.after:
            there, live = msgspec.to_builtins(state), msgspec.to_builtins(decode(trial.rules, ply.after))
            differ = {key: (value, live[key]) for key, value in there.items() if value != live[key]}
            raise trial.fault(ply.number, f"folded events and the live state differ (folded, live): {differ}")


def plies_are_decided_again(trial: Trial) -> None:
    """The recorded action and outcomes give the recorded events again."""
    for ply in trial.game.plies:
        source = Recorded(ply.chance)
        events = decide(trial.rules, decode(trial.rules, ply.before), ply.seat, ply.action, source)
        source.finish()
        if events != ply.events:
            raise trial.fault(ply.number, f"decided again, {ply.action} gives {events}, recorded are {ply.events}")


def invariants_hold(trial: Trial) -> None:
    """No invariant of any layer has anything to say after any ply."""
    for ply, state in zip(trial.game.plies, trial.game.states(), strict=True):
        for id, holds in trial.rules.invariants:
            said = holds(trial.rules, state)
            if said is not None:
                raise trial.fault(ply.number, f"invariant {id}: {said}")


def score_fits_the_table(trial: Trial) -> None:
    """A game that is over has points by seat in every line of the score sheet, and a rank for every seat."""
    rules, state = trial.rules, trial.game.state
    if not state.ended or state.ended == UNFINISHED:
        return
    if fault := sheet_fault(rules, state):
        raise trial.fault(None, fault)
    ranked = standings(rules, state, score_sheet(rules, state))
    if sorted(place.seat for place in ranked) != list(range(trial.seats)):
        raise trial.fault(None, f"the standings do not rank each seat once: {ranked}")


def log_verifies(trial: Trial) -> None:
    """The log of the game is exact, without a finding, and all its outcomes follow from the seed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_bytes(trial.game.log)
        report = verify(path, trial.setting.registry, "game.jsonl")
    if report.verdict is not Verdict.EXACT or report.findings or report.unverified or report.chance != "proven":
        said = "; ".join(map(str, report.findings)) or f"unverified plies {report.unverified}, chance {report.chance}"
        raise trial.fault(None, f"the log is {report.words}: {said}")


def same_seed_same_bytes(trial: Trial) -> None:
    """Played again under rules composed anew, the same seed gives the same bytes."""
    again = played(trial.setting, trial.setting.rules(trial.seats), trial.seed, trial.plies)
    if again.log != trial.game.log:
        raise trial.fault(None, f"the same seed gives another log: {_first_difference(again.log, trial.game.log)}")


def another_process_gives_the_same_bytes(trial: Trial) -> None:
    """A process that hashes texts otherwise plays the same game."""
    ours = os.environ.get("PYTHONHASHSEED")
    environment = {
        **os.environ,
        "PYTHONHASHSEED": next(seed for seed in OTHER_HASHES if seed != ours),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    asked = msgspec.json.encode([trial.setting, trial.seats, trial.seed, trial.plies])
    command = [sys.executable, "-m", "railbook.testing.again"]
    done = subprocess.run(command, input=asked, capture_output=True, env=environment, check=False)  # noqa: S603 - ours
    if done.returncode:
        raise trial.fault(None, f"another process cannot play the game: {done.stderr.decode(errors='replace')[-600:]}")
    if done.stdout != trial.game.log:
        said = _first_difference(done.stdout, trial.game.log)
        raise trial.fault(None, f"another process plays another game, so an order hangs on hashes: {said}")


def order_of_variants_is_free(trial: Trial) -> None:
    """Named in the other order, the variants give the same ruleset and the same header."""
    rules = trial.setting.rules(trial.seats, backwards=True)
    if rules.fingerprint != trial.rules.fingerprint or rules.variants != trial.rules.variants:
        raise trial.fault(None, "the order in which the variants are named changes the ruleset")


def _first_difference(one: bytes, other: bytes) -> str:
    for number, (a, b) in enumerate(zip(one.splitlines(), other.splitlines(), strict=False), 1):
        if a != b:
            return f"line {number} is {a.decode()[:300]} instead of {b.decode()[:300]}"
    return "one of them is longer"
