"""Hostile letters and lines: nothing raises, what is handed on is clean, what was understood can be read again."""

# ruff: noqa: E501  (lists of pieces are easier to read in long lines)

import re
from datetime import UTC, datetime
from random import Random

import pytest

from judge.core.command import Command
from judge.core.words import Place
from judge.kits.bribes.sheets import Accept, Bribe
from judge.kits.host.commands import UnitOrder, of_parts
from judge.mail.reading import ReadingRules, read_message
from judge.post import Line
from judge.proofs import verify_dice
from judge.reading import Understood
from tests.fuzz import fuzz_letters, fuzz_lines
from tests.fuzz.fuzz_driver import explore
from tests.fuzz.fuzz_lines import GRAMMARS, READER
from tests.mail.reading.test_reading_robust import clean
from tests.reading.test_reading_hostile import well_formed
from tests.tables import rows

RULES = ReadingRules("judge@judge.test", "mx.judge.test", "warn", "mx.judge.test")
NOON = datetime(2026, 12, 4, 12, tzinfo=UTC)
PLACES = (Place.OUTSIDE, Place.PLAYER, Place.MASTER, Place.PLAYER | Place.MASTER)


def read_a_letter(r: Random) -> None:
    message = read_message(fuzz_letters.letter(r), RULES, NOON)
    clean(message)
    numbers = [
        item.number if isinstance(item, Line) else item.line.number
        for block in READER.blocks(message.lines, r.random() < 0.5)
        for item in block.items
    ]
    assert numbers == sorted(numbers)


def read_a_line(slug: str, r: Random) -> None:
    text = fuzz_lines.line(r, slug)
    for reading in READER.orders(GRAMMARS[slug]).read(Line(1, text)):
        well_formed(reading, text)
        for command in reading.commands if isinstance(reading, Understood) else ():
            back = READER.orders(GRAMMARS[slug]).read(Line(1, command.canonical()))
            again = [one for part in back if isinstance(part, Understood) for one in part.commands]
            assert meaning(*again) == meaning(command), (text, back)


def meaning(*commands: Command) -> list[object]:
    """What commands say: a list of builds is its builds one by one, an order that nobody is paid for is the order."""
    said: list[object] = []
    for one in commands:
        if isinstance(one, UnitOrder):
            said += [of_parts((part,)) for part in one.parts()] or [one.text]
        elif isinstance(one, Accept):
            said += re.findall(r"\b(?!(?:FROM|LIST|ACCEPT)\b)[A-Z]+", one.text)
        else:
            said.append(one.as_order() or one if isinstance(one, Bribe) else one)
    return said


def read_a_word(r: Random) -> None:
    text = fuzz_lines.line(r, "session")
    for place in PLACES:
        well_formed(READER.word(Line(1, text), place), text)


def read_a_report(r: Random) -> None:
    texts = [r.choice(REPORT) if r.random() < 0.6 else fuzz_lines.line(r, "diplomacy") for _ in range(r.randint(1, 12))]
    texts = [fuzz_lines.damaged(r, text) if r.random() < 0.4 else text for text in texts]
    found = READER.report([Line(number, text) for number, text in enumerate(texts, 1)], GRAMMARS["bourse"].names)
    for problem in found.problems:
        well_formed(problem, problem.line.text)


REPORT = tuple(rows(__file__, "REPORT"))


DICE = (
    b'From: judge@judge.test\nContent-Type: text/plain\n\ndice link 2 %s\ndice anchor %s\ndice phase S1901M\ndice draw "x" 6 3\n'
    % (b"ab" * 32, b"cd" * 32)
)


def check_dice(r: Random) -> None:
    raw = bytearray(DICE)
    for _ in range(r.randint(1, 4)):
        at = r.randrange(len(raw))
        raw[at:at] = r.choice(
            (b"9", b"9" * 5000, b"0", b"-", b"\n", b'"', b'dice draw "y" 0 1\n', b"\xff", b"\xd9\xa1")
        )
    verify_dice(bytes(raw))


def test_no_letter_breaks_its_reading() -> None:
    explore("letters", read_a_letter, 60, 220_000)


@pytest.mark.parametrize("slug", sorted(GRAMMARS))
def test_no_line_breaks_the_grammar_of_a_game_and_what_is_understood_is_read_again_as_written(slug: str) -> None:
    explore(f"lines of {slug}", lambda r: read_a_line(slug, r), 40, 80_000)


def test_no_line_breaks_the_words_of_the_correspondence() -> None:
    explore("words of the correspondence", read_a_word, 50, 100_000)


def test_no_report_of_a_master_breaks_its_reading() -> None:
    explore("reports", read_a_report, 60, 50_000)


def test_no_letter_breaks_the_check_of_its_dice() -> None:
    explore("dice in letters", check_dice, 40, 20_000)
