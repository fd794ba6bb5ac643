"""From the parts of a letter to the writer's own lines: which part counts, and what must be asked."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from judge.core import plain
from judge.core.manual import MANUAL
from judge.core.regex import regex
from judge.expressions import expressions
from judge.mail.reading.flowed import without_armour
from judge.mail.reading.html import DEPTH, TAGS, html_text
from judge.mail.reading.parts import Attached, Parts, Text
from judge.mail.reading.quotes import Own, OwnLine, own_text
from judge.mail.reading.tables import barred
from judge.order_hints import goes_on, is_help, looks_like_order
from judge.post import Line

_RE = expressions("mail")
_GONE = "\0"


def shown_struck(text: str) -> str:
    """Struck-out text as it is quoted."""
    return f"~~{text.strip()}~~"


def meant(lines: list[OwnLine]) -> tuple[list[OwnLine], list[str]]:
    """The lines without what is struck out (`~~A PAR - BUR~~`, or signs with a stroke through each) and without those
    with an empty box or a cross; and what was left out. A ticked box is taken off its line. Press stands as written."""
    whole = "\n".join([line.text for line in lines])
    if not any(sign in whole for sign in ("~", "[", "--")) and whole.isascii():
        return lines, []
    kept: list[OwnLine] = []
    left: list[str] = []

    def gone(found: re.Match[str]) -> str:
        rows = found.group().strip("-" if found.group().startswith("--") else "~").split("\n")
        left.extend(map(shown_struck, rows))
        return "\n".join([_GONE] * len(rows))

    for press, group in groupby(lines, key=lambda line: line.press):
        if press:
            kept.extend(group)
            continue
        for text in _RE.struck_out.sub(gone, "\n".join([line.text for line in group])).split("\n"):
            rest = " ".join(text.replace(_GONE, "").split()) if _GONE in text else text
            if _RE.empty_box.search(rest) and any(char.isalnum() for char in rest):
                left.append(rest)
            elif rest.strip() or not text:
                kept.append(OwnLine(_RE.ticked_box.sub("", rest)))
    return kept, left


LINE_LIMIT = 300  # characters of an order; longer lines are kept and flagged
KEPT_LIMIT = 10_000  # characters of any line that is kept
LINES_LIMIT = 500  # lines of a letter
ASIDES_LIMIT = 20  # lines below the signature mark
COMPARED_LIMIT = 200_000  # characters of an HTML part that is compared with the text part

_WORDS = frozenset(entry.verb for entry in MANUAL.values())
_OF_ANYBODY = frozenset(["REGISTER", "JOIN", "SUBSCRIBE", "UNSUBSCRIBE", "TAKEOVER"])
_SECRET = regex(r"sign ?on|take ?over|\bmaster\b|\bjoin\b|pass ?(?:word|phrase)|\S@\S", re.IGNORECASE)
_WORD_ARROW = regex(r"^((?:A|F|Army|Fleet) [A-Za-z. ]{3,25}?) à (?=[A-Za-z])", re.IGNORECASE)  # `->` in Wingdings


TAKEN_ATTACHMENT = "There were no orders in the letter itself; they were read from the attached {name}."
NOT_OPENED = "The attachment {name} was not opened. Please send orders as plain text in the letter itself."
IN_SUBJECT = (
    "Orders in the subject are never taken: mail programs cut it short. Please write them in the letter itself."
)
BELOW_SIGNATURE = "A line that looks like an order stands below the signature mark `--` and was not read: {line}"


@dataclass
class Body:
    """The writer's own lines and what is doubtful about them. `question` is why the letter must be asked about."""

    lines: list[Line] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    question: str = ""
    orders: bool = False
    asides: tuple[str, ...] = ()

    def warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)


@dataclass
class _View:
    """One way of reading the body: its cut text and the lines made of it. `left`: lines that are struck out, or stand
    behind an empty box or a cross; `struck`: whether HTML strikes some of them."""

    own: Own
    lines: list[Line]
    warnings: list[str]
    orders: bool
    broken: bool = False
    sealed: bool = False
    struck: bool = False
    left: tuple[str, ...] = ()


def read_body(parts: Parts, subject: str, ours: frozenset[str] = frozenset()) -> Body:
    """The lines that count, with warnings; a question instead where reading would be guessing. `ours` marks the lines
    of the letters of ours that this one answers."""
    body = Body()
    view = _best_view(parts, body, ours)
    file = None if view.orders or view.broken else _order_file(parts)
    if file is not None:
        attached = _view([Text(file.text, html=False, broken=file.broken)])
        if attached.orders or attached.broken:
            view = attached
            body.warn(TAKEN_ATTACHMENT.format(name=file.name))
        else:
            file = None
    body.lines, body.orders = view.lines, view.orders
    for text in (*view.warnings, *parts.notes):
        body.warn(text)
    for attached_file in parts.attached[:20]:
        if attached_file is not file and attached_file.name:
            body.warn(NOT_OPENED.format(name=attached_file.name))
    if parts.letter_inside:
        body.warn("A letter was attached to this one; attached letters are not read.")
    below = next((line for line in view.own.below_signature[:50] if looks_like_order(line)), None)
    if below is not None:
        body.warn(BELOW_SIGNATURE.format(line=shown(below)))
    aside = [text for text in (*view.left, *view.own.below_signature[:ASIDES_LIMIT]) if text.strip()]
    body.asides = tuple(text[:LINE_LIMIT] for text in aside[: 2 * ASIDES_LIMIT])
    body.question = _question(view, parts, subject)
    if view.own.empty() and not body.lines and (not body.question or body.question == IN_SUBJECT):
        said = said_in_subject(subject)
        body.lines, body.orders = [Line(1, said)] if said else [], looks_like_order(said)
    return body


def _best_view(parts: Parts, body: Body, ours: frozenset[str]) -> _View:
    """The text parts if they hold orders, else the HTML parts if those do, else the text parts."""
    plain_texts = [text for text in parts.texts if not text.html]
    html_texts = [text for text in parts.texts if text.html or not text.alternative]
    has_html = any(text.html for text in parts.texts)
    view = _view(plain_texts or html_texts, ours)
    if not has_html or not plain_texts:
        return view
    if view.orders:
        return _compare(view, html_texts, body, ours)
    other = _view(html_texts, ours)
    if other.orders or (view.own.empty() and not other.own.empty()):
        if not view.own.empty():
            body.warn("The text part of this letter held no orders; its HTML part was read.")
        return other
    return view


def _view(texts: Iterable[Text], ours: frozenset[str] = frozenset()) -> _View:
    """The given parts read one below the other."""
    raw: list[str] = []
    signed = sealed = broken = doubtful = cut = False
    struck: list[str] = []
    for text in texts:
        if text.html:
            shown = html_text(text.text)
            lines, struck, cut = shown.lines, struck + shown.struck, cut or shown.cut
        else:
            lines = text.lines()
        if raw:
            raw.append("")
        if "-----BEGIN PGP " in text.text:
            lines, signed_here, sealed_here = without_armour(lines)
            signed, sealed = signed or signed_here, sealed or sealed_here
        raw.extend(lines)
        broken, doubtful = broken or text.broken, doubtful or text.doubtful
    own = own_text(barred(raw), ours)
    own.lines, left = meant(own.lines)
    warnings: list[str] = []
    lines_read, orders = _finished(own, signed, warnings)
    if cut:
        warnings.append(
            f"Only the first {TAGS} tags of the HTML part of this letter were read, or {DEPTH} within one another."
        )
    if doubtful and any(not line.text.isascii() for line in lines_read):
        warnings.append("The letter names a character set it is not written in; accents and signs may be misread.")
    return _View(own, lines_read, warnings, orders, broken, sealed, bool(struck), (*map(shown_struck, struck), *left))


def _finished(own: Own, signed: bool, warnings: list[str]) -> tuple[list[Line], bool]:
    """Own lines made ready for the grammar, and whether any of them looks like an order."""
    lines: list[Line] = []
    orders = gap = False
    numbered = 0  # items so far of a list with numbers
    # a list that stands in one line becomes as many lines as it has items; press stays as written
    items: list[OwnLine] = []
    for line in own.lines:
        several = not signed and line.text[:1] == "1" and not line.press
        items += [OwnLine(part) for part in plain.items(line.text)] if several else [line]
    texts = [item.text for item in items]
    for item, text in zip(items, texts if signed else plain.unlettered(texts), strict=True):
        if len(lines) >= LINES_LIMIT:
            warnings.append(f"Only the first {LINES_LIMIT} lines of this letter were read.")
            break
        if item.press:
            orders = True
            lines.append(Line(len(lines) + 1, item.text[:KEPT_LIMIT]))
            continue
        marked = text is not item.text
        if not text or not (text[0].isalnum() or any(char.isalnum() for char in text) or is_help(text)):
            gap = True
            continue
        if not text.isascii():
            text = _odd_letters(text, warnings)
        written = text
        if not signed:  # what was signed stays as signed, a leading hyphen too
            if not text[:2].isalpha() and not (lines and not gap and goes_on(lines[-1].text, text)):
                if item_of := plain.item_behind(text, numbered + 1):
                    numbered, text = numbered + 1, item_of
                text = plain.drop_bullet(text)
            text = plain.drop_emphasis(text)
        if len(text) > LINE_LIMIT:
            warnings.append(f"A line of {len(text)} characters is too long for an order: {shown(text)[:60]}...")
            text = text if len(text) <= KEPT_LIMIT else text[:KEPT_LIMIT] + " [...]"
        orders = orders or looks_like_order(text)
        lines.append(Line(len(lines) + 1, text, gap, item=marked or written != text))
        gap = False
    return lines, orders


def _odd_letters(text: str, warnings: list[str]) -> str:
    """Look-alike letters folded, trailing emoji dropped; figures nobody can be sure of are pointed out."""
    text = plain.drop_trailing_emoji(text)
    text = _WORD_ARROW.sub(r"\1 -> ", text)
    folded = plain.fold_look_alikes(text)
    if folded != text:
        warnings.append(f"Letters of another alphabet that look Latin were read as Latin: {shown(folded)}")
    if plain.odd_digits(folded):
        warnings.append(f"Raised, lowered, circled or fraction figures were left as they stand: {shown(folded)}")
    return folded


def shown(text: str) -> str:
    """A line as a warning may quote it: short, and without anything that may be a password."""
    return "(a line with a password)" if _SECRET.search(text) else text[:80]


def _compare(view: _View, html_texts: list[Text], body: Body, ours: frozenset[str]) -> _View:
    """The view that counts where a text part with orders stands beside an HTML part: the text, and the letter says so
    if the other shows other orders. Only where the HTML strikes out what the text merely shows, it counts."""
    if sum(len(text.text) for text in html_texts) > COMPARED_LIMIT:
        return view
    other = _view(html_texts, ours)
    mine, theirs = _orders_in(view), _orders_in(other)
    blob, their_blob = "".join(mine), "".join(theirs)
    more = any(line not in blob for line in theirs)
    if other.struck and not view.struck and not more:
        return other
    if other.orders and (more or any(line not in their_blob for line in mine)):
        body.warn("The text part and the HTML part of this letter differ; the text part was read.")
    return view


def _orders_in(view: _View) -> list[str]:
    """Letters and figures of each line that looks like an order."""
    return [
        "".join(char for char in line.text.casefold() if char.isalnum())
        for line in view.lines
        if looks_like_order(line.text)
    ]


def _order_file(parts: Parts) -> Attached | None:
    """The attached text file that stands in for an empty body: `orders*.txt`, or the only text file there is."""
    files = [file for file in parts.attached if file.text.strip()]
    named = [file for file in files if file.name.lower().startswith(("orders", "order", "befehle", "ordres"))]
    chosen = named or files
    return chosen[0] if len(chosen) == 1 else None


def _question(view: _View, parts: Parts, subject: str) -> str:
    """Why the letter cannot be acted on although something seems to be in it; "" if it can or nothing is."""
    if view.broken:
        return "The letter arrived damaged (broken transfer encoding); a line may be cut short. Nothing was applied."
    if view.orders:
        return ""
    if view.sealed or parts.sealed:
        return "The letter is encrypted and cannot be read here. Please send it unencrypted."
    if _any_order(view.own.forwarded):
        return "The orders stand in a forwarded text. Please send them as your own words."
    if parts.letter_inside and not parts.reports_only():
        return "The orders may be in an attached letter, which is not opened. Please send them as plain text."
    if parts.notes:
        return "Not all parts of this letter could be opened. Please send the orders as plain text."
    if any(file.name for file in parts.attached):
        return "An attachment is not opened. Please send the orders as plain text in the letter itself."
    points_below = any(_RE.points_below.search(line.text[:200]) for line in view.lines[:20])
    if _any_order(view.own.quoted) and (view.own.empty() or view.own.uncertain or points_below):
        return (
            "The orders stand in quoted text, which is never read as yours. Please write them above it without the `>`."
        )
    below = sum(_any_order([line]) for line in view.own.below_signature[:200])
    if below > 1 or (below and view.own.empty()):
        return "The orders stand below a signature mark (`--`). Please write them above it."
    if subject_orders(subject):
        return IN_SUBJECT
    return ""


def _any_order(lines: list[str]) -> bool:
    return any(looks_like_order(plain.drop_bullet(line)) for line in lines[:2000])


def said_in_subject(subject: str) -> str:
    """What a letter with nothing in it says by its subject. The subject of an answer or of what is passed on is not
    its writer's own."""
    if _RE.subject_answers.match(subject):
        return ""
    text = _RE.subject_brackets.sub("", subject).strip()
    return plain.drop_trailing_emoji(text)[:LINE_LIMIT] if any(char.isalnum() for char in text) or "?" in text else ""


def subject_orders(subject: str) -> bool:
    """Whether a subject holds orders, its `Re:`, tags and game name apart. A word of the correspondence is none."""
    text = _RE.subject_tags.sub("", subject)
    said = text.upper().split()
    if _RE.subject_ours.match(subject) or (said[:1] and said[0] in _WORDS) or _OF_ANYBODY & set(said):
        return False
    return any(looks_like_order(piece.strip()) for part in text.split(";")[:20] for piece in part.split(",")[:20])
