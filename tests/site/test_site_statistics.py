"""Players across games: who is counted, what is told of them, and what is told of nobody."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.extras.site import statistics
from judge.extras.site.statistics import Rated, rate
from tests.counts import drawn
from tests.harness import Judge
from tests.site.sites import ended, files, said, written

pytestmark = pytest.mark.usefixtures("no_posters")


def test_players_have_pages_under_the_names_they_chose(tmp_path: Path) -> None:
    judge = Judge(tmp_path / "home")
    ended(judge, "lira7", "Lupus", "Ursus")
    ended(judge, "lira8", "Lupus", "Ursus", "Corvus")
    written(judge, tmp_path / "site")
    page = (tmp_path / "site/players/person-behind-lupus.html").read_text()
    assert "2 games played to the end, 2 won" in page
    assert re.search(r"person-behind-ursus.html.*?2</td><td class=\"r\">0</td>", page, re.DOTALL)
    hall = (tmp_path / "site/hall.html").read_text()
    assert hall.index("Person behind Lupus") < hall.index("Person behind Ursus")
    assert "Highest score in Bourse" in hall


@drawn(2)
@given(secret=st.lists(st.booleans(), min_size=2, max_size=3), robots=st.booleans())
def test_a_game_that_keeps_its_pseudonyms_changes_nothing_that_is_told_of_people(
    secret: list[bool], robots: bool, tmp_path_factory: Any
) -> None:
    """The same evenings with and without the secret games give the same hall of fame, byte by byte."""
    folder = tmp_path_factory.mktemp("hall")

    def hall(number: int, shown: list[bool]) -> dict[str, bytes]:
        judge = Judge(folder / f"home{number}")
        for place, open_ in enumerate(shown):
            if open_ or number == 0:
                more = {"robots": "1"} if robots else {}
                ended(judge, f"lira{place}", "Lupus", "Ursus", reveal="yes" if open_ else "no", **more)
            else:
                judge.clock.set(judge.after(days=14))
        site = folder / f"site{number}"
        written(judge, site)
        found = files(site)
        return {path: found[path] for path in found if path.startswith(("players/", "hall"))}

    both, alone = hall(0, secret), hall(1, secret)
    assert set(both) == set(alone)
    assert {path: _undated(both[path]) for path in both} == {path: _undated(alone[path]) for path in alone}


def _undated(page: bytes) -> bytes:
    return re.sub(rb"<time.*?</time>", b"", page)


def test_no_page_shows_what_players_are_told_apart_by(tmp_path: Path) -> None:
    judge = Judge(tmp_path / "home")
    ended(judge, "lira7", "Lupus", "Ursus")
    written(judge, tmp_path / "site")
    note = statistics.noted(judge.services, judge.game("lira7"))
    assert note is not None
    everything = said(tmp_path / "site")
    assert not [one["mark"] for one in note["people"].values() if one["mark"] in everything]
    assert "@example.test" not in everything.replace("gm@example.test", "").replace("judge@judge.test", "")


def test_who_wins_is_rated_above_whom_he_beats_and_the_more_games_the_surer() -> None:
    known: dict[str, Rated] = {}
    for _ in range(3):
        known = rate(known, [["ann"], ["bob"], ["cid"]])
    assert known["ann"].mean > known["bob"].mean > known["cid"].mean
    assert all(one.spread < Rated().spread for one in known.values())
    level = rate({}, [["ann", "bob"], ["cid"]])
    assert abs(level["ann"].mean - level["bob"].mean) < 1e-9


def test_a_game_without_two_places_rates_nobody() -> None:
    assert rate({}, [["ann", "bob"]]) == {}


def test_the_hall_charts_how_ratings_went_and_a_page_tells_the_rating_after_each_game(tmp_path: Path) -> None:
    judge = Judge(tmp_path / "home")
    for number, seats in enumerate((("Ann", "Bob", "Cid"), ("Bob", "Ann", "Cid"), ("Cid", "Bob", "Ann")), 1):
        ended(judge, f"lira{number}", *seats)
    written(judge, tmp_path / "site")
    hall = (tmp_path / "site/hall.html").read_text("utf-8")
    ways = re.findall(r'aria-label="rating after each game: ([^"]*)"', hall)
    ratings = re.findall(r'</a></th><td class="r">(-?\d+)</td>', hall)
    assert len(ways) == 3 and [way.split(", ")[-1] for way in ways] == ratings
    assert all(len(way.split(", ")) == 3 for way in ways) and "<title>Ratings</title>" in hall
    page = (tmp_path / "site/players/person-behind-ann.html").read_text("utf-8")
    told = re.search(r'rating after each game: ([^"]*)"', page)
    assert told
    for rating in told[1].split(", "):
        assert f'<td class="r spare">{rating}</td>' in page
