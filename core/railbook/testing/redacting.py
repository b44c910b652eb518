"""Checks of what can be handed out: a redacted log of the game replays, shows the same views, and is never refuted."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from railbook.audit.findings import Verdict
from railbook.audit.redact import redacted
from railbook.audit.replay import Played, Replay, ReplayFault
from railbook.audit.verify import verify
from railbook.engine.state import encode
from railbook.engine.view import view
from railbook.testing.trial import Trial


def redacted_logs_hold(trial: Trial) -> None:
    """The log with all that a seat, or a spectator, cannot know left out replays to the same views, unrefuted."""
    with tempfile.TemporaryDirectory() as folder:
        whole, part = Path(folder) / "whole.jsonl", Path(folder) / "part.jsonl"
        whole.write_bytes(trial.game.log)
        for viewer in (0, None):
            who = "a spectator" if viewer is None else f"seat {viewer}"
            try:
                told = b"".join(redacted(Replay(whole, trial.setting.registry), viewer))
                part.write_bytes(told)
                again = b"".join(redacted(Replay(part, trial.setting.registry), viewer))
                views = zip(_views(trial, whole, viewer), _views(trial, part, viewer), strict=True)
                differ = next((number for number, (one, other) in enumerate(views) if one != other), None)
            except ReplayFault as fault:
                said = f"what {who} could know of the log cannot be replayed: {fault.finding}"
                raise trial.fault(fault.finding.ply, said) from fault
            if differ is not None:
                raise trial.fault(differ, f"the view of {who} is another one where the log is redacted")
            if again != told:
                raise trial.fault(None, f"redacted twice for {who}, the log differs")
            report = verify(part, trial.setting.registry, "part.jsonl")
            if report.verdict not in (Verdict.EXACT, Verdict.UNVERIFIED) or report.findings:
                said = "; ".join(map(str, report.findings))
                raise trial.fault(None, f"redacted for {who}, the log is {report.words}: {said}")


def _views(trial: Trial, path: Path, viewer: int | None) -> Iterator[bytes]:
    game = Replay(path, trial.setting.registry)
    for played in game.plies():
        if isinstance(played, Played):
            yield encode(view(game.rules, played.state, viewer))
