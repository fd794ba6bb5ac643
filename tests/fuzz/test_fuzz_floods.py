"""Letters that try to keep a judge busy. What reading one costs is counted in Python calls, and has a ceiling whatever
stands in it; a letter twice as long costs no more than twice as much, and a bit."""

from random import Random

import pytest

from judge.core.words import Place
from judge.reading import LETTER, STRANGER, Budget, Kind
from judge.reading.blocks import split_blocks
from tests.counting import counting_calls
from tests.counts import SOAK, some
from tests.fuzz.fuzz_floods import FLOODS, LINES, letter, read
from tests.fuzz.fuzz_lines import READER

# Of Python functions: a fifth of a second and a bit. What stands around an order of a long table is held against the
# list of courtesies: 414,972 to 420,197.
CALLS = 421_500
STRANGERS = 130_000
RATIO = 3  # a square would be 4
SMALL = 20_000  # calls: what is made once for all letters is a large part of less
GAMES = ("bourse", "diplomacy", "payola") if SOAK else ("bourse", "diplomacy")
SEEDS = range(12) if SOAK else range(1)
DRAWN = 3 if SOAK else 2  # letters of a flood that is another for each seed
ONE_HALF, OTHER_HALF = (some(sorted(FLOODS), "floods", 2, turn) for turn in (0, 1))


@pytest.fixture(autouse=True, scope="module")
def warm() -> None:
    for slug in GAMES:
        for name in ("words in any order", "orders that are none", "questions", "a report", "corrections"):
            read(letter(name, Random("warm"), 20), slug, Place.PLAYER)
            read(letter(name, Random("warm"), 20), slug, Place.OUTSIDE)


def calls(name: str, seed: int, size: int, slug: str, place: Place, budget: Budget | None = None) -> int:
    lines = letter(name, Random(f"{name}:{seed}"), size)
    with counting_calls() as count:
        read(lines, slug, place, budget)
    return count.calls


@pytest.mark.parametrize("name", ONE_HALF)
def test_no_letter_costs_a_player_or_a_stranger_more_than_its_ceiling(name: str) -> None:
    for seed in SEEDS:
        for slug in some(GAMES, name):
            assert calls(name, seed, LINES, slug, Place.PLAYER) <= CALLS
        assert calls(name, seed, LINES, "", Place.OUTSIDE, Budget(STRANGER)) <= STRANGERS  # who is of no game


@pytest.mark.parametrize("name", OTHER_HALF)
def test_a_letter_twice_as_long_costs_about_twice_as_much(name: str) -> None:
    draws = DRAWN if letter(name, Random(f"{name}:0"), 40) != letter(name, Random(f"{name}:1"), 40) else 1
    for slug in some(GAMES, name):
        if draws == 1:  # it is the same letter whatever is drawn, so the first one would pay for what is made once
            read(letter(name, Random(name), 40), slug, Place.PLAYER, Budget(100 * LETTER))
        once, twice = (
            sum(calls(name, seed, size, slug, Place.PLAYER, Budget(100 * LETTER)) for seed in range(draws))
            for size in (24, 48)
        )
        assert twice <= max(SMALL, RATIO * once), (slug, once, twice)


@pytest.mark.parametrize("name", ONE_HALF)
def test_every_line_of_such_a_letter_is_read_or_asked_about_or_stands_behind_what_was_not_examined(name: str) -> None:
    lines = letter(name, Random(name), LINES)
    found = read(lines, "bourse", Place.PLAYER, Budget(LETTER // 4))
    told = {number for clause in found for number in clause.lines}
    last = max(told)
    assert told.issuperset(line.number for line in lines if line.number < last and line.text.strip())
    assert last == lines[-1].number or found[-1].kind is Kind.DOUBTFUL


@pytest.mark.parametrize("name", OTHER_HALF)
def test_cutting_a_letter_into_blocks_costs_about_twice_as_much_for_twice_as_many_lines(name: str) -> None:
    counts = []
    for size in (200, 400):
        lines = letter(name, Random(name), size)
        with counting_calls() as count:
            split_blocks(lines, True, READER.words)
        counts.append(count.calls)
    assert counts[1] <= max(SMALL, RATIO * counts[0]), counts
