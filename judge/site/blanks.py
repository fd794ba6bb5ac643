"""Lines of the order form with boxes to fill in: money between treasuries, and what the stages of a company ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.core.shown import Shown
from judge.games.economic4.shown import EconomyShown
from judge.games.exchange.shown import CompanyShown, ExchangeShown
from judge.render.text import called

FLOATED, STARTED, UNSTARTED = "floated", "started", "unstarted"


@dataclass(frozen=True)
class Box:
    """One box of a line, with the words of the order before and after it.

    choices   what it offers; a number is written in where there are none
    may       the line stands without it
    """

    before: str
    choices: tuple[str, ...] = ()
    after: str = ""
    may: bool = False
    what: str = "number"


@dataclass(frozen=True)
class Blank:
    """A line to be filled in; it is written once every box that it needs has something in it.

    joined   lines of the same word become one line behind it, with commas between
    last     it ends that line, without a comma
    """

    what: str
    boxes: tuple[Box, ...]
    joined: str = ""
    last: bool = False


@dataclass(frozen=True)
class Blanks:
    """Lines under one heading."""

    title: str
    lines: tuple[Blank, ...]


def blanks(phase: str, public: Shown, seats: Sequence[str]) -> tuple[Blanks, ...]:
    """What can be filled in, in a phase and by what everybody knows. `seats` are all that have players."""
    found, kind = [], phase[-1:]
    if isinstance(public, EconomyShown) and kind in ("M", "A"):
        found.append(Blanks("Money", _transfers(tuple(sorted(public.treasuries)), phase[0] == "F")))
    if isinstance(public, ExchangeShown):
        stages = _stages(kind, public.corporations, tuple(seats))
        found += [Blanks(title, lines) for title, lines in stages if lines]
    return tuple(found)


def written(blank: Blank, *values: str) -> str:
    """The line with these values in its boxes, as the page writes it; "" while one that it needs is empty."""
    if any(not value and not box.may for box, value in zip(blank.boxes, values, strict=True)):
        return ""
    filled = [(box.before, value, box.after) for box, value in zip(blank.boxes, values, strict=True) if value]
    return " ".join(word for words in filled for word in words if word)


def _transfers(powers: tuple[str, ...], autumn: bool) -> tuple[Blank, ...]:
    def line(what: str, verb: str, way: str, after: str = "") -> Blank:
        return Blank(what, (Box(verb, what="credits"), Box(way, powers, after, what=way.lower())))

    lines = [
        line("Lend", "LOAN", "TO"),
        line("Borrow", "RECEIVE", "FROM", "(LOAN)"),
        line("Give", "GIVE", "TO"),
        line("Be given", "RECEIVE", "FROM", "(GIFT)"),
        line("Pay back", "REPAY", "TO"),
    ]
    return (*lines, line("Call in", "CALL", "FROM")) if autumn else tuple(lines)


def _stages(
    kind: str, companies: Mapping[str, CompanyShown], seats: tuple[str, ...]
) -> Iterator[tuple[str, tuple[Blank, ...]]]:
    """What the phases of a year of companies ask for."""

    def those(*status: str) -> list[str]:
        return [power for power, row in sorted(companies.items()) if row.status in status]

    named = tuple(f'"{seat}"' if " " in seat else seat for seat in seats)
    if kind in ("B", "G", "H"):
        yield "Bids", tuple(Blank(called(power), _terms(f"BID {power}", may=True)) for power in those(UNSTARTED))
    elif kind == "T":
        yield "Terms", tuple(Blank(called(power), _terms(f"TERMS {power}")) for power in those(STARTED))
        yield (
            "Prices",
            tuple(
                Blank(called(power), (Box(f"PRICE {power}", what="price"),))
                for power in those(STARTED, FLOATED)
                if companies[power].shares
            ),
        )
    elif kind == "F":
        on_sale = [power for power in those(STARTED, FLOATED) if companies[power].company_owned]
        rows = [Blank(called(power), (Box(power, what="shares"),), "OFFERLIST") for power in on_sale]
        cap = Blank("Spend at most", (Box("CAP", what="AgP"),), "OFFERLIST", last=True)
        yield "Shares you want", (*rows, cap) if rows else ()
    elif kind == "E":
        yield (
            "Votes",
            tuple(
                Blank(called(power), (Box(f"VOTE {power} FOR", named, what="investor"),)) for power in those(FLOATED)
            ),
        )
    elif kind == "P":
        yield (
            "Dividends, by leaders",
            tuple(
                Blank(called(power), (Box(f"DIVIDEND {power}", after="PER SHARE", what="AgP"),))
                for power in those(FLOATED)
            ),
        )


def _terms(first: str, may: bool = False) -> tuple[Box, ...]:
    """A bid may bring its terms along; terms alone have no sum."""
    terms = (Box("SHARES", may=may, what="shares"), Box("PRICE", may=may, what="at"))
    if may:
        return (Box(first, what="AgP"), *terms)
    return (Box(f"{first} SHARES", what="shares"), Box("PRICE", what="at"))
