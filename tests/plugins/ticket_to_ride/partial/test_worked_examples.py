"""The worked examples BGA-X01 to X18 of the format document, as histories written by hand."""

from __future__ import annotations

import copy
import json
from typing import Any

from railbook.plugins.importers import ImportFault, Wishes
from railbook.plugins.registry import Registry
from railbook.recording.simulation import Table, play
from railbook_ticket_to_ride.bga.importer import import_history
from railbook_ticket_to_ride.bga.places import Places
from railbook_ticket_to_ride.unseen.epochs import choose
from railbook_ticket_to_ride.unseen.ledger import Unit, World
from railbook_usa.plugin import USA
from tests.plugins.ticket_to_ride.partial.exporter import NAMES, Exporter
from tests.plugins.ticket_to_ride.partial.hiding import records_of
from tests.plugins.ticket_to_ride.partial.story import Story


def full_records() -> list[Any]:
    """Give a full game of two greedy bots with the platform's options."""
    log = play(Table.of(Registry.installed(), "ttr-usa", ["greedy", "greedy"], edition="bga"), 4)
    return records_of(log, Registry.installed())[2]


def full_game() -> tuple[Any, int]:
    """Give its rules, and who saved it."""
    return USA.ruleset(2, USA.maps()[0], edition="bga"), 0


def read(packets: list[dict[str, Any]]) -> tuple[str, str]:
    """Import packets: the verdict or the first violated check, and why the score cannot be checked."""
    data = json.dumps({"status": 1, "data": {"valid": 1, "data": packets}}).encode()
    try:
        report = import_history(data, "x18.json", Wishes([USA], map="usa")).report
    except ImportFault as fault:
        report = fault.report
    checks = {each["check"]: each["result"] for each in report["checks"]}
    bad = [check for check, result in checks.items() if result == "violated"]
    why = next(each["why"] for each in report["checks"] if each["check"] == "BGA-A16")
    return bad[0] if bad else report["overall"], why


def b_took_red_and_drew() -> Story:
    """B has five unknown cards and a red one."""
    return Story().own("green", "green").up("B", "red").hidden("B", 1).own("green", "green")


def test_x01_a_row_holds_or_the_colour_is_wrong() -> None:
    """BGA-X01, core.partial-audit: three blue of five unknown cards are possible; red cannot pay a blue route (A5)."""
    assert b_took_red_and_drew().claim("B", "montreal--new-york", "blue", "blue", "blue").verdict()[0] == "consistent"
    check, move, _why = b_took_red_and_drew().claim("B", "montreal--new-york", "red", "red", "locomotive").verdict()
    assert (check, move) == ("BGA-A5", 7)


def test_x02_a_row_fails_at_its_moment() -> None:
    """BGA-X02: six cards in hand, but five white ones of four unknown cards: refuted there, whatever comes later."""
    story = Story().own("green", "green").up("B", "white", "blue").own("green", "green")
    story.claim("B", "calgary--winnipeg", *["white"] * 6)
    for _ in range(10):
        story.own("red", "red").hidden("B")
    check, move, why = story.verdict()
    assert (check, move) == ("BGA-A7", 7)
    assert "seat 1 holds 1 white, 1 blue, 4 unknown: it lacks 5 white" in why


def test_x03_locomotives_are_a_colour() -> None:
    """BGA-X03: three green and two locomotives, later two locomotives more, are seven of six unknown cards."""
    story = Story().own("red", "red").hidden("B").own("red", "red").up("B", "red", "red").own("blue", "blue")
    story.claim("B", "portland--san-francisco--b", "green", "green", "green", "locomotive", "locomotive")
    assert story.own("blue", "blue").verdict()[0] == "consistent"
    story.claim("B", "el-paso--santa-fe", "locomotive", "locomotive")
    assert story.verdict()[:2] == ("BGA-A7", 11)


def test_x04_known_cards_are_paid_first() -> None:
    """BGA-X04: two yellow taken and paid ask nothing; a third one does, and a yellow one taken later lowers nothing."""
    story = Story().own("green", "green").up("B", "yellow", "yellow").own("red", "red")
    story.claim("B", "el-paso--santa-fe", "yellow", "yellow").own("red", "red")
    assert story.imported().report["forced_colours_of_unknown"][1] == {}
    story.claim("B", "atlanta--nashville", "yellow").own("red", "red").up("B", "yellow", "blue")
    assert story.imported().report["forced_colours_of_unknown"][1] == {"yellow": 1}


def eight_red_and_five() -> Story:
    """A has drawn eight red cards; B, with many unknown cards, pays five."""
    story = Story()
    for _ in range(4):
        story.own("red", "red").hidden("B")
    return story.own("blue", "blue")


def test_x05_a_column_fails() -> None:
    """BGA-X05: four red ones are left for unknown cards: five paid are refuted, though B has many."""
    story = eight_red_and_five().claim("B", "boston--new-york--b", "red", "red").own("blue", "blue")
    assert story.verdict()[0] == "consistent"
    story.claim("B", "charleston--miami", *["purple"] * 4).own("blue", "blue")
    check, move, why = story.claim("B", "little-rock--nashville", "red", "red", "red").verdict()
    assert (check, move) == ("BGA-A5", story.move)
    story.packets.pop()
    check, move, why = story.claim("B", "atlanta--charleston", "red", "red").own("blue", "blue").verdict()
    assert check == "consistent"
    check, move, why = story.claim("B", "atlanta--nashville", "red").verdict()
    assert (check, move) == ("BGA-A8", story.move)
    assert why == f"seat 1 paid 1 red at move {move}, but at most 4 of its unknown cards can be red (5 must be)"


def test_x06_a_discard_does_not_come_back_by_itself() -> None:
    """BGA-X06: that A has paid its red cards changes nothing as long as nothing was reshuffled."""
    story = eight_red_and_five().claim("B", "boston--new-york--b", "red", "red")
    story.claim("A", "duluth--omaha--a", "red", "red", number_=Places(USA).parallel["duluth--omaha--a"]).hidden("B")
    story.claim("A", "miami--new-orleans", *["red"] * 6).hidden("B").own("blue", "blue")
    story.claim("B", "atlanta--charleston", "red", "red").own("blue", "blue")
    check, move, _why = story.claim("B", "atlanta--nashville", "red").verdict()
    assert (check, move) == ("BGA-A8", story.move)


def test_x09_epochs() -> None:
    """BGA-X09: the only unknown card came from a pile without red ones: red is refuted until one is drawn later."""
    rooms = [{"red": 0, "blue": 12}, {"red": 12, "blue": 0}]
    assert choose([Unit(1, "red", (1, 0))], rooms) is None
    assert choose([Unit(1, "red", (1, 1))], rooms) == [1]
    assert choose([Unit(1, "red", (1, 1)), Unit(1, "red", (1, 1))], rooms) is None


def test_x10_a_complete_epoch() -> None:
    """BGA-X10: who alone has unknown cards of a pile that is used up has exactly those that are not elsewhere."""
    room = {"red": 12, "blue": 7, "locomotive": 11}
    world = World()
    world.holder(1, 1).unknown[0] = sum(room.values())
    for kind, count in room.items():
        assert world.least(1, kind, room) == world.most(1, kind, count) == count
    world.holder(1, 1).unknown[0] -= 1
    assert world.least(1, "red", room) == room["red"] - 1


def test_x11_unlogged_moves() -> None:
    """BGA-X11: a missing move before kept tickets is their draw, before another player's pick an unlogged turn."""
    story = Story().own("red", "red").hidden("B")
    story.move += 1
    drawn = Story().own("red", "red").hidden("B")
    drawn.move += 1
    drawn.note("destinationsPicked", player_name="A", count=1)
    imported = drawn.imported()
    assert "unlogged move 5: a ticket draw (BGA-T2)" in imported.notes
    assert imported.report["unlogged_moves"] == [5]
    gap = story.own("red", "red")
    assert "unlogged move 5: a gap, without effect on the order of turns" in gap.imported().notes
    other = Story().own("red", "red").hidden("B")
    other.move += 1
    check, move, why = other.hidden("B").verdict()
    assert (check, move) == ("BGA-A2", 6)
    assert "unlogged turn of seat 0 (did a player leave?)" in why


def test_x12_a_twin_is_the_same_card() -> None:
    """BGA-X12: a private packet and a public one of one move are one card."""
    report = Story().own("green").own("blue").hidden("B").imported().report
    assert report["hand_size"] == [6, 6]
    assert report["unknown_cards_received"] == [4, 6]


def test_x13_second_picks() -> None:
    """BGA-X13: no face-up locomotive and no two hidden cards behind a first pick; one hidden card is fine."""
    assert Story().up("A", "blue", "locomotive").verdict()[:2] == ("BGA-A2", 4)
    assert Story().up("A", "blue").own("red", "red").verdict()[:2] == ("BGA-A2", 4)
    assert Story().up("A", "blue").own("locomotive").verdict()[0] == "consistent"


def test_x14_double_routes() -> None:
    """BGA-X14: the second route of a pair is closed with two players, and never open to the owner of the first."""
    two = Story().own("red", "red").hidden("B").claim("A", "atlanta--raleigh--a", "red", "red", number_=6)
    assert two.imported().report["routes"][0] == ["atlanta--raleigh--a"]
    assert two.claim("B", "atlanta--raleigh--b", "red", "red", number_=7).verdict()[0] == "BGA-A3"
    four = Story(seats="ABCD").own("red", "red").hidden("B").hidden("C").hidden("D")
    four.claim("A", "atlanta--raleigh--a", "red", "red", number_=6)
    four.claim("B", "atlanta--raleigh--b", "blue", "blue", number_=7)
    assert four.imported().report["routes"][:2] == [["atlanta--raleigh--a"], ["atlanta--raleigh--b"]]
    again = Story(seats="ABCD").own("red", "red").hidden("B").hidden("C").hidden("D")
    again.claim("A", "atlanta--raleigh--a", "red", "red", number_=6).hidden("B").hidden("C").hidden("D")
    assert again.claim("A", "atlanta--raleigh--b", "blue", "blue", number_=7).verdict()[0] == "BGA-A3"


TUNNEL = ("white", "white", "white", "locomotive", "locomotive")


def test_x15_tunnels() -> None:
    """BGA-X15: five cards are due after two matches, not after one; without any result there is no claim."""

    def story() -> Story:
        return Story("europe").own("white", "white").hidden("B").own("white", "locomotive").hidden("B")

    white = next(
        route.id for route in story().board.routes.values() if route.tunnel and route.id.startswith("madrid--pamplona")
        and route.colour == "white"
    )  # fmt: skip
    claimed = story().attempt("A", white, "white", 2).claim("A", white, *TUNNEL).imported().report
    assert (claimed["trains_left"][0], claimed["route_points"][0]) == (42, 4)
    assert story().attempt("A", white, "white", 1).claim("A", white, *TUNNEL).verdict()[0] == "BGA-A11"
    assert story().claim("A", white, *TUNNEL).verdict()[0] == "BGA-A11"
    free = story().note("log", "The tunnel is free, no card is left").claim("A", white, *TUNNEL[:3])
    assert free.verdict()[0] == "consistent"


def test_x16_a_declined_tunnel() -> None:
    """BGA-X16: what was laid for a declined attempt were red cards or locomotives, so it cannot pay as blue."""
    story = Story("europe").own("white", "white")
    story.claim("B", "brest--paris", "black", "black", "black").own("white", "white").hidden("B", 1).hidden("B", 1)
    story.own("white", "white")
    red = next(route.id for route in story.board.routes.values() if route.tunnel and route.length == 2)
    colour = story.board.routes[red].colour
    colour = "red" if colour == "grey" else colour
    story.attempt("B", red, colour, 1).note("log", "skips the tunnel", player_name="B")
    assert story.verdict()[0] == "consistent"
    story.own("white", "white")
    before = len(story.packets)
    story.note("builtStation", player_name="B", city_name="Berlin", number=1, colors=[3])
    assert story.verdict()[0] == "consistent"  # three cards: the third may be blue
    del story.packets[before:]
    story.note("builtStation", same_move=True, player_name="B", city_name="Berlin", number=1, colors=[3])
    story.own("white", "white")
    check, move, _why = story.note("builtStation", player_name="B", city_name="Wien", number=2, colors=[3, 3]).verdict()
    assert (check, move) == ("BGA-A7", story.move)


def test_x17_flushes_use_locomotives_up() -> None:
    """BGA-X17, ttr.flush-seen: four flushes leave two of fourteen locomotives, a fifth is one too many."""
    story = Story()
    for count in range(5):
        story.up("A", "red", "blue").note("highlightVisibleLocomotives", same_move=True)
        story.hidden("B")
        assert story.verdict()[0] == ("consistent" if count < 4 else "BGA-A8")


def test_x18_the_last_round() -> None:
    """BGA-X18: an action behind the last turn is refuted, a file that ends before it is consistent and unfinished."""
    assert Story().own("red", "red").hidden("B").note("lastTurn", player_name="B", number=2).verdict()[:2] == (
        "BGA-A15",
        5,
    )
    exporter = Exporter(*full_game())
    data = exporter.run(full_records())
    packets = data["data"]["data"]
    at = next(at for at, packet in enumerate(packets) if packet["data"][-1]["type"] == "lastTurn")
    ended = next(at for at, packet in enumerate(packets) if packet["data"][0]["type"] == "scoreDestination")
    assert read(packets[: at + 1]) == ("consistent", "the game is not finished")
    assert read(packets[:ended]) == ("consistent", "no tickets are revealed")
    more = copy.deepcopy(packets[:ended])
    again = copy.deepcopy(more[-1])
    again["move_id"] = str(int(again["move_id"]) + 1)
    again["packet_id"] = str(int(again["packet_id"]) + 1)
    again["channel"] = "/table/t9"
    again["data"] = [{"type": "trainCarPicked", "log": "", "args": {"player_name": NAMES[0], "count": 1}}]
    assert read([*more, again])[0] == "BGA-A15"
