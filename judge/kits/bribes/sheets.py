"""Sheets of offers and acceptance lists out of letters: judged at entry (A3, A5, A8), read at the deadline (PR-5)."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Self

from judge.core.command import Command, Sheet
from judge.core.ledger import VOID, Posting
from judge.core.ruling import Reason, Remark, Ruling, accept, refuse
from judge.core.tables import reasons, tables
from judge.core.values import Value
from judge.kits.bribes import values
from judge.kits.bribes.decide import BribePurse, Decision
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.rules import MONEY, Signals, till
from judge.kits.bribes.screen import REASONS as _OF_LINES
from judge.kits.bribes.screen import PayerTable, Screened, screen
from judge.kits.bribes.survey import Impossible
from judge.kits.host.commands import UnitOrder


class Bribe(Command, kw_only=True, section="offers"):
    """One line of an offer sheet. `text` is the printed form; a line that cannot be read stays as written, so that
    the rules can set the whole sheet aside because of it (A3)."""

    text: str

    def canonical(self) -> str:
        return self.text

    def offer(self) -> values.Line:
        """The line as a value. Raises OfferFault."""
        return read_offer(self.text)

    def as_order(self) -> str:
        """The line as an order of its unit, if it offers nothing and names one order: what it means in a phase that is
        not bid for. "" for any other."""
        try:
            line = self.offer()
        except values.OfferFault:
            return ""
        if isinstance(line, values.Saving) or line.kind != values.DIRECT or line.total or len(line.orders) > 1:
            return ""
        return f"{line.unit} {line.orders[0]}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        text = " ".join(str(fields["text"]).split())
        with suppress(values.OfferFault):
            text = read_offer(text).text
        return cls(text=text, line=fields.get("line", 0), hat=fields.get("hat", ""))


class NoOffers(Command, section="offers", form="NMR"):
    """NMR: an empty sheet, filed on purpose (A3)."""


class Accept(Command, kw_only=True, section="acceptance", form="ACCEPT {text}", replaces="accept"):
    """ACCEPT FEG?: the acceptance list (A8). `text` as written, in capitals; who its letters are the rules know."""

    text: str

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        text = " ".join(str(fields["text"]).upper().replace(",", " ").split())
        return cls(text=text, line=fields.get("line", 0), hat=fields.get("hat", ""))


OFFER_WORDS: dict[str, type[Command]] = {"bribe": Bribe, "no_offers": NoOffers, "accept": Accept}
"""Grammar rule name -> class (grammar/lib/offers.lark), for a game's vocabulary."""


_ANY_MOVE, _ANY_OTHER = "- ?", "S ?"  # orders that only others may have put on the table


def stands_behind(offer: values.Offer, order: str) -> bool:
    """Whether the line backs the order of its unit, be it for nothing."""
    if offer.kind == values.DIRECT:
        return order in offer.orders
    if offer.kind == values.EXCEPT:
        return order not in offer.orders
    if offer.kind == values.GIFT or order in offer.orders:
        return True
    return values.is_move(order) == (offer.kind == values.MOVE)


def pays(offer: values.Offer, order: str) -> int:
    """What the line adds to the order at full price."""
    return offer.total if stands_behind(offer, order) else 0


def exposure(offers: Iterable[values.Offer]) -> dict[str, int]:
    """Unit -> the most that these lines can cost for it: one order is obeyed, and it is the dearest."""
    by_unit: dict[str, list[values.Offer]] = {}
    for offer in offers:
        by_unit.setdefault(offer.unit, []).append(offer)
    most = {}
    for unit, lines in sorted(by_unit.items()):
        orders = {order for line in lines for order in line.orders} | {values.HOLD, _ANY_MOVE, _ANY_OTHER}
        most[unit] = max(sum(pays(line, order) for line in lines) for order in sorted(orders))
    return most


BRIBE_REASONS: dict[str, Reason] = {
    **_OF_LINES,
    "unreadable": Reason("", "{why} (A4)\n    {line}\n    {caret}"),
    **reasons(tables(__package__)["sheets"]),
}

Letters = Mapping[str, values.Payer]


def as_orders(sheet: Sheet, kind: type[UnitOrder] = UnitOrder) -> Sheet:
    """In a phase of retreats or builds `A PAR - GAS` without an amount is no offer, but the owner's order."""
    texts = [command.as_order() if isinstance(command, Bribe) else "" for command in sheet]
    return tuple(
        kind(text=text, line=command.line, hat=command.hat) if text else command
        for text, command in zip(texts, sheet, strict=True)
    )


# ---- at entry -------------------------------------------------------------------------------------------------------


def rule_on_offers(table: PayerTable, commands: Sequence[Command], spoiled: bool = False) -> list[Ruling]:
    """One ruling a line of one payer's sheet (Bribe, NoOffers).

    A line of this letter that cannot stand sets the others of the sheet aside (A3), and so does one that was meant for
    it and read as something else (`spoiled`); one that was on file before (its `line` is 0), and whose unit has gone
    since, is dropped alone (PR-5). NMR empties the sheet of what stands above it, and is no part of what stands below.
    """
    last = max((at for at, command in enumerate(commands) if isinstance(command, NoOffers)), default=-1)
    kept = commands[last + 1 :] or commands[-1:]
    if len(kept) < len(commands):
        above = commands[: len(commands) - len(kept)]
        gone = [refuse(command, "emptied" if isinstance(command, Bribe) else "filed-below") for command in above]
        return [*gone, *rule_on_offers(table, kept, spoiled)]
    rulings = rule_on_lines(table, commands)
    if spoiled or any(not ruling.stands and ruling.command.line for ruling in rulings):
        return [refuse(ruling.command, "set-aside") if ruling.stands else ruling for ruling in rulings]
    return _with_budget(table, rulings)


def rule_on_lines(table: PayerTable, commands: Sequence[Command]) -> list[Ruling]:
    """One ruling a line by itself: read, then screened against the board (A5)."""
    lines: list[values.Line] = []
    found: list[Ruling | None] = []
    for command in commands:
        if isinstance(command, NoOffers):
            found.append(accept(command))
            continue
        assert isinstance(command, Bribe)
        try:
            lines.append(command.offer())
            found.append(None)
        except values.OfferFault as fault:
            found.append(_unreadable(command, fault))
    screened = iter(screen(table, lines))
    return [
        ruling if ruling is not None else _ruling(command, next(screened))
        for command, ruling in zip(commands, found, strict=True)
    ]


def _unreadable(command: Bribe, fault: values.OfferFault) -> Ruling:
    line, _, caret = fault.caret(command.text).partition("\n")
    return refuse(command, "unreadable", why=f"{fault.message} {fault.hint}".strip(), line=line, caret=caret)


def _ruling(command: Command, screened: Screened) -> Ruling:
    assert isinstance(command, Bribe)
    if screened.fault is not None:
        return refuse(command, screened.fault.code, **screened.fault.figures)
    return accept(replace(command, text=screened.line.text), *screened.remarks)


def _with_budget(table: PayerTable, rulings: list[Ruling]) -> list[Ruling]:
    """What the sheet may cost at most, said on its last line if that is more than there is."""
    standing = [ruling.command for ruling in rulings if ruling.stands]
    purse = BribePurse(table.balance, tuple(command.offer() for command in standing if isinstance(command, Bribe)))
    most = sum(exposure(purse.offers).values())
    if not rulings or most <= purse.spendable or not purse.spendable:
        return rulings
    last = rulings[-1]
    remark = Remark("poor", {"most": most, "spendable": purse.spendable})
    return [*rulings[:-1], replace(last, remarks=(*last.remarks, remark))]


def rule_on_lists(commands: Sequence[Command], letters: Letters) -> list[Ruling]:
    """One ruling an acceptance list of one owner; the last of a letter counts."""
    return [
        refuse(command, "newer-list") if command is not commands[-1] else _rule_on_list(command, letters)
        for command in commands
    ]


def _rule_on_list(command: Command, letters: Letters) -> Ruling:
    assert isinstance(command, Accept)
    try:
        text = values.write_welcome(values.read_welcome(command.text, letters), letters)
    except values.OfferFault as fault:
        return refuse(command, "bad-list", why=f"{fault.message} {fault.hint}".strip())
    plain = command.text.replace(" ", "")
    remarks = (Remark("list-filled", {"text": text}),) if text not in (command.text, plain) else ()
    return accept(replace(command, text=text), *remarks)


# ---- at the deadline ------------------------------------------------------------------------------------------------


class CountedSheet(Value):
    """A sheet as it counts.

    filed     its lines as they were filed, whatever became of them
    unheeded  those of them that are no part of the purse
    dropped   those that could not stand any more, of which the payer is told (PR-5)
    signals   (unit, support) pairs that are shown if the unit would hold (A13)
    """

    purse: BribePurse
    filed: tuple[str, ...] = ()
    unheeded: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    signals: tuple[tuple[str, str], ...] = ()


def bid_of(table: PayerTable, commands: Sequence[Command]) -> CountedSheet:
    """What one payer's sheet offers now, from the purse as it is now (PR-6); the deadline gives a sighted table."""
    lines: list[values.Line] = []
    for command in commands:
        if isinstance(command, Bribe):
            with suppress(values.OfferFault):
                lines.append(command.offer())
    return sifted(table, lines, screen(replace(table, rules=replace(table.rules, limit=False)), lines))


def sifted(table: PayerTable, lines: Sequence[values.Line], judged: Sequence[Screened]) -> CountedSheet:
    """The sheet that is left of these lines, each judged."""
    kept, unheeded, dropped, signals = [], [], [], []
    for filed, screened in zip(lines, judged, strict=True):
        shown = _signal(table, screened)
        if screened.stands and not screened.ignored and not shown:
            kept.append(screened.line)
            continue
        unheeded.append(filed.text)
        signals += shown
        dropped += [filed.text] if not screened.stands else []
    sheet = tuple(line.text for line in lines)
    return CountedSheet(BribePurse(table.balance, tuple(kept)), sheet, tuple(unheeded), tuple(dropped), tuple(signals))


def _signal(table: PayerTable, screened: Screened) -> list[tuple[str, str]]:
    """The impossible support that an owner only shows, if the line is one: no other impossible order stands. In the
    fog it is not told from a support of what is out of sight."""
    line = screened.line
    if isinstance(line, values.Saving) or table.rules.signals is not Signals.OWNER or table.in_fog:
        return []
    unit = table.survey.unit(line.unit) if screened.stands and not screened.ignored else None
    if unit is None or not isinstance(table.survey.order(unit, line.orders[0]), Impossible):
        return []
    return [(line.unit, line.orders[0])]


def issued(decision: Decision, bids: Iterable[CountedSheet]) -> dict[str, str]:
    """Unit -> the order it is given: the one that won, or its owner's signal instead of a hold that won (A13)."""
    signals: dict[str, str] = {}
    for bid in bids:
        for unit, support in bid.signals:
            signals.setdefault(unit, support)  # the line that stands first, as in ties (A8)
    return {
        unit: f"{unit} {signals[unit]}" if unit in signals and award.order == values.HOLD else award.text
        for unit, award in sorted(decision.awards.items())
    }


def paid_out(decision: Decision, zero_sum: bool) -> list[Posting]:
    """What was promised for the orders obeyed leaves the game; in Zero-Sum it is kept for the owners (A7, A13)."""
    return [
        Posting(payer, till(award.owner) if zero_sum else VOID, MONEY, paid, f"bribe for {unit}")
        for unit, award in sorted(decision.awards.items())
        for payer, paid in award.paid.items()
    ]


def filed_list(commands: Sequence[Command], letters: Letters) -> values.Welcome | None:
    """The acceptance list that a sheet brings, if it brings one that can be read."""
    texts = [command.text for command in commands if isinstance(command, Accept)]
    try:
        return values.read_welcome(texts[-1], letters) if texts else None
    except values.OfferFault:
        return None
