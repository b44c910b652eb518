"""Makes partial logs of full ones, for tests: what one seat could have written down, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from railbook.engine.view import view_of_chance
from railbook.log.canonical import Codec
from railbook.log.chain import Chain
from railbook.log.records import ChanceRef, End, Header, Ply
from railbook.log.writer import LogWriter
from railbook.plugins.registry import Registry
from railbook.recording.header import ruleset_of
from railbook.rules.ruleset import Ruleset
from railbook.rules.visibility import seen


def records_of(data: bytes, registry: Registry) -> tuple[Ruleset, Header, list[Any]]:
    """Read a log: its rules, header and further records."""
    raw = data.splitlines()
    header: Any = Codec().read(raw[0]).record
    rules = ruleset_of(registry, header)
    codec = Codec(rules)
    return rules, header, [codec.read(line).record for line in raw[1:]]


def hidden_from(viewer: int | None, rules: Ruleset, header: Header, records: Iterable[Any]) -> tuple[Header, list[Any]]:
    """Give the records as one seat knows them; choices that were not effective yet are null commitments."""
    shown: list[Any] = []
    for record in records:
        if isinstance(record, Ply):
            record = msgspec.structs.replace(  # noqa: PLW2901 - the same ply as that seat sees it
                record,
                action=seen(record.action, viewer, record.seat, rules.visibility),
                chance=view_of_chance(rules, record.seat, record.chance, viewer),
                events=[seen(event, viewer, record.seat, rules.visibility) for event in record.events],
            )
        elif isinstance(record, End):
            record = msgspec.structs.replace(record, key=msgspec.UNSET)  # noqa: PLW2901
        shown.append(record)
    return msgspec.structs.replace(header, partial=True, chance=ChanceRef("none")), shown


def written(header: Header, records: Iterable[Any]) -> bytes:
    """Write records as a chained log."""
    writer = LogWriter(Chain(header.salt))
    return b"".join(map(writer.line, (header, *records)))
