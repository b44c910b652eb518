"""House rules about the end: mild-tickets, globetrotter and first-to-finish."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from railbook.chance import UnknownOutcome
from railbook.rules.layer import Layer
from railbook_europe.best_choice import lent_routes
from railbook_house_rules.ticket_to_ride.first_to_finish import all_are_completed
from railbook_house_rules.ticket_to_ride.first_to_finish import variant as first_to_finish
from railbook_house_rules.ticket_to_ride.globetrotter import Globetrotter
from railbook_house_rules.ticket_to_ride.globetrotter import variant as globetrotter
from railbook_house_rules.ticket_to_ride.mild_tickets import variant as mild_tickets
from railbook_ticket_to_ride.api import DrawCard
from tests.plugins.europe.table import europe, last_turn
from tests.plugins.ticket_to_ride.positions import Options, Position, claim, position

DENVER_EL_PASO, DALLAS_NEW_YORK, LOS_ANGELES_NEW_YORK = (
    "t-denver--el-paso",
    "t-dallas--new-york",
    "t-los-angeles--new-york",
)
"""Tickets of 4, 11 and 21 points."""

WAY = {"denver--santa-fe": 0, "el-paso--santa-fe": 0}
"""What completes the ticket of 4 points for seat 0."""


def ended(variant: Layer[Any] | None, tickets: dict[int, list[str]], options: Options | None = None) -> Position:
    """Play the last turn of a game in which seat 0 owns the way from Denver to El Paso."""
    game = position(3, options, variants=[variant] if variant else [], owners=WAY, tickets=tickets, turns_left=0)
    game.ends()
    return game


# mild-tickets


@pytest.mark.parametrize(
    "variant, options, points",
    [
        (None, {}, 4 - 11 - 21),
        (mild_tickets, {}, 4 - 5 - 10),
        (mild_tickets, {"mild-tickets.penalty": "half"}, 4 - 5 - 10),
        (mild_tickets, {"mild-tickets.penalty": "none"}, 4),
    ],
    ids=["without", "default", "half", "none"],
)
def test_failed_tickets_cost_less(variant: Layer[Any] | None, options: Options, points: int) -> None:
    """TTR-K6, ttr.ticket-value: half of the value, the odd point left out, or nothing; completed ones score fully."""
    tickets = {0: [DENVER_EL_PASO, DALLAS_NEW_YORK, LOS_ANGELES_NEW_YORK]}
    assert ended(variant, tickets, options).scores()["ttr.tickets"][0] == points


@pytest.mark.parametrize("penalty, points", [("", 0), ("half", 12 - 3 - 2), ("none", 12)], ids=["full", "half", "none"])
def test_stations_lend_what_is_best_under_it(penalty: str, points: int) -> None:
    """TTR-X61, TTR-EUR9, ttr.ticket-value: a station lends the route that is worth the most by this penalty.

    The tickets are of 12 or of 7 and 5. Where halves are rounded, completing the one saves more than the two.
    """
    own = ("amsterdam--london", "amsterdam--essen", "essen--kobenhavn--a", "berlin--frankfurt--a")
    east = ("warszawa--wilno", "smolensk--wilno", "moskva--smolensk")
    game = europe(
        3,
        {"mild-tickets.penalty": penalty} if penalty else {},
        variants=[mild_tickets] if penalty else [],
        owners={**dict.fromkeys((*own, *east), 0), "berlin--warszawa--a": 1, "berlin--essen": 2},
        stations=[(0, "berlin")],
        tickets={0: ["t-berlin--moskva", "t-berlin--london", "t-frankfurt--kobenhavn"]},
        turns_left=0,
    )
    last_turn(game)
    assert game.scores()["ttr.tickets"][0] == points
    lent = lent_routes(game.rules, game.state, 0)
    assert lent == (("berlin--warszawa--a",) if penalty == "half" else ("berlin--essen",))


# globetrotter


def test_the_bonus_stands_beside_the_longest_path() -> None:
    """TTR-OW12, TTR-L3, globetrotter.bonus: 15 for the most completed tickets, 10 for the longest path, both score."""
    game = ended(globetrotter, {0: [DENVER_EL_PASO, DALLAS_NEW_YORK], 1: [LOS_ANGELES_NEW_YORK]})
    assert game.scores()["globetrotter.bonus"] == (15, 0, 0)
    assert game.scores()["ttr.longest-path"] == (10, 0, 0)
    assert "globetrotter.bonus" not in ended(None, {}).scores()


def test_every_seat_with_the_most_scores_it() -> None:
    """TTR-OW12, Q17, globetrotter.bonus: ties score in full, and with none completed an option decides."""
    assert ended(globetrotter, {1: [DALLAS_NEW_YORK]}).scores()["globetrotter.bonus"] == (15, 15, 15)
    nothing = ended(globetrotter, {1: [DALLAS_NEW_YORK]}, {"end.zero_bonus": False})
    assert nothing.scores()["globetrotter.bonus"] == (0, 0, 0)
    fewer = ended(globetrotter, {0: [DENVER_EL_PASO]}, {"globetrotter.points": 7})
    assert fewer.scores()["globetrotter.bonus"] == (7, 0, 0)
    assert Globetrotter().points == 15


# first-to-finish


def finishing(tickets: Sequence[str], *, turn: int = 0) -> Position:
    """Give a position in which seat 0 lacks one route of the way from Denver to El Paso, and holds the cards for it."""
    return position(
        variants=[first_to_finish],
        owners={"denver--santa-fe": 0},
        hands={0: {"red": 2}},
        tickets={0: tickets, 1: [LOS_ANGELES_NEW_YORK]},
        ticket_pile=None,
        turn=turn,
        free=["el-paso--santa-fe"],
    )


def test_the_claim_that_completes_the_last_ticket_ends_the_game() -> None:
    """TTR-E1, first-to-finish.all-completed: the game ends with that turn, at once, and is scored."""
    game = finishing([DENVER_EL_PASO])
    game.does(0, claim("el-paso--santa-fe", red=2))
    assert game.state.ended == "all tickets completed"
    assert game.scores()["ttr.tickets"] == (4, -21)


def test_one_ticket_that_is_open_keeps_it_going() -> None:
    """first-to-finish.all-completed: all tickets of the seat count, those of others do not."""
    game = finishing([DENVER_EL_PASO, DALLAS_NEW_YORK])
    game.does(0, claim("el-paso--santa-fe", red=2))
    assert not game.state.ended


def test_without_tickets_nobody_has_completed_them() -> None:
    """first-to-finish.all-completed: a seat that holds no ticket does not end the game."""
    game = position(variants=[first_to_finish])
    game.does(0, DrawCard(None))
    game.does(0, DrawCard(None))
    assert (game.seat(0).tickets, game.state.ended) == ([], "")


def test_who_does_not_know_the_tickets_cannot_say() -> None:
    """TTR-V5, first-to-finish.all-completed: with an unknown ticket the end is open, unless a known one is not done."""
    game = finishing([DENVER_EL_PASO])
    seen = game.seen_by(1)
    with pytest.raises(UnknownOutcome, match="whether seat 0 has completed all its tickets"):
        all_are_completed(game.rules, seen)
    seen.seats[0].tickets = [DALLAS_NEW_YORK, None]
    assert all_are_completed(game.rules, seen) is None
