"""The vocabulary: phases, dice, ledger, names, codec."""

from __future__ import annotations

import hashlib
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core import dice
from judge.core.calendar import Calendar, PhaseKind
from judge.core.codec import canonical, digest, pack, unpack, unpack_sheet
from judge.core.command import Command
from judge.core.errors import AuditError, InputError, StoreFault
from judge.core.ids import fold, game_name, seat_name
from judge.core.ledger import BANK, MARKET, VOID, Ledger, Posting
from judge.core.phase import Phase
from tests.counts import drawn
from tests.tables import rows

TIP = bytes(range(32))
YEAR = Calendar(
    (
        PhaseKind("C", "commerce"),
        PhaseKind("M", "movement", main=True, meant="SF"),
        PhaseKind("R", "retreats", spoken=("RETREATS",)),
        PhaseKind("A", "adjustments", meant="W"),
    )
)


@pytest.mark.parametrize(
    ("text", "phase"),
    rows(__file__, "a_phase_is_read_in_every_form"),
)
def test_a_phase_is_read_in_every_form(text: str, phase: str) -> None:
    assert str(YEAR.parse(text)) == phase


@pytest.mark.parametrize("text", ["", "1901", "X1901M", "S19", "SUMMER 1901", "S1901MM", "S１９０１M"])
def test_what_is_no_phase_is_refused_with_an_example(text: str) -> None:
    for read in (YEAR.parse, Phase.parse):
        with pytest.raises(InputError, match="S1901M"):
            read(text)


def test_every_link_hashes_to_the_one_before_and_the_first_to_the_anchor() -> None:
    anchor = dice.link(TIP, 0)
    first = dice.link(TIP, 1)
    assert hashlib.sha256(first).digest() == anchor
    assert dice.follows(dice.link(TIP, 9), anchor, 9)
    assert not dice.follows(dice.link(TIP, 9), anchor, 8)


@given(st.text(max_size=20), st.integers(1, 1000))
@drawn(20)
def test_a_draw_lies_on_its_die_and_does_not_depend_on_the_order_of_asking(label: str, sides: int) -> None:
    one, two = dice.Dice(b"x" * 32, "S1901M"), dice.Dice(b"x" * 32, "S1901M")
    two.roll("another", 6)
    assert one.roll(label, sides) == two.roll(label, sides)
    assert 1 <= one.roll(label, sides) <= sides


def test_dice_remember_every_draw_so_that_none_can_stay_unpublished() -> None:
    box = dice.Dice(b"x" * 32, "S1901M")
    order = box.shuffle("float", ("ANNA", "BOB", "CARL"))
    assert sorted(order) == ["ANNA", "BOB", "CARL"]
    assert [(d.label, d.sides) for d in box.drawn] == [("float/1", 3), ("float/2", 2)]


@given(
    st.lists(
        st.tuples(
            st.sampled_from([BANK, MARKET, VOID, "Lupus", "Ursus"]),
            st.sampled_from([BANK, MARKET, VOID, "Lupus", "Ursus"]),
            st.sampled_from(["LIRA", "CASH"]),
            st.integers(0, 10**9),
        ),
        max_size=12,
    )
)
@drawn(26)
def test_every_commodity_sums_to_zero_whatever_is_posted(moves: list[tuple[str, str, str, int]]) -> None:
    book = Ledger().post(Posting(*move) for move in moves)
    assert not any(book.totals().values())


def test_a_negative_posting_is_refused_and_an_overdrawn_seat_is_named() -> None:
    with pytest.raises(AuditError):
        Ledger().post([Posting(BANK, "Lupus", "LIRA", -1)])
    faults = Ledger().post([Posting("Lupus", MARKET, "LIRA", 5)]).faults()
    assert faults == ("Lupus has -5 LIRA",)


def test_books_that_do_not_sum_to_zero_are_found() -> None:
    assert Ledger({"Lupus": {"LIRA": 3}}).faults() == ("LIRA sums to 3, not 0",)


@pytest.mark.parametrize(("one", "other"), [("Grey Wolf", "GREYWOLF"), ("Zoë", "zoe"), ("O'Neill", "oneill")])
def test_B_3_names_are_the_same_without_case_accents_and_spaces(one: str, other: str) -> None:
    assert fold(one) == fold(other)
    with pytest.raises(InputError, match="B-3"):
        seat_name(other, (one,))


@pytest.mark.parametrize("name", ["MASTER", "judge", "", "-", "a" * 40, "x@y"])
def test_B_3_words_of_the_judge_are_no_pseudonyms(name: str) -> None:
    with pytest.raises(InputError):
        seat_name(name)


@pytest.mark.parametrize("name", ["../etc", "9lira", "a b", "", "x" * 30])
def test_a_game_has_a_plain_short_name(name: str) -> None:
    with pytest.raises(InputError):
        game_name(name)


class Tell(Command):
    section: ClassVar[str] = "talk"
    words: tuple[str, ...]
    count: int = 1

    def canonical(self) -> str:
        return " ".join(self.words)


def test_a_document_that_does_not_fit_is_a_store_fault() -> None:
    with pytest.raises(StoreFault):
        unpack(Tell, {"words": 3})
    with pytest.raises(StoreFault):
        unpack_sheet({"tell": Tell}, [{"do": "shout"}])


def test_equal_documents_have_one_digest_whatever_the_order_of_their_keys() -> None:
    assert digest({"a": 1, "b": [1, 2]}) == digest({"b": [1, 2], "a": 1})
    assert canonical(pack(Tell(("x",)))) == b'{"count":1,"hat":"","line":0,"words":["x"]}'


IMPOSTORS = [
    "The master",
    "the Master",
    "GM",
    "G.M.",
    "Game Master",
    "game-master",
    "Gamemaster",
    "Master 2",
    "Master of the game",
    "the judge",
    "Judge",
    "Everybody",
    "Everyone",
    "The world",
    "Somebody who does not sign",
    "Somebody who is not named",
    "Nobody",
    "No one",
    "The keeper",
    "Moderator",
    "Mаster",
    "Ｍaster",
    "Rnaster",
]


@pytest.mark.parametrize("name", IMPOSTORS)
def test_B_3_nobody_can_speak_as_the_master_the_judge_or_everybody(name: str) -> None:
    with pytest.raises(InputError, match="B-3"):
        seat_name(name)


@pytest.mark.parametrize(
    "name", ["Lսpus", "ꓡꓴꓑꓴꓢ", "Iupus", "1upus", "Ｌｕｐｕｓ", "𝐋upus", "The Lupus", "L.u.p.u.s", "LUPՍS", "ւսքսѕ"]
)
def test_B_3_no_pseudonym_looks_like_one_that_is_taken(name: str) -> None:
    with pytest.raises(InputError, match="B-3"):
        seat_name(name, ("Lupus",))


@pytest.mark.parametrize("name", ["ltaly", "lTALY", "Itа1y", "The Italy", "Itaiy", "Llra", "L1ra"])
def test_B_3_no_pseudonym_looks_like_a_power_or_a_currency(name: str) -> None:
    with pytest.raises(InputError, match="B-3"):
        seat_name(name, (), frozenset({"italy", "lira"}))


@pytest.mark.parametrize(
    "name",
    ["Грей", "Ελένη", "山田太郎", "Ёж 2", "O'Neill", "Zoë", "Grey Wolf", "Puppet Master", "Nina", "Łukasz", "ひらがな"],
)
def test_B_3_names_of_any_one_alphabet_are_welcome(name: str) -> None:
    assert seat_name(name, ("Lupus", "Ursa")) == name


@pytest.mark.parametrize("name", ["Lupuѕ", "Волк wolf", "Ωmega"])
def test_B_3_a_pseudonym_has_letters_of_one_alphabet(name: str) -> None:
    with pytest.raises(InputError, match="one alphabet"):
        seat_name(name)
