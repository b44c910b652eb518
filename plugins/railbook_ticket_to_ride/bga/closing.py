"""What is said when a history has been followed: hands and display as noted, what cannot be checked, and figures."""

from __future__ import annotations

from typing import Any

from railbook_ticket_to_ride.bga.checks import Violation
from railbook_ticket_to_ride.bga.following import Following
from railbook_ticket_to_ride.bga.notes import Notes
from railbook_ticket_to_ride.cards import UNSEEN, in_words
from railbook_ticket_to_ride.scoring import own_routes


def finish(game: Following, notes: Notes, last_move: int) -> None:
    """Compare with the notes of the recorder, and with what the end of the game tells."""
    if game.live.over:
        game.ending.check(game.state, game.kept, last_move)
        game.checks.ok("BGA-A15")
    _hand(game, notes, last_move)
    shown = notes.display_at_end
    if shown is not None and game.state.display.count(UNSEEN) == sum(shown.values()):
        noted = game.audit.copy()
        noted.lose(noted.display, {kind: count for kind, count in shown.items() if count}, 0, "shows")
        if noted.fault():
            raise Violation("BGA-A8", last_move, f"the display cannot hold {in_words(shown)} as noted")


def _hand(game: Following, notes: Notes, move: int) -> None:
    noted = notes.viewer_final_hand
    if noted is None or game.viewer is None:
        return
    hand = game.state.seats[game.viewer].hand
    more = {kind: count - noted.get(kind, 0) for kind, count in hand.kinds.items() if count > noted.get(kind, 0)}
    if sum(noted.values()) != hand.size or more:
        why = (
            f"the last hand is noted as {in_words(noted)}: {hand.size} cards are there, {in_words(hand.kinds)} for sure"
        )
        raise Violation("BGA-A6", move, why)


def say_what_is_open(game: Following, *, archive: bool) -> None:
    """Say of each check that could not be made why not."""
    checks, over = game.checks, game.live.over
    if not archive:
        checks.not_checkable("BGA-A10", "a live history does not tell the display")
    checks.not_checkable(
        "BGA-A11",
        "no tunnel was tried" if any(r.tunnel for r in game.places.board.routes.values()) else "no tunnels here",
    )
    checks.not_checkable("BGA-A12", "no station was built")
    checks.not_checkable("BGA-A14", "no completed ticket is told")
    if game.state.turns_left is None:
        checks.not_checkable("BGA-A15", "the last round has not begun")
    if not over:
        for check in ("BGA-A16", "BGA-A17"):
            checks.not_checkable(check, "the game is not finished")
    if game.audit.undecided:
        checks.not_checkable("BGA-A8", "undecided: the search was given up")


def figures(game: Following) -> dict[str, Any]:
    """Give what is known of the game by seat, for people and tests."""
    state, world = game.state, game.audit.worlds[0]
    seats = range(game.rules.seats)
    deck = sum(game.places.board.deck.values())
    return {
        "game": game.rules.game,
        "complete_turns": game.turns - (not game.live.over),
        "tickets_kept": game.kept,
        "train_cards_out_of_pile": deck - state.draw_pile.size,
        "flushes": game.flushes,
        "reshuffles": game.reshuffles,
        "trains_left": [seat.trains for seat in state.seats],
        "route_points": [seat.points for seat in state.seats],
        "hand_size": [seat.hand.size for seat in state.seats],
        "unknown_cards_received": [world.holders[seat].received for seat in seats],
        "forced_colours_of_unknown": [
            {kind: count for kind, count in world.holders[seat].need.items() if count} for seat in seats
        ],
        "routes": [[route.id for route in own_routes(game.rules, state, seat)] for seat in seats],
    }
