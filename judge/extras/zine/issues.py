"""Issues of the zine: made when they are due, each once, numbered without gaps, and kept as they went out.

Number, contents and letters are one commit with the timer that brought them about. Weeks that the judge was not
running make one issue together: it stands in the last of them, behind all that was played before.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from judge.core.codec import pack, unpack
from judge.core.errors import InputError, StoreFault
from judge.desk import timers
from judge.desk.cabinet.files import ZINE
from judge.desk.cabinet.records import Game, iso
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief
from judge.extras.zine import gather, letter, reader_letters
from judge.extras.zine.issue import ColumnLetter, Issue, Kept
from judge.loglines import Log
from judge.mail.headers import deliverable

log = Log("judge.extras.zine")

LAST = "last"
SKIPPED = "skipped"  # what was looked at when an issue was left out, because nothing had happened
HIDDEN = "hidden"  # games that were not shown when they left the store
AGAIN = timedelta(hours=1)  # after a fault of ours
LOOK_BACK = timedelta(days=8)  # longer than any week


def due(services: Services, at: datetime, now: datetime) -> None:
    """The time of an issue has come. Where further ones have passed, it waits for the last of them."""
    setting = services.config.judge.zine
    if not setting:
        return  # switched off since
    grid = timers.grid_of(services, setting)
    last, after = at, grid.after(max(at, now - LOOK_BACK))
    while after <= now:
        last, after = after, grid.after(after)
    if last > at:
        timers.put(services, timers.Timer("", timers.ZINE, last))
        return
    try:
        with services.store.savepoint():
            make(services, at)
    except StoreFault:
        raise
    except Exception:  # nothing of it is lost, and nothing else waits for it
        services.files.forget()
        log.exception("zine_fault", due=iso(at))
        timers.put(services, timers.Timer("", timers.ZINE, now + AGAIN))
        return
    timers.put_next(services, timers.ZINE, setting, at)


def make(services: Services, at: datetime, *, always: bool = False) -> Issue | None:
    """The next issue goes out. None where nothing happened and the keeper wants no issue then; `always` makes one."""
    reader_letters.tidy(services.store, at)
    kept = upcoming(services, at)
    if kept.issue.quiet and services.config.judge.zine_empty == "skip" and not always:
        services.store.table("issues").put(SKIPPED, {"at": kept.issue.at, "kept": pack(kept)})
        return None
    issue = kept.issue
    with services.store.batch():
        _keep(services, kept)
        for letter in reader_letters.let_in(services.store):
            reader_letters.move(services.store, letter, reader_letters.OUT, issue.number)
        _send(services, issue, at)
    return issue


def upcoming(services: Services, at: datetime) -> Kept:
    """The issue as it would go out at that moment; nothing is written."""
    number = last_number(services)
    return gather.issue(services, number + 1, _read(services, SKIPPED) or _read(services, number), at)


def last_number(services: Services) -> int:
    """The number of the issue that went out last, 0 before the first."""
    row = services.store.table("issues").fetch(LAST)
    return int(row["number"]) if row is not None else 0


def issue(services: Services, number: int) -> Issue:
    """An issue that is out, as it may be shown now: letters of whoever was forgotten, and games that were closed since,
    are not in it. InputError if there is none of that number."""
    kept = _read(services, number)
    if kept is None:
        last = last_number(services)
        raise InputError(f"There is no issue {number}.", hint=f"The last is {last}." if last else "None is out yet.")
    found = (reader_letters.printed(services.store, one.number) for one in kept.issue.letters)
    letters = tuple(ColumnLetter(one.number, one.signed, one.text) for one in found if one is not None)
    return replace(kept.issue, letters=letters).without(closed(services, kept.issue))


def seen(services: Services, number: int) -> list[object]:
    """What an issue's page depends on, beside the words and looks of the program: when it went out, and who and what is
    not in it any more."""
    kept = _read(services, number)
    if kept is None:
        return []
    there = [one.number for one in kept.issue.letters if reader_letters.printed(services.store, one.number) is not None]
    people = sum(len([1 for place in s.ending.places if place.person]) for s in kept.issue.stories if s.ending)
    return [kept.issue.at, there, people, sorted(closed(services, kept.issue))]


def closed(services: Services, issue: Issue) -> frozenset[str]:
    """Games of an issue that are not shown any more, or were not when they left the store."""
    names = {one.game for one in issue.stories} | {one.game for one in issue.open}
    names |= {one.game for one in issue.deadlines}
    away = _hidden(services)
    games = {name: services.files.game(name) for name in sorted(names)}
    return frozenset(name for name, game in games.items() if (name in away if game is None else not game.shown))


def leaves(services: Services, game: Game) -> None:
    """A game is taken out of the store: whether it was shown is kept for the issues that tell of it."""
    rest = _hidden(services) - {game.key}
    hidden = rest if game.shown else rest | {game.key}
    if hidden != _hidden(services):
        services.store.table("issues").put(HIDDEN, {"games": sorted(hidden)})


def _hidden(services: Services) -> frozenset[str]:
    row = services.store.table("issues").fetch(HIDDEN)
    return frozenset(row["games"]) if row is not None else frozenset()


def _keep(services: Services, kept: Kept) -> None:
    """The words of letters stay in the column's own table."""
    table, issue = services.store.table("issues"), kept.issue
    bare = replace(kept, issue=replace(issue, letters=tuple(ColumnLetter(one.number) for one in issue.letters)))
    table.put(str(issue.number), {"at": issue.at, "kept": pack(bare)})
    table.put(LAST, {"number": issue.number})
    table.drop(SKIPPED)


def _read(services: Services, number: int | str) -> Kept | None:
    row = services.store.table("issues").fetch(str(number)) if number else None
    return unpack(Kept, row["kept"]) if row is not None else None


def _send(services: Services, issue: Issue, at: datetime) -> None:
    """To every reader, and to the mailing list where there is one."""
    data, look = letter.data(services, issue), letter.look(services, issue)
    brief = Brief(f"zine:{issue.number}", ZINE, data, at, template="zine/letter.txt", look=look)
    to_list = services.config.judge.zine_list
    if deliverable(to_list):
        services.letters.to_address(to_list, replace(brief, to_list=True))
    if services.files.game(ZINE) is None:  # a game of that name, older than the zine, keeps its readers to itself
        services.letters.to_readers(ZINE, brief)


def forget_people(services: Services, seats: set[tuple[str, str]]) -> None:
    """Who sat there is told in no issue any more."""
    for number in range(1, last_number(services) + 1):
        kept = _read(services, number)
        if kept is None or not any(story.ending and story.ending.people for story in kept.issue.stories):
            continue
        stories = []
        for story in kept.issue.stories:
            ending = story.ending
            if ending is not None:
                places = tuple(
                    replace(one, person="") if (story.game, one.seat) in seats else one for one in ending.places
                )
                story = replace(story, ending=replace(ending, places=places))
            stories.append(story)
        row = {"at": kept.issue.at, "kept": pack(replace(kept, issue=replace(kept.issue, stories=tuple(stories))))}
        services.store.table("issues").put(str(number), row)
