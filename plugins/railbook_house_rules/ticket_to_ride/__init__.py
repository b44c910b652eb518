"""House rules for Ticket to Ride: for one board, for boards with a feature, or for the whole family."""
