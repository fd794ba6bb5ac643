"""An issue as a letter: plain words that are complete by themselves, and a page with small pictures.

Both stay within what mail programs show whole: of many games the first are told in full, the others by how they stand,
with the way to the rest.
"""

from functools import partial
from typing import Any

from judge.desk.services import Services
from judge.desk.writing.letterform import Look
from judge.extras.pictures import tried
from judge.extras.zine import layout
from judge.extras.zine.issue import Issue, Story
from judge.loglines import Log
from judge.render import board as drawing
from judge.render import page, raster
from judge.render.drawing import briefly
from judge.render.page import Picture

log = Log("judge.extras.zine")

WORDS = 60_000  # characters of results in the plain letter
SPOKEN = 30_000  # characters of press
PAGE = 95_000  # octets of the page: some mail programs cut it off a little above
PICTURES = 160_000  # octets of all pictures
WIDTH = 480  # pixels of a picture
Shown = dict[tuple[str, str], Picture]


def data(services: Services, issue: Issue) -> dict[str, Any]:
    """What the words of the letter are made of. `full`: how many stories are told with all their results."""
    room, full = WORDS, 0
    for story in issue.stories:
        room -= sum(len(one.words.text) for one in story.results)
        if room < 0 and full:
            break
        full += 1
    return {
        "issue": issue,
        "full": full,
        "cut": _too_much_press(issue),
        "page": layout.address(services.config, issue.number),
        "pages": {story.game: layout.pages_of(services.config, story) for story in issue.stories},
        "column": services.config.judge.zine_letters != "none",
    }


def _too_much_press(issue: Issue) -> set[tuple[str, int]]:
    """Press that a letter has no room for, by game and place: it is only named."""
    room, found = SPOKEN, set()
    for story in issue.stories:
        for number, piece in enumerate(story.press):
            if len(piece.text) > room:
                found.add((story.game, number))
            else:
                room -= len(piece.text)
    return found


def words(services: Services, issue: Issue) -> str:
    """The plain words of an issue, for whoever reads them elsewhere."""
    judge = services.config.judge
    context = {
        **data(services, issue),
        "full": len(issue.stories),
        "cut": (),
        "judge": judge.name,
        "address": judge.address,
    }
    return services.renderer.letter("zine/letter.txt", context)[1]


def look(services: Services, issue: Issue) -> Look | None:
    """The page and its pictures; None where letters are words alone."""
    if not services.config.judge.html:
        return None
    try:
        shown = pictures(services, issue)
        return Look(made=html(services, issue, shown), pictures=list(shown.values()))
    except Exception:
        log.exception("zine_page_fault", issue=issue.number)
        return None


def html(services: Services, issue: Issue, shown: Shown) -> str:
    """The page, with as many stories in full as it has room for."""
    full = standing = len(issue.stories)
    while True:
        columns = layout.columns(services.config, issue, full, shown, standing=standing)
        found = services.renderer.part(
            ("zine/letter.html",),
            {
                **data(services, issue),
                "full": full,
                "columns": columns,
                "column_open": services.config.judge.zine_letters != "none",
                "judge": services.config.judge.name,
                "address": services.config.judge.address,
            },
        )
        made = page.inlined(found or "")
        if len(made.encode()) <= PAGE or not standing:
            return made
        full, standing = full * 2 // 3, standing if full else standing * 2 // 3


def pictures(services: Services, issue: Issue) -> Shown:
    """The charts of all games, then their boards, as many as a letter can carry."""
    found: Shown = {}
    room, ended = PICTURES, set()
    drawn = [story for story in issue.stories if story.board is not None]
    wanted = [(story, "chart") for story in issue.stories if story.chart is not None]
    wanted += [(story, "board") for story in sorted(drawn, key=lambda story: story.chart is not None)]
    for story, what in wanted:
        if what in ended:
            continue  # of very many games no more are drawn than a letter can carry
        picture = tried(partial(_picture, services, issue, story, what), None, story.game)
        if picture is None:
            continue
        if len(picture.content) <= room:
            found[story.game, what] = picture
            room -= len(picture.content)
        else:
            ended.add(what)
    return found


def _picture(services: Services, issue: Issue, story: Story, what: str) -> Picture:
    cid = f"zine{issue.number}.{story.game}.{what}@{services.config.domain}"
    if what == "chart" and story.chart is not None:
        small = raster.chart(story.chart.svg, width=WIDTH, colours=32)
        return Picture(cid, "image/png", small, story.chart.alt, WIDTH)
    assert story.board is not None
    return Picture(cid, "image/jpeg", drawing.jpeg(story.board, width=WIDTH), briefly(story.board), WIDTH)
