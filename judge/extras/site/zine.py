"""The zine in the archive: a page an issue, its plain words and its printed edition beside it; an index; a feed."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from judge.core.codec import digest
from judge.core.errors import SetupError, StoreFault
from judge.desk.cabinet.records import instant
from judge.durable import write
from judge.extras.site import feeds
from judge.extras.site.faces import stamp
from judge.extras.site.folder import Folder
from judge.extras.site.pages import Pages
from judge.extras.zine import issues, letter, page, paper
from judge.extras.zine.gather import name_of
from judge.extras.zine.layout import path
from judge.loglines import Log

log = Log("judge.extras.site")

SECTION = "/zine"  # no game is called so
FRONT = f"{SECTION}/front"
PAPER = ".pdf"


def refresh(
    pages: Pages, folder: Folder, look: str, enough: Callable[[], bool], press: paper.Press | None = None
) -> bool:
    """Bring the issues up to date; whether some are left for the next run. An issue that cannot be shown costs itself
    alone. With a `press` its page comes first, and its printed edition when that is done."""
    services, more, printable = pages.services, False, paper.there()
    last, waits = issues.last_number(services), set[str]()
    for number in range(last, 0, -1):
        name = f"{SECTION}/{number}"
        try:
            seen = issues.seen(services, number)
            mark, print_ = digest([look, printable, seen]), digest([printable, seen])
            kept = folder.keep(name, mark) is not None
            printed = folder.keep(f"{name}{PAPER}", print_) is not None or _given_up(folder, number, print_)
            if (kept and printed) or more:
                folder.stand_alone(name)
                folder.stand_alone(f"{name}{PAPER}")
                continue
            on_paper = _printed(pages, folder, number, print_, press) if printable else False
            if on_paper is None:
                waits.add(print_)
                folder.stand_alone(f"{name}{PAPER}")
                mark = digest([mark, "its paper is not there yet"])
                if folder.keep(name, mark) is not None:
                    continue
            folder.put(name, mark, *_files(pages, number, bool(on_paper)))
            more = enough()
        except StoreFault:
            raise
        except Exception:
            log.exception("zine_page_fault", issue=number)
            folder.stand_alone(name)
            folder.stand_alone(f"{name}{PAPER}")
    if press is not None and not more:  # all were looked at
        press.drop(waits)
    if last:
        folder.put(FRONT, "", _front(pages, folder))
    return more


def _files(pages: Pages, number: int, printed: bool) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The files of an issue, and what index and feed tell of it."""
    services = pages.services
    issue = issues.issue(services, number)
    sheet = page.in_archive(services, issue, printed)
    files = {**sheet.files, path(number): sheet.html, path(number, "txt"): letter.words(services, issue).encode()}
    games = [f"{story.game}: {story.gist}" for story in issue.stories]
    told = "; ".join(games) or "A quiet time."
    return files, {
        "number": number,
        "name": issue.name,
        "at": issue.at,
        "zone": issue.zone,
        "games": games,
        "letters": len(issue.letters),
        "paper": printed,
        "maps": list(sheet.maps),
        "entry": {
            "id": f"{instant(issue.at).date().isoformat()}:zine/{number}",
            "title": f"{issue.name}, No. {number}",
            "path": path(number),
            "updated": stamp(issue.at),
            "summary": told,
        },
    }


def _printed(pages: Pages, folder: Folder, number: int, mark: str, press: paper.Press | None) -> bool | None:
    """Whether the printed edition lies there; None while it is made. It is printed once, and again only where
    something was taken out of it; new looks change no paper. Where it cannot be made, the log tells why.

    A print that did not end is not begun again until `judge archive --fresh` asks for it, or the issue changes. That it
    has begun is noted before it does, for it may take this process down with it; a press is a process of its own."""
    name, issue = f"{SECTION}/{number}{PAPER}", issues.issue(pages.services, number)
    if folder.keep(name, mark) is not None:
        return True
    if _given_up(folder, number, mark):
        log.warning("zine_paper_given_up", issue=number)
        return False
    begun = _begun(folder, number)
    try:
        if press is None:
            write(begun, mark)
        made = (
            paper.pdf(pages.services, issue)
            if press is None
            else press.pdf(lambda: paper.job(pages.services, issue), mark)
        )
    except Exception as fault:
        log.exception("zine_paper_fault", issue=number)
        if isinstance(fault, SetupError):  # as soon as the machine has what it lacks
            begun.unlink(missing_ok=True)
        else:
            write(begun, mark)
        return False
    except BaseException:  # somebody stopped it
        begun.unlink(missing_ok=True)
        raise
    begun.unlink(missing_ok=True)
    if made is None:
        return None
    folder.put(name, mark, {path(number, "pdf"): made})
    return True


def _begun(folder: Folder, number: int) -> Path:
    return folder.note(f"{number}.printing")


def _given_up(folder: Folder, number: int, mark: str) -> bool:
    """Whether a print of just this was begun and did not end."""
    try:
        return not folder.forget and _begun(folder, number).read_text("utf-8") == mark
    except (OSError, ValueError):
        return False


def _front(pages: Pages, folder: Folder) -> dict[str, bytes]:
    notes = _notes(folder)
    config, name = pages.services.config, name_of(pages.services)
    entries = [note["entry"] for note in notes]
    return {
        path("index"): pages.html("zine", "../", issues=notes, name=name),
        path("feed", "xml"): feeds.feed(config, name, path("feed", "xml"), path("index"), entries),
        path("zine", "css"): (pages.services.renderer.part(("zine/zine.css",), {}) or "").encode(),
    }


def _notes(folder: Folder) -> list[Mapping[str, Any]]:
    """Of every issue that lies there, the newest first."""
    found = [one.note for name, one in folder.now() if name.startswith(f"{SECTION}/") and one.note]
    return sorted(found, key=lambda note: -int(note["number"]))


def newest(folder: Folder) -> Mapping[str, Any] | None:
    """The last issue that lies there."""
    return next(iter(_notes(folder)), None)


def maps(folder: Folder) -> set[str]:
    """The maps under the boards of all issues."""
    return {name for note in _notes(folder) for name in note["maps"]}
