"""Which lines of a trading sheet cannot stand at all (M-5, M-9, M-13)."""

from collections.abc import Mapping

from judge.core.command import Command, Sheet
from judge.core.ruling import Remark
from judge.kits.market.orders import ALL, MAX, REST, Buy, NoTrade, Sell
from judge.kits.market.rules import DOLLAR, MarketRules, exact, money, word


def screen(
    sheet: Sheet, rules: MarketRules, prices: Mapping[str, int], powers: Mapping[str, str]
) -> tuple[Remark | None, ...]:
    """The objection to each line, or None. A line refused for itself does not make a later one a wash trade."""
    first: dict[str, Sell | Buy] = {}
    out: list[Remark | None] = []
    for command in sheet:
        objection = _objection(command, rules, prices, powers)
        if objection is None and isinstance(command, (Sell, Buy)):
            earlier = first.setdefault(command.currency, command)
            if type(earlier) is not type(command):
                objection = Remark("wash-trade", {"other": earlier.canonical()})
        out.append(objection)
    if first:
        for i, command in enumerate(sheet):
            if out[i] is None and isinstance(command, NoTrade) and not command.zero:
                out[i] = Remark("no-trade-beside-trades")
    return tuple(out)


def _objection(
    command: Command, rules: MarketRules, prices: Mapping[str, int], powers: Mapping[str, str]
) -> Remark | None:
    if command.hat:
        return Remark("hat-on-trade", {"hat": command.hat})
    if isinstance(command, NoTrade):
        return None
    if not isinstance(command, (Sell, Buy)):
        return Remark("not-a-trade")
    currency = command.currency
    if currency not in prices:
        names = ", ".join(word(code) for code in sorted(prices))
        return Remark("unknown-currency", {"currency": currency, "currencies": names})
    if not prices[currency]:
        power = powers.get(currency, currency).title()
        return Remark("closed-currency", {"power": power, "one": word(currency, 1)})
    if isinstance(command, Sell):
        return _amount(command.amount, (ALL, MAX))
    if command.amount and command.budget:
        return Remark("amount-and-budget")
    return _budget(command, rules) if command.budget else _amount(command.amount, (MAX,))


def _amount(amount: int | str, words: tuple[str, ...]) -> Remark | None:
    if isinstance(amount, str):
        return None if amount in words else Remark("amount-unreadable", {"amount": amount})
    return Remark("not-positive", {"amount": amount}) if amount <= 0 else None


def _budget(command: Buy, rules: MarketRules) -> Remark | None:
    budget, least = command.budget, DOLLAR // 10**rules.decimals
    if isinstance(budget, str):
        return None if budget == REST else Remark("budget-unreadable", {"budget": budget})
    if budget <= 0:
        return Remark("budget-not-positive", {"budget": money(budget)})
    if budget % least or command.decimals > rules.decimals:
        return Remark("budget-too-fine", {"budget": exact(budget), "decimals": rules.decimals})
    return None
