"""railbook: a book of recorded railway games. This module holds the names that plugin authors use."""

from railbook.plugins.hookspecs import hookimpl
from railbook.rules.layer import Layer
from railbook.rules.notation import NotationError
from railbook.rules.options import Options
from railbook.rules.picture import Group, Picture
from railbook.rules.ruleset import Ruleset
from railbook.rules.screen import Panel, Part
from railbook.rules.tally import Tallied
from railbook.rules.types import (
    Action,
    Ask,
    BySeat,
    Counted,
    Event,
    Hidden,
    Private,
    Public,
    Rejection,
    Scope,
    Score,
    Unknown,
    Visible,
    then,
)

__all__ = [
    "Action",
    "Ask",
    "BySeat",
    "Counted",
    "Event",
    "Group",
    "Hidden",
    "Layer",
    "NotationError",
    "Options",
    "Panel",
    "Part",
    "Picture",
    "Private",
    "Public",
    "Rejection",
    "Ruleset",
    "Scope",
    "Score",
    "Tallied",
    "Unknown",
    "Visible",
    "hookimpl",
    "then",
]
