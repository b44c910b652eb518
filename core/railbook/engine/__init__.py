"""The engine: checks actions, decides what follows, evolves states, and knows no game."""
