"""What only offers and share lists need: several offers in a sentence, purses, shopping lists."""

from __future__ import annotations

import re
from dataclasses import replace

from judge.core.regex import regex
from judge.core.words import As
from judge.expressions import expressions
from judge.reading.clause import Clause, Kind, asked, asked_after_all
from judge.reading.clauses.modality import Modality
from judge.reading.clauses.numerals import figures
from judge.reading.clauses.passage import Passage, as_written, below_heading, by_things, word_in
from judge.reading.clauses.unwrap import Row
from judge.reading.lexicon import fold
from judge.reading.offers import in_notation, offered, several, sound, sound_or_other
from judge.reading.text import Text

_RE = expressions("offers")

_IF = regex(r"(?<!\w)if(?!\w)", re.IGNORECASE)  # `10 if Venice attacks Trieste` is an offer and no condition
_LISTS = ("OFFERLIST", "VALUES")
_FIGURE = regex(r"\d+")
_JOINT = regex(r"[\s,;:]+(?:and)?[\s,]*$")  # between what is said of two purses
_PURSE = "Whose purse pays? Write AS and the company, or AS SELF, on a line of its own above the offers."


def buys(p: Passage) -> bool:
    return p.tools.orders is not None and "ACCEPT" in p.tools.orders.verbs


def several_offers(p: Passage, text: Text, core: Text) -> Clause | None:
    """Offers of one sentence, each with an amount of its own, or one for each of them: all, or none."""
    if not buys(p) or not any(char.isdecimal() for char in core.text) or below_heading(p, core.text, core.first):
        return None
    if in_notation(core.text) and not several(core.text):
        return None
    stance = p.tools.stances.of(core, p.voice)
    bribes = (
        stance is Modality.PLAIN
        or (stance is Modality.CONDITION and _IF.search(core.text) is not None)
        or (stance is Modality.NEGATION and _RE.pays_not.search(core.text) is None)
    )
    sensed = by_things(p, text, core) if bribes else None
    if sensed is not None and sound_or_other(sensed.commands):
        return sensed
    return None


def sound_as_written(p: Passage, core: Text) -> Clause | None:
    """The text as it stands, unless it is an offer with a slip that other words would mend."""
    found = as_written(p, core)
    if found is None or not offered(found.commands) or sound(found.commands):
        return found
    if re.match(r"[^\W\d][^:\d]*:\s", core.text):
        return None  # `From my own pocket: 5 : A PAR - BUR`: a label, and an offer behind it
    better = by_things(p, core, core)
    return better if better is not None and sound(better.commands) else found


def purse(p: Passage, text: Text, below: Row) -> bool:
    """`FRANCE` or `MYSELF` alone above orders: whose purse pays, and who speaks."""
    if below.clause is None or below.clause.kind is not Kind.ORDER or not buys(p):
        return False
    found = _payer(p, text.strip(" :.-=*"))
    if found is None:
        return False
    p.found.append(replace(found, text=text.text, lines=text.lines))
    return True


def _payer(p: Passage, name: Text, alone: bool = True) -> Clause | None:
    """The word of the correspondence that says whose purse pays: `Russia`, `for France`, `myself`."""
    himself = alone and bool(name) and fold(name.text) in map(fold, p.voice.names[:1])
    said = "AS SELF" if himself else p.tools.sense.payer(name.text, alone) if name else ""
    found = as_written(p, name.put(0, len(name.text), said), sentence=False) if said else None
    return found if found is not None and found.kind is Kind.WORD else None


def company_pays(p: Passage, text: Text, core: Text) -> bool:
    """`The Russian treasury pays 6 for Warsaw to Galicia`: offers of a company in a sentence of their own."""
    if not _shops(p):
        return False
    figure = _FIGURE.search(core.text)
    if figure is None:
        named = _payer(p, core.strip(" .:"), alone=False)
        p.found += [replace(named, text=text.text, lines=text.lines)] if named is not None else []
        return named is not None
    cut = min(figure.start(), p.tools.sense.purse_ends(core.text) or figure.start())
    front = core.head(cut).strip(" ,:-")
    payer = _payer(p, front)
    if payer is None:
        return False
    if p.tools.marks.names(front.text) and not _is_led(p, payer):
        return False  # it may only say whose unit that is
    rest = core.cut(cut)
    found = several_offers(p, text, rest) or by_things(p, text, rest)
    if found is None or not offered(found.commands):
        return False
    hat = replace(payer, text=front.text, lines=front.lines)
    p.purses = (*p.purses, hat)
    p.found += [hat, found]
    return True


def _is_led(p: Passage, payer: Clause) -> bool:
    """Whether the writer leads the company that a word says is to pay."""
    led = {unit.power.casefold() for unit in p.voice.situation().units}
    return all(isinstance(one, As) and one.who.casefold() in led for one in payer.commands)


def hats_off(p: Passage) -> None:
    """Behind offers of a company in a sentence, what no company does is its leader's own: `For Russia 5 on Warsaw
    to Galicia. And sell 2 of my Russian shares at 16.`"""
    found: list[Clause] = []
    on = False
    for clause in p.found:
        on = any(clause is hat for hat in p.purses) or (on and clause.kind is not Kind.WORD)
        if on and clause.orders and not offered(clause.commands):
            found += _himself(p, clause.text, clause.first)
            on = False
        found.append(clause)
    p.found = found


def _himself(p: Passage, text: str, line: int) -> list[Clause]:
    """The word that says that the writer speaks for himself."""
    said = word_in(p, "AS SELF", line)
    return [replace(said, text=text)] if said is not None else []


def by_purse(p: Passage, sentence: Text) -> list[Text]:
    """The sentence, cut where its writer begins to speak for himself: `5 for Par - Bur, from me 2 for A MUN H`."""
    own = p.tools.canonical.own(sentence.text)
    if own is None or not (_FIGURE.search(sentence.text, 0, own.start()) and _FIGURE.search(sentence.text, own.end())):
        return [sentence]
    before = sentence.text[: own.start()]
    front = _JOINT.sub("", before)
    if own["behind"] and front == before.rstrip():  # nothing but a space parts them
        return [sentence]  # `Give Bob 30 from my cash, and bid 100 on England`
    return [sentence.head(len(front)), sentence.cut(own.start())]


def from_self(p: Passage, sentence: Text) -> bool:
    """`And from me personally 2 for A MUN - RUH`, below the orders of a company: the writer speaks for himself.
    True where it is asked about, for the sentence has other offers, too."""
    own = p.tools.canonical.own(sentence.text)
    figures_ = len(_FIGURE.findall(sentence.text))
    hats = own is None or not own["behind"] or any(isinstance(one.word, As) for one in p.found)
    if own is None or not figures_ or not hats:
        return False
    if figures_ > 1 and not _FIGURE.search(sentence.text, own.end()):
        p.found.append(asked(sentence, _PURSE))
        return True
    p.found += _himself(p, sentence.text, sentence.first)
    return False


def of_purse(p: Passage, label: Text, clauses: list[Clause]) -> list[Clause]:
    """What stands behind a label: offers are asked about where it names a company and does not say that its purse
    pays in words that can be read."""
    if not _shops(p) or not p.tools.marks.named(label.text) or any(one.kind is Kind.WORD for one in clauses):
        return clauses
    return [asked_after_all(one, _PURSE) if offered(one.commands) else one for one in clauses]


def _shops(p: Passage) -> bool:
    return p.tools.orders is not None and "OFFERLIST" in p.tools.orders.lists


def shopped(p: Passage, rows: list[Row]) -> list[Row]:
    """The rows with a shopping list that stands on several of them as one: a heading, and what stands below it."""
    if not _shops(p):
        return rows
    found: list[Row] = []
    for row in rows:
        above = found[-1] if found else None
        sense, entry = p.tools.sense, figures(row.text).text.strip(" -*.")
        goes_on = row.clause is None and bool(row.text) and sense.listed(entry)
        if goes_on and above is not None and above.clause is None and _lists(p, above.text):
            joint = " " if above.text.text.rstrip().endswith(":") else ", "
            found[-1] = replace(above, text=Text.joined((above.text.strip(" ,;."), row.text.strip(" -*.")), joint))
        else:
            ended = above is not None and len(above.text.lines) > 1 and entry[:1].isupper() and entry[-1:].isalpha()
            found.append(replace(row, item=row.item or ended))  # what stands below a list is a line of its own
    return found


def _lists(p: Passage, text: Text) -> bool:
    """Whether a text begins a shopping list: a heading, or entries with a limit or without."""
    sense, bare = p.tools.sense, figures(text).text.strip(" .!")
    if p.tools.is_list(bare) or sense.heads(bare.strip(" :")) == "list" or sense.company(bare):
        return True
    found = [sense.read(one, p.voice.situation) for one in (bare, f"{bare}, limit 1")]
    return any(line.startswith(_LISTS) for one in found if one is not None for line in one.lines)
