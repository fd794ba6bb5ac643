"""What is shown and changes nothing: HELP, how somebody takes part, and a game between its results.

MAP, PRICES, HOLDINGS, SUMMARY and WHO show what is public, or the reader's own.
"""

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.manual import LEADS, MANUAL, MASTERS, PLAYERS
from judge.core.phase import Phase
from judge.core.regex import regex
from judge.core.shown import Shown
from judge.core.variant import Help
from judge.desk.cabinet.options import HOUSE, written
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import admissions, enrol, names
from judge.desk.words.binding import handles
from judge.desk.writing.letterform import Brief, Look
from judge.kits.host.picture import board_in
from judge.kits.market.state import market_in
from judge.render.text import called

_PAGES = {"words": "words", "password": "password passwords", "dice": "dice", "keeper": "keeper human contact"}
HELP_PAGES = {topic: f"session/help_{page}.txt" for page, topics in _PAGES.items() for topic in topics.split()}
"""What HELP explains that is no word of the correspondence -> its template."""
_LIKE = {"schedule": "TUE 18:00 Europe/London", "dates": "2026-12-25", "address": "list@example.org"}
"""Kind of a setting that is empty -> a value of it, for an example."""
_COURTESY = regex(r"(?:^|\s+)(?:please|pls|thanks|me|thank you)[\s.!]*$", re.IGNORECASE)


@handles(words.HelpWord)
def help_(context: LetterContext, word: words.HelpWord) -> None:
    """HELP: the card; HELP verb: one word; HELP variant: its orders."""
    services = context.services
    topic = _COURTESY.sub("", word.topic).strip(" .?!\"'").lower()
    variant = services.variants.get(topic) or (services.variant(context.game) if context.game else None)
    stranger = context.game is None and not context.own_address and not services.files.proved(context.message.sender)
    if not topic and stranger:  # a letter to a stranger is short
        context.enclosures.append(taking_part(services, "", new=True))
        return
    if not topic or topic in ("help", "index", "contents"):
        variants = [(slug, services.variants[slug].info.title) for slug in sorted(services.variants)]
        own = {"game": context.game, "master": MASTERS if context.master else (), **_now(context)}
        return context.enclose("session/help.txt", address=services.config.judge.address, variants=variants, **own)
    if topic in HELP_PAGES:
        return context.enclose(HELP_PAGES[topic], keeper=services.config.judge.keeper, players=PLAYERS, masters=MASTERS)
    if topic == "join" and context.game is None:
        address = "" if context.unverified else context.message.sender
        context.enclosures.append(taking_part(services, address))
        if not services.files.proved(address):
            return  # a letter to a stranger is short
    if topic in services.variants and variant is not None:
        return context.enclose(f"{variant.info.slug}/help.txt", "session/help_variant.txt", info=variant.info)
    found = find_help(context, topic)
    found = [*found, *setting_help(context, topic, anywhere=not found)]
    found = found or [MANUAL[rule] for rule in LEADS.get(topic, ())]
    if not found and topic.count(" ") > 1:
        return help_(context, replace(word, topic=""))
    if not found:
        return context.say("no_help", Level.WARNING, word.line, topic=word.topic)
    for entry in found:
        context.enclose("session/help_entry.txt", entry=entry, address=services.config.judge.address)


def _now(context: LetterContext) -> dict[str, Any]:
    """What the writer could send now, and until when."""
    services, game, seat = context.services, context.game, context.seat
    if game is None or seat is None:
        return {"seat": ""}
    return {
        "seat": seat.name,
        "samples": publish.samples(services, game, seat.name),
        "usual": [entry.examples[0] for entry in services.variant(game).info.help[:2]],
        "spoken": publish.spoken(services, game, seat.name),
        "phase_words": services.calendar(game).words(game.phase) if game.phase else "",
        "zone": services.letters.zone_of(seat.address, game),
    }


def find_help(context: LetterContext, topic: str) -> list[Help]:
    """Entries for a verb: the session's and those of the game at hand; never another game's. Where no game is at hand
    the first that has it, if the session does not."""
    named = [entry for entry in MANUAL.values() if topic == entry.verb.lower()]
    found = (named or [entry for rule, entry in MANUAL.items() if topic in _ways(rule, entry)])[:1]
    others = () if found else sorted(context.services.variants)
    for slug in [context.game.variant] if context.game else others:
        for entry in context.services.variants[slug].info.help:
            if topic in _ways("", entry) and entry not in found:
                return [*found, entry]
    return found


def setting_help(context: LetterContext, topic: str, anywhere: bool) -> list[Help]:
    """An entry for a setting of the game at hand, or, `anywhere`, of every game."""
    slugs = [context.game.variant] if context.game else sorted(context.services.variants) if anywhere else []
    infos = [*((HOUSE,) if anywhere else ()), *(context.services.variants[slug].info.options for slug in slugs)]
    for option in (option for info in infos for option in info):
        if option.name == written(topic):
            values = " | ".join(option.choices) or {"flag": "yes | no", "int": "number"}.get(option.kind, "value")
            text = f"A setting, {option.default or 'empty'} unless it is chosen otherwise: {option.help}."
            example = f"SET {option.name} {option.default or option.low or _LIKE.get(option.kind, 'value')}"
            return [Help(option.name.upper(), f"SET {option.name} {values}", text, (example,), option.rule)]
    return []


def _ways(rule: str, entry: Help) -> set[str]:
    """What a verb may be asked for by: its name, its grammar rule, and how its examples begin."""
    starts = {example.split()[0].strip(":").lower() for example in entry.examples if example[:2].isupper()}
    return {entry.verb.lower(), rule, *starts}


MOST = 4  # games that are named: a letter to a stranger is short


def taking_part(services: Services, address: str, new: bool = False) -> str:
    """What somebody can do now: the games in which this address would get a seat, each with the line that asks for it,
    and the ways beside. `new`: they may not know what a judge is. All hints to strangers are made here."""
    games, places = _public(services), list(islice(_places(services, address), MOST))
    data: dict[str, Any] = {
        "places": [
            {
                "line": line,
                "title": services.variant(game).info.title,
                "asks": enrol.asks_its_master(services, game, address),
                "stands": game.phase if game.status is not Status.FORMING else "forming",
            }
            for game, line in places
        ],
        "new": new,
        "judge": services.config.judge.name,
        "address": services.config.judge.address,
        "free": [] if not places else _further(services, *places[0], address),
        "creates": services.config.judge.create == "registered" or address == services.config.judge.keeper,
        "name": "Ann Archer",
        "kind": next((game.variant for game, _ in places), min(services.variants)),
        "watched": next((game.key for game in games), ""),
        "keeper": services.config.judge.keeper,
    }
    return services.renderer.part(("session/taking_part.txt",), data) or ""


def _further(services: Services, game: Game, line: str, address: str) -> list[str]:
    """Two more names that are free there, beside the one of the line."""
    info, found = services.variant(game).info, [line.partition(" AS ")[2]]
    if not info.pseudonyms or not line.startswith("JOIN"):
        return []
    for number in range(2):
        taken = (*services.files.seats(game.key), *found)
        found.append(enrol.free(services, game, taken, f"{game.key} {address} {number}"))
    return found[1:]


def a_seat(services: Services, address: str) -> tuple[str, bool]:
    """The line with which this address would get a seat in the first game that has one, and whether the game's master
    is asked first; "" if none has."""
    found = next(_places(services, address), None)
    return (found[1], enrol.asks_its_master(services, found[0], address)) if found else ("", False)


def _public(services: Services) -> list[Game]:
    return [game for game in services.files.games() if game.shown and game.status is not Status.FINISHED]


def _places(services: Services, address: str) -> Iterator[tuple[Game, str]]:
    """First those that ask nobody."""
    games = sorted(_public(services), key=lambda game: enrol.asks_its_master(services, game, address))
    return ((game, line) for game in games if (line := _line(services, game, address)))


def _line(services: Services, game: Game, address: str) -> str:
    """What this address would write for a seat; "" if it would be refused."""
    for seat in services.files.seats(game.key).values():
        if seat.vacant:
            with contextlib.suppress(InputError):
                admissions.check_over(services, game, address, words.Takeover(game=game.key, seat=seat.name))
                return f"TAKEOVER {seat.name}@{game.key}"
    with contextlib.suppress(InputError):
        join = words.Join(game.key, enrol.offer(services, game, address))
        return names.join_line(join) if admissions.check(services, game, address, join) else ""
    return ""


LARGE = 1100  # pixels: as large as the map was painted


@handles(words.MapWord)
def map_(context: LetterContext, word: words.MapWord) -> None:
    """MAP [phase]: in words in the answer, and as a picture in a letter of its own where letters have pictures."""
    from judge.desk.news import pictures  # draws: a judge that is asked for no map starts faster
    from judge.render import board as drawing
    from judge.render.page import Picture

    game, services = context.the_game(), context.services
    board = pictures.board_of(services, game, word.phase or None)
    if board is None:
        raise InputError("There is no board to be seen in this game now.", hint="STATUS tells how you stand.")
    text = drawing.in_words(board)
    _table(context, "THE BOARD", text=text)
    seat = context.seat
    if not services.config.judge.html or seat is None or services.letters.plain_for(seat.address):
        return
    cid = f"map.{game.key}.{(word.phase or game.phase).lower()}@{services.config.domain}"
    picture = Picture(cid, "image/jpeg", drawing.jpeg(board, width=LARGE), board.title, LARGE)
    data, look = {"title": board.title, "text": text}, Look(marked={"text": text}, pictures=[picture])
    services.letters.to_seat(game, seat, Brief(f"{context.cause.key}/{word.line}", "map", data, context.at, look=look))


def _standing(context: LetterContext) -> Shown:
    game = context.the_game()
    if not game.snapshot:
        raise InputError(f"{game.key} has not started.")
    return context.services.standing(game, None)


def _table(
    context: LetterContext, title: str, heads: Sequence[str] = (), rows: Sequence[Sequence[object]] = (), text: str = ""
) -> None:
    told = [list(map(str, row)) for row in rows]
    context.enclose("session/table.txt", title=title, heads=list(heads), rows=told, text=text)


@handles(words.Prices)
def prices(context: LetterContext, word: words.Prices) -> None:
    """PRICES: a row for each phase in which they moved."""
    market = market_in(_standing(context))
    if market is None or not market.history:
        raise InputError("This game has no market with prices.", hint="SUMMARY tells the centres by year.")
    codes = sorted(market.prices)
    rows = [[one.phase or "start", *(_cents(one.prices.get(code, "")) for code in codes)] for one in market.history]
    _table(context, "PRICES", ["", *(code.capitalize() for code in codes)], rows)


def _cents(text: str) -> str:
    """`1.0500` as 1.05; a closed currency as a dash."""
    whole, _, part = text.partition(".")
    bare = f"{whole}.{part.rstrip('0').ljust(2, '0')}" if part else whole
    return "-" if not text or not float(text) else bare


@handles(words.Holdings)
def holdings(context: LetterContext, word: words.Holdings) -> None:
    """HOLDINGS: everybody's where the rules make them public, else one's own."""
    market, services, game = market_in(_standing(context)), context.services, context.the_game()
    if market is not None and market.holdings:
        codes = sorted(market.prices)
        rows = [[seat, *(row[code] for code in codes)] for seat, row in sorted(market.holdings.items())]
        _table(context, "HOLDINGS", ["", *(code.capitalize() for code in codes)], rows)
    elif context.seat is not None:
        context.enclosures.append(publish.status(services, game, context.seat.name))
    else:
        raise InputError("What is held in this game is for its players alone.", hint="AS and a seat, then STATUS.")


@handles(words.Summary)
def summary(context: LetterContext, word: words.Summary) -> None:
    """SUMMARY: how one stands oneself, and the centres of each power, year by year."""
    game = context.the_game()
    rows = by_year(context.services, game)
    if not rows and context.seat is None:
        raise InputError("No year is over yet, or this game has no board.", hint="LIST and the game tells more.")
    if context.seat is not None:
        context.enclosures.append(publish.status(context.services, game, context.seat.name))
    if not rows:
        return
    powers = sorted({power for _, counts in rows for power in counts})
    table = [[year, *(counts.get(power) or "-" for power in powers)] for year, counts in rows]
    _table(context, "CENTRES", ["", *map(called, powers)], table)


def by_year(services: Services, game: Game) -> list[tuple[str, Mapping[str, int]]]:
    """(year, centres of each power at its end), from the public standings after each year's last phase."""
    variant, last = services.variant(game), {}
    for played in game.played:
        last[Phase.parse(played.phase).year] = played
    found = []
    for year, played in sorted(last.items()):
        after = services.journal.event(game.key, played.event)["data"]["after"]
        board = board_in(variant.standing(services.journal.at_snapshot(variant, game.key, after), None))
        if board is not None and any(board.counts.values()):
            found.append((str(year), board.counts))
    return found


def seats_told(services: Services, game: Game) -> list[dict[str, Any]]:
    """The seats of a game as everybody may see them."""
    fields = ("name", "power", "vacant", "robot", "misses")
    return [
        {"role": str(s.role), **{f: getattr(s, f) for f in fields}} for s in services.files.seats(game.key).values()
    ]


@handles(words.Who)
def who(context: LetterContext, word: words.Who) -> None:
    """WHO: the seats under their names; never the people."""
    game = context.the_game()
    context.enclose("session/who.txt", game=game.key, seats=seats_told(context.services, game))


@handles(words.CalendarWord)
def calendar(context: LetterContext, word: words.CalendarWord) -> None:
    """CALENDAR: an address that only its reader knows, with the deadlines of all his games."""
    services = context.services
    if not context.own_address:
        return context.wait("CALENDAR NONE" if word.none else "CALENDAR")
    table = services.store.table("calendars")
    old = [row["key"] for row in table.find("address", context.own_address)]
    if word.none:
        for key in old:
            table.drop(key)
        return context.done("calendar_none", line=word.line)
    url = services.config.judge.archive_url.rstrip("/")
    if not url or not services.config.judge.archive:
        raise InputError("This judge keeps no pages on the web.", hint="Its letters bring each deadline as an entry.")
    token = old[0] if old else services.keys.secret_word(130)
    table.put(token, {"address": context.own_address})
    context.done("calendar", line=word.line, url=f"{url}/calendar/{token}.ics")
