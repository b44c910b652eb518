"""JUnit XML: one test case a log, valid against the schemas of Ant and of Jenkins alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal

from railbook.cli import out

TIMESTAMP = "1970-01-01T00:00:00"
"""Ant's schema asks for a time and a host; a report that says the same of the same logs has neither."""

HOST = "localhost"


@dataclasses.dataclass(frozen=True)
class Case:
    """What is said of one log: `result` is empty where all is well, `text` are lines of detail."""

    name: str
    group: str
    result: Literal["", "failure", "error", "skipped"] = ""
    kind: str = ""
    message: str = ""
    text: tuple[str, ...] = ()


def document(name: str, cases: Sequence[Case], properties: Sequence[tuple[str, str]] = (), said: str = "") -> str:
    """Give the XML of one suite, in ASCII: the same bytes in every locale. `said` is what it printed, one line."""
    from xml.etree import ElementTree as ET

    counts = {f"{what}s": sum(case.result == what for case in cases) for what in ("failure", "error")}
    counts["skipped"] = sum(case.result == "skipped" for case in cases)
    root = ET.Element("testsuites")
    suite = ET.SubElement(
        root,
        "testsuite",
        {
            "name": name,
            "package": "railbook",
            "id": "0",
            "timestamp": TIMESTAMP,
            "hostname": HOST,
            "tests": str(len(cases)),
            **{what: str(count) for what, count in counts.items()},
            "time": "0",
        },
    )
    listed = ET.SubElement(suite, "properties")
    for key, value in properties:
        ET.SubElement(listed, "property", {"name": out.clean(key), "value": out.clean(value)})
    for case in cases:
        named = {"name": out.clean(case.name), "classname": out.clean(case.group) or "log", "time": "0"}
        element = ET.SubElement(suite, "testcase", named)
        if case.result:
            about = {"message": out.clean(case.message), "type": out.clean(case.kind)}
            ET.SubElement(element, case.result, about).text = "\n".join(map(out.clean, case.text))
    ET.SubElement(suite, "system-out").text = out.clean(said)
    ET.SubElement(suite, "system-err").text = ""
    ET.indent(root)
    data: bytes = ET.tostring(root, encoding="us-ascii", xml_declaration=True)
    return data.decode("ascii")
