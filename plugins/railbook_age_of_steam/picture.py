"""The hex board as text: two lines a hex, each edge where it is, with the seat whose track leaves there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Part, Row
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.state import Line, Tile
from railbook_age_of_steam.tiles import TOWN, kinds, paths

LEAST_WIDTH = 5
"""Characters across a hex: three edges on each line, and something between them."""

TERRAIN = {"plain": ".", "river": "~", "mountain": "^"}
"""How usual terrain looks; other terrain shows its first letter."""

NOBODY = "+"
"""Stands for the owner where nobody owns the track."""

Mark = tuple[str, str]
"""A character and its style."""

BLANK: Mark = (" ", "")


def cube_letters(board: Board) -> dict[str, str]:
    """Give each colour of cubes a letter of its own: the first of its name if that is free, else the last, or any."""
    return dict(_letters(tuple(board.map.bag)))


@lru_cache(maxsize=16)
def _letters(cubes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    letters: dict[str, str] = {}
    for cube in cubes:
        wanted = [cube[0], cube[-1], *cube, *"0123456789"]
        letters[cube] = next(letter for letter in wanted if letter not in letters.values())
    return tuple(letters.items())


def calls(board: Board, hex: str) -> str:
    """Give what a hex is called on the board: its label, or without one its coordinates."""
    return board.map.hexes[hex].label or hex


def terrain_letter(terrain: str) -> str:
    """Give the character of a kind of terrain."""
    return TERRAIN.get(terrain, terrain[0])


def picture(rules: Ruleset, state: Line, viewer: int | None) -> list[Row]:
    """Draw the board; columns stand for q, and north is up. Water and what is off the board stay empty."""
    board = board_of(rules)
    width = max(LEAST_WIDTH, *(len(calls(board, hex)) for hex in board.neighbours))
    places = {hex: (int(q), 2 * int(r) + int(q)) for hex in board.neighbours for q, r in [hex.split(",")]}
    first_q, first_y = min(q for q, _ in places.values()), min(y for _, y in places.values())
    last_q, last_y = max(q for q, _ in places.values()), max(y for _, y in places.values())
    lines = [[BLANK] * (width * (last_q - first_q + 1)) for _ in range(last_y - first_y + 2)]
    for hex, (q, y) in places.items():
        for number, marks in enumerate(_hex(rules, state, hex, viewer, width)):
            at = (q - first_q) * width
            lines[y - first_y + number][at : at + width] = marks
    columns = "".join(str(q).center(width) for q in range(first_q, last_q + 1)).rstrip()
    return [(Part(columns, "dim"),), *(_row(line) for line in lines)]


def _row(line: list[Mark]) -> Row:
    """Join characters of one style; what is empty on the right is left out."""
    while line and line[-1] == BLANK:
        line = line[:-1]
    parts: list[Part] = []
    for character, style in line:
        # Blanks have no style to see: they go with what stands before them.
        if parts and (style == parts[-1].style or character == " "):
            parts[-1] = Part(parts[-1].text + character, parts[-1].style)
        else:
            parts.append(Part(character, style))
    return tuple(parts) or (Part(""),)


def _hex(rules: Ruleset, state: Line, hex: str, viewer: int | None, width: int) -> tuple[list[Mark], list[Mark]]:
    board = board_of(rules)
    letter = state.new_cities.get(hex)
    if letter is not None or hex in board.cities:
        name = f"{letter}:{board.towns[hex]}" if letter is not None else board.cities[hex].name
        return _text(_short(name, width).upper(), board.colours(hex, letter)[0], width), _cubes(
            board, state, hex, width
        )
    tile = state.tiles.get(hex)
    if tile is not None:
        return _tile(board, hex, tile, viewer, width)
    if hex in board.towns:
        return _text(_short(board.towns[hex], width), "", width), _text("o", "", width)
    ground = terrain_letter(board.map.hexes[hex].terrain)
    return _text(calls(board, hex), "dim", width), _text(ground * (1 if ground == "." else width - 2), "dim", width)


def _text(text: str, style: str, width: int) -> list[Mark]:
    return [(character, style) for character in text[:width].center(width)]


def _short(name: str, width: int) -> str:
    return "".join(letter for letter in name if letter.isalnum() or letter == ":")[:width]


def _cubes(board: Board, state: Line, hex: str, width: int) -> list[Mark]:
    """Cubes by letter; where they do not all fit, a `+` at the end."""
    letters = cube_letters(board)
    marks = [(letters[cube], cube) for cube, count in sorted(state.cubes.get(hex, {}).items()) for _ in range(count)]
    if len(marks) > width:
        marks = [*marks[: width - 1], ("+", "dim")]
    before = (width - len(marks)) // 2
    return [*[BLANK] * before, *marks, *[BLANK] * (width - before - len(marks))]


def _tile(board: Board, hex: str, tile: Tile, viewer: int | None, width: int) -> tuple[list[Mark], list[Mark]]:
    """At each edge that track uses its owner; between them the ground, or the circle of a town."""
    owners = {
        end: owner
        for path, owner in zip(paths(tile.tile, tile.rotation), tile.owners, strict=True)
        for end in path
        if end != TOWN
    }
    between = "()" if kinds()[tile.tile].is_town else terrain_letter(board.map.hexes[hex].terrain) * 2
    north = _edges(owners, (5, 0, 1), between, viewer, width)
    return north, _edges(owners, (4, 3, 2), between, viewer, width)


def _edges(
    owners: Mapping[int, int | None], edges: Iterable[int], between: str, viewer: int | None, width: int
) -> list[Mark]:
    left, middle, right = (_edge(owners, edge, viewer) for edge in edges)
    line = [BLANK] * width
    line[0], line[width // 2], line[-1] = left, middle, right
    line[width // 2 - 1], line[width // 2 + 1] = (between[0], "dim"), (between[1], "dim")
    return line


def _edge(owners: Mapping[int, int | None], edge: int, viewer: int | None) -> Mark:
    if edge not in owners:
        return BLANK
    owner = owners[edge]
    return (NOBODY, "dim") if owner is None else (str(owner), "green" if owner == viewer else "bold")
