"""What may be written in an Exchange (B3). Investors' names stay as written: the rules find the seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from judge.core.command import Command, Final, Vocabulary
from judge.games.exchange.found import listing, pairs, plain
from judge.kits.bribes import OFFERS
from judge.kits.host import REPORTS, UnitOrder

# ---- founding ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Bid(Command):
    """BID RUSSIA 120 [SHARES 40 PRICE 5]: a startup bid, with the founder's terms if he likes; 0 where not given."""

    section: ClassVar[str] = "bids"

    power: str
    amount: int
    shares: int = 0
    price: int = 0

    def key(self) -> str:
        return self.power

    def canonical(self) -> str:
        terms = f" SHARES {self.shares} PRICE {self.price}" if self.shares else ""
        return f"BID {self.power} {self.amount}{terms}"


@dataclass(frozen=True, kw_only=True)
class NoBid(Command):
    """NOBID RUSSIA: takes a bid back."""

    section: ClassVar[str] = "bids"

    power: str

    def key(self) -> str:
        return self.power

    def canonical(self) -> str:
        return f"NOBID {self.power}"


@dataclass(frozen=True, kw_only=True)
class Terms(Command):
    """TERMS RUSSIA SHARES 40 PRICE 5: the founder's."""

    section: ClassVar[str] = "terms"

    power: str
    shares: int
    price: int

    def key(self) -> str:
        return f"TERMS {self.power}"

    def canonical(self) -> str:
        return f"TERMS {self.power} SHARES {self.shares} PRICE {self.price}"


@dataclass(frozen=True, kw_only=True)
class Price(Command):
    """PRICE RUSSIA 6: of company-owned shares."""

    section: ClassVar[str] = "terms"

    power: str
    price: int

    def key(self) -> str:
        return f"PRICE {self.power}"

    def canonical(self) -> str:
        return f"PRICE {self.power} {self.price}"


@dataclass(frozen=True, kw_only=True)
class Values(Command):
    """VALUES RUSSIA MOS 7 SEV 7 STP 12 WAR 14: how the founder splits the income of the home centres."""

    section: ClassVar[str] = "values"

    power: str
    values: tuple[tuple[str, int], ...]

    def key(self) -> str:
        return self.power

    def canonical(self) -> str:
        return " ".join(("VALUES", self.power, *(f"{centre} {value}" for centre, value in self.values)))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """A value is a number, or the word ZERO where the grammar found 0."""
        values = pairs(fields["value"])
        return cls(power=fields["power"], values=tuple((place, 0 if n == "ZERO" else n) for place, n in values))


@dataclass(frozen=True, kw_only=True)
class OfferList(Command):
    """OFFERLIST RUSSIA 5, FRANCE 3 CAP 150: shares wanted in rank, each entry so many; cap -1 means all cash."""

    section: ClassVar[str] = "shares"

    entries: tuple[tuple[str, int], ...] = ()
    cap: int = -1

    def canonical(self) -> str:
        if not self.entries:
            return "OFFERLIST NONE"
        listed = ", ".join(f"{power} {number}" for power, number in self.entries)
        return f"OFFERLIST {listed}" + (f" CAP {self.cap}" if self.cap >= 0 else "")

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(entries=pairs(fields["entry"]) if "entry" in fields else (), cap=fields.get("cap", -1))


# ---- the company ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Vote(Command):
    """VOTE RUSSIA FOR bob, or VOTE RUSSIA 4 FOR anna, 5 FOR bob. (0, name) stands for all the voter's shares."""

    section: ClassVar[str] = "ballots"

    power: str
    lines: tuple[tuple[int, str], ...]

    def key(self) -> str:
        return f"VOTE {self.power}"

    def canonical(self) -> str:
        said = ", ".join(f"{number} FOR {who}" if number else f"FOR {who}" for number, who in self.lines)
        return f"VOTE {self.power} {said}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        if "who" in fields:
            return cls(power=fields["power"], lines=((0, plain(fields["who"])),))
        return cls(power=fields["power"], lines=tuple((n, plain(who)) for n, who in pairs(fields["portion"])))


@dataclass(frozen=True, kw_only=True)
class Tiebreak(Command):
    """TIEBREAK RUSSIA anna, bob: the former leader's preference."""

    section: ClassVar[str] = "ballots"

    power: str
    names: tuple[str, ...]

    def key(self) -> str:
        return f"TIEBREAK {self.power}"

    def canonical(self) -> str:
        return f"TIEBREAK {self.power} {', '.join(self.names)}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        found = fields["who"]
        return cls(power=fields["power"], names=tuple(map(plain, (found,) if isinstance(found, str) else found)))


@dataclass(frozen=True, kw_only=True)
class CallElection(Command):
    """ELECTION RUSSIA: the master's, for a company whose leader has left the game; ELECTION RUSSIA CANCEL."""

    section: ClassVar[str] = "vacancies"

    power: str
    cancel: bool = False

    def canonical(self) -> str:
        return f"ELECTION {self.power}{' CANCEL' if self.cancel else ''}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(power=fields["power"], cancel="cancel" in fields)


@dataclass(frozen=True, kw_only=True)
class Dividend(Command):
    """DIVIDEND RUSSIA 2 PER SHARE, or a total, or NONE (both 0). One of the two is 0."""

    section: ClassVar[str] = "dividends"

    power: str = ""
    each: int = 0
    total: int = 0

    def key(self) -> str:
        return self.power or self.hat

    def canonical(self) -> str:
        said = f"{self.each} PER SHARE" if self.each else str(self.total) if self.total else "NONE"
        return " ".join(part for part in ("DIVIDEND", self.power, said) if part)

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        amount, each = fields.get("amount", 0), "per_share" in fields
        return cls(power=fields.get("power", ""), each=amount if each else 0, total=0 if each else amount)


@dataclass(frozen=True, kw_only=True)
class Issue(Command):
    """ISSUE RUSSIA 10 AT 12: a proposal; ISSUE RUSSIA CANCEL (amount 0) takes it back."""

    section: ClassVar[str] = "company"

    power: str
    amount: int = 0
    price: int = 0

    def canonical(self) -> str:
        return f"ISSUE {self.power} {self.amount} AT {self.price}" if self.amount else f"ISSUE {self.power} CANCEL"


@dataclass(frozen=True, kw_only=True)
class Consent(Command):
    """APPROVE RUSSIA / REJECT RUSSIA."""

    section: ClassVar[str] = "company"

    power: str
    agrees: bool

    def canonical(self) -> str:
        return f"{'APPROVE' if self.agrees else 'REJECT'} {self.power}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(power=fields["power"], agrees=fields["answer"] == "APPROVE")


@dataclass(frozen=True, kw_only=True)
class DrawVote(Command):
    """DRAW RUSSIA FRANCE: the vote of the company whose hat is on; DRAW NO (no powers) takes it back."""

    section: ClassVar[str] = "company"

    powers: tuple[str, ...] = ()

    def canonical(self) -> str:
        return " ".join(("DRAW", *(self.powers or ("NO",))))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        found = fields.get("powers", ())
        return cls(powers=tuple(sorted({found} if isinstance(found, str) else set(found))))


# ---- the market -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Sell(Command, final=Final.YES):
    """SELL 3 RUSSIA AT 15: a public offer."""

    section: ClassVar[str] = "market"

    amount: int
    power: str
    price: int

    def canonical(self) -> str:
        return f"SELL {self.amount} {self.power} AT {self.price}"


@dataclass(frozen=True, kw_only=True)
class Unsell(Command):
    """UNSELL L7, or UNSELL RUSSIA: all one's offers of a company."""

    section: ClassVar[str] = "market"

    power: str = ""
    listing: int = 0

    def canonical(self) -> str:
        return f"UNSELL {self.power or f'L{self.listing}'}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(power=fields.get("power", ""), listing=listing(fields))


@dataclass(frozen=True, kw_only=True)
class Buy(Command, final=Final.YES):
    """BUY 2 RUSSIA [FROM bob] AT 15, or BUY 2 L7 AT 15: at no more than 15 a share."""

    section: ClassVar[str] = "market"

    amount: int
    price: int
    power: str = ""
    listing: int = 0
    who: str = ""

    def canonical(self) -> str:
        what = self.power or f"L{self.listing}"
        seller = f" FROM {self.who}" if self.who else ""
        return f"BUY {self.amount} {what}{seller} AT {self.price}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(
            amount=fields["amount"],
            price=fields["price"],
            power=fields.get("power", ""),
            listing=listing(fields),
            who=plain(fields.get("who", "")),
        )


@dataclass(frozen=True, kw_only=True)
class Transfer(Command, final=Final.YES):
    """TRANSFER 30 TO bob, or to a company (2.4)."""

    section: ClassVar[str] = "market"

    amount: int
    who: str

    def canonical(self) -> str:
        return f"TRANSFER {self.amount} TO {self.who}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(amount=fields["amount"], who=plain(fields["who"]))


@dataclass(frozen=True, kw_only=True)
class Query(Command):
    """PORTFOLIO, LEDGER, MARKET, PRICES, REPORT RUSSIA, RECORDS RUSSIA."""

    section: ClassVar[str] = "queries"

    asked: str
    power: str = ""

    def canonical(self) -> str:
        return f"{self.asked} {self.power}".strip()


# ---- orders to units --------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class CompanyOrder(UnitOrder):
    """A retreat, build or removal of the company whose hat is on; waivers of two companies do not meet."""

    def key(self) -> str:
        key = super().key()
        return f"{self.hat} {key}" if key == "WAIVE" and self.hat else key


VOCABULARY: Vocabulary = {
    "bid": Bid,
    "no_bid": NoBid,
    "terms": Terms,
    "set_price": Price,
    "values": Values,
    "offer_list": OfferList,
    "vote": Vote,
    "tiebreak": Tiebreak,
    "call_election": CallElection,
    "dividend": Dividend,
    "issue": Issue,
    "consent": Consent,
    "draw_vote": DrawVote,
    "sell_shares": Sell,
    "unsell": Unsell,
    "buy_shares": Buy,
    "transfer": Transfer,
    "query": Query,
    **OFFERS,
    "unit_order": CompanyOrder,
    **REPORTS,
}
