"""Which builds are legal, and at which price, said once more and otherwise: paragraph by paragraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from railbook.rules.ruleset import Ruleset
from railbook_age_of_steam.building import Build
from railbook_age_of_steam.layer import board_of
from railbook_age_of_steam.state import Line
from railbook_age_of_steam.tiles import TOWN, TileKind, kinds
from tests.plugins.age_of_steam.oracle import Group, Oracle, behind

Paths = frozenset[frozenset[int]]


class Builder:
    """A position as one builder sees it."""

    def __init__(self, rules: Ruleset, state: Line, oracle: Oracle, seat: int) -> None:
        self.rules, self.state, self.oracle, self.seat = rules, state, oracle, seat
        self.groups = oracle.groups()
        self.group_of = {piece: group for group in self.groups for piece in group.pieces}
        self.old: dict[str, set[frozenset[int]]] = {}
        for hex, ends in oracle.owners:
            self.old.setdefault(hex, set()).add(ends)
        self.map = board_of(rules).map
        self.land = {hex for hex, what in self.map.hexes.items() if what.terrain != "water"}

    def option(self, name: str) -> object:
        """Give an option of section D."""
        return self.rules.option_values[f"rules.{name}"]

    def builds(self) -> Iterator[Build]:
        """Give every legal build."""
        chosen = self.option("town_tile_choice") == "chosen"
        for hex in self.land - self.oracle.cities:
            if hex in self.state.built and self.option("same_hex_twice") == "forbidden":
                continue
            for kind in kinds().values():
                for rotation in range(kind.rotations):
                    for under in (kind.made_from or ("",)) if chosen else ("",):
                        if self.is_legal(hex, kind, rotation, under):
                            yield Build(hex, kind.id, rotation, under)

    def is_legal(self, hex: str, kind: TileKind, rotation: int, under: str) -> bool:
        """Ask every paragraph (AOS-B2 to AOS-B11)."""
        town = hex in self.map.towns
        if kind.is_town != town:
            return False
        new = frozenset(frozenset(end if end == TOWN else (end + rotation) % 6 for end in path) for path in kind.paths)
        old = frozenset(self.old.get(hex, ()))
        redirected = self.redirected(hex, old, new, town=town)
        fresh = new - old
        if redirected is None or not fresh:
            return False
        edges = {end for ends in fresh for end in ends} - {TOWN}
        return (
            all(behind(hex, edge) in self.land for edge in edges)
            and all(self.owner_at(hex, edge) in (None, self.seat) for edge in edges)
            and self.is_connected(hex, old, fresh, town=town)
            and self.is_in_stock(hex, kind, under)
            and self.leaves_no_loop_and_few_sections(hex, old, new)
            and self.price(hex, kind, len(redirected)) <= self.state.players[self.seat].cash
        )

    def redirected(self, hex: str, old: Paths, new: Paths, *, town: bool) -> Paths | None:
        """Give the old paths that are redirected; `None` where they may not be, or one is lost or split (AOS-K)."""
        if town:
            return frozenset() if old <= new else None
        changed = old - new
        for ends in changed:
            heirs = [other for other in new if other & ends]
            if len(heirs) != 1 or any(len(heirs[0] & other) for other in old - {ends}):
                return None
            (dropped,) = ends - heirs[0]
            group = self.group_of[hex, ends]
            if self.oracle.owner(group) not in (None, self.seat) or (hex, dropped) not in group.open:
                return None
        kept = old & new
        if any(other & ends for ends in kept for other in new - {ends}):
            return None
        return changed

    def piece_at(self, hex: str, edge: int) -> Group | None:
        """Give the section that an edge of a hex meets."""
        other, back = behind(hex, edge), (edge + 3) % 6
        return next((self.group_of[other, ends] for ends in self.old.get(other, ()) if back in ends), None)

    def owner_at(self, hex: str, edge: int) -> int | None:
        """Give the owner of what an edge meets."""
        met = self.piece_at(hex, edge)
        return None if met is None else self.oracle.owner(met)

    def is_connected(self, hex: str, old: Paths, fresh: Paths, *, town: bool) -> bool:
        """AOS-B5."""
        if town and any(self.oracle.owners[hex, ends] == self.seat for ends in old):
            return True
        joined = [any(self.joins(hex, edge) for edge in ends - {TOWN}) for ends in fresh]
        return any(joined) if town else all(joined)

    def joins(self, hex: str, edge: int) -> bool:
        """AOS-B5 (a), (b) and (c)."""
        if behind(hex, edge) in self.oracle.cities:
            return True
        met = self.piece_at(hex, edge)
        if met is None:
            return False
        owner = self.oracle.owner(met)
        return owner == self.seat or (owner is None and any(self.is_home(place) for place in met.places))

    def is_home(self, place: str) -> bool:
        """Tell whether a place is a city, or a town in which the builder owns a spoke."""
        return place in self.oracle.cities or any(
            owner == self.seat for (hex, _), owner in self.oracle.owners.items() if hex == place
        )

    def is_in_stock(self, hex: str, kind: TileKind, under: str) -> bool:
        """AOS-T1 to AOS-T3: some assignment of tiles to discs fits, or the one that was chosen does."""
        lying = [(tile.tile, tile.under) for there, tile in self.state.tiles.items() if there != hex]
        lying.append((kind.id, under))
        if sum(bool(kinds()[id].made_from) for id, _ in lying) > 8 and kind.made_from:
            return False
        if self.option("town_tile_choice") == "chosen":
            physical = under or kind.id
            return Counter(below or id for id, below in lying)[physical] <= kinds()[physical].count
        count = Counter(id for id, _ in lying)
        discs = [one for one in kinds().values() if one.made_from]
        family = next((one.made_from for one in discs if kind.id in (one.id, *one.made_from)), (kind.id,))
        shapes = [one.id for one in discs if one.made_from == family]
        return all(count[id] <= kinds()[id].count for id in family) and sum(
            count[id] for id in (*family, *shapes)
        ) <= sum(kinds()[id].count for id in family)

    def leaves_no_loop_and_few_sections(self, hex: str, old: Paths, new: Paths) -> bool:
        """AOS-B9, AOS-O7."""
        after = Oracle(self.rules)
        after.cities = self.oracle.cities
        after.owners = {piece: owner for piece, owner in self.oracle.owners.items() if piece[0] != hex}
        after.owners |= {(hex, ends): self.oracle.owners.get((hex, ends), self.seat) for ends in new}
        count = 0
        for group in after.groups():
            mine = any(after.owners[piece] == self.seat for piece in group.pieces)
            count += mine
            touched = any((hex, ends) in group.pieces for ends in new - old)
            if touched and len(group.places) == 2 and group.places[0] == group.places[1]:
                return False
        limit = int(str(self.option("ownership_markers")))
        return not limit or count <= limit

    def price(self, hex: str, kind: TileKind, redirected: int) -> int:
        """AOS-P1 to AOS-P6."""
        old = self.state.tiles.get(hex)
        if old is None and kind.is_town:
            return 1 + len(kind.paths)
        if old is None:
            terrain = {"plain": 0, "river": 1, "mountain": 2}[self.map.hexes[hex].terrain]
            return {"simple": 2, "coexisting": 3, "crossing": 4}[kind.family] + terrain
        if kind.is_town or (kind.family == "crossing" and len(kinds()[old.tile].paths) == 1):
            return 3
        return 2 * redirected if redirected == 2 and self.option("double_redirect") == "per_path" else 2
