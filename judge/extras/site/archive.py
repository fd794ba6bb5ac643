"""The archive as a whole: which pages there are, which of them are out of date, and the run that mends them."""

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

from judge import __version__
from judge.core.codec import digest
from judge.core.errors import SetupError, StoreFault
from judge.core.values import Value
from judge.desk.cabinet.records import Game
from judge.desk.services import Services
from judge.extras import facts as facts_room
from judge.extras.facts import Facts, Place
from judge.extras.pictures import ground
from judge.extras.site import feeds, live, poster, statistics, zine
from judge.extras.site.faces import row, told_of
from judge.extras.site.folder import Folder, Section, claimed
from judge.extras.site.pages import Leaf, Pages
from judge.extras.site.rulebook import rulebook
from judge.extras.zine import paper
from judge.extras.zine.paper import Press
from judge.loglines import Log
from judge.render import board as drawing
from judge.render import page
from judge.share import share

log = Log("judge.extras.site")
SHAPE = 3  # of the notes that the manifest keeps
BEST = 3  # rows of a scoreboard on the front page
FULL_ENTRIES = 10  # of a game's feed: results in full; the rest in a line


class Refreshed(Value):
    """What a run did.

    failed  games whose pages could not be made, and are as they were
    more    its time was up before every game was looked at, or another process had the folder (`busy`)
    """

    games: int = 0
    written: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    more: bool = False
    busy: bool = False

    def document(self) -> dict[str, Any]:
        return asdict(self)

    def line(self) -> str:
        if self.busy:
            return "Another process is writing it."
        return f"{self.games} games, {len(self.written)} files written, {len(self.removed)} removed"


class Archive:
    """A site in a folder. `refresh` brings it up to date; what is up to date already is not even read."""

    def __init__(self, services: Services, folder: Path, press: Press | None = None) -> None:
        """`press`: prints the zine beside this process; else it is printed here."""
        self.services = services
        self.folder = folder
        name = hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        self.manifest = services.config.var / f"archive-{name}.json"
        self.pages = Pages(services)
        self.press = press
        self._unprinted = set[str]()

    def refresh(
        self, *, wait: bool = True, fresh: bool = False, enough: Callable[[], bool] = lambda: False
    ) -> Refreshed:
        """Bring the folder up to date.

        wait    for another process that is writing it, else do nothing
        fresh   look at every page anew, whatever the manifest says
        enough  asked after each game; True ends the run early, and the next one goes on from there

        InputError when the folder holds somebody else's files, SetupError when it cannot be written.
        """
        try:
            return self._refresh(wait, fresh, enough)
        except OSError as fault:
            raise SetupError(
                f"{self.folder} cannot be written: {fault.strerror}.", "Mend that, and run again."
            ) from fault

    def _refresh(self, wait: bool, fresh: bool, enough: Callable[[], bool]) -> Refreshed:
        with claimed(self.folder, self.manifest, wait=wait) as ours:
            if not ours:
                return Refreshed(busy=True, more=True)
            folder = Folder(self.folder, self.manifest, forget=fresh)
            games = facts_room.shown(self.services)
            failed: list[str] = []
            more = False
            for game in games:
                if more:
                    folder.stand(game.key)
                    continue
                more = self._tried(folder, game, failed) and enough()
            for name in self.services.shelved():
                folder.stand(name)
            done = enough if not more else lambda: True
            more = zine.refresh(self.pages, folder, self.look, done, self.press) or more
            self._front(folder)
            folder.finish()
            return Refreshed(len(games), tuple(folder.written), tuple(folder.removed), tuple(failed), more)

    # ---- a game -----------------------------------------------------------------------------------------------

    def _tried(self, folder: Folder, game: Game, failed: list[str]) -> bool:
        """Whether something of the game was written anew. One that cannot be told stays as it was; others go on."""
        try:
            return self._game(folder, Facts(self.services, game))
        except (OSError, StoreFault):
            raise  # not the game's doing
        except Exception:
            log.exception("archive_fault", game=game.key)
            failed.append(game.key)
            folder.stand(game.key)
            return False

    def _game(self, folder: Folder, facts: Facts) -> bool:
        over = statistics.noted(self.services, facts.game)
        printed = self._poster(folder, facts)
        key, mark = facts.game.key, digest([self.look, facts.mark(live.owing(facts)), over, printed])
        if folder.keep(f"{key}/", mark) is not None and folder.whole(key):
            folder.stand(key)
            return False
        places = facts.places
        maps, notes = set(), dict[str, dict[str, Any]]()
        for number, place in enumerate(places):
            around = (places[number - 1] if number else None, places[number + 1] if number + 1 < len(places) else None)
            notes[place.page] = self._place(folder, facts, place, around).note
            maps |= set(notes[place.page]["maps"])
        leaf = self.pages.game(facts, notes, printed)
        images = {page: note["image"] for page, note in notes.items()}
        leaf.files[f"games/{key}/feed.xml"] = self._feed(facts, images)
        maps |= {leaf.map} - {""}
        played = [place for place in places if place.standing and place.seq]
        note = {
            "row": {
                **row(facts),
                "scores": self.pages.scores(facts, BEST),
                "thumb": next((path for path in leaf.files if path.startswith(f"games/{key}/board.")), ""),
            },
            "entries": [told_of(facts, place, images[place.page]) for place in played[-feeds.MOST :]],
            "maps": sorted(maps),
            "rules": facts.game.variant,
            "over": over,
        }
        folder.put(f"{key}/", mark, leaf.files, note)
        return True

    def _poster(self, folder: Folder, facts: Facts) -> bool:
        """Whether the poster of a game that is over lies there to be printed. What cannot be printed is tried again by
        the next process."""
        game = facts.game
        if not facts.finished or not game.ended or not game.played or game.key in self._unprinted or not paper.there():
            return False
        name, mark = f"{game.key}/poster", digest([__version__, game.ended, facts.info.title, game.played[-1].event])
        if folder.keep(name, mark) is not None:
            return True

        def wanted() -> paper.Job:
            return poster.job(self.pages.poster_of(facts))

        try:
            made = paper.printed(wanted()) if self.press is None else self.press.pdf(wanted, mark)
        except Exception:
            log.exception("poster_fault", game=game.key)
            self._unprinted.add(game.key)
            return False
        if made is not None:
            folder.put(name, mark, {f"games/{game.key}/poster.pdf": made})
        return made is not None

    def _place(self, folder: Folder, facts: Facts, place: Place, around: tuple[Place | None, Place | None]) -> Section:
        name = f"{facts.game.key}/{place.page}"
        mark = digest([self.look, facts.mark_of(place, around)])
        kept = folder.keep(name, mark)
        if kept is not None:
            return kept
        leaf: Leaf = self.pages.place(facts, place, *around)
        note = {
            "maps": [leaf.map] if leaf.map else [],
            "image": leaf.image,
            "taken": dict(leaf.taken),
            "told": dict(leaf.told),
        }
        return folder.put(name, mark, leaf.files, note)

    def _feed(self, facts: Facts, images: Mapping[str, int]) -> bytes:
        game = facts.game
        played = [place for place in facts.places if place.standing and place.seq][-feeds.MOST :]
        entries = [
            {
                **told_of(facts, place, images[place.page]),
                "content": self.pages.story(facts, place) if left < FULL_ENTRIES else "",
            }
            for left, place in zip(range(len(played) - 1, -1, -1), played, strict=True)
        ]
        config, path = self.services.config, f"games/{game.key}"
        return feeds.feed(config, f"{game.key}, {facts.info.title}", f"{path}/feed.xml", f"{path}/index.html", entries)

    # ---- what all games share ---------------------------------------------------------------------------------

    def _front(self, folder: Folder) -> None:
        """Front page, feed, style, maps and rules, made from the notes of the games' own pages alone."""
        notes = [section.note for _, section in folder.now() if section.note and "row" in section.note]
        config, pages = self.services.config, self.pages
        rows = [note["row"] for note in notes]
        slugs = sorted({note["rules"] for note in notes})
        files = {
            "index.html": pages.html(
                "index", "", **groups(rows), hall=any(note.get("over") for note in notes), zine=zine.newest(folder)
            ),
            "about.html": pages.html("about", "", url=config.judge.archive_url),
            "style.css": pages.style(),
            "feed.xml": feeds.feed(
                config,
                f"{config.judge.name}: results",
                "feed.xml",
                "index.html",
                [one for note in notes for one in note["entries"]],
            ),
        }
        files |= self._calendars()
        files |= statistics.pages(pages.html, [note["over"] for note in notes if note.get("over")])
        for slug in slugs:
            if slug in self.services.variants:
                files[f"rules/{slug}.html"] = self._rules(slug)
        for name in sorted({name for note in notes for name in note["maps"]} | zine.maps(folder)):
            files[ground(name)] = drawing.ground_of(name).encode()
        if config.judge.archive_url:
            paths = [path for _, section in folder.now() for path in section.files if path.endswith(".html")]
            files["sitemap.xml"] = feeds.sitemap(config, [*paths, *(path for path in files if path.endswith(".html"))])
        folder.put("/front", "", files)

    def _calendars(self) -> dict[str, bytes]:
        """The deadlines of everybody who asked for them, each under an address that only he knows."""
        services, files = self.services, {}
        for kept in services.store.table("calendars").all():
            games = {seat.game: services.files.game(seat.game) for seat in services.files.seats_of(kept["address"])}
            known = [game for game in games.values() if game is not None and services.known_variant(game) is not None]
            files[f"calendar/{kept['key']}.ics"] = live.deadlines(Facts(services, game) for game in known)
        return files

    def _rules(self, slug: str) -> bytes:
        info = self.services.variants[slug].info
        text = self.services.renderer.marking.part((f"{slug}/rules.txt",), {"info": info}) or ""
        book = rulebook(page.blocks(text, titled=False)[1:])
        return self.pages.html("rules", "../", info=info, book=book)

    @cached_property
    def look(self) -> str:
        """Changes when the same facts would give other bytes: the program, its words, where the site is said to be."""
        config = self.services.config
        seal = hashlib.sha256()
        for path in words(share(config.share) / "templates", config.var / "templates"):
            seal.update(path.name.encode() + path.read_bytes())
        judge = config.judge
        return digest([SHAPE, __version__, seal.hexdigest(), judge.name, judge.address, judge.archive_url])


def words(*folders: Path) -> Iterator[Path]:
    """Every file of words, in one order."""
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.is_file())


def groups(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The front page's tables: what runs by deadline, who wants players, what is over, the newest first."""
    running = [one for one in rows if one["status"] in ("active", "paused", "held")]
    over = [one for one in rows if one["status"] == "finished"]
    return {
        "running": sorted(running, key=lambda one: (one["deadline"] or "9", one["name"])),
        "wanted": [one for one in rows if one["joinable"]],
        "over": sorted(over, key=lambda one: (one["settled"], one["name"]), reverse=True),
    }


# ---- beside the daemon -------------------------------------------------------------------------------------------


PATIENCE = 1.0  # seconds of one run; what is left waits for the next
EVERY = timedelta(minutes=1)  # while letters come in; results are shown at once
AT_LEAST = timedelta(hours=1)  # other judges of the same store may have resolved something


class Caretaker:
    """The archive beside the daemon: brought up to date after what happened, a little at a time, never in its way. Call
    `after` once a tick. A fault costs the site its news, never the judge a letter."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.behind = True  # something may have happened while nobody was here
        self.more = False
        self._last: datetime | None = None

    def after(self, now: datetime, *, happened: bool, resolved: bool, busy: bool = False) -> None:
        """`happened`: anything at all in this tick; `resolved`: a deadline among it; `busy`: letters and deadlines
        wait, which go first."""
        since = now - self._last if self._last is not None else AT_LEAST
        printed = self.archive.press is not None and self.archive.press.ready
        self.behind = self.behind or happened or printed or since >= AT_LEAST
        self.more = self.more or (resolved and busy)
        if busy or not self.behind or not (resolved or printed or self.more or since >= EVERY):
            return
        self._last = now
        try:
            self._refresh()
        except Exception:
            self.more = False  # tried again when something happens
            if self.archive.press is not None:
                self.archive.press.drop(())  # or it would be tried at every turn
            log.exception("archive_fault", folder=self.archive.folder)

    def _refresh(self) -> None:
        end = time.monotonic() + PATIENCE
        done = self.archive.refresh(wait=False, enough=lambda: time.monotonic() > end)
        self.behind = self.more = done.more
        if done.written or done.removed:
            log.info("archive_written", files=len(done.written), removed=len(done.removed))
