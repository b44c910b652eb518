"""The panels of Ticket to Ride say what a view holds, all that a player needs of it, and nothing that is hidden."""

from __future__ import annotations

import pytest

from railbook.bots import RandomPlayer
from railbook.engine.view import view
from railbook.rules.layer import Layer
from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Panel, plain
from railbook.rules.types import Visible
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets
from railbook_ticket_to_ride.cards import Payment
from railbook_ticket_to_ride.family import TICKET_TO_RIDE
from railbook_ticket_to_ride.table import Seat, Table
from tests.plugins.ticket_to_ride.positions import CALM, L, Position, keep, position, set_up

OWN, OTHER = "t-dallas--new-york", "t-boston--miami"


def screen(game: Position, seat: int | None) -> dict[str, Panel]:
    """Give the panels that a seat sees, by title."""
    return {panel.title: panel for panel in game.rules.screen(game.seen_by(seat), seat)}


def lines(panel: Panel) -> list[str]:
    """Give the lines of a panel; the cells of a table with bars between."""
    return ["|".join(part.text for part in row) if panel.columns else plain(row) for row in panel.rows]


def everything(rules: Ruleset, state: Table, seat: int | None) -> list[str]:
    """Give all lines of all panels of a state, as it is."""
    return [line for panel in rules.screen(state, seat) for line in lines(panel)]


def test_display() -> None:
    """The display shows each slot by number, an empty one too (TTR-M1)."""
    game = position(display=("red", L, None, "blue"))
    (line,) = lines(screen(game, 0)["display"])
    assert line == "1 red   2 locomotive   3 empty   4 blue   5 empty"
    styles = {part.text: part.style for part in screen(game, 0)["display"].rows[0]}
    assert (styles["1 red"], styles["2 locomotive"], styles["3 empty"]) == ("red", "rainbow", "dim")


def test_piles() -> None:
    """Everybody sees how large the piles are, and what lies on the discard pile (TTR-G6)."""
    game = position(pile={"green": 3}, discard={"red": 2, L: 1})
    (line,) = lines(screen(game, 0)["piles"])
    assert line == "draw pile 3   tickets 30 regular   discard pile 3 (2 red, 1 locomotive)"


def test_hand() -> None:
    """A seat sees its own hand by kind, in the order of the map (TTR-G6)."""
    game = position(hands={0: {L: 1, "red": 2, "purple": 1}, 1: {"green": 4}})
    assert lines(screen(game, 0)["hand"]) == ["1 purple, 2 red, 1 locomotive  (4 in all)"]
    assert lines(screen(game, 1)["hand"]) == ["4 green  (4 in all)"]
    assert "hand" not in screen(game, None)
    assert lines(screen(position(), 0)["hand"]) == ["no cards  (0 in all)"]


def test_tickets() -> None:
    """A seat sees its tickets, each with whether it is completed so far (TTR-K5)."""
    owners = {"dallas--little-rock": 0, "little-rock--nashville": 0, "nashville--pittsburgh": 0}
    game = position(owners=owners, tickets={0: [OWN, "t-chicago--new-orleans"], 1: [OTHER]})
    assert lines(screen(game, 0)["tickets"]) == ["open  Dallas–New York (11)", "open  Chicago–New Orleans (7)"]
    game.state.owners["new-york--pittsburgh--a"] = 0
    assert lines(screen(game, 0)["tickets"])[0] == "done  Dallas–New York (11)"
    assert lines(screen(game, 1)["tickets"]) == ["open  Boston–Miami (12)"]


def test_seats() -> None:
    """Everybody sees of every seat its trains, points, numbers of cards, tickets and routes, and its longest path."""
    game = position(
        hands={1: {"red": 3}}, owners={"denver--omaha": 1, "calgary--helena": 1}, tickets={1: [OTHER]}, points={1: 11}
    )
    for viewer in (0, 1, None):
        panel = screen(game, viewer)["seats"]
        assert panel.columns == ("", "trains", "points", "cards", "tickets", "routes", "longest path")
        assert lines(panel) == ["seat 0|45|0|0|0|0|0", "seat 1|37|11|3|1|2|4"]


def test_routes() -> None:
    """A seat sees its routes, a spectator those of all."""
    game = position(owners={"denver--omaha": 0, "calgary--helena": 1})
    assert lines(screen(game, 0)["routes"]) == ["Denver–Omaha (purple 4)"]
    assert lines(screen(game, None)["routes"]) == ["seat 0: Denver–Omaha (purple 4)", "seat 1: Calgary–Helena (grey 4)"]


def test_question() -> None:
    """What is asked is said to the seat that is asked, and to others, who is asked."""
    game = position()
    assert lines(screen(game, 0)["now"]) == ["round 1", "your turn: one action"]
    assert lines(screen(game, 1)["now"]) == ["round 1", "asked: seat 0"]
    game.does(0, DrawCard(None))
    assert lines(screen(game, 0)["now"]) == ["round 1", "pick 2 of 2: draw another card"]


@pytest.mark.parametrize(
    "turns_left, says", [(0, "no turns after this one"), (1, "1 turn after this one"), (3, "3 turns after this one")]
)
def test_last_round(turns_left: int, says: str) -> None:
    """In the last round everybody sees how many turns follow (TTR-E1)."""
    game = position(round=9, turns_left=turns_left)
    assert lines(screen(game, 1)["now"])[0] == f"round 9, the last round: {says}"


def test_offer() -> None:
    """A seat that chooses tickets sees its offer and how many it must keep; the others see neither (TTR-S5, TTR-K1)."""
    game = set_up(offers={0: (OWN, "t-chicago--new-orleans", "t-denver--el-paso")})
    assert lines(screen(game, 0)["now"]) == [
        "set-up",
        "keep at least 2 of these 3 tickets",
        "open  Dallas–New York (11)",
        "open  Chicago–New Orleans (7)",
        "open  Denver–El Paso (4)",
    ]
    assert not [line for line in lines(screen(game, 1)["now"]) if "Denver–El Paso" in line]
    assert lines(screen(game, None)["now"]) == ["set-up", "asked: seat 0, seat 1"]
    game = position(ticket_pile=["t-denver--el-paso", OWN, OTHER], turn=1)
    game.does(1, DrawTickets(), offered=())
    assert "keep at least 1 of these 3 tickets" in lines(screen(game, 1)["now"])
    assert lines(screen(game, 0)["now"]) == ["round 1", "asked: seat 1"]


def test_no_question_when_over() -> None:
    """Nothing is asked in a game that is over."""
    game = position(turns_left=0)
    game.ends()
    assert "now" not in screen(game, 0)


def board_row(game: Position, seat: int | None, *starts: str) -> list[str]:
    """Give the owner cells of the rows of the board that begin so."""
    return [row[-1].text for row in screen(game, seat)["board"].rows if row[0].text in starts]


def test_board() -> None:
    """The board shows every route with colour, length, points and owner; it is long, so only on request (TTR-C9)."""
    game = position(owners={"denver--omaha": 1})
    panel = screen(game, 0)["board"]
    assert panel.reference
    assert [panel.reference for panel in screen(game, 0).values()].count(True) == 1
    assert len(panel.rows) == 100
    assert "Denver–Omaha|purple|4|7|seat 1" in lines(panel)
    assert "Calgary–Helena|grey|4|7|" in lines(panel)


@pytest.mark.parametrize(
    "seats, seat, rule",
    [
        pytest.param(2, 0, "ttr.parallel-closed", id="ttr.parallel-closed"),
        pytest.param(4, 1, "ttr.parallel-route", id="ttr.parallel-route"),
        pytest.param(4, 0, "", id="open"),
    ],
)
def test_closed_routes(seats: int, seat: int, rule: str) -> None:
    """The board names the rule by which a seat cannot claim a route (TTR-P1, TTR-P2)."""
    game = position(seats, owners={"denver--kansas-city--a": 1})
    owner, other = board_row(game, seat, "Denver–Kansas City")
    assert (owner, other) == ("seat 1", f"not for you ({rule})" if rule else "")
    assert board_row(game, None, "Denver–Kansas City") == ["seat 1", ""]


def test_house_rules_on_the_board() -> None:
    """What keeps a seat from a route the composed rules say: without the rule the board shows the route as open."""
    layer: Layer[Table] = Layer("open-tracks", game=TICKET_TO_RIDE)
    layer.drop_validator("ttr.parallel-closed")
    game = position(owners={"denver--kansas-city--a": 1}, variants=[layer])
    assert board_row(game, 0, "Denver–Kansas City") == ["seat 1", ""]


def test_open_tickets() -> None:
    """Where a house rule opens tickets, the others' stand behind one's own."""
    layer: Layer[Table] = Layer("open-tickets", game=TICKET_TO_RIDE)
    layer.visible(Seat, "tickets", Visible.PUBLIC)
    game = position(tickets={0: [OTHER], 1: [OWN]}, variants=[layer])
    assert lines(screen(game, 1)["tickets"]) == ["open  Dallas–New York (11)", "seat 0: open  Boston–Miami (12)"]


# Nothing hidden


def other_world(game: Position) -> Position:
    """Give the same game with other cards and tickets where seat 0 cannot see them."""
    other = game.copy()
    state = other.state
    hand, pile = state.seats[1].hand.kinds, state.draw_pile.kinds
    for kind, count in list(hand.items()):
        swapped = next(k for k in ("black", "green", "purple", "white") if k not in hand and pile.get(k, 0) > count)
        hand[swapped] = hand.pop(kind)
        pile[swapped] -= hand[swapped]
        pile[kind] = pile.get(kind, 0) + hand[swapped]
    stratum = state.piles["regular"].strata[0].tickets
    for held in (state.seats[1].tickets, state.seats[1].offer):
        for index, ticket in enumerate(held):
            held[index] = stratum[index]
            stratum[index] = ticket
    return other


@pytest.mark.parametrize("viewer", [0, None])
def test_same_screen_in_other_worlds(viewer: int | None) -> None:
    """What a viewer cannot know changes nothing on his screen, and for the owner it does."""
    game = position(hands={0: {"red": 2}, 1: {"blue": 3}}, tickets={0: [OWN], 1: [OTHER]}, turn=1)
    game.does(1, DrawTickets())
    other = other_world(game)
    assert everything(game.rules, game.seen_by(viewer), viewer) == everything(
        other.rules, other.seen_by(viewer), viewer
    )
    assert everything(game.rules, game.seen_by(1), 1) != everything(other.rules, other.seen_by(1), 1)
    assert everything(game.rules, game.state, None) != everything(other.rules, other.state, None)


@pytest.mark.parametrize("seed", [1, 2])
def test_whole_game(seed: int) -> None:
    """At every ply of a game each seat can be shown its screen and choices; no ticket of another seat stands there."""
    game = set_up(3, {"end.trains_at_most": 30})
    rules = game.rules
    bots = [RandomPlayer(rules, seed * 10 + seat) for seat in range(3)]
    while not game.state.ended:
        for viewer in (0, 1, 2, None):
            seen = view(rules, game.state, viewer)
            text = "\n".join(everything(rules, seen, viewer))
            if viewer is not None:
                text += "\n".join(plain(rules.choice(seen, viewer, action)) for action in game.legal(viewer))
            for seat, own in enumerate(game.state.seats):
                for ticket in (*own.tickets, *own.offer):
                    assert (rules_ticket(rules, ticket) in text) == (seat == viewer)
        seat = game.state.to_act[0]
        game.does(seat, bots[seat].choose(game.seen_by(seat), seat))
    assert everything(rules, game.state, None)


def rules_ticket(rules: Ruleset, ticket: str | None) -> str:
    """Say a ticket."""
    return rules.say(keep([ticket])).removeprefix("keep ")


# Choices


def test_choice_of_a_card() -> None:
    """A pick is said with the card that lies in the slot, in its colour (TTR-D1)."""
    game = position(display=CALM)
    row = game.rules.choice(game.seen_by(0), 0, DrawCard(3))
    assert plain(row) == "take the blue card in slot 3"
    assert [part.style for part in row if part.text == "blue"] == ["blue"]
    assert plain(game.rules.choice(game.seen_by(0), 0, DrawCard(None))) == "draw a card from the pile"


@pytest.mark.parametrize(
    "route, cards, says",
    [
        ("denver--omaha", {"purple": 3, L: 1}, "Denver–Omaha (purple 4) for 3 purple, 1 locomotive, 7 points"),
        ("dallas--houston--b", {"red": 1}, "Dallas–Houston (grey 1) track 2 for 1 red, 1 point"),
        ("denver--kansas-city--a", {L: 4}, "Denver–Kansas City (orange 4) for 4 locomotive, 7 points"),
    ],
)
def test_choice_of_a_claim(route: str, cards: dict[str, int], says: str) -> None:
    """A claim is said with payment and points; parallel routes of one colour are told apart (TTR-C9, TTR-G5)."""
    game = position()
    action = ClaimRoute(Payment(cards, next(iter(cards))), route)
    assert plain(game.rules.choice(game.seen_by(0), 0, action)) == says
