"""Sentences that take something back: `Sorry, make that 130`, `Kiel to Denmark - no wait, Kiel to Holland`. The last
word counts where it is unmistakable; else it is asked about, and so is what it may correct. Functions of what stands
there (a Scene); each gives the clauses as they stand then, or None where the sentence corrects nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from judge.core.command import Command
from judge.core.regex import regex
from judge.reading.clause import Clause, Kind, asked, asked_after_all, rest
from judge.reading.clauses.asks import answered
from judge.reading.clauses.edits import (
    DROPPED,
    Base,
    Found,
    Scene,
    but,
    changed,
    kept,
    replaced,
    rewritten,
    standing,
    stands,
    taken,
)
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.numerals import figures
from judge.reading.clauses.passage import Passage, change_words, core_of, in_english, modality, modality_alone, read_one
from judge.reading.clauses.patterns import words_of
from judge.reading.clauses.reasons import in_passing, passes
from judge.reading.clauses.split import joints, pieces
from judge.reading.sense.edited import FIGURE, Lines
from judge.reading.sense.edited import changed as edited
from judge.reading.sense.edits import CHANGES, begins, denies_only, has
from judge.reading.sense.settled import NO_TRADE
from judge.reading.sense.tokens import NAMES
from judge.reading.text import Text

_LONGEST = 16  # words of a sentence that corrects by what it names
HELD = (Modality.NEGATION, Modality.CONDITION, Modality.MAYBE, Modality.PAST, Modality.OTHERS)
"""What a sentence that goes on from another is meant as, too."""
_SAID = (Kind.REST, Kind.HEADING)
_ENDS = regex(r"[,;.!?]")
_OPEN = (Modality.ADVICE, Modality.QUESTION, Modality.PAST, Modality.OTHERS, Modality.CONDITION, Modality.MAYBE)


def corrected(scene: Scene, text: Text) -> Found:
    """The clauses with those of a sentence: cut where it corrects itself, or says something in passing."""
    found = scene.found
    parts = standing(scene, text) or in_passing(scene.p, text)
    if parts:
        for part, spoken in parts:
            found = scene.sentence(found, part) if spoken else [*found, rest(part)]
        return found
    if found and found[-1].orders and denies_only(change_words(scene.p, text)):
        return demoted(found, len(found) - 1, text)  # `Kiel to Denmark. Hmm, no.`
    behind = _break(scene, text)
    if behind is not None:
        return _in_two(scene, text, text.head(behind[0]).strip(), text.cut(behind[1]).strip())
    before = scene.p.mark()
    found = _left_open(scene, text) or _taking_back(scene, text)
    new = found[len(scene.found) :]
    talk = found[-1].kind is Kind.REST and not scene.p.tools.marks.named(text.text)
    ordered = any(one.orders for one in new) and not any(map(_tells, new))
    unread = found[-1].kind in (Kind.DOUBTFUL, Kind.REST) and not talk
    if scene.empty or not (unread or (ordered and scene.filed)):
        return found
    after = scene.p.mark()
    scene.p.back(before)
    again = (_in_front(scene, text) if unread else None) or _beside_remark(scene, text)
    if again is None:
        scene.p.back(after)
    return again or found


def _beside_remark(scene: Scene, text: Text) -> Found | None:
    """A sentence that changes what stands, and in front of it or behind it something that names nothing: `Sell 50 lira
    more, before the market closes`. None for any other."""
    if text.text.count(" ") > _LONGEST or not has(change_words(scene.p, text), *CHANGES):
        return None
    for start, end in joints(text):
        front, behind = text.head(start).strip(" ,;-–—"), text.cut(end).strip()
        for said, remark in ((front, behind), (behind, front)):
            things = change_words(scene.p, said)
            named = any(map(str.isdecimal, said.text)) or any(one.sort in NAMES or one.is_("nth") for one in things)
            if not named or not has(things, *CHANGES) or not passes(scene.p, remark):
                continue
            before = scene.p.mark()
            found = _taking_back(scene, said)
            if found[: len(scene.found)] != scene.found or any(map(_tells, found[len(scene.found) :])):
                return [*found, rest(remark)]
            scene.p.back(before)
    return None


def _tells(one: Clause) -> bool:
    """Whether a clause was read as a change of what stands."""
    return any(note.startswith("Read as a") for note in one.notes)


@lru_cache(1)
def _breaks(breaks: frozenset[str]) -> re.Pattern[str]:
    words = "|".join(re.escape(one.replace("-", " ")) for one in sorted(breaks, reverse=True))
    return re.compile(rf"(?:\s*(?:[,;]|\.{{2,}}|\s[-–—]+)\s*)(?=(?:{words})[\s,:!.-])", re.IGNORECASE)


def _break(scene: Scene, text: Text) -> tuple[int, int] | None:
    """Where a sentence corrects itself, from and to; None for any other."""
    found = _breaks(scene.p.tools.known.sections["breaks"]).search(text.text)
    if found is None or not found.start():
        return None
    return found.span() if _rest(scene, in_english(scene.p, text.cut(found.end()).strip())) is not None else None


def _rest(scene: Scene, text: Text) -> Text | None:
    """What a correcting sentence says beside taking something back; None for a sentence that corrects nothing."""
    said = scene.p.tools.cues.rewrite(text)
    return figures(said.text.strip(" ,:;.!-")) if said.changed else None


def _in_two(scene: Scene, text: Text, front: Text, behind: Text) -> Found:
    """A sentence that corrects itself: what it said first, and what it says instead."""
    before = len(scene.found)
    cue = before and has(change_words(scene.p, front), "corrects")
    start = scene.p.mark()
    found = scene.sentence(scene.found, front)
    ordered = any(one.orders for one in found[before:])
    notes = [note for one in found[before:] for note in one.notes]
    cue = cue and not ordered and (not notes or notes[0].startswith(DROPPED))
    if cue:  # `Scrap the 5 on Kiel, make that 5 on Berlin` is one change
        scene.p.back(start)
        found = [*scene.found, Clause(Kind.HEADING, front.text, front.lines)]
    undecided = not ordered and modality(scene.p, core_of(scene.p, front)) in HELD
    given = ordered and any(map(str.isdecimal, found[-1].text))  # that may be what is corrected
    if not given and found[before + 1 :] and found[-1].kind is Kind.DOUBTFUL:
        found[-1] = replace(found[-1], kind=Kind.REST, doubt=None)  # `RUH... I mean HOL-RUH`: broken off
    mark = len(found)
    found = scene.sentence(found, behind)
    nothing = all(one.kind is Kind.REST for one in found[mark:])
    if ordered and nothing and begins(change_words(scene.p, behind), "no"):
        found = demoted(found, mark - 1, text)  # `Kiel to Denmark - no wait, I promised not to`
    if cue and found[:before] == scene.found:
        found[before] = rest(front)  # nothing was taken back
    if undecided:  # `Maybe sell 300 lira - sorry, marks, 300 marks`
        reason = ASKED[Modality.CORRECTION]
        found[mark:] = [asked_after_all(one, reason) if one.kind is Kind.ORDER else one for one in found[mark:]]
    return demoted(found, mark - 1, text) if found[-1].kind is Kind.DOUBTFUL else found


def _in_front(scene: Scene, text: Text) -> Found | None:
    """A sentence whose first pieces correct, and that goes on with a remark or another order: `No, rather 200 pounds -
    and buy 200 lira`, `Make the marks 200 and buy 100 pounds`, `Trades as they are but my man stays put`. None for any
    other."""
    spoken = in_english(scene.p, text)
    core = spoken if _rest(scene, spoken) else core_of(scene.p, spoken)
    for start, end in joints(core):
        front, behind = core.head(start).strip(" ,;-–—"), core.cut(end).strip()
        cued = bool(_rest(scene, front))
        if cued:
            found = _taking_back(scene, front)
        else:
            found = changed(scene, front, front) or stands(scene, front, front) or scene.found
        new = found[len(scene.found) :]
        ordered = any(one.kind is Kind.ORDER for one in new)
        changed_ = found[: len(scene.found)] != scene.found or ordered or (bool(new) and not cued)
        if changed_ and found[-1].kind is not Kind.DOUBTFUL:
            out = scene.sentence(found, behind)
            goes_on = any(one.kind is Kind.ORDER for one in out[len(found) :])
            if cued or (goes_on and out[-1].kind is not Kind.DOUBTFUL):
                return out
    return None


def _taking_back(scene: Scene, text: Text) -> Found:
    """A sentence of one piece: what it takes back, if it does."""
    spoken = in_english(scene.p, text)
    what = _rest(scene, spoken)
    core = core_of(scene.p, spoken)
    whole = bool(what and read_one(scene.p, core_of(scene.p, what).text))  # an order of its own
    found = None if whole else changed(scene, text, core)
    found = found or _put(scene, text, spoken, what)
    if found is not None:
        return found
    return scene.plain(scene.found, text, spoken) if what is None else _taken_back(scene, text, spoken, what)


def _left_open(scene: Scene, text: Text) -> Found | None:
    """The clauses, where a sentence behind an order asks for another: `Give Russia 2. Or was it a loan he wanted?`"""
    if not (text.text.rstrip().endswith("?") and scene.found and scene.found[-1].orders):
        return None
    first = begins(change_words(scene.p, in_english(scene.p, text)), "link")
    if first is None or not first.is_("link", "or"):
        return None
    return _doubted(scene, text)


def _doubted(scene: Scene, text: Text) -> Found:
    """A sentence that is undecided, and so is the order in front of it."""
    return demoted([*scene.found, asked(text, ASKED[Modality.MAYBE])], len(scene.found) - 1, text)


def _put(scene: Scene, text: Text, spoken: Text, what: Text | None) -> Found | None:
    """What a sentence that takes something back puts in the place of its like in an order above: `Sorry, marks!` Where
    several can be meant, or what could not be read, it is asked about."""
    last = scene.found[-1] if scene.found else None
    if last is None or len(words_of(spoken.text)) > _LONGEST:
        return None
    cued = last.kind in _SAID and last.last == text.first and has(change_words(scene.p, last.said), "corrects")
    if not (cued or what or has(change_words(scene.p, spoken), "corrects") or spoken.text.rstrip().endswith("!!")):
        return None
    words, base, tools = figures(spoken), Base(tuple(scene.orders)), scene.p.tools
    done = {verb.upper() for verb in tools.sense.verbs(words.text)} & {*(tools.orders.verbs if tools.orders else ())}
    stood = {line.partition(" ")[0] for line in base.texts}
    other = done and done.isdisjoint(stood)  # `Sell lira. Pick up marks instead.`
    found = None if other else edited(change_words(scene.p, words), Lines(base.texts, tools.names, cued=True))
    open_ = cued and bool(scene.orders) and bool(tools.marks.named(spoken.text))
    if found is None and not open_:
        return None
    core = core_of(scene.p, kept(scene, what) if what else spoken)
    if any(read_one(scene.p, one.text.strip(" .!")) for one in (core, *pieces(core))):
        return None
    stance = modality_alone(scene.p, core)
    if open_ and stance is Modality.ADVICE:
        return _doubted(scene, text)  # `Munich to Berlin. Sorry. Silesia?`
    if found is None or stance in _OPEN or (stance is Modality.NEGATION and scene.p.tools.verb(core.text)):
        return None  # `Should I sell 50 crowns?` and `I would rather not buy 400` put nothing in another's place
    unread = next((one for one in reversed(scene.found) if one.kind is not Kind.REST), last)
    gone = any(note.startswith(DROPPED) for note in last.notes)  # `Forget the marks. Make it francs.`
    if gone or unread.kind is Kind.DOUBTFUL:  # which may be meant
        return [*scene.found, asked(text, ASKED[Modality.CORRECTION])]
    return taken(scene, text, base, found)


def _taken_back(scene: Scene, text: Text, spoken: Text, what: Text) -> Found:
    """A sentence with a word of correction, and `what` it says behind that, which may be nothing."""
    stays = kept(scene, what)
    if not (what and (any(map(str.isdecimal, what.text)) or read_one(scene.p, stays.text))):
        held = answered(scene.p, text, spoken)
        if held is not None:  # `Wait, I'm not done yet` corrects nothing
            return [*scene.found, held]
    done = instead(scene, text, core_of(scene.p, what)) if what else None
    if done is not None:
        return done
    mark = len(scene.found)
    found = scene.plain(scene.found, text, stays)
    left = found[-1] if len(found) > mark else None
    if what and mark and left is not None and left.kind is Kind.REST and scene.p.tools.marks.beside(what.text):
        found[-1] = asked(text, ASKED[Modality.CORRECTION])
    if what and mark and found[-1].kind is Kind.DOUBTFUL:
        found = demoted(found, mark - 1, text)
    found = displaced(found, mark, text)
    unheard = bool(scene.orders) and found[:mark] == scene.found and found[-1].kind is Kind.ORDER
    at = text.text.find(what.text) if what else 0
    return [*found, rest(text.head(at).strip(" ,:;"))] if unheard and at > 0 else found


# ---- questions that their writer answers -----------------------------------------------------------------------------


def dismissed(p: Passage) -> Found:
    """The clauses; what was asked and then answered with `no`, or denied, is no doubt where the same unit is ordered
    otherwise behind it: `Do not move Munich to Burgundy. Munich holds.` And `No sales this turn` beside purchases,
    or beside what is asked about, orders nothing."""
    found = list(p.found)
    given = {line.split()[0].lower() for one in found for line in one.printed} & _SIDES
    doubtful = not given and any(one.kind is Kind.DOUBTFUL for one in found)
    for n, one in enumerate(found) if len(given) == 1 or doubtful else ():
        sides = p.tools.sense.verbs(one.text) & _SIDES if one.printed == NO_TRADE else set[str]()
        if len(sides) == 1 and sides.isdisjoint(given):
            found[n] = replace(one, kind=Kind.HEADING, commands=())
    for n, one in enumerate(found[:-1]):
        left = _let_go(p, one, found[n + 1]) if one.kind is Kind.DOUBTFUL else ""
        old = read_one(p, left) if left else ()
        below = found[n + 1 :] if old else ()
        later = {order.key(): order.canonical() for clause in below for order in clause.orders if order.key()}
        if old and all(later.get(order.key(), order.canonical()) != order.canonical() for order in old):
            found[n] = replace(one, kind=Kind.HEADING, doubt=None, offer=())
    return found


def _let_go(p: Passage, one: Clause, behind: Clause) -> str:
    """The order that a clause asks about, denies or took back; "" for none."""
    if one.doubt is not None and one.doubt.reason == MISREAD:
        return one.text
    if one.text.rstrip(" !").endswith("?"):
        return one.text.strip(" ?!") if begins(change_words(p, behind.said), "no") else ""
    first = begins(change_words(p, one.said), "denies")
    return _ENDS.split(one.text[first.end :])[0].strip() if first is not None else ""


# ---- an order in the place of another --------------------------------------------------------------------------------


_SIDES = {"sell", "buy"}
_UNIT = regex(r"(?<=[:!] )(?:[AF] )?[A-Z]{3}(?![A-Z])")
MISREAD = "You correct this, and I do not see how."


def instead(scene: Scene, text: Text, core: Text) -> Found | None:
    """The clauses, where a sentence says an order, a figure or figures that take the place of those above, or of those
    on file."""
    on_file = not scene.orders and bool(scene.filed)
    base = Base((), scene.filed) if on_file else Base(tuple(scene.orders))
    behind = core.cut(core.text.rfind(": ") + 2)
    whole = read_one(scene.p, core.text)
    if len(behind) < len(core) and not whole and read_one(scene.p, behind.text):
        core = behind  # `I'd rather be in Germany: TS Swi-Mun`
    found = None if whole else but(scene, text, core, scene.base) or rewritten(scene, text, core)
    if found is not None:
        return found
    core = kept(scene, core)
    several = [new for one in pieces(core) for new in read_one(scene.p, one.text)]
    if len(several) > 1:  # they are orders of their own, and take the places of others
        return None if all(one.key() for one in several) else [*scene.found, asked(text, ASKED[Modality.CORRECTION])]
    new, like, unclear, words = None, list[Command](), False, core
    for words in (core, *reversed(pieces(core)[1:])) if base.lines else ():
        new = _said(scene, words.text, base.lines[-1])
        like = _nearest(base.lines, new) if new is not None else []
        kin = new is not None and not new.key() and any(type(one) is type(new) for one in base.lines)
        unclear = kin and len(like) != 1
        if like or unclear:
            break
    if new is None or not (like or unclear):
        return None
    beside = "".join(one.text for one in pieces(core) if one.text not in words.text)
    unread = bool(scene.p.tools.marks.named(beside))  # `make London North Sea and Edinburgh Norwegian Sea`
    unclear = unclear or unread or (on_file and len(base.lines) > 1 and core.text.isdecimal())
    if unclear or _may_be_unread(scene, like[-1], new):
        return [*scene.found, asked(text, ASKED[Modality.CORRECTION])]
    stand = [(replace(new, line=one.line),) if one is like[-1] else (one,) for one in base.lines]
    return replaced(scene, text, base, stand)


def _said(scene: Scene, words: str, last: Command) -> Command | None:
    """The one order that some words say, with the verb above if they have none; a figure alone is the last one's."""
    verb = next((scene.p.tools.verb(one.text) for one in reversed(scene.found) if one.kind is Kind.ORDER), "")
    new = read_one(scene.p, words) or (read_one(scene.p, f"{verb} {words}") if verb else ())
    if not new and words.isdecimal() and len(FIGURE.findall(last.canonical())) == 1:
        new = read_one(scene.p, FIGURE.sub(words, last.canonical()))
    return new[0] if len(new) == 1 else None


def _may_be_unread(scene: Scene, old: Command, new: Command) -> bool:
    """Whether what is corrected may be what could not be read, behind the order that would go."""
    alone = sum(type(one) is type(old) for _, one in scene.orders) == 1
    same = old.key() == new.key() if old.key() else alone and not any(map(str.isdecimal, old.canonical()))
    at = next((n for n, one in scene.orders if one is old), len(scene.found))
    return not same and any(clause.kind is Kind.DOUBTFUL for clause in scene.found[at + 1 :])


def _nearest(orders: Sequence[Command], new: Command) -> list[Command]:
    if new.key():  # of orders to units, only the one to the same unit
        return [old for old in orders if old.key() == new.key()]
    like = [old for old in orders if near(old, new)]
    unit = _UNIT.search(new.canonical())
    if len(like) != 1 and unit:  # of offers, the one to the same unit
        of_unit = [old for old in like or orders if type(old) is type(new) and _UNIT.search(old.canonical())]
        like = [old for old in of_unit if unit[0] in old.canonical()]
    # of several, the one with another amount of the same thing
    worded = FIGURE.sub("", new.canonical())
    return [old for old in like if FIGURE.sub("", old.canonical()) == worded] or like


def near(old: Command, new: Command) -> bool:
    """Whether two orders are of one kind and differ in one thing, or in nothing; or of two kinds and say the same."""
    shared = (vars(old).keys() & vars(new).keys()) - {"line", "hat"}
    differing = [name for name in shared if getattr(old, name) != getattr(new, name)]
    return len(differing) <= 1 if type(old) is type(new) else bool(shared) and not differing


# ---- behind a word of correction -------------------------------------------------------------------------------------


def displaced(found: Found, mark: int, text: Text) -> Found:
    """The clauses, behind a word that takes something back: an order for a unit that has one above takes its place. For
    another unit (`Paris to Burgundy. Scrap that, Brest to Picardy`), what the word says is gone, is gone; where both go
    to one place, it is asked which is meant. Any other order is asked about where it has its like above."""
    new = [one for clause in found[mark:] for one in clause.orders]
    keys, kinds = {one.key() for one in new if one.key()}, set(map(type, new))
    like = [n for n in range(mark) if kinds & set(map(type, found[n].orders))]
    if keys:
        for n, one in enumerate(found[:mark]):
            left = tuple(each for each in one.commands if one.kind is not Kind.ORDER or each.key() not in keys)
            found[n] = replace(one, commands=left)
        last = [n for n in range(mark) if found[n].orders][-1:]
        goals = {*map(_goal, new)} - {""}
        like = [n for n in last if found[n].last >= text.first - 1 and _goal(found[n].orders[-1]) in goals]
    if like:
        found[mark:] = [asked(text, ASKED[Modality.CORRECTION])]
        found[like[-1]] = asked_after_all(found[like[-1]], MISREAD)
    return found


def demoted(found: Found, at: int, text: Text) -> Found:
    """The clauses, with an order asked about that something in its own line corrects, nobody knows how."""
    out = list(found)
    while at >= 0 and out[at].kind in (Kind.REST, Kind.HEADING):
        at -= 1
    if at >= 0 and out[at].kind is Kind.ORDER and out[at].last >= text.first - 1:
        out[at] = asked_after_all(out[at], MISREAD)
    return out


def _goal(order: Command) -> str:
    """Where an order to a unit goes; "" for one that goes nowhere."""
    return order.canonical().removesuffix(" VIA").partition(" - ")[2] if " S " not in order.canonical() else ""
