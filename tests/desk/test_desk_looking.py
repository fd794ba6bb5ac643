"""Words to look at a game between results, and what they may show."""

from pathlib import Path

from judge.extras.site import Archive
from judge.keeper.forget import forget, look_up
from tests.harness import Judge
from tests.site.sites import said

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def test_holdings_that_are_not_public_are_told_to_nobody_else(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("pay1", "payola", *POWERS)
    answer = judge.orders("pay1", "FRANCE", "HOLDINGS")[-1]
    assert "France" in answer.text and "Your purse" in answer.text
    assert "its players alone" in judge.master("pay1", "HOLDINGS")[-1].flat


def test_a_calendar_lies_under_an_address_that_stands_nowhere_else(tmp_path: Path) -> None:
    judge = Judge(tmp_path / "home", archive="site", archive_url="https://judge.example.org")
    for name in ("lira7", "lira8"):
        judge.with_game(name, "bourse", "Lupus", "Ursus", open="no" if name == "lira8" else "yes")
    judge.tick()
    answer = judge.orders("lira7", "Lupus", "CALENDAR")[-1]
    token = answer.text.split("/calendar/")[1].split(".ics")[0]
    assert len(token) >= 20
    site = tmp_path / "site"
    Archive(judge.services, site).refresh()
    own = (site / f"calendar/{token}.ics").read_text()
    assert own.count("BEGIN:VEVENT") == 2
    assert token not in said(site), "no page leads there"
    forget(judge.services, look_up(judge.services, "lupus@example.test"))
    Archive(judge.services, site).refresh()
    assert not (site / "calendar").exists()


def test_the_results_of_an_old_phase_say_nothing_of_what_is_next_now(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("dip1", "diplomacy", *POWERS)
    judge.resolve("dip1")
    judge.resolve("dip1")
    first, last = (one.phase for one in judge.game("dip1").played[:2])
    old, new = (judge.master("dip1", f"HISTORY {phase}")[-1].text for phase in (first, last))
    assert f"results of {first}" in old and "\nNEXT\n" not in old
    assert f"results of {last}" in new and "\nNEXT\n" in new
