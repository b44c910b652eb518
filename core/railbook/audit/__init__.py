"""The audit: replays logs, verifies them ply by ply, and compares them."""
