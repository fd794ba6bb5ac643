"""The master repairs: ROLLBACK, RESEND, QUARANTINE, and ADJUST, a ruling on somebody's money."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from itertools import chain
from typing import Any

from judge.core import words
from judge.core.abilities import Adjustable, Coin
from judge.core.codec import unpack
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.variant import Seat
from judge.desk.cabinet import phase_windows
from judge.desk.cabinet.options import of_house
from judge.desk.cabinet.records import ROLLBACK, Game, Played, Status, iso
from judge.desk.news import publish, results
from judge.desk.office import Office
from judge.desk.phases import between, committing, waiting
from judge.desk.sheets.sitting import Sitting
from judge.desk.words import telling
from judge.desk.words.binding import handles
from judge.desk.words.player import published


@handles(words.Rollback)
def rollback(sitting: Sitting, word: words.Rollback) -> None:
    """ROLLBACK TO phase reason: back to the moment before it was resolved; its sheets are open again."""
    game = sitting.the_game()
    sitting.game = rollback_to(sitting.office, game, word.phase, word.reason, sitting.at, sitting.message.key)
    rulings = ruled_since(sitting.office, game, sitting.game)
    if rulings:  # each on a line of its own, as it may be sent again
        sitting.enclose("session/corrections.txt", lines=rulings)
    now: dict[str, Any] = {"phase": sitting.game.phase, "deadline": sitting.game.deadline, "zone": game.zone()}
    sitting.done("rolled_back", line=word.line, **now, rulings=rulings)


def rollback_to(office: Office, game: Game, phase: str, reason: str, at: datetime, cause: str = "") -> Game:
    """ROLLBACK, also for the command line: masks every resolution from `phase` on; the dice links used stay used."""
    calendar = office.calendar(game)
    wanted = str(calendar.parse(phase))
    found = [i for i, played in enumerate(game.played) if played.phase == wanted]
    if not found:
        done = ", ".join(p.phase for p in game.played) or "none"
        raise InputError(f"{wanted} has not been resolved.", hint=f"Resolved: {done}.")
    if not reason.strip():
        raise InputError("A rollback needs a reason; the list is told.", hint=f"ROLLBACK TO {wanted} and the reason.")
    kept, masked = game.played[: found[-1]], game.played[found[-1] :]
    target = masked[0]
    event = office.journal.event(game.key, target.event)
    lasting = _lasting(office, game, masked, event["data"]["acts"])
    at, before = phase_windows.not_before(game, at), game
    for record in office.files.sheets(game.key):
        if record.phase != "*" and not calendar.before(Phase.parse(game.phase), Phase.parse(record.phase)):
            office.files.drop_sheet(record)
    game = replace(
        phase_windows.closed(game, at),
        status=Status.ACTIVE,
        phase=target.phase,
        played=kept,
        snapshot=target.snapshot,
        acts=tuple(event["data"]["acts"]),
        round=game.round + 1,
        revision=target.revision + 1,
        locked=False,
        cutoff=iso(at),
        ended=None,
        reason="",
        settled=iso(at),
    )
    game = phase_windows.opened(game, at, ROLLBACK)
    office.files.states.pop(game.key, None)
    ruled = bool(ruled_since(office, before, game))
    data = {"to": wanted, "reason": reason, "masked": [(p.phase, p.event) for p in masked]}
    office.log_event(game, "rolled_back", at, actor=MASTER, cause=cause, data=data)
    _reopen_sheets(office, game, event["data"], at)
    for made in lasting:
        game = _made_again(office, game, made, at, cause)
    committing.recount_misses(office, game)
    game = waiting.set_deadline(office, game, office.agenda(game), at)
    told, name = {"to": wanted, "reason": reason, "ruled": ruled}, f"{game.key}:{game.round}:rollback"
    publish.bulletin(office, game, "rolled_back_public", at, name, **told)
    return game


def ruled_since(office: Office, before: Game, now: Game) -> list[str]:
    """The corrections of somebody's money that were taken back with their phases, as the master may send them again."""
    gone = {*_acts(office, before)} - {*_acts(office, now)}
    events = [event for event in office.journal.of_kind(before.key, "adjusted") if event["seq"] in gone]
    return [str(event["data"]["line"]) for event in events]


def _acts(office: Office, game: Game) -> list[int]:
    """The acts of the open phase and of those before it."""
    kept = [office.journal.event(game.key, played.event)["data"]["acts"] for played in game.played]
    return [*chain.from_iterable(kept), *game.acts]


def _lasting(office: Office, game: Game, masked: Sequence[Played], kept: Sequence[int]) -> list[dict[str, Any]]:
    """What happened in the phases taken back and is no part of them: seats that came in, were left or were
    taken over, options the master changed."""
    acts = [seq for played in masked for seq in office.journal.event(game.key, played.event)["data"]["acts"]]
    events = [office.journal.event(game.key, seq) for seq in (*acts, *game.acts) if seq not in kept]
    return [event for event in events if event["kind"] in ("admitted", "retuned", "seated")]


def _made_again(office: Office, game: Game, event: dict[str, Any], at: datetime, cause: str) -> Game:
    """It holds in the phase the game is back in, too."""
    if event["kind"] == "admitted":
        return between.admit(office, game, unpack(Seat, event["data"]["seat"]), at, cause)
    if event["kind"] == "seated":
        return between.seated(office, game, event["data"]["seat"], event["data"]["taken"], at, cause)
    return between.retune(office, game, event["data"]["options"], at, cause)[0]


def _reopen_sheets(office: Office, game: Game, data: Mapping[str, Any], at: datetime) -> None:
    """The sheets of the phase lie on file again as they were, with the stamps of the letters that brought them."""
    for seat, sheet in data["orders"].items():
        record = office.files.sheet(game.key, game.phase, seat)
        stamp = data.get("sent", {}).get(seat, iso(at))
        if sheet:
            office.files.save_sheet(replace(record, version=1, sheet=tuple(sheet), at=stamp, filed=True))
        elif seat in data.get("wrote", ()):
            office.files.save_sheet(replace(record, wrote=iso(at)))


@handles(words.Resend)
def resend(sitting: Sitting, word: words.Resend) -> None:
    """RESEND RESULTS [phase] / RESEND STATEMENT seat: from the journal, as published."""
    game, office = sitting.the_game(), sitting.office
    if not game.played:
        raise InputError("Nothing has been published yet.")
    event = published(sitting, game, word.phase or game.played[-1].phase)
    if word.what.lower().startswith("statement"):
        seat = office.files.seat(game.key, word.seat)
        if seat is None:
            raise InputError(f"{game.key} has no seat {word.seat!r}.")
        results.statement(office, game, seat, event, sitting.at, cause=f"{sitting.cause}:resend")
    else:
        telling.everybody(sitting)
        results.results_again(office, game, event, sitting.at, f"{sitting.cause}:resend")
    sitting.done("resent", line=word.line, what=word.what.lower(), phase=event["phase"])


@handles(words.Quarantine)
def quarantine(sitting: Sitting, word: words.Quarantine) -> None:
    game, office = sitting.the_game(), sitting.office
    rows = office.shunt.listing(game.key)
    action = word.action.lower()
    if action == "list":
        sitting.enclose("session/quarantine.txt", rows=rows, zone=game.zone())
        return
    row = next((r for r in rows if r["reference"] == word.reference.lower()), None)
    if row is None:
        listing = ", ".join(r["reference"] for r in rows) or "none"
        raise InputError(f"There is no letter {word.reference!r} set aside.", hint=f"Set aside: {listing}.")
    if action == "release":
        office.released.append(row["reference"])
        sitting.say("released", line=word.line, reference=row["reference"])
    else:
        office.shunt.drop(row["reference"])
        sitting.say("discarded", line=word.line, reference=row["reference"])
    sitting.did = True


BACK = "ROLLBACK TO phase and the reason takes a phase back."
MOST = 10**9
"""Of any money: a slip of the finger stays a sum that fits into a table."""


@handles(words.Adjust)
def adjust(sitting: Sitting, word: words.Adjust) -> None:
    """ADJUST seat ±sum money reason: posted, told to everybody, and told again in the results."""
    game, office = sitting.the_game(), sitting.office
    variant = _rules(sitting, game)
    state = office.journal.state(office.variant(game), game)
    account = variant.account(state, word.seat)
    coin, reason = _coin(word, variant.coins(state, account))
    amount = _amount(word, coin)
    telling.everybody(sitting)
    line = f"ADJUST {word.seat} {word.change} {coin.called[0]} {reason}"
    sitting.game = between.adjust(
        office, game, account, coin.unit, amount, reason, line, sitting.at, sitting.message.key
    )
    back = f"ADJUST {word.seat} {'-' if amount > 0 else '+'}{word.change[1:]} {coin.called[0]}"
    sitting.done("adjusted", line=word.line, back=back, looked=bool(game.looked and game.looked == game.round))


def _rules(sitting: Sitting, game: Game) -> Adjustable:
    """The game's rules on money. InputError where there is none, or none yet."""
    if game.status is Status.FORMING:
        raise InputError(f"{game.key} has not started: nobody has money yet.", hint="ADJUST is for a running game.")
    if of_house(game, "adjust") == "no":
        raise InputError(f"{game.key} was made with adjust=no: its master corrects nobody's money.", hint=BACK)
    variant = sitting.office.variant(game)
    if not isinstance(variant, Adjustable):
        raise InputError(f"{variant.card.title} has no money that could be corrected.", hint=BACK)
    return variant


def _coin(word: words.Adjust, coins: Sequence[Coin]) -> tuple[Coin, str]:
    """Which money is meant, and the reason behind it: the longest name that the text begins with."""
    text = " ".join(word.text.split())
    names = sorted(((name, coin) for coin in coins for name in coin.called), key=lambda one: -len(one[0]))
    for name, coin in names:
        found = re.match(re.escape(name) + r"(?!\w)[\s,.;:-]*", text, re.IGNORECASE)
        if found is None:
            continue
        reason = text[found.end() :].strip()
        if not reason:
            raise InputError(
                "A ruling needs a reason; everybody is told.",
                hint=f"ADJUST {word.seat} {word.change} {coin.called[0]} and the reason.",
            )
        return coin, reason
    usual = [coin.called[0] for coin in coins]
    known = usual[0] if len(usual) == 1 else f"{', '.join(usual[:-1])} or {usual[-1]}"
    raise InputError(
        f"{text.split()[0]!r} is no money that {word.seat} has here.",
        hint=f"It is {known}: ADJUST {word.seat} {word.change} {usual[0]} and the reason.",
    )


def _amount(word: words.Adjust, coin: Coin) -> int:
    """The sum in the books' smallest."""
    sum_ = Decimal(word.change) * coin.parts
    if sum_ != int(sum_):
        raise InputError(f"{coin.called[0]}: there are whole ones only.", hint="Leave the decimals away.")
    if not 0 < abs(sum_) <= MOST * coin.parts:
        raise InputError(f"A ruling moves more than nothing and at most {MOST:,}.")
    return int(sum_)
