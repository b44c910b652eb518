"""The base layer of Age of Steam, its options (section D of the rules document), editions and access to the board."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

from railbook.rules.layer import Flow, Layer
from railbook.rules.options import Options
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Ask
from railbook_age_of_steam.board import Board
from railbook_age_of_steam.state import Line, Player


class Rules(Options, frozen=True):
    """Where the editions differ."""

    reduction_at_50: Annotated[Literal[8, 10], Meta(description="income lost at an income of exactly 50 (AOS-R1)")] = 8
    urbanization_timing: Annotated[
        Literal["before_builds", "any_time"], Meta(description="when in a build turn a New City is placed (AOS-N2)")
    ] = "before_builds"
    turn_order_pass_last_two: Annotated[
        Literal["allowed", "forbidden"],
        Meta(description="the Turn Order privilege when only two are still in the auction (AOS-A4)"),
    ] = "allowed"
    double_redirect: Annotated[
        Literal["flat_2", "per_path"], Meta(description="price of redirecting two paths of one tile at once (AOS-P5)")
    ] = "flat_2"
    same_hex_twice: Annotated[
        Literal["allowed", "forbidden"], Meta(description="two builds on one hex in one build turn (AOS-B10)")
    ] = "allowed"
    elimination_markers: Annotated[
        Literal["unfinished_only", "all"],
        Meta(description="which sections of an eliminated player lose their owner (AOS-E5)"),
    ] = "unfinished_only"
    last_survivor: Annotated[
        Literal["plays_on", "ends_game"], Meta(description="what happens when one player is left (AOS-E6)")
    ] = "plays_on"
    town_tile_choice: Annotated[
        Literal["chosen", "pooled"], Meta(description="whether the tile under a town disc is named (AOS-T2)")
    ] = "chosen"
    start_order: Annotated[Literal["dice", "shuffle"], Meta(description="how the first order is found (AOS-U5)")] = (
        "dice"
    )
    ownership_markers: Annotated[
        int, Meta(ge=0, le=1000, description="markers of each player, 0 is no limit (AOS-O7)")
    ] = 20
    production_room: Annotated[
        Literal["true_empty", "array_length"],
        Meta(description="which empty boxes Production sees (AOS-W1): all, or only top boxes of built cities"),
    ] = "true_empty"
    running_score: Annotated[
        Literal["links_only", "all_owned"], Meta(description="track that a running score counts (AOS-S3); display only")
    ] = "links_only"


BySeat = Annotated[int, Meta(ge=0, le=10_000)] | list[Annotated[int, Meta(ge=0, le=10_000)]]
"""One number for all players, or a list by seat."""


class Start(Options, frozen=True):
    """What players start with (AOS-U4): a number for all, or a list by seat."""

    cash: Annotated[BySeat, Meta(description="dollars")] = 10
    shares: Annotated[BySeat, Meta(description="shares issued")] = 2
    income: Annotated[BySeat, Meta(description="income")] = 0
    locomotive: Annotated[BySeat, Meta(description="steps of the locomotive")] = 1


class Limits(Options, frozen=True):
    """Numbers that the rules name."""

    shares: Annotated[int, Meta(ge=0, le=1000, description="most shares of a player (AOS-I2)")] = 15
    share_price: Annotated[int, Meta(ge=0, le=100, description="dollars for a share (AOS-I1)")] = 5
    locomotive: Annotated[int, Meta(ge=1, le=20, description="most steps of a locomotive (AOS-C5)")] = 6
    builds: Annotated[int, Meta(ge=0, le=20, description="tiles in a build turn (AOS-B1)")] = 3
    engineer: Annotated[int, Meta(ge=0, le=20, description="tiles of the Engineer (AOS-C4)")] = 4
    move_rounds: Annotated[int, Meta(ge=0, le=10, description="rounds of moving goods (AOS-M1)")] = 2
    production: Annotated[int, Meta(ge=0, le=20, description="cubes of Production (AOS-W1)")] = 2


AGE_OF_STEAM: Layer[Line] = Layer("age-of-steam", table=Line, summary="the base game")
GROUPS: dict[str, type[Options]] = {"rules": Rules, "start": Start, "limits": Limits}
for _prefix, _group in GROUPS.items():
    AGE_OF_STEAM.options(_prefix, _group)

AGE_OF_STEAM.sequence("set-up", "aos.lay-table", "aos.fill-chart", "aos.fill-cities", "aos.first-order", "aos.begin")
AGE_OF_STEAM.sequence(
    "aos.turn",
    "aos.shares",
    "aos.auction",
    "aos.actions",
    "aos.build",
    "aos.move",
    "aos.income",
    "aos.expenses",
    "aos.reduction",
    "aos.growth",
    "aos.advance",
)
"""The phases of a turn (AOS-Q1)."""


def board_of(rules: Ruleset) -> Board:
    """Give the compiled map of a ruleset."""
    board: Board = rules.board
    return board


def in_game(state: Line) -> list[int]:
    """Give the seats that are not eliminated, in the current order."""
    return list(state.order)


@cache
def asking(seat: int) -> Flow:
    """Give what a step yields that asks one seat."""
    return (Ask((seat,)),)


def with_action(state: Line, action: str) -> int | None:
    """Give the seat that chose an action and is in the game."""
    players = state.players
    for seat in state.order:
        if players[seat].action == action:
            return seat
    return None


def me(state: Line, seat: int) -> Player:
    """Give a seat's player."""
    return state.players[seat]
