"""Tests of what the boards of Ticket to Ride share, played on the USA board."""
