"""The types of a Ticket to Ride map file; the JSON Schema of the format is generated from them.

A map is data only: whole numbers, text, true and false, never a fraction, because a log may carry the whole map in its
header. Features are implied (a route with `ferry` above 0 brings ferries, `tunnel` brings tunnels), so no section
names them. What the types cannot say, such as that a ticket names existing cities, `map_checks` checks.
"""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

SCHEMA: Final = 1
"""Number of the map format that this module describes."""

GREY: Final = "grey"
"""Colour of a route that takes cards of any one colour; no card is grey (TTR-G1)."""

LOCOMOTIVE: Final = "locomotive"
"""Name of the ninth kind of train card, the wild one (TTR-G3)."""

# Python's "$" also matches before a newline at the end of the text; "(?!\n)" closes that gap, and in a JSON Schema it
# changes nothing.
ID_PATTERN: Final = r"^[a-z0-9]+(-{1,2}[a-z0-9]+)*$(?!\n)"
WORDS_PATTERN: Final = r"^[a-z][a-z0-9_]*$(?!\n)"
OPTION_PATTERN: Final = r"^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+$(?!\n)"
LENGTH_PATTERN: Final = r"^[1-9][0-9]?$(?!\n)"
# No control characters: these texts reach terminals.
TEXT_PATTERN: Final = r"^[^\x00-\x1f\x7f-\x9f]+$(?!\n)"

Id = Annotated[str, Meta(pattern=ID_PATTERN, max_length=80, description="Plain kebab case; `--` joins two names.")]
Text = Annotated[str, Meta(pattern=TEXT_PATTERN, max_length=120)]
Count = Annotated[int, Meta(ge=0, le=1000)]
OptionName = Annotated[str, Meta(pattern=OPTION_PATTERN, max_length=80)]
OptionValue = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | Text | bool
Ends = Annotated[tuple[Id, Id], Meta(description="The ids of the two cities that it joins, in any order.")]


class Players(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """For how many players the board is, and the colours of their pieces (TTR-S1)."""

    min: Annotated[int, Meta(ge=1, le=20, description="Fewest players.")]
    max: Annotated[int, Meta(ge=1, le=20, description="Most players.")]
    colours: Annotated[tuple[Id, ...], Meta(description="Player colours, at least one for each of the most players.")]


class Pieces(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Pieces of each player at the start (TTR-S2)."""

    trains: Annotated[int, Meta(ge=1, le=1000, description="Plastic trains; a route takes one for each space.")]
    stations: Annotated[Count, Meta(description="Train stations (Europe).")] = 0
    city_markers: Annotated[Count, Meta(description="City markers (Old West).")] = 0


class TrainCards(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The deck of train cards (TTR-G2)."""

    colours: Annotated[tuple[Id, ...], Meta(min_length=1, description="Card colours in canonical order, without grey.")]
    per_colour: Annotated[int, Meta(ge=1, le=1000, description="Cards of each colour.")]
    locomotives: Annotated[Count, Meta(description="Locomotives, the wild cards.")]


class City(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A city: its printed name and where it lies; the place is for drawing only."""

    name: Annotated[Text, Meta(description="The name as printed on the board.")]
    lat: Annotated[int, Meta(ge=-9000, le=9000, description="Latitude in hundredths of a degree, north positive.")]
    lon: Annotated[int, Meta(ge=-18000, le=18000, description="Longitude in hundredths of a degree, east positive.")]


class Route(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of spaces between two different cities (TTR-G4)."""

    cities: Ends
    length: Annotated[int, Meta(ge=1, le=99, description="Number of spaces; `route_points` must know it.")]
    colour: Annotated[Id, Meta(description="A card colour, or `grey` for any one colour.")]
    ferry: Annotated[Count, Meta(description="How many of the spaces carry a locomotive symbol (TTR-F1).")] = 0
    tunnel: Annotated[bool, Meta(description="Whether claiming it is a tunnel attempt (TTR-U1).")] = False
    parallel: Annotated[
        Id | UnsetType, Meta(description="Name of its parallel group (TTR-G5); left out where there is none.")
    ] = UNSET


class Ticket(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A destination ticket (TTR-G10)."""

    cities: Ends
    points: Annotated[int, Meta(ge=1, le=1000, description="Added when completed, subtracted when failed.")]
    kind: Annotated[Literal["regular", "long"], Meta(description="Draws during play are from the regular ones.")]


class Map(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Ticket to Ride board with its tickets and numbers, as written in one TOML file.

    The order of entries in a file has no meaning; only lists keep theirs.
    """

    schema: Annotated[Literal[1], Meta(description="Number of this format.")]
    id: Annotated[Id, Meta(description="Id of the map, unique among the maps of Ticket to Ride.")]
    version: Annotated[
        int,
        Meta(ge=1, le=10_000, description="Raised with every published change; published versions stay readable."),
    ]
    title: Annotated[Text, Meta(description="Name for people.")]
    edition: Annotated[Text, Meta(description="Which printing the facts are of.")]
    players: Players
    pieces: Pieces
    train_cards: TrainCards
    options: Annotated[
        dict[OptionName, OptionValue], Meta(description="Rule options that the board implies: name to value.")
    ] = {}
    deal: Annotated[
        dict[Id, Count], Meta(description="Tickets dealt to each player at the start: kind to number (TTR-S4).")
    ]
    route_points: Annotated[
        dict[Annotated[str, Meta(pattern=LENGTH_PATTERN)], Count],
        Meta(description="Length of a route, as text, to the points for claiming it (TTR-C9)."),
    ]
    tie_breakers: Annotated[
        tuple[Annotated[str, Meta(pattern=WORDS_PATTERN, max_length=80)], ...],
        Meta(description="Names of what ranks the players, the first difference decides (TTR-W2)."),
    ]
    cities: Annotated[dict[Id, City], Meta(description="City id to city.")]
    routes: Annotated[dict[Id, Route], Meta(description="Route id to route.")]
    tickets: Annotated[dict[Id, Ticket], Meta(description="Ticket id to ticket.")]
