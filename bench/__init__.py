"""Measurements of railbook itself: how fast it reads and checks logs, and how well its bots play."""
