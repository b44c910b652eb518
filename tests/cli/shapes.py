"""What the schemas of JUnit and SARIF ask of documents, as far as ours use them.

JUnit: Ant's schema fixes the order and what must be there, Jenkins' what may be there; ours must satisfy both. SARIF:
the objects of version 2.1.0 that we write, with their required properties and no others.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

SUITE = ("name", "package", "id", "timestamp", "hostname", "tests", "failures", "errors", "skipped", "time")
"""The attributes of a suite; Ant requires all of them but `skipped`."""

BEHIND = ("properties", "testcase", "system-out", "system-err")
"""The children of a suite, in the order that Ant requires."""


def suite_of(text: str) -> ET.Element:
    """Give the one suite of a JUnit document, after checking its whole shape."""
    assert text.isascii()
    assert text.startswith("<?xml version='1.0' encoding='us-ascii'?>")
    root = ET.fromstring(text)  # noqa: S314 - what the project itself wrote
    assert (root.tag, root.attrib, [child.tag for child in root]) == ("testsuites", {}, ["testsuite"])
    suite = root[0]
    assert set(suite.attrib) == set(SUITE)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.attrib["timestamp"])
    assert all(
        re.fullmatch(r"\d+", suite.attrib[name]) for name in ("id", "tests", "failures", "errors", "skipped", "time")
    )
    tags = [child.tag for child in suite]
    assert sorted(tags, key=BEHIND.index) == tags
    assert [tags.count(tag) for tag in ("properties", "system-out", "system-err")] == [1, 1, 1]
    for entry in suite.iterfind("properties/*"):
        assert (entry.tag, set(entry.attrib), len(entry)) == ("property", {"name", "value"}, 0)
        assert entry.attrib["name"]
    found = {"failure": 0, "error": 0, "skipped": 0}
    cases = suite.findall("testcase")
    for case in cases:
        assert set(case.attrib) == {"name", "classname", "time"}
        assert all(case.attrib.values())
        assert len(case) <= 1
        for result in case:
            found[result.tag] += 1
            assert set(result.attrib) == {"message", "type"}
            assert len(result) == 0
    said = [int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")]
    assert said == [len(cases), found["failure"], found["error"], found["skipped"]]
    return suite


def results_of(suite: ET.Element) -> dict[str, tuple[str, str]]:
    """Give, by name of log, the kind of result and its type; nothing for a log where all is well."""
    return {
        case.attrib["name"]: (case[0].tag, case[0].attrib["type"]) if len(case) else ("", "")
        for case in suite.iterfind("testcase")
    }


def _closed(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    properties = {**required, **optional}
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


_TEXT = {"type": "string", "minLength": 1}
_MESSAGE = _closed({"text": _TEXT})
_PLACE = _closed(
    {"artifactLocation": _closed({"uri": {"type": "string", "pattern": r"^[A-Za-z0-9._~/%-]+$"}})},
    region=_closed({"startLine": {"type": "integer", "minimum": 1}}),
)
_RESULT = _closed(
    {
        "message": _MESSAGE,
        "ruleId": _TEXT,
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "locations": {"type": "array", "items": _closed({"physicalLocation": _PLACE}), "minItems": 1},
    },
    properties={"type": "object"},
)
_RULE = _closed({"id": _TEXT, "shortDescription": _MESSAGE})
_DRIVER = _closed({"name": _TEXT, "version": _TEXT, "rules": {"type": "array", "items": _RULE, "uniqueItems": True}})
_RUN = _closed(
    {
        "tool": _closed({"driver": _DRIVER}),
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": {"type": "array", "items": _RESULT},
    }
)
SARIF = _closed(
    {"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": _RUN}, "$schema": {"type": "string"}}
)
"""The JSON Schema of the part of SARIF 2.1.0 that we write."""
