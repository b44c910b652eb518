"""Cards that nobody recorded: what they can have been, in any game of Ticket to Ride."""
