"""What is mailed when a phase is resolved: results, statements, and the last letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from judge.core.dice import Draw
from judge.core.notice import MASTER
from judge.desk.cabinet.records import Cause, Game, SeatRecord, Status
from judge.desk.news import press, publish
from judge.desk.news.yours import Openings
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief, Head
from judge.desk.writing.machine import DiceTold, EndTold, FinalPart, ResultsPart, notices_told

if TYPE_CHECKING:
    from judge.desk.news.pictures import Album


@contextmanager
def awaiting_pictures(
    services: Services, game: Game, seqs: Sequence[int], at: datetime, *, final: bool = False, key: str = ""
) -> Iterator[Album]:
    """Letters written inside this context are about one resolved phase, and those that were over at once after it; they
    wait until its pictures are drawn. `final`: the last letter's; `key` names what is told again."""
    from judge.desk.news.drawings import FINAL, RESULTS, awaited
    from judge.desk.news.pictures import Album  # draws: a judge without a deadline to resolve starts faster

    first, *later = (services.journal.event(game.key, seq) for seq in seqs)
    album = Album(services, game, first, later)
    with awaited(services, album, FINAL if final else RESULTS, Cause(at, key or f"{game.key}#{first['seq']}")):
        yield album


def resolved(services: Services, game: Game, album: Album, at: datetime, opened: Sequence[str] = ()) -> None:
    """One letter a person: to the list and its readers the results, to each player the same behind what is his alone.
    `game` is already in its next phase; `opened`: seats that are open from now on."""
    event = album.event
    cause = Cause(at, f"{game.key}#{event['seq']}")
    openings = Openings(services, game, album, cause, opened, awaited=True)
    heads = publish.heads_of(services.files.seats(game.key).values(), openings.head)
    results(services, game, album, cause, heads, opened)
    for one in (event, *album.later):
        if own := publish.parts(services, game, publish.private(one["data"]["notices"], MASTER)):
            told, key = {"parts": own, "result_phase": one["phase"]}, f"{game.key}#{one['seq']}"
            services.letters.to_master(game, Brief(key, "notices", told, at, template="session/master_notices.txt"))
    not_planned(services, game, album, at)


def results(
    services: Services,
    game: Game,
    album: Album,
    cause: Cause,
    heads: Sequence[Head] = (),
    opened: Sequence[str] = (),
) -> None:
    """The public results of a resolved phase; `heads`: what the copies of players begin with."""
    event, phase = album.event, str(album.event["phase"])
    machine, *more = (machine_result(game, one) for one in (event, *album.later))
    data = result_data(services, game, event, album.later, rest=f"HISTORY {phase}")
    look = publish.look(
        services, game, publish.public(event["data"]["notices"]), cause.at, album.results, rest=f"HISTORY {phase}"
    )
    if look.page:
        later = [_later(services, game, one, marked=True) for one in album.later]
        look = replace(look, marked={**look.marked, "later": later})
    data["press"] = press.bundled(services, game, phase)
    if opened:
        data["opened"] = services.renderer.answer("vacated", {"opened": opened, "game": game.key})
    brief = Brief(cause.key, "results", data, cause.at, template=publish.names(game, "results"), phase=phase, look=look)
    services.letters.to_everybody(game, replace(brief, machine=machine, more=tuple(more)), heads=heads)


def not_planned(services: Services, game: Game, album: Album, at: datetime) -> None:
    """To the master: letters go out without a picture."""
    from judge.desk.news.drawings import not_drawn

    not_drawn(services, game, album.event, album.faults, Cause(at, f"{game.key}#{album.event['seq']}"))


def results_again(services: Services, game: Game, event: Mapping[str, Any], cause: Cause) -> None:
    """The public results once more, as they were published."""
    with awaiting_pictures(services, game, [event["seq"]], cause.at, key=cause.key) as album:
        results(services, game, album, cause)


def _later(services: Services, game: Game, event: Mapping[str, Any], *, marked: bool = False) -> dict[str, Any]:
    """A phase that was over at once, as the results of the one before it tell it."""
    data, phase = event["data"], event["phase"]
    public, without = publish.public(data["notices"]), () if marked else None
    return {
        "phase": phase,
        "words": services.calendar(game).words(phase),
        "parts": publish.parts(services, game, public, without, f"HISTORY {phase}"),
        **{key: data[key] for key in ("draws", "link", "secret")},
    }


def result_data(
    services: Services, game: Game, event: Mapping[str, Any], later: Sequence[Mapping[str, Any]] = (), rest: str = ""
) -> dict[str, Any]:
    """What the results template gets: parts rendered from public notices, dice. `rest`: the word that brings what is
    too long for a letter."""
    data, ended = event["data"], [event, *later][-1]["data"]["ended"]
    corrected = services.journal.undone(game.key, event["phase"])
    links = [played.link for played in game.played if played.link < data["link"]]  # 1 belongs to the start
    return {
        "title": services.variant(game).info.title,
        "result_phase": event["phase"],
        "result_words": services.calendar(game).words(event["phase"]),
        "revision": data["revision"],
        "correction": _correction(services, game, event, corrected) if data["revision"] > 1 else [],
        "parts": publish.parts(services, game, publish.public(data["notices"]), rest=rest),
        "draws": data["draws"],
        "link": data["link"],
        "secret": data["secret"],
        "anchor": game.anchor,
        "previous_link": max(links, default=1),
        "archive": services.config.page_of(game.key, str(event["phase"])),
        "wrote": list(data.get("wrote", ())),
        "opened": "",
        "later": [_later(services, game, one) for one in later],
        "ended": ended,
        "next_phase": "" if ended else game.phase,
        "next_words": "" if ended else services.calendar(game).words(game.phase),
    }


def in_words(services: Services, game: Game, event: Mapping[str, Any], zone: str, at: datetime, **other: Any) -> str:
    """The public results of a resolved phase as they stand in another letter; `other`: what the template gets
    otherwise."""
    values = {
        **services.letters.context(game, zone, at),
        **result_data(services, game, event),
        "press": press.bundled(services, game, event["phase"]),
        **other,
    }
    return services.renderer.letter(publish.names(game, "results"), values)[1]


def _correction(services: Services, game: Game, event: Mapping[str, Any], undone: Sequence[int]) -> list[str]:
    """What changed against the last masked results, each fact with what it was and what it is, and whether the dice
    were kept."""
    if not undone:
        return []
    from judge.render.changes import changes  # reads pages: few results are corrected

    old = services.journal.event(game.key, undone[-1])
    lines = changes(
        *["\n".join(publish.parts(services, game, publish.public(one["data"]["notices"]), ())) for one in (old, event)]
    )
    kept = old["data"]["link"] == event["data"]["link"]
    dice = "The dice are those of the first time." if kept else "Orders were changed, so new dice were used."
    return [*(lines or ["Nothing changed."]), dice]


def machine_result(game: Game, event: Mapping[str, Any]) -> ResultsPart:
    """The JSON part of a result: exactly the public notices."""
    data = event["data"]
    draws = tuple(Draw(**draw) for draw in data["draws"])
    dice = DiceTold(event["phase"], data["link"], data["secret"], game.anchor, draws)
    return ResultsPart(game.key, event["phase"], data["revision"], dice, notices_told(publish.public(data["notices"])))


def statement(services: Services, game: Game, seat: SeatRecord, event: Mapping[str, Any], cause: Cause) -> None:
    """What is one seat's own of a resolved phase, again and by itself."""
    from judge.desk.news.pictures import Album

    if seat.address:
        opening = Openings(services, game, Album(services, game, event), cause).head(seat)
        services.letters.to_seat(game, seat, opening.brief)


def ended(services: Services, game: Game, phase: str, seq: int, at: datetime) -> None:
    """The last letter: final standings, who was who where the game tells it, the end of the dice chain."""
    from judge.render.charts import turning_points

    over = game.ended or {"reason": "", "scores": {}, "winners": ()}
    secret = services.dice_link(game, game.link).hex()
    with awaiting_pictures(services, game, [seq], at, final=True) as album:
        data = {
            "ended": game.ended,
            "score_unit": services.variant(game).info.score_unit,
            "people": who_was_who(services, game),
            "race": album.race,
            "turns": turning_points(album.race),
            "page": services.config.page_of(game.key) if game.shown else "",
            "final_phase": phase,
            "anchor": game.anchor,
            "link": game.link,
            "secret": secret,
        }
        end = EndTold(over["reason"], over["scores"], tuple(over["winners"]))
        machine = FinalPart(game.key, end, DiceTold(phase, game.link, secret, game.anchor))
        cause, template = f"{game.key}:end:{game.round}", publish.names(game, "final")
        brief = Brief(cause, "final", data, at, template=template, machine=machine, phase=phase)
        look = publish.look(services, game, (), at, album.final)
        services.letters.to_everybody(game, replace(brief, look=look))
    not_planned(services, game, album, at)


def who_was_who(services: Services, game: Game) -> list[tuple[str, str]]:
    """(seat, name of who sat there) for a game that is over, where it tells that; else nothing. Whom `judge join` has
    seated may have given no name."""
    if game.house["reveal"] != "yes" or game.status is not Status.FINISHED:
        return []
    found = []
    for seat in services.files.seats(game.key).values():
        person = services.files.person(seat.address) if seat.address else None
        unknown = "gave no name" if seat.address else "a robot" if seat.robot else "nobody at the end"
        found.append((seat.name, person.name if person and person.name else unknown))
    return found
