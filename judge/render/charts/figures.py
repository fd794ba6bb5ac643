"""Which notice brings which chart, and how the chart is read out of the notices of all phases so far.

A figure is to a notice what a template of its kind is: the drawing beside the words. It sees the notices its reader may
see and nothing else, so a public chart cannot hold a secret.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from judge.core.listing import listing
from judge.kits.market.rules import STANDARD
from judge.render.charts.chart import Bar, Bars, Chart, Curve, Lines, Mark, Values
from judge.render.palette import FAINT, INK, MONEY, OWN, POWERS, style
from judge.render.text import called, num, score

Data = Mapping[str, Any]
Turn = tuple[str, Sequence[Mapping[str, Any]]]
"""A phase and the notices of its results, oldest phase first in a sequence of turns."""

Figure = Callable[[Sequence[Turn], Data], Chart | None]

LABELLED = 12  # more curves than this are too many to tell apart: the others are drawn faint
CRASH = Decimal("0.15")  # a price that loses this part of itself in one phase
MOST_MARKS = 8
_POWER_OF = {currency.code: currency.power for currency in STANDARD}
_NAME_OF = {currency.code: currency.one for currency in STANDARD}


def public_figures(turns: Sequence[Turn]) -> dict[str, list[Chart]]:
    """Notice kind -> the charts that stand beside it, for the newest of `turns` (public notices only)."""
    found, run = _figures(turns, _PUBLIC), race(turns)
    if run is not None and run[0] in {notice["kind"] for notice in turns[-1][1]}:
        found.setdefault(run[0], []).append(run[1])
    return found


def private_figures(turns: Sequence[Turn]) -> dict[str, list[Chart]]:
    """The same for one seat's statement; `turns` hold what is public and what is this seat's own."""
    found = _figures(turns, _PRIVATE)
    if "ts.statement" in found and race(turns) is not None:
        del found["ts.statement"]  # the race shows it among the others
    return found


def final_figures(
    turns: Sequence[Turn],
    scores: Mapping[str, str],
    winners: Iterable[str],
    unit: str,
    fortunes: Sequence[tuple[str, Mapping[str, int]]] = (),
) -> list[Chart]:
    """The charts of the last letter: the scores, in `unit` (`GameInfo.score_unit`), and the way to them. `fortunes`:
    what everybody had after each phase, where that was secret till now."""
    won = set(winners)
    ranked = sorted(scores, key=lambda name: (-Decimal(scores[name]), name))[:30]
    rows = tuple(
        Bar(
            called(name),
            Decimal(scores[name]),
            score(scores[name]) + (" winner" if name in won else ""),
            POWERS.get(name, INK if name in won else FAINT),
            name in won,
        )
        for name in ranked
    )
    found: list[Chart] = [Bars("scores", "Final scores", unit, rows)] if rows else []
    run = race(turns)
    found += [run[1]] if run is not None else _net_worth(fortunes)
    for kind, build in (*_PUBLIC, *_AT_THE_END):
        seen = told(turns, kind)
        chart = build(turns, seen[-1][2]) if seen else None
        if chart is not None:
            found.append(chart)
    return found


def _figures(turns: Sequence[Turn], builders: Sequence[tuple[str, Figure]]) -> dict[str, list[Chart]]:
    found: dict[str, list[Chart]] = {}
    newest = {notice["kind"]: notice["data"] for notice in turns[-1][1]} if turns else {}
    for kind, build in builders:
        chart = build(turns, newest[kind]) if kind in newest else None
        if chart is not None:
            found.setdefault(kind, []).append(chart)
    return found


def told(turns: Sequence[Turn], kind: str) -> list[tuple[int, str, Data]]:
    """(number of the turn, phase, data) of every notice of a kind."""
    return [
        (number, phase, notice["data"])
        for number, (phase, notices) in enumerate(turns)
        for notice in notices
        if notice["kind"] == kind
    ]


# ---- builders -------------------------------------------------------------------------------------------------------


def _prices(turns: Sequence[Turn], data: Data) -> Chart | None:
    """Prices of all currencies since the start, with eliminations and crashes marked."""
    lists = data["history"]
    if len(lists) < 2:
        return None
    axis = tuple(one["phase"] for one in lists)
    dead = {row["currency"]: phase for _, phase, gone in told(turns, "market.eliminated") for row in gone["powers"]}
    curves: list[Curve] = []
    for code in sorted(lists[0]["prices"], key=_standing_order):
        values = tuple(Decimal(one["prices"][code]) for one in lists)
        curves.append(Curve(_NAME_OF.get(code, code), values, *style(_POWER_OF.get(code, code), len(curves))))
    marks = _crashes(curves) + [
        Mark(at, f"{_NAME_OF.get(code, code)} closed")
        for at, one in enumerate(lists)
        for code, phase in sorted(dead.items())
        if phase == one["phase"]
    ]
    return Lines("prices", "Prices", "of a unit, in cash", axis, tuple(curves), _together(marks))


def _crashes(curves: Sequence[Curve]) -> list[Mark]:
    found = []
    for curve in curves:
        for at in range(1, len(curve.values)):
            old, new = curve.values[at - 1], curve.values[at]
            if old and new and old - new >= max(CRASH * old, Decimal("0.05")):
                found.append(Mark(at, f"{curve.name} -{old - new:.2f}"))
    return found


def _together(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """One mark for all that happened at a point, the last few points."""
    said: dict[int, list[str]] = {}
    for mark in sorted(marks, key=lambda mark: (mark.at, mark.text)):
        said.setdefault(mark.at, []).append(mark.text)
    return tuple(Mark(at, ", ".join(texts)) for at, texts in said.items())[-MOST_MARKS:]


def _standing_order(code: str) -> tuple[int, str]:
    codes = list(_POWER_OF)
    return (codes.index(code) if code in codes else len(codes), code)


def race(turns: Sequence[Turn], reader: str = "") -> tuple[str, Lines] | None:
    """The kind of notice that tells who is ahead, and the curves of all players to its newest: the `reader`'s own in a
    colour, the leader's dark. None where nobody runs for it or its figures are secret."""
    run = running(turns)
    if run is None or len(run[1]) < 2:
        return None
    (kind, field, name, title, unit), pages = run
    values: dict[str, list[Decimal | None]] = {}
    for at, (_, rows) in enumerate(pages):
        for row in rows:
            values.setdefault(row["seat"], [None] * len(pages))[at] = Decimal(row[field])
    axis = tuple(phase for phase, _ in pages)
    return kind, Lines(name, title, unit, axis, _crowd(values, reader), race=True)


def running(turns: Sequence[Turn]) -> tuple[tuple[str, str, str, str, str], list[tuple[str, Sequence[Data]]]] | None:
    """Which of the races players run (RACES), and its rows by phase."""
    travels = any(notice["kind"].startswith("ts.") for _, notices in turns for notice in notices)
    for one in RACES:
        kind, field, *_ = one
        pages = [(phase, page["rows"]) for _, phase, page in told(turns, kind)]
        won_by_it = not (travels and field == "credits")  # a Troubleshooter is not won by credits
        if won_by_it and pages and pages[-1][1] and all(field in row for row in pages[-1][1]):
            return one, pages
    return None


def _crowd(values: Mapping[str, Sequence[Decimal | None]], reader: str) -> tuple[Curve, ...]:
    """One curve a name; the reader and the best few have labels."""
    names = sorted(values)
    last = {name: next((v for v in reversed(values[name]) if v is not None), Decimal(0)) for name in names}
    best = sorted(names, key=lambda name: (name != reader, -last[name], name))[:LABELLED]
    curves: list[Curve] = []
    for number, name in enumerate(names):
        colour = OWN if name == reader else INK if last[name] == max(last.values()) else FAINT
        shown = "You" if name == reader else name
        curves.append(Curve(shown, tuple(values[name]), colour, number, name not in best))
    return tuple(curves)


def _centres(turns: Sequence[Turn], data: Data) -> Chart | None:
    """Supply centres by power, counted each autumn, eliminations marked."""
    axis: list[str] = []
    counts: list[dict[str, int]] = []
    marks: list[Mark] = []
    for phase, notices in turns:
        for notice in notices:
            page = notice["data"]
            if notice["kind"] == "board.counts":
                rows = {row["power"]: row["centres"] for row in page["counts"]}
                gone = [row["power"] for row in page["counts"] if row["eliminated"]]
            elif notice["kind"] == "board.centres" and page["official"]:
                rows, gone = {row["power"]: row["after"] for row in page["counts"]}, list(page["eliminated"])
                if not counts:
                    axis.append("")
                    counts.append({row["power"]: row["before"] for row in page["counts"]})
            else:
                continue
            known = {mark.text for mark in marks}
            marks += [Mark(len(axis), f"{power.title()} out") for power in gone if f"{power.title()} out" not in known]
            axis.append(phase[1:5])
            counts.append(rows)
    return _power_lines("centres", "Supply centres", "by power, counted in autumn", axis, counts, marks)


def _treasury(field: str, name: str, title: str, unit: str, goal: str = "") -> Figure:
    def build(turns: Sequence[Turn], data: Data) -> Chart | None:
        pages = told(turns, "treasury.autumn")
        counts = [{row["power"]: row[field] for row in page["rows"]} for _, _, page in pages]
        chart = _power_lines(name, title, unit, [phase[1:5] for _, phase, _ in pages], counts)
        if chart is None or not goal:
            return chart
        level = Decimal(data[goal])
        return replace(chart, goal=(level, f"{level} wins alone"))

    return build


def _power_lines(
    name: str,
    title: str,
    unit: str,
    axis: Sequence[str],
    counts: Sequence[Mapping[str, int]],
    marks: Sequence[Mark] = (),
    stepped: bool = False,
) -> Lines | None:
    if len(axis) < 2:
        return None
    curves: list[Curve] = []
    for power in sorted({power for page in counts for power in page}):
        values: Values = tuple(Decimal(page[power]) if power in page else None for page in counts)
        curves.append(Curve(power.title(), values, *style(power, len(curves))))
    return Lines(name, title, unit, tuple(axis), tuple(curves), _together(marks), stepped=stepped)


def _shares(turns: Sequence[Turn], data: Data) -> Chart | None:
    """Prices at which shares of each company were offered, year after year; a year may have no prospectus."""
    offered = {
        int(phase[1:5]): {row["company"]: row["price"] for row in page["rows"]}
        for _, phase, page in told(turns, "exchange.prospectus")
    }
    if len(offered) < 2 or not any(offered.values()):
        return None
    years = range(min(offered), max(offered) + 1)
    counts = [offered.get(year, {}) for year in years]
    unit = "by company and year, in AgP a share"
    return _power_lines("shares", "Prices of shares on offer", unit, list(map(str, years)), counts, stepped=True)


def _holding(turns: Sequence[Turn], data: Data) -> Chart | None:
    """What the reader holds of each currency, at the new prices."""
    rows: list[Bar] = []
    for code in sorted(data["holding_after"], key=_standing_order):
        units, price = data["holding_after"][code], Decimal(data["new_prices"][code])
        worth = f"{units * price:.2f}"
        name = _NAME_OF.get(code, code)
        shown = num(worth) if units else "none"
        rows.append(Bar(name, units * price, shown, style(_POWER_OF.get(code, code), len(rows))[0]))
    rows.append(Bar("Money", Decimal(data["cash"]), num(data["cash"]), MONEY))
    return Bars("holding", "What you hold", "in cash at the new prices", tuple(rows))


def _own(kind: str, value: Callable[[Data], object], name: str, title: str, unit: str) -> tuple[str, Figure]:
    """One curve of the reader's own, out of his statements of a kind."""

    def build(turns: Sequence[Turn], data: Data) -> Chart | None:
        points = [(phase, Decimal(str(value(page)))) for _, phase, page in told(turns, kind)]
        if len(points) < 2:
            return None
        axis, values = zip(*points, strict=True)
        return Lines(name, title, unit, axis, (Curve("You", values, OWN),))

    return kind, build


def _purses(turns: Sequence[Turn], data: Data) -> Chart | None:
    """What the reader's own purse and the treasuries he leads held after each movement."""
    pages = told(turns, "exchange.bribes")
    phases = list(dict.fromkeys(phase for _, phase, _ in pages))
    held: dict[str, dict[str, Decimal]] = {}
    for _, phase, page in pages:
        held.setdefault(page["payer"], {})[phase] = Decimal(page["after"])
    if len(phases) < 2:
        return None
    companies = {page["payer"] for _, _, page in pages if page["company"]}
    curves: list[Curve] = []
    for payer in sorted(held):
        values = tuple(held[payer].get(phase) for phase in phases)
        colour, number = style(payer, len(curves))
        name, colour = (payer.title(), colour) if payer in companies else ("Your purse", OWN)
        curves.append(Curve(name, values, colour, number))
    income = ", before autumn's income" if companies else ""
    return Lines(
        "purses",
        _purses_title(sorted(companies), len(held) > len(companies)),
        f"in AgP, after the bribes of each movement{income}",
        tuple(phases),
        tuple(curves),
    )


def _purses_title(companies: Sequence[str], own: bool) -> str:
    """`Your purse`, `Treasury of Austria`, `Your purse and the treasuries of Austria and Italy`."""
    if not companies:
        return "Your purse"
    treasuries = f"{'treasury' if len(companies) == 1 else 'treasuries'} of {listing(map(str.title, companies))}"
    return f"Your purse and the {treasuries}" if own else treasuries.replace("treasur", "Treasur", 1)


def _spent(turns: Sequence[Turn], data: Data) -> Chart | None:
    """What every power had spent on bribes after each movement, out of the archive that is opened at the end."""
    counts: list[dict[str, int]] = []
    for page in data["pages"]:
        before = counts[-1] if counts else {}
        counts.append({**before, **{p["power"]: before.get(p["power"], 0) + p["spent"] for p in page["purses"]}})
    axis = [page["phase"] for page in data["pages"]]
    return _power_lines("spent", "Spent on bribes", "by power, since the start, in AgP", axis, counts)


def _net_worth(counts: Sequence[tuple[str, Mapping[str, int]]]) -> list[Chart]:
    """What every investor had after each phase."""
    names = sorted({name for _, count in counts for name in count})
    values = {name: [Decimal(count[name]) if name in count else None for _, count in counts] for name in names}
    axis, unit = tuple(phase for phase, _ in counts), "in AgP: cash, and shares at the price last paid"
    return [Lines("networth", "Net worth", unit, axis, _crowd(values, ""))] if len(counts) > 1 else []


RACES = (
    ("capitalist.standings", "points", "points", "Points", "by player, after each phase"),
    ("ts.standings", "dollars", "fortunes", "Fortunes", "by player, in dollars, loans at face"),
    ("market.holdings", "credits", "credits", "Credits", "by player, holdings by the centres of the day (B-5)"),
)
"""What is won by: the notice that tells it, its field, and the chart's name, title and unit."""

_AT_THE_END: tuple[tuple[str, Figure], ...] = (("payola.archive", _spent),)

_PUBLIC: tuple[tuple[str, Figure], ...] = (
    ("market.quotes", _prices),
    ("board.counts", _centres),
    ("board.centres", _centres),
    ("treasury.autumn", _treasury("income", "income", "Income", "by power, each autumn", "victory")),
    (
        "treasury.autumn",
        _treasury("credits", "treasuries", "Treasuries", "by power, with the autumn's income, in credits"),
    ),
    ("exchange.prospectus", _shares),
)

_PRIVATE: tuple[tuple[str, Figure], ...] = (
    ("book.statement", _holding),
    _own("ts.statement", lambda page: page["now"]["dollars"], "fortune", "Your fortune", "in dollars, loans at face"),
    _own(
        "treasury.statement", lambda page: page["closing"], "treasury", "Your treasury", "in credits, after each phase"
    ),
    _own("payola.statement", lambda page: page["after"], "balance", "Your account", "in AgP, after each phase"),
    ("exchange.bribes", _purses),
)
