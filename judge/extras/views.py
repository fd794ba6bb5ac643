"""A game between its results: MAP, PRICES, HOLDINGS, SUMMARY and WHO show what is public, or the reader's own, and
CALENDAR where its deadlines are. They change nothing."""

from collections.abc import Mapping, Sequence

from judge.core import words
from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.core.shown import Shown
from judge.desk.cabinet.records import Game
from judge.desk.news import publish
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words.binding import handles
from judge.desk.words.explaining import seats_told
from judge.desk.writing.letterform import Brief, Look
from judge.kits.host.picture import board_in
from judge.kits.market.state import market_in
from judge.render.text import called

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
    variant, found = services.variant(game), []
    last = {Phase.parse(played.phase).year: played for played in game.played}
    for year, played in sorted(last.items()):
        after = services.journal.event(game.key, played.event)["data"]["after"]
        board = board_in(variant.standing(services.journal.at_snapshot(variant, game.key, after), None))
        if board is not None and any(board.counts.values()):
            found.append((str(year), board.counts))
    return found


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
