"""What units cost and who owes whom (E-4, E-5); transfers between treasuries: who said the same, what moves (E-7, E-8).

Lines of transfers are matched first, one by one, without a look at the money; what is agreed then runs in passes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from judge.core.codec import UNSET, Unset
from judge.core.command import Command
from judge.core.ledger import Posting
from judge.core.phase import Phase
from judge.core.values import Value
from judge.games.economic4.commands import GIFT, LOAN, Call, Give, Lend, Receive, Repay
from judge.kits.board.units import Unit
from judge.kits.host.commands import BOARD

CREDIT = "CREDIT"
FLEET, ARMY, CHEAP_ARMY = 5, 4, 3
CHEAP_POWER, CHEAP_ARMIES = "TURKEY", 4


def bill(power: str, armies: int, fleets: int) -> int:
    """The year's bill: 5 a fleet, 4 an army, Turkey's first four armies 3 (E-4)."""
    cheap = min(armies, CHEAP_ARMIES) if power == CHEAP_POWER else 0
    return FLEET * fleets + ARMY * (armies - cheap) + CHEAP_ARMY * cheap


def bill_of(power: str, units: Iterable[Unit]) -> int:
    """The bill for these units, all of them the power's."""
    types = [unit.type for unit in units]
    return bill(power, types.count("A"), types.count("F"))


def price(power: str, armies: int, kind: str) -> int:
    """What one more unit adds to the bill of a power that has `armies` already."""
    if kind == "F":
        return FLEET
    return CHEAP_ARMY if power == CHEAP_POWER and armies < CHEAP_ARMIES else ARMY


def affordable(power: str, armies: int, credits: int, kind: str) -> int:
    """How many units of one kind, and no others, these credits add to the bill."""
    count = 0
    while credits >= price(power, armies, kind):
        credits -= price(power, armies, kind)
        armies += kind == "A"
        count += 1
    return count


class Loan(Value):
    """A debt: `lent` in `phase`, and what is still `owed`."""

    lender: str
    debtor: str
    owed: int
    lent: int
    phase: str

    def rank(self) -> tuple[tuple[int, int, int, str], str, str]:
        """Oldest first; of the same date by the lender's name (E-8)."""
        return BOARD.order(Phase.parse(self.phase)), self.lender, self.debtor


Loans = tuple[Loan, ...]


def owed(loans: Loans, lender: str, debtor: str) -> int:
    """Everything `debtor` owes `lender`."""
    return sum(loan.owed for loan in loans if (loan.lender, loan.debtor) == (lender, debtor))


def paid_off(loans: Loans, lender: str, debtor: str, amount: int) -> Loans:
    """The debts after a payment: the oldest is paid off first. Debts of nothing leave the books."""
    left = amount
    out = []
    for loan in sorted(loans, key=Loan.rank):
        if (loan.lender, loan.debtor) == (lender, debtor):
            paid = min(left, loan.owed)
            left -= paid
            loan = replace(loan, owed=loan.owed - paid)
        if loan.owed:
            out.append(loan)
    return tuple(out)


class Called(Value):
    """A call and what it brought: `asked` as written, `due` cut to the debt, `paid` what the treasury reached."""

    lender: str
    debtor: str
    asked: int
    due: int
    paid: int


def call_in(
    loans: Loans, treasuries: Mapping[str, int], asked: Mapping[tuple[str, str], int]
) -> tuple[Loans, tuple[Called, ...], tuple[Posting, ...]]:
    """Honour the calls of an autumn: (lender, debtor) -> sum asked for (E-8).

    Oldest loan first, of the same date by lender; each as far as the debtor's treasury reaches. Money received serves
    the receiver's own debts, so this goes on until nothing moves. Debts after it, each call's outcome, the postings.
    """
    purse = dict(treasuries)
    due = {pair: min(sum_, owed(loans, *pair)) for pair, sum_ in sorted(asked.items())}
    left = dict(due)
    postings: list[Posting] = []
    moved = True
    while moved:
        moved = False
        for loan in sorted(loans, key=Loan.rank):
            pair = (loan.lender, loan.debtor)
            paid = min(left.get(pair, 0), loan.owed, purse[loan.debtor])
            if paid > 0:
                left[pair] -= paid
                purse[loan.debtor] -= paid
                purse[loan.lender] += paid
                loans = paid_off(loans, *pair, paid)
                postings.append(Posting(loan.debtor, loan.lender, CREDIT, paid, "called"))
                moved = True
                break
    told = tuple(Called(*pair, asked[pair], due[pair], due[pair] - left[pair]) for pair in sorted(asked))
    return loans, told, tuple(postings)


class Deal(Value):
    """One line of a sheet as it is kept till the end of the season.

    `verb` is PAY (loan or gift), RECEIVE, REPAY or CALL; `kind` LOAN or GIFT; `repay` the sum to be called of a loan;
    `tell`: its writer wants to know when the other half is written.
    """

    verb: str
    amount: int
    power: str
    kind: str = ""
    repay: int = 0
    publish: bool = False
    tell: bool | Unset = UNSET

    def words(self) -> str:
        """The line as its writer's sheet prints it."""
        repay = f" REPAY {self.repay}" if self.kind == LOAN and self.repay != self.amount else ""
        if self.verb == "RECEIVE":
            return f"RECEIVE {self.amount} FROM {self.power} ({self.kind}{repay})"
        if self.verb == "CALL":
            return f"CALL {self.amount} FROM {self.power}"
        verb = self.verb if self.verb == "REPAY" else "GIVE" if self.kind == GIFT else "LOAN"
        return f"{verb} {self.amount} TO {self.power}{repay}"


REPAY = "REPAY"
Deals = Mapping[str, tuple[Deal, ...]]


def deals_of(sheet: Iterable[Command]) -> tuple[Deal, ...]:
    """The transfer lines of a sheet, as written. A loan without REPAY is repaid in its own sum."""
    return tuple(deal for command in sheet if (deal := _deal(command)) is not None)


def _deal(command: Command) -> Deal | None:
    tell = getattr(command, "tell", False) or UNSET
    match command:
        case Lend(amount=amount, power=power, publish=publish):
            return Deal("PAY", amount, power, LOAN, command.repay or amount, publish, tell)
        case Give(amount=amount, power=power, publish=publish):
            return Deal("PAY", amount, power, GIFT, 0, publish, tell)
        case Receive(amount=amount, power=power, kind=kind, publish=publish):
            return Deal("RECEIVE", amount, power, kind, (command.repay or amount) if kind == LOAN else 0, publish, tell)
        case Repay(amount=amount, power=power):
            return Deal("REPAY", amount, power)
        case Call(amount=amount, power=power):
            return Deal("CALL", amount, power)
    return None


class Agreed(Value):
    """A transfer on which both said the same. `public` where both asked for it to be told, `told` where one wants to
    hear at once that both halves are written."""

    payer: str
    payee: str
    amount: int
    kind: str
    repay: int = 0
    public: bool = False
    told: bool = False


class Mismatch(Value):
    """A line without its mirror. `said` is the line of `by`; `answer` the nearest line of the other, "" for none;
    `differs` names what is not the same: sum, kind, repayment, or everything."""

    by: str
    other: str
    said: str
    answer: str
    differs: str


class Settled(Value):
    """The transfers of one season.

    `moved` what was carried out, in order (repayments have the kind REPAY); `void` what was agreed and could not be
    paid; `unmatched` lines that had no mirror; `idle` repayments that found no debt or an empty treasury.
    """

    loans: Loans
    postings: tuple[Posting, ...] = ()
    moved: tuple[Agreed, ...] = ()
    void: tuple[Agreed, ...] = ()
    unmatched: tuple[Mismatch, ...] = ()
    idle: tuple[Agreed, ...] = ()


def settle(deals: Deals, treasuries: Mapping[str, int], loans: Loans, phase: str) -> Settled:
    """Everything that moves between treasuries in one season. `treasuries` holds every living power."""
    agreed, unmatched = match(deals)
    run = _Run(dict(treasuries), loans, phase)
    run.all({power: lines for power, lines in agreed.items() if power in treasuries})
    return Settled(run.loans, tuple(run.postings), tuple(run.moved), tuple(run.void), unmatched, tuple(run.idle))


# ---- who said the same --------------------------------------------------------------------------------------------


def match(deals: Deals) -> tuple[dict[str, list[Agreed]], tuple[Mismatch, ...]]:
    """Payer -> its agreed transfers and its repayments, as written; and the lines that have no mirror.

    A line is used up by its mirror: two loans of 3 need two receipts. Of equal receipts one that asks to be told, too,
    or does not either, goes before the others.
    """
    open_receipts = [
        (power, deal) for power, lines in sorted(deals.items()) for deal in lines if deal.verb == "RECEIVE"
    ]
    agreed: dict[str, list[Agreed]] = {}
    lonely: list[tuple[str, Deal]] = []
    for payer, lines in sorted(deals.items()):
        for deal in lines:
            if deal.verb == "REPAY":
                agreed.setdefault(payer, []).append(Agreed(payer, deal.power, deal.amount, "REPAY"))
            elif deal.verb == "PAY":
                mirrors = [receipt for receipt in open_receipts if _mirrors(payer, deal, *receipt)]
                mirror = min(mirrors, key=lambda entry: entry[1].publish != deal.publish, default=None)
                if mirror is None:
                    lonely.append((payer, deal))
                    continue
                open_receipts.remove(mirror)
                public, told = deal.publish and mirror[1].publish, bool(deal.tell or mirror[1].tell)
                line = Agreed(payer, deal.power, deal.amount, deal.kind, deal.repay, public, told)
                agreed.setdefault(payer, []).append(line)
    return agreed, tuple(_mismatches(lonely, open_receipts))


def _mirrors(payer: str, deal: Deal, payee: str, receipt: Deal) -> bool:
    same = (deal.amount, deal.kind, deal.repay) == (receipt.amount, receipt.kind, receipt.repay)
    return same and receipt.power == payer and deal.power == payee


def _mismatches(payments: list[tuple[str, Deal]], receipts: list[tuple[str, Deal]]) -> Iterator[Mismatch]:
    """Each payment beside the receipt that comes nearest to it; what is left stands alone."""
    left = list(receipts)
    for payer, deal in payments:
        near = [entry for entry in left if entry[0] == deal.power and entry[1].power == payer]
        best = min(near, key=lambda entry: len(_differences(deal, entry[1])), default=None)
        if best is not None:
            left.remove(best)
            differs = ", ".join(_differences(deal, best[1]))
            yield Mismatch(payer, deal.power, deal.words(), best[1].words(), differs)
        else:
            yield Mismatch(payer, deal.power, deal.words(), "", "")
    for payee, receipt in left:
        yield Mismatch(payee, receipt.power, receipt.words(), "", "")


def _differences(payment: Deal, receipt: Deal) -> list[str]:
    out = [] if payment.amount == receipt.amount else ["the sum"]
    if payment.kind != receipt.kind:
        return [*out, "loan or gift"]
    plain = payment.repay - payment.amount == receipt.repay - receipt.amount
    same = payment.kind != LOAN or plain or payment.repay == receipt.repay
    return out if same else [*out, "the sum to repay"]


# ---- what moves ---------------------------------------------------------------------------------------------------


@dataclass
class _Run:
    """The passes of E-7: payers by name, lines as written, each whole or not at all, until nothing moves.

    A repayment is not agreed with anybody: it pays what debt and treasury allow when its turn comes, and the rest of
    it has its turn again in the next pass.
    """

    purse: dict[str, int]
    loans: Loans
    phase: str
    postings: list[Posting] = field(default_factory=list)
    moved: list[Agreed] = field(default_factory=list)
    void: list[Agreed] = field(default_factory=list)
    idle: list[Agreed] = field(default_factory=list)

    def all(self, agreed: Mapping[str, list[Agreed]]) -> None:
        waiting = [line for _, lines in sorted(agreed.items()) for line in lines]
        repaid = [0] * len(waiting)
        done = [False] * len(waiting)
        moving = True
        while moving:
            moving = False
            for number, line in enumerate(waiting):
                if done[number]:
                    continue
                if line.kind == "REPAY":
                    paid = self._repay(replace(line, amount=line.amount - repaid[number]))
                    repaid[number] += paid
                    done[number] = repaid[number] == line.amount
                    moving = moving or paid > 0
                elif self._pay(line):
                    done[number] = moving = True
        for number, line in enumerate(waiting):
            if line.kind == "REPAY":
                (self.moved if repaid[number] else self.idle).append(
                    replace(line, amount=repaid[number] or line.amount)
                )
            elif not done[number]:
                self.void.append(line)

    def _pay(self, line: Agreed) -> bool:
        if line.payee not in self.purse or self.purse[line.payer] < line.amount:
            return False
        self._move(line.payer, line.payee, line.amount, line.kind.lower())
        if line.kind == LOAN:
            self.loans = (*self.loans, Loan(line.payer, line.payee, line.repay, line.amount, self.phase))
        self.moved.append(line)
        return True

    def _repay(self, line: Agreed) -> int:
        if line.payee not in self.purse:
            return 0
        paid = min(line.amount, owed(self.loans, line.payee, line.payer), self.purse[line.payer])
        if paid > 0:
            self._move(line.payer, line.payee, paid, "repaid")
            self.loans = paid_off(self.loans, line.payee, line.payer, paid)
        return paid

    def _move(self, payer: str, payee: str, amount: int, memo: str) -> None:
        self.purse[payer] -= amount
        self.purse[payee] += amount
        self.postings.append(Posting(payer, payee, CREDIT, amount, memo))
