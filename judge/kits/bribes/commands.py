"""Offers and acceptance lists as lines of a letter (A3, A8)."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

from judge.core.command import Command
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.values import DIRECT, Line, OfferFault, Saving


class Bribe(Command, kw_only=True, section="offers"):
    """One line of an offer sheet. `text` is the printed form; a line that cannot be read stays as written, so that
    the rules can set the whole sheet aside because of it (A3)."""

    text: str

    def canonical(self) -> str:
        return self.text

    def offer(self) -> Line:
        """The line as a value. Raises OfferFault."""
        return read_offer(self.text)

    def as_order(self) -> str:
        """The line as an order of its unit, if it offers nothing and names one order: what it means in a phase that is
        not bid for. "" for any other."""
        try:
            line = self.offer()
        except OfferFault:
            return ""
        if isinstance(line, Saving) or line.kind != DIRECT or line.total or len(line.orders) > 1:
            return ""
        return f"{line.unit} {line.orders[0]}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        text = " ".join(str(fields["text"]).split())
        with suppress(OfferFault):
            text = read_offer(text).text
        return cls(text=text, line=fields.get("line", 0), hat=fields.get("hat", ""))


class NoOffers(Command, section="offers"):
    """NMR: an empty sheet, filed on purpose (A3)."""

    def canonical(self) -> str:
        return "NMR"


class Accept(Command, kw_only=True, section="acceptance"):
    """ACCEPT FEG?: the acceptance list (A8). `text` as written, in capitals; who its letters are the rules know."""

    text: str

    def key(self) -> str:
        return "accept"

    def canonical(self) -> str:
        return f"ACCEPT {self.text}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        text = " ".join(str(fields["text"]).upper().replace(",", " ").split())
        return cls(text=text, line=fields.get("line", 0), hat=fields.get("hat", ""))


OFFERS: dict[str, type[Command]] = {"bribe": Bribe, "no_offers": NoOffers, "accept": Accept}
"""Grammar rule name -> class (grammar/lib/offers.lark), for a game's vocabulary."""
