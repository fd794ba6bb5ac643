"""Orders that are carried out at once, in order of arrival."""

from __future__ import annotations

from judge.core.codec import pack, pack_sheet
from judge.core.command import Command
from judge.core.notice import MASTER
from judge.desk.news import publish
from judge.desk.phases import books
from judge.desk.sheets import telling
from judge.desk.sheets.sitting import Sitting


def carry_out(sitting: Sitting, command: Command, trying: bool) -> None:
    """A command of an ACT section: ruled on, carried out unless it is only tried, journalled."""
    game, variant, office = sitting.the_game(), sitting.variant(), sitting.office
    seat = MASTER if sitting.master else sitting.the_seat().name
    state = office.journal.state(variant, game)
    (ruling,) = variant.rule_on(state, seat, (command,))
    telling.tell(sitting, variant, (ruling,))
    if not ruling.stands or trying:
        return
    step = variant.act(state, seat, ruling.command)
    books.audit(office, game, step)
    packed = pack_sheet(variant.vocabulary, (ruling.command,))[0]
    seq = office.log_event(
        game,
        "acted",
        sitting.at,
        actor=seat,
        cause=sitting.message.key,
        data={"command": packed, "notices": step.notices},
    )
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
