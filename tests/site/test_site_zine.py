"""The zine in the archive: its pages, index, feed and printed edition."""

import re
import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest

from judge.core.errors import SetupError
from judge.extras.site import Archive
from judge.extras.site.archive import Caretaker
from judge.extras.site.feeds import ATOM
from judge.extras.zine import issues, page, paper
from judge.extras.zine.issue import Issue
from tests.harness import Judge
from tests.required import required
from tests.site.sites import files, read, written
from tests.zine.zines import GAME, MONDAYS, game, tagged, weeks
from tools.gallery.browser import Browser

A = f"{{{ATOM}}}"


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """Two issues."""
    return weeks(tmp_path_factory.mktemp("zine"))[0]


@pytest.fixture
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without WeasyPrint."""
    monkeypatch.setattr(paper, "there", lambda: False)


@pytest.fixture(scope="module")
def site(play: Judge, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Their pages, unprinted: printing takes seconds."""
    folder = tmp_path_factory.mktemp("site") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paper, "there", lambda: False)
        assert not written(play, folder).failed
    return folder


def test_each_issue_has_a_page_and_its_plain_words_and_the_index_lists_them(site: Path) -> None:
    assert {f"zine/{name}" for name in ("1.html", "1.txt", "2.html", "2.txt", "index.html", "feed.xml")} <= set(
        files(site)
    )
    index = read((site / "zine/index.html").read_text())
    assert [link for link in index.links if re.fullmatch(r"\d\.html", link)] == ["2.html", "1.html"]
    assert "zine/2.html" in read((site / "index.html").read_text()).links
    assert "Spring 1901, movement" in (site / "zine/2.txt").read_text()


def test_the_pages_are_well_formed_and_can_be_used_without_eyes(site: Path) -> None:
    for path in (site / "zine").glob("*.html"):
        html = path.read_text()
        page = read(html)
        assert not page.wrong and not page.left_open and not page.scripts, path
        assert len(page.ids) == len(set(page.ids)), path
        assert page.lang == "en" and {"main", "header", "footer"} <= set(page.landmarks), path
        assert page.headings[0] == 1 and page.headings.count(1) == 1, path
        steps = zip(page.headings, page.headings[1:], strict=False)
        assert all(after <= before + 1 for before, after in steps), (path, page.headings)
        assert page.tables == page.captions and not page.unscoped and not page.unnamed, path
        regions = re.findall(r'role="region" aria-label="([^"]+)"', html)
        assert len(regions) == len(set(regions)), path


def test_every_link_of_an_issue_leads_somewhere(site: Path) -> None:
    for path in (site / "zine").glob("*.html"):
        for link in read(path.read_text()).links:
            if not link.startswith("mailto:"):
                name, _, anchor = link.partition("#")
                goal = (path.parent / name).resolve() if name else path
                assert goal.is_file(), (path, link)
                assert not anchor or anchor in read(goal.read_text()).ids, (path, link)


def test_the_feed_has_an_entry_an_issue_under_an_id_that_stays(site: Path) -> None:
    feed = Tree.parse(site / "zine/feed.xml").getroot()
    entries = feed.findall(f"{A}entry")
    assert [entry.findtext(f"{A}id") for entry in entries] == [
        "tag:judge.test,2026-01-19:zine/2",
        "tag:judge.test,2026-01-12:zine/1",
    ]


def test_a_game_that_is_closed_leaves_the_issues_that_lie_there(tmp_path: Path, unprinted: None) -> None:
    judge = game(tmp_path / "home")
    judge.tick(MONDAYS[0])
    written(judge, tmp_path / "site")
    assert GAME in (tmp_path / "site/zine/1.html").read_text()
    judge.master(GAME, "SET open no")
    written(judge, tmp_path / "site")
    told = (tmp_path / "site/zine/1.html").read_text() + (tmp_path / "site/zine/feed.xml").read_text()
    assert GAME not in told


def test_the_archive_is_brought_up_to_date_in_the_turn_that_makes_an_issue(tmp_path: Path, unprinted: None) -> None:
    judge = game(tmp_path, archive="web", archive_url="https://judge.test/web")
    judge.tick(MONDAYS[0])
    assert (tmp_path / "web/zine/1.html").is_file()
    text = judge.services.renderer.letter("zine/letter.txt", {**_data(judge), "judge": "X", "address": "j@x"})[1]
    assert "https://judge.test/web/zine/1.html" in text


def _data(judge: Judge) -> dict[str, object]:
    from judge.extras.zine import letter

    return letter.data(judge.services, issues.issue(judge.services, 1))


# ---- on paper -----------------------------------------------------------------------------------------------------


def weasyprint() -> None:
    required(paper.there(), "WeasyPrint")


@pytest.mark.slow
def test_an_issue_is_printed_once_the_same_each_time_and_not_again_for_new_looks(play: Judge, tmp_path: Path) -> None:
    weasyprint()
    done = written(play, tmp_path / "site")
    assert {"zine/1.pdf", "zine/2.pdf"} <= set(done.written)
    before = (tmp_path / "site/zine/1.pdf").read_bytes()
    assert before.startswith(b"%PDF-") and len(before) > 10_000
    assert {"Document", "H1", "H2", "P", "Table", "TH"} <= set(tagged(before))
    assert tagged((tmp_path / "site/zine/2.pdf").read_bytes()).count("Figure") == 2, "the board and the chart"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paper, "pdf", lambda services, issue: pytest.fail("printed again"))
        patch.setattr("judge.extras.site.archive.__version__", "another")
        assert not written(play, tmp_path / "site").failed
    assert (
        (tmp_path / "site/zine/1.pdf").read_bytes()
        == before
        == paper.pdf(play.services, issues.issue(play.services, 1))
    )


def test_a_print_that_did_not_end_is_not_begun_again_till_somebody_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = game(tmp_path / "home")
    judge.tick(MONDAYS[0])
    began: list[int] = []

    def dies(services: object, issue: Issue) -> bytes:
        began.append(issue.number)
        assert list(judge.app.config.var.glob("*.printing")), "known before it begins"
        raise MemoryError

    monkeypatch.setattr(paper, "there", lambda: True)
    monkeypatch.setattr(paper, "pdf", dies)
    for _ in range(3):
        assert not written(judge, tmp_path / "site").failed
    assert began == [1] and (tmp_path / "site/zine/1.html").is_file()
    assert not written(judge, tmp_path / "site").written, "its page is not made again either"
    monkeypatch.setattr(paper, "pdf", lambda services, issue: b"%PDF-")
    written(judge, tmp_path / "site", fresh=True)
    assert "1.pdf" in (tmp_path / "site/zine/1.html").read_text()
    assert not list(judge.app.config.var.glob("*.printing"))


@pytest.mark.slow
def test_a_running_judge_shows_the_page_first_and_its_paper_when_the_press_is_done(tmp_path: Path) -> None:
    weasyprint()
    judge = game(tmp_path / "home")
    judge.tick(MONDAYS[0])
    done = threading.Event()
    press = paper.Press(done.set)
    keeper = Caretaker(Archive(judge.services, tmp_path / "site", press))
    keeper.after(MONDAYS[0], happened=True, resolved=False)
    sheet, print_ = tmp_path / "site/zine/1.html", tmp_path / "site/zine/1.pdf"
    assert sheet.is_file() and "1.pdf" not in sheet.read_text() and not print_.exists()
    assert done.wait(120) and press.ready
    keeper.after(MONDAYS[0] + timedelta(seconds=5), happened=False, resolved=False)
    assert "1.pdf" in sheet.read_text()
    assert print_.read_bytes() == paper.pdf(judge.services, issues.issue(judge.services, 1))
    assert not press.ready and not written(judge, tmp_path / "site").written


def test_a_press_that_dies_costs_the_paper_alone_and_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = game(tmp_path / "home")
    judge.tick(MONDAYS[0])
    monkeypatch.setattr(paper, "there", lambda: True)
    monkeypatch.setattr(paper.sys, "executable", "/bin/false")
    done = threading.Event()
    press = paper.Press(done.set)
    site = Archive(judge.services, tmp_path / "site", press)
    for _ in range(2):
        site.refresh()
        assert done.wait(60)
    assert not press.ready and not (tmp_path / "site/zine/1.pdf").exists()
    assert (tmp_path / "site/zine/1.html").is_file()
    begun: list[object] = []
    monkeypatch.setattr(press, "pdf", lambda *job: begun.append(job))
    site.refresh()
    assert not begun and list(judge.app.config.var.glob("*.printing"))


def ended() -> None:
    """Wait for what the press does in a thread of its own."""
    for thread in threading.enumerate():
        if thread.name == "press":
            thread.join(60)


def test_a_press_that_is_stopped_together_with_its_judge_begins_again_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = game(tmp_path / "home")
    judge.tick(MONDAYS[0])
    stopped = tmp_path / "stopped"
    stopped.write_text("#!/bin/sh\nkill -TERM $$\n")
    stopped.chmod(0o700)
    monkeypatch.setattr(paper, "there", lambda: True)
    monkeypatch.setattr(paper.sys, "executable", str(stopped))
    press = paper.Press(lambda: None)
    site = Archive(judge.services, tmp_path / "site", press)
    site.refresh()
    ended()
    site.refresh()  # the rest of the last turn
    ended()
    assert not list(judge.app.config.var.glob("*.printing"))


def test_an_archive_that_cannot_be_written_is_not_tried_at_every_turn_for_a_print_that_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = game(tmp_path / "home")
    press = paper.Press(lambda: None)
    press._wanted, press._made = "an issue", b"%PDF-"
    archive, tried = Archive(judge.services, tmp_path / "site", press), []

    def refused(**_: object) -> None:
        tried.append(1)
        raise SetupError("The disk is full.", "Make room.")

    monkeypatch.setattr(archive, "refresh", refused)
    keeper = Caretaker(archive)
    keeper.after(MONDAYS[0], happened=True, resolved=True)
    keeper.after(MONDAYS[0] + timedelta(seconds=1), happened=False, resolved=False)
    assert len(tried) == 1


def test_a_print_waits_for_what_the_machine_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(services: object, issue: Issue) -> bytes:
        raise SetupError("no Pango", "Install it.")

    judge = game(tmp_path / "home")
    judge.tick(MONDAYS[0])
    monkeypatch.setattr(paper, "there", lambda: True)
    monkeypatch.setattr(paper, "pdf", lacking)
    written(judge, tmp_path / "site")
    monkeypatch.setattr(paper, "pdf", lambda services, issue: b"%PDF-")
    written(judge, tmp_path / "site")
    assert (tmp_path / "site/zine/1.pdf").is_file()


def test_of_very_many_games_the_first_are_printed_in_full_and_the_others_named(
    play: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    issue = issues.issue(play.services, 2)
    story = issue.stories[0]
    many = replace(issue, stories=tuple(replace(story, game=f"lira{number}") for number in range(5)))
    monkeypatch.setattr(page, "PRINTED", 2)
    printed = page.with_boards(*page.laid_for_paper(play.services, many))
    assert printed.count('class="chart"') == 2 < page.alone(play.services, many).count('class="chart"') == 5
    assert "lira4" in printed and printed.count("not printed here") == 3
    assert "not printed here" not in page.alone(play.services, many)
    assert len(read(printed).headings) > 5


def test_without_weasyprint_pages_lie_there_and_a_wish_for_paper_names_the_remedy(
    play: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "weasyprint", None)
    assert not written(play, tmp_path / "site").failed
    assert (tmp_path / "site/zine/1.html").is_file() and not (tmp_path / "site/zine/1.pdf").exists()
    assert ".pdf" not in (tmp_path / "site/zine/1.html").read_text()
    with pytest.raises(SetupError, match="WeasyPrint is not installed") as refused:
        paper.pdf(play.services, issues.issue(play.services, 1))
    assert "weasyprint>=70" in refused.value.remedy


# ---- in a browser -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.real
def test_no_page_of_the_zine_scrolls_sideways_and_the_browser_has_nothing_to_complain_of(
    site: Path, browser: Browser
) -> None:
    pages = sorted((site / "zine").glob("*.html"))
    for width in (390, 1280):
        assert [size.width for size in browser.measure_all(pages, width)] == [width] * len(pages)
    assert browser.complaints(pages) == []
