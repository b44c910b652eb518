"""Tells which changes of one entry two layers may both make: those that lead to the same, whichever comes first."""

from __future__ import annotations

from railbook.rules.layer import Entry

COMMUTING = {("candidates", "extend")}
"""Ways to write an entry that two layers may both use: the order does not matter."""


def commute(one: Entry, other: Entry) -> bool:
    """Tell whether two changes of one entry lead to the same, whichever comes first."""
    if one.kind == "sequence":
        return _commute_in_sequence(one, other)
    if one.how == other.how == "set":
        return bool(one.value == other.value)
    return one.how == other.how == "drop" or {(one.kind, one.how), (other.kind, other.how)} <= COMMUTING


def _commute_in_sequence(one: Entry, other: Entry) -> bool:
    """Two layers may change a sequence at different places; none may touch what the other puts there or drops."""
    if {one.how, other.how} & {"add", "order"}:
        return False
    if one.how == other.how == "drop":
        return True
    (anchor, step), (other_anchor, other_step) = _place(one), _place(other)
    if step in (other_anchor, other_step) or other_step == anchor:
        return False
    return anchor != other_anchor or {one.how, other.how} == {"before", "after"}


def _place(entry: Entry) -> tuple[str, str]:
    """Give the step by which a change of a sequence finds its place, and the step that it puts there."""
    return entry.value if entry.how in ("before", "after") else (entry.value, "")
