"""How detectors look at a judged game of Ticket to Ride: the types of what they get, and where they register."""

from __future__ import annotations

from tests.replays.referee import Judged as PlyOf
from tests.replays.referee import Judgement as GameOf
from tests.replays.spotting import Detectors
from tests.replays.ttr_rules import TicketToRide
from tests.replays.ttr_score import Result
from tests.replays.ttr_table import Board, Table

Judged = PlyOf[Table]
Judgement = GameOf[TicketToRide, Table, Result]

_DETECTORS = Detectors[Board, Judged, Judgement, Result](TicketToRide)
at_ply = _DETECTORS.at_ply
at_end = _DETECTORS.at_end
