"""What is told of a deadline, and to whom: sums and seats to all, transfers and loans to the two parties (E-2)."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Self

from judge.core.codec import UNSET
from judge.core.command import Sheet
from judge.core.ledger import BANK, VOID, Posting
from judge.core.notice import Notice, fields_of, tell
from judge.core.variant import Ended
from judge.games.economic4 import news
from judge.games.economic4.board import POINTS
from judge.games.economic4.money import REPAY, Agreed, Called, Deals, Loan, Settled, match
from judge.games.economic4.state import EconomyState
from judge.games.economic4.view import debts, loan_rows, neutral_points, treasury_rows
from judge.games.economic4.winter import Winter
from judge.kits.board.geography import Map
from judge.kits.deadline import Turn
from judge.kits.host.news import Fate
from judge.kits.host.results import fate, piece


class EconomyTurn(Turn):
    """A deadline under way.

    sheets  power -> sheet
    wrote   powers whose player wrote although nothing of it stood
    purses  power -> what its treasury held before the season's money moved
    opens   whether two silent movements open a seat (D-9); under the first edition they cost the vote alone
    """

    before: EconomyState
    state: EconomyState
    sheets: Mapping[str, Sheet]
    wrote: frozenset[str]
    purses: Mapping[str, int]
    opens: bool
    lines: tuple[Posting, ...] = ()
    settled: Settled | None = None
    called: tuple[Called, ...] = ()
    dropped: tuple[Loan, ...] = ()

    def post(self, postings: tuple[Posting, ...]) -> Self:
        """Money moves; each side's statement gets its line."""
        return replace(self.changed(books=self.state.books.post(postings)), lines=(*self.lines, *postings))


# ---- public --------------------------------------------------------------------------------------------------------


def spring(state: EconomyState, phase: str) -> news.Treasuries:
    return news.Treasuries(phase=phase, rows=treasury_rows(state), neutral=neutral_points(state))


def autumn(state: EconomyState, phase: str) -> news.AutumnReport:
    """The autumn report: net worth, bill due, who cannot pay, who has no free home centre (E-2)."""
    rows = treasury_rows(state)
    return news.AutumnReport(
        phase=phase,
        rows=rows,
        cannot_pay=tuple(news.Bankrupt(power=row.power, short=row.short) for row in rows if row.short),
        no_home=tuple(row.power for row in rows if not row.free_home),
        over=bool(state.ended),
        neutral=neutral_points(state),
        victory=state.settings.victory,
        alliance=state.settings.alliance,
    )


def winter(turn: EconomyTurn, winters: Mapping[str, Winter]) -> news.WinterReport:
    """The winter report: funds before the bills, with money from outside, the bill, and what is left (E-2). More units
    than scheduled has who pays a bill that the treasury of the autumn report could not."""
    rows = [
        news.WinterTreasury(
            power=power,
            own=turn.purses[power],
            funds=done.funds,
            bill=done.bill,
            credits=done.left,
            units=len(done.units),
            more=done.bill > turn.purses[power],
            seat=turn.state.seats[power],
        )
        for power, done in sorted(winters.items())
    ]
    return news.WinterReport(
        phase=turn.phase,
        rows=tuple(rows),
        more=tuple(row.power for row in rows if row.more),
        chosen=tuple(
            news.ChosenUnit(power=power, unit=gone.unit.text)
            for power, done in sorted(winters.items())
            for gone in done.removed
            if not gone.chosen
        ),
        sources=published(turn.settled) if turn.settled else (),
    )


def published(settled: Settled) -> tuple[news.TransferShown, ...]:
    """The transfers of which both parties asked that they be told."""
    return tuple(shown(line) for line in settled.moved if line.public)


def shown(line: Agreed) -> news.TransferShown:
    """A transfer as it is told."""
    return news.TransferShown(payer=line.payer, payee=line.payee, amount=line.amount, kind=line.kind, repay=line.repay)


def winter_rows(board: Map, winters: Mapping[str, Winter]) -> tuple[Fate, ...]:
    """A row a removal, build or waived build, by power."""
    rows: list[Fate] = []
    for power, done in sorted(winters.items()):
        for gone in done.removed:
            why = "removed" if gone.chosen else "chosen by the judge: the treasury could not pay for it"
            doing = "Removes" if gone.chosen else "Defaults, removing"
            words = f"{doing} the {piece(board, gone.unit.type, gone.unit.location)}"
            rows.append(fate(power, f"REMOVE {gone.unit.text}", "removes", gone.unit.text, words, why))
        for unit in done.built:
            words = f"Builds {piece(board, unit.type, unit.location, article=True)}"
            rows.append(fate(power, f"BUILD {unit.text}", "builds", unit.text, words, "built"))
        for build in done.waived:
            words = f"{build.order} is waived: {build.why}"
            rows.append(fate(power, build.order, "waived", "", words, build.why))
    return tuple(rows)


def final(state: EconomyState, ended: Ended, phase: str) -> news.EconomyFinal:
    """The last standing: income, treasury and provinces of every power, the dead with their phase."""
    incomes = state.incomes()
    rows = [
        news.FinalPower(
            power=power,
            income=incomes[power],
            credits=state.treasury(power),
            provinces=len(state.provinces_of(power)),
            winner=state.seat_of(power) in ended.winners,
            eliminated=state.fate.get(power, ""),
        )
        for power in sorted(state.powers, key=lambda power: (-incomes[power], power))
    ]
    return news.EconomyFinal(
        phase=phase,
        reason=ended.reason,
        rows=tuple(rows),
        points=POINTS,
        neutral=neutral_points(state),
        victory=state.settings.victory,
        alliance=state.settings.alliance,
    )


# ---- private -------------------------------------------------------------------------------------------------------


def statements(turn: EconomyTurn, winters: Mapping[str, Winter] | None = None) -> tuple[Notice, ...]:
    """`treasury.statement` for every power that began the season alive, to that power alone."""
    state, notices = turn.state, []
    for power, opening in sorted(turn.purses.items()):
        seat = state.seat_of(power)
        if not seat:
            continue
        data = news.EconomyStatement(
            phase=str(state.phase),
            power=power,
            opening=opening,
            lines=tuple(_line(posting, power) for posting in turn.lines if power in (posting.source, posting.target)),
            closing=state.treasury(power),
            seat=state.seats[power],
            transfers=_transfers(power, turn.settled),
            calls=tuple(call for call in turn.called if power in (call.lender, call.debtor)),
            dropped=tuple(loan for loan in turn.dropped if power in (loan.lender, loan.debtor)),
            unused=tuple(winters[power].unused) if winters else (),
            loans=loan_rows(state, power),
            **fields_of(debts(state, power)),
        )
        notices.append(tell(seat, data))
    return tuple(notices)


def _line(posting: Posting, power: str) -> news.StatementLine:
    """What a posting writes into the statement of one of its sides: what went out is negative."""
    out = posting.source == power
    other = posting.target if out else posting.source
    return news.StatementLine(
        what=posting.memo,
        other="" if other in (BANK, VOID) else other,
        amount=-posting.amount if out else posting.amount,
    )


def _transfers(power: str, settled: Settled | None) -> news.OwnTransfers:
    """What became of the lines that concern this power; nobody else hears of them."""
    if settled is None:
        return news.OwnTransfers(made=(), void=(), idle=(), unmatched=())
    return news.OwnTransfers(
        made=tuple(shown(line) for line in settled.moved if power in (line.payer, line.payee)),
        void=tuple(shown(line) for line in settled.void if power in (line.payer, line.payee)),
        idle=tuple(shown(line) for line in settled.idle if power == line.payer),
        unmatched=tuple(line for line in settled.unmatched if power in (line.by, line.other)),
    )


def hired(state: EconomyState, kept: Collection[str] = ()) -> tuple[Notice, ...]:
    """Who may order whose unit this turn, to the two of them (E-13); of those `kept` the owner's own order goes
    before."""
    notices = []
    for number, power in sorted(state.season.hires.items(), key=lambda item: int(item[0])):
        unit = state.position.units[int(number)]
        data = news.UnitHired(
            phase=str(state.phase),
            owner=unit.power,
            hirer=power,
            unit=unit.text,
            kept=number in kept or UNSET,
            lasting=state.lets.get(number) == power or UNSET,
        )
        parties = (state.seat_of(unit.power), state.seat_of(power))
        notices += [tell(seat, data) for seat in parties if seat]
    return tuple(notices)


def met(state: EconomyState, before: Deals, after: Deals) -> tuple[Notice, ...]:
    """To both parties of a transfer whose halves are now both written, or no longer are, where one wrote TELL ME."""
    once, now = (
        [replace(line, public=False) for lines in match(deals)[0].values() for line in lines if line.kind != REPAY]
        for deals in (before, after)
    )
    written = Counter(line for line in now if line.told) - Counter(line for line in once if line.told)
    standing = Counter(replace(line, told=True) for line in now)
    gone = Counter(line for line in once if line.told) - standing
    notices = []
    for line, both in [*((one, True) for one in written), *((one, False) for one in gone)]:
        data = news.HalvesWritten(phase=str(state.phase), both=both, **fields_of(shown(line)))
        notices += [tell(seat, data) for power in (line.payer, line.payee) if (seat := state.seat_of(power))]
    return tuple(notices)


def alliances(state: EconomyState) -> tuple[Notice, ...]:
    """What a declaration came to, to who made it: nobody hears of another's that was not answered (E-11)."""
    incomes = state.incomes()
    notices = []
    for power, other in sorted(state.season.allies.items()):
        mutual = state.season.allies.get(other) == power
        data = news.AllianceDeclared(
            phase=str(state.phase),
            power=power,
            ally=other,
            mutual=mutual,
            points=incomes[power] + incomes[other] if mutual else incomes[power],
            needed=state.settings.alliance,
        )
        notices.append(tell(state.seat_of(power), data))
    return tuple(notices)
