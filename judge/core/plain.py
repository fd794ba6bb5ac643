"""Plain text out of what people type: one line in, the same line in letters every grammar knows.

Phones and word processors turn `->` into an arrow, `-` into a dash and spaces into half a dozen other
characters; input methods write full-width Latin. None of that is the player's meaning, so it is undone
here. What could change a figure is left as it stands and reported (`odd_digits`), never guessed.

Pure text functions: no game is known here, and every one runs in time linear in the length of the line.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from judge.core.regex import regex
from judge.core.words import WORDS

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u23af\u2e3a\u2e3b\ufe31\ufe32\ufe58\ufe63\uff0d"
ARROWS = "→⇒↦⟶⟹➔➜➝➞➟➠➡➤➨➭➮➯➱⇨⮕⭢￫"
SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4\u02bc\u02b9\uff07"
DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f\uff02"
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc"

_FOLD: dict[int, str] = {
    **{ord(c): "-" for c in DASHES},
    **{ord(c): "->" for c in ARROWS},
    **{ord(c): "'" for c in SINGLE_QUOTES},
    **{ord(c): '"' for c in DOUBLE_QUOTES},
    **{ord(c): "" for c in INVISIBLE},
    **{c: "" for c in range(0xFE00, 0xFE10)},  # variation selectors
    **{c: "" for c in range(0xE0100, 0xE01F0)},
    0x2026: "...",
    0x2044: "/",
    0x2215: "/",
    0x2022: "*",
}
_KEPT = {"<super>", "<sub>", "<fraction>", "<circle>", "<square>", "<vertical>"}  # NFKC would turn 1² into 12

# Cyrillic and Greek capitals and letters that look like Latin ones to every eye.
LOOK_ALIKES = dict(
    zip(
        map(ord, "АВЕЅІЈКМНОРСТУХѴаеіјорсухѕһԁԛԝѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧοι"),
        "ABESIJKMHOPCTYXVaeijopcyxshdqwvABEZHIKMNOPTYXoi",
        strict=True,
    )
)

_ESCAPES = regex(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*\x07?|[@-_])?")
_GLUED = r"(?:[AaFf]|[Aa]rmy|[Ff]leet)[ \t(]+[^\W\d]"  # a unit: `-A Smy-Arm` has a mark in front, `-5` a sign
_BULLET = regex(
    rf"(?:[-*+•‣▪▫○●◦■□∙·✓✔▶►❖]+(?=[ \t])|[-•·]+(?={_GLUED})"
    rf"|\(?(?:\d{{1,2}}|[A-Za-z])\)(?=[ \t]*[^\W\d])|\d{{1,2}}\.(?=[ \t]+[^\W\d]|{_GLUED})"
    r"|[0-9]\ufe0f?\u20e3|[\u2460-\u2473\u2776-\u2793])[ \t]*"
)
_ITEM = regex(r"(?<!\S)(\d{1,2})[.)]\s+")
_STEP = regex(r"\s(?:-|->|=>|[–—→])\s")
_STOP = regex(r"- (?P<place>[^\W\d_a-z][^\s;,.:\d]*(?: [^\W\d_a-z][^\s;,.:\d]*)?)\s*(?:[;,.]|$)")
_TRAVELS = regex(r"(?<!\w)T\.?S\.?(?!\w)", re.IGNORECASE)
_STOPS = regex(r"(?:- [^\W\d_a-z][^;,.:\d-]*)+[;,.]?$")
_UNIT_BULLET = regex(r"[-*+]+[ \t]+")


def plain_line(text: str) -> str:
    """One line as the grammar sees it: ASCII dashes, arrows, quotes and single spaces; no invisible characters.

    Full-width letters become Latin (NFKC); superscripts, fractions and circled figures stay what they are,
    so that `1²` can never be read as 12.
    """
    if text.isascii():
        if not text.isprintable():
            text = _controls(text)
        return " ".join(text.split())
    folded = _controls(text).translate(_FOLD)
    if not folded.isascii():
        folded = "".join(map(_compatible, folded)).translate(_FOLD)
        if not folded.isascii():
            folded = unicodedata.normalize("NFC", folded)
    return " ".join(folded.split())


def _controls(text: str) -> str:
    """Without escape sequences and control characters; tabs and line ends become spaces."""
    if "\x1b" in text:
        text = _ESCAPES.sub("", text)
    return "".join(c if c.isprintable() else _unprintable(c) for c in text)


@lru_cache(maxsize=4096)
def _unprintable(char: str) -> str:
    if char in "\t\n\r\v\f\x85":
        return " "
    return " " if unicodedata.category(char) in ("Zs", "Zl", "Zp") else ""


@lru_cache(maxsize=8192)
def _compatible(char: str) -> str:
    if char.isascii():
        return char
    if unicodedata.decomposition(char).partition(" ")[0] in _KEPT:
        return char
    return unicodedata.normalize("NFKC", char)


def odd_digits(text: str) -> bool:
    """True if the line holds superscript, subscript, circled or fraction figures: nobody can tell their meaning."""
    return not text.isascii() and any(
        not c.isascii()
        and (c.isdigit() or c.isnumeric())
        and _compatible(c) == c
        and not c.isdecimal()
        and not c.isalpha()
        for c in text
    )


def fold_look_alikes(text: str) -> str:
    """Cyrillic and Greek letters that look Latin become Latin, if the line is Latin otherwise.

    A word is changed only if all its foreign letters have a Latin double, and the line only if it holds some
    Latin letter of its own: Russian prose stays Russian.
    """
    if text.isascii() or not any("a" <= c.lower() <= "z" for c in text):
        return text
    return " ".join(_fold_word(word) for word in text.split(" "))


def _fold_word(word: str) -> str:
    if word.isascii():
        return word
    folded = word.translate(LOOK_ALIKES)
    return folded if folded.isascii() else word


def drop_bullet(text: str) -> str:
    """The line without a bullet, a list mark (`1)`, `2.`, `(a)`) or an emoji in front. `5 : A Mun` keeps its 5."""
    while text:
        found = _BULLET.match(text)
        if found and found.end() < len(text):
            text = text[found.end() :]
        elif not text[0].isascii() and _is_emoji(text[0]):
            text = text[1:].lstrip()
        else:
            break
    return text


def items(text: str) -> list[str]:
    """What a list in one line holds, as in `1. F Nap-Ion 2. A Rom-Ven`; any other line as it is."""
    found = list(_ITEM.finditer(text))
    if len(found) < 2 or found[0].start() or [int(one[1]) for one in found] != [*range(1, len(found) + 1)]:
        return [text]
    ends = [*(one.start() for one in found[1:]), len(text)]
    return [text[one.end() : end].rstrip() for one, end in zip(found, ends, strict=True)]


def item_behind(text: str, number: int) -> str:
    """What stands behind the number of a list's next item, a figure too: `2. 5 x Germany`; "" where it is none."""
    found = _ITEM.match(text)
    return text[found.end() :] if found and int(found[1]) == number else ""


def drop_hyphen(text: str) -> str:
    """The line without a leading `- ` or `* ` and nothing else changed."""
    found = _UNIT_BULLET.match(text)
    return text[found.end() :] if found else text


def goes_on(above: str, text: str) -> bool:
    """Whether a hyphen in front is that of a route which a mail program broke: `TS(Swi) - Tyr` / `- Boh; SELL 3`."""
    if not _STEP.search(above):
        return False
    if _TRAVELS.search(above) and _STOPS.match(text):
        return True  # only a route is that long: `TS: Switzerland - Burgundy` / `- Belgium - Holland`
    stop = _STOP.match(text)
    return stop is not None and not looks_like_order(stop["place"])


def drop_emphasis(text: str) -> str:
    """The line without the `*...*` or `_..._` that mail programs put around bold and italic text."""
    mark = text[:1]
    if mark in ("*", "_") and len(text) > 2 and text[-1] == mark and text.count(mark) == 2:
        return text[1:-1].strip()
    return text


def drop_trailing_emoji(text: str) -> str:
    """The line without emoji at its end: `F Lon - ENG` and a thumb is an order."""
    end = len(text)
    while end and (text[end - 1] == " " or (not text[end - 1].isascii() and _is_emoji(text[end - 1]))):
        end -= 1
    return text[:end]


@lru_cache(maxsize=4096)
def _is_emoji(char: str) -> bool:
    return unicodedata.category(char) in ("So", "Sk", "Cn", "Co") or "\U0001f3fb" <= char <= "\U0001f3ff"


# --- does a line look like an order or a command? -----------------------------------------------------------

CURRENCY = (
    r"(?:crowns?|kronen?|pounds?|sterling|francs?|marks?|liras?|lire|r(?:o?u)bles?|roubles?|piast(?:re|er)s?|dollars?|"
    r"sfr|swiss francs?|credits?|units?|shares?|bucks|usd)"
)
_POWER = r"(?:austrian?|england|english|france|french|german|germany|italy|italian|russian?|turkey|turkish)"
_NUMBER = r"\d[\d,.']{0,12}"

_UNIT = regex(
    r"(?:\d{1,6}\s*[:!<>*#+&@|?\[\]() ]{1,8}\s*)?(?:[A-Za-z]{3,12}:\s*)?"
    r"(?:(?:A|F|W)(?:\s+|\s*\()(?:[^\W\d_]|\.){3,}[^-=>]{0,24}?(?:\s*(?:-+>?|=+>)\s*[^\W\d_]|\s*(?:-+>?|=+>)\s*\(|\s(?:H|S|C|M|R|D|T|B|P)\b|"
    r"\s(?:hold|stand|support|convoy|transport|disband|retreat|move|attack|to\b|via\b|into|remove|build|destroy)s?)"
    r"|(?:A|F)\s+[A-Z][A-Za-z]{2}(?:\s*[/(][NSEWnsew][Cc]\)?)?\s*$"
    r"|(?:army|fleet)\s+(?:in\s+|at\s+|from\s+)?(?:[^\W\d_]|\.){3,}[^-=>]{0,24}?"
    r"(?:\s*(?:-+>?|=+>)\s*[^\W\d_]|\s(?:h|s|c|d|r|hold|stand|support|convoy|disband|retreat|move|attack|to|via|into|remove)s?\b|\s*$))",
    re.IGNORECASE,
)
_ARTICLE = regex(r"[Aa] [a-z]")  # "a move to Paris would help" is prose unless an arrow or a board verb stands in it
_BOARD_SIGN = regex(r" - |->|\b(?:supports?|convoys?|disbands?|retreats?|holds?)\b", re.IGNORECASE)
_ROUTE = regex(
    r"[A-Za-z]{3}(?:\s?[/(][nsew]c\)?)?(?:\s*-+>?\s*[A-Za-z]{3}(?:\s?[/(][nsew]c\)?)?){1,12}\s*$", re.IGNORECASE
)
_ARROW = regex(r"[A-Za-z][A-Za-z .]{1,22}\s*(?:->|=>)\s*[A-Za-z]{3}")
_TROUBLESHOOTER = regex(r"(?:TS|T\.S\.|troubleshooter)\s*(?:\(|->?|[A-Za-z]{3})", re.IGNORECASE)
_OFFER = regex(  # "4*2#3 : A PAR - BUR", "25# $"; a time of day has figures behind its colon
    r"\d[\d\s*#+.()\[\]]{0,30}(?:[:;!<>&@]{1,3}\s*(?:$|[A-Za-z$*|.(])|(?<=[*#+])\s*\$)", re.IGNORECASE
)
_AMOUNT = regex(
    rf"(?:^|[^\w.]){_NUMBER}\s?(?:{CURRENCY}\b|[$£€¥%])|[$£€¥]\s?\d|\b{CURRENCY}\s+{_NUMBER}|\b(?:all|max|rest|half)\b[^.]{{0,20}}\b{CURRENCY}\b",
    re.IGNORECASE,
)
_POLITE = regex(
    r"(?:(?:please|then|also|and|now|first|i want to|i(?:'d| would) like to|i will|i'll)[, ]+){1,3}", re.IGNORECASE
)
_VERB = regex(
    r"(?:sell|buy|bid|nobid|pay|transfer|give|send|trade|convert|exchange|change|swap|loan|lend|borrow|repay|receive|"
    r"invest|issue|unsell|unissue|dividend|values?|price|terms|offer|offerlist|tender|vote|elect|build|remove|disband|"
    r"waive|retreat|hold|support|convoy|move|order|accept|reject|approve|let|call|cancel|clear|tiebreak|treasury|report|"
    r"alliance|draw|concede|flo(?:a)?t|records|absence|vacation|extend|deadline|process|preview|confirm|join|create|end|"
    r"results?|eject|replace|history|statement|centres?|centers|split|merge|insure|redeem|guard|destroy)\b",
    re.IGNORECASE,
)
_COMPANION = regex(
    rf"\d|[$£€¥]|\b(?:{CURRENCY}|{_POWER}|all|max|rest|none|yes|no|half|everything|everybody|nothing)\b|"
    r"\b(?-i:[AF])\s+[A-Za-z]{3}|\b(?-i:[A-Z]{3,})\b|->|\s-\s",
    re.IGNORECASE,
)
_BARE = regex(
    r"(?:not\s+)?(?:status|clear|wait|ready|unready|list|ping|signoff|sign off|waive|build waived|draw|concede|undo|"
    r"try|history|prices|market|portfolio|ledger|records|statement|holdings|orders\?|resign|endpress|commands|rules|"
    r"start|resume|pause|hold all|all hold|all units hold|who is missing|owners|units|end|preview|template|announce)"
    r"[.!]?\s*$",
    re.IGNORECASE,
)
_COMMAND = regex(
    r"(?:sign\s?on|signoff|register|subscribe|unsubscribe|endpress|end press|takeover|take over|broadcast|newtoken|"
    r"resend|quarantine|rollback|observe|ping|no trades?\s*$|end (?:solo|draw|conceded|abandoned))\b",
    re.IGNORECASE,
)
_VERBS = {first for word in WORDS.values() for first in (word.verb, *word.also)} - {"YES"}  # begins many an answer
_CAPITAL_WORD = regex(
    rf"(?:{'|'.join(sorted(_VERBS, reverse=True))}|"
    r"NOT READY|WHO|VACATION|PASSWORD|ZONE|ADDRESS|NAME|OWNERS|UNITS|CENT(?:RE|ER)S|ADJUST|CORRECT|RELEASE|PROMOTE|"
    r"GAME|VERSION|APPLY|WHITE|TRADES?|ORDERS|BIDS|VOTES|TRANSFERS|OFFERS|PRICES|PROXY|POSTAL)\b(?!:\s*$)"
)
_SHORT_COMMAND = regex(
    r"(?:master|help|list|rules|confirm|join|create|history|statement|set|absence|vacation|password|zone|results?|preview|"
    r"process|extend|deadline|pause|eject|replace|press|status|clear|for|as)\s+\S",
    re.IGNORECASE,
)
_TABLE_ROW = regex(rf"{_POWER}\s*[:=]\s*\S", re.IGNORECASE)
_SECTION = regex(r"\[[A-Z][A-Z ]{2,20}\]\s*$")
_CHAT = regex(
    r"\b(?:thanks?|thank you|cheers|regards|dear|hello|hi|hey|sorry|please find|best wishes|danke|gr(?:uß|üße)|merci|gracias)\b|https?://",
    re.IGNORECASE,
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
    if _board(text) or _OFFER.match(text) or _SECTION.match(text) or _BARE.match(text) or _COMMAND.match(text):
        return True
    if _money(text) or _CAPITAL_WORD.match(text) or _TABLE_ROW.match(text):
        return True
    words = text.count(" ") + 1
    return words <= 4 and text[-1] not in ".!?,:;" and bool(_SHORT_COMMAND.match(text)) and not _CHAT.search(text)


def speaks_of_orders(text: str) -> bool:
    """Whether a sentence says what a unit or a purse is to do, whatever stands around it. No question does."""
    text = drop_hyphen(text[:300])
    if text.endswith("?"):
        return False
    parts = (text, text.rpartition(":")[2].strip())
    if any(_board(part) or _money(part) or _OFFER.match(part) for part in parts if len(part) > 1):
        return True
    return bool(_ORDERS_VERB.search(text) and (_AMOUNT.search(text) or _UNIT_WORDS.search(text)))


_ORDERS_VERB = regex(
    r"\b(?:sell|buy|move|hold|support|convoy|retreat|build|disband|bid|offer|order|lend|transfer|verkaufe?|kaufe?)s?\b",
    re.I,
)
_UNIT_WORDS = regex(r"\b(?:army|fleet|armee|flotte|A|F)\s+[A-Z][A-Za-z]{2,}")


def _board(text: str) -> bool:
    """A unit that does something, a bare route, a Troubleshooter's journey."""
    if _UNIT.match(text):
        return not _ARTICLE.match(text) or text.count(" ") <= 3 or bool(_BOARD_SIGN.search(text))
    if ("-" in text and _ROUTE.match(text)) or _TROUBLESHOOTER.match(text):
        return True
    return ">" in text and bool(_ARROW.match(text))


def _money(text: str) -> bool:
    """A verb with something to act on, or a figure with a currency."""
    if _AMOUNT.search(text):
        return True
    polite = _POLITE.match(text)
    verb = _VERB.match(text, polite.end() if polite else 0)
    if not verb:
        return False
    return verb.group().isupper() or bool(_COMPANION.search(text, verb.end()))


def is_help(text: str) -> bool:
    """A plain call for help and nothing else: `help`, `Help please!`, `?`. `HELP BUY` is a command with a topic."""
    return bool(_HELP.fullmatch(text.strip()))


_HELP = regex(
    r"(?:(?:please|hello|hi|judge)[ ,!]{1,3}){0,3}(?:send (?:me )?)?(?:the )?"
    r"(?:help(?: me)?|hilfe|aide|ayuda|aiuto|hjälp|помощь|instructions?|commands|\?{1,3}|info|man)"
    r"(?:[ ,]{1,2}(?:please|bitte|thanks|thank you|judge)){0,2}\s?[.!?]{0,3}",
    re.IGNORECASE,
)
