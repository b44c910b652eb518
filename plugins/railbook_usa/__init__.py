"""Ticket to Ride on the USA board, with the ticket deck of 2004."""
