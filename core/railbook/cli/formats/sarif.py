"""SARIF 2.1.0: findings as code scanners report them, each with its file, line and rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railbook.cli import out
from railbook.cli.formats import Notice

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def document(notices: Sequence[Notice]) -> dict[str, Any]:
    """Give the document of one run; what was found twice stands there twice, each rule once."""
    from importlib.metadata import version

    ids = sorted({_id(notice) for notice in notices})
    driver = {
        "name": "railbook",
        "version": version("railbook"),
        "rules": [{"id": id, "shortDescription": {"text": id.replace("/", ": by rule ")}} for id in ids],
    }
    results = [_result(notice, ids) for notice in notices]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _id(notice: Notice) -> str:
    """Name the kind of finding, and the rule of the game where there is one."""
    return out.clean(f"{notice.kind}/{notice.rule}" if notice.rule else notice.kind)


def _result(notice: Notice, ids: Sequence[str]) -> dict[str, Any]:
    from urllib.parse import quote

    place: dict[str, Any] = {"artifactLocation": {"uri": quote(notice.place, errors="surrogateescape")}}
    if notice.line:
        place["region"] = {"startLine": notice.line}
    about = {key: value for key, value in (("ply", notice.ply), ("seat", notice.seat)) if value is not None}
    return {
        "ruleId": _id(notice),
        "ruleIndex": ids.index(_id(notice)),
        "level": notice.level,
        "message": {"text": out.clean(notice.message)},
        "locations": [{"physicalLocation": place}],
        **({"properties": about} if about else {}),
    }
