"""Whether a line, already plain, looks like an order or a command of some game: a hint, never a reading."""

from judge.core.plain import drop_hyphen
from judge.core.regex import regex
from judge.core.words import WORDS
from judge.expressions import expressions

_RE = expressions("orders")
_VERBS = {first for word in WORDS.values() for first in (word.verb, *word.also)} - {"YES"}  # begins many an answer
_CAPITAL_WORD = regex(
    rf"(?:{'|'.join(sorted(_VERBS, reverse=True))}|"
    r"NOT READY|WHO|VACATION|PASSWORD|ZONE|ADDRESS|NAME|OWNERS|UNITS|CENT(?:RE|ER)S|ADJUST|CORRECT|RELEASE|PROMOTE|"
    r"GAME|VERSION|APPLY|WHITE|TRADES?|ORDERS|BIDS|VOTES|TRANSFERS|OFFERS|PRICES|PROXY|POSTAL)\b(?!:\s*$)"
)


def looks_like_order(text: str) -> bool:
    """Whether a line (already plain) looks like an order or a command of some game: a hint, never a reading.

    True for a unit with something to do, a route, a trade or an offer with a figure, a currency with a figure,
    a travelling Troubleshooter, and the words of the correspondence (SIGNON, PRESS, JOIN ...). Prose that merely
    starts with such a word is not enough: "Call me tomorrow" is False.
    """
    text = drop_hyphen(text[:300])
    if len(text) < 2 or not any(c.isalpha() or c.isdigit() for c in text):
        return False
    if (
        _board(text)
        or _RE.offer.match(text)
        or _RE.section.match(text)
        or _RE.bare.match(text)
        or _RE.command.match(text)
    ):
        return True
    if _money(text) or _CAPITAL_WORD.match(text) or _RE.table_row.match(text):
        return True
    words = text.count(" ") + 1
    return words <= 4 and text[-1] not in ".!?,:;" and bool(_RE.short_command.match(text)) and not _RE.chat.search(text)


def speaks_of_orders(text: str) -> bool:
    """Whether a sentence says what a unit or a purse is to do, whatever stands around it. No question does."""
    text = drop_hyphen(text[:300])
    if text.endswith("?"):
        return False
    parts = (text, text.rpartition(":")[2].strip())
    if any(_board(part) or _money(part) or _RE.offer.match(part) for part in parts if len(part) > 1):
        return True
    return bool(_RE.orders_verb.search(text) and (_RE.amount.search(text) or _RE.unit_words.search(text)))


def goes_on(above: str, text: str) -> bool:
    """Whether a hyphen in front is that of a route which a mail program broke: `TS(Swi) - Tyr` / `- Boh; SELL 3`."""
    if not _RE.step.search(above):
        return False
    if _RE.travels.search(above) and _RE.stops.match(text):
        return True  # only a route is that long: `TS: Switzerland - Burgundy` / `- Belgium - Holland`
    stop = _RE.stop.match(text)
    return stop is not None and not looks_like_order(stop["place"])


def _board(text: str) -> bool:
    """A unit that does something, a bare route, a Troubleshooter's journey."""
    if _RE.unit.match(text):
        return not _RE.article.match(text) or text.count(" ") <= 3 or bool(_RE.board_sign.search(text))
    if ("-" in text and _RE.route.match(text)) or _RE.troubleshooter.match(text):
        return True
    return ">" in text and bool(_RE.arrow.match(text))


def _money(text: str) -> bool:
    """A verb with something to act on, or a figure with a currency."""
    if _RE.amount.search(text):
        return True
    polite = _RE.polite.match(text)
    verb = _RE.verb.match(text, polite.end() if polite else 0)
    if not verb:
        return False
    return verb.group().isupper() or bool(_RE.companion.search(text, verb.end()))


def is_help(text: str) -> bool:
    """A plain call for help and nothing else: `help`, `Help please!`, `?`. `HELP BUY` is a command with a topic."""
    return bool(_RE.help.fullmatch(text.strip()))
