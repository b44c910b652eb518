"""Ticket to Ride Old West: its board, its city markers and networks, and the variant with Alvin."""
