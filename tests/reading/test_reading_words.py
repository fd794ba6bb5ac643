"""The words of the correspondence."""

from __future__ import annotations

from typing import Any

import pytest

from judge.core import words
from judge.core.command import Command
from judge.core.manual import MANUAL
from judge.core.words import WORDS, Place
from judge.post import Line
from judge.reading import Chatter, Garbled, Reader, Understood
from judge.reading.outcome import Reading
from judge.signon import mask
from tests.reading.clauses.reading import clauses
from tests.tables import rows

ANY = Place.OUTSIDE | Place.PLAYER | Place.MASTER


def command(reader: Reader, text: str, place: Place = ANY) -> Command:
    reading = reader.word(Line(1, text), place)
    assert isinstance(reading, Understood), reading
    (found,) = reading.commands
    return found


@pytest.mark.parametrize(("rule", "example"), [(rule, one) for rule, entry in MANUAL.items() for one in entry.examples])
def test_every_example_of_the_manual_can_be_read(reader: Reader, rule: str, example: str) -> None:
    assert type(command(reader, example, WORDS[rule].place)) is WORDS[rule].command


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sign on Lupus @ lira7 moon,light", words.SignOn(seat="Lupus", game="lira7", password="moon,light")),
        ("SIGNON Grey Wolf@lira7 p#//;x", words.SignOn(seat="Grey Wolf", game="lira7", password="p#//;x")),
        ('SIGNON "Grey Wolf"@lira7 moonlight', words.SignOn(seat="Grey Wolf", game="lira7", password="moonlight")),
        ("SIGNON Lupus@lira7 password", words.SignOn(seat="Lupus", game="lira7", password="password")),
        ("SIGNON Lupus@lira7 password hunter2", words.SignOn(seat="Lupus", game="lira7", password="hunter2")),
        ("SIGNON Lupus@lira7", words.SignOn(seat="Lupus", game="lira7", password="")),
        ("Master lira7 AbCd", words.MasterOn(game="lira7", password="AbCd")),
        ("Sign off.", words.SignOff()),
        ("AS Grey Wolf:", words.As(who="Grey Wolf")),
        ("Help!", words.HelpWord()),
        ("help sell", words.HelpWord(topic="sell")),
        ("LIST GAMES", words.ListGames()),
        ("RULES OF bourse", words.Rules(game="bourse")),
        ("REGISTER Ann Archer", words.Register(name="Ann Archer")),
        ("REGISTER José Núñez, Europe/Madrid", words.Register(name="José Núñez", zone="Europe/Madrid")),
        ("REGISTER Ann zone Europe/London", words.Register(name="Ann", zone="Europe/London")),
        ("REGISTER Ann Archer Europe/London", words.Register(name="Ann Archer", zone="Europe/London")),
        ("REGISTER NAME Ann", words.Register(name="Ann")),
        ("REGISTER name: Ann Archer, zone: London", words.Register(name="Ann Archer", zone="London")),
        ("REGISTER Ann Archer, London", words.Register(name="Ann Archer", zone="London")),
        ("REGISTER Ann Archer (New York)", words.Register(name="Ann Archer", zone="New York")),
        ("REGISTER", words.Register()),
        ("REGISTER, Europe/London", words.Register(zone="Europe/London")),
        ("register as Ann", words.Register(name="Ann")),
        ("REGISTER: Mary-Lou O'Brien", words.Register(name="Mary-Lou O'Brien")),
        ("REGISTER <Ann Archer>", words.Register(name="Ann Archer")),
        ('REGISTER "Ann Archer", UTC', words.Register(name="Ann Archer", zone="UTC")),
        ("REGISTER Ann Archer <ann@example.org>", words.Register(name="Ann Archer")),
        (
            "REGISTER Dr. Walter J. Harding Jr., Europe/London",
            words.Register(name="Dr. Walter J. Harding Jr.", zone="Europe/London"),
        ),
        ("REGISTER Walter Harding, Jr., London", words.Register(name="Walter Harding, Jr.", zone="London")),
        ("REGISTER Ann Archer.", words.Register(name="Ann Archer")),
        ("UNSUBSCRIBE FROM lira7", words.Unsubscribe(game="lira7")),
        ("JOIN lira7", words.Join(game="lira7")),
        ("JOIN lira7 AS Old Fox", words.Join(game="lira7", seat="Old Fox")),
        ("join lira7 as Baron von Stein", words.Join(game="lira7", seat="Baron von Stein")),
        ("JOIN LIRA7 AS GREY WOLF", words.Join(game="LIRA7", seat="GREY WOLF")),
        ("JOIN lira7, AS Louis XVIII", words.Join(game="lira7", seat="Louis XVIII")),
        ("JOIN lira7 AS Grey Wolf PREFER ITALY", words.Join(game="lira7", seat="Grey Wolf", preferences=("ITALY",))),
        ("JOIN lira7 AS Lupus, PASSWORD secret", words.Join(game="lira7", seat="Lupus", password="secret")),
        ("JOIN lira7 AS Grey Wolf PASSWORD secret", words.Join(game="lira7", seat="Grey Wolf", password="secret")),
        (
            'JOIN lira7 AS "Grey Wolf" PREFER FRANCE, ENGLAND and ITALY',
            words.Join(game="lira7", seat="Grey Wolf", preferences=("FRANCE", "ENGLAND", "ITALY")),
        ),
        (
            "JOIN lira7 PREFER FRANCE AS Lupus PREFER ITALY",
            words.Join(game="lira7", seat="Lupus", preferences=("FRANCE", "ITALY")),
        ),
        ("TAKE OVER Lupus@lira7 secret", words.Takeover(seat="Lupus", game="lira7", password="secret")),
        (
            "CREATE lira7 bourse rules=classic, schedule=FRI 18:00 Europe/London board=reported",
            words.Create(
                game="lira7",
                variant="bourse",
                settings=(("rules", "classic"), ("schedule", "FRI 18:00 Europe/London"), ("board", "reported")),
            ),
        ),
        ("CLEAR ALL", words.Clear()),
        ("CLEAR TRADES", words.Clear(what="TRADES")),
        ("HISTORY Autumn 1901", words.History(phase="AUTUMN 1901")),
        ("FOR A1903:", words.ForPhase(phase="A1903")),
        ("FOR EACH TURN", words.ForPhase(phase="EVERY")),
        ("FOR NOW:", words.ForPhase(phase="NOW")),
        ("READY", words.Ready(ready=True)),
        ("wait", words.Ready(ready=False)),
        ("not ready", words.Ready(ready=False)),
        ("PRESS TO Lupus, Grey Wolf and Vulpes", words.Press(to=("Lupus", "Grey Wolf", "Vulpes"))),
        ("PRESS TO EVERYBODY", words.Press()),
        ("GRAY BROADCAST", words.Press(grey=True)),
        ("PRESS TO Lupus: see you", words.Press(to=("Lupus",), text="see you")),
        ("SET PASSWORD Moon,Light9", words.SetWord(what="password", value="Moon,Light9")),
        ("SET schedule = 'FRI 18:00 Europe/London'", words.SetWord(what="schedule", value="FRI 18:00 Europe/London")),
        ("ABSENCE FROM 20 Dec 2026 UNTIL January 3, 2027", words.Absence(start="2026-12-20", end="2027-01-03")),
        ("ABSENCE 2026-12-20", words.Absence(start="2026-12-20", end="2026-12-20")),
        ("ABSENCE NONE", words.Absence()),
        ("RESULT Fall 1901", words.Result(phase="FALL 1901")),
        ("who's missing?", words.Missing()),
        ("EXTEND 24h two are away", words.Extend(hours=24, reason="two are away")),
        ("EXTEND BY 2 days", words.Extend(hours=48)),
        ("EXTEND 90m", words.Extend(hours=2)),
        ("EXTEND 1d 12h", words.Extend(hours=36)),
        ("EJECT Lupus too many misses", words.Eject(seat="Lupus", reason="too many misses")),
        ("REPLACE Grey Wolf BY ann@example.org", words.Replace(seat="Grey Wolf", address="ann@example.org")),
        ("ROLL BACK F1901M: wrong report", words.Rollback(phase="F1901M", reason="wrong report")),
        ("END DRAW Italy, France and Turkey", words.EndGame(how="DRAW", powers=("ITALY", "FRANCE", "TURKEY"))),
        ("END CONCEDED BY ITALY", words.EndGame(how="CONCEDED", powers=("ITALY",))),
        ("RESEND STATEMENT F1901M TO Grey Wolf", words.Resend(what="statement", phase="F1901M", seat="Grey Wolf")),
        ("QUARANTINE", words.Quarantine()),
        ("QUARANTINE RELEASE 3", words.Quarantine(action="release", reference="3")),
    ],
)
def test_words_are_read_in_the_forms_people_use(reader: Reader, text: str, expected: Command) -> None:
    assert command(reader, text) == expected


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("PROCESS F1901", Place.PLAYER, "word of the master"),
        ("PROCESS", Place.PLAYER, "word of the master"),
        ("STATUS", Place.OUTSIDE, "needs a seat"),
        ("JOIN lira7 AS Lupus", Place.PLAYER, "stands by itself"),
        ("UNDO", Place.MASTER, "word of the players"),
        ("PROCESS", Place.MASTER, "a phase such as F1901"),
        ("PROCESS F19011", Place.MASTER, "cannot read"),
        ("ROLLBACK TO F1901M", Place.MASTER, "needs a reason"),
        ("ABSENCE 2027-01-03 TO 2026-12-20", Place.PLAYER, "before it begins"),
        ("ABSENCE 2026-02-30", Place.PLAYER, "is no day"),
        ("EXTEND 0h", Place.MASTER, "an hour at least"),
        ("SET PASSWORD abc", Place.PLAYER, "4 to 64"),
        ("SET PASSWORD two words", Place.PLAYER, "4 to 64"),
        ("JOIN lira7 AS Grey moonlight9", Place.OUTSIDE, "quotation marks"),
        ("JOIN lira7 AS Grey Wolf moonlight", Place.OUTSIDE, "quotation marks"),
        ("JOIN lira7 AS grey wolf", Place.OUTSIDE, "quotation marks"),
        ("JOIN lira7 AS Lupus MoonLight", Place.OUTSIDE, "quotation marks"),
        ("JOIN lira7 AS Lupus moonlight9 PREFER ITALY", Place.OUTSIDE, "quotation marks"),
        ("JOIN lira7 Lupus moonlight9", Place.OUTSIDE, "word AS"),
        ("REGISTER Ann and JOIN lira7 AS Lupus", Place.OUTSIDE, "line of its own"),
        ("Register me please, my name is Bob.", Place.OUTSIDE, "what your name is"),
        ("REGISTER Ann http://pills.example", Place.OUTSIDE, "name"),
        ("JOIN lira7 AS Lupus AS Vulpes", Place.OUTSIDE, "one pseudonym"),
        ("JOIN lira7 PASSWORD secret PASSWORD another", Place.OUTSIDE, "one password"),
        ("PRESS Lupus", Place.PLAYER, "cannot read"),
    ],
)
def test_a_word_in_the_wrong_place_or_form_is_answered(reader: Reader, text: str, place: Place, says: str) -> None:
    reading = reader.word(Line(1, text), place)
    assert isinstance(reading, Garbled)
    assert says in reading.reason
    assert reading.hint


@pytest.mark.parametrize(
    "text",
    rows(__file__, "prose_is_no_word_of_the_correspondence"),
)
@pytest.mark.parametrize("place", [Place.OUTSIDE, Place.PLAYER, Place.MASTER])
def test_prose_is_no_word_of_the_correspondence(reader: Reader, text: str, place: Place) -> None:
    assert isinstance(reader.word(Line(1, text), place), Chatter)


def test_a_misspelt_word_of_the_master_is_suggested(reader: Reader) -> None:
    reading = reader.word(Line(1, "PREVEIW F1901"), Place.MASTER)
    assert isinstance(reading, Garbled)
    assert reading.suggestion == "PREVIEW F1901"


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("SINGON Lupus@lira7 moonlight", "SIGNON Lupus@lira7 ****"),
        ("REGSITER Ann Archer", "REGISTER Ann Archer"),
        ("SUBSCIRBE lira7", "SUBSCRIBE lira7"),
    ],
)
def test_a_misspelt_word_outside_any_block_is_suggested(reader: Reader, text: str, suggestion: str) -> None:
    reading = reader.word(Line(1, text), Place.OUTSIDE)
    assert isinstance(reading, Garbled)
    assert reading.suggestion == suggestion


SECRET = "m00nl1ght"


@pytest.mark.parametrize(
    "text",
    [
        f"SIGNON Lupus@lira7 {SECRET}",
        f"sign on Grey Wolf@lira7 {SECRET} extra",
        f"SIGNON Lupus@lira7 extra {SECRET}",
        f"SINGON Lupus@lira7 {SECRET}",
        f"SIGNON Lupus lira7 {SECRET}",
        f"sign-on lira7 {SECRET}",
        f"Sing on Lupus@lira7 {SECRET}",
        f"TAKEOVER lira7 Lupus {SECRET}",
        f"MASTER lira7 {SECRET}",
        f"MASTER lira7 {SECRET} extra words",
        f"MASETR lira7 {SECRET}",
        f"JOIN lira7 AS Lupus PASSWORD {SECRET}",
        f"JOIN lira7 AS Lupus {SECRET}",
        f'JOIN lira7 AS "Grey Wolf" {SECRET}',
        f"JOIN lira7 AS Grey Wolf {SECRET}",
        f"JOIN lira7 AS Lupus PREFER ITALY AS Grey {SECRET}",
        f"JOIN lira7 PASSWORD {SECRET} AS Grey Wolf",
        f"JOIN lira7 AS Grey Wolf PASSWORD {SECRET} PREFER FRANCE",
        f"TAKEOVER Lupus@lira7 {SECRET}",
        f"TAKEOVER Lupus@lira7 PASSWORD {SECRET}",
        f"SET PASSWORD {SECRET}",
        f"SET PASSWORD = {SECRET}",
        f"SET PASSWORD two {SECRET}",
        f"my password is {SECRET}",
        f"CREATE lira7 bourse password={SECRET}",
    ],
)
def test_a_password_is_in_no_text_that_may_be_shown(reader: Reader, text: str) -> None:
    assert SECRET not in mask(text)
    found = clauses("bourse", text)
    assert found and not any(SECRET in one for clause in found for one in (clause.text, *clause.notes))
    readings: list[Reading] = [clause.doubt for clause in found if clause.doubt]
    readings += [reader.word(Line(1, text), place) for place in (Place.OUTSIDE, Place.PLAYER, Place.MASTER)]
    for reading in readings:
        shown: list[Any] = [reading.line.text]
        if isinstance(reading, Garbled):
            shown += [reading.reason, reading.caret, reading.hint, reading.suggestion]
        assert not any(SECRET in one for one in shown)


@pytest.mark.parametrize(
    "text",
    rows(__file__, "other_lines_are_not_masked"),
)
def test_other_lines_are_not_masked(text: str) -> None:
    assert mask(text) == text
