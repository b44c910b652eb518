"""A counted log as rows of one long table, each of which says of which kind it is: for DuckDB, pandas and others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from railbook.audit.counted import Counted


class Row(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One row. `kind` is `game`, `seat`, `score`, `piece` or `finding`; what a kind does not have is null.

    - `game`: one for each log that was counted, with its length in plies and how it ended.
    - `seat`: one for each seat, `value` is its score.
    - `score`: one for each seat and scorer (`id`), `value` are the points.
    - `piece`: one for each figure (`measure`) that a tally (`id`) tells of a piece and a seat.
    - `finding`: one for each reason why a log was not counted or is in doubt; `id` is its kind.
    """

    kind: str
    file: str
    game: str | None = None
    map: str | None = None
    variants: str | None = None
    edition: str | None = None
    options: str | None = None
    seats: int | None = None
    status: str | None = None
    seat: int | None = None
    player: str | None = None
    bot: str | None = None
    rank: int | None = None
    won: bool | None = None
    id: str | None = None
    piece: str | None = None
    label: str | None = None
    measure: str | None = None
    value: int | None = None
    plies: int | None = None
    undone: int | None = None
    reason: str | None = None
    partial: bool | None = None
    rules: str | None = None
    verdict: str | None = None
    rule: str | None = None
    line: int | None = None
    ply: int | None = None
    message: str | None = None


def rows_of(game: Counted) -> Iterator[Row]:
    """Give the rows of one log, in the order of kinds."""
    if game.is_counted:
        yield from _rows_of_game(game)
    for finding in game.findings:
        yield Row(
            kind="finding",
            file=game.file,
            seat=finding.seat,
            id=finding.kind,
            rule=finding.rule,
            line=finding.line,
            ply=finding.ply,
            message=finding.message,
            verdict=game.verdict or None,
        )


def _rows_of_game(game: Counted) -> Iterator[Row]:
    of_game: dict[str, Any] = {
        "file": game.file,
        "game": game.game,
        "map": game.map,
        "variants": game.variants,
        "edition": game.edition,
        "options": game.options,
        "seats": len(game.players),
        "status": game.status,
    }
    yield Row(
        kind="game",
        **of_game,
        plies=game.plies,
        undone=game.undone,
        reason=game.reason,
        partial=game.partial,
        rules=game.rules,
        verdict=game.verdict or None,
    )
    of_seat: list[dict[str, Any]] = [
        {
            **of_game,
            "seat": seat,
            "player": player,
            "bot": game.bots[seat] or None,
            "rank": game.ranks[seat] if game.ranks else None,
            "won": game.ranks[seat] == 1 if game.ranks else None,
        }
        for seat, player in enumerate(game.players)
    ]
    for seat, fields in enumerate(of_seat):
        total = game.totals[seat] if game.ranks else None
        yield Row(kind="seat", **fields, measure="points", value=total)
    for scorer, points in game.sheet.items():
        for seat, fields in enumerate(of_seat):
            yield Row(kind="score", **fields, id=scorer, measure="points", value=points[seat])
    for tally, pieces in game.tallies():
        for piece in pieces:
            fields = of_game if piece.seat is None else of_seat[piece.seat]
            for measure, value in (*piece.counts.items(), *piece.values.items()):
                yield Row(
                    kind="piece",
                    **fields,
                    id=tally,
                    piece=piece.piece,
                    label=piece.label or None,
                    measure=measure,
                    value=value,
                )
