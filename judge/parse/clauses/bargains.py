"""What only offers and share lists need of a reader: several offers in a sentence, purses, shopping lists."""

from __future__ import annotations

import re
from dataclasses import replace

from judge.core.regex import regex
from judge.core.words import As
from judge.parse.clause import Clause, Kind, asked, asked_after_all
from judge.parse.clauses.modality import Modality
from judge.parse.clauses.numerals import figures
from judge.parse.clauses.parsing import Parsing
from judge.parse.clauses.unwrap import Row
from judge.parse.expressions import expressions
from judge.parse.offers import in_notation, offered, several, sound, sound_or_other
from judge.parse.text import Text

_RE = expressions("offers")

_IF = regex(r"(?<!\w)if(?!\w)", re.IGNORECASE)  # `10 if Venice attacks Trieste` is an offer and no condition
_BID = regex(r"BID [A-Z]+ \d+$")
_FIGURE = regex(r"\d+")
_PURSE = "Whose purse pays? Write AS and the company, or AS SELF, on a line of its own above the offers."


class Bargains(Parsing):
    """The part of a reader of passages that knows of offers and lists of shares."""

    _hats: tuple[Clause, ...] = ()  # put on for the offers of one sentence

    def _sensed(self, text: Text, core: Text) -> Clause | None:
        raise NotImplementedError

    def _matters(self, words: str) -> bool:
        raise NotImplementedError

    def _buys(self) -> bool:
        return self._tools.orders is not None and "ACCEPT" in self._tools.orders.verbs

    def _below_heading(self, core: Text) -> bool:
        raise NotImplementedError

    def _terms(self, text: Text, core: Text) -> bool:
        """`140 for Germany. 40 shares at 4 if I get it.`: terms that belong to the bid right above."""
        said = _RE.terms.fullmatch(core.text.strip(" .!")) if self._shops() else None
        at = next((n for n in reversed(range(len(self._found))) if self._found[n].kind is not Kind.REST), None)
        if said is None or at is None or len(self._found[at].commands) != 1 or self._found[at].kind is not Kind.ORDER:
            return False
        bid = self._found[at].commands[0].canonical()
        bids = [one for clause in self._found for one in clause.orders if one.canonical().startswith("BID ")]
        if len(bids) != 1:
            return False
        came = self._orders(f"{bid} SHARES {said['many']} PRICE {said['price']}", core.first) if _BID.match(bid) else ()
        if len(came) != 1:
            return False
        note = f"{core.text!r} was read as the terms of {bid}."
        self._found[at] = replace(self._found[at], commands=came)
        self._found.append(Clause(Kind.HEADING, text.text, text.lines, notes=(note,)))
        return True

    def _several(self, text: Text, core: Text) -> Clause | None:
        """Offers of one sentence, each with an amount of its own, or one for each of them: all, or none."""
        if not self._buys() or not any(char.isdecimal() for char in core.text) or self._below_heading(core):
            return None
        if in_notation(core.text) and not several(core.text):
            return None
        stance = self._tools.stances.of(core, self._voice)
        bribes = (
            stance is Modality.PLAIN
            or (stance is Modality.CONDITION and _IF.search(core.text) is not None)
            or (stance is Modality.NEGATION and _RE.pays_not.search(core.text) is None)
        )
        sensed = self._sensed(text, core) if bribes else None
        if sensed is not None and sound_or_other(sensed.commands):
            return sensed
        return None

    def _try_sound(self, core: Text) -> Clause | None:
        """The text as it stands, unless it is an offer with a slip that other words would mend."""
        found = self._try(core)
        if found is None or not offered(found.commands) or sound(found.commands):
            return found
        if re.match(r"[^\W\d][^:\d]*:\s", core.text):
            return None  # `From my own pocket: 5 : A PAR - BUR`: a label, and an offer behind it
        better = self._sensed(core, core)
        return better if better is not None and sound(better.commands) else found

    def _purse(self, text: Text, below: Row) -> bool:
        """`FRANCE` or `MYSELF` alone above orders: whose purse pays, and who speaks."""
        if below.clause is None or below.clause.kind is not Kind.ORDER or not self._buys():
            return False
        found = self._payer(text.strip(" :.-=*"))
        if found is None:
            return False
        self._found.append(replace(found, text=text.text, lines=text.lines))
        return True

    def _payer(self, name: Text, alone: bool = True) -> Clause | None:
        """The word of the correspondence that says whose purse pays: `Russia`, `for France`, `myself`."""
        said = self._tools.sense.payer(name.text, alone) if self._tools.sense is not None and name else ""
        found = self._try(name.put(0, len(name.text), said), sentence=False) if said else None
        return found if found is not None and found.kind is Kind.WORD else None

    def _company_pays(self, text: Text, core: Text) -> bool:
        """`The Russian treasury pays 6 for Warsaw to Galicia`: offers of a company in a sentence of their own."""
        if not self._shops():
            return False
        figure = _FIGURE.search(core.text)
        if figure is None:
            named = self._payer(core.strip(" .:"), alone=False)
            self._found += [replace(named, text=text.text, lines=text.lines)] if named is not None else []
            return named is not None
        front = core.head(figure.start()).strip(" ,:-")
        payer = self._payer(front)
        if payer is None:
            return False
        if self._tools.marks.names(front.text) and not self._is_led(payer):
            return False  # it may only say whose unit that is
        rest = core.cut(figure.start())
        found = self._several(text, rest) or self._sensed(text, rest)
        if found is None or not offered(found.commands):
            return False
        hat = replace(payer, text=text.text, lines=text.lines)
        self._hats = (*self._hats, hat)
        self._found += [hat, found]
        return True

    def _is_led(self, payer: Clause) -> bool:
        """Whether the writer leads the company that a word says is to pay."""
        led = {unit.power.casefold() for unit in self._voice.situation().units}
        return all(isinstance(one, As) and one.who.casefold() in led for one in payer.commands)

    def _hats_off(self) -> None:
        """Behind offers of a company in a sentence, what no company does is its leader's own: `For Russia 5 on Warsaw
        to Galicia. And sell 2 of my Russian shares at 16.`"""
        found: list[Clause] = []
        on = False
        for clause in self._found:
            on = any(clause is hat for hat in self._hats) or (on and clause.kind is not Kind.WORD)
            if on and clause.orders and not offered(clause.commands):
                found += self._himself(clause.text, clause.first)
                on = False
            found.append(clause)
        self._found = found

    def _himself(self, text: str, line: int) -> list[Clause]:
        """The word that says that the writer speaks for himself."""
        said = self._tools.words.understood("AS SELF", line, self._place)
        return [Clause(Kind.WORD, text, (line,), said.commands)] if said is not None else []

    def _by_purse(self, sentence: Text) -> list[Text]:
        """The sentence, cut where its writer begins to speak for himself: `5 for Par - Bur, from me 2 for A MUN H`."""
        own = self._tools.canonical.own(sentence.text)
        if own is None or not (
            _FIGURE.search(sentence.text, 0, own.start()) and _FIGURE.search(sentence.text, own.end())
        ):
            return [sentence]
        front = re.sub(r"[\s,;:]+(?:and)?[\s,]*$", "", sentence.text[: own.start()])
        return [sentence.head(len(front)), sentence.cut(own.start())]

    def _from_self(self, sentence: Text) -> bool:
        """`And from me personally 2 for A MUN - RUH`, below the orders of a company: the writer speaks for himself.
        True where it is asked about, for the sentence has other offers, too."""
        own = self._tools.canonical.own(sentence.text)
        figures_ = len(_FIGURE.findall(sentence.text))
        if own is None or not figures_:
            return False
        if figures_ > 1 and not _FIGURE.search(sentence.text, own.end()):
            self._found.append(asked(sentence, _PURSE))
            return True
        self._found += self._himself(sentence.text, sentence.first)
        return False

    def _of_purse(self, label: Text, clauses: list[Clause]) -> list[Clause]:
        """What stands behind a label: offers are asked about where it names a company and does not say that its purse
        pays in words that can be read."""
        if (
            not self._shops()
            or not self._tools.marks.named(label.text)
            or any(one.kind is Kind.WORD for one in clauses)
        ):
            return clauses
        return [asked_after_all(one, _PURSE) if offered(one.commands) else one for one in clauses]

    def _shops(self) -> bool:
        return self._tools.orders is not None and "OFFERLIST" in self._tools.orders.lists

    def _shopped(self, rows: list[Row]) -> list[Row]:
        """The rows with a shopping list that stands on several of them as one: a heading, and what stands below it."""
        if not self._shops():
            return rows
        found: list[Row] = []
        for row in rows:
            above = found[-1] if found else None
            sense, entry = self._tools.sense, figures(row.text).text.strip(" -*.")
            goes_on = row.clause is None and sense is not None and bool(row.text) and sense.listed(entry)
            if goes_on and above is not None and above.clause is None and self._lists(above.text):
                joint = " " if above.text.text.rstrip().endswith(":") else ", "
                found[-1] = replace(above, text=Text.joined((above.text.strip(" ,;."), row.text.strip(" -*.")), joint))
            else:
                found.append(row)
        return found

    def _limited(self, said: list[Text]) -> list[Text]:
        """The sentences, a shopping list together with the limit behind it."""
        found: list[Text] = []
        for one in said:
            if found and self._shops() and self._matters(figures(one).text) and self._lists(found[-1]):
                found[-1] = Text.joined((found[-1].strip(" .!"), one), ", ")
            else:
                found.append(one)
        return found

    def _lists(self, text: Text) -> bool:
        """Whether a text begins a shopping list: a heading, or entries with a limit or without."""
        sense, bare = self._tools.sense, figures(text).text.strip(" .!")
        if self._tools.is_list(bare) or (sense is not None and sense.heads(bare.strip(" :")) == "list"):
            return True
        found = [sense.read(one, self._voice.situation) for one in (bare, f"{bare}, limit 1")] if sense else []
        return any(line.startswith("OFFERLIST") for one in found if one is not None for line in one.lines)
