"""House rules for Age of Steam."""
