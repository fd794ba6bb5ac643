"""STANDBY: who would take a seat over, and is asked when one opens."""

import contextlib

from judge.core import words
from judge.core.errors import InputError
from judge.desk.cabinet.records import Cause, Game, SeatRecord, Status, iso
from judge.desk.news import publish
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words import addresses, admissions, enrol, names
from judge.desk.words.binding import handles
from judge.desk.writing.letterform import Brief
from judge.post import Action, Line, Message

MOST = 25  # who are asked for one seat


@handles(words.Standby)
def standby(context: LetterContext, word: words.Standby) -> None:
    """On the list, off it, or how one stands on it."""
    services, table = context.services, context.services.store.table("standby")
    if not context.own_address and context.must_wait:
        return context.wait(" ".join(("STANDBY", *word.games)), lambda: _wanted(services, word.games))
    address = addresses.the_person(context).address if not context.game else context.own_address
    wanted = _wanted(services, word.games)
    if word.games and wanted:
        kept = table.fetch(address) or {"at": iso(context.at)}
        table.put(address, {"address": address, "games": wanted, "at": kept["at"]})
    elif word.games:
        table.drop(address)
    games = (table.fetch(address) or {"games": []})["games"]
    context.done("standby_set", line=word.line, names=["any game"] if games == ["all"] else games)


def _wanted(services: Services, games: tuple[str, ...]) -> list[str]:
    """The games meant, ["all"] for any. InputError for what is none."""
    if games in (("none",), ("off",)):
        return []
    if "all" in games:
        return ["all"]
    known = services.playable()
    for game in games:
        if game not in known:
            raise InputError(f"This judge does not know the game {game!r}.", hint=f"It knows {', '.join(known)}.")
    return sorted(set(games))


def seat_opened(services: Services, game: Game, seat: SeatRecord, cause: Cause) -> None:
    """A seat is vacant: everybody on the list whom the game would take is written to; the first answer has it."""
    if game.practice or game.status not in (Status.ACTIVE, Status.PAUSED):
        return
    told, known = 0, _public(services, game)
    for row in sorted(services.store.table("standby").all(), key=lambda row: (row["at"], row["address"])):
        if told >= MOST or not {"all", game.variant} & set(row["games"]):
            continue
        with contextlib.suppress(InputError):
            _ask(services, game, seat, str(row["address"]), cause, known)
            told += 1


def _ask(services: Services, game: Game, seat: SeatRecord, address: str, cause: Cause, known: dict[str, str]) -> None:
    """InputError for whoever could not have the seat."""
    line = f"TAKEOVER {names.quoted(seat.name)}@{game.key}"
    word = words.Takeover(seat.name, game.key)
    if services.mark(game.key, address) in seat.former:
        raise InputError("left it")
    if game.house["open"] != "yes" and not enrol.allowance(services, game, address):
        raise InputError("a closed game is nobody else's business")
    admissions.check_takeover(services, game, address, word)
    # it becomes the cause of events, which hold no address
    key = f"{cause.key}:{services.mark(game.key, address)[:16]}"
    message = Message(key, cause.at, address, "", (), line, "", (), Action.ORDERS, (Line(1, line),))
    token = services.letters.held(message, cause.at)
    data = {
        "seat": seat.name,
        "power": seat.power,
        "line": line,
        "asks": enrol.asks_its_master(services, game, address),
        **known,
        "token": token,
    }
    services.letters.to_address(
        address, Brief(cause.key, f"standby.{seat.number}", data, cause.at, game=game, reply_key=f"confirm.{token}")
    )


def _public(services: Services, game: Game) -> dict[str, str]:
    """What everybody may know: the board as it stands, how players stand, and the last results; "" for what there is
    not."""
    from judge.desk.news import pictures  # draws: a judge with no vacant seat starts faster
    from judge.render import board as drawing

    standing, board = services.standing(game, None), pictures.board_of(services, game)
    digest = services.renderer.part((f"{game.variant}/digest.txt",), {"public": standing, "whole": True}) or ""
    results = ""
    if game.played:
        event = services.journal.event(game.key, game.played[-1].event)
        results = "\n\n".join(publish.parts(services, game, publish.public(event["data"]["notices"])))
    return {"results": results, "stands": digest.strip("\n"), "board": drawing.in_words(board) if board else ""}
