"""The colours of pictures: few, told apart by the colour-blind, and the same for seats and pieces of one name."""

from __future__ import annotations

from collections.abc import Sequence

COLOURS = {
    # Those of Okabe and Ito where they have the name, otherwise near to them in lightness.
    "blue": "#0072b2",
    "red": "#c8371b",
    "green": "#009e73",
    "yellow": "#f0e442",
    "orange": "#e69f00",
    "purple": "#8e5ea2",
    "pink": "#cc79a7",
    "brown": "#7a4a21",
    "black": "#2b2b2b",
    "white": "#fdfdfd",
    "grey": "#a9a9a9",
    # What boards are made of.
    "ink": "#22262b",
    "faint": "#6b7076",
    "paper": "#fbf8f1",
    "land": "#f1ead8",
    "water": "#cfe3ee",
    "river": "#7fb2cf",
    "sand": "#e5dcc3",
    "rock": "#b3a58c",
    "meadow": "#dfe6c8",
}
"""Names of colours and what they are; a name that is not here is grey."""

SEATS = ("blue", "orange", "green", "purple", "yellow", "brown", "pink", "black")
"""The colours of seats that have none of their own."""

LINEAR = 0.04045
"""Below it the scale of light is a straight line (sRGB)."""

DARK = 0.36
"""The lightness from which on dark ink stands out, and below which white does."""


def colour(name: str, seats: Sequence[str] = ()) -> str:
    """Give a colour by its name; `seats` are the names of the colours of the seats, whatever a log calls them."""
    if name.startswith("seat-"):
        number, _, ink = name.removeprefix("seat-").partition("-")
        of_seat = _of_seat(int(number), seats)
        return (COLOURS["ink"] if lightness(of_seat) > DARK else "#ffffff") if ink else of_seat
    return COLOURS.get(name, COLOURS["grey"])


def lightness(value: str) -> float:
    """Give the relative luminance of a colour, from 0 to 1."""
    parts = [int(value[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= LINEAR else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _of_seat(number: int, seats: Sequence[str]) -> str:
    own = seats[number] if number < len(seats) else ""
    if own in SEATS or own in ("red", "white", "grey"):
        return COLOURS[own]
    return COLOURS[SEATS[number % len(SEATS)]]
