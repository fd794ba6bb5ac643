"""An issue as a page: in the archive, as one file by itself, and for paper."""

import base64
from collections.abc import Mapping
from dataclasses import field
from functools import partial
from typing import Any

from judge.core.picture import Board
from judge.core.values import Value
from judge.desk.services import Services
from judge.extras.pictures import laid, tried
from judge.extras.zine import layout
from judge.extras.zine.issue import Issue
from judge.render import board as drawing

UP = "../"  # from the zine's folder to the archive's front
ON_PAPER = 1100  # pixels of a board
PLACE = "board:"  # where the picture of a game's board goes, with the name of the game behind it
NOTHING = "image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"  # a picture of nothing
PRINTED = 40  # games of which a printed edition tells all: each takes most of a second


class Sheet(Value):
    """A page of the archive with the files it needs beside it. `maps`: the grounds its boards lie on."""

    html: bytes
    files: dict[str, bytes] = field(default_factory=dict)
    maps: tuple[str, ...] = ()


def in_archive(services: Services, issue: Issue, paper: bool) -> Sheet:
    """The page as it lies in the archive. `paper`: a printed edition lies beside it."""
    files: dict[str, bytes] = {}
    maps: set[str] = set()
    shown: dict[tuple[str, str], dict[str, str]] = {}
    for story in issue.stories:
        if story.chart is not None:
            shown[story.game, "chart"] = {"svg": story.chart.svg, "src": "", "alt": story.chart.alt}
        if story.board is not None and (found := tried(partial(laid, story.board, UP), None, story.game)) is not None:
            svg, where, tint = found
            shown[story.game, "board"] = {"svg": svg, "src": "", "alt": drawing.in_words(story.board)}
            files[where] = tint
            maps.add(story.board.map)
    last = issue.number
    links = {"before": last - 1 if last > 1 else 0, "paper": f"{last}.pdf" if paper else "", "text": f"{last}.txt"}
    html = _rendered(services, issue, shown, root=UP, style="", links=links)
    return Sheet(html.encode(), files, tuple(sorted(maps)))


def alone(services: Services, issue: Issue) -> str:
    """The page as one file: its style and pictures in it."""
    return with_boards(*_whole(services, issue, None))


def laid_for_paper(services: Services, issue: Issue) -> tuple[str, dict[str, Board]]:
    """The page for whatever prints it, without the pictures of its boards, and those boards: `with_boards` puts them
    in, anywhere and any time. Of very many games the first are told in full, and the others named."""
    return _whole(services, issue, PRINTED)


def with_boards(html: str, boards: Mapping[str, Board]) -> str:
    """The page with its boards drawn. One that cannot be drawn leaves its words."""
    for game, board in boards.items():
        photo = tried(partial(_photo, board), NOTHING, game)
        html = html.replace(f'"{PLACE}{game}"', f'"data:{photo}"')
    return html


def _photo(board: Board) -> str:
    return "image/jpeg;base64," + base64.b64encode(drawing.jpeg(board, width=ON_PAPER)).decode()


def _whole(services: Services, issue: Issue, full: int | None) -> tuple[str, dict[str, Board]]:
    """`full`: so many stories with pictures and results."""
    shown: dict[tuple[str, str], dict[str, str]] = {}
    boards = {}
    for story in issue.stories[:full]:
        if story.chart is not None:
            data = base64.b64encode(story.chart.svg.encode()).decode()
            src = f"data:image/svg+xml;base64,{data}" if full is not None else ""  # a picture on paper has its words
            shown[story.game, "chart"] = {"svg": story.chart.svg, "src": src, "alt": story.chart.alt}
        if story.board is not None:
            boards[story.game] = story.board
            words = drawing.in_words(story.board)
            shown[story.game, "board"] = {"svg": "", "src": f"{PLACE}{story.game}", "alt": words}
    return _rendered(services, issue, shown, root="", style=style(services), links={}, full=full), boards


def style(services: Services) -> str:
    """The archive's style sheet, and the zine's own behind it."""
    renderer = services.renderer
    return "\n".join(renderer.part((name,), {}) or "" for name in ("site/style.css", "zine/zine.css"))


def _rendered(
    services: Services,
    issue: Issue,
    shown: Mapping[tuple[str, str], Any],
    *,
    root: str,
    style: str,
    links: Mapping[str, Any],
    full: int | None = None,
) -> str:
    judge, told = services.config.judge, len(issue.stories) if full is None else full
    text = services.renderer.part(
        ("zine/page.html",),
        {
            "issue": issue,
            "columns": layout.columns(services.config, issue, told, shown, root, told),
            "told": told,
            "on_paper": full is not None,
            "judge": judge.name,
            "address": judge.address,
            "root": root,
            "style": style,
            "column_open": judge.zine_letters != "none",
            "before": 0,
            "paper": "",
            "text": "",
            **links,
        },
    )
    assert text is not None
    return text
