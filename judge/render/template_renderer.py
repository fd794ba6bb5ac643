"""The template renderer: templates to letters.

A template file looks like a letter: a `Subject:` line, a blank line, the body. Templates see notice data and
standings, never state objects; a missing field is an error (StrictUndefined), found by the tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.core.regex import regex

if TYPE_CHECKING:
    from jinja2.environment import Template

    from judge.render.environment import LetterEnvironment
    from judge.render.page import Picture

_BLANKS = regex(r"\n{3,}")


class TemplateRenderer:
    """Renders letters and parts of letters. `local` may hold a keeper's own wording, which goes first.

    `marking` is the renderer that writes the same words as marks, for the page of a letter.
    """

    def __init__(
        self, share: Path, local: Path | None = None, cache: Path | None = None, *, marks_instead: bool = False
    ) -> None:
        self._given = (share, local, cache)
        self._marks_instead = marks_instead
        own = [str(local)] if local and local.is_dir() else []
        self._folders = [*own, str(share / "templates")]
        self._found: dict[tuple[str, ...], str] = {}

    @cached_property
    def _env(self) -> LetterEnvironment:
        from judge.render.environment import environment

        return environment(self._folders, self._given[2], marks_instead=self._marks_instead)

    @cached_property
    def marking(self) -> TemplateRenderer:
        share, local, cache = self._given
        return TemplateRenderer(share, local, cache, marks_instead=True)

    def letter(self, names: str | tuple[str, ...], context: Mapping[str, Any]) -> tuple[str, str]:
        """(subject, body) of the first template that exists among `names`. TemplateNotFound when there is none."""
        name = self._first((names,) if isinstance(names, str) else names)
        return split(self._written(name or str(names), context))

    def page(
        self, names: str | tuple[str, ...], context: Mapping[str, Any], pictures: Sequence[Picture] = (), own: str = ""
    ) -> str:
        """The HTML page of a letter: the words of the same template, its tables as tables, its pictures in place.

        `own` is a line that stands before them, where a reader's own part belongs; that has the title then."""
        from judge.render import page  # letters of words alone do without

        subject, marked = self.marking.letter(names, context)
        blocks = page.with_pictures(page.blocks(marked, titled=not own), pictures)
        return page.inlined(self._page.render({"subject": subject, "blocks": blocks, "own": own}))

    def fragment(
        self, names: str | tuple[str, ...], context: Mapping[str, Any], pictures: Sequence[Picture] = ()
    ) -> str:
        """What a reader has of his own on such a page: no page by itself, and with no pictures but drawn boxes."""
        from judge.render import page

        _, marked = self.marking.letter(names, context)
        blocks = page.with_pictures(page.blocks(marked), pictures)
        whole = self._page.render({"subject": "", "blocks": blocks, "own": ""})
        lead = str(context.get("lead", ""))
        return (page.preheader(lead) if lead else "") + page.inlined_piece(page.sheet_of(whole), self._styles)

    @cached_property
    def _page(self) -> Template:
        return self._env.get_template("lib/page.html")

    @cached_property
    def _styles(self) -> str:
        """The style sheet of pages, without what is for some screens only: that stays in the page."""
        page = self._page.render({"subject": "", "blocks": [], "own": ""})
        return page.partition("<style>")[2].partition("@media")[0]

    def part(self, names: tuple[str, ...], context: Mapping[str, Any]) -> str | None:
        """Text of the first template that exists, None if there is none."""
        name = self._first(names)
        return tidy(self._written(name, context)) if name else None

    def _written(self, name: str, context: Mapping[str, Any]) -> str:
        """What the template says of the context."""
        return self._env.get_template(name).render(context)

    def answer(self, code: str, data: Mapping[str, Any]) -> str:
        """The words of one answer, from the macro of that name in session/answers.txt."""
        macros = self._env.get_template("session/answers.txt").module  # jinja2 keeps it once it was asked for
        return tidy(str(getattr(macros, code)(data))).strip()

    def complaints(self) -> list[str]:
        """Every template that cannot be read, in words: a keeper's own wording may have a slip."""
        return self._env.complaints()

    def _first(self, names: tuple[str, ...]) -> str:
        """The first of these templates that exists, "" if none does."""
        if names not in self._found:
            there = (name for name in names for folder in self._folders if Path(folder, name).is_file())
            self._found[names] = next(there, "")
        return self._found[names]


def split(rendered: str) -> tuple[str, str]:
    """A rendered letter into subject and body."""
    head, _, body = rendered.lstrip("\n").partition("\n")
    if not head.startswith("Subject:"):
        raise ValueError(f"a template begins with {head[:40]!r}, not with Subject:")
    return " ".join(head.removeprefix("Subject:").split()), tidy(body)


def tidy(body: str) -> str:
    """No trailing spaces, no more than one blank line in a row, one newline at the end."""
    lines = "\n".join([line.rstrip() for line in body.split("\n")])
    if "\n\n\n" not in lines:
        return lines.strip("\n") + "\n"
    return _BLANKS.sub("\n\n", lines).strip("\n") + "\n"
