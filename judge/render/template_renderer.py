"""The template renderer: templates to letters.

A template file looks like a letter: a `Subject:` line, a blank line, the body. Templates see notice data and
standings, never state objects; a missing field is an error (StrictUndefined), found by the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from types import BuiltinMethodType
from typing import Any

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplatesNotFound,
)
from jinja2.bccache import Bucket
from jinja2.environment import Template, TemplateModule
from jinja2.runtime import Context, Macro

from judge.core.codec import UNSET, facts
from judge.core.regex import regex
from judge.kits.market.rules import word
from judge.render import dates, marks, page, text
from judge.render.charts import chart
from judge.render.hot import HOT
from judge.render.page import Picture
from judge.render.palette import POWERS

GLOBALS: dict[str, object] = {
    "drawn": False,
    "table": text.table,
    "spark": text.spark,
    "span": text.span,
    "POWERS": tuple(POWERS),
}
_WORDS = (text.wrap, text.lay, text.hanging, text.quote, text.cut, text.plural, text.listing, text.button)
_NAMES = (
    text.num,
    text.short,
    text.score,
    text.ordinal,
    chart.season,
    text.by_score,
    text.resubject,
    text.called,
    text.with_sheets,
    text.with_purse,
)
_DATES = (dates.when, dates.both, dates.day, dates.clock, dates.until)
FILTERS = {one.__name__: one for one in (*_WORDS, *_NAMES, *_DATES)}
FILTERS["fixed"] = text.hanging
GLOBALS["fixed_table"] = text.table
"""What keeps its columns on the page too. An archive of a whole game is short enough for one only so."""
MARKING = {one.__name__: one for one in (marks.wrap, marks.lay, marks.hanging, marks.quote, marks.fixed, marks.button)}
"""What stands in for the layout helpers when a template is rendered for its page."""
_OF_DICT = frozenset(dir(dict))
_BLANKS = regex(r"\n{3,}")


class _Kept(FileSystemBytecodeCache):
    """Templates that were read before, on the disk. Where it is full they are read anew each time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


class _Words(Template):
    """A template whose macros are the same for everybody: all globals are the environment's, so nothing of whoever
    imports it need be looked at."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        if self._module is None:
            self._module = self.make_module()
        return self._module


class _Sheet(Context):
    """What a template calls is its own macros, methods of plain values, and a few functions, none of which asks for
    the context: so there is no need to look at each call what it is."""

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        kind = type(called)
        if kind is not Macro and kind is not BuiltinMethodType:
            return super().call(called, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return called(self.eval_ctx, *args, **kwargs) if kind is Macro else called(*args, **kwargs)


class _Desk(Environment):
    """Templates are handed news, standings and plain documents: a name behind a point is a field of theirs before
    anything else, and one that is left out is not defined."""

    template_class = _Words
    context_class = _Sheet

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """A template that another one uses: found once, since none changes while the judge runs."""
        found = self._ready.get(name) if isinstance(name, str) else name
        if found is None:
            found = super().get_template(name, parent, globals)
            self._ready[str(name)] = found
        return found

    @cached_property
    def _ready(self) -> dict[str, Template]:
        return {}

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute not in _OF_DICT:
            try:
                return obj[attribute]
            except KeyError:
                return self.undefined(obj=obj, name=attribute)
        try:
            value = getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)
        return self.undefined(obj=obj, name=attribute) if value is UNSET else value


class TemplateRenderer:
    """Renders letters and parts of letters. `local` may hold a keeper's own wording, which goes first.

    `marking` is the renderer that writes the same words as marks, for the page of a letter.
    """

    def __init__(
        self, share: Path, local: Path | None = None, cache: Path | None = None, *, marks_instead: bool = False
    ) -> None:
        self._folders = (share, local, cache)
        folders = [str(local)] if local and local.is_dir() else []
        if cache:
            with suppress(OSError):
                cache.mkdir(parents=True, exist_ok=True)
        # constants are folded into the bytecode, so the two pens never share it
        pattern = "__page_%s.cache" if marks_instead else "__jinja2_%s.cache"
        self._env = _Desk(
            loader=FileSystemLoader([*folders, str(share / "templates")]),
            undefined=StrictUndefined,
            autoescape=lambda name: bool(name and ".html" in name),
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            bytecode_cache=_Kept(str(cache), pattern) if cache else None,
            auto_reload=False,
        )
        self._env.globals.update(GLOBALS, sign=page.sign, cells=page.cells)
        self._env.filters.update(
            FILTERS, caps=text.capitalise, currency=word, units=units, kept=page.kept, document=facts
        )
        if marks_instead:
            self._env.globals["table"] = marks.table
            self._env.globals["drawn"] = True  # a page has charts: no line of signs stands above one
            self._env.filters.update(MARKING)
        self._found: dict[tuple[str, ...], Template | None] = {}
        self._hot = {} if marks_instead else dict(_shipped(folders))

    @cached_property
    def marking(self) -> TemplateRenderer:
        share, local, cache = self._folders
        return TemplateRenderer(share, local, cache, marks_instead=True)

    def letter(self, names: str | tuple[str, ...], context: Mapping[str, Any]) -> tuple[str, str]:
        """(subject, body) of the first template that exists among `names`. TemplateNotFound when there is none."""
        template = self._first((names,) if isinstance(names, str) else names)
        if template is None:
            raise TemplateNotFound(str(names))
        subject, body = split(self._written(template, context))
        return subject, body

    def page(
        self,
        names: str | tuple[str, ...],
        context: Mapping[str, Any],
        pictures: Sequence[Picture] = (),
        own: str = "",
    ) -> str:
        """The HTML page of a letter: the words of the same template, its tables as tables, its pictures in place.

        `own` is a line that stands before them, where a reader's own part belongs; that has the title then."""
        subject, marked = self.marking.letter(names, context)
        blocks = page.with_pictures(page.blocks(marked, titled=not own), pictures)
        return page.inlined(self._page.render({"subject": subject, "blocks": blocks, "own": own}))

    def fragment(
        self, names: str | tuple[str, ...], context: Mapping[str, Any], pictures: Sequence[Picture] = ()
    ) -> str:
        """What a reader has of his own on such a page: no page by itself, and with no pictures but drawn boxes."""
        _, marked = self.marking.letter(names, context)
        blocks = page.with_pictures(page.blocks(marked), pictures)
        whole = self._page.render({"subject": "", "blocks": blocks, "own": ""})
        lead = str(context.get("lead", ""))
        return (page.preheader(lead) if lead else "") + page.inlined_piece(page.sheet_of(whole), self._styles)

    @cached_property
    def _page(self) -> Template:
        template = self._first(("lib/page.html",))
        assert template is not None
        return template

    @cached_property
    def _styles(self) -> str:
        """The style sheet of pages."""
        return page.styles_of(self._page.render({"subject": "", "blocks": [], "own": ""}))

    def part(self, names: tuple[str, ...], context: Mapping[str, Any]) -> str | None:
        """Text of the first template that exists, None if there is none."""
        template = self._first(names)
        return tidy(self._written(template, context)) if template is not None else None

    def _written(self, template: Template, context: Mapping[str, Any]) -> str:
        """What the template says of the context."""
        hot = self._hot.get(template.name or "")
        said = hot(context) if hot is not None else None
        return template.render(context) if said is None else said

    def answer(self, code: str, data: Mapping[str, Any]) -> str:
        """The words of one answer, from the macro of that name in session/answers.txt."""
        return tidy(str(getattr(self._answers(), code)(data))).strip()

    def complaints(self) -> list[str]:
        """Every template that cannot be read, in words: a keeper's own wording may have a slip."""
        wrong = []
        for name in self._env.list_templates(extensions=["txt", "html"]):
            try:
                self._env.get_template(name)
            except TemplateError as fault:
                wrong.append(f"the template {name}, line {getattr(fault, 'lineno', 0)}: {fault}")
        return wrong

    def _answers(self) -> Any:
        """The file's macros; jinja2 keeps the module of a template once it was asked for."""
        template = self._first(("session/answers.txt",))
        assert template is not None
        return template.module

    def _first(self, names: tuple[str, ...]) -> Template | None:
        if names not in self._found:
            try:
                self._found[names] = self._env.select_template(list(names))
            except TemplatesNotFound:
                self._found[names] = None
        return self._found[names]


def _shipped(own: Sequence[str]) -> Iterator[tuple[str, Callable[[Mapping[str, Any]], str | None]]]:
    """The templates that are written in Python, but for those in whose place `own` folders have a keeper's wording."""
    for name, (write, others) in HOT.items():
        if not any((Path(folder) / one).exists() for folder in own for one in (name, *others)):
            yield name, write


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


def units(count: int, code: str) -> str:
    """`12,000 Marks`."""
    return f"{text.num(count)} {word(code, count)}"
