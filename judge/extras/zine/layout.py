"""What the letter and the page of an issue have in common: its stories as blocks, and the addresses they point to."""

from collections.abc import Mapping, Sequence
from typing import Any

from judge.config import Config
from judge.core.values import Value
from judge.extras.zine.issue import Issue, Result, Story
from judge.render import page
from judge.render.page import Block

_LOWER = {"title": "subheading", "heading": "subheading"}


class Column(Value):
    """A story laid out. `told`: each result with its blocks, none where it is only named; `url` of the game's pages."""

    story: Story
    told: Sequence[tuple[Result, Sequence[Block]]]
    standing: Sequence[Block]
    url: str
    chart: Any = None
    board: Any = None


def columns(
    config: Config,
    issue: Issue,
    full: int,
    pictures: Mapping[tuple[str, str], Any],
    root: str = "",
    standing: int = 1_000_000,
) -> list[Column]:
    """The stories in order, the first `full` of them with all results, the first `standing` with how they stand.
    `pictures` by game and `chart` or `board`; `root` is the way to the archive's front, where the pages lie beside this
    one."""
    return [
        Column(
            story,
            [(one, blocks(one.words.marked) if number < full else ()) for one in story.results],
            blocks(story.standing.marked) if number < standing else (),
            f"{root}games/{story.game}/index.html" if root else pages_of(config, story),
            pictures.get((story.game, "chart")),
            pictures.get((story.game, "board")),
        )
        for number, story in enumerate(issue.stories)
    ]


def blocks(marked: str) -> list[Block]:
    """A piece of a letter one level lower: its headings stand below the story's."""
    found = []
    for block in page.blocks(marked, titled=False):
        if block["kind"] == "figure":
            continue
        block = {**block, "kind": _LOWER.get(block["kind"], block["kind"])}
        if block.get("caption"):
            block["caption"] = {**block["caption"], "kind": "subheading"}
        found.append(block)
    return found


def path(number: int | str, suffix: str = "html") -> str:
    """Where an issue lies in the archive. These addresses stand in letters, so they never change."""
    return f"zine/{number}.{suffix}"


def address(config: Config, number: int) -> str:
    """The address of an issue on the web; "" where there is none."""
    url = config.judge.archive_url
    return f"{url.rstrip('/')}/{path(number)}" if url and config.judge.archive else ""


def pages_of(config: Config, story: Story) -> str:
    """The address of a game's pages; "" where there are none."""
    return config.page_of(story.game) if config.judge.archive else ""
