"""What house rules for Ticket to Ride import: the base layer, actions, events, queries and the state they meet."""

from railbook_ticket_to_ride.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, Paying, StopDrawing
from railbook_ticket_to_ride.board import Board, BoardRoute, BoardTicket
from railbook_ticket_to_ride.board_picture import city_place
from railbook_ticket_to_ride.cards import Cards, Cost, Payment
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
from railbook_ticket_to_ride.market import fill_display, flush_is_due
from railbook_ticket_to_ride.payment import PaymentFault, cost_of, payment_fault, payments
from railbook_ticket_to_ride.rules import TICKET_TO_RIDE
from railbook_ticket_to_ride.scoring import ticket_routes, ticket_value, tickets_of
from railbook_ticket_to_ride.table import Seat, Table
from railbook_ticket_to_ride.tickets import keep_at_least
from railbook_ticket_to_ride.turns import last_round_is_due

__all__ = [
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
    "KeepTickets",
    "LastRoundBegun",
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
    "keep_at_least",
    "last_round_is_due",
    "payment_fault",
    "payments",
    "picks_of",
    "route_points",
    "ticket_routes",
    "ticket_value",
    "tickets_of",
]
