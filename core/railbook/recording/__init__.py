"""Recording: from a table of seats to a log, ply by ply, and from a log's header back to its rules."""
