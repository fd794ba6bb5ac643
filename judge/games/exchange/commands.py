"""What may be written in an Exchange (B3). Investors' names stay as written: the rules find the seat."""

from collections.abc import Mapping
from typing import Any, Self

from judge.core.command import Command, Final, Vocabulary
from judge.games.exchange.state import listing, pairs, plain
from judge.kits.bribes.sheets import OFFER_WORDS
from judge.kits.host.commands import REPORT_WORDS, UnitOrder

# ---- founding ---------------------------------------------------------------------------------------------------


class Bid(Command, kw_only=True, section="bids", replaces="{power}"):
    """BID RUSSIA 120 [SHARES 40 PRICE 5]: a startup bid, with the founder's terms if he likes; 0 where not given."""

    power: str
    amount: int
    shares: int = 0
    price: int = 0

    def canonical(self) -> str:
        terms = f" SHARES {self.shares} PRICE {self.price}" if self.shares else ""
        return f"BID {self.power} {self.amount}{terms}"


class NoBid(Command, kw_only=True, section="bids", form="NOBID {power}", replaces="{power}"):
    """NOBID RUSSIA: takes a bid back."""

    power: str


class Terms(
    Command, kw_only=True, section="terms", form="TERMS {power} SHARES {shares} PRICE {price}", replaces="TERMS {power}"
):
    """TERMS RUSSIA SHARES 40 PRICE 5: the founder's."""

    power: str
    shares: int
    price: int


class Price(Command, kw_only=True, section="terms", form="PRICE {power} {price}", replaces="PRICE {power}"):
    """PRICE RUSSIA 6: of company-owned shares."""

    power: str
    price: int


class Values(Command, kw_only=True, section="values", replaces="{power}"):
    """VALUES RUSSIA MOS 7 SEV 7 STP 12 WAR 14: how the founder splits the income of the home centres."""

    power: str
    values: tuple[tuple[str, int], ...]

    def canonical(self) -> str:
        return " ".join(("VALUES", self.power, *(f"{centre} {value}" for centre, value in self.values)))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        """A value is a number, or the word ZERO where the grammar found 0."""
        values = pairs(fields["value"])
        return cls(power=fields["power"], values=tuple((place, 0 if n == "ZERO" else n) for place, n in values))


class OfferList(Command, kw_only=True, section="shares"):
    """OFFERLIST RUSSIA 5, FRANCE 3 CAP 150: shares wanted in rank, each entry so many; cap -1 means all cash."""

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


class Vote(Command, kw_only=True, section="ballots", replaces="VOTE {power}"):
    """VOTE RUSSIA FOR bob, or VOTE RUSSIA 4 FOR anna, 5 FOR bob. (0, name) stands for all the voter's shares."""

    power: str
    lines: tuple[tuple[int, str], ...]

    def canonical(self) -> str:
        said = ", ".join(f"{number} FOR {who}" if number else f"FOR {who}" for number, who in self.lines)
        return f"VOTE {self.power} {said}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        if "who" in fields:
            return cls(power=fields["power"], lines=((0, plain(fields["who"])),))
        return cls(power=fields["power"], lines=tuple((n, plain(who)) for n, who in pairs(fields["portion"])))


class Tiebreak(Command, kw_only=True, section="ballots", replaces="TIEBREAK {power}"):
    """TIEBREAK RUSSIA anna, bob: the former leader's preference."""

    power: str
    names: tuple[str, ...]

    def canonical(self) -> str:
        return f"TIEBREAK {self.power} {', '.join(self.names)}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        found = fields["who"]
        return cls(power=fields["power"], names=tuple(map(plain, (found,) if isinstance(found, str) else found)))


class CallElection(Command, kw_only=True, section="vacancies"):
    """ELECTION RUSSIA: the master's, for a company whose leader has left the game; ELECTION RUSSIA CANCEL."""

    power: str
    cancel: bool = False

    def canonical(self) -> str:
        return f"ELECTION {self.power}{' CANCEL' if self.cancel else ''}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(power=fields["power"], cancel="cancel" in fields)


class Dividend(Command, kw_only=True, section="dividends"):
    """DIVIDEND RUSSIA 2 PER SHARE, or a total, or NONE (both 0). One of the two is 0."""

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


class Issue(Command, kw_only=True, section="company"):
    """ISSUE RUSSIA 10 AT 12: a proposal; ISSUE RUSSIA CANCEL (amount 0) takes it back."""

    power: str
    amount: int = 0
    price: int = 0

    def canonical(self) -> str:
        return f"ISSUE {self.power} {self.amount} AT {self.price}" if self.amount else f"ISSUE {self.power} CANCEL"


class Consent(Command, kw_only=True, section="company"):
    """APPROVE RUSSIA / REJECT RUSSIA."""

    power: str
    agrees: bool

    def canonical(self) -> str:
        return f"{'APPROVE' if self.agrees else 'REJECT'} {self.power}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(power=fields["power"], agrees=fields["answer"] == "APPROVE")


class DrawVote(Command, kw_only=True, section="company"):
    """DRAW RUSSIA FRANCE: the vote of the company whose hat is on; DRAW NO (no powers) takes it back."""

    powers: tuple[str, ...] = ()

    def canonical(self) -> str:
        return " ".join(("DRAW", *(self.powers or ("NO",))))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        found = fields.get("powers", ())
        return cls(powers=tuple(sorted({found} if isinstance(found, str) else set(found))))


# ---- the market -------------------------------------------------------------------------------------------------


class Sell(Command, final=Final.YES, kw_only=True, section="market", form="SELL {amount} {power} AT {price}"):
    """SELL 3 RUSSIA AT 15: a public offer."""

    amount: int
    power: str
    price: int


class Unsell(Command, kw_only=True, section="market"):
    """UNSELL L7, or UNSELL RUSSIA: all one's offers of a company."""

    power: str = ""
    listing: int = 0

    def canonical(self) -> str:
        return f"UNSELL {self.power or f'L{self.listing}'}"

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(power=fields.get("power", ""), listing=listing(fields))


class Buy(Command, final=Final.YES, kw_only=True, section="market"):
    """BUY 2 RUSSIA [FROM bob] AT 15, or BUY 2 L7 AT 15: at no more than 15 a share."""

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


class Transfer(Command, final=Final.YES, kw_only=True, section="market", form="TRANSFER {amount} TO {who}"):
    """TRANSFER 30 TO bob, or to a company (2.4)."""

    amount: int
    who: str

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Self:
        return cls(amount=fields["amount"], who=plain(fields["who"]))


class Query(Command, kw_only=True, section="queries"):
    """PORTFOLIO, LEDGER, MARKET, PRICES, REPORT RUSSIA, RECORDS RUSSIA."""

    asked: str
    power: str = ""

    def canonical(self) -> str:
        return f"{self.asked} {self.power}".strip()


# ---- orders to units --------------------------------------------------------------------------------------------


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
    **OFFER_WORDS,
    "unit_order": CompanyOrder,
    **REPORT_WORDS,
}
