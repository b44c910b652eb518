"""What house rules for Ticket to Ride import: the base layer, actions, events, queries and the state they meet."""

from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, Paying, StopDrawing
from railbook_ticket_to_ride.board import Board, BoardRoute, BoardTicket
from railbook_ticket_to_ride.board_picture import city_place
from railbook_ticket_to_ride.cards import Cards, Cost, Payment, in_words
from railbook_ticket_to_ride.claiming import claim_scorers, closed_for_now, hub_of, route_points
from railbook_ticket_to_ride.drawing import picks_of
from railbook_ticket_to_ride.events import (
    CardDealt,
    CardDrawn,
    CardsPaid,
    CardTaken,
    DisplayFlushed,
    LastRoundBegun,
    PointsScored,
    Reshuffled,
    RouteClaimed,
    SlotFilled,
    TicketsKept,
    TicketsOffered,
    TicketsRemoved,
    TicketsReturned,
    TurnBegun,
)
from railbook_ticket_to_ride.family import board_of
from railbook_ticket_to_ride.ferries import FERRIES
from railbook_ticket_to_ride.game_map import TicketToRideMap
from railbook_ticket_to_ride.map_format import GREY, LOCOMOTIVE
from railbook_ticket_to_ride.maps import MapError
from railbook_ticket_to_ride.market import fill_display, flush_is_due
from railbook_ticket_to_ride.options import End
from railbook_ticket_to_ride.payment import PaymentFault, cost_of, payment_fault, payment_rule, payments, price
from railbook_ticket_to_ride.rules import TICKET_TO_RIDE
from railbook_ticket_to_ride.scoring import own_routes, score_most_completed, ticket_routes, ticket_value, tickets_of
from railbook_ticket_to_ride.table import Seat, Table
from railbook_ticket_to_ride.tickets import keep_at_least
from railbook_ticket_to_ride.turns import last_round_is_due

__all__ = [
    "FERRIES",
    "GREY",
    "LOCOMOTIVE",
    "TICKET_TO_RIDE",
    "Board",
    "BoardRoute",
    "BoardTicket",
    "CardDealt",
    "CardDrawn",
    "CardTaken",
    "Cards",
    "CardsPaid",
    "ClaimRoute",
    "Cost",
    "DisplayFlushed",
    "DrawCard",
    "DrawTickets",
    "End",
    "KeepTickets",
    "LastRoundBegun",
    "MapError",
    "Pass",
    "Paying",
    "Payment",
    "PaymentFault",
    "PointsScored",
    "Reshuffled",
    "RouteClaimed",
    "Seat",
    "SlotFilled",
    "StopDrawing",
    "Table",
    "TicketToRideMap",
    "TicketsKept",
    "TicketsOffered",
    "TicketsRemoved",
    "TicketsReturned",
    "TurnBegun",
    "board_of",
    "city_place",
    "claim_scorers",
    "closed_for_now",
    "cost_of",
    "fill_display",
    "flush_is_due",
    "hub_of",
    "in_words",
    "keep_at_least",
    "last_round_is_due",
    "own_routes",
    "payment_fault",
    "payment_rule",
    "payments",
    "picks_of",
    "price",
    "route_points",
    "score_most_completed",
    "ticket_routes",
    "ticket_value",
    "tickets_of",
]
