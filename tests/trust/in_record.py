"""Forgeries of the record itself: header, end line, the order of lines, and how lines are written."""

from __future__ import annotations

import json
from typing import Any

from railbook.chance import salt_of_seed
from tests.trust.catalogue import MIDDLE, forgery
from tests.trust.forge import Forged
from tests.trust.game import OTHER_SEED, SEED
from tests.trust.in_chance import draw

# The end line


@forgery("score", "a changed score in the end sheet")
def score(log: Forged) -> None:
    """A seat has scored ten points more with its tickets."""
    log.end["sheet"][1]["points"][0] += 10


@forgery("score-line", "a line added to the end sheet")
def score_line(log: Forged) -> None:
    """Something is scored that the rules do not know."""
    log.end["sheet"].append({"id": "ttr.luck", "points": [50, 0, 0]})


@forgery("standings", "changed standings")
def standings(log: Forged) -> None:
    """First and last change places."""
    places = log.end["standings"]
    places[0]["seat"], places[2]["seat"] = places[2]["seat"], places[0]["seat"]


@forgery("reason", "a changed end reason")
def reason(log: Forged) -> None:
    """The game ended in another way."""
    log.end["reason"] = "all passed"


@forgery("key", "a key revealed that the header does not commit to")
def key(log: Forged) -> None:
    """The end line shows a key, as if it proved something."""
    log.end["key"] = "ab" * 32


# Lines


@forgery("ply-deleted", "a deleted ply", "LOG-05")
def ply_deleted(log: Forged) -> None:
    """A ply is gone."""
    log.remove(MIDDLE)


@forgery("ply-deleted-renumbered", "a deleted ply, those behind it numbered anew", "LOG-05")
def ply_deleted_renumbered(log: Forged) -> None:
    """A ply is gone, and the numbers of the others hide it."""
    log.remove(MIDDLE)
    log.renumber()


@forgery("ply-duplicated", "a duplicated ply", "LOG-05")
def ply_duplicated(log: Forged) -> None:
    """A ply stands there twice."""
    log.insert(MIDDLE, log.entries[MIDDLE - 1].values)


@forgery("plies-swapped", "two neighbouring plies swapped", "LOG-05")
def plies_swapped(log: Forged) -> None:
    """Two plies stand in the wrong order."""
    log.line = MIDDLE + 1
    log.entries[MIDDLE : MIDDLE + 2] = reversed(log.entries[MIDDLE : MIDDLE + 2])


@forgery("last-ply-removed", "the last ply removed", "LOG-05")
def last_ply_removed(log: Forged) -> None:
    """The game ends before its last ply."""
    log.remove(log.last - 2)


@forgery("end-removed", "the end line removed", "LOG-05")
def end_removed(log: Forged) -> None:
    """The game looks as if it was not over."""
    log.remove(log.last - 1)


@forgery("tail-removed", "the last ten lines removed", "LOG-05")
def tail_removed(log: Forged) -> None:
    """The game looks as if it had not gone on."""
    log.line = log.last - 9
    del log.entries[-10:]


@forgery("cut", "a cut inside the last line", "LOG-01")
def cut(log: Forged) -> None:
    """The last seven bytes are gone."""
    log.line = log.last
    log.whole = lambda data: data[:-7]


@forgery("line-behind-end", "a ply behind the end line")
def line_behind_end(log: Forged) -> None:
    """The game goes on after it was over."""
    log.insert(log.last, {**log.entries[log.last - 2].values, "ply": log.entries[log.last - 2].values["ply"] + 1})
    log.marks[log.line] = "the line"


@forgery("second-header", "a second header")
def second_header(log: Forged) -> None:
    """The game begins again."""
    log.insert(MIDDLE, log.entries[0].values)


# The header


@forgery("name", "an edited player name")
def name(log: Forged) -> None:
    """Somebody else has played."""
    log.header["seats"][0]["name"] = "Zoë"


@forgery("name-twice", "two players given one name")
def name_twice(log: Forged) -> None:
    """Two seats cannot be told apart."""
    log.header["seats"][0]["name"] = log.header["seats"][1]["name"]


@forgery("colour", "an edited colour, to one that nobody has")
def colour(log: Forged) -> None:
    """A seat has played in another colour."""
    log.header["seats"][0]["colour"] = "black"


@forgery("seat-added", "a seat added")
def seat_added(log: Forged) -> None:
    """Somebody was at the table who was not."""
    log.header["seats"].append({"name": "Dan", "colour": "black"})


@forgery("created", "an edited date")
def created(log: Forged) -> None:
    """The game was recorded at another time."""
    log.header["created"] = "1999-12-31"


@forgery("option", "an edited option that matters in this game")
def option(log: Forged) -> None:
    """The longest path is worth more."""
    log.header["options"]["end.longest_path_bonus"] = 15


@forgery("option-idle", "an edited option that makes no difference in this game")
def option_idle(log: Forged) -> None:
    """A second pick could have been left out; nobody did."""
    log.header["options"]["draw.second_pick"] = "optional"


@forgery("option-unknown", "an option that the game does not have")
def option_unknown(log: Forged) -> None:
    """The rules were others, in a way that nobody knows."""
    log.header["options"]["draw.luck"] = 7


@forgery("seed", "an edited seed")
def seed(log: Forged) -> None:
    """Another seed is said to have been the game's; under scheme `none` there is none to edit, so one is put in."""
    log.header["chance"]["seed"] = OTHER_SEED


@forgery("seed-and-salt", "another seed with the salt that belongs to it")
def seed_and_salt(log: Forged) -> None:
    """The same, done well: the scheme is `open` now, whatever it was."""
    log.header["chance"] = {"procedure": "blake2b-1", "scheme": "open", "seed": OTHER_SEED}
    log.header["salt"] = salt_of_seed(OTHER_SEED)


@forgery("scheme", "the scheme of chance changed to the other one (`none` to `open` with the right seed)")
def scheme(log: Forged) -> None:
    """The seed is taken out, so that outcomes can be forged; or it is put in, by whoever knows it."""
    if log.header["chance"]["scheme"] == "open":
        log.header["chance"] = {"scheme": "none"}
    else:
        log.header["chance"] = {"procedure": "blake2b-1", "scheme": "open", "seed": SEED}
        log.header["salt"] = salt_of_seed(SEED)


@forgery("scheme-and-draw", "the scheme changed to `none`, and a card drawn that is never missed")
def scheme_and_draw(log: Forged) -> None:
    """Without its seed, an open log proves no more than one that never had any."""
    draw(log)
    log.marks[log.line] = "the draw"
    log.header["chance"] = {"scheme": "none"}


@forgery("committed", "the scheme changed to `committed`, with an invented commitment")
def committed(log: Forged) -> None:
    """The log promises a key, which nobody has shown yet."""
    log.header["chance"] = {"commitment": "ab" * 32, "procedure": "blake2b-1", "scheme": "committed"}


@forgery("procedure", "another procedure of chance", "LOG-07")
def procedure(log: Forged) -> None:
    """Outcomes were drawn in a way that is not installed; under scheme `none` nothing was drawn at all."""
    log.header["chance"]["procedure"] = "mersenne-1"


@forgery("salt", "an edited salt")
def salt(log: Forged) -> None:
    """The chain is keyed otherwise."""
    log.header["salt"] = "00" * 16


@forgery("map", "an edited map digest", "LOG-12")
def map_digest(log: Forged) -> None:
    """The game was played on a map that is not installed."""
    log.header["map"]["digest"] = "00" * 16


@forgery("game", "another game id", "PLG-03", "SEC-03")
def game(log: Forged) -> None:
    """The game is one that is not installed; its name is a path."""
    log.header["game"] = "../../evil"


@forgery("rules", "another rules version", "PLG-03")
def rules(log: Forged) -> None:
    """The game was played under rules that are not installed."""
    log.header["rules"] = "99.0"


@forgery("variant", "an additional variant", "PLG-03")
def variant(log: Forged) -> None:
    """The game was played with a variant that is not installed."""
    log.header["variants"] = [{"name": "night-trains", "version": "1.0", "distribution": "x", "options": {}}]


@forgery("format", "a newer format", "LOG-12")
def newer_format(log: Forged) -> None:
    """The log is written in a way that is not known yet."""
    log.header["format"] = 2


@forgery("undo-rule", "an edited undo rule: reveals may be taken back")
def undo_rule(log: Forged) -> None:
    """More could have been taken back; nobody did."""
    log.header["undo"]["barrier"] = False


# What stands outside the game, and how a line is written


@forgery("comment", "an edited comment", "LOG-10")
def comment(log: Forged) -> None:
    """Somebody wrote something else."""
    log.touch(log.find(lambda entry: entry.kind == "comment")).values["text"] = "I have seen Ben cheat"


@forgery("comment-removed", "a comment taken out", "LOG-10")
def comment_removed(log: Forged) -> None:
    """Somebody wrote nothing."""
    log.remove(log.find(lambda entry: entry.kind == "comment"))


@forgery("time", "an edited time", "LOG-11")
def time(log: Forged) -> None:
    """A ply was played in a second that some clocks know, on the day before."""
    log.touch(MIDDLE).time = "2004-04-30T23:59:60"


@forgery("duplicate-key", "a key that occurs twice, with two routes", "LOG-04")
def duplicate_key(log: Forged) -> None:
    """A claim says two routes, and readers differ in which they take."""
    entry = log.touch(next(log.plies("ttr.claim-route", MIDDLE)))
    route = json.dumps(entry.action["route"])
    twice = f'"route":"atlanta--miami","route":{route}'.encode()
    entry.finish = lambda raw: raw.replace(f'"route":{route}'.encode(), twice, 1)


def _written_otherwise(log: Forged, **layout: Any) -> None:
    def finish(raw: bytes) -> bytes:
        values = json.loads(raw)
        return json.dumps(values, ensure_ascii=False, **layout).encode() + b"\n"

    log.touch(MIDDLE).finish = finish


@forgery("re-indented", "a line with other spaces", "CLI-02")
def reindented(log: Forged) -> None:
    """A line was written by another program, with a space behind each comma and colon."""
    _written_otherwise(log, separators=(", ", ": "))


@forgery("key-order", "a line with its keys in another order", "CLI-02")
def key_order(log: Forged) -> None:
    """A line was sorted by another program."""
    _written_otherwise(log, separators=(",", ":"), sort_keys=True)
