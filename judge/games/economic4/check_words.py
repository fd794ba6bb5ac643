"""Transfers and declarations judged before the deadline (E-7 to E-9, E-11, E-13)."""

from dataclasses import replace

from judge.core.command import Command, Sheet
from judge.core.ruling import Remark, Ruling, accept, amend, refuse
from judge.games.economic4 import commands
from judge.games.economic4.money import owed
from judge.games.economic4.state import EconomyState
from judge.kits.board.geography import province_of
from judge.kits.host.commands import UnitOrder

LARGEST = 15_600  # what the board pays in a hundred years

# ---- transfers -----------------------------------------------------------------------------------------------------


def check_transfers(state: EconomyState, power: str, lines: Sheet, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a line. What the other party writes, and what comes in before, nobody knows."""
    rulings = [_transfer(state, power, command, lines) for command in lines]
    rulings = _calls_added_up(state, power, rulings)
    return tuple(_above_treasury(state, power, rulings))


def _transfer(state: EconomyState, power: str, command: Command, lines: Sheet) -> Ruling:
    if isinstance(command, commands.NoTransfers):
        beside = any(not isinstance(line, commands.NoTransfers) for line in lines)
        return refuse(command, "no-transfers-beside") if beside else accept(command)
    if not isinstance(command, commands.Lend | commands.Give | commands.Receive | commands.Call | commands.Repay):
        return refuse(command, "not-an-order")
    said = getattr(command, "speaker", "")
    if said not in ("", power):
        return refuse(command, "not-your-line", said=said, own=power, line=command.canonical())
    if command.power == power:
        return refuse(command, "own-treasury", line=command.canonical())
    if command.power in state.fate:
        return refuse(command, "dead-power", power=command.power, phase=state.fate[command.power])
    repay = command.repay if isinstance(command, commands.Lend | commands.Receive) else 0
    if max(command.amount, repay) > LARGEST or command.amount < 1:
        code = "too-large" if command.amount > 0 else "no-such-sum"
        return refuse(command, code, amount=max(command.amount, repay))
    if isinstance(command, commands.Call):
        return _call(state, power, command, lines)
    if isinstance(command, commands.Repay):
        return _repay(state, power, command, lines)
    return _paying(power, command)


def _paying(power: str, command: commands.Lend | commands.Give | commands.Receive) -> Ruling:
    """A loan, a gift or its mirror line: it depends on the other's."""
    if isinstance(command, commands.Receive):
        if not command.kind:
            return refuse(command, "loan-or-gift", amount=command.amount, power=command.power)
        if command.repay and command.kind != commands.LOAN:
            return refuse(command, "gift-repaid", amount=command.amount, power=command.power, repay=command.repay)
        lend = commands.Lend(amount=command.amount, power=power, repay=command.repay)
        mirror: Command = lend if command.kind == commands.LOAN else commands.Give(amount=command.amount, power=power)
    elif isinstance(command, commands.Give):
        mirror = commands.Receive(amount=command.amount, power=power, kind=commands.GIFT)
    else:
        mirror = commands.Receive(amount=command.amount, power=power, kind=commands.LOAN, repay=command.repay)
    remarks = [Remark("needs-mirror", {"power": command.power, "mirror": mirror.canonical()})]
    if command.tell:
        remarks.append(Remark("both-are-told", {"power": command.power}))
    if isinstance(command, commands.Lend | commands.Receive) and 0 < command.repay < command.amount:
        remarks.append(Remark("less-back", {"repay": command.repay, "amount": command.amount}))
    return accept(command, *remarks)


def _call(state: EconomyState, power: str, command: commands.Call, lines: Sheet) -> Ruling:
    """A debt is called in autumn; a loan of the same autumn may still add to it (E-8)."""
    if state.phase.season != "F":
        return refuse(command, "call-in-autumn", year=_coming(state))
    debt = owed(state.loans, power, command.power)
    lending = sum(
        line.repay or line.amount for line in lines if isinstance(line, commands.Lend) and line.power == command.power
    )
    if not debt and not lending:
        return refuse(command, "nothing-owed", power=command.power)
    return _up_to(debt, command, "above-debt" if lending else "", "call-cut")


def _repay(state: EconomyState, power: str, command: commands.Repay, lines: Sheet) -> Ruling:
    debt = owed(state.loans, command.power, power)
    borrowing = any(
        isinstance(line, commands.Receive) and line.kind == commands.LOAN and line.power == command.power
        for line in lines
    )
    if not debt and not borrowing:
        return refuse(command, "you-owe-nothing", power=command.power, amount=command.amount)
    return _up_to(debt, command, "below-repayment" if borrowing else "", "repay-cut")


def _up_to(debt: int, command: commands.Call | commands.Repay, growing: str, cut: str) -> Ruling:
    """Cut to the debt; but one that is `growing` by a loan of this sheet is only told of by that remark."""
    if command.amount <= debt:
        return accept(command)
    if growing:
        return accept(command, Remark(growing, {"power": command.power, "owed": debt}))
    return amend(replace(command, amount=debt), cut, power=command.power, owed=debt, asked=command.amount)


def _calls_added_up(state: EconomyState, power: str, rulings: list[Ruling]) -> list[Ruling]:
    """Several calls on one debtor are one; what goes above the debt is said at the line that does it."""
    called: dict[str, int] = {}
    out = []
    for ruling in rulings:
        command = ruling.command
        if ruling.stands and isinstance(command, commands.Call):
            before = called.get(command.power, 0)
            called[command.power] = before + command.amount
            debt = owed(state.loans, power, command.power)
            if before and debt and called[command.power] > debt:
                remark = Remark("called-twice", {"line": command.canonical(), "power": command.power, "owed": debt})
                ruling = replace(ruling, remarks=(*ruling.remarks, remark))
        out.append(ruling)
    return out


def _above_treasury(state: EconomyState, power: str, rulings: list[Ruling]) -> list[Ruling]:
    """The line at which what is sent exceeds what the treasury holds now. A repayment pays what is there when its turn
    comes and the rest as money comes in; a loan or a gift goes whole or not at all."""
    credits, total, out = state.treasury(power), 0, []
    for ruling in rulings:
        command = ruling.command
        if ruling.stands and isinstance(command, commands.Lend | commands.Give | commands.Repay):
            now = max(0, credits - total)
            total += command.amount
            if total > credits:
                remark = Remark("above-treasury", {"credits": credits, "total": total})
                if isinstance(command, commands.Repay):
                    remark = Remark("repaid-in-parts", {"now": now or "Nothing", "rest": command.amount - now})
                ruling = replace(ruling, remarks=(*ruling.remarks, remark))
        out.append(ruling)
    return out


# ---- declarations --------------------------------------------------------------------------------------------------


def check_declarations(state: EconomyState, power: str, lines: Sheet, sheet: Sheet) -> tuple[Ruling, ...]:
    """One ruling a line; `sheet` is the whole sheet, for a unit that is let and ordered, too."""
    return tuple(_declaration(state, power, command, sheet) for command in lines)


def _declaration(state: EconomyState, power: str, command: Command, sheet: Sheet) -> Ruling:
    if state.phase.kind != "M":
        return refuse(command, "not-in-winter", line=command.canonical(), year=_coming(state))
    if isinstance(command, commands.MoveTreasury):
        return _seat(state, power, command)
    if isinstance(command, commands.Ally):
        return _alliance(state, power, command)
    if isinstance(command, commands.Let):
        return _let(state, power, command, sheet)
    if isinstance(command, commands.Guard):
        return _guard(state, power, command)
    return refuse(command, "not-an-order")


def _seat(state: EconomyState, power: str, command: commands.MoveTreasury) -> Ruling:
    province = state.board.provinces[command.place]
    places = ", ".join(sorted(state.provinces_of(power))) or "you have none"
    if province.terrain == "sea":
        return refuse(command, "at-sea", place=province.name, places=places)
    owner = state.owners.get(command.place, "")
    if owner != power:
        return refuse(command, "not-owned", place=province.name, owner=whose(owner), places=places)
    enemy = state.enemy_in(power, command.place)
    if enemy is not None:
        return refuse(command, "occupied", place=province.name, unit=enemy.text)
    if state.seats[power] == command.place:
        return accept(command, Remark("stays", {"place": province.name}))
    return accept(command)


def whose(owner: str) -> str:
    return f"{owner.title()}'s" if owner else "nobody's"


def _alliance(state: EconomyState, power: str, command: commands.Ally) -> Ruling:
    if command.power == power:
        return refuse(command, "alone")
    if command.power in state.fate:
        return refuse(command, "dead-power", power=command.power, phase=state.fate[command.power])
    if state.phase.season != "F":
        return refuse(command, "alliance-in-autumn", year=state.phase.year)
    incomes = state.incomes()
    points = incomes[power] + incomes[command.power]
    figures: dict[str, int | str] = {
        "power": command.power,
        "own": power,
        "alliance": state.settings.alliance,
        "points": points,
    }
    return accept(command, Remark("both-declare", figures))


def _let(state: EconomyState, power: str, command: commands.Let, sheet: Sheet) -> Ruling:
    place = province_of(command.place)
    unit = next((unit for unit in state.units_of(power) if unit.province == place), None)
    if unit is None:
        own = ", ".join(unit.text for unit in state.units_of(power)) or "none"
        return refuse(command, "not-your-unit-to-let", place=state.board.provinces[place].name, own=own)
    standing = replace(command, place=unit.location, unit=unit.type)
    if not command.power:
        let = {int(number): hirer for number, hirer in state.lets.items()}
        number = next(number for number, placed in state.position.units.items() if placed == unit)
        return accept(standing) if number in let else refuse(command, "nothing-let", unit=unit.text)
    if command.power == power:
        return refuse(command, "let-yourself")
    if command.power in state.fate:
        return refuse(command, "dead-power", power=command.power, phase=state.fate[command.power])
    if any(isinstance(order, UnitOrder) and order.key() == place for order in sheet):
        return accept(standing, Remark("own-order-wins", {"unit": unit.text}))
    return accept(standing)


def _guard(state: EconomyState, power: str, command: commands.Guard) -> Ruling:
    if not state.settings.guarded:
        return refuse(command, "guard-setting")
    if command.power == power:
        return refuse(command, "guard-yourself")
    if command.power in state.fate:
        return refuse(command, "dead-power", power=command.power, phase=state.fate[command.power])
    return accept(command)


def _coming(state: EconomyState) -> int:
    """The year of the next autumn, and of the next spring after a winter."""
    return state.phase.year if state.phase.season == "S" else state.phase.year + 1
