"""The archive as files: incremental, the same every time, safe to point at a folder, and never in the judge's way."""

import json
import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.core.errors import InputError, SetupError
from judge.extras.site import Archive, archive
from judge.extras.site.archive import Caretaker
from judge.extras.site.folder import FORMER
from tests.desk.worlds import GAME, REPORT, small_game
from tests.harness import Judge
from tests.site.sites import files, written


def turn(judge: Judge) -> None:
    """One Bourse turn; autumns want a report."""
    judge.master(GAME, REPORT.replace("F1901", judge.game(GAME).phase[:5]))
    judge.resolve(GAME)


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    made = small_game(tmp_path / "home")
    turn(made)
    return made


def test_a_second_run_writes_nothing_and_touches_no_file(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert written(judge, site).written
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*.html")}
    done = written(judge, site)
    assert (done.written, done.removed, done.games) == ((), (), 1)
    assert before == {path: path.stat().st_mtime_ns for path in site.rglob("*.html")}


def test_a_new_phase_writes_its_pages_and_those_that_tell_of_it(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    written(judge, site)
    turn(judge)
    turn(judge)
    done = written(judge, site)
    pages = {path for path in done.written if path.endswith(".html")}
    new, told = {"games/lira7/f1901m.html", "games/lira7/s1902m.html"}, {"games/lira7/index.html", "index.html"}
    told |= {"games/lira7/live.html", "games/lira7/orders.html"}
    assert pages == new | told | {"games/lira7/s1901m.html"}  # the last one has a next page now


def test_a_site_kept_up_to_date_is_the_site_written_at_once(judge: Judge, tmp_path: Path) -> None:
    kept, fresh = tmp_path / "kept", tmp_path / "fresh"
    for _ in range(3):
        written(judge, kept)
        turn(judge)
    judge.master(GAME, "ROLLBACK TO F1901M a figure was misread")
    written(judge, kept)
    written(judge, fresh)
    assert files(kept) == files(fresh)


def test_a_file_that_was_lost_or_cut_short_is_written_again(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    written(judge, site)
    whole = files(site)
    (site / "games/lira7/s1901m.html").unlink()
    (site / "games/lira7/s1901m.json").write_bytes(b"{")
    (site / "style.css").write_bytes(b"")
    assert sorted(written(judge, site).written) == ["games/lira7/s1901m.html", "games/lira7/s1901m.json", "style.css"]
    assert files(site) == whole


@pytest.mark.parametrize("damage", [b"", b"{}", b"null", b'{"archive":1,"sections":{"a":{}}}', b"\xff"])
def test_a_damaged_manifest_costs_a_run_and_nothing_else(judge: Judge, tmp_path: Path, damage: bytes) -> None:
    site = tmp_path / "site"
    written(judge, site)
    whole = files(site)
    Archive(judge.services, site).manifest.write_bytes(damage)
    written(judge, site)
    assert files(site) == whole


def test_a_manifest_never_leads_out_of_its_folder(judge: Judge, tmp_path: Path) -> None:
    site, mine = tmp_path / "site", tmp_path / "mine.txt"
    written(judge, site)
    mine.write_text("keep me")
    manifest = json.loads(Archive(judge.services, site).manifest.read_bytes())
    manifest["sections"]["evil/"] = {"mark": "", "files": {"../mine.txt": ["", 7]}, "note": None}
    Archive(judge.services, site).manifest.write_text(json.dumps(manifest))
    written(judge, site)
    assert mine.read_text() == "keep me"


def test_files_of_somebody_else_are_neither_removed_nor_hidden(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    written(judge, site)
    (site / "robots.txt").write_text("User-agent: *")
    (site / "games/notes.txt").write_text("mine")
    judge.master(GAME, "SET open no")
    done = written(judge, site)
    assert "games/lira7/index.html" in done.removed and not (site / "games/lira7").exists()
    assert (site / "robots.txt").read_text() == "User-agent: *" and (site / "games/notes.txt").read_text() == "mine"


def test_a_folder_that_is_no_archive_is_refused_untouched(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("my own page")
    with pytest.raises(InputError, match="no archive"):
        written(judge, site)
    assert files(site) == {"index.html": b"my own page"}
    with pytest.raises(InputError, match="is a file"):
        written(judge, site / "index.html")


def test_readers_never_see_half_a_file(judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    written(judge, site)
    old = (site / "index.html").read_bytes()
    turn(judge)

    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(SetupError, match="No space left"):
        written(judge, site)
    assert (site / "index.html").read_bytes() == old


def test_a_game_whose_pages_cannot_be_made_stays_as_it_was_and_the_others_go_on(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    judge.new("other", "bourse")
    written(judge, site)
    old = (site / "games/lira7/index.html").read_bytes()
    turn(judge)
    judge.join("other", "Corvus")
    real = archive.Pages.game

    def broken(self: archive.Pages, facts: archive.Facts, *more: Any) -> archive.Leaf:
        if facts.game.key == GAME:
            raise ZeroDivisionError
        return real(self, facts, *more)

    monkeypatch.setattr(archive.Pages, "game", broken)
    done = written(judge, site)
    assert done.failed == (GAME,) and "games/other/index.html" in done.written
    assert (site / "games/lira7/index.html").read_bytes() == old


def test_a_run_whose_time_is_up_is_gone_on_with_by_the_next(judge: Judge, tmp_path: Path) -> None:
    site, whole = tmp_path / "site", tmp_path / "whole"
    for name in ("alpha", "beta"):
        judge.new(name, "bourse")
    written(judge, whole)
    runs = 0
    while Archive(judge.services, site).refresh(enough=lambda: True).more:
        runs += 1
    assert runs == 3 and files(site) == files(whole)


def test_another_process_that_is_writing_is_waited_for_or_left_alone(judge: Judge, tmp_path: Path) -> None:
    from judge.extras.site.folder import claimed

    site = tmp_path / "site"
    with claimed(site, tmp_path / "list.json", wait=True) as ours:
        assert ours
        done = Archive(judge.services, site).refresh(wait=False)
        assert done.busy and done.more and not done.written


# ---- beside the daemon ----------------------------------------------------------------------------------------------


def test_results_are_on_the_site_as_soon_as_their_letters_are_out(tmp_path: Path) -> None:
    judge = small_game(tmp_path / "home", archive="web", archive_url="https://judge.test/games/")
    judge.resolve(GAME)
    (letter,) = judge.letters("results@list.test", "S1901M")
    address = "https://judge.test/games/games/lira7/s1901m.html"
    assert f"ON THE WEB\n  {address}\n" in letter.text
    assert (tmp_path / "home/web/games/lira7/s1901m.html").exists()
    assert address in (tmp_path / "home/web/sitemap.xml").read_text()


def test_a_fault_of_the_archive_stops_no_letter(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home/web").write_text("a file is in the way")
    with caplog.at_level(logging.CRITICAL):
        judge = small_game(tmp_path / "home", archive="web")
        judge.resolve(GAME)
    assert judge.letters("results@list.test", "S1901M")


class Counted(Archive):
    """An archive that only counts."""

    runs = 0

    def refresh(self, **asked: object) -> archive.Refreshed:  # type: ignore[override]
        self.runs += 1
        return archive.Refreshed()


def test_the_archive_is_looked_at_after_results_and_else_once_a_minute(judge: Judge, tmp_path: Path) -> None:
    counted = Counted(judge.services, tmp_path / "site")
    keeper, now = Caretaker(counted), judge.clock.now()
    seen = []
    for seconds, happened, resolved in (
        (0, False, False),
        (1, True, False),
        (30, True, False),
        (61, False, False),
        (200, False, False),
        (201, True, True),
        (202, True, True),
        (3900, False, False),
    ):
        keeper.after(now + timedelta(seconds=seconds), happened=happened, resolved=resolved)
        seen.append(counted.runs)
    assert seen == [1, 1, 1, 2, 2, 3, 4, 5]


def test_an_archive_address_that_is_none_is_refused(tmp_path: Path) -> None:
    from judge.config import load

    (tmp_path / "judge.toml").write_text('[judge]\narchive_url = "judge.example.org"\n')
    with pytest.raises(SetupError, match="no web address"):
        load(tmp_path)


def test_nothing_that_counts_events_lies_in_the_folder_that_is_served(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    written(judge, site)
    hidden = {path.name: path.read_bytes() for path in site.rglob(".*")}
    assert set(hidden) == {".judge-archive"}
    before = files(site)
    judge.orders("lira7", "Lupus", "SELL 1 LIRA")
    written(judge, site)
    assert files(site) == before


def test_no_letter_touches_the_folder_that_is_served(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    written(judge, site)
    (site / ".judge-archive.lock").touch()  # of an earlier judge
    written(judge, site)
    before = {path: path.stat().st_mtime_ns for path in (site, *site.rglob("*"))}
    judge.orders("lira7", "Lupus", "SELL 1 LIRA")
    written(judge, site)
    assert {path: path.stat().st_mtime_ns for path in (site, *site.rglob("*"))} == before
    assert not (site / ".judge-archive.lock").exists()


def test_an_archive_of_an_earlier_judge_is_still_ours_and_its_list_moves_home(judge: Judge, tmp_path: Path) -> None:
    site = tmp_path / "site"
    written(judge, site)
    manifest = Archive(judge.services, site).manifest
    (site / FORMER).write_bytes(manifest.read_bytes())
    manifest.unlink()
    (site / ".judge-archive").unlink()
    assert not written(judge, site).written
    assert not (site / FORMER).exists() and manifest.exists()
