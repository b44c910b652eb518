"""The log: JSON Lines that keep action, chance and events of every ply, chained by digests. It knows no rules."""
