"""The vocabulary: phases, dice, ledger, names, codec."""

import hashlib
import sys
import unicodedata
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from typing import ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core import dice, plain
from judge.core.calendar import Calendar, PhaseKind
from judge.core.codec import canonical, digest, pack, unpack, unpack_sheet
from judge.core.command import Command, Final
from judge.core.errors import AuditError, InputError, SetupError, StoreFault
from judge.core.ids import fold, game_name, seat_name
from judge.core.ledger import BANK, MARKET, VOID, Ledger, Posting
from judge.core.notice import News
from judge.core.phase import Phase
from judge.core.ruling import Reason
from judge.core.shown import Shown
from judge.core.tables import reasons, settings, verbs
from judge.core.values import Record, Value
from judge.core.variant import Help, Option
from judge.core.words import WORDS, Extend, Reach
from judge.core.words.word import Place, word
from judge.order_hints import looks_like_order
from judge.render.drawing import Drawn
from tests.counts import drawn
from tests.tables import cases, rows

TIP = bytes(range(32))
YEAR = Calendar(
    (
        PhaseKind("C", "commerce"),
        PhaseKind("M", "movement", main=True, meant="SF"),
        PhaseKind("R", "retreats", spoken=("RETREATS",)),
        PhaseKind("A", "adjustments", meant="W"),
    )
)


@cases("text", "phase")
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


@pytest.mark.parametrize("number", [0, 1, 63, 64, 65, 2000, dice.CHAIN - 64, dice.CHAIN - 1, dice.CHAIN])
def test_a_link_is_the_same_from_what_a_file_keeps_of_the_chain(number: int) -> None:
    tip, *kept = (bytes.fromhex(line.rpartition(" ")[2]) for line in dice.written(TIP).split("\n"))
    assert tip == TIP
    assert dice.link(TIP, number, kept) == dice.link(TIP, number) == dice.link(TIP, number, kept[:5])


@given(st.text(max_size=20), st.integers(1, 1000))
@drawn(20)
def test_a_draw_lies_on_its_die_and_does_not_depend_on_the_order_of_asking(label: str, sides: int) -> None:
    one, two = dice.Dice(b"x" * 32, "S1901M"), dice.Dice(b"x" * 32, "S1901M")
    two.roll("another", 6)
    assert one.roll(label, sides) == two.roll(label, sides)
    assert 1 <= one.roll(label, sides) <= sides


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


IMPOSTORS = rows(__file__, "IMPOSTORS")


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


@cases("name")
def test_B_3_names_of_any_one_alphabet_are_welcome(name: str) -> None:
    assert seat_name(name, ("Lupus", "Ursa")) == name


@pytest.mark.parametrize("name", ["Lupuѕ", "Волк wolf", "Ωmega"])
def test_B_3_a_pseudonym_has_letters_of_one_alphabet(name: str) -> None:
    with pytest.raises(InputError, match="one alphabet"):
        seat_name(name)


# ---- Settings and verbs written as tables --------------------------------------------------------------------------


SETTINGS = {
    "cash: forfeit | keep (M-7) money left over": Option(
        "cash", "choice", "forfeit", "money left over", ("forfeit", "keep"), rule="M-7"
    ),
    "nmr: hold | wait = wait (D-9) a power\n    without orders": Option(
        "nmr", "choice", "wait", "a power without orders", ("hold", "wait"), rule="D-9"
    ),
    "blind: no | yes (A13) nobody is told": Option("blind", "flag", "no", "nobody is told", rule="A13"),
    "hours: 1 to 720 = 48 (B-8, at any time) hours": Option(
        "hours", "int", "48", "hours", low=1, high=720, rule="B-8", frozen=False
    ),
    "tax: 0 to 1000 (A13) money a year": Option("tax", "int", "", "money a year", low=0, high=1000, rule="A13"),
    "min_bid: text = 50 (4.1) the least": Option("min_bid", "text", "50", "the least", rule="4.1"),
}


@pytest.mark.parametrize("table", SETTINGS)
def test_a_setting_is_read_from_its_table(table: str) -> None:
    assert settings(f"\n{table}\n") == (SETTINGS[table],)


def test_a_verb_is_read_with_the_examples_that_tests_parse() -> None:
    table = "IF IT MOVES: amount > unit order (A4)\n    promises it\n    for a move\n"
    table += "    > 4 > A PAR - BUR / 3 > F BRE - MAO"
    examples = ("4 > A PAR - BUR", "3 > F BRE - MAO")
    assert verbs(table) == (Help("IF IT MOVES", "amount > unit order", "promises it for a move", examples, "A4"),)


def test_an_entry_that_is_no_setting_stops_the_game_from_loading() -> None:
    with pytest.raises(AssertionError, match="cash forfeit"):
        settings("cash forfeit")


def test_reasons_are_read_by_code_and_comments_are_passed_over() -> None:
    table = "# cut\ncut (M-4, loses) You hold {held}\n    {many}.\nno-cash (2.1) It costs {cost} (in all)."
    expected = {
        "cut": Reason("M-4", "You hold {held} {many}.", loses=True),
        "no-cash": Reason("2.1", "It costs {cost} (in all)."),
    }
    assert reasons(table) == expected


def test_a_line_of_names_stands_for_settings_that_games_share() -> None:
    draws, own = Option("draws", "flag", "yes", "whether"), Option("blind", "flag", "no", "nobody is told", rule="A13")
    assert settings("draws\nblind: no | yes (A13) nobody is told", draws) == (draws, own)


# ---- A word of the correspondence is declared once -----------------------------------------------------------------


def test_a_word_that_touches_one_game_names_it() -> None:
    for one in WORDS.values():
        assert one.reach is not Reach.GAME or "game" in one.command.__dataclass_fields__, one.verb


@cases("grammar", "verb", "says")
def test_two_words_never_share_a_name_a_rule_or_a_beginning(
    grammar: str, verb: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dict(WORDS)
    text = f"{verb}: {verb}\n    It.\n    > {verb}\n\n{grammar}"
    monkeypatch.setattr(sys.modules[word.__module__], "tables", lambda package, module: {"Extend": text})
    with pytest.raises(SetupError, match=says):
        word(Place.MASTER)(Extend)
    assert before == WORDS


@pytest.mark.parametrize("rule", sorted(set(WORDS) - {"yes"}))
def test_a_line_with_a_word_in_capitals_looks_like_one(rule: str) -> None:
    for example in WORDS[rule].help.examples:
        assert looks_like_order(example.rstrip(":")), example


# ---- Values that are frozen dataclasses by their base --------------------------------------------------------------


class Point(Value):
    x: int
    y: int = 0


class Row(Record):
    units: int


class Sold(News, Row, notice="lot.sold"):
    price: int


class Leave(Command, final=Final.YES):
    why: str = ""


@pytest.mark.parametrize("made", [Point(1), Row(units=2), Sold(units=2, price=3), Leave("ill")])
def test_what_has_such_a_base_is_a_frozen_dataclass(made: object) -> None:
    assert is_dataclass(made) and hash(made) is not None
    with pytest.raises(FrozenInstanceError):
        made.x = 5  # type: ignore[attr-defined]


class Base(Value):
    x: int


class Below(Base):
    parts: tuple[int, ...] = field(default_factory=tuple)


class Unused(Below):
    z: str = ""


def test_a_class_below_one_that_has_values_has_fields_of_its_own_before_its_first_value() -> None:
    assert Base(1).x == 1
    assert [item.name for item in fields(Unused)] == ["x", "parts", "z"]
    assert msgspec.convert({"x": 1, "parts": [2]}, Below) == Below(1, (2,))


class Sent(Value):
    x: int


def test_the_first_value_of_a_class_may_come_from_another_process() -> None:
    sent = object.__new__(Sent)
    sent.__setstate__({"x": 3})  # as unpickling does
    assert sent == Sent(3) and replace(sent, x=4).x == 4


@pytest.mark.parametrize("kind", [Drawn])
def test_what_threads_make_is_a_dataclass_before_its_first_value(kind: type) -> None:
    assert not issubclass(kind, Value) and isinstance(kind.__dict__["__dataclass_fields__"], dict)


class Whole(Value):
    """A field of every kind, and names that its `__init__` might mistake."""

    rank: ClassVar[int] = 1

    self_: int
    set: tuple[int, ...] = field(default_factory=tuple)
    new_set: int = 7
    line: int = field(default=0, compare=False, kw_only=True)
    secret: str = field(default="", repr=False)


def test_values_are_compared_and_shown_by_their_fields() -> None:
    assert repr(Whole(1, line=2, secret="s")).endswith("Whole(self_=1, set=(), new_set=7, line=2)")
    assert Whole(1, line=2) == Whole(1) != Whole(1, (2,)) and hash(Whole(1, line=2)) == hash(Whole(1))
    assert Base(1) != Below(1) and Shown() == Shown() and Point(1) != (1, 0)
    with pytest.raises(TypeError):
        Whole(1, (), 7, "s", 5)  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del Point(1).x


# What people type, made plain: nothing that changes a figure is ever guessed.


QUICK = drawn(66)

ORDERS = rows(__file__, "ORDERS")


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_or_command_looks_like_one(text: str) -> None:
    assert looks_like_order(text)


@cases("typed", "read")
def test_typographer_s_signs_become_plain_ones(typed: str, read: str) -> None:
    assert plain.plain_line(typed) == read


@pytest.mark.parametrize("text", ["1² lira", "½ of it", "H₂", "① A Par", "5⁄8 ¾"])
def test_raised_and_fraction_figures_keep_their_shape_and_are_reported(text: str) -> None:
    assert plain.odd_digits(plain.plain_line(text))
    assert not any(old in plain.plain_line(text) for old in ("12", "1/2", "H2", "3/4"))


@pytest.mark.parametrize("text", ["12 lira", "sell 300", "１２ lira", "٣ lira", "第一"])
def test_ordinary_figures_are_not_reported(text: str) -> None:
    assert not plain.odd_digits(plain.plain_line(text))


@cases("typed", "read")
def test_foreign_letters_that_look_latin_are_folded_in_latin_lines_only(typed: str, read: str) -> None:
    assert plain.fold_look_alikes(typed) == read


@cases("typed", "read")
def test_a_bullet_goes_and_a_figure_stays(typed: str, read: str) -> None:
    assert plain.drop_bullet(typed) == read


@cases("typed", "read")
def test_letters_and_roman_numbers_that_count_on_are_no_part_of_a_line(typed: str, read: str) -> None:
    assert plain.unlettered(typed.split("|")) == read.split("|")


def test_emoji_behind_an_order_go() -> None:
    assert plain.drop_trailing_emoji("F Lon - ENG 👍🏽 🎉") == "F Lon - ENG"


@QUICK
@given(st.text(max_size=200))
def test_a_plain_line_is_one_clean_line_and_plain_already(text: str) -> None:
    once = plain.plain_line(text)
    assert plain.plain_line(once) == once
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp", "Cs") for char in once)
    assert once == once.strip()
    assert "  " not in once


@QUICK
@given(st.text(max_size=200))
def test_no_text_makes_the_helpers_raise(text: str) -> None:
    line = plain.plain_line(text)
    looks_like_order(line)
    plain.fold_look_alikes(line)
    plain.drop_trailing_emoji(line)
    assert line.endswith(plain.drop_bullet(line))


@QUICK
@given(st.text(alphabet="0123456789.,'² ½", max_size=30))
def test_figures_are_never_changed(text: str) -> None:
    assert "".join(plain.plain_line(text).split()) == "".join(text.split())


@cases("text", "items")
def test_a_list_in_one_line_is_told_by_its_numbers_in_their_order(text: str, items: list[str]) -> None:
    assert plain.items(text) == items
