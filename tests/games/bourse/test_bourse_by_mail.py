"""Letters of a Bourse, from the mailbox to the answer."""

from datetime import timedelta
from pathlib import Path

import pytest

from judge.desk.cabinet.records import Cause
from judge.desk.words.creating import start_game
from judge.games import variant
from judge.kits.host.commands import ReportResult
from judge.post import Line
from tests.harness import POWERS, Judge, Out, address_of, shared_reader


@pytest.fixture
def hosted(tmp_path: Path) -> Judge:
    """A hosted Bourse in F1901M, whose deadline will dislodge the Russian army in Ukraine."""
    judge = Judge(tmp_path).with_game("lira7", "bourse", *POWERS, "Lupus", "Vulpes", board="hosted")
    judge.orders("lira7", "AUSTRIA", "A VIE - GAL\nA BUD - RUM")
    judge.orders("lira7", "RUSSIA", "A WAR - UKR")
    judge.resolve("lira7")
    judge.tick(judge.after(hours=1))
    judge.orders("lira7", "AUSTRIA", "A GAL S A RUM - UKR\nA RUM - UKR")
    return judge


def to(letters: list[Out], who: str) -> str:
    """What somebody is told, on one line."""
    return " ".join(" ".join(out.text for out in letters if who in out.to).split())


def test_M_11_letters_of_a_retreat_phase_speak_of_retreats_and_of_no_trading(hosted: Judge) -> None:
    sent = hosted.resolve("lira7")
    assert hosted.game("lira7").phase == "F1901R"
    everybody, russia, lupus = to(sent, "results@"), to(sent, "russia@"), to(sent, "lupus@")
    assert "SELL 300" not in everybody.split("NEXT")[-1]
    assert "without an order is disbanded" in everybody and "no trading in this phase. (M-11)" in everybody
    assert "RETREAT A UKR - " in russia and "A VEN - TRI" not in russia
    assert "FOR S1902 SELL" in lupus and "no trading in this phase. (M-11)" in lupus
    status = to(hosted.orders("lira7", "Lupus", "STATUS"), "lupus@")
    assert "no trading in this phase." in status and "at this deadline" not in status
    reminded = to(hosted.tick(hosted.deadline("lira7") - timedelta(hours=1)), "russia@")
    assert "is disbanded" in reminded and "hold" not in reminded


def test_M_11_letters_of_a_winter_speak_of_builds_and_of_no_trading(hosted: Judge) -> None:
    hosted.resolve("lira7")
    sent = hosted.resolve("lira7")
    assert hosted.game("lira7").phase == "W1901A"
    assert "BUILD " not in to(sent, "results@") and "nothing is built" in to(sent, "results@")
    assert "BUILD A " in to(sent, "russia@") and "BUILD A " not in to(sent, "austria@")
    assert "FOR S1902 SELL" in to(sent, "lupus@")


def test_M_11_letters_of_a_movement_on_a_hosted_board_show_moves_and_trades(hosted: Judge) -> None:
    (lupus, italy) = (hosted.letters("lupus@")[-1].text, hosted.letters("italy@")[-1].text)
    everybody = to(hosted.letters("results@"), "results@")
    assert "SELL 300 " in lupus and "A ROM - " not in lupus.partition("THE GAME")[0]
    assert "A ROM - " in italy and "SELL 300 " not in italy
    assert "SELL 300 " not in everybody and "A ROM - " not in everybody


@pytest.mark.parametrize(
    ("traders", "status"), [((), "forming"), (("Lupus",), "forming"), (("Lupus", "Vulpes"), "active")]
)
def test_B_10_the_powers_of_a_hosted_board_are_no_traders(
    tmp_path: Path, traders: tuple[str, ...], status: str
) -> None:
    judge = Judge(tmp_path)
    judge.new("lira7", "bourse", board="hosted")
    judge.join("lira7", *POWERS, *traders)
    told = to(judge.master("lira7", "START"), "gm@")
    assert judge.game("lira7").status == status
    assert (f"has {len(traders)} of at least 2 players" in told) is (status == "forming")


def test_B_3_who_plays_a_power_of_the_board_may_trade_under_a_pseudonym(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("lira7", "bourse", board="hosted")
    judge.join("lira7", *POWERS, "Lupus")
    letters = judge.say(address_of("FRANCE"), "JOIN lira7 AS Ursus")
    assert next(one.subject for one in letters if one.to == address_of("FRANCE")) == "[OK] lira7 Ursus: your seat"
    assert "FRANCE" not in to(letters, "gm@"), "the master alone is told the address, and nobody the power"
    judge.master("lira7", "START")
    assert judge.game("lira7").status == "active"


def test_B_10_an_empty_market_may_be_opened_for_players_to_join(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    game = judge.new("lira7", "bourse")
    with judge.app.store.batch():
        started = start_game(judge.services, game, Cause(judge.clock.now()), players_follow=True)
    assert started.status == "active"


def test_B_8_a_printed_report_reads_as_the_same_report():
    report = ReportResult.read(
        {
            "phase": "F1901",
            "counts": {"AUSTRIA": 3, "ITALY": 1},
            "owners": {"BUD": "AUSTRIA", "VIE": "AUSTRIA", "TRI": "AUSTRIA", "ROM": "ITALY"},
            "units": [("AUSTRIA", "A", "BUD"), ("RUSSIA", "F", "STP/SC")],
        }
    )
    body = [Line(number, text) for number, text in enumerate(report.canonical().split("\n")[1:-1], 1)]
    text = shared_reader().report(body, variant("bourse").names({}))
    assert text.problems == ()
    again = {"phase": "F1901", "counts": text.counts, "owners": text.owners, "units": text.units}
    assert ReportResult.read(again) == report
