"""What lies beside the board in its picture: players with their figures, tracks of income and more, the goods chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbook.rules.picture import Box, Group, Label, Paint, Picture, Shape, seat_disc, width_of
from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam import growth
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.board_picture import board_size, cube_at
from railbook_age_of_steam.layer import AGE_OF_STEAM, Limits, board_of
from railbook_age_of_steam.map_format import Column
from railbook_age_of_steam.picture import cube_letters
from railbook_age_of_steam.scoring import running_scores
from railbook_age_of_steam.state import Line

WIDTH = 520.0
"""Width of what lies beside the board."""

CELL = 22.0
LINE = 34.0
INCOME_STEPS = 10
"""Incomes in a row of the income track."""


@AGE_OF_STEAM.picture("aos.players")
def players(rules: Ruleset, state: Line, seat: int | None) -> Picture:
    """The players in the current order, with cash, action and running score; on top."""
    left, _ = board_size(board_of(rules))
    scores = running_scores(rules, state) if state.players else []
    seats = [*state.order, *(number for number in range(len(state.players)) if number not in state.order)]
    groups = []
    for place, number in enumerate(seats):
        player, y = state.players[number], 40 + place * LINE
        facts = [f"${player.cash}", f"income {player.income}", f"shares {player.shares}", f"score {scores[number]}"]
        said = (
            "out of the game" if player.out else ", ".join(facts) + f", {player.action.replace('_', ' ')}".rstrip(", ")
        )
        shapes = (
            *seat_disc(number, (left + 12, y), 11),
            Label((left + 30, y - 2), f"seat {number}", 13, width=WIDTH - 60, bold=True),
            Label((left + 30, y + 12), said, 11, "faint", width=min(WIDTH - 50, width_of(said, 11))),
        )
        groups.append(Group(f"player-{number}", "seat", shapes, f"seat {number}: {said}"))
    return Picture(tuple(groups), left + WIDTH, 60 + len(seats) * LINE)


@AGE_OF_STEAM.picture("aos.tracks")
def tracks(rules: Ruleset, state: Line, seat: int | None) -> Picture | None:
    """The tracks of income, shares and locomotives: a disc of each player in the box where he is."""
    if not state.players:
        return None
    left, _ = board_size(board_of(rules))
    top = 60 + len(state.players) * LINE
    limits = rules.options(Limits)
    incomes = [player.income for player in state.players if not player.out]
    low, high = min([*incomes, 0]), max([*incomes, 0])
    first, last = low // INCOME_STEPS * INCOME_STEPS, high // INCOME_STEPS * INCOME_STEPS + INCOME_STEPS - 1
    shown: list[Shape] = []
    for name, numbers, values, a_row in (
        ("income", range(first, last + 1), [player.income for player in state.players], INCOME_STEPS),
        ("shares", range(limits.shares + 1), [player.shares for player in state.players], limits.shares + 1),
        ("locomotive", range(1, limits.locomotive + 1), [player.locomotive for player in state.players], 20),
    ):
        there = [None if player.out else value for player, value in zip(state.players, values, strict=True)]
        shapes = tuple(_track(name, left, top, numbers, there, a_row))
        said = ", ".join(f"seat {number} {value}" for number, value in enumerate(there) if value is not None)
        shown.append(Group(f"track-{name}", "track", shapes, f"{name}: {said}"))
        top += 30 + -(-len(numbers) // a_row) * (CELL + 12)
    return Picture(tuple(shown), left + WIDTH, top)


def _track(
    name: str, left: float, top: float, numbers: Sequence[int], values: Sequence[int | None], a_row: int
) -> Iterator[Shape]:
    wide = min(46.0, (WIDTH - 20) / min(a_row, len(numbers)))
    yield Label((left, top + 10), name, 12, bold=True)
    for index, number in enumerate(numbers):
        row, column = divmod(index, a_row)
        x, y = left + column * wide, top + 18 + row * (CELL + 12)
        yield Box((x, y), wide - 2, CELL + 8, Paint("paper", "rock"), 3)
        yield Label((x + 3, y + 9), str(number), 8, "faint")
        here = [seat for seat, value in enumerate(values) if value == number]
        for place, seat in enumerate(here):
            step = min(13.0, (wide - 16) / max(1, len(here) - 1)) if len(here) > 1 else 0
            yield from seat_disc(seat, (x + 9 + place * step, y + CELL - 1), 6.5)


@AGE_OF_STEAM.picture("aos.chart")
def chart(rules: Ruleset, state: Line, seat: int | None) -> Picture:
    """The goods chart below all else: a column for each die of both parts, its cubes from the top."""
    board = board_of(rules)
    left, height = board_size(board)
    columns = list(board.columns.values())
    a_row = 10
    rows = [columns[at : at + a_row] for at in range(0, len(columns), a_row)]
    tall = [46 + max(column.boxes for column in row) * (CELL + 2) for row in rows]
    # Below the tracks, which may be long, and where there is room as low as the board goes.
    top = max(60 + rules.seats * LINE + 330, height - sum(tall) - 20)
    groups: list[Shape] = [Label((left, top - 4), "goods chart", 12, bold=True)]
    for row, size in zip(rows, tall, strict=True):
        for index, column in enumerate(row):
            groups.append(_column(rules, board, state, column, left + index * 51, top))
        top += size
    return Picture(tuple(groups), left + WIDTH, top)


def _column(rules: Ruleset, board: Board, state: Line, column: Column, x: float, top: float) -> Group:
    letters = cube_letters(board)
    city = growth.city_of(rules, state, column)
    name = board.name(city) if city is not None and city in board.cities else column.city
    called = f"New City {column.city}" if column.city in board.map.new_cities else name
    dark = column.part == "black"
    shapes: list[Shape] = [
        Box((x, top + 6), 47, 18, Paint("ink" if dark else "white", "rock"), 3),
        Label((x + 23, top + 19), str(column.die), 11, "white" if dark else "ink", "middle", bold=True),
        Label(
            (x + 23, top + 35), name, 8, "ink" if city is not None else "faint", "middle", min(46, width_of(name, 8))
        ),
    ]
    boxes = state.chart.get(column.id, [None] * column.boxes)
    for number, cube in enumerate(boxes):
        y = top + 40 + number * (CELL + 2)
        shapes.append(Box((x + 12, y), CELL, CELL, Paint("paper", "rock"), 2))
        if cube:
            shapes += cube_at((x + 15, y + 3), CELL - 6, cube, letters.get(cube, "?"))
    lying = ", ".join(cube for cube in boxes if cube) or "empty"
    title = f"{called}, {column.part} {column.die}: {lying}"
    return Group(f"column-{column.id}", "column", tuple(shapes), title, (("column", column.id),))
