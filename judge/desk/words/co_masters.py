"""Second masters, and a look before results go out: PROMOTE, DEMOTE, HOLD RESULTS, RELEASE."""

from __future__ import annotations

from dataclasses import replace

from judge.core import words
from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.desk.cabinet.records import Status
from judge.desk.phases import resolving
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import addresses, telling
from judge.desk.words.binding import handles
from judge.desk.writing.letterform import Brief

MOST = 4  # masters beside the first


@handles(words.Promote)
def promote(sitting: Sitting, word: words.Promote) -> None:
    """PROMOTE address or seat: every letter to the master goes there too, and may be answered there."""
    game, office = sitting.the_game(), sitting.office
    seat = office.files.seat(game.key, word.who.strip())
    address = seat.address if seat is not None and seat.address else addresses.of_a_person(office, word.who)
    if address in game.masters:
        raise InputError(f"{address} is a master of {game.key} already.")
    if len(game.deputies) >= MOST:
        raise InputError(f"{game.key} has {MOST} masters beside the first.", hint="DEMOTE one of them.")
    telling.newcomer(sitting, address)
    telling.everybody(sitting)
    game = office.files.save_game(replace(game, deputies=(*game.deputies, address)))
    office.log_event(game, "promoted", sitting.at, actor=MASTER, cause=sitting.message.key)
    office.letters.to_master(
        game,
        Brief(
            cause=sitting.cause,
            kind=f"promoted.{word.line}",
            template="session/promoted.txt",
            data={"who": address},
            now=sitting.at,
        ),
    )
    sitting.game = game
    sitting.say("promoted", line=word.line, address=address)
    sitting.did = True


@handles(words.Demote)
def demote(sitting: Sitting, word: words.Demote) -> None:
    """DEMOTE address: reply addresses of letters written to that master before stop working."""
    game, office = sitting.the_game(), sitting.office
    seat = office.files.seat(game.key, word.who.strip())
    address = seat.address if seat is not None and seat.address else canonical(word.who.strip())
    if address not in game.deputies:
        listing = ", ".join(game.deputies) or "nobody"
        raise InputError(f"{word.who} is no master beside the first.", hint=f"The others: {listing}.")
    rest = tuple(one for one in game.deputies if one != address)
    sitting.game = office.files.save_game(replace(game, deputies=rest, nonce=office.new_nonce()))
    office.log_event(game, "demoted", sitting.at, actor=MASTER, cause=sitting.message.key)
    sitting.say("demoted", line=word.line, address=address)
    sitting.did = True


@handles(words.HoldResults)
def hold_results(sitting: Sitting, word: words.HoldResults) -> None:
    """HOLD RESULTS [OFF]: from now on deadlines wait for the master's look."""
    game, office = sitting.the_game(), sitting.office
    sitting.game = office.files.save_game(replace(game, holding=not word.off))
    office.log_event(
        game, "holding", sitting.at, actor=MASTER, cause=sitting.message.key, data={"holding": not word.off}
    )
    sitting.say("holding", line=word.line, on=not word.off, waits=game.held_back, phase=game.phase)
    sitting.did = True


@handles(words.Release)
def release(sitting: Sitting, word: words.Release) -> None:
    """RELEASE: the phase is resolved by the sheets as they are, with the dice that were shown if nothing changed."""
    game, office = sitting.the_game(), sitting.office
    if not game.held_back or game.status is not Status.ACTIVE:
        raise InputError(f"No results of {game.key} are held.", hint="PROCESS and the phase resolves one now.")
    resolved = resolving.resolve(office, game, sitting.at, by=MASTER, cause=sitting.message.key)
    sitting.game = resolved
    if resolved.status is Status.HELD:
        sitting.say("held", Level.ERROR, word.line, phase=game.phase, reason=resolved.reason, now=resolved.phase)
    else:
        sitting.say("results_released", line=word.line, phase=game.phase, now=resolved.phase)
    sitting.did = True
