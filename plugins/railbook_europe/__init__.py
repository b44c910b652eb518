"""Ticket to Ride Europe: its board, its stations and its long tickets."""
