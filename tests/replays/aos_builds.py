"""The referee's build turns of Age of Steam: builds, prices, ownership, New Cities (AOS-B, K, O, N, P)."""

from __future__ import annotations

from typing import Any

from tests.replays.aos_board import TOWN, Ends
from tests.replays.aos_rights import check_connection, check_edges, check_markers, check_redirection
from tests.replays.aos_steps import Steps
from tests.replays.aos_table import Laid
from tests.replays.aos_track import At, Track
from tests.replays.outcomes import Fault

BUILD = "aos.ask-build"
CHEAPEST = 2
PLACING = {"simple": 2, "coexisting": 3, "crossing": 4}


class Builds(Steps):
    """A table on which track is built."""

    def start_builds(self) -> None:
        """Begin the build phase (AOS-B1)."""
        self.begin("build", self.first_in("first_build"))
        self.next_builder()

    def next_builder(self) -> None:
        """Note what the next builder may lose, and ask (AOS-O5)."""
        table = self.table
        if not table.queue:
            self.ask("")
            return
        seat = table.queue[0]
        track = Track(self.board, table)
        table.notes = {
            (hex, inner): len(section.pieces)
            for owner in (seat, None)
            for section in track.owned(owner)
            for hex, inner, _ in section.openings
        }
        table.built, table.urbanized = [], False
        notes = [{"hex": hex, "edge": edge, "paths": paths} for (hex, edge), paths in sorted(table.notes.items())]
        self.tell("build-turn-begun", seat=seat, notes=notes)
        self.next_build()

    def builds_left(self, seat: int) -> int:
        """Give how many builds a player has left (AOS-B1, AOS-C4)."""
        engineer = self.table.players[seat].action == "engineer"
        return self.limit("engineer" if engineer else "builds") - len(self.table.built)

    def has_new_city(self, seat: int) -> bool:
        """Tell whether a player still has a New City to place (AOS-N1, AOS-T3)."""
        table = self.table
        entitled = table.players[seat].action == "urbanization" and not table.urbanized
        return entitled and len(table.new_cities) < len(self.board.letters)

    def next_build(self) -> None:
        """Ask the builder, unless nothing could be built and no New City is left to place."""
        seat = self.table.queue[0]
        affordable = self.builds_left(seat) > 0 and self.table.players[seat].cash >= CHEAPEST
        if affordable or self.has_new_city(seat):
            self.ask(BUILD, seat)
        else:
            self.end_building(seat)

    def end_building(self, seat: int) -> None:
        """Lose the sections that are as open, and no longer, as when the turn began (AOS-O5)."""
        table = self.table
        lost: set[At] = set()
        for section in Track(self.board, table).owned(seat):
            noted = [table.notes.get((hex, inner), 0) for hex, inner, _ in section.openings]
            if any(len(section.pieces) <= length for length in noted):
                lost |= section.pieces
        self.give(None, lost, "not extended")
        self.tell("build-turn-ended", seat=seat)
        table.queue.pop(0)
        table.notes, table.built = {}, []
        self.next_builder()

    def give(self, owner: int | None, pieces: set[At], why: str) -> None:
        """Change the owner of pieces, and say so, if there are any (AOS-G7)."""
        for hex, number in pieces:
            self.table.tiles[hex].owners[number] = owner
        if pieces:
            self.tell("owners-changed", owner=owner, paths=[list(at) for at in sorted(pieces)], why=why)

    def build(self, seat: int, action: dict[str, Any]) -> None:
        """Lay a tile, pay for it, and take over what it joins (AOS-O1 to AOS-O3)."""
        table, board = self.table, self.board
        hex, tile, rotation, under = action["hex"], action["tile"], action["rotation"], action["under"]
        old = table.tiles.get(hex)
        before = board.pieces(old.tile, old.rotation) if old else []
        now = board.pieces(tile, rotation)
        added = [number for number, ends in enumerate(now) if ends not in before]
        self.check_place(hex, tile, under)
        turned = self.redirected(before, now, is_town=board.is_town_tile(tile))
        for number, ends in turned:
            check_redirection(board, table, seat, (hex, number), ends)
        price = self.price(hex, tile, old, len(turned))
        if price > table.players[seat].cash or self.builds_left(seat) < 1 or not added:
            raise Fault(f"seat {seat} cannot build {tile} on {hex} for ${price}")
        check_edges(board, table, seat, hex, [edge for number in added for edge in now[number] if edge != TOWN])
        check_connection(board, table, seat, hex, [now[number] for number in added])
        owners = [old.owners[before.index(ends)] if old and ends in before else seat for ends in now]
        table.tiles[hex] = Laid(tile, rotation, under, owners)
        track = Track(board, table)
        joined: set[At] = set()
        for number in added:
            section = track.section((hex, number))
            if section.is_link and len(set(section.places)) == 1:
                raise Fault(f"{tile} on {hex} links {section.places[0]} with itself")
            joined |= {at for at in section.pieces if track.owner(at) != seat}
        for at in joined:
            if at[0] == hex:
                owners[at[1]] = seat
        table.players[seat].cash -= price
        table.built.append(hex)
        built = {"hex": hex, "tile": tile, "rotation": rotation, "under": under, "owners": list(owners)}
        self.tell("tile-built", seat=seat, **built, price=price)
        self.give(seat, {at for at in joined if at[0] != hex}, "taken over")
        check_markers(board, table, seat, self.rule("ownership_markers"))
        self.next_build()

    def check_place(self, hex: str, tile: str, under: str) -> None:
        """Refuse a tile where it cannot lie (AOS-B3, AOS-B4, AOS-B10), or on what it cannot (AOS-T2)."""
        again = hex in self.table.built and self.rule("same_hex_twice") == "forbidden"
        wrong = self.board.is_town_tile(tile) != (hex in self.board.towns)
        below = self.board.tiles[tile].get("made_from", []) if self.rule("town_tile_choice") == "chosen" else []
        wrong = wrong or (under not in below if below else under != "")
        if self.table.is_city(self.board, hex) or self.board.hexes[hex] == "water" or again or wrong:
            raise Fault(f"{tile} cannot lie on {hex}")

    def redirected(self, before: list[Ends], now: list[Ends], *, is_town: bool) -> list[tuple[int, Ends]]:
        """Give the old pieces that are redirected, and to what; none may vanish or be split (AOS-K1, K3, K5)."""
        turned: list[tuple[int, Ends]] = []
        for number, ends in enumerate(before):
            after = [other for other in now if ends & other - {TOWN}]
            if ends not in now and (is_town or len(after) != 1):
                raise Fault(f"the piece between {sorted(ends)} is neither kept nor redirected")
            turned += [(number, other) for other in after if other != ends]
        if any(len([ends for ends in before if ends & other]) > 1 for other in now if not is_town):
            raise Fault("a piece joins two that were apart")
        return turned

    def price(self, hex: str, tile: str, old: Laid | None, redirected: int) -> int:
        """Give the price of a build (AOS-P)."""
        kind = self.board.kind(tile)
        if old is None and self.board.is_town_tile(tile):
            return 1 + len(self.board.tiles[tile]["paths"])
        if old is None:
            return PLACING[kind] + self.board.surcharge[self.board.hexes[hex]]
        if self.board.is_town_tile(tile) or (self.board.kind(old.tile) == "simple" and kind == "crossing"):
            return 3
        return 2 * (redirected if redirected > 1 and self.rule("double_redirect") == "per_path" else 1)

    def urbanize(self, seat: int, hex: str, letter: str) -> None:
        """Put a New City on a town; ownerless sections that now end there are the builder's (AOS-N)."""
        table, board = self.table, self.board
        free = letter in board.letters and letter not in table.new_cities.values()
        in_time = self.rule("urbanization_timing") == "any_time" or not table.built
        if not self.has_new_city(seat) or not in_time or hex not in board.towns or hex in table.new_cities or not free:
            raise Fault(f"seat {seat} cannot put {letter} on {hex}")
        track = Track(board, table)
        met = [track.met(hex, edge) for edge in range(6) if (hex, edge) not in track.at_side]
        pointing = [at for at in met if at is not None and track.owner(at) is None]
        table.tiles.pop(hex, None)
        table.new_cities[hex] = letter
        table.cubes[hex] = type(table.bag)()
        table.urbanized = True
        self.tell("urbanized", seat=seat, hex=hex, letter=letter)
        track = Track(board, table)
        gained = [section.pieces for section in map(track.section, pointing) if section.is_link]
        self.give(seat, set().union(*gained), "urbanization")
        self.next_build()
