"""Who sees what (B5), over random play by letters: every secret figure is one of a kind, and every letter is searched
for the figures that its reader may not know."""

import random
import re
from email.message import Message
from pathlib import Path

import pytest

from judge.core.codec import document
from judge.core.notice import MASTER, PUBLIC
from judge.games.exchange.state import ExchangeState
from tests.counts import SOAK
from tests.games.exchange.test_exchange_letters import played
from tests.harness import Judge, Out, address_of

SEATS = ("Anna", "Bob", "Carl", "Dora")
GAMES = range(12 if SOAK else 1)

PUBLICLY = {
    "exchange.opened": set("investors cash min_bid auction income neutral_value value_all dias fast victory".split()),
    "exchange.joined": {"seat", "cash"},
    "exchange.least": {"rows.company", "rows.before", "rows.least"},
    "exchange.founded": {"rows.company", "rows.founder", "left"},
    "exchange.call": {"rows.company", "rows.bidder", "rows.amount", "last"},
    "exchange.prospectus": set("rows.company rows.status rows.founder rows.shares rows.for_sale rows.price".split()),
    "exchange.issued": {"company", "number", "price", "passed"},
    "exchange.float": {"order", "rows.company", "rows.sold", "rows.left", "rows.price"},
    "exchange.floated": set("company founder held shares appeared taken.unit taken.from centres worth".split()),
    "exchange.elected": {"rows.company", "rows.leader", "rows.before", "rows.founder", "rows.vacant"},
    "exchange.values": {"company", "values", "even"},
    "exchange.vacancy": {"company", "leader", "cancelled"},
    "exchange.listed": {"listing", "seller", "company", "quantity", "price"},
    "exchange.unlisted": {"listing", "seller", "company", "quantity", "price"},
    "exchange.sale": {"listing", "seller", "company", "quantity", "price", "left"},
    "exchange.nmr": {"seats.seat", "seats.turns", "seats.companies"},
    "exchange.totals": {"units.order", "units.price"},
    "exchange.final": set(
        "reason companies rows.seat rows.score rows.fraction rows.winner rows.shares rows.cash".split()
    ),
    "exchange.archive": {"pages.phase", "pages.units", "pages.purses", "pages.lists"},
}
"""Kind of public notice -> all it may hold: what is not here is somebody's secret."""

MASTERS = {"exchange.auction", "exchange.chart"}
PRIVATE = set(
    """
    exchange.bids exchange.terms exchange.void_price exchange.purchases exchange.votes exchange.office
    exchange.dividend exchange.dividend_paid exchange.income exchange.annual exchange.issue
    exchange.issue_count exchange.duty exchange.bribes exchange.receipt exchange.sold exchange.bought
    exchange.answer_portfolio exchange.answer_ledger exchange.answer_market exchange.answer_prices
    exchange.answer_report exchange.answer_records
""".split()
)


def fields(data):
    """The names of a notice's fields, one level of rows deep."""
    for name, value in data.items():
        rows = value if isinstance(value, (list, tuple)) and value and isinstance(value[0], dict) else ()
        if rows:
            yield from (f"{name}.{key}" for row in rows for key in row)
        elif name != "phase" and not (isinstance(value, (list, tuple)) and not value):
            yield name


def test_B_5_public_letters_hold_what_the_table_allows_and_nothing_more():
    seen = {}
    for options in ({"public_totals": "yes"}, {"income_mode": "zerosum"}):
        table = played(**options)
        for notice in table.told_all:
            if notice.kind.startswith("exchange."):
                seen.setdefault(notice.kind, []).append(notice)
    for kind, notices in sorted(seen.items()):
        audiences = {notice.audience for notice in notices}
        if kind in PUBLICLY:
            assert audiences == {PUBLIC}, kind
            assert {name for notice in notices for name in fields(document(notice.data))} <= PUBLICLY[kind], kind
        elif kind in MASTERS:
            assert audiences == {MASTER}, kind
        else:
            assert kind in PRIVATE, f"{kind} is in no row of the table of who sees what"
            assert not audiences & {PUBLIC, MASTER}, kind
    assert len(seen) > 25


# ---- by letters -------------------------------------------------------------------------------------------------


class Watch:
    """A game under watch: figures that are told to some alone, and every letter searched for them."""

    def __init__(self, folder: Path, number: int) -> None:
        self.chance = random.Random(number)
        self.judge = Judge(folder, seed=f"watch {number}")
        self.judge.new("x1", "exchange", start_cash="99991", report_counts="yes")
        self.judge.join("x1", *SEATS)
        self.judge.start("x1")
        self.judge.tick()
        self.secrets: dict[int, set[str]] = {}
        self.pool = self.chance.sample([n for n in range(2103, 4400) if n % 10], 900)
        self.searched = self.found = 0

    @property
    def state(self) -> ExchangeState:
        services, game = self.judge.services, self.judge.game("x1")
        state = services.journal.state(services.variant(game), game)
        assert isinstance(state, ExchangeState)
        return state

    def fresh(self, *readers: str) -> int:
        """A figure that nothing else in the game has, for these readers."""
        figure = self.pool.pop()
        self.secrets[figure] = set(readers)
        return figure

    def say(self, seat: str, *lines: str) -> None:
        self.learn(lambda: self.judge.orders("x1", seat, "\n".join(lines)))

    def deadline(self) -> None:
        self.learn(lambda: self.judge.resolve("x1"))
        self.judge.tick(self.judge.after(hours=1))  # a letter of the deadline's own minute belongs to the phase before

    def learn(self, action) -> None:  # type: ignore[no-untyped-def]
        """Balances before and after are secrets too; then the letters that went out are searched."""
        before = len(self.judge.relay.sent)
        self._balances()
        action()
        self._balances()
        for out in self.judge.relay.sent[before:]:
            self._search(out)

    def _balances(self) -> None:
        state = self.state
        for seat in SEATS:
            self._learn(state.money(seat), {seat})
        for power, corp in state.corps.items():
            told = corp.annual is not None and corp.annual.treasury == state.money(power)
            readers = {corp.leader, corp.founder} | (set(corp.annual.counts) if told and corp.annual else set())
            self._learn(state.money(power), readers)

    def _learn(self, figure: int, readers: set[str]) -> None:
        if figure > 2100 and figure != 99991:
            self.secrets[figure] = self.secrets.get(figure, set()) | readers

    def _search(self, out: Out) -> None:
        readers = {seat for seat in SEATS if address_of(seat) == out.to}
        if out.to.startswith("gm@"):
            return
        text = re.sub(r"dice (?:draw|link|anchor) .*|[Yy]our\s+cash\s+is\s+[\d,]+", "", whole(out.mime))
        text = re.sub(r'"draws": ?\[.*?\]', "", text, flags=re.DOTALL)
        figures = {int(found.replace(",", "")) for found in re.findall(r"(?<![\w.])\d[\d,]*\d(?!\w)", text)}
        self.searched += 1
        for power, corp in self.state.corps.items():
            if f"THE BOOKS OF {power}" in out.text:
                assert corp.leader in readers, "the full records are the sitting leader's (1.3)"
                figures -= {int(found) for found in re.findall(r"\d+", str(corp.books))}
        for figure in figures & self.secrets.keys():
            self.found += 1
            assert readers & self.secrets[figure], (
                f"{out.to} reads {figure}, which is {self.secrets[figure]}'s:\n{out.text}"
            )

    # ---- a year -----------------------------------------------------------------------------------------------

    def play(self) -> None:
        for _ in range(16):
            kind = self.state.phase.kind
            for seat in self.chance.sample(SEATS, len(SEATS)):
                self.say(seat, *self.letter(seat, kind))
            self.deadline()

    def letter(self, seat: str, kind: str) -> list[str]:
        state, chance = self.state, self.chance
        powers = sorted(state.corps)
        lines = [
            chance.choice(
                [
                    "STATUS",
                    "PORTFOLIO",
                    "LEDGER",
                    "MARKET",
                    "PRICES",
                    f"REPORT {chance.choice(powers)}",
                    f"RECORDS {chance.choice(powers)}",
                ]
            )
        ]
        other = chance.choice([who for who in SEATS if who != seat])
        if chance.random() < 0.4:
            lines.append(f"TRANSFER {self.fresh(seat, other)} TO {other}")
        for power in state.floated:
            leader = state.corps[power].leader
            if leader and leader != seat and chance.random() < 0.3:
                lines.append(f"TRANSFER {self.fresh(seat, leader)} TO {power}")
        if kind in "BGH":
            for power in chance.sample(powers, 3):
                lines.append(
                    f"BID {power} {self.fresh(seat)} SHARES {chance.randrange(5, 25)} PRICE {chance.randrange(1, 9)}"
                )
        if kind == "F":
            wanted = ", ".join(f"{power} {chance.randrange(1, 12)}" for power in sorted(state.for_sale()))
            lines.append(f"OFFERLIST {wanted} CAP {self.fresh(seat)}")
        if kind == "E":
            lines += [
                f"VOTE {power} FOR {chance.choice(SEATS)}" for power in state.portfolio(seat) if power in state.floated
            ]
        if kind == "M":
            lines += self.offers(seat, state)
        lines += [f"SELL 1 {power} AT {chance.randrange(1, 9)}" for power in list(state.portfolio(seat))[:1]]
        lines += [f"BUY 1 {one.label} AT 9" for one in state.listings if one.seller != seat][:1]
        return lines

    def offers(self, seat: str, state: ExchangeState) -> list[str]:
        """Own bribes to any unit, and a company's; their figures are the payer's and the unit's leader's to read."""
        lines = []
        units = [(power, unit) for power, found in sorted(state.units().items()) for unit in found]
        for power in state.led_by(seat):
            lines += [f"AS {power}", f"ACCEPT {power} @{self.chance.choice(SEATS)} ?"]
            lines += [f"{self.fresh(seat)} $"]
        lines.append("AS SELF")
        for owner, unit in self.chance.sample(units, min(2, len(units))):
            lines.append(f"{self.fresh(seat, state.corps[owner].leader)} : {unit} H")
        return lines


def whole(mime: Message) -> str:
    """Every part of a letter as text: the words, the page, the part for machines; not the head."""
    parts = [part.get_payload(decode=True) for part in mime.walk() if not part.is_multipart()]
    return "\n".join(part.decode("utf-8", "replace") for part in parts if isinstance(part, bytes))


@pytest.mark.parametrize("number", GAMES)
def test_B_5_no_letter_tells_a_figure_that_is_not_its_readers(tmp_path: Path, number: int) -> None:
    watch = Watch(tmp_path, number)
    watch.play()
    assert watch.state.floated, "the game must come to something worth hiding"
    assert watch.searched > 200 and watch.found > 100
    assert watch.judge.differences() == []


def test_B_5_a_buyer_is_named_to_the_seller_and_to_himself_alone(tmp_path: Path) -> None:
    watch = Watch(tmp_path, 0)
    watch.say("Anna", "BID ITALY 100 SHARES 10 PRICE 2")
    watch.deadline()
    watch.say("Anna", "SELL 2 ITALY AT 5")
    before = len(watch.judge.relay.sent)
    watch.say("Carl", "BUY 1 L1 AT 5")
    told = {out.to: out.text for out in watch.judge.relay.sent[before:]}
    assert "Carl bought 1 share of Italy from you" in told[address_of("Anna")]
    strangers = [text for to, text in told.items() if to not in (address_of("Anna"), address_of("Carl"))]
    assert strangers and all(
        "Sold: 1 share of Italy at 5, by Anna" in text and "Carl" not in text for text in strangers
    )
