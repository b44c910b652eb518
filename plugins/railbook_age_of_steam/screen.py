"""How Age of Steam looks at a terminal: players, auction, goods, track, the open question; the board on request."""

from __future__ import annotations

from collections.abc import Iterable

from railbook.engine.play import legal_actions
from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Panel, Part, Row
from railbook_age_of_steam import auction, building, choosing, growth, moving, shares
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.layer import AGE_OF_STEAM, Limits, board_of
from railbook_age_of_steam.map_format import Column
from railbook_age_of_steam.network import owner_at, sections_of
from railbook_age_of_steam.picture import NOBODY, calls, cube_letters, picture, terrain_letter
from railbook_age_of_steam.plans import builds_left
from railbook_age_of_steam.scoring import running_scores, track_points
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import TOWN, paths
from railbook_age_of_steam.track import Section

panel = AGE_OF_STEAM.panel


# Small pieces


def listed(parts: Iterable[Row], gap: str = ", ") -> Row:
    """Show rows one behind the other."""
    shown: list[Part] = []
    for row in parts:
        shown += [Part(gap), *row] if shown else row
    return tuple(shown)


def action_name(action: str) -> str:
    """Write an action as people do."""
    return action.replace("_", " ")


def _letters(board: Board, cubes: dict[str, int]) -> str:
    letters = cube_letters(board)
    return "".join(letters[cube] * count for cube, count in sorted(cubes.items()))


# Panels


@panel("aos.players")
def players(rules: Ruleset, state: Line, seat: int | None) -> Panel:
    """What everybody has, in seats; `order` is the place in the current order, `score` the running score."""
    tracks, scores = track_points(rules, state), running_scores(rules, state)
    rows = []
    for number, player in enumerate(state.players):
        place = "out" if player.out else str(state.order.index(number) + 1) if number in state.order else ""
        figures = (place, f"${player.cash}", player.income, player.shares, player.locomotive)
        asked = number in state.to_act and not state.ended
        rows.append(
            (
                Part(str(number), "dim"),
                Part(f"seat {number}", "bold" if asked else ""),
                *(Part(str(figure)) for figure in figures),
                Part(action_name(player.action)),
                Part(str(tracks[number])),
                Part("" if player.out else str(scores[number])),
            )
        )
    columns = ("", "", "order", "cash", "income", "shares", "locomotive", "action", "links", "score")
    return Panel("players", tuple(rows), columns)


@panel("aos.auction")
def auction_panel(rules: Ruleset, state: Line, seat: int | None) -> Panel | None:
    """While there is an auction: who is still in, next to speak first, with their bids; and who has which place."""
    if state.phase != "auction" or state.ended:
        return None
    rows = [(Part("in   "), *listed(_bidder(rules, state, other) for other in state.queue))]
    if state.dropped:
        places = len(state.order)
        out = listed((Part(f"place {places - index} seat {other}"),) for index, other in enumerate(state.dropped))
        rows.append((Part("out  "), *out))
    return Panel("auction", tuple(rows))


def _bidder(rules: Ruleset, state: Line, seat: int) -> Row:
    bid = state.players[seat].bid
    said = "no bid" if bid is None else f"${bid}"
    may = " (may stay in)" if auction.may_stay_in(rules, state, seat) is None else ""
    return (
        Part(f"seat {seat} "),
        Part(said, "bold" if bid and bid == auction.highest(state) else ""),
        Part(may, "dim"),
    )


@panel("aos.goods")
def goods(rules: Ruleset, state: Line, seat: int | None) -> Panel:
    """Cities and the goods chart, its two parts side by side: cubes on the city, and boxes from the top."""
    board = board_of(rules)
    parts = [[column for column in board.columns.values() if column.part == part] for part in ("white", "black")]
    rows = []
    for index in range(max(len(part) for part in parts)):
        cells = [_column(rules, state, part[index]) if index < len(part) else _NO_COLUMN for part in parts]
        rows.append((*cells[0], *cells[1]))
    return Panel("goods", tuple(rows), ("white", "", "on it", "chart", "black", "", "on it", "chart"))


_NO_COLUMN = (Part(""),) * 4


def _column(rules: Ruleset, state: Line, column: Column) -> Row:
    board = board_of(rules)
    letters = cube_letters(board)
    boxes = Part("".join(letters[cube] if cube else "." for cube in state.chart.get(column.id, ())))
    city = growth.city_of(rules, state, column)
    if city is None:
        colours = board.map.new_cities[column.city].colours
        name = f"New City {column.city} ({', '.join(colours)})"
        return (Part(str(column.die)), Part(name, "dim"), Part(""), boxes)
    letter = state.new_cities.get(city)
    colours = board.colours(city, letter)
    name = f"{f'{letter}: ' if letter else ''}{board.name(city)} ({', '.join(colours)})"
    there = Part(_letters(board, state.cubes.get(city, {})))
    return (Part(str(column.die)), Part(name, colours[0]), there, boxes)


@panel("aos.bag")
def bag(rules: Ruleset, state: Line, seat: int | None) -> Panel:
    """The letters of the cubes, and how many of each are in the bag."""
    letters = cube_letters(board_of(rules))
    cubes = listed(
        ((Part(f"{letter} {cube}", cube), Part(f" {state.bag.get(cube, 0)}")) for cube, letter in letters.items()),
        "   ",
    )
    held = f"   drawn by Production: {', '.join(state.held)}" if state.held else ""
    return Panel("bag", ((*cubes, Part(held)),))


@panel("aos.track")
def track(rules: Ruleset, state: Line, seat: int | None) -> Panel | None:
    """Links and unfinished sections by owner, each with its number of paths."""
    board = board_of(rules)
    by_owner: dict[int | None, list[Section]] = {}
    for section in sections_of(board, state):
        by_owner.setdefault(owner_at(state, section.paths[0]), []).append(section)
    rows = []
    for owner in sorted(by_owner, key=lambda owner: (owner is None, owner or 0)):
        links = [_section(board, section) for section in by_owner[owner] if section.is_link]
        opened = [_section(board, section) for section in by_owner[owner] if not section.is_link]
        who = "nobody: " if owner is None else f"seat {owner}: "
        still = f"{'; ' if links else ''}open {', '.join(sorted(opened))}" if opened else ""
        rows.append((Part(who), Part(", ".join(sorted(links))), Part(still, "dim")))
    return Panel("track", tuple(rows)) if rows else None


def _section(board: Board, section: Section) -> str:
    """Say a section by its ends, places first, and its number of paths."""
    places = sorted(board.name(end.place) for end in section.ends if end.place is not None)
    ends = [*places, *sorted(f"({end.hex})" for end in section.ends if end.place is None)]
    return f"{ends[0]}–{ends[1]} {len(section.paths)}"


@panel("aos.question")
def question(rules: Ruleset, state: Line, seat: int | None) -> Panel | None:
    """The turn, the phase and what is asked."""
    if state.ended:
        return None
    when = f"turn {state.turn} of {state.last_turn}, {PHASES.get(state.phase, state.phase)}" if state.turn else "set-up"
    asked = [
        (Part("" if other == seat else f"seat {other}: "), Part(_asked(rules, state, other))) for other in state.to_act
    ]
    return Panel("now", ((Part(when, "bold"),), *asked))


PHASES = {
    "shares": "issuing shares",
    "auction": "auction for player order",
    "actions": "choosing actions",
    "build": "building track",
    "move": "moving goods",
    "growth": "goods growth",
}
"""Phases as people say them."""


def _asked(rules: Ruleset, state: Line, seat: int) -> str:
    """Say what a seat is asked."""
    player = state.players[seat]
    if state.asked == shares.ASK:
        legal = legal_actions(rules, state, seat)
        most = max((one.shares for one in legal if isinstance(one, shares.IssueShares)), default=0)
        return f"issue shares at ${rules.options(Limits).share_price} each, at most {most}"
    if state.asked == auction.ASK:
        least = auction.highest(state) + 1
        can = f"bid ${least} to ${player.cash}, " if player.cash >= least else ""
        stay = ", or stay in without a bid" if auction.may_stay_in(rules, state, seat) is None else ""
        return f"{can}{'or ' if can and not stay else ''}drop out{stay}"
    if state.asked == choosing.ASK:
        taken = {other.action for other in state.players}
        free = [action_name(action) for action in choosing.actions_on_offer(rules, state) if action not in taken]
        return f"choose one of {', '.join(free)}"
    if state.asked == building.ASK:
        city = ", and a New City may be placed now" if building.may_urbanize(rules, state, seat) else ""
        return f"builds left: {builds_left(rules, state, seat)}, with ${player.cash}{city}"
    if state.asked == moving.ASK:
        links = f"{player.locomotive} link{'s' if player.locomotive != 1 else ''}"
        rounds = rules.options(Limits).move_rounds
        now = rounds - state.agenda.count("aos.move-round")
        return f"round {now} of {rounds}: move a cube over at most {links}, upgrade or pass"
    if state.asked == growth.ASK:
        return f"put cubes into empty boxes: {', '.join(state.held)}"
    return state.asked.partition(".")[2].replace("-", " ")


@panel("aos.board")
def board_panel(rules: Ruleset, state: Line, seat: int | None) -> Panel:
    """The whole board, and what its marks mean."""
    board = board_of(rules)
    marks = [f"{terrain_letter(terrain)} {terrain}" for terrain in board.map.terrain]
    seats = [f"{number} seat {number}" for number in range(rules.seats)]
    legend = "   ".join([*marks, "o town", "CITY with cubes", *seats, f"{NOBODY} nobody's track"])
    return Panel("board", (*picture(rules, state, seat), (Part(legend, "dim"),)), reference=True)


@panel("aos.tiles")
def tiles_panel(rules: Ruleset, state: Line, seat: int | None) -> Panel | None:
    """Every tile on the board with its paths and their owners."""
    board = board_of(rules)
    rows = []
    for hex in board.neighbours:
        tile = state.tiles.get(hex)
        if tile is None:
            continue
        whose = ", ".join(
            f"{'-'.join('T' if end == TOWN else str(end) for end in path)} "
            f"{'nobody' if owner is None else f'seat {owner}'}"
            for path, owner in zip(paths(tile.tile, tile.rotation), tile.owners, strict=True)
        )
        kind = f"{tile.tile} on {tile.under}" if tile.under else tile.tile
        cells = (calls(board, hex), hex, board.towns.get(hex, board.map.hexes[hex].terrain), kind, whose)
        rows.append(tuple(Part(cell) for cell in cells))
    return Panel("tiles", tuple(rows), ("hex", "q,r", "on", "tile", "paths"), reference=True) if rows else None
