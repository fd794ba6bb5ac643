"""What is mailed when a phase is resolved: results, statements, and the last letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from judge.core.dice import Draw
from judge.core.notice import MASTER
from judge.desk.cabinet.records import Game, SeatRecord, Status
from judge.desk.news import press, publish
from judge.desk.news.yours import Openings
from judge.desk.office import Office
from judge.desk.writing.letterform import Brief, Head, Look, alone
from judge.desk.writing.machine import DiceTold, EndTold, FinalPart, ResultsPart, notices_told
from judge.render import changes

if TYPE_CHECKING:
    from judge.desk.news.pictures import Album
    from judge.render.template_renderer import TemplateRenderer


@contextmanager
def awaiting_pictures(office: Office, game: Game, seqs: Sequence[int], at: datetime) -> Iterator[Album]:
    """Letters written inside this context are about one resolved phase, and those that were over at once after it; they
    wait until its pictures are drawn."""
    from judge.desk.news.drawings import RESULTS, awaited

    first, *later = (office.journal.event(game.key, seq) for seq in seqs)
    album = album_of(office, game, first, later)
    with awaited(office, album, RESULTS, at, f"{game.key}#{first['seq']}"):
        yield album


def resolved(office: Office, game: Game, album: Album, at: datetime, opened: Sequence[str] = ()) -> None:
    """One letter a person: to the list and its readers the results, to each player the same behind what is his alone.
    `game` is already in its next phase; `opened`: seats that are open from now on."""
    event = album.event
    cause = f"{game.key}#{event['seq']}"
    openings = Openings(office, game, event, at, album, opened, awaited=True)
    heads: dict[str, Head] = {}
    further = []
    for seat in office.files.seats(game.key).values():
        if seat.address in heads:
            further.append(openings.head(seat, further=True))
        elif seat.address:
            heads[seat.address] = openings.head(seat)
    results(office, game, event, at, cause=cause, album=album, heads=heads, opened=opened)
    for head in further:
        office.letters.to_seat(game, head.seat, by_itself(office, game, head, event, at, cause))
    for one in (event, *album.later):
        master_view(office, game, one, at, cause=f"{game.key}#{one['seq']}")
    not_planned(office, game, album, at)


def album_of(office: Office, game: Game, event: Mapping[str, Any], later: Sequence[Mapping[str, Any]] = ()) -> Album:
    from judge.desk.news.pictures import Album  # draws: a judge without a deadline to resolve starts faster

    return Album(office, game, event, later)


def results(
    office: Office,
    game: Game,
    event: Mapping[str, Any],
    at: datetime,
    *,
    cause: str,
    album: Album | None = None,
    heads: Mapping[str, Head] | None = None,
    opened: Sequence[str] = (),
) -> None:
    """The public results of a resolved phase; `heads`: what the copies of players begin with."""
    phase = str(event["phase"])
    album = album or album_of(office, game, event)
    notices = publish.public(event["data"]["notices"])
    look = publish.look(office, game, notices, at, album.results, rest=f"HISTORY {phase}")
    if look.page:
        pen = office.pen.marking
        look = replace(look, marked={**look.marked, "later": [_later(office, game, one, pen) for one in album.later]})
    data = {
        **result_data(office, game, event, album.later, rest=f"HISTORY {phase}"),
        "press": press.bundled(office, game, phase),
        "opened": office.pen.answer("vacated", {"opened": opened, "game": game.key}) if opened else "",
    }
    brief = Brief(cause, "results", data, at, template=publish.names(game, "results"), phase=phase, look=look)
    machine, *more = (machine_result(game, one) for one in (event, *album.later))
    office.letters.to_everybody(game, replace(brief, machine=machine, more=tuple(more)), heads=heads)


def not_planned(office: Office, game: Game, album: Album, at: datetime) -> None:
    """To the master: letters go out without a picture."""
    from judge.desk.news.drawings import not_drawn

    not_drawn(office, game, album.event, album.faults, at, f"{game.key}#{album.event['seq']}")


def results_again(office: Office, game: Game, event: Mapping[str, Any], at: datetime, cause: str) -> None:
    """The public results once more, as they were published."""
    from judge.desk.news.drawings import RESULTS, awaited

    album = album_of(office, game, event)
    with awaited(office, album, RESULTS, at, cause):
        results(office, game, event, at, cause=cause, album=album)


def _later(office: Office, game: Game, event: Mapping[str, Any], pen: TemplateRenderer) -> dict[str, Any]:
    """A phase that was over at once, as the results of the one before it tell it."""
    data = event["data"]
    marked = () if pen is office.pen.marking else None
    return {
        "phase": event["phase"],
        "words": office.calendar(game).words(event["phase"]),
        "parts": publish.parts(office, game, publish.public(data["notices"]), marked, f"HISTORY {event['phase']}"),
        **{key: data[key] for key in ("draws", "link", "secret")},
    }


def result_data(
    office: Office, game: Game, event: Mapping[str, Any], later: Sequence[Mapping[str, Any]] = (), rest: str = ""
) -> dict[str, Any]:
    """What the results template gets: parts rendered from public notices, dice. `rest`: the word that brings what is
    too long for a letter."""
    data, ended = event["data"], [event, *later][-1]["data"]["ended"]
    corrected = office.journal.undone(game.key, event["phase"])
    return {
        "title": office.variant(game).card.title,
        "result_phase": event["phase"],
        "result_words": office.calendar(game).words(event["phase"]),
        "revision": data["revision"],
        "correction": _correction(office, game, event, corrected) if data["revision"] > 1 else [],
        "parts": publish.parts(office, game, publish.public(data["notices"]), rest=rest),
        "draws": data["draws"],
        "link": data["link"],
        "secret": data["secret"],
        "anchor": game.anchor,
        "previous_link": _previous_link(game, event),
        "archive": office.config.page_of(game.key, str(event["phase"])),
        "wrote": list(data.get("wrote", ())),
        "opened": "",
        "later": [_later(office, game, one, office.pen) for one in later],
        "ended": ended,
        "next_phase": "" if ended else game.phase,
        "next_words": "" if ended else office.calendar(game).words(game.phase),
    }


def _previous_link(game: Game, event: Mapping[str, Any]) -> int:
    """The link published before this one (1 belongs to the start)."""
    numbers = [played.link for played in game.played if played.link < event["data"]["link"]]
    return max(numbers, default=1)


def _correction(office: Office, game: Game, event: Mapping[str, Any], undone: Sequence[int]) -> list[str]:
    """What changed against the last masked results, each fact with what it was and what it is, and whether the dice
    were kept."""
    if not undone:
        return []
    old = office.journal.event(game.key, undone[-1])
    told = ["\n".join(publish.parts(office, game, publish.public(one["data"]["notices"]), ())) for one in (old, event)]
    lines = changes.changes(*told)
    kept = old["data"]["link"] == event["data"]["link"]
    dice = "The dice are those of the first time." if kept else "Orders were changed, so new dice were used."
    return [*(lines or ["Nothing changed."]), dice]


def machine_result(game: Game, event: Mapping[str, Any]) -> ResultsPart:
    """The JSON part of a result: exactly the public notices."""
    data = event["data"]
    draws = tuple(Draw(**draw) for draw in data["draws"])
    dice = DiceTold(event["phase"], data["link"], data["secret"], game.anchor, draws)
    return ResultsPart(game.key, event["phase"], data["revision"], dice, notices_told(publish.public(data["notices"])))


def statement(
    office: Office, game: Game, seat: SeatRecord, event: Mapping[str, Any], at: datetime, *, cause: str
) -> None:
    """What is one seat's own of a resolved phase, again and by itself."""
    if seat.address:
        head = Openings(office, game, event, at, album_of(office, game, event)).head(seat)
        office.letters.to_seat(game, seat, by_itself(office, game, head, event, at, cause))


def by_itself(office: Office, game: Game, head: Head, event: Mapping[str, Any], at: datetime, cause: str) -> Brief:
    """An opening as a letter of its own."""
    look = Look(calendar=publish.deadline_entry(office, game, at))
    return alone(head, Brief(cause, head.kind, {}, at, phase=str(event["phase"]), look=look))


def master_view(office: Office, game: Game, event: Mapping[str, Any], at: datetime, *, cause: str) -> None:
    """What only the master is told of a resolution, if there is anything."""
    own = publish.parts(office, game, publish.private(event["data"]["notices"], MASTER))
    if own:
        data = {"parts": own, "result_phase": event["phase"]}
        office.letters.to_master(game, Brief(cause, "notices", data, at, template="session/master_notices.txt"))


def ended(office: Office, game: Game, phase: str, seq: int, at: datetime) -> None:
    """The last letter: final standings, who was who where the game tells it, the end of the dice chain."""
    from judge.desk.news.drawings import FINAL, awaited

    album = album_of(office, game, office.journal.event(game.key, seq))
    with awaited(office, album, FINAL, at, f"{game.key}#{seq}"):
        _last_letter(office, game, phase, album, at)
    not_planned(office, game, album, at)


def _last_letter(office: Office, game: Game, phase: str, album: Album, at: datetime) -> None:
    over = game.ended or {"reason": "", "scores": {}, "winners": ()}
    secret = office.dice_link(game, game.link).hex()
    data = {
        "ended": game.ended,
        "score_unit": office.variant(game).card.score_unit,
        "people": who_was_who(office, game),
        "race": album.race,
        "turns": album.turns,
        "page": office.config.page_of(game.key) if game.shown else "",
        "final_phase": phase,
        "anchor": game.anchor,
        "link": game.link,
        "secret": secret,
    }
    end = EndTold(over["reason"], over["scores"], tuple(over["winners"]))
    machine = FinalPart(game.key, end, DiceTold(phase, game.link, secret, game.anchor))
    look = publish.look(office, game, (), at, album.final)
    brief = Brief(f"{game.key}:end:{game.round}", "final", data, at, template=publish.names(game, "final"), phase=phase)
    office.letters.to_everybody(game, replace(brief, machine=machine, look=look))


def who_was_who(office: Office, game: Game) -> list[tuple[str, str]]:
    """(seat, name of who sat there) for a game that is over, where it tells that; else nothing. Whom `judge join` has
    seated may have given no name."""
    if game.house["reveal"] != "yes" or game.status is not Status.FINISHED:
        return []
    found = []
    for seat in office.files.seats(game.key).values():
        person = office.files.person(seat.address) if seat.address else None
        unknown = "gave no name" if seat.address else "a robot" if seat.robot else "nobody at the end"
        found.append((seat.name, person.name if person and person.name else unknown))
    return found
