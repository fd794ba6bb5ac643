"""Sheets sent ahead and standing orders, when the phase opens for which they wait."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.core.codec import pack_sheet
from judge.core.notice import MASTER
from judge.core.ruling import words
from judge.core.values import Value
from judge.core.variant import Agenda
from judge.desk.cabinet.files import STANDING
from judge.desk.cabinet.records import Game, SheetRecord, iso
from judge.desk.services import Services
from judge.desk.sheets.filing import Standing, judge_sheet
from judge.desk.sheets.shown import printed


class Opened(Value):
    """A sheet as it went on file when its phase opened; `lost` are its lines that no longer stand, {text, note}."""

    record: SheetRecord
    lost: tuple[dict[str, str], ...]


def carry_over(services: Services, game: Game, at: datetime) -> list[Opened]:
    """Sheets sent ahead for the phase that has just opened, and standing orders, checked again and filed."""
    for standing in services.files.sheets(game.key, STANDING):
        ahead = services.files.sheet(game.key, game.phase, standing.seat)
        if not ahead.filed and standing.sheet:
            services.files.save_sheet(replace(standing, phase=game.phase, version=0, standing=True, earlier=()))
    agenda = services.agenda(game)
    return [_carried(services, game, agenda, record, at) for record in services.files.sheets(game.key, game.phase)]


def _carried(services: Services, game: Game, agenda: Agenda, record: SheetRecord, at: datetime) -> Opened:
    variant = services.variant(game)
    state = services.journal.state(variant, game)
    sections = agenda.accepts if record.seat == MASTER else agenda.sections
    whole = services.sheet(game, record)
    sheet = tuple(c for c in whole if c.section in sections)
    judged = judge_sheet(variant, state, record.seat, sheet, ()) if sheet else Standing((), ())
    lost = [
        {"text": printed(ruling.command), "note": words(variant.reasons, ruling.because) if ruling.because else ""}
        for ruling in judged.rulings
        if not ruling.stands
    ]
    if not record.standing:  # standing orders are meant for phases of every kind
        lost += [
            {"text": printed(c), "note": services.renderer.answer("not_in_this_phase", {"phase": game.phase})}
            for c in whole
            if c.section not in sections
        ]
    new = replace(
        record,
        sheet=pack_sheet(variant.vocabulary, judged.sheet),
        version=record.version or 1,
        filed=bool(judged.sheet),
        at=iso(at),
    )
    services.files.save_sheet(new)
    data = {"seat": record.seat, "version": new.version, "sheet": new.sheet}
    services.log_event(game, "orders_opened", at, actor=record.seat, data=data)
    return Opened(new, tuple(lost))
