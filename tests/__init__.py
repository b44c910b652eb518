"""A package at the top only, so that `tests.strategies` and the like are ours whatever else is installed."""
