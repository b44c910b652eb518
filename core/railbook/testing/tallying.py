"""A check of what statistics count: every tally can be taken of a game, whether it is over or still runs."""

from __future__ import annotations

from railbook.audit.counted import merged
from railbook.engine.state import decode
from railbook.testing.trial import Trial


def everything_can_be_counted(trial: Trial) -> None:
    """Every tally says what it counts, and gives whole numbers for seats at the table, early, midway and at the end."""
    rules, plies = trial.rules, trial.game.plies
    for id, spec in rules.tallies:
        if not spec.about:
            raise trial.fault(None, f"tally {id} does not say what it counts: its function has no docstring")
        for stop in sorted({1, (len(plies) + 1) // 2, len(plies)}):
            events = [event for ply in plies[:stop] for event in ply.events if type(event) in spec.events]
            try:
                pieces = merged(spec.count(rules, decode(rules, plies[stop - 1].after), events), trial.seats)
            except Exception as error:
                raise trial.fault(plies[stop - 1].number, f"tally {id}: {type(error).__name__}: {error}") from error
            for piece in pieces:
                odd = [name for name, value in (*piece.counts.items(), *piece.values.items()) if type(value) is not int]
                if odd:
                    raise trial.fault(
                        plies[stop - 1].number, f"tally {id}: {odd[0]} of {piece.piece} is no whole number"
                    )
