"""What is done for a company at once: proposed issues and consent, draw votes, acceptance lists (1.6, 5.2, A8)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from judge.core.command import Command
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.notice import PUBLIC, tell
from judge.core.ruling import Remark, Ruling, accept, refuse
from judge.core.variant import Step
from judge.games.exchange.clock import CALLS, MOVES, PAYOUT, RETREATS, ExchangeTurn
from judge.games.exchange.commands import CallElection, CompanyOrder, Consent, DrawVote, Issue
from judge.games.exchange.info import CALENDAR
from judge.games.exchange.market import status_words
from judge.games.exchange.news import IssueProposed, Vacancy
from judge.games.exchange.state import PRICE_MOST, ExchangeState, Status
from judge.games.exchange.state import Issue as Proposal
from judge.kits.bribes.sheets import Accept
from judge.kits.bribes.values import Welcome, read_welcome
from judge.kits.flotation import room_for
from judge.kits.host.commands import power_letters

_ISSUING = (*CALLS, PAYOUT, MOVES, RETREATS)


def leads(state: ExchangeState, seat: str, power: str, command: Command) -> Ruling | None:
    """The refusal of a command that only the leader of a floated company gives; None if they may (4.6, 1.2).

    power  "" where it is not clear which company is meant
    """
    if not power:
        return refuse(command, "which-company", own=owned(state, seat))
    if not state.corps[power].floated:
        return refuse(command, "not-floated", company=power.title(), status=status_words(state, power))
    if state.corps[power].leader != seat:
        leader = state.corps[power].leader or "nobody"
        leader = f"nobody now that {leader} has left" if leader in state.away(power) else leader
        return refuse(command, "not-leader", company=power.title(), leader=leader, own=owned(state, seat))
    return None


def owned(state: ExchangeState, seat: str) -> str:
    return ", ".join(power.title() for power in state.led_by(seat)) or "no company"


def only_hat(state: ExchangeState, seat: str, hat: str) -> str:
    """The company a line is for: the hat's, or the only one the seat leads; "" where that is not clear."""
    led = state.led_by(seat)
    return hat or (led[0] if len(led) == 1 else "")


def rule_on_company(state: ExchangeState, seat: str, command: Command) -> Ruling:
    """Whether it can be done now."""
    return _RULED[type(command)](state, seat, command)


def do_company(state: ExchangeState, seat: str, command: Command) -> Step:
    """Carry out what was accepted."""
    if isinstance(command, Issue):
        return _propose(state, seat, command)
    if isinstance(command, Consent):
        proposal = state.corps[command.power].issue
        assert proposal is not None
        consent = dict(sorted({**proposal.consent, seat: command.agrees}.items()))
        return Step(state.with_corp(command.power, issue=replace(proposal, consent=consent)))
    if isinstance(command, Accept):
        return Step(state.with_corp(command.hat, welcome=listed(state, command.text)))
    assert isinstance(command, DrawVote)
    return Step(state.with_corp(command.hat, draw=command.powers))


def company_orders(turn: ExchangeTurn) -> dict[str, tuple[CompanyOrder, ...]]:
    """What the leader of each floated company has ordered for it."""
    orders, corps = turn.orders, turn.state.corps
    return {
        power: tuple(c for c in orders.get(corps[power].leader, ()) if isinstance(c, CompanyOrder) and c.hat == power)
        for power in turn.state.floated
    }


# ---- issues -----------------------------------------------------------------------------------------------------


def _rule_on_issue(state: ExchangeState, seat: str, command: Issue) -> Ruling:
    if wrong := leads(state, seat, command.power, command):
        return wrong
    corp, company = state.corps[command.power], command.power.title()
    if not command.amount:
        return accept(command) if corp.issue else refuse(command, "no-issue", company=company)
    if state.phase.kind not in _ISSUING:
        return refuse(command, "issue-closed", now=CALENDAR.name(state.phase))
    if corp.issue:
        return refuse(command, "issue-pending", company=company, number=corp.issue.number, price=corp.issue.price)
    if not 1 <= command.price <= PRICE_MOST:
        return refuse(command, "bad-price", most=PRICE_MOST, price=command.price)
    own = state.own(command.power)
    most = room_for(corp.shares, own)
    if command.amount > most:
        after = {"own": own + command.amount, "shares": corp.shares + command.amount}
        return refuse(command, "no-room", number=command.amount, company=company, most=most, **after)
    return accept(command, _consent_means(state, seat, command.power, command.amount, command.price))


def _consent_means(state: ExchangeState, seat: str, power: str, number: int, price: int) -> Remark:
    held, outstanding = state.held(seat, power), state.outstanding(power)
    return Remark("consent-means", {"number": number, "price": price, "held": held, "outstanding": outstanding})


def _propose(state: ExchangeState, seat: str, command: Issue) -> Step:
    """A proposal goes to all shareholders at once; the proposer's shares agree."""
    if not command.amount:
        return take_back(state, command.power, seat)
    proposal = Proposal(command.amount, command.price, seat, {seat: True})
    return _proposed(state, command.power, proposal, seat)


def take_back(state: ExchangeState, power: str, by: str) -> Step:
    """The proposal of a company is no more; its shareholders are told. Nothing, if there is none."""
    return _proposed(state, power, None, by) if state.corps[power].issue else Step(state)


def _proposed(state: ExchangeState, power: str, proposal: Proposal | None, by: str) -> Step:
    shown = proposal or state.corps[power].issue
    assert shown is not None
    what = "issue proposed" if proposal else "issue withdrawn"
    after = state.with_corp(power, issue=proposal)
    after = after.noted(power, what, 0, f"{shown.number} shares at {shown.price}")
    told = (
        tell(
            who,
            IssueProposed(
                company=power,
                number=shown.number,
                price=shown.price,
                by=by,
                withdrawn=proposal is None,
                outstanding=state.outstanding(power),
                held=held,
                own=who == by,
            ),
        )
        for who, held in state.holders(power).items()
    )
    return Step(after, tuple(told))


def _rule_on_consent(state: ExchangeState, seat: str, command: Consent) -> Ruling:
    proposal, company = state.corps[command.power].issue, command.power.title()
    if not state.held(seat, command.power):  # first, for proposals are the shareholders' to know
        return refuse(command, "no-shares", company=company)
    if proposal is None:
        return refuse(command, "no-issue", company=company)
    return accept(command, _consent_means(state, seat, command.power, proposal.number, proposal.price))


# ---- vacancies --------------------------------------------------------------------------------------------------


def rule_on_vacancy(state: ExchangeState, command: CallElection) -> Ruling:
    """The master calls an election for a company whose leader has gone, or calls it off (XR-26)."""
    corp, company = state.corps[command.power], command.power.title()
    if command.cancel:
        called = command.power in state.vacant
        return accept(command) if called else refuse(command, "not-called", company=company)
    if command.power in state.vacant:
        return refuse(command, "called-already", company=company, phase=str(state.phase))
    if not corp.leader:
        status = status_words(state, command.power) if not corp.floated else "it elects its first leader now"
        return refuse(command, "no-leader", company=company, status=status)
    return accept(command)


def do_vacancy(state: ExchangeState, command: CallElection) -> Step:
    """Everybody is told; who holds shares may vote until the deadline."""
    kept = {*state.vacant} - {command.power} if command.cancel else {*state.vacant, command.power}
    after = replace(state, vacant=tuple(sorted(kept)))
    data = Vacancy(
        phase=str(state.phase),
        company=command.power,
        leader=state.corps[command.power].leader,
        cancelled=command.cancel,
    )
    return Step(after, (tell(PUBLIC, data),))


# ---- draws ------------------------------------------------------------------------------------------------------


def _rule_on_draw(state: ExchangeState, seat: str, command: DrawVote) -> Ruling:
    power = only_hat(state, seat, command.hat)
    if wrong := leads(state, seat, power, command):
        return wrong
    command = replace(command, hat=power)
    survivors = ", ".join(company.title() for company in state.survivors)
    missing = state.of(Status.UNSTARTED, Status.STARTED)
    if missing:
        return refuse(command, "draw-too-early", missing=", ".join(company.title() for company in missing))
    dead = [company for company in (power, *command.powers) if company not in state.survivors]
    if dead:
        return refuse(command, "draw-dead", company=dead[0].title(), survivors=survivors)
    if state.settings.dias and command.powers and command.powers != state.survivors:
        return refuse(command, "draw-all", survivors=survivors)
    remarks = (Remark("draw-means", {"survivors": survivors}),) if command.powers else ()
    return accept(command, *remarks)


def agreed_draw(state: ExchangeState) -> tuple[str, ...]:
    """The draw that all survivors' leaders have on file, or () (5.2, XR-18)."""
    if state.of(Status.UNSTARTED, Status.STARTED) or not state.survivors:
        return ()
    votes = {state.corps[power].draw for power in state.survivors}
    if len(votes) != 1:
        return ()
    (wanted,) = votes
    if state.settings.dias and wanted != state.survivors:
        return ()
    return wanted if set(wanted) <= set(state.survivors) else ()


# ---- acceptance lists -------------------------------------------------------------------------------------------


def _rule_on_list(state: ExchangeState, seat: str, command: Accept) -> Ruling:
    """`ACCEPT RUSSIA R A ?` names its company first, in full; else it is the hat's. A lone name is a list of one."""
    first, _, rest = command.text.partition(" ")
    if first in state.corps and rest:
        command = replace(command, hat=first, text=rest)
    power = only_hat(state, seat, command.hat)
    if wrong := leads(state, seat, power, command):
        return wrong
    try:
        text = written(listed(state, command.text))
    except InputError as fault:
        return refuse(command, "bad-list", why=f"{fault.message} {fault.hint}".strip())
    return accept(replace(command, hat=power, text=text))


def listed(state: ExchangeState, text: str) -> Welcome:
    """The list a text means. Raises OfferFault."""
    return read_welcome(text, power_letters(), {who: who for who in state.investors})


def written(welcome: Welcome) -> str:
    """The list as it is printed, in capitals: letters of companies, investors behind an @."""
    short = {power: letter for letter, power in power_letters().items()}
    return " ".join(short.get(payer, payer if payer == "?" else f"@{fold(payer).upper()}") for payer in welcome)


_RULED: Mapping[type[Command], Callable[[ExchangeState, str, Any], Ruling]] = {
    Issue: _rule_on_issue,
    Consent: _rule_on_consent,
    Accept: _rule_on_list,
    DrawVote: _rule_on_draw,
}
