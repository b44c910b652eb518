"""How detectors look at a judged game of Age of Steam: the types of what they get, and where they register."""

from __future__ import annotations

from tests.replays.aos_board import Board
from tests.replays.aos_rules import AgeOfSteam
from tests.replays.aos_score import Result
from tests.replays.aos_table import Table
from tests.replays.referee import Judged as PlyOf
from tests.replays.referee import Judgement as GameOf
from tests.replays.spotting import Detectors

Judged = PlyOf[Table]
Judgement = GameOf[AgeOfSteam, Table, Result]

_DETECTORS = Detectors[Board, Judged, Judgement, Result](AgeOfSteam)
at_ply = _DETECTORS.at_ply
at_end = _DETECTORS.at_end
