"""What a form offers in Exchange: offers to units, and what the stages of a company's year ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.core.form import Blank, Blanks, Box, Form
from judge.core.shown import Shown
from judge.games.exchange.shown import CompanyShown, ExchangeShown
from judge.games.exchange.state import Status
from judge.kits.host.form import unit_lines


def form(public: Shown, phase: str, seats: Sequence[str]) -> Form:
    """The form of a phase, by what everybody knows."""
    if not isinstance(public, ExchangeShown):
        return Form()
    stages = _stages(phase[-1], public.corporations, seats)
    blanks = tuple(Blanks(title, lines) for title, lines in stages if lines)
    return Form(unit_lines(public, phase, summed=True), blanks)


def _stages(
    kind: str, companies: Mapping[str, CompanyShown], seats: Sequence[str]
) -> Iterator[tuple[str, tuple[Blank, ...]]]:
    def those(*status: Status) -> list[str]:
        return [power for power, row in sorted(companies.items()) if row.status in status]

    named = tuple(f'"{seat}"' if " " in seat else seat for seat in seats)
    if kind in ("B", "G", "H"):
        yield "Bids", tuple(Blank(power, _terms(f"BID {power}", may=True)) for power in those(Status.UNSTARTED))
    elif kind == "T":
        yield "Terms", tuple(Blank(power, _terms(f"TERMS {power}")) for power in those(Status.STARTED))
        priced = [power for power in those(Status.STARTED, Status.FLOATED) if companies[power].shares]
        yield "Prices", tuple(Blank(power, (Box(f"PRICE {power}", what="price"),)) for power in priced)
    elif kind == "F":
        on_sale = [power for power in those(Status.STARTED, Status.FLOATED) if companies[power].company_owned]
        rows = [Blank(power, (Box(power, what="shares"),), "OFFERLIST") for power in on_sale]
        cap = Blank("Spend at most", (Box("CAP", what="AgP"),), "OFFERLIST", last=True)
        yield "Shares you want", (*rows, cap) if rows else ()
    elif kind == "E":
        votes = (Blank(power, (Box(f"VOTE {power} FOR", named, what="investor"),)) for power in those(Status.FLOATED))
        yield "Votes", tuple(votes)
    elif kind == "P":
        rows = [
            Blank(power, (Box(f"DIVIDEND {power}", after="PER SHARE", what="AgP"),)) for power in those(Status.FLOATED)
        ]
        yield "Dividends, by leaders", tuple(rows)


def _terms(first: str, may: bool = False) -> tuple[Box, ...]:
    """A bid may bring its terms along; terms alone have no sum."""
    terms = (Box("SHARES", may=may, what="shares"), Box("PRICE", may=may, what="at"))
    if may:
        return (Box(first, what="AgP"), *terms)
    return (Box(f"{first} SHARES", what="shares"), Box("PRICE", what="at"))
