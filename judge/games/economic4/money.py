"""What units cost, and who owes whom: the arithmetic of E-4, E-5 and E-8. Whole credits only."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from judge.core.ledger import Posting
from judge.core.phase import Phase
from judge.core.values import Value
from judge.kits.board.units import Unit
from judge.kits.host.reports import BOARD

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
    """A recorded debt (E-8). `owed` is what may still be called, `lent` what was paid out; `phase` when."""

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
