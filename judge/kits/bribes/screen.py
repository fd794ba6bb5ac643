"""A sheet held against the rules at entry: every line as it will stand, or why it cannot (A5).

A sheet is atomic (A3): one line that cannot stand sets the whole of it aside. Which lines are at fault, and of what,
is told line by line.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from judge.core.ruling import Reason, Remark
from judge.core.tables import reasons, tables
from judge.core.values import Value
from judge.kits.board.geography import province_of
from judge.kits.board.legality import move_targets
from judge.kits.board.units import Unit
from judge.kits.board.verdicts import Why
from judge.kits.board.words import why_words
from judge.kits.bribes.rules import STANDARD, BribeRules, Language, Reach, Signals
from judge.kits.bribes.survey import Impossible, Survey
from judge.kits.bribes.values import DIRECT, Line, Offer, Payer, Saving, is_move

REASONS: dict[str, Reason] = reasons(tables(__package__)["screen"])


class Screened(NamedTuple):
    """One line judged: as it will stand, or as written with the reason why not; and what to say beside it."""

    line: Line
    fault: Remark | None = None
    remarks: tuple[Remark, ...] = ()

    @property
    def stands(self) -> bool:
        return self.fault is None

    @property
    def ignored(self) -> bool:
        """Whether the line stands and does nothing (A13, in the fog)."""
        return any(remark.code == "ignored" for remark in self.remarks)


# faults that would tell where another's unit stands
_HANGS_ON_OTHERS = frozenset({Why.NO_SUBJECT, Why.SUBJECT_CANNOT, Why.NO_ARMY, Why.NO_FLEETS, Why.OFF_ROUTE})


class PayerTable(Value):
    """What a sheet is held against.

    payer    who pays, and `power` whose units are his own ("" for one who has none)
    dummies  the powers nobody plays
    sighted  whether what stands in the fog may be looked at: at the deadline, and never in an answer to a player
    """

    survey: Survey
    payer: Payer
    power: str
    balance: int
    rules: BribeRules = STANDARD
    dummies: Collection[str] = ()
    sighted: bool = False

    @cached_property
    def in_fog(self) -> bool:
        """Whether an answer must not tell what stands where."""
        return self.rules.blind and not self.sighted

    @cached_property
    def anything_goes(self) -> bool:
        """Whether the game has the whole language and sells every unit."""
        rules = self.rules
        whole = rules.language is Language.FULL and rules.plateaus
        return whole and not rules.dummies_only and rules.reach is Reach.ANY


def screen(table: PayerTable, lines: Sequence[Line]) -> tuple[Screened, ...]:
    """One answer a line, in order. Judged together, because some rules count lines or add them up."""
    seen: set[str] = set()
    out = []
    for line in lines:
        if isinstance(line, Saving):
            saves = table.rules.savings and table.rules.language is not Language.CLASSIC
            out.append(Screened(line, None if saves else Remark("no-savings")))
            continue
        screened = screen_offer(table, line)
        if table.anything_goes:  # as many lines for a unit as anybody likes
            out.append(screened)
            continue
        province = province_of(line.unit.split()[-1])
        if screened.stands and province in seen and _one_line_each(table, province):
            screened = Screened(screened.line, Remark("one-line", {"unit": line.unit}))
        seen.add(province)
        out.append(screened)
    return _told_of_savings(table, _limited(table, out))


def _one_line_each(table: PayerTable, province: str) -> bool:
    """Whether the unit there may have one line only: in the smaller languages, and where it obeys its owner anyway."""
    unit = table.survey.unit(province)
    own = unit is not None and unit.power == table.power
    return table.rules.language is not Language.FULL or (table.rules.dummies_only and own)


def screen_offer(table: PayerTable, offer: Offer) -> Screened:
    """One line of bribes by itself: what it may not be beside other lines is left out.

    In the fog a line about another's unit is answered the same whether one stands there or not, and at the deadline
    does nothing, without a word, where the rules of the game do not allow it (A13).
    """
    unit = table.survey.unit(offer.unit)
    foreign = unit is None or unit.power != table.power
    if table.in_fog and foreign:
        return _unseen(table, offer)
    if unit is None:
        return _ignored(offer) if table.rules.blind else Screened(offer, Remark("no-unit", _nowhere(table, offer)))
    fault = None if table.anything_goes else _form_fault(table, offer) or _market_fault(table, offer, unit)
    fault = fault or _zero_fault(table, offer, unit)
    if fault is not None:
        return _ignored(offer) if table.rules.blind and foreign else Screened(offer, fault)
    return _with_orders(table, offer, unit)


def _ignored(offer: Offer) -> Screened:
    return Screened(offer, None, (Remark("ignored"),))


def _with_orders(table: PayerTable, offer: Offer, unit: Unit) -> Screened:
    """The line with its orders in full. At the deadline in the fog those that cannot be given are left out of it."""
    orders: list[str] = []
    silent = table.rules.blind and table.sighted
    fog, judged = table.in_fog, table.survey.order
    for order in offer.orders:
        found = judged(unit, order)
        if fog or isinstance(found, Impossible):
            found = _in_full(table, offer, unit, order)
        if isinstance(found, Impossible):
            if silent:
                continue
            return Screened(offer, _impossible(table, unit, order, found))
        if found not in orders:
            orders.append(found)
        elif not silent:
            return Screened(offer, Remark("twice-in-line", {"unit": unit.text, "order": found}))
    if not orders:
        return _ignored(offer)
    whole = tuple(orders)
    text = unit.text
    if whole == offer.orders and text == offer.unit:
        return Screened(offer)
    return Screened(Offer(offer.items, offer.kind, text, whole, offer.note))


def _in_full(table: PayerTable, offer: Offer, unit: Unit, order: str) -> str | Impossible:
    """The order in its one form, signals too (A6, A13). In the fog a help, a signal or a way by sea stands as it was
    written, without being held against the other units."""
    found = table.survey.order(unit, order)
    if table.in_fog:
        hangs = found.why in _HANGS_ON_OTHERS if isinstance(found, Impossible) else order[0] in "SC" or " VIA" in order
        if hangs:
            return order
    if isinstance(found, Impossible) and _signal(table, offer, unit, order):
        return order if table.in_fog else table.survey.with_subject(order)
    return found


def _unseen(table: PayerTable, offer: Offer) -> Screened:
    """A line about another's unit in the fog, judged by its place alone (A13)."""
    fault = _form_fault(table, offer) or _unseen_fault(table, offer)
    if fault is None and any(item.amount == 0 for item in offer.items):
        fault = Remark("zero-unseen", {"place": offer.unit})
    return Screened(offer, fault, () if fault else (Remark("unseen"),))


def _unseen_fault(table: PayerTable, offer: Offer) -> Remark | None:
    """What is certain of another's unit from its place: that it is too far, or too near, or that none is for sale."""
    rules, province = table.rules, province_of(offer.unit.split()[-1])
    if rules.dummies_only and not table.dummies:
        return Remark("not-for-sale", {"powers": "there are none"})
    if rules.reach is Reach.TOUCH and table.power and not table.survey.borders(table.power, province):
        return Remark("too-far", {"unit": offer.unit})
    if rules.reach is Reach.REMOTE and table.power and table.survey.reaches(table.power, province):
        return Remark("too-near", {"unit": offer.unit})
    return None


def _signal(table: PayerTable, offer: Offer, unit: Unit, order: str) -> bool:
    """Whether an impossible order is a support that may be named as a signal: by anybody for money, or by the owner
    alone, for nothing and in a line of its own (A13); a coast it may not name either (A5.8)."""
    signals = table.rules.signals
    if signals is Signals.OFF or not order.startswith("S ") or "/" in order.partition(" - ")[2]:
        return False
    alone = offer.kind == DIRECT and len(offer.orders) == 1 and not offer.total
    return signals is Signals.ON or (unit.power == table.power and alone)


def _form_fault(table: PayerTable, offer: Offer) -> Remark | None:
    """What a game with a smaller language does not have."""
    rules = table.rules
    if rules.language is not Language.FULL and offer.kind != DIRECT:
        return Remark("direct-only", {"kind": offer.kind})
    if not rules.plateaus and any(item.plateau for item in offer.items):
        return Remark("no-plateaus")
    if rules.language is Language.CLASSIC:
        signs = [
            sign
            for sign, used in (
                ("*", any(item.times > 1 for item in offer.items)),
                ("+", len(offer.items) > 1),
                ("#", any(item.plateau for item in offer.items)),
                ("|", len(offer.orders) > 1),
            )
            if used
        ]
        if signs:
            return Remark("plain-amounts", {"signs": " ".join(signs)})
    return None


def _zero_fault(table: PayerTable, offer: Offer, unit: Unit) -> Remark | None:
    """An amount of 0 is for one's own units (A5.5)."""
    may = unit.power == table.power or table.rules.zero_foreign
    if may or all(item.amount for item in offer.items):
        return None
    return Remark("zero-foreign", {"unit": unit.text, "owner": unit.power.title()})


def _market_fault(table: PayerTable, offer: Offer, unit: Unit) -> Remark | None:
    """What may not be offered because of whose unit it is."""
    rules, own = table.rules, unit.power == table.power
    if rules.dummies_only and not own and unit.power not in table.dummies:
        return Remark("not-for-sale", {"powers": ", ".join(sorted(table.dummies)) or "there are none"})
    if rules.dummies_only and own and offer.total:
        return Remark("own-free", {"unit": unit.text, "order": offer.orders[0]})
    if own:
        return None
    if rules.reach is not Reach.ANY and table.power:
        near = table.survey.touches(table.power, unit)
        if rules.reach is Reach.TOUCH and not near:
            return Remark("too-far", {"unit": unit.text})
        if rules.reach is Reach.REMOTE and near:
            return Remark("too-near", {"unit": unit.text})
    return None


def _limited(table: PayerTable, screened: Sequence[Screened]) -> tuple[Screened, ...]:
    """The lines in a game whose offers may not exceed the purse: one that does not fit beside those before it is at
    fault (A13)."""
    if not table.rules.limit:
        return tuple(screened)
    over = Remark("over-limit", {"total": sum(_promised(entry) for entry in screened), "balance": table.balance})
    left, out = table.balance, []
    for entry in screened:
        fits = _promised(entry) <= left
        left -= _promised(entry) if fits else 0
        out.append(entry if fits else Screened(entry.line, over))
    return tuple(out)


def _promised(entry: Screened) -> int:
    """What a line that stands offers: an alternative is a bribe of its own (A4)."""
    if not entry.stands or isinstance(entry.line, Saving):
        return 0
    return entry.line.total * (len(entry.line.orders) if entry.line.kind == DIRECT else 1)


def _told_of_savings(table: PayerTable, screened: tuple[Screened, ...]) -> tuple[Screened, ...]:
    """Savings that leave nothing for the offers are pointed out on the last line (A7)."""
    saved = sum([entry.line.amount for entry in screened if isinstance(entry.line, Saving) and entry.stands])
    if not saved or saved < table.balance or not any(_promised(line) for line in screened):
        return screened
    remark = Remark("saves-all", {"saved": saved, "balance": table.balance})
    last = screened[-1]
    return (*screened[:-1], Screened(last.line, last.fault, (*last.remarks, remark)))


# ---- words ----------------------------------------------------------------------------------------------------------


def _nowhere(table: PayerTable, offer: Offer) -> Mapping[str, int | str]:
    survey, place = table.survey, offer.unit.rpartition(" ")[2]
    near = sorted(
        unit.text for unit in survey.position.units.values() if unit.province in survey.board.all_neighbours[place[:3]]
    )
    return {"place": survey.board.full_name(place), "near": f"Beside it stand {', '.join(near)}." if near else ""}


def _impossible(table: PayerTable, unit: Unit, order: str, found: Impossible) -> Remark:
    survey = table.survey
    if found.support_coast:
        plain = order[: order.rindex("/")]
        return Remark("support-coast", {"unit": unit.text, "instead": plain})
    if found.why.name == "COAST_MISSING":
        place = order.split()[1]
        coasts = " or ".join(f"{unit.text} - {at}" for at in survey.board.provinces[place[:3]].locations)
        return Remark("offer-which-coast", {"unit": unit.text, "order": order, "coasts": coasts})
    words = why_words(found.why).removeprefix("illegal: ")
    instead = ""
    if is_move(order):
        by_land = sorted(survey.board.neighbours(unit.type, unit.location))
        places = by_land if table.in_fog else move_targets(survey.board, survey.position, unit)
        instead = f"It can go to {', '.join(places)}."
    return Remark("offer-impossible", {"unit": unit.text, "order": order, "why": words, "instead": instead})
