"""The archive's pages: what they say, whether they are well-formed, and whether everybody can use them."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest

from judge.config import Config, site_path
from judge.extras.site.feeds import ATOM, feed
from judge.extras.site.rulebook import rulebook
from judge.games import slugs, variant
from judge.proofs import verify_dice
from judge.render import page
from tests.demos import archived
from tests.desk.worlds import GAME, REPORT, small_game
from tests.harness import Judge
from tests.render.pages import SIGNS
from tests.render.samples import renderer
from tests.site.sites import files, read, written

A = f"{{{ATOM}}}"

pytestmark = pytest.mark.usefixtures("no_posters")


@pytest.fixture(scope="module", params=slugs())
def site(request: pytest.FixtureRequest) -> Path:
    """The archive of a few turns of each game."""
    return archived(request.param)


def text(path: Path) -> str:
    return " ".join("".join(read(path.read_text()).words).split())


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    return small_game(tmp_path / "home")


# ---- every page of every game ---------------------------------------------------------------------------------------


def test_every_page_is_well_formed_with_unique_ids_and_no_script(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = read(path.read_text())
        assert not page.wrong and not page.left_open, path
        assert len(page.ids) == len(set(page.ids)), path
        shows = path.stem in ("live", "orders") or ("data-frames" in path.read_text() and path.stem == "index")
        assert page.scripts <= shows, path


def test_every_page_can_be_used_without_eyes(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = read(path.read_text())
        assert page.lang == "en" and {"main", "header", "footer"} <= set(page.landmarks), path
        assert page.landmarks.count("main") == 1 and "#content" in page.links and "content" in page.ids, path
        assert page.headings[0] == 1 and page.headings.count(1) == 1, path
        steps = zip(page.headings, page.headings[1:], strict=False)
        assert all(after <= before + 1 for before, after in steps), (path, page.headings)
        assert page.tables == page.captions and not page.unscoped and not page.unnamed, path
        assert set(page.named_by) <= set(page.ids), path


def test_no_region_is_named_as_a_section_is_and_no_row_has_an_empty_name(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = path.read_text()
        labels = re.findall(r'role="region" aria-label="([^"]+)"', page)
        regions = set(labels)
        assert len(labels) == len(regions), path
        sections = re.findall(r'<section[^>]* aria-labelledby="(\w+)">\s*<h2[^>]*>([^<]*)<', page)
        names = [name for _, name in sections]
        assert len(names) == len(set(names)) and not regions & set(names), path
        assert not re.search(r"<th[^>]*></th>", page), path


def test_every_link_leads_somewhere_and_none_away(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = read(path.read_text())
        for link in page.links:
            if link.startswith("mailto:judge@"):
                continue
            target, _, anchor = link.partition("#")
            assert "//" not in target and not target.startswith("/"), (path, link)
            goal = (path.parent / target).resolve() if target else path
            assert goal.is_file(), (path, link)
            assert not anchor or anchor in read(goal.read_text()).ids, (path, link)


def test_every_phase_has_its_page_text_and_machine_part(site: Path) -> None:
    (game,) = (site / "games").iterdir()
    phases = {path.stem for path in game.glob("*.json")}
    assert len(phases) >= 3
    assert phases | {"start", "index", "live"} == {path.stem for path in game.glob("*.html")} - {"orders"}
    for phase in phases:
        machine = json.loads((game / f"{phase}.json").read_bytes())
        assert machine["schema"] == "postal-judge/results" and machine["phase"].lower() == phase
        assert machine["notices"] and machine["dice"]["secret"] in (game / f"{phase}.html").read_text()


def test_the_plain_text_of_a_phase_proves_its_dice(site: Path) -> None:
    for path in site.glob("games/*/*.txt"):
        check = verify_dice(path.read_bytes())
        assert check.good and check.link > 1, (path, check.problems)


def test_a_page_says_what_the_plain_text_says(site: Path) -> None:
    for path in site.glob("games/*/*.txt"):
        told = re.sub(r"\W+", " ", text(path.with_suffix(".html")).replace("→", "")).lower()
        plain = path.read_text().replace("upply center", "upply centre")  # which programs look for there
        words = re.findall(r"[A-Za-z]{4,}", SIGNS.sub("", plain.partition("DICE\n")[0]))
        missing = {word for word in words[8:] if word.lower() not in told} - {"revision", "results", "writes"}
        assert not missing, (path, missing)


def test_feeds_are_valid_atom_with_ids_of_their_own(site: Path) -> None:
    for path in site.rglob("feed.xml"):
        root = Tree.fromstring(path.read_bytes())
        entries = root.findall(f"{A}entry")
        assert root.tag == f"{A}feed" and entries
        for one in (root, *entries):
            for name in ("id", "title", "updated"):
                assert (one.findtext(f"{A}{name}") or "").strip(), (path, name)
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", one.findtext(f"{A}updated") or "")
            assert (one.findtext(f"{A}id") or "").startswith("tag:demo.test,20")
        ids = [one.findtext(f"{A}id") for one in entries]
        assert len(ids) == len(set(ids))
        for one in entries:
            link = one.find(f"{A}link")
            assert link is not None and (path.parent / link.attrib["href"]).resolve().is_file()
        times = [one.findtext(f"{A}updated") for one in entries]
        assert times == sorted(times, reverse=True) and root.findtext(f"{A}updated") == times[0]


# ---- what they say --------------------------------------------------------------------------------------------------


def test_the_front_lists_what_runs_what_wants_players_and_what_is_over(tmp_path: Path) -> None:
    judge = small_game(tmp_path / "home")
    judge.new("spring", "bourse", comment="beginners & friends")
    judge.new("hidden", "bourse", open="no")
    judge.with_game("ended", "bourse", "Lupus", "Ursa")
    judge.say("gm@example.test", "MASTER ended gm-secret\nEND DRAW\nSIGNOFF")
    judge.resolve("ended")
    written(judge, tmp_path / "site")
    told = text(tmp_path / "site/index.html")
    running, _, rest = told.partition("Players wanted")
    wanted, _, over = rest.partition(" Finished ")
    assert "lira7 Bourse" in running and "Deadline Fri" in running and "ended" not in running
    assert "spring Bourse, 0 players so far. beginners & friends" in wanted and "JOIN" in wanted
    assert "ended Bourse Won by Lupus and Ursa. 1 phase, ended Fri 9 Jan 2026" in over
    assert "hidden" not in told and not (tmp_path / "site/games/hidden").exists()


def test_a_game_that_forms_says_how_to_join(tmp_path: Path) -> None:
    judge = small_game(tmp_path / "home", start=False)
    written(judge, tmp_path / "site")
    told = text(tmp_path / "site/games/lira7/index.html")
    assert "has not started. 3 players so far; it needs at least 2." in told
    assert "JOIN lira7 AS" in told and "Grey Wolf" in told


def test_phases_lead_to_their_neighbours(judge: Judge, tmp_path: Path) -> None:
    judge.resolve(GAME)
    judge.master(GAME, REPORT)
    judge.resolve(GAME)
    written(judge, tmp_path / "site")
    middle = (tmp_path / "site" / site_path(GAME, "S1901M")).read_text()
    assert '<link rel="prev" href="start.html">' in middle and '<link rel="next" href="f1901m.html">' in middle
    assert 'rel="next"' not in (tmp_path / "site" / site_path(GAME, "F1901M")).read_text()


def test_press_kept_for_the_results_is_shown_with_them_and_not_before(tmp_path: Path) -> None:
    judge = small_game(tmp_path / "home", press_delivery="results", grey="yes")
    judge.orders(GAME, "Lupus", "BROADCAST\nnot before Friday\nENDPRESS")
    judge.orders(GAME, "Ursa", "BROADCAST GREY\nwho am I\nENDPRESS")
    written(judge, tmp_path / "site")
    assert b"not before Friday" not in b"".join(files(tmp_path / "site").values())
    judge.resolve(GAME)
    written(judge, tmp_path / "site")
    page = text(tmp_path / "site/games/lira7/s1901m.html")
    assert "Lupus not before Friday" in page and "Somebody who does not sign who am I" in page


def test_results_taken_back_leave_a_note_and_come_again_with_what_changed(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    judge.orders(GAME, "Lupus", "SELL 300 LIRA\nBUY MARKS WITH REST")
    judge.resolve(GAME)
    written(judge, site)
    judge.master(GAME, "ROLLBACK TO S1901M a sheet was misread")
    written(judge, site)
    page, game = text(site / "games/lira7/s1901m.html"), text(site / "games/lira7/index.html")
    assert "These results were taken back." in page and "a sheet was misread" in page and "300" not in page
    assert "Spring, movement, taken back" in game
    assert not (site / "games/lira7/s1901m.json").exists() and not (site / "games/lira7/s1901m.txt").exists()
    judge.orders(GAME, "Lupus", "SELL 400 LIRA\nBUY MARKS WITH REST")
    judge.resolve(GAME)
    written(judge, site)
    page, game = text(site / "games/lira7/s1901m.html"), text(site / "games/lira7/index.html")
    assert "Revision 2: what changed" in page and "taken back: a sheet was misread." in page
    assert "Spring, movement, revised" in game
    feeds = (site / "feed.xml").read_text()
    assert feeds.count(":lira7/s1901m</") == 1 and "revision 2" in feeds


def test_a_game_on_the_keepers_shelf_keeps_its_pages(tmp_path: Path) -> None:
    from judge.keeper.moving import shelve

    judge = small_game(tmp_path / "home")
    judge.master(GAME, "END DRAW")
    judge.resolve(GAME)
    written(judge, tmp_path / "site")
    pages = {name: body for name, body in files(tmp_path / "site").items() if name.startswith("games/")}
    shelve(judge.services, GAME)
    written(judge, tmp_path / "site")
    after = files(tmp_path / "site")
    assert pages == {name: body for name, body in after.items() if name.startswith("games/")}
    assert "lira7" in text(tmp_path / "site/index.html")


def test_letters_no_xml_can_hold_are_left_out_of_feeds() -> None:
    entry = {
        "id": "2026-01-01:x/y",
        "title": "a\x00b\x0b<&>",
        "path": "games/x/y.html",
        "updated": "2026-01-02T00:00:00Z",
        "summary": "\ufffe\x1b[0m\U0001f600",
    }
    root = Tree.fromstring(feed(Config(Path()), "t", "feed.xml", "index.html", [entry]))
    assert root.findtext(f"{A}entry/{A}title") == "ab<&>" and root.findtext(f"{A}entry/{A}summary") == "[0m\U0001f600"


# ---- how they look --------------------------------------------------------------------------------------------------


def test_pages_ask_nothing_of_anybody_else(judge: Judge, tmp_path: Path) -> None:
    judge.resolve(GAME)
    written(judge, tmp_path / "site")
    for name, body in files(tmp_path / "site").items():
        if name.endswith((".html", ".css", ".svg")):
            told = body.decode().replace('xmlns="http://www.w3.org/2000/svg"', "")
            assert "://" not in told and "@import" not in told and "url(" not in told.replace("url(#", ""), name


def test_every_rule_can_be_cited_by_its_number_and_results_link_the_rules(site: Path) -> None:
    (rules,) = site.glob("rules/*.html")
    page = rules.read_text()
    numbers = re.findall(r'<div class="rule" id="([^"]+)">', page)
    assert len(numbers) > 10 and len(numbers) == len(set(numbers)) and all(re.search(r"\d", n) for n in numbers)
    phases = [
        path
        for path in site.glob("games/*/*.html")
        if path.stem not in ("index", "start") and "rules/" in path.read_text()
    ]
    assert phases and all(f"../../rules/{rules.name}" in path.read_text() for path in phases)


def test_an_entry_shows_the_board_and_encloses_it_where_there_is_one(site: Path) -> None:
    """For readers that show no page: a picture by itself, as long as the feed says it is."""
    drawn = {path.stem for path in site.glob("games/*/*.jpg")} - {"board"}  # the thumbnail
    assert drawn == {path.stem for path in site.glob("games/*/*.json") if "<svg" in shape(path)}
    for path in site.rglob("feed.xml"):
        for one in Tree.fromstring(path.read_bytes()).findall(f"{A}entry"):
            page = (one.findtext(f"{A}id") or "").rpartition("/")[2]
            links = [link.attrib for link in one.findall(f"{A}link") if link.attrib["rel"] == "enclosure"]
            assert len(links) == (page in drawn)
            for link in links:
                picture = (path.parent / link["href"]).resolve()
                assert picture.read_bytes()[:3] == b"\xff\xd8\xff" and link["type"] == "image/jpeg"
                assert int(link["length"]) == picture.stat().st_size < 250_000
                content = one.findtext(f"{A}content")
                assert content is None or content.startswith(
                    f'<p><a href="{link["href"]}"><img src="{link["href"]}" alt="'
                )


def shape(path: Path) -> str:
    """The figure of a page's board, if it has one."""
    return path.with_suffix(".html").read_text().partition('class="board"')[2][:2000]


# ---- Rules as a page shows them: in the order of their numbers, with contents by subject, and nothing ... ----------


@pytest.mark.parametrize("slug", slugs())
def test_rules_stand_in_the_order_of_their_numbers_and_contents_by_subject_lead_to_each(slug: str) -> None:
    """Nothing that the letter of the rules says is lost on the way."""
    info = variant(slug).info
    marked = renderer().marking.part((f"{slug}/rules.txt",), {"info": info}) or ""
    blocks = page.blocks(marked, titled=False)[1:]
    book = rulebook(blocks)
    assert len(book.series) > 1 or slug == "diplomacy"
    for rules in book.series:
        order = [[int(part) for part in re.findall(r"\d+", rule.number)] for rule in rules]
        assert order == sorted(order) and len(order) > 1
    listed = [number for _, numbers in book.subjects for number in numbers]
    assert sorted(listed) == sorted({rule.number for rule in book.rules}) and len(listed) > 9
    told = [block["text"] for block in (*book.opening, *book.rest)]
    told += [words for rule in book.rules for words in (rule.words, *rule.more)]
    kept, under = " ".join(" ".join(told).lower().split()), ""
    for block in blocks:
        under = block["text"] if block["kind"] == "heading" else under
        if under != "SETTINGS" and block["kind"] != "heading":
            first, _, rest = block["text"].partition(" ")
            assert " ".join((rest if first in listed else block["text"]).lower().split()) in kept, block
