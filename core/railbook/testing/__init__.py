"""What plugin authors test with: the conformance suite, and games of random legal actions. It needs no test runner."""

from railbook.testing.cases import assert_case
from railbook.testing.faults import Fault
from railbook.testing.random_game import PlayedPly, RandomGame, random_game
from railbook.testing.suite import Check, conformance

__all__ = ["Check", "Fault", "PlayedPly", "RandomGame", "assert_case", "conformance", "random_game"]
