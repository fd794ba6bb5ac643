"""What changes a running game between two deadlines: a late joiner, a setting, a seat left or taken, a ruling of the
master on somebody's money, and orders that are carried out at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from judge.core.abilities import Adjustable, Matching, Peopled, Tunable
from judge.core.codec import pack, pack_sheet
from judge.core.command import Command, Orders
from judge.core.notice import MASTER
from judge.core.variant import Seat, Step
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.phases.computing import audit
from judge.desk.sheets import shown
from judge.desk.sheets.sitting import Sitting


def admit(office: Office, game: Game, seat: Seat, at: datetime, cause: str) -> Game:
    """A late joiner: the variant takes the seat in, as an event of the open phase."""
    variant = office.variant(game)
    step = variant.admit(office.journal.state(variant, game), seat)
    audit(office, game, step)
    seq = office.log_event(game, "admitted", at, actor=seat.name, cause=cause, data={"seat": seat})
    return office.save_act(game, seq, step.state)


def retune(office: Office, game: Game, changed: Mapping[str, str], at: datetime, cause: str) -> tuple[Game, bool]:
    """The rules take in options the master has changed, as an event of the open phase; and whether everybody has been
    told of it. InputError where the rules forbid the change."""
    variant = office.variant(game)
    if not isinstance(variant, Tunable) or game.status in (Status.FORMING, Status.FINISHED):
        return game, False
    step = variant.retune(office.journal.state(variant, game), changed)
    return _told(office, game, step, "retuned", MASTER, {"options": dict(changed)}, at, cause), bool(step.notices)


def _told(
    office: Office, game: Game, step: Step, kind: str, actor: str, data: Mapping[str, Any], at: datetime, cause: str
) -> Game:
    """An event of the open phase, after which the game stands as the rules say, and everybody knows."""
    audit(office, game, step)
    seq = office.log_event(game, kind, at, actor=actor, cause=cause, data={**data, "notices": step.notices})
    game = office.save_act(game, seq, step.state)
    # letters are named by the one that caused it and which of its events it is: the journal counts what others file
    counted, name = f"events:{cause}", f"{game.key}#{seq}"
    if cause:
        office.limits.add(counted, at, 1)
        name = f"{cause}:event{office.limits.used(counted)}"
    publish.acted(office, game, pack(step.notices), at, name)
    return game


def seated(office: Office, game: Game, seat: str, taken: bool, at: datetime, cause: str = "") -> Game:
    """Rules that ask who is at the table learn that a seat was left or taken over, as an event of the open phase."""
    variant = office.known_variant(game)
    if variant is None or not isinstance(variant, Peopled) or game.status in (Status.FORMING, Status.FINISHED):
        return game
    step = variant.seated(office.journal.state(variant, game), seat, taken)
    return _told(office, game, step, "seated", seat, {"seat": seat, "taken": taken}, at, cause)


def adjust(
    office: Office, game: Game, account: str, unit: str, amount: int, reason: str, line: str, at: datetime, cause: str
) -> Game:
    """A ruling of the master on somebody's money, as an event of the open phase; `line` is the order as he may send it
    again. InputError where there is less."""
    variant = office.variant(game)
    assert isinstance(variant, Adjustable)
    step = variant.adjust(office.journal.state(variant, game), account, unit, amount, reason)
    ruled = {"account": account, "unit": unit, "amount": amount, "reason": reason, "line": line}
    return _told(office, game, step, "adjusted", MASTER, ruled, at, cause)


def act_at_once(sitting: Sitting, command: Command, trying: bool) -> None:
    """A command of an ACT section: ruled on, carried out unless it is only tried, journalled."""
    game, variant, office = sitting.the_game(), sitting.variant(), sitting.office
    seat = MASTER if sitting.master else sitting.the_seat().name
    state = office.journal.state(variant, game)
    (ruling,) = variant.rule_on(state, seat, (command,))
    shown.tell(sitting, variant, (ruling,))
    if not ruling.stands or trying:
        return
    step = variant.act(state, seat, ruling.command)
    audit(office, game, step)
    packed = pack_sheet(variant.vocabulary, (ruling.command,))[0]
    seq = sitting.log(game, "acted", seat, {"command": packed, "notices": step.notices})
    sitting.game = office.save_act(game, seq, step.state)
    sitting.acts += step.notices
    sitting.did = True


def tell(sitting: Sitting) -> None:
    """What was carried out so far is told, all of it in one letter to each who may know."""
    if sitting.acts:
        # not by an event's number: that counts what others have filed
        cause = f"{sitting.cause}:act{len(sitting.answers)}"
        publish.acted(sitting.office, sitting.the_game(), pack(sitting.acts), sitting.at, cause)
        sitting.acts = ()


def tell_pairs(sitting: Sitting, pairs: Matching, before: Orders) -> None:
    """After filing: lines that have met their other half, or no longer do, are told to their two parties alone."""
    office, game = sitting.office, sitting.the_game()
    after = office.orders(game)
    notices = pairs.met(office.journal.state(sitting.variant(), game), before, after) if after != before else ()
    if notices:
        office.log_event(game, "met", sitting.at, cause=sitting.message.key, data={"notices": notices})
        publish.acted(office, game, pack(notices), sitting.at, f"{sitting.cause}:met{len(sitting.answers)}")
