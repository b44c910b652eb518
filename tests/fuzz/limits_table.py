"""`python -m tests.fuzz.limits_table`: prints the table of limits in docs/trust.md."""

from __future__ import annotations

from collections.abc import Iterator

from railbook.log.limits import LIMITS, amount


def rows() -> Iterator[str]:
    """Give the table, line by line."""
    yield "| limit | value | may be set from | to | what it bounds |"
    yield "|---|---:|---:|---:|---|"
    for name, one in LIMITS.items():
        value = amount(name) if one.unit == "bytes" else f"{one.default:,} {one.unit}"
        least, greatest = ("fixed", "") if one.fixed else (f"{one.least:,}", f"{one.greatest:,}")
        yield f"| `{name}` | {value} | {least} | {greatest} | {one.about} |"


if __name__ == "__main__":
    print("\n".join(rows()))
