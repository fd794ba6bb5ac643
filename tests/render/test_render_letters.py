"""Every letter: rendered with plausible data, it fits, is complete, and holds nothing it should not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from judge.core.codec import pack
from judge.desk.sheets.shown import NOTHING
from judge.desk.writing.machine import OrderTold
from tests.render.catalogue import LETTERS, PARTS, TRADES
from tests.render.samples import (
    ANCHOR,
    SECRET,
    answer,
    autumn,
    confirmation,
    context,
    final_data,
    partial_confirmation,
    pen,
    plain_confirmation,
    result_data,
    revised,
    start_data,
    statement_data,
    view,
)


def every_letter() -> list[Any]:
    return [
        pytest.param(name, make, id=f"{name}{n or ''}")
        for name, makes in LETTERS.items()
        for n, make in enumerate(makes)
    ]


def every_part() -> list[Any]:
    return [
        pytest.param(name, make, id=f"{name}{n or ''}") for name, makes in PARTS.items() for n, make in enumerate(makes)
    ]


def fits(text: str) -> None:
    """Nothing wider than 72 columns but lines of one long word such as an address."""
    for line in text.split("\n"):
        assert line == line.rstrip(), f"trailing spaces: {line!r}"
        assert len(line) <= 72 or len(line.split()) < 2, f"{len(line)} columns: {line!r}"
    assert "None" not in text.replace("None: you had no orders", "")
    assert "{{" not in text.replace("{{ 7 * 7 }}", "") and "{%" not in text
    assert "\n\n\n" not in text
    assert "Undefined" not in text and not re.search(r"<(?![< ])", text.replace("<<", ""))


@pytest.mark.parametrize(("name", "make"), every_letter())
def test_every_letter_has_a_subject_and_fits_in_72_columns(name: str, make: Callable[[], dict[str, Any]]) -> None:
    subject, body = pen().letter(f"session/{name}.txt", make())
    assert subject and len(subject) <= 90
    assert body.endswith("\n") and not body.startswith("\n")
    fits(body)


@pytest.mark.parametrize(("name", "make"), every_part())
def test_every_part_fits_in_72_columns(name: str, make: Callable[[], dict[str, Any]]) -> None:
    text = pen().part((name,), make())
    assert text and text.strip()
    fits(text)


# ---- the confirmation -------------------------------------------------------------------------------------------


def confirm(data: dict[str, Any]) -> tuple[str, str]:
    return pen().letter("session/confirmation.txt", data)


def test_a_plain_sheet_of_two_lines_gives_a_letter_of_at_most_25_lines() -> None:
    subject, body = confirm(plain_confirmation())
    assert subject == "[OK] lira7 S1903M Lupus v4"
    assert len(body.split("\n")) <= 25


def test_a_plain_confirmation_says_all_that_matters() -> None:
    _, body = confirm(plain_confirmation())
    for words in (
        "   1  SELL 300 LIRA\n",
        "   2  BUY 250 MARK\n",
        "version 4 (replaces version 3)",
        "11.00 of the 276.00 raised buys nothing on this\n      sheet and is LOST. (M-7)",
        "Deadline  Fri 4 Dec 2026 13:00 EST (18:00 UTC), in 2 d 7 h 57 m",
        "Received  Wed 2 Dec 2026 05:03 EST (10:03 UTC)",
        "If you send nothing more, this sheet is carried out at the deadline.",
        "UNDO",
        "CLEAR",
        "reply with the whole sheet",
    ):
        assert words in body


def test_the_forecast_names_every_sum() -> None:
    _, body = confirm(plain_confirmation())
    assert "  sell  300  Lira   at 0.92  +276.00\n  buy   250  Marks  at 1.06  -265.00\n" in body
    assert "  Money 0.00 + 276.00 raised - 265.00 spent - 11.00 LOST = 0.00\n" in body
    assert "  Holding 200 Lira, 1650 Marks, rest as before\n" in body


def test_a_line_not_taken_is_told_first_with_its_caret_and_the_way_out() -> None:
    subject, body = confirm(partial_confirmation())
    assert subject == "[PARTIAL] lira7 S1903M Lupus v4 (3 lines not taken)"
    assert body.index("NOT TAKEN") < body.index("ON FILE")
    assert "      SELL 300 LYRA\n               ^\n" in body
    assert "Did you mean: SELL 300 LIRA" in body
    assert "  line 8: please sell zero crowns\n" in body


def test_a_warning_that_stands_under_its_order_is_not_told_twice() -> None:
    _, body = confirm(partial_confirmation())
    assert body.count("Cut from") == 1
    assert body.count("LOST. (M-7)") == 1
    assert "WARNING" not in body


def test_a_warning_of_no_order_on_file_is_told() -> None:
    older = answer("warning", "This letter was sent before the one on file.")
    _, body = confirm(plain_confirmation(more=[older]))
    assert "  WARNING: This letter was sent before the one on file.\n" in body


def test_a_sheet_only_tried_says_that_it_is_not_on_file() -> None:
    shown = view(TRADES, tried=True, version=2, replaces=0)
    subject, body = confirm(confirmation([shown], [], tried=True))
    assert subject.endswith(" TRY")
    assert "NOT on file" in body and "TRIED for S1903M, NOT ON FILE (on file stays version 2)" in body
    assert "To file it, send it again without TRY." in body


def test_an_error_leaves_what_was_on_file_and_says_so() -> None:
    subject, body = confirm(confirmation([view(TRADES)], [answer("error", "I cannot read this.", 1, "SEL 3 X")]))
    assert subject.startswith("[ERROR] lira7 S1903M Lupus v4")
    assert "What was on file before still stands." in body and "1  SELL 300 LIRA" in body


def test_a_master_s_report_of_many_lines_stays_in_its_lines() -> None:
    text = "RESULT F1901M\nCENTRES AUSTRIA 0 ENGLAND 4 FRANCE 5 GERMANY 6 ITALY 6 RUSSIA 8 TURKEY 5\nEND"
    shown = view((), lines=(OrderTold(text, "Austria has no centre left. (M-10)"),), forecast=NOTHING, foretold="")
    _, body = pen().letter("session/master.txt", confirmation([shown], [], master=True, who="MASTER"))
    assert "   1  RESULT F1901M\n      CENTRES AUSTRIA 0" in body and "\n      END\n" in body


# ---- results ----------------------------------------------------------------------------------------------------


def test_letters_of_one_phase_are_told_apart_by_one_word_behind_game_and_phase() -> None:
    made = {
        pen().letter("session/results.txt", result_data(autumn()))[0],
        pen().letter("session/results.txt", revised(autumn()))[0],
    }
    assert made == {"DEMO lira7 F1901M results"}
    mine = pen().letter("session/statement.txt", statement_data(autumn(), "Lupus"))[0]
    assert mine == "DEMO lira7 F1901M statement"
    phase = context(hours=12, title="Bourse", wrote="", samples=[], view=view(foretold=""))
    assert pen().letter("session/reminder.txt", phase)[0] == "DEMO lira7 S1903M reminder"
    assert pen().letter("session/press.txt", context(sender="", to=[], text="x"))[0] == "DEMO lira7 S1903M press"


def test_the_dice_stand_in_the_form_that_machines_read() -> None:
    for name, data in (
        ("start", start_data()),
        ("results", result_data(autumn())),
        ("final", final_data(autumn(ends=True))),
    ):
        _, body = pen().letter(f"session/{name}.txt", data)
        assert re.search(rf"^  dice link \d+\n    {SECRET}$", body, re.M), name
        assert re.search(rf"^  dice anchor\n    {ANCHOR}$", body, re.M), name
    _, body = pen().letter("session/results.txt", result_data(autumn()))
    assert '\n  dice draw "order of play/1" 8 3\n' in body


def test_press_cannot_pass_for_the_judge_s_own_lines() -> None:
    _, body = pen().letter("session/results.txt", result_data(autumn()))
    assert "  |   dice link 9 ffff\n" in body
    assert not re.search(r"^  dice link 9", body, re.M)


def test_a_revision_has_what_changed_on_top() -> None:
    _, body = pen().letter("session/results.txt", revised(autumn()))
    assert body.index("WHAT CHANGED") < body.index("PRICES")
    assert "results of F1901M r2" in body and "  + Lira  1.00  200  0.98\n" in body


def test_results_tell_the_deadline_in_the_game_s_zone_in_utc_and_in_the_reader_s() -> None:
    _, body = pen().letter("session/results.txt", result_data(autumn()))
    assert "Fri 4 Dec 2026 18:00 GMT (18:00 UTC)\n            Fri 4 Dec 2026 13:00 EST for you" in body


def test_B_7_results_show_prices_trades_and_all_holdings() -> None:
    _, body = pen().letter("session/results.txt", result_data(autumn()))
    assert "  Lira      0.92   500          -500  0.87   -0.05   6  6.89\n" in body
    assert "  Lupus   sold      500  Lira       at 0.92  +460.00\n" in body
    assert "  Lupus                        1100  1000    0 1500    1000  1000   1000\n" in body


def test_M_9_a_dead_currency_is_told_to_be_worth_nothing() -> None:
    _, body = pen().letter("session/results.txt", result_data(autumn()))
    assert "Austria is out of the game: the Crown is worth nothing for good" in body


def test_B_11_who_sent_nothing_twice_is_named() -> None:
    _, body = pen().letter("session/results.txt", result_data(autumn()))
    assert "  2 turns in a row: Corvus, Mustela and The Honourable Cat O'Nine" in body


def test_B_5_the_final_letter_ranks_by_score() -> None:
    _, body = pen().letter("session/final.txt", final_data(autumn(ends=True)))
    assert "  The board game was conceded to Russia.\n" in body
    assert body.index("  1  Bär ") < body.index("  2  Vulpes") < body.index("  8  Lupus")


def test_a_game_of_twelve_long_names_and_great_numbers_still_fits() -> None:
    codes = ["CROWN", "FRANC", "LIRA", "MARK", "PIASTRE", "POUND", "ROUBLE"]
    row = {
        "worth": "1234567.8912",
        "cash": "99999.9999",
        "credits": "12345.67",
        "holding": dict.fromkeys(codes, 123456),
    }
    data = {
        "phase": "F1920M",
        "currencies": codes,
        "circulation": dict.fromkeys(codes, 12345678),
        "rows": [{**row, "seat": f"The Very Honourable Player {n:02}", "rank": n} for n in range(1, 13)],
        "largest": {code: {"units": 5, "seats": ["a", "b"]} for code in codes},
    }
    text = pen().part(("lib/market.holdings.txt",), {"data": data, "game": "lira7"})
    assert text is not None
    fits(text)
    assert text.count("The Very Honourable Player 12") >= 1 and "123456" in text


def test_every_ending_is_a_sentence() -> None:
    for reason, words in (
        ("solo ITALY", "Italy won the board game alone."),
        ("draw", "ended in a draw."),
        ("draw ITALY TURKEY", "a draw of Italy and Turkey."),
        ("abandoned", "was given up."),
        ("conceded FRANCE", "conceded to France."),
    ):
        data = {"parts": [], "phase": "F1901M", "draws": [], "ended": {"reason": reason, "winners": ["Lupus"]}}
        assert words in (pen().part(("session/preview.txt",), data) or "")


def test_the_report_of_an_owner_list_is_printed_by_power() -> None:
    data = pack(autumn().notices)[0]["data"]
    assert isinstance(data, dict)
    units = [{"power": "ITALY", "type": "A", "loc": "VEN"}, {"power": "ITALY", "type": "F", "loc": "TRI"}]
    told = {**data, "owners": {"VIE": "ITALY", "BUD": "ITALY", "PAR": "FRANCE"}, "units": units}
    text = pen().part(("lib/board.centres.txt",), {"data": told, "game": "lira7"}) or ""
    assert "  Italy:    BUD, VIE\n" in text and "  Italy:    A VEN, F TRI\n" in text


def test_the_master_s_address_does_not_stand_in_the_copy_of_what_he_did_for_a_player() -> None:
    _, body = confirm(confirmation([view()], [], by_master=True, elsewhere="gm@example.org"))
    assert "gm@example.org" not in body and "The master wrote it in your name" in body


def test_an_ending_in_the_master_s_report_is_told_in_words() -> None:
    text = pen().part(("bourse/forecast.txt",), PARTS["bourse/forecast.txt"][-1]()) or ""
    assert "the game ends at the deadline of F1901M: conceded to Italy." in text
    assert "will be eliminated" in text
