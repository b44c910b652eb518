"""Phase 4, building track: builds, their checks, and what becomes of unfinished sections (AOS-B, K, O)."""

from __future__ import annotations

from collections.abc import Iterator

from railbook.chance import Chance
from railbook.rules.layer import NOTHING, Flow
from railbook.rules.reasons import Reason
from railbook.rules.ruleset import Ruleset
from railbook.rules.types import Action, Event, Public, Scope, then
from railbook_age_of_steam.changes import Fault, placeable, successors
from railbook_age_of_steam.events import BuildTurnBegun, BuildTurnEnded, OwnersChanged, PhaseBegun, TileBuilt
from railbook_age_of_steam.layer import AGE_OF_STEAM, Rules, asking, board_of, in_game, me, with_action
from railbook_age_of_steam.network import network_of
from railbook_age_of_steam.plans import ASK_BUILD, Plan, build_limit, builds_left, plan
from railbook_age_of_steam.sites import site_of
from railbook_age_of_steam.state import Line, Note
from railbook_age_of_steam.tiles import kinds

ASK = ASK_BUILD
ASK_NEXT, NEXT_BUILDER = then(ASK), then("aos.next-builder")


class Build(Action, frozen=True, tag="aos.build"):
    """Put a tile in a rotation on a hex; `under` names the tile under a town disc, where it is chosen (AOS-T2)."""

    hex: Public[str]
    tile: Public[str]
    rotation: Public[int]
    under: Public[str]


class EndBuilding(Action, frozen=True, tag="aos.end-building"):
    """End the own build turn."""


@AGE_OF_STEAM.step("aos.build")
def build_phase(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """First Build comes first, then the others in current order (AOS-B1)."""
    begun = PhaseBegun(state.turn, "build", with_first(state, "first_build"))
    return (Scope(f"turn {state.turn} build"), begun, NEXT_BUILDER)


def with_first(state: Line, action: str) -> list[int]:
    """Give the seats in current order, but who chose an action first."""
    first = with_action(state, action)
    return in_game(state) if first is None else [first, *(seat for seat in in_game(state) if seat != first)]


@AGE_OF_STEAM.step("aos.next-builder")
def next_builder(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """At the start of a build turn the open sections that it may cost are noted (AOS-O5)."""
    if not state.queue:
        return NOTHING
    return (BuildTurnBegun(state.queue[0], notes_for(rules, state, state.queue[0])), ASK_NEXT)


def notes_for(rules: Ruleset, state: Line, seat: int) -> list[Note]:
    """Give every open section that is the builder's or nobody's, by its open ends (AOS-O5)."""
    tiles = state.tiles
    notes = [
        note
        for (hex, index), ends in network_of(board_of(rules), state).open.items()
        if tiles[hex].owners[index] in (None, seat)
        for note in ends
    ]
    notes.sort(key=lambda note: (note.hex, note.edge))
    return notes


@AGE_OF_STEAM.query("aos.cheapest-build")
def cheapest_build(rules: Ruleset, state: Line) -> int:
    """Dollars that the cheapest build costs: with fewer nobody is asked to build (AOS-P)."""
    return 2


@AGE_OF_STEAM.query("aos.new-city-due")
def new_city_due(rules: Ruleset, state: Line, seat: int) -> bool:
    """Whether who chose Urbanization still has a New City to place in this build turn (AOS-N1)."""
    if me(state, seat).action != "urbanization" or state.urbanized:
        return False
    return len(state.new_cities) < len(board_of(rules).map.new_cities)  # with none left the action is useless (AOS-T3)


@AGE_OF_STEAM.query("aos.may-urbanize")
def may_urbanize(rules: Ruleset, state: Line, seat: int) -> bool:
    """Whether a player may place a New City now: the option says whether it may follow a build (AOS-N2)."""
    in_time = rules.options(Rules).urbanization_timing == "any_time" or not state.built
    return in_time and new_city_due(rules, state, seat)


@AGE_OF_STEAM.step(ASK)
def ask_for_build(rules: Ruleset, state: Line, chance: Chance) -> Flow:
    """The builder is asked while there are builds and money for one, or a New City that is not placed.

    That a build turn ends by itself is no rule but saves a question, so it may not hang on an option: where the New
    City comes too late (AOS-N2) its owner still ends the turn. A game recorded with the other timing then differs
    where the New City is refused, and not a ply before.
    """
    seat = state.queue[0]
    can_build = build_limit(rules, state, seat) > len(state.built) and state.players[seat].cash >= cheapest_build(
        rules, state
    )
    if can_build or new_city_due(rules, state, seat):
        return asking(seat)
    return (*end_of_build_turn(rules, state, seat), NEXT_BUILDER)


def end_of_build_turn(rules: Ruleset, state: Line, seat: int) -> tuple[Event, ...]:
    """Own sections that are as open and as long as at the start become ownerless (AOS-O5)."""
    noted = {(note.hex, note.edge): note.paths for note in state.notes}
    network, tiles = network_of(board_of(rules), state), state.tiles
    lost = [
        at
        for (hex, index), ends in network.open.items()
        if tiles[hex].owners[index] == seat and any(note.paths <= noted.get((note.hex, note.edge), -1) for note in ends)
        for at in network.sections[hex, index].paths
    ]
    ended = BuildTurnEnded(seat)
    return (OwnersChanged(None, sorted(lost), "not extended"), ended) if lost else (ended,)


def planned(rules: Ruleset, state: Line, seat: int, action: Build) -> Plan | Fault:
    """Give what a build would do, or the rule that it breaks; computed once, since every rule of builds asks."""
    memory, ply = state.__dict__, state.ply
    known: tuple[Build, int, int, Plan | Fault] | None = memory.get("plan")
    if known is not None and known[0] is action and known[1] == seat and known[2] == ply:
        return known[3]
    answer = plan(rules, state, seat, action.hex, action.tile, action.rotation, action.under)
    memory["plan"] = action, seat, ply, answer
    return answer


@AGE_OF_STEAM.action(Build, ASK)
def build(rules: Ruleset, state: Line, seat: int, action: Build, chance: Chance) -> Flow:
    """The tile is paid and lies there; sections that it joins are the builder's as a whole (AOS-O1 to AOS-O3)."""
    found = planned(rules, state, seat, action)
    assert isinstance(found, Plan)
    tile = found.tile
    built = TileBuilt(seat, action.hex, tile.tile, tile.rotation, tile.under, list(tile.owners), found.price)
    if found.taken_over:
        return (built, OwnersChanged(seat, sorted(found.taken_over), "taken over"), ASK_NEXT)
    return (built, ASK_NEXT)


@AGE_OF_STEAM.action(EndBuilding, ASK)
def end_building(rules: Ruleset, state: Line, seat: int, action: EndBuilding, chance: Chance) -> Flow:
    """A build turn may stop at any time, before the first build too (AOS-B1)."""
    return (*end_of_build_turn(rules, state, seat), NEXT_BUILDER)


@AGE_OF_STEAM.candidates(EndBuilding)
def ways_to_end(rules: Ruleset, state: Line, seat: int) -> list[EndBuilding]:
    """There is one way to stop."""
    return [EndBuilding()]


@AGE_OF_STEAM.candidates(Build)
def builds(rules: Ruleset, state: Line, seat: int) -> Iterator[Build]:
    """Every tile in every rotation on every hex, as far as it breaks no rule of track; the price is not looked at."""
    if builds_left(rules, state, seat) <= 0 or state.players[seat].cash < cheapest_build(rules, state):
        return
    board = board_of(rules)
    chosen = rules.options(Rules).town_tile_choice == "chosen"
    for hex in board.neighbours:
        if hex in board.cities or hex in state.new_cities:
            continue
        old = state.tiles.get(hex)
        site = site_of(board, state, seat, hex)
        if old is not None:
            fitting = successors((old.tile, old.rotation), site.redirectable)
        else:
            fitting = placeable(site.facing, site.connecting, town=hex in board.towns)
        for tile, rotation in fitting:
            for under in (kinds()[tile].made_from or ("",)) if chosen else ("",):
                action = Build(hex, tile, rotation, under)
                if isinstance(planned(rules, state, seat, action), Plan):
                    yield action


def _build_rule(rule: str, paragraph: str, text: str) -> None:
    """Register the validator that rejects a build with a rule id; which rule it breaks, its plan and price say."""
    AGE_OF_STEAM.validator(Build, rule, paragraph)(Reason(_broken, rule, text))


def _broken(rules: Ruleset, state: Line, seat: int, action: Build) -> tuple[str, str] | None:
    found = planned(rules, state, seat, action)
    if isinstance(found, Fault):
        return found.rule, found.why
    cash = state.players[seat].cash
    return None if found.price <= cash else ("aos.money", f"it costs ${found.price}, and seat {seat} has ${cash}")


@AGE_OF_STEAM.validator(Build, "aos.builds-left", "AOS-B1")
def a_build_is_left(rules: Ruleset, state: Line, seat: int, action: Build) -> str | None:
    """A build turn has three builds, the Engineer's four."""
    if build_limit(rules, state, seat) > len(state.built):
        return None
    return f"seat {seat} has no build left: end the build turn"


for _rule, _paragraph, _text in (
    ("aos.no-such-tile", "AOS-T1", "A tile is one of the 15 kinds, or a town shape made with a disc."),
    ("aos.rotation", "AOS-B2", "A rotation is one of the different positions of its tile."),
    ("aos.no-building-there", "AOS-B3", "Nothing is built on a city or on water."),
    ("aos.town-tile", "AOS-B4", "A town hex takes town tiles, and only a town hex does."),
    ("aos.same-hex", "AOS-B10", "Whether a hex may be built on twice in one build turn is an option."),
    ("aos.spokes", "AOS-K3", "A town's tile is replaced by one with all its spokes and more (AOS-K6)."),
    ("aos.complex-to-simple", "AOS-K5", "A complex tile never becomes a simple one."),
    ("aos.path-split", "AOS-K5", "No path joins two old ones, and none is split."),
    ("aos.path-lost", "AOS-K1", "No path vanishes."),
    ("aos.nothing-new", "AOS-B8", "At least one path is new or redirected."),
    (
        "aos.redirect",
        "AOS-K4",
        "A path with an open edge, own or nobody's, keeps its inner edge when it is redirected.",
    ),
    ("aos.off-board", "AOS-B7", "Every edge of a new path faces land."),
    ("aos.other-track", "AOS-B6", "A new path meets no track of another player."),
    ("aos.not-connected", "AOS-B5", "New track is connected to a city, own track, or ownerless track that leads on."),
    ("aos.under", "AOS-T2", "The tile under a town disc is named where it is chosen, and only there."),
    ("aos.stock", "AOS-T1", "Only the tiles and discs of the game exist (AOS-T3, AOS-B11)."),
    ("aos.loop", "AOS-B9", "No link joins a place to itself."),
    ("aos.markers", "AOS-O7", "A player has a marker for each section."),
    # The last one, since a plan leaves the price to it: it is looked at where no other rule in force is broken.
    ("aos.money", "AOS-B11", "Every build is paid in full at once (AOS-B1, AOS-Q3)."),
):
    _build_rule(_rule, _paragraph, _text)
