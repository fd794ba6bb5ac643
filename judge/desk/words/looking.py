"""A game between results: MAP, PRICES, HOLDINGS, SUMMARY, WHO. All of it is public, or the reader's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.core import words
from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.core.shown import Shown
from judge.desk.cabinet.records import Game
from judge.desk.news import pictures, publish
from judge.desk.office import Office
from judge.desk.sheets.sitting import Sitting
from judge.desk.words import later
from judge.desk.words.binding import handles
from judge.desk.writing.letterform import Brief, Look
from judge.kits.host.picture import board_in
from judge.kits.market.state import market_in
from judge.render.page import Picture
from judge.render.text import called

LARGE = 1100  # pixels: as large as the map was painted


@handles(words.MapWord)
def map_(sitting: Sitting, word: words.MapWord) -> None:
    """MAP [phase]: in words in the answer, and as a picture in a letter of its own where letters have pictures."""
    from judge.render import board as drawing  # draws: a judge that is asked for no map starts faster

    game, office = sitting.the_game(), sitting.office
    board = pictures.board_of(office, game, word.phase or None)
    if board is None:
        raise InputError("There is no board to be seen in this game now.", hint="STATUS tells how you stand.")
    text = drawing.in_words(board)
    _table(sitting, "THE BOARD", text=text)
    seat = sitting.seat
    if not office.config.judge.html or seat is None or office.letters.plain_for(seat.address):
        return
    cid = f"map.{game.key}.{(word.phase or game.phase).lower()}@{office.config.domain}"
    picture = Picture(cid, "image/jpeg", drawing.jpeg(board, width=LARGE), board.title, LARGE)
    data, look = {"title": board.title, "text": text}, Look(marked={"text": text}, pictures=[picture])
    office.letters.to_seat(game, seat, Brief(f"{sitting.cause}/{word.line}", "map", data, sitting.at, look=look))


def _public(sitting: Sitting) -> Shown:
    game, office = sitting.the_game(), sitting.office
    if not game.snapshot:
        raise InputError(f"{game.key} has not started.")
    variant = sitting.variant()
    return variant.standing(office.journal.state(variant, game), None)


def _table(
    sitting: Sitting, title: str, heads: Sequence[str] = (), rows: Sequence[Sequence[object]] = (), text: str = ""
) -> None:
    told = [list(map(str, row)) for row in rows]
    sitting.enclose("session/table.txt", title=title, heads=list(heads), rows=told, text=text)


@handles(words.Prices)
def prices(sitting: Sitting, word: words.Prices) -> None:
    """PRICES: a row for each phase in which they moved."""
    market = market_in(_public(sitting))
    if market is None or not market.history:
        raise InputError("This game has no market with prices.", hint="SUMMARY tells the centres by year.")
    codes = sorted(market.prices)
    rows = [[one.phase or "start", *(_cents(one.prices.get(code, "")) for code in codes)] for one in market.history]
    heads = ["", *(code.capitalize() for code in codes)]
    _table(sitting, "PRICES", heads, rows)


def _cents(text: str) -> str:
    """`1.0500` as 1.05; a closed currency as a dash."""
    whole, _, part = text.partition(".")
    bare = f"{whole}.{part.rstrip('0').ljust(2, '0')}" if part else whole
    return "-" if not text or not float(text) else bare


@handles(words.Holdings)
def holdings(sitting: Sitting, word: words.Holdings) -> None:
    """HOLDINGS: everybody's where the rules make them public, else one's own."""
    market, office, game = market_in(_public(sitting)), sitting.office, sitting.the_game()
    if market is not None and market.holdings:
        codes = sorted(market.prices)
        rows = [[seat, *(row[code] for code in codes)] for seat, row in sorted(market.holdings.items())]
        _table(sitting, "HOLDINGS", ["", *(code.capitalize() for code in codes)], rows)
    elif sitting.seat is not None:
        sitting.enclosures.append(publish.status(office, game, sitting.seat.name))
    else:
        raise InputError("What is held in this game is for its players alone.", hint="AS and a seat, then STATUS.")


@handles(words.Summary)
def summary(sitting: Sitting, word: words.Summary) -> None:
    """SUMMARY: how one stands oneself, and the centres of each power, year by year."""
    game = sitting.the_game()
    rows = by_year(sitting.office, game)
    if not rows and sitting.seat is None:
        raise InputError("No year is over yet, or this game has no board.", hint="LIST and the game tells more.")
    if sitting.seat is not None:
        sitting.enclosures.append(publish.status(sitting.office, game, sitting.seat.name))
    if not rows:
        return
    powers = sorted({power for _, counts in rows for power in counts})
    table = [[year, *(counts.get(power) or "-" for power in powers)] for year, counts in rows]
    _table(sitting, "CENTRES", ["", *map(called, powers)], table)


def by_year(office: Office, game: Game) -> list[tuple[str, Mapping[str, int]]]:
    """(year, centres of each power at its end), from the public standings after each year's last phase."""
    variant, last = office.variant(game), {}
    for played in game.played:
        last[Phase.parse(played.phase).year] = played
    found = []
    for year, played in sorted(last.items()):
        after = office.journal.event(game.key, played.event)["data"]["after"]
        board = board_in(variant.standing(office.journal.at_snapshot(variant, game.key, after), None))
        if board is not None and any(board.counts.values()):
            found.append((str(year), board.counts))
    return found


@handles(words.Who)
def who(sitting: Sitting, word: words.Who) -> None:
    """WHO: the seats under their names; never the people."""
    game, office = sitting.the_game(), sitting.office
    rows = []
    for seat in office.files.seats(game.key).values():
        what = "vacant, a robot stands in" if seat.vacant and seat.robot else "vacant" if seat.vacant else ""
        part = called(seat.power) if seat.power else str(seat.role)
        rows.append([called(seat.name), part, what or ("a robot" if seat.robot else "")])
    _table(sitting, f"WHO PLAYS {game.key}", (), rows)


@handles(words.CalendarWord)
def calendar(sitting: Sitting, word: words.CalendarWord) -> None:
    """CALENDAR: an address that only its reader knows, with the deadlines of all his games."""
    office = sitting.office
    if not sitting.own_address:
        later.wait(sitting, "CALENDAR NONE" if word.none else "CALENDAR")
        return
    table = office.store.table("calendars")
    old = [row["key"] for row in table.find("address", sitting.own_address)]
    if word.none:
        for key in old:
            table.drop(key)
        sitting.done("calendar_none", line=word.line)
        return
    url = office.config.judge.archive_url.rstrip("/")
    if not url or not office.config.judge.archive:
        raise InputError("This judge keeps no pages on the web.", hint="Its letters bring each deadline as an entry.")
    token = old[0] if old else office.keys.secret_word(130)
    table.put(token, {"address": sitting.own_address})
    sitting.done("calendar", line=word.line, url=f"{url}/calendar/{token}.ics")
