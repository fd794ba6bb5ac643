"""Games written down in the layouts of other judges are read back: every phase, every unit."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.games import variant
from judge.mail.reading import whole_texts
from judge.reading import Reader
from tests.counts import SOAK
from tests.elsewhere.games import CLASSIC, GAME, GAMES, LAYOUTS, Unit, Written, letters, played
from tests.elsewhere.test_elsewhere_desk import NAME, SOURCE, counts, send, world
from tests.harness import MASTER, Judge

NAMES = variant("diplomacy").names({})


def letter(written: Written) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "judge@elsewhere.example", "judge@judge.test", written.subject
    mail.set_content(written.text, subtype="html" if written.html else "plain")
    return mail.as_bytes()


def through(reader: Reader, layout: str, game: int) -> None:
    """Every letter of the game, one after the other; what one tells is where the next begins."""
    wanted = [turn for turn in played(game) if layout != "person" or turn.phase[0] == "F"]
    before: tuple[str, tuple[Unit, ...]] = ("", ())
    for turn, sent in zip(wanted, letters(game, layout), strict=True):
        report = found = None
        for written in sent:
            (lines,) = whole_texts(letter(written))
            told, reports = reader.arrived(lines, NAMES, before)
            assert told.seasons, written.text
            assert [one for text in reports for one in text.problems] == []
            for season, text in zip(told.seasons, reports, strict=True):
                if season.phase == turn.phase:
                    found, report = season, text
                    if season.stood:
                        assert season.stood == turn.before
                if season.phase == f"W{turn.phase[1:]}":
                    assert season.units == turn.wintered
            last = told.seasons[-1]
            assert not last.wants
            before = (last.phase, (*last.units, *last.open))
            if layout in CLASSIC:
                assert told.games == {GAME} and told.begins and told.variant == "Standard"
        assert found is not None and report is not None, turn.phase
        assert not found.open
        if layout != "person":
            assert found.units == turn.after
            assert set(report.units) == turn.after
        if turn.phase[0] == "F" and layout in CLASSIC:
            assert report.owners == turn.owners
        if turn.phase[0] == "F" and layout in (*CLASSIC, "person"):
            there = {power: count for power, count in turn.counts.items() if count or layout == "person"}
            told_counts = {power: count for power, count in report.counts.items() if count or layout == "person"}
            assert told_counts == there


@pytest.mark.parametrize("layout", LAYOUTS)
def test_games_that_chance_played_are_read_back_from_every_layout(reader: Reader, layout: str) -> None:
    for game in GAMES:
        through(reader, layout, game)


# ---- Three years beside a board elsewhere, by letters alone, with no line typed by the master ----------------------


WAYS = [
    ("njudge", SOURCE, "judge@judge.test"),
    ("dpjudge", SOURCE, MASTER),
    ("webdiplomacy", MASTER, "judge@judge.test"),
    ("backstabbr", MASTER, "judge@judge.test"),
]
"""A layout, who sends it, and to whom: the judge observes, the master's mailbox passes on, the master does."""
SEATS = ("Lupus", "Ursa", "Vulpes", "Aquila")


def trades(judge: Judge, year: int) -> None:
    judge.orders(NAME, "Lupus", f"SELL {100 + year % 7} LIRA\nBUY MARKS WITH REST")
    judge.orders(NAME, "Ursa", "SELL 50 FRANCS\nBUY POUNDS WITH REST")


def journeys(judge: Judge, year: int) -> None:
    for seat in SEATS:
        judge.orders(NAME, seat, "TS HOLD")


def units(judge: Judge) -> frozenset[tuple[str, str, str]]:
    variant = judge.services.variant(judge.game(NAME))
    state = judge.services.journal.state(variant, judge.game(NAME))
    return frozenset(state.host.units)


def year_by_year(judge: Judge, game: int, layout: str, sender: str, to: str, write) -> None:  # type: ignore[no-untyped-def]
    for turn, sent in zip(played(game), letters(game, layout), strict=True):
        assert judge.game(NAME).phase == f"{turn.phase}M"
        write(judge, int(turn.phase[1:]))
        judge.tick(judge.deadline(NAME))
        for written in sent:
            send(judge, written, sender=sender, to=to)
        if turn.phase[0] == "F":
            assert counts(judge) == turn.counts
    assert judge.game(NAME).phase == "S1904M"
    assert not [out for out in judge.letters(MASTER) if "[ASK]" in out.subject]
    assert all(out.to != SOURCE for out in judge.relay.sent)
    assert judge.differences() == []


@pytest.mark.parametrize(("layout", "sender", "to"), WAYS if SOAK else WAYS[::2])
def test_three_years_of_bourse_are_fed_by_letters(tmp_path: Path, layout: str, sender: str, to: str) -> None:
    judge = world(tmp_path, board_auto="yes")
    year_by_year(judge, 1, layout, sender, to, trades)


@pytest.mark.parametrize(("layout", "sender", "to"), WAYS if SOAK else WAYS[1::2])
def test_three_years_of_troubleshooter_are_fed_by_letters(tmp_path: Path, layout: str, sender: str, to: str) -> None:
    judge = world(tmp_path, "troubleshooter", board_auto="yes")
    year_by_year(judge, 2, layout, sender, to, journeys)
    assert units(judge) == played(2)[-1].wintered
