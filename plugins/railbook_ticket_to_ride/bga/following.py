"""Follows a history move by move: what each deed is in our game, and whether our rules allow it."""

from __future__ import annotations

from typing import cast

from railbook.chance import ChanceFault, UnknownOutcome
from railbook.engine.core_layer import partial_audit
from railbook.engine.play import action_of, check
from railbook.recording.game import Illegal, RecordedGame
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, RulesError
from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, Paying
from railbook_ticket_to_ride.bga.checks import Checks, Violation, check_of
from railbook_ticket_to_ride.bga.claims import attempted, check_claim, payment, route_of, split, unseen_payment
from railbook_ticket_to_ride.bga.deeds import SLOTS, Deed, Told, card_kind
from railbook_ticket_to_ride.bga.ending import Ending
from railbook_ticket_to_ride.bga.packets import whole
from railbook_ticket_to_ride.bga.places import Places
from railbook_ticket_to_ride.bga.seen import Seen
from railbook_ticket_to_ride.drawing import DRAWN, TAKEN
from railbook_ticket_to_ride.events import DisplayFlushed, LastRoundBegun, Reshuffled, TurnBegun
from railbook_ticket_to_ride.map_format import LOCOMOTIVE
from railbook_ticket_to_ride.market import FACE_UP, FLUSH_SEEN
from railbook_ticket_to_ride.table import Table
from railbook_ticket_to_ride.tickets import CHOOSE, KEEP
from railbook_ticket_to_ride.tunnel_attempts import Attempt, DeclineTunnel, PaySurcharge
from railbook_ticket_to_ride.tunnels import REVEALED, SURCHARGE_SEEN
from railbook_ticket_to_ride.turns import TURN
from railbook_ticket_to_ride.unseen.audit import UnseenCards
from railbook_ticket_to_ride.unseen.ledger import rows_hold

SETUP_FLUSH = 5
"""Cards that a flush in the set-up takes out of the pile: nobody knows whether it leaves a message."""


class Following:
    """A game of ours that follows a history."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that a history and our game have to do with one another
        self,
        rules: Ruleset,
        live: RecordedGame,
        first: list[Event],
        seen: Seen,
        checks: Checks,
        places: Places,
        told: Told,
        seats: dict[str, int],
        viewer: int | None,
    ) -> None:
        self.rules, self.live, self.seen, self.checks, self.places = rules, live, seen, checks, places
        self.told, self.seats, self.viewer = told, seats, viewer
        self.audit = cast(UnseenCards, partial_audit(rules))
        self.remarks: list[str] = []
        self.assumed_flushes = 0
        self.happened: list[Event] = []
        self.turns = self.flushes = self.reshuffles = 0
        self.kept = [0] * rules.seats
        self.result: Deed | None = None
        self.ending = Ending(rules, places, seats, viewer, checks)
        self.outcomes = _outcomes(told.deeds)
        self.take_in(0, None, first, 0)

    @property
    def state(self) -> Table:
        """The game as it stands."""
        return cast(Table, self.live.state)

    # Plies

    def act(self, seat: int, action: Action, move: int) -> None:
        """Let a seat act; raises `Violation` with the check that our rule belongs to."""
        try:
            ply = self.live.act(seat, action)
        except Illegal as illegal:
            rejection = illegal.rejection
            name = check_of(rejection.rule)
            own = self.state.seats[seat].hand if 0 <= seat < len(self.state.seats) else None
            if name == "BGA-A7" and isinstance(action, Paying) and own is not None and action.payment.size > own.size:
                name = "BGA-A6"
            raise Violation(name, move, rejection.message, rejection.rule) from None
        except ChanceFault as fault:
            second = "second pick" in str(fault)
            raise Violation("BGA-A2" if second else "BGA-A8", move, str(fault)) from None
        except (UnknownOutcome, RulesError) as fault:
            raise Violation("BGA-A2", move, f"cannot be followed: {fault}") from None
        self.take_in(ply.ply, seat, ply.events, move)

    def take_in(self, number: int, seat: int | None, events: list[Event], move: int) -> None:
        """Count what happened, and ask whether the unknown cards can still be."""
        self.happened += events
        self.turns += sum(isinstance(event, TurnBegun) for event in events)
        self.flushes += sum(isinstance(event, DisplayFlushed) for event in events)
        self.reshuffles += sum(isinstance(event, Reshuffled) for event in events)
        impossible = self.audit.ply(number, seat, events, self.state)
        if impossible is not None:
            rows = all(not rows_hold(world.holders.values()) for world in self.audit.worlds)
            why = impossible.message.replace(f"at ply {number}", f"at move {move}")
            raise Violation("BGA-A7" if rows else "BGA-A8", move, why, impossible.rule)

    def move(self, move: int, deeds: list[Deed]) -> None:
        """Take one move: what chance answered first, then what its player did."""
        self.happened = []
        before = self.ending.routes(self.state)
        drew = any(deed.kind == "tickets" for deed in deeds)
        messages = [deed.kind for deed in deeds]
        self.seen.expect(FLUSH_SEEN, *["flush"] * messages.count("flush"))
        for deed in deeds:
            if deed.kind == "shown":
                slots = [deed.args.get(str(slot)) for slot in range(1, SLOTS + 1)]
                self.seen.expect(FACE_UP, *(card_kind(card) for card in slots if card is not None))
        for deed in deeds:
            do = getattr(self, f"do_{deed.kind.replace('-', '_')}", None)
            if do is not None:
                do(deed)
        if not self.live.over or self.happened:
            self.compare_piles(move, messages)
        self.seen.clear()
        for at, destination in self.told.completed:
            if at == move:
                self.ending.completed(move, destination, before, self.state, drew=drew)

    def compare_piles(self, move: int, messages: list[str]) -> None:
        """Compare flushes and reshuffles with what the messages say (A9, A10)."""
        flushed = sum(isinstance(event, DisplayFlushed) for event in self.happened)
        if flushed != messages.count("flush"):
            why = f"{messages.count('flush')} flushes are told where the display allows {flushed}"
            raise Violation("BGA-A10", move, why)
        shuffled = sum(isinstance(event, Reshuffled) for event in self.happened)
        if shuffled > messages.count("reshuffled"):
            raise Violation("BGA-A9", move, "a card comes from an empty pile, and no reshuffle is told")
        if shuffled < messages.count("reshuffled"):
            left = self.state.draw_pile.size
            out = sum(type(event).__name__ in OUT for event in self.happened)
            if not self.reshuffles and (left + out) % SETUP_FLUSH == 0 and not self.assumed_flushes:
                self.assumed_flushes = (left + out) // SETUP_FLUSH
                raise Violation("BGA-A9", move, f"setup flush assumed: {self.assumed_flushes}")
            raise Violation("BGA-A9", move, f"a reshuffle is told while {left + out} cards lie in the pile")

    def turn_of(self, who: str, move: int) -> int:
        """Give the seat that acts, if it is its turn; passes that were not told are put in where they can be (T3)."""
        seat, state = self.seats[who], self.state
        if self.live.over:
            raise Violation("BGA-A15", move, "an action after the last turn of the game")
        if state.asked != TURN and seat not in state.to_act:
            raise Violation("BGA-A2", move, f"seat {seat} acts before the turn of seat {state.turn} is complete")
        while seat not in self.state.to_act:
            passing = self.state.turn
            if check(self.rules, self.state, passing, Pass()) is not None:
                raise Violation(
                    "BGA-A2", move, f"unlogged turn of seat {passing} (did a player leave?): it could not pass"
                )
            self.act(passing, Pass(), move)
            self.remarks.append(f"move {move}: a pass of seat {passing} before it is not told: it had no other action")
            if self.live.over:
                raise Violation("BGA-A15", move, "an action after the last turn of the game")
        return seat

    # Deeds

    def do_tickets(self, deed: Deed) -> None:
        """Tickets are kept: of the first offer, or of one drawn in the move before."""
        seat = self.seats[deed.who]
        if self.state.asked != CHOOSE:
            seat = self.turn_of(deed.who, deed.move)
            self.act(seat, DrawTickets(), deed.move)
        offer = list(self.state.seats[seat].offer)
        self.checks.ok("BGA-A13")
        if self.state.asked in (CHOOSE, KEEP):
            if deed.count > len(offer):
                raise Violation("BGA-A13", deed.move, f"{deed.count} of {len(offer)} tickets are kept")
            if seat not in self.state.to_act:
                raise Violation("BGA-A1", deed.move, "a player chooses first tickets twice")
            self.act(seat, KeepTickets([None] * deed.count, [None] * (len(offer) - deed.count)), deed.move)
        self.kept[seat] += deed.count

    def do_face_up(self, deed: Deed) -> None:
        """A face-up card, of a slot that an archive tells."""
        seat = self.turn_of(deed.who, deed.move)
        colour, display = deed.colours[0], self.state.display
        slot = whole(deed.args.get("origin")) or 0
        if not 0 <= slot <= len(display):
            raise Violation("BGA-A10", deed.move, f"there is no slot {slot}")
        if not slot and "unknown" not in display:
            slot = display.index(colour) + 1 if colour in display else 0
        if slot and display[slot - 1] not in (colour, "unknown"):
            raise Violation("BGA-A10", deed.move, f"{colour} is taken where {display[slot - 1]} lies")
        self.seen.expect(TAKEN, colour)
        self.act(seat, DrawCard(slot), deed.move)
        self.compare_deck(deed)

    def do_hidden(self, deed: Deed) -> None:
        """One hidden card or, in one click, two."""
        twin = self.told.twins.get(deed.move) if self.seats[deed.who] == self.viewer else None
        for index in range(deed.count):
            seat = self.turn_of(deed.who, deed.move)
            if twin is not None and index < len(twin):
                self.seen.expect(f"{DRAWN}@{seat}", twin[index])
            if index and self.state.asked == TURN:
                raise Violation("BGA-A2", deed.move, "two hidden cards are drawn as second pick")
            self.act(seat, DrawCard(None), deed.move)
        self.compare_deck(deed)

    def compare_deck(self, deed: Deed) -> None:
        """The size of the pile, where it is told (A9)."""
        told = whole(deed.args.get("remainingTrainCarsInDeck"))
        if told is not None and told != self.state.draw_pile.size:
            left = self.state.draw_pile.size
            self.checks.violated(Violation("BGA-A9", deed.move, f"{told} cards are left in the pile, computed {left}"))

    def do_claim(self, deed: Deed) -> None:
        """A route is claimed; of a tunnel the attempt was told before."""
        route = route_of(self.places, deed)
        check_claim(self.places, deed, route, self.checks)
        if not route.tunnel:
            seat = self.turn_of(deed.who, deed.move)
            self.act(seat, ClaimRoute(payment(deed.colours), route.id), deed.move)
        else:
            seat = self.claim_tunnel(deed, route.id)
        trains = whole(deed.args.get("remainingTrainCars"))
        if trains is not None and trains != self.state.seats[seat].trains:
            left = self.state.seats[seat].trains
            self.checks.violated(Violation("BGA-A4", deed.move, f"{trains} trains are told to be left, not {left}"))

    def claim_tunnel(self, deed: Deed, route: str) -> int:
        """The end of an attempt: without surcharge the engine has claimed already."""
        seat = self.seats[deed.who]
        tried = self.state.slices.get(Attempt.__name__)
        if self.state.owners.get(route) != seat and (tried is None or tried.route != route):
            if self.result is None:
                raise Violation("BGA-A11", deed.move, "a tunnel is claimed, and no result of an attempt is told")
            colour = next((kind for kind in deed.colours if kind != LOCOMOTIVE), LOCOMOTIVE)
            attempt = Deed(deed.move, "attempt", deed.who, 0, [colour], deed.args)
            self.outcomes[id(attempt)] = (self.result, deed)
            self.do_attempt(attempt)
        if isinstance(self.state.slices.get(Attempt.__name__), Attempt) and self.state.slice(Attempt).route == route:
            announced = self.state.slice(Attempt).colour
            _laid, more = split(deed, self.places.board.routes[route].length, announced)
            self.act(seat, PaySurcharge(payment(more)), deed.move)
        self.checks.ok("BGA-A11")
        self.result = None
        return seat

    def do_attempt(self, deed: Deed) -> None:
        """Cards are laid for a tunnel: which, only the claim that follows tells."""
        seat = self.turn_of(deed.who, deed.move)
        result, outcome = self.outcomes.get(id(deed), (None, None))
        announced = deed.colours[0]
        if outcome is not None and outcome.kind == "claim":
            route = route_of(self.places, outcome)
            due = route.length + (result.count if result is not None else 0)
            if len(outcome.colours) != due:
                raise Violation("BGA-A11", outcome.move, f"{len(outcome.colours)} cards are paid where {due} are due")
            laid = payment(split(outcome, route.length, announced)[0], announced)
        else:
            route = attempted(self.places, deed, self.state.owners)
            laid = unseen_payment(route.length, announced)
        if result is not None:
            self.seen.expect(REVEALED, *result.colours)
            self.seen.expect(SURCHARGE_SEEN, str(result.count))
        self.act(seat, ClaimRoute(laid, route.id), deed.move)
        tried = self.state.slices.get(Attempt.__name__)
        surcharge = tried.surcharge if tried is not None else 0
        if result is not None and surcharge != result.count:
            raise Violation(
                "BGA-A11", deed.move, f"{result.count} cards more are due, of those revealed {surcharge} match"
            )
        self.checks.ok("BGA-A11")

    def do_result(self, deed: Deed) -> None:
        """The result of an attempt is kept for a claim without a message of the attempt (before May 2024)."""
        self.result = deed

    def do_skip(self, deed: Deed) -> None:
        """The attempt is given up."""
        seat = self.turn_of(deed.who, deed.move)
        if Attempt.__name__ not in self.state.slices:
            raise Violation("BGA-A11", deed.move, "an attempt is declined on a board without tunnels")
        self.act(seat, DeclineTunnel(), deed.move)
        self.result = None

    def do_station(self, deed: Deed) -> None:
        """A station is built."""
        seat = self.turn_of(deed.who, deed.move)
        city = self.places.city(deed.args.get("city_name"))
        paid = payment(deed.colours)
        values = {"type": "europe.build-station", "payment": {"cards": dict(paid.cards), "colour": paid.colour}}
        try:
            action = action_of(self.rules, {**values, "city": city or "?"})
        except RulesError:
            raise Violation("BGA-A12", deed.move, "a station is built on a board without stations") from None
        if deed.count != len(deed.colours):
            raise Violation("BGA-A12", deed.move, f"{deed.count} cards are paid, but {len(deed.colours)} colours told")
        self.checks.ok("BGA-A12")
        self.act(seat, action, deed.move)

    def do_last_turn(self, deed: Deed) -> None:
        """The last round is announced: in the move that sets it off, for the seat that does."""
        begun = [event.seat for event in self.happened if isinstance(event, LastRoundBegun)]
        if begun != [self.seats[deed.who]]:
            why = "the last round is announced where nobody, or another seat, sets it off"
            raise Violation("BGA-A15", deed.move, why)
        self.checks.ok("BGA-A15")

    def do_points(self, deed: Deed) -> None:
        """A running score, or one of the end."""
        if self.live.over and not any(event.__class__.__name__ == "PointsScored" for event in self.happened):
            self.ending.points(deed)
            return
        points, seat = whole(deed.args.get("points")), self.seats.get(deed.who)
        if points is not None and seat is not None and points != self.state.seats[seat].points:
            own = self.state.seats[seat].points
            self.checks.violated(
                Violation("BGA-A4", deed.move, f"seat {seat} is said to have {points} points, not {own}")
            )

    def do_scored(self, deed: Deed) -> None:
        """A ticket is revealed at the end."""
        if not self.live.over:
            raise Violation("BGA-A16", deed.move, "tickets are revealed before the last turn is over")
        self.ending.revealed(deed)

    def do_path(self, deed: Deed) -> None:
        """The longest path of a player is told."""
        if self.live.over:
            self.ending.path(deed)


OUT = ("CardDrawn", "SlotFilled", "CardRevealed")
"""Events with which a card leaves the pile, by the names of their types."""


def _outcomes(deeds: list[Deed]) -> dict[int, tuple[Deed | None, Deed | None]]:
    """Give, for each attempt (by identity), its result and the claim or refusal that ends it, if they are told."""
    found: dict[int, tuple[Deed | None, Deed | None]] = {}
    for index, deed in enumerate(deeds):
        if deed.kind != "attempt":
            continue
        result = outcome = None
        for later in deeds[index + 1 :]:
            if later.kind == "result" and result is None:
                result = later
            elif later.kind in ("claim", "skip") and later.who == deed.who:
                outcome = later
                break
            elif later.kind in ("attempt", "face-up", "hidden", "tickets", "station"):
                break
        found[id(deed)] = (result, outcome)
    return found
