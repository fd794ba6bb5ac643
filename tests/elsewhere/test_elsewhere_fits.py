"""What follows from the board before and what does not; what of a letter is looked at."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.kits.board.standard import standard_map
from judge.kits.host.elsewhere import Before, Came, oddities
from judge.mail.reading import ReadingRules, read_message, whole_texts
from judge.post import Authentication
from tests.elsewhere.games import GAME, GAMES, Written, letters, played
from tests.elsewhere.test_elsewhere_desk import SOURCE, applied, autumn, send, world
from tests.harness import MASTER

BOARD = standard_map()
OLD = {"BUD": "AUSTRIA", "VIE": "AUSTRIA", "TRI": "AUSTRIA", "VEN": "ITALY"}
UNITS = frozenset({("AUSTRIA", "A", "BUD"), ("AUSTRIA", "F", "TRI"), ("ITALY", "A", "VEN")})
MOVED = frozenset({("AUSTRIA", "A", "SER"), ("AUSTRIA", "F", "ALB"), ("ITALY", "A", "TRI")})
TAKEN = {**OLD, "SER": "AUSTRIA", "TRI": "ITALY"}


def odd(before: Before | None = None, **came: object) -> list[str]:
    told: dict[str, object] = {"phase": "F1901", "stood": UNITS, "units": MOVED, "owners": TAKEN, "counts": {}, **came}
    return [remark.code for remark in oddities(BOARD, before or Before(UNITS, OLD), Came(**told))]  # type: ignore[arg-type]


def test_what_follows_from_the_board_before_is_not_odd() -> None:
    assert odd() == []
    for game in GAMES:
        turns = played(game)
        for turn in turns:
            fits = Came(turn.phase, turn.before, turn.after, turn.owners, turn.counts)
            last = turns[turns.index(turn) - 1].owners if turn is not turns[0] else turn.owners
            assert [one.code for one in oddities(BOARD, Before(turn.before, last), fits)] == []


@pytest.mark.parametrize(
    ("code", "came"),
    [
        ("not-named", {"stood": UNITS - {("ITALY", "A", "VEN")}}),
        ("not-before", {"stood": UNITS | {("ITALY", "F", "NAP")}}),
        ("out-of-reach", {"units": MOVED - {("AUSTRIA", "F", "ALB")} | {("AUSTRIA", "F", "ION")}}),
        ("more-than-before", {"units": MOVED | {("ITALY", "A", "ROM")}, "owners": {**TAKEN, "ROM": "ITALY"}}),
        ("not-by-units", {"owners": {**TAKEN, "VIE": "ITALY"}}),
        ("no-units", {"units": frozenset()}),
        ("counts-differ", {"counts": {"ITALY": 3}}),
        ("no-owners", {"owners": {}, "counts": {"ITALY": 3}}),
        ("not-by-units", {"phase": "S1901"}),
    ],
)
def test_each_thing_that_does_not_follow_is_named(code: str, came: dict[str, object]) -> None:
    assert code in odd(**came)


def test_nobody_builds_away_from_home_or_beyond_his_centres() -> None:
    winter = {"phase": "W1901", "stood": frozenset(), "owners": TAKEN}
    before = Before(MOVED, TAKEN)
    assert odd(before, **winter, units=MOVED | {("AUSTRIA", "A", "VIE")}) == []
    assert odd(before, **winter, units=MOVED | {("ITALY", "A", "BUD")}) == ["not-built"]
    many = MOVED | {("ITALY", "F", "VEN"), ("ITALY", "A", "TUN")}
    assert odd(before, **winter, units=many) == ["more-than-centres", "not-built"]


def results() -> Written:
    return [one for one in letters(1, "njudge")[1] if "W1901A" not in one.subject][-1]


def test_pages_and_letters_that_hang_on_a_letter_are_looked_at(tmp_path: Path) -> None:
    (page,) = letters(1, "webdiplomacy")[1]
    inside = EmailMessage()
    inside["From"] = SOURCE
    inside.set_content(results().text)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = MASTER, "judge@judge.test", f"Fwd: {GAME}"
    mail.set_content("see below")
    mail.add_attachment(page.text.encode(), maintype="text", subtype="html", filename="page.html")
    mail.add_attachment(inside)
    found = ["\n".join(line.text for line in lines) for lines in whole_texts(mail.as_bytes())]
    assert len(found) == 3 and "Autumn, 1901 :" in found[1] and "Ownership of supply centers:" in found[2]


def test_quoted_results_are_read_when_the_master_passes_them_on(tmp_path: Path) -> None:
    judge = world(tmp_path, board_auto="yes")
    for one in autumn(judge):
        quoted = "\n".join("> " + row for row in one.text.split("\n"))
        send(judge, Written(f"Fwd: {one.subject}", f"On Monday the judge wrote:\n{quoted}"), sender=MASTER)
    assert applied(judge)


@pytest.mark.parametrize("reports", [True, False])
def test_a_robots_signature_is_looked_at_where_it_reports_a_board_alone(reports: bool) -> None:
    raw = f"From: {SOURCE}\nTo: {MASTER}\nAuto-Submitted: auto-generated\n\nx\n".encode()
    asked: list[str] = []

    def holds(raw: bytes, domain: str) -> str:
        asked.append(domain)
        return domain

    rules = ReadingRules("judge@judge.test")
    message = read_message(raw, rules, signatures=holds, feeds=lambda address: reports and address == SOURCE)
    assert message.verdict is (Authentication.PASS if reports else Authentication.NONE)
    assert asked == (["elsewhere.example"] if reports else [])


def test_a_second_from_on_top_of_a_signed_one_proves_nothing() -> None:
    raw = f"From: {SOURCE}\nFrom: {SOURCE}\nTo: {MASTER}\nAuto-Submitted: auto-generated\n\nx\n".encode()
    message = read_message(raw, ReadingRules("judge@judge.test"), signatures=lambda raw, d: d, feeds=lambda a: True)
    assert message.verdict is not Authentication.PASS


def test_a_game_that_has_not_begun_leaves_such_letters_alone(tmp_path: Path) -> None:
    judge = world(tmp_path, board_from="", board_game="")
    judge.new("lira8", "bourse", board_from=SOURCE, board_game=GAME)
    assert send(judge, results()) == []
    assert judge.game("lira8").elsewhere == {"ignored": 1}


def test_nobody_there_is_answered_though_a_letter_of_theirs_makes_the_judge_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = world(tmp_path)

    def fails(*given: object) -> bool:
        raise RuntimeError("a fault")

    monkeypatch.setattr("judge.extras.elsewhere._taken", fails)
    send(judge, results())
    assert judge.app.store.table("set_aside").all() and all(out.to != SOURCE for out in judge.relay.sent)
