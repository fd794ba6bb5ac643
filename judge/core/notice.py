"""Notices: facts of a resolved phase, each with the audience it was born for."""

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any, ClassVar

from judge.core.values import Record, Value

PUBLIC = "*"
MASTER = "MASTER"


class News(Record):
    """What a notice says: one record a kind, beside the rules that make it.

    Its fields are the notice's document, name by name, as events keep it and as machines read it; its docstring tells
    the meaning and the unit of each. The template of the kind gets it as `data`. A game lists its kinds in
    `GameInfo.news`, and the conformance tests check every field a template reaches against them.

    notice  the kind of notice: a dotted word such as `market.quotes`, which names the template; said behind the bases:
            `class Quotes(News, notice="market.quotes")`
    """

    notice: ClassVar[str] = ""

    def __init_subclass__(cls, *, notice: str = "", **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.notice = notice or cls.notice


class PhaseNews(News):
    """What a notice says of one phase; `phase` is its id."""

    phase: str


class Notice(Value):
    """One fact. Make one with `tell`.

    audience  PUBLIC, MASTER or a seat's name; decided here and never widened
    kind      what it tells of, a dotted word such as `market.quotes`
    data      holds seats, never people
    """

    audience: str
    kind: str
    data: News | Mapping[str, Any] = field(default_factory=dict)


Report = tuple[Notice, ...]


def tell(audience: str, news: News) -> Notice:
    """A notice of this news."""
    return Notice(audience, news.notice, news)


def news_in(module: Mapping[str, Any]) -> tuple[type[News], ...]:
    """The kinds of news that a module declares: `news_in(globals())`."""
    return tuple(
        news
        for news in module.values()
        if isinstance(news, type) and issubclass(news, News) and news.notice and news.__module__ == module["__name__"]
    )


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a dataclass by name, for one that holds them and more."""
    return {field.name: getattr(value, field.name) for field in fields(value)}
