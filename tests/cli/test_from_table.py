"""`railbook record --from-table`: typing in a game that people play at a real table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.record_helpers import Recorder, lines_of, verdict

BEGUN = ("red red blue loc", "green green white black loc", "los-new york, bos-mia, dal-new", "keep 1 2", "2")
"""Hand, display, tickets, and what the two players keep of theirs."""


@pytest.fixture
def typing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Recorder:
    """Give the command in an empty folder."""
    return Recorder(tmp_path, monkeypatch, capsys)


def start(typing: Recorder, *typed: str, seats: str = "ann,bob", me: str = "ann") -> tuple[int, str, str]:
    """Type a game of Ticket to Ride USA in."""
    own = ("--me", me) if me else ()
    return typing("record", "ttr-usa", "--from-table", "--names", seats, *own, "--out", "g.jsonl", typed=typed)


def test_what_is_typed_is_kept_and_audited(typing: Recorder) -> None:
    """The end of the input keeps what there is; the log is partial, says who typed, and verifies as unverified."""
    code, out, err = start(typing, *BEGUN, "draw red blue", "draw 2")
    assert (code, err) == (0, "")
    assert "g.jsonl: unverified, 7 plies" in out
    assert "BGA-A7 payments possible (rows): not checkable: nothing was paid" in out
    header = lines_of(Path("g.jsonl"))[0]
    assert (header["partial"], header["source"]["platform"], header["meta"]) == (True, "table", {"recorder": 0})
    report = verdict(Path("g.jsonl"))
    assert (report.words, report.findings) == ("unverified", [])
    assert "2 outcomes of ttr.drawn@1 are not recorded" in report.hidden


def test_it_goes_on_with_its_log(typing: Recorder) -> None:
    """As with any log: the game goes on where it was left, by the same recorder, with what was possible then."""
    start(typing, *BEGUN, "draw red blue", "draw")
    before = Path("g.jsonl").read_bytes()
    answer = typing("record", "g.jsonl", typed=["draw", "claim seattle vancouver red", "draw"])
    assert "recorded in g.jsonl: ply 6 is due" in answer.out
    assert Path("g.jsonl").read_bytes().startswith(before)
    assert "ann pays 1 red" in answer.out
    assert "unverified, 9 plies" in answer.out


def test_an_answer_that_is_left_leaves_its_ply_out(typing: Recorder) -> None:
    """Leaving, or cancel, in the middle of an action records nothing of it."""
    _code, out, _err = start(typing, *BEGUN, "take white", "cancel", "take white", "q")
    assert "not recorded" in out
    assert "unverified, 3 plies" in out


@pytest.mark.parametrize(
    "typed, said",
    [
        ("clam seattle vancouver red", "no: no action 'clam' now (did you mean claim?): type pass, claim FROM TO red"),
        ("take orange", "no: no orange lies face up: there are green, green, white, black, locomotive"),
        ("take b", "no: 'b' may be blue or black: type more of it"),
        ("claim seattle boston red", "no: no route joins 'seattle-boston'"),
        ("claim seattle vancouver 2", "no: a kind of card is missing behind 2"),
        ("claim seattle vancouver green", "no: ttr.hand (TTR-C1): seat 0 holds"),
        ("claim denver phoenix", "no: type what is paid: 5 cards"),
        ("draw 3 pinkk", "no: there is no card 'pinkk'"),
        ("keep 2", "no: no action 'keep' now"),
        ("{", "no: no action as logs have it"),
        ("undo; undo", "no: no action 'undo' now"),
    ],
)
def test_wrong_input_is_one_line(typing: Recorder, typed: str, said: str) -> None:
    """What cannot be read or is not legal is answered by one line that says what would be right."""
    _code, out, err = start(typing, *BEGUN, typed)
    lines = out.splitlines()
    at = next(at for at, line in enumerate(lines) if line == f"ann> {typed}")
    assert lines[at + 1].startswith(said), lines[at + 1]
    assert lines[at + 2].startswith("ann> ")
    assert err == ""


def test_undo_takes_back_anybodys_ply(typing: Recorder) -> None:
    """A slip of the pen is taken back, even where a card was revealed: the undo stands in the log and verifies."""
    _code, out, _err = start(typing, *BEGUN, "take green red", "undo", "take white red", "undo", "undo", "1", "3")
    assert "taken back: ply 2 is due again" in out
    assert "no: ttr.keep-too-few (TTR-S5)" in out
    assert "bob keeps 3 tickets" in out
    assert verdict(Path("g.jsonl")).words == "unverified"


def one_left(typing: Recorder, *typed: str) -> tuple[int, str, str]:
    """BGA-X05: ann has drawn nine red cards and got two; bob, with ten unknown cards, pays two."""
    draws = [line for _ in range(4) for line in ("draw red red", "draw 2")]
    return start(typing, *BEGUN, *draws, "draw red blue", "claim boston new york 2 red", *typed)


def test_what_no_deal_allows_is_asked_for(typing: Recorder) -> None:
    """BGA-A8: of twelve red cards eleven are elsewhere: the payment is said to be impossible, and left out."""
    code, out, _err = one_left(typing, "no", "claim boston new york 1 red 1 loc")
    assert "impossible: seat 1 paid 2 red at ply 21, but at most 1 of its unknown cards can be red" in out
    assert "bob pays 1 red, 1 locomotive" in out
    assert (code, verdict(Path("g.jsonl")).words) == (0, "unverified")


def test_what_no_deal_allows_can_be_kept(typing: Recorder) -> None:
    """Kept as it happened it makes the log diverged at that ply, in the table of checks too; exit 1."""
    code, out, _err = one_left(typing, "keep", "draw red")
    assert code == 1
    assert "g.jsonl: diverged" in out
    assert "BGA-A8 colours exist (columns): violated at ply 21: seat 1 paid 2 red" in out
    (finding,) = verdict(Path("g.jsonl")).findings
    assert (finding.ply, finding.seat) == (21, 1)
    assert "it is diverged" in typing("record", "g.jsonl").err


def test_the_end_asks_for_tickets(typing: Recorder) -> None:
    """The last ply asks for what the others lay open: wrong numbers and tickets are told, then the score is written."""
    ending = ("-o", "end.trains_at_most=44")
    typed = [*BEGUN, "claim seattle vancouver red", "draw 2", "draw red blue"]
    tickets = ["boston miami", "boston-miami, seattle-new york", "seattle-new york, kansas-houston"]
    answer = typing(
        "record", "ttr-usa", "--from-table", "--names", "ann,bob", "--me", "0", "--out", "g.jsonl", *ending,
        typed=[*typed, *tickets],
    )  # fmt: skip
    assert "t-boston--miami is there twice" in answer.out
    assert "BGA-A16 final score: ok" in answer.out
    report = verdict(Path("g.jsonl"))
    assert (report.words, report.finished, report.totals) == ("unverified", True, [1 + 10 - 21 - 12, -22 - 5])


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("--from-table",), "--from-table needs --names"),
        (("--from-table", "--names", "ann,bob", "--seed", "1"), "takes no --seats or --seed"),
        (("--from-table", "--names", "ann,bob", "--me", "7"), "--me 7: the seats are 0 to 1"),
        (("--from-table", "--names", "ann,bob", "--me", "cy"), "there is no player 'cy' (there are ann, bob)"),
        (("--me", "ann"), "it goes with --from-table"),
        (("--from-table", "--names", "ann,ann"), "two seats are called 'ann'"),
        (("--from-table", "--names", "ann,bob"), "the input ended before the table was laid: nothing is recorded"),
    ],
)
def test_wrong_usage(typing: Recorder, arguments: tuple[str, ...], said: str) -> None:
    """One line, exit 2, and no file."""
    answer = typing("record", "ttr-usa", *arguments)
    assert answer.code == 2
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1
    assert not list(typing.folder.iterdir())


def test_a_game_with_a_notation_is_typed_in_it(typing: Recorder) -> None:
    """Age of Steam hides nothing: cubes are asked for, actions are typed in its notation, and the log is exact."""
    answer = typing("record", "age-of-steam", "--from-table", "--names", "ann,bob,cy", "--out", "s.jsonl", typed=["q"])
    assert answer.code == 2
    assert "nothing is recorded" in answer.err
