"""Plugins: how they are found, what they may contribute, and the registry of what they did."""
