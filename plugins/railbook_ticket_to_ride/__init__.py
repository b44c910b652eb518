"""What the Ticket to Ride boards share: the map format, the compiled board and the rules of the family."""
