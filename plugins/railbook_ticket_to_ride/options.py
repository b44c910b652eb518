"""The rule options of Ticket to Ride: chapter 16 of the rules document, and the numbers that maps set."""

# Annotations are no texts here (no import from __future__): each start would have to compile those it reads.

from typing import Annotated, Literal

from msgspec import Meta, field

from railbook.rules.options import Options


class Setup(Options, frozen=True):
    """What is dealt at the start."""

    hand: Annotated[int, Meta(ge=0, le=20, description="train cards dealt to each seat (TTR-S3)")] = 4
    deal_order: Annotated[Literal["hands_first", "display_first"], Meta(description="Q10: what is dealt first")] = (
        "hands_first"
    )


class Market(Options, frozen=True):
    """The display of face-up cards."""

    size: Annotated[int, Meta(ge=1, le=10, description="slots of the display (TTR-M1)")] = 5
    flush_at: Annotated[int, Meta(ge=1, le=10, description="face-up locomotives that flush the display (TTR-M3)")] = 3
    flush_limit: Annotated[
        Literal["until_stable"] | Annotated[int, Meta(ge=0, le=100)],
        Meta(description="Q01: flushes in a row; a number stops there, `until_stable` where none can help (TTR-M5)"),
    ] = "until_stable"
    flush_on_short_display: Annotated[
        bool, Meta(description="Q02: whether a display with empty slots is flushed too")
    ] = True
    refill: Annotated[
        Literal["always", "after_claim"], Meta(description="Q05: after which actions empty slots are filled")
    ] = "always"


class Draw(Options, frozen=True):
    """Drawing train cards."""

    picks: Annotated[int, Meta(ge=1, le=10, description="picks in a turn of drawing (TTR-D1)")] = 2
    second_pick: Annotated[
        Literal["required", "optional"], Meta(description="Q03: whether a seat may stop after one card")
    ] = "required"
    reshuffle: Annotated[
        Literal["lazy", "eager"],
        Meta(description="Q04: the discard pile is shuffled when a card is needed, or when the last one leaves"),
    ] = "lazy"


class Turn(Options, frozen=True):
    """The turn."""

    pass_: Annotated[
        Literal["only_if_no_action", "also_if_only_tickets"], Meta(description="Q06: when a seat may pass")
    ] = field(default="only_if_no_action", name="pass")


class Tickets(Options, frozen=True):
    """Offers of tickets."""

    keep_initial: Annotated[int, Meta(ge=0, le=20, description="tickets kept at least of the first offer (TTR-S5)")] = 2
    draw: Annotated[int, Meta(ge=1, le=20, description="tickets offered when drawn in play (TTR-K1)")] = 3
    keep_draw: Annotated[int, Meta(ge=0, le=20, description="tickets kept at least when drawn in play (TTR-K1)")] = 1
    initial_rejects: Annotated[
        Literal["bottom", "removed"], Meta(description="Q24: where rejects of the first offer go")
    ] = "bottom"
    initial_bottom_order: Annotated[
        Literal["shuffle_together", "seat_order", "as_finished"],
        Meta(description="Q08: the order of rejects of the first offer at the bottom"),
    ] = "shuffle_together"
    draw_bottom_order: Annotated[
        Literal["player_order", "shuffle"], Meta(description="Q09: the order of later rejects at the bottom")
    ] = "player_order"


class Parallel(Options, frozen=True):
    """Parallel routes."""

    open_from: Annotated[
        int, Meta(ge=1, le=20, description="seats from which parallel routes stay open for others (TTR-P2, P3, Q21)")
    ] = 4


class End(Options, frozen=True):
    """The end of the game."""

    trains_at_most: Annotated[int, Meta(ge=0, le=100, description="trains that set off the last round (TTR-E1)")] = 2
    all_pass: Annotated[
        Literal["end_game", "continue"], Meta(description="Q07: what happens when all pass in a row")
    ] = "end_game"
    longest_path_bonus: Annotated[int, Meta(ge=0, le=100, description="points for the longest path (TTR-L3)")] = 10
    longest_path_tiebreak: Annotated[
        Literal["length_among_tied", "bonus_card"], Meta(description="Q15: what the longest path breaks ties by")
    ] = "length_among_tied"
    final_tie: Annotated[
        Literal["shared", "seat_order"], Meta(description="Q16: who wins what no tie-breaker decides")
    ] = "shared"
    zero_bonus: Annotated[bool, Meta(description="Q17: whether a longest path of 0 scores the bonus")] = True


class Players(Options, frozen=True):
    """Players who leave."""

    leaving: Annotated[Literal["unfinished"], Meta(description="Q27: what becomes of a game that a player leaves")] = (
        "unfinished"
    )


GROUPS: dict[str, type[Options]] = {
    "setup": Setup,
    "market": Market,
    "draw": Draw,
    "turn": Turn,
    "tickets": Tickets,
    "parallel": Parallel,
    "end": End,
    "players": Players,
}
