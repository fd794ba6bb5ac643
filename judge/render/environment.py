"""Templates by jinja2: what they may call, and how their names are looked up.

Loaded when the first template is rendered: a turn without letters needs none.
"""

from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from types import BuiltinMethodType
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, TemplateError
from jinja2.bccache import Bucket
from jinja2.environment import Template, TemplateModule
from jinja2.runtime import Context, Macro

from judge.core.codec import UNSET, facts
from judge.core.listing import listing
from judge.kits.market.rules import word
from judge.render import dates, marks, page, text
from judge.render.charts import chart
from judge.render.palette import POWERS

GLOBALS: dict[str, object] = {
    "drawn": False,
    "table": text.table,
    "spark": text.spark,
    "span": text.span,
    "POWERS": tuple(POWERS),
}
_WORDS = (text.wrap, text.lay, text.hanging, text.quote, text.cut, text.plural, listing, text.button)
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


class _Kept(FileSystemBytecodeCache):
    """Templates that were read before, on the disk. Where it is full they are read anew each time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


class _Words(Template):
    """A template whose macros are the same for everybody: all globals are the environment's, so nothing of what
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


class LetterEnvironment(Environment):
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

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """In one piece: jinja2's chain of them is walked name by name for each text."""
        return {**self.globals, **(d or {})}

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

    def complaints(self) -> list[str]:
        """Every template that cannot be read, in words: a keeper's own wording may have a slip."""
        wrong = []
        for name in self.list_templates(extensions=["txt", "html"]):
            try:
                self.get_template(name)
            except TemplateError as fault:
                wrong.append(f"the template {name}, line {getattr(fault, 'lineno', 0)}: {fault}")
        return wrong


def environment(folders: Sequence[str], cache: Path | None, *, marks_instead: bool) -> LetterEnvironment:
    """An environment that finds templates in folders, the first that has one. Templates read before are kept in
    `cache`. With `marks_instead` the layout helpers write marks, for the page of a letter."""
    if cache:
        with suppress(OSError):
            cache.mkdir(parents=True, exist_ok=True)
    # constants are folded into the bytecode, so the two never share it
    pattern = "__page_%s.cache" if marks_instead else "__jinja2_%s.cache"
    made = LetterEnvironment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name and ".html" in name),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_Kept(str(cache), pattern) if cache else None,
        auto_reload=False,
    )
    made.globals.update(GLOBALS, sign=page.sign, cells=page.cells)
    made.filters.update(FILTERS, caps=text.capitalise, currency=word, units=_units, kept=page.kept, document=facts)
    if marks_instead:
        made.globals["table"] = marks.table
        made.globals["drawn"] = True  # a page has charts: no line of signs stands above one
        made.filters.update(MARKING)
    return made


def _units(count: int, code: str) -> str:
    """`12,000 Marks`."""
    return f"{text.num(count)} {word(code, count)}"
