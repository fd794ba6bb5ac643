"""The pages to keep open: what stands now, a form for orders, deadlines for calendars."""

import base64
import hashlib
import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from judge.extras.facts import Facts
from judge.extras.site import Archive, live
from judge.games import slugs
from judge.kits.host.news import Standing
from judge.kits.host.picture import DrivenOut
from judge.kits.host.situation import unit_lines
from tests.harness import POWERS, Judge
from tests.site.sites import files, filled_in, written


def started(folder: Path, slug: str, *seats: str, **options: str) -> Judge:
    return Judge(folder).with_game("game7", slug, *seats, **options)


def page(site: Path, name: str) -> str:
    return (site / "games/game7" / name).read_text("utf-8")


BEASTS = ("Lupus", "Ursus", "Vulpes", "Aquila")


@pytest.mark.parametrize("slug", ["diplomacy", "economic4", "payola"])
def test_every_order_that_the_form_offers_is_read_and_taken(slug: str, tmp_path: Path) -> None:
    judge = started(tmp_path, slug, *POWERS)
    game, services = judge.game("game7"), judge.services
    offered = live.form(Facts(services, game))["groups"]
    assert [group.title for group in offered] == list(POWERS)
    for group in offered[::2]:
        for number in range(0, max(len(line.choices) for line in group.lines), 9):
            chosen = [(line, line.choices[number % len(line.choices)]) for line in group.lines]
            text = "\n".join(f"1 : {choice}" if line.summed else choice for line, choice in chosen)
            answer = judge.orders("game7", group.title, f"TRY\n{text}")[-1]
            assert "NOT TAKEN" not in answer.text and answer.subject.startswith(("[OK]", "[CHECK]")), answer.text


@pytest.mark.parametrize("deadlines", [0, 1, 2])
def test_transfers_of_the_form_are_read_and_taken(tmp_path: Path, deadlines: int) -> None:
    judge = started(tmp_path, "economic4", *POWERS)
    judge.orders("game7", "FRANCE", "A PAR - BUR")
    for _ in range(deadlines):
        judge.resolve("game7")
        judge.tick(judge.after(hours=1))
    form = live.form(Facts(judge.services, judge.game("game7")))
    money = form["blanks"][0]
    assert [line.what for line in money.lines][:5] == ["Lend", "Borrow", "Give", "Be given", "Pay back"]
    assert [line.what for line in money.lines][5:] == (["Call in"] if deadlines == 1 else [])
    for line in money.lines:
        assert filled_in(line, "1", "") == "", "not before it is whole"
        text = filled_in(line, "1", "ITALY")
        answer = judge.orders("game7", "FRANCE", f"TRY\n{text}")[-1]
        # what is owed to nobody can be neither paid back nor called in: the rules say so, and the line is read
        assert "cannot read" not in answer.text and ("NOT TAKEN" not in answer.text or "owe" in answer.text), (
            answer.text
        )


def test_each_stage_of_a_company_has_its_lines_in_the_form_and_they_are_taken(tmp_path: Path) -> None:
    judge = started(tmp_path, "exchange", *BEASTS)
    said = {"B": ("60", "40", "5"), "F": ("3",), "E": ("Ursus",)}
    seen, titles = set(), set()
    for _ in range(8):
        game = judge.game("game7")
        kind = game.phase[-1]
        groups = live.form(Facts(judge.services, game))["blanks"]
        titles |= {group.title for group in groups}
        for group in groups[:1] if kind in said else ():
            line = group.lines[0]
            text = filled_in(line, *said[kind])
            answer = judge.orders("game7", "Ursus" if kind == "E" else "Lupus", f"{line.joined} {text}".strip())[-1]
            assert answer.subject.startswith("[OK]"), (text, answer.text)
            seen.add(kind)
        if kind == "B":
            judge.orders("game7", "Ursus", "BID FRANCE 60 SHARES 30 PRICE 2")
        if kind == "F":
            judge.orders("game7", "Ursus", "OFFERLIST FRANCE 22")
        judge.resolve("game7")
        judge.tick(judge.after(minutes=1))
    assert seen == {"B", "F", "E"} and {"Dividends, by leaders", "Money for units"} <= titles


def test_the_form_offers_builds_and_retreats_where_they_are_due(tmp_path: Path) -> None:
    judge = started(tmp_path, "diplomacy", *POWERS)
    game = judge.game("game7")
    opening = Facts(judge.services, game).standing
    board = replace(
        opening.board,
        units=(Standing(power="FRANCE", type="A", loc="PAR"),),
        centres={"PAR": "FRANCE", "BRE": "FRANCE", "MAR": "FRANCE"},
        dislodged=(DrivenOut(power="ITALY", type="F", loc="TUN", by="", may_retreat_to=("ION",)),),
    )
    public = replace(opening, board=board)
    (winter,) = [g for g in unit_lines(public, "W1901A") if g.title == "FRANCE"]
    assert [line.choices for line in winter.lines] == [("BUILD A BRE", "BUILD F BRE"), ("BUILD A MAR", "BUILD F MAR")]
    fewer = replace(public, board=replace(board, centres={"PAR": "GERMANY"}))
    (removal,) = [g for g in unit_lines(fewer, "W1901A") if g.title == "FRANCE"]
    assert [line.choices for line in removal.lines] == [("REMOVE A PAR",)]
    (retreat,) = [g for g in unit_lines(public, "S1901R") if g.title == "ITALY"]
    assert retreat.lines[0].choices == ("F TUN R ION", "DISBAND F TUN")


def test_a_page_allows_its_own_script_and_no_other(tmp_path: Path) -> None:
    judge = started(tmp_path / "home", "bourse", "Lupus", "Ursus")
    written(judge, tmp_path / "site")
    for name in ("live.html", "orders.html"):
        text = page(tmp_path / "site", name)
        (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
        seal = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src 'sha256-{seal}'" in text and "://" not in script


def test_orders_on_file_change_no_byte_unless_the_game_tells_who_owes(tmp_path: Path) -> None:
    judge = started(tmp_path / "home", "bourse", "Lupus", "Ursus")
    written(judge, tmp_path / "site")
    before = files(tmp_path / "site")
    judge.orders("game7", "Lupus", "SELL 300 LIRA\nBUY MARKS WITH REST")
    written(judge, tmp_path / "site")
    assert files(tmp_path / "site") == before
    judge.master("game7", "SET owes yes")
    written(judge, tmp_path / "site")
    assert "Still to write: Ursus." in page(tmp_path / "site", "live.html")
    judge.orders("game7", "Ursus", "NO TRADE")
    written(judge, tmp_path / "site")
    assert "Everybody has written." in page(tmp_path / "site", "live.html")


def test_the_calendar_of_a_game_has_its_deadline_and_moves_with_it(tmp_path: Path) -> None:
    judge = started(tmp_path / "home", "bourse", "Lupus", "Ursus")
    archive = Archive(judge.services, tmp_path / "site")
    archive.refresh()
    first = page(tmp_path / "site", "deadlines.ics")
    assert first.count("BEGIN:VEVENT") == 1 and "DTSTART:20260109T180000Z" in first
    judge.master("game7", "EXTEND 24h a storm")
    archive.refresh()
    assert "DTSTART:20260110T180000Z" in page(tmp_path / "site", "deadlines.ics")


def test_a_form_is_there_only_while_orders_are_taken(tmp_path: Path) -> None:
    judge = started(tmp_path / "home", "bourse", "Lupus", "Ursus")
    judge.master("game7", "PAUSE")
    written(judge, tmp_path / "site")
    assert not (tmp_path / "site/games/game7/orders.html").exists()
    assert "The game is paused" in page(tmp_path / "site", "live.html")


def test_where_units_cost_money_the_form_offers_builds_and_removals_by_the_treasury(tmp_path: Path) -> None:
    judge = started(tmp_path, "economic4", *POWERS)
    judge.master("game7", "ADJUST FRANCE +60 credits a rich uncle")
    judge.orders("game7", "FRANCE", "A PAR - BUR")
    judge.orders("game7", "ITALY", "FOR EVERY PHASE:\nA ROM H")
    judge.resolve("game7")
    judge.resolve("game7")
    judge.tick(judge.after(hours=1))
    game, services = judge.game("game7"), judge.services
    assert game.phase == "W1901A"
    groups = {group.title: group for group in live.form(Facts(services, game))["groups"]}
    for title, group in groups.items():
        text = "\n".join(line.choices[0] for line in group.lines[:1])
        answer = judge.orders("game7", title, f"TRY\n{text}")[-1]
        assert "NOT TAKEN" not in answer.text, (title, answer.text)
    assert "BUILD A PAR" in groups["FRANCE"].lines[0].choices


@pytest.mark.parametrize("slug", slugs())
def test_the_form_shows_every_kind_of_line_that_the_game_documents(slug: str, tmp_path: Path) -> None:
    judge = started(tmp_path / "home", slug, *(POWERS if slug in ("diplomacy", "economic4", "payola") else BEASTS))
    written(judge, tmp_path / "site")
    shown = html.unescape(page(tmp_path / "site", "orders.html"))
    for entry in judge.services.variant(judge.game("game7")).info.help:
        assert entry.examples[0] in shown, entry.verb
