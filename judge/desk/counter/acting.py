"""Orders of ACT sections: carried out at once, in order of arrival."""

from __future__ import annotations

from judge.core.codec import pack, pack_sheet
from judge.core.command import Command
from judge.desk.news import publish
from judge.desk.phases import books
from judge.desk.sheets import filing
from judge.desk.sheets.sitting import Sitting


def carry_out(sitting: Sitting, seat: str, command: Command, trying: bool) -> None:
    """One such order: ruled on, carried out and journalled; below TRY only ruled on."""
    game, variant, office = sitting.the_game(), sitting.variant(), sitting.office
    state = office.journal.state(variant, game)
    (ruling,) = variant.rule_on(state, seat, (command,))
    filing.tell(sitting, variant, (ruling,))
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
    publish.acted(office, sitting.game, pack(step.notices), sitting.at, f"{game.key}#{seq}")
    sitting.did = True
