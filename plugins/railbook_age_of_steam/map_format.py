"""The types of an Age of Steam map file: a hex board with its cities, towns, chart and numbers.

A map is data only, without fractions, since a log may carry it in its header. Hexes are axial with flat tops,
written `"q,r"`: q grows eastward, r southward. Lists keep their order, tables have none.
"""

# Annotations are no texts here (no import from __future__): each start would have to compile them.

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

HexKey = Annotated[
    str, Meta(pattern=r"^(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})$(?!\n)", description='A hex, as "q,r".')
]
Name = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f]+$(?!\n)", max_length=60)]
Id = Annotated[str, Meta(pattern=r"^[a-zA-Z0-9]+([_-][a-zA-Z0-9]+)*$(?!\n)", max_length=40)]
Count = Annotated[int, Meta(ge=0, le=1000)]
WATER = "water"
"""Terrain on which nothing is built and at which no track may point."""


class Players(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """For how many players the board is, and their colours."""

    min: Annotated[int, Meta(ge=1, le=7, description="Fewest seats.")]
    max: Annotated[int, Meta(ge=1, le=7, description="Most seats; each of them needs an action (AOS-C1).")]
    colours: tuple[Id, ...]


class City(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A city: where it is, which cubes it takes, and how many it starts with."""

    hex: HexKey
    name: Name
    colours: Annotated[tuple[Id, ...], Meta(min_length=1, description="Colours of the cubes that end here.")]
    cubes: Annotated[Count, Meta(description="Cubes at the start (AOS-U3).")]


class NewCity(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A New City tile."""

    colours: Annotated[tuple[Id, ...], Meta(min_length=1, description="Colours of the cubes that end here.")]


class Column(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A column of the goods chart."""

    id: Id
    part: Annotated[Literal["white", "black"], Meta(description="The half that is rolled first, or second.")]
    die: Annotated[int, Meta(ge=1, le=6)]
    boxes: Annotated[int, Meta(ge=1, le=20, description="Boxes, counted from the top.")]
    city: Annotated[str, Meta(max_length=40, description="The hex of its city, or the letter of its New City.")]


class Hex(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hex of the board."""

    terrain: Annotated[Id, Meta(description="A key of `terrain`, or water.")]
    label: Annotated[str, Meta(max_length=10, description="What people call it.")] = ""
    blocked: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=5)], ...], Meta(description="Edges that no track may use.")
    ] = ()


class HexMap(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An Age of Steam board, as written in one TOML file."""

    schema: Annotated[Literal[1], Meta(description="Number of this format.")]
    id: Id
    version: Annotated[int, Meta(ge=1, le=10_000)]
    title: Name
    cities: Annotated[
        tuple[City, ...], Meta(min_length=1, description="In the order in which they get cubes (AOS-U3).")
    ]
    columns: Annotated[tuple[Column, ...], Meta(description="The goods chart, column by column in reading order.")]
    players: Players
    turns: Annotated[dict[str, Annotated[int, Meta(ge=1, le=100)]], Meta(description="Turns by seats (AOS-Q2).")]
    terrain: Annotated[dict[Id, Count], Meta(description="What a new tile costs more on a terrain (AOS-P1).")]
    bag: Annotated[dict[Id, Count], Meta(description="Cubes by colour (AOS-U1).")]
    new_cities: dict[Id, NewCity]
    towns: dict[HexKey, Name]
    hexes: dict[HexKey, Hex]
    tiles: (
        Annotated[dict[Id, Count], Meta(description="Tiles by kind, where there are others than usual (AOS-T1).")]
        | UnsetType
    ) = UNSET
    discs: Annotated[int, Meta(ge=0, le=1000, description="Town discs, where there are not 8.")] | UnsetType = UNSET
    note: Name | UnsetType = UNSET
