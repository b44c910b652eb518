"""Imports games that the players of Board Game Arena saved, in which the cards of others are hidden."""
