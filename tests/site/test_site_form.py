"""The order form in a real browser: what is filled in becomes a letter that the judge files as it was meant, and what
cannot be meant is said beside its field. Without Chromium the tests are left out, and say so."""

import json
import random
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from judge.extras.facts import Facts
from judge.extras.site import live
from judge.reading import numbers
from judge.reading.faults import Fault
from tests.harness import POWERS, Judge, address_of
from tests.site.sites import filled_in
from tests.site.sites import written as site_written
from tools.gallery.browser import Browser

BEASTS = ("Lupus", "Ursus", "Vulpes", "Aquila")

FILL = (Path(__file__).parent / "fill_form.js").read_text("utf-8")


class Table:
    """A game with its archive, and a browser that fills in the form of one of its seats."""

    def __init__(self, folder: Path, slug: str, browser: Browser, *seats: str, **options: str) -> None:
        home = Judge(folder / "home", archive_url="https://games.test/")
        self.judge = home.with_game("game7", slug, *seats, **options)
        self.browser, self.site = browser, folder / "site"

    def key(self, seat: str) -> str:
        services = self.judge.services
        return services.letters.token(self.judge.game("game7"), self._seat(seat))

    def _seat(self, name: str) -> Any:
        return next(one for one in self.judge.services.files.seats("game7").values() if one.name == name)

    def ask(self, script: str, fragment: str = "", width: int = 390) -> Any:
        site_written(self.judge, self.site)
        page = self.site / "games/game7/orders.html"
        return self.browser.asked([page], f"{FILL}\n{script}", width, fragment=fragment)[0]

    def fill(self, seat: str, script: str, sheet: str = "", purse: str = "") -> dict[str, Any]:
        fragment = f"key={self.key(seat)}&seat={quote(seat)}" + (f"&sheet={quote(sheet)}" if sheet else "")
        fragment += f"&purse={purse}" if purse else ""
        return self.ask(f"{script}\ntold(look());", fragment)

    def send(self, seat: str, seen: dict[str, Any]) -> list[str]:
        """Mail what the form wrote, as a mail program would; the sheet that is then on file."""
        to = urlsplit(seen["mail"])
        body = parse_qs(to.query)["body"][0]
        assert "\r\n" in body or "\n" not in body
        assert to.path == f"judge+{self.key(seat)}@judge.test"
        answers = self.judge.say(address_of(seat), body.replace("\r\n", "\n"), to=to.path)
        assert answers[-1].subject.startswith("[OK]"), answers[-1].text
        self.told = answers[-1].machine("confirmation")
        return [str(order["text"]) for sheet in self.told["sheets"] for order in sheet["lines"]]


MEANT = {
    "diplomacy": ("FRANCE", 'order("A PAR - BUR"); order("F BRE H"); row("Votes: Draw", "DRAW");'),
    "economic4": ("FRANCE", 'order("A PAR - BUR"); row("Money: Lend", "3", "TURKEY");'),
    "payola": ("FRANCE", 'order("A PAR - BUR", "4"); order("A MUN - TYR", "2"); row("Money: Keep in the purse", "9");'),
    "bourse": ("Lupus", 'trade("LIRA", "SELL", "300"); trade("MARK", "WITH", "1,00.50".replace(",", "")); '
               'trade("POUND", "REST", "");'),
    "capitalist": ("Lupus", 'trade("LIRA", "SELL MAX", ""); trade("MARK", "BUY", "115");'),
    "troubleshooter": ("Lupus", 'trade("LIRA", "SELL", "300"); trade("MARK", "BUY", "300"); put(q("#goal"), "PAR");'),
    "exchange": ("Lupus", 'row("Bids: Austria", "60"); row("Bids: England", "70", "40", "5");'),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.real
@pytest.mark.parametrize("slug", sorted(MEANT))
def test_what_the_form_of_each_game_writes_is_filed_as_it_was_meant(
    slug: str, tmp_path: Path, browser: Browser
) -> None:
    seat, script = MEANT[slug]
    table = Table(tmp_path, slug, browser, *(POWERS if seat in POWERS else BEASTS))
    seen = table.fill(seat, script)
    assert seen["asked"] == [True, True] and seen["address"] == "" and "ready to send" in seen["state"]
    lines = seen["text"].split("\n")
    assert len(lines) > 1 and sorted(table.send(seat, seen)) == sorted(lines)


@pytest.mark.slow
@pytest.mark.real
def test_figures_are_read_in_the_form_as_the_judge_reads_them(tmp_path: Path, browser: Browser) -> None:
    table = Table(tmp_path, "bourse", browser, *BEASTS)
    chance = random.Random(7)
    figures = ["1000", "1,000", "1 000", "1'000", "1.000", "1.000,50", "-1.000,50", "+3", "0", "007", "10%", "1,00"]
    figures += ["1,000,000", "1 000,000", "12345678901234", "110.5", "110.50", "110.505", "1,000.25", ".5", "1e3"]
    figures += [
        "".join(chance.choice("0123456789.,' ") for _ in range(chance.randint(1, 7))).strip() or "5" for _ in range(150)
    ]
    script = """told(%s.map((figure) => ["BUY", "WITH"].map((how) => {
      trade("MARK", how, figure); return [q("#text").value, q("#t-MARK").textContent]; })));"""
    read = table.ask(script % json.dumps(figures), f"key={table.key('Lupus')}&seat=Lupus")
    for figure, ((units, units_said), (sum_, sum_said)) in zip(figures, read, strict=True):
        assert units == _expected(lambda text: f"BUY {numbers.amount(text)} MARK", figure), (figure, units_said)
        assert units or units_said.strip(), figure
        money = _expected(_with_money, figure)
        assert bool(sum_) == bool(money) and (not money or _with_money(sum_.split()[-1]) == money), (figure, sum_said)
        assert sum_ or sum_said.strip(), figure


def _expected(read: Any, figure: str) -> str:
    try:
        return str(read(figure))
    except Fault:
        return ""


def _with_money(figure: str) -> str:
    ticks, decimals = numbers.money(figure)
    return f"WITH {ticks}" if decimals < 3 else ""


@pytest.mark.slow
@pytest.mark.real
@pytest.mark.parametrize("options", [{}, {"cash": "keep"}, {"overspend": "largest"}])
def test_the_running_sum_is_what_the_judge_will_do(options: dict[str, str], tmp_path: Path, browser: Browser) -> None:
    table = Table(tmp_path, "bourse", browser, *BEASTS, **options)
    chance, codes = random.Random(11), ["CROWN", "FRANC", "LIRA", "MARK", "PIASTRE", "POUND", "ROUBLE"]
    for _ in range(6):
        rows = []
        for code in chance.sample(codes, 4):
            how = chance.choice(["SELL", "SELL MAX", "SELL", "BUY", "WITH", "REST"])
            amount = "" if how in ("SELL MAX", "REST") else str(chance.choice([3, 100, 490, 700]))
            rows.append(f"trade({code!r}, {how!r}, {amount!r});")
        seen = table.fill("Lupus", " ".join(rows))
        answer = table.judge.orders("game7", "Lupus", f"TRY\n{seen['text']}")[-1]
        (sheet,) = answer.machine("confirmation")["sheets"] or [None]
        account = sheet["forecast"]
        if options.get("overspend") != "largest" or "too much" not in seen["sum"]:
            left = account["forfeited"] if account["forfeited"] != "0.00" else account["kept"]
            for figure in (account["proceeds"], account["cost"], left):
                assert figure in seen["sum"], (seen, account)


@pytest.mark.slow
@pytest.mark.real
@pytest.mark.parametrize("slug", ["economic4", "payola"])
def test_nobody_can_give_to_themselves(slug: str, tmp_path: Path, browser: Browser) -> None:
    table = Table(tmp_path, slug, browser, *POWERS)
    offered = """
every("select[data-box]").filter((one) => one.dataset.before.endsWith("TO")).map((one) =>
  [...one.options].filter((o) => !o.disabled && o.value).map((o) => o.value.toUpperCase()))"""
    fragment = f"key={table.key('FRANCE')}&seat=FRANCE"
    assert {tuple(sorted(one)) for one in table.ask(f"told({offered});", fragment)} == {
        tuple(power for power in POWERS if power != "FRANCE")
    }
    assert {tuple(sorted(one)) for one in table.ask(f"told({offered});")} == {POWERS}


@pytest.mark.slow
@pytest.mark.real
def test_what_is_not_whole_is_said_beside_its_field_and_in_the_bar(tmp_path: Path, browser: Browser) -> None:
    table = Table(tmp_path, "bourse", browser, *BEASTS)
    seen = table.fill("Lupus", 'trade("MARK", "BUY", ""); trade("LIRA", "SELL", "5000"); trade("POUND", "", "30");')
    assert seen["text"] == "SELL 5000 LIRA" and seen["state"].startswith("Not in the letter yet: Mark, Pound (1 line")
    assert seen["said"] == [
        "Over the limit: 500 of a currency may be sold in a turn. 500 are sold.",
        "How many? Without a number this is not in the letter.",
        "Sell or buy? Choose one: without it this is not in the letter.",
    ]
    table = Table(tmp_path / "lent", "economic4", browser, *POWERS)
    seen = table.fill("FRANCE", 'row("Money: Lend", "3", "");')
    assert seen["text"] == "" and seen["said"] == ["Still missing: to. Without it this is not in the letter."]


@pytest.mark.slow
@pytest.mark.real
def test_what_a_treasury_or_a_secret_purse_pays_is_summed_up_as_one_types(tmp_path: Path, browser: Browser) -> None:
    table = Table(tmp_path / "lent", "economic4", browser, *POWERS)
    seen = table.fill("FRANCE", 'row("Money: Lend", "0003", "TURKEY"); row("Money: Give", "2", "ITALY");')
    has = int(live.form(Facts(table.judge.services, table.judge.game("game7")))["facts"]["purses"]["FRANCE"]["has"])
    left = has - 5
    expected = f"{left} left." if left >= 0 else f"{-left} too little."
    assert seen["paid"] == f"Of {has}: 5 in other lines; {expected}" and seen["over"] == (left < 0)
    seen = table.fill("FRANCE", 'row("Money: Give", "5000", "ITALY");')
    assert seen["over"] and f"Over what you have: {has}." in seen["said"]
    table = Table(tmp_path / "bribes", "payola", browser, *POWERS)
    offers = 'order("A PAR - BUR", "2*4+6"); order("A MUN - TYR", "2"); row("Money: Keep in the purse", "9");'
    assert table.fill("FRANCE", offers)["paid"] == "16 offered, 9 in other lines; you pay for what wins."
    seen = table.fill("FRANCE", offers, purse="48")
    assert (seen["paid"], seen["over"]) == ("Of 48: 16 offered, 9 in other lines; 23 left if every offer wins.", False)
    seen = table.fill("FRANCE", offers, purse="20")
    assert seen["paid"].endswith("; 5 too little if every offer wins.") and seen["over"]
    table = Table(tmp_path / "bids", "exchange", browser, *BEASTS)
    seen = table.fill("Lupus", 'row("Bids: Austria", "60"); row("Bids: England", "170");', purse="100")
    assert seen["paid"] == "" and seen["said"] == ["Over what you have: 100."], "not all bids need come true"


@pytest.mark.slow
@pytest.mark.real
def test_the_winter_of_a_treasury_is_paid_in_the_form_as_the_judge_pays_it(tmp_path: Path, browser: Browser) -> None:
    """Units first, then builds; Turkey's first four armies are cheaper (E-4)."""
    table = Table(tmp_path, "economic4", browser, *POWERS)
    table.judge.orders("game7", "FRANCE", "A PAR - BUR\nA MAR - SPS")
    table.judge.orders("game7", "TURKEY", "A CON - BUL\nA SMY - SYR")
    for _ in range(4):
        if table.judge.game("game7").phase.endswith("A"):
            break
        table.judge.resolve("game7")
    assert table.judge.game("game7").phase.endswith("A")
    for seat in ("FRANCE", "TURKEY"):
        script = """const boxes = every(`[data-power=${SEAT}] [data-order]`).slice(0, 2);
          const army = (box) => [...box.options].map((o) => o.value).find((v) => v.startsWith("BUILD A"));
          boxes.forEach((box) => put(box, army(box)));"""
        seen = table.fill(seat, script.replace("SEAT", json.dumps(seat)))
        assert sorted(table.send(seat, seen)) == sorted(seen["text"].split("\n")) and "BUILD" in seen["text"]
        account = table.told["sheets"][0]["forecast"]
        told = f"Of {account['funds']}: {account['due']} for your units, {account['bill'] - account['due']} for builds"
        assert seen["paid"] == f"{told}; {account['left']} left."


@pytest.mark.parametrize(("slug", "seat"), [("payola", "FRANCE"), ("exchange", "Lupus")])
def test_letters_bring_a_secret_purse_behind_the_hash_and_no_page_holds_it(
    slug: str, seat: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, slug, Browser(""), *(POWERS if seat in POWERS else BEASTS))
    answer = table.judge.orders("game7", seat, "25 $" if slug == "payola" else "BID AUSTRIA 31")[-1]
    (way,) = [line for line in answer.text.split("\n") if "orders.html" in line]
    forecast = answer.machine("confirmation")["sheets"][0]["forecast"]
    held = forecast.get("balance", forecast.get("cash"))
    assert held and parse_qs(urlsplit(way.strip()).fragment)["purse"] == [str(held)]
    statement = [
        out for out in table.judge.resolve("game7") if out.to == address_of(seat) and "orders.html" in out.text
    ]
    assert statement and all("&purse=" in out.text for out in statement)
    site_written(table.judge, table.site)
    assert not [path for path in table.site.rglob("*.html") if "purse=" in path.read_text("utf-8")]


@pytest.mark.slow
@pytest.mark.real
def test_the_form_orders_retreats_builds_and_removals(tmp_path: Path, browser: Browser) -> None:
    table = Table(tmp_path, "diplomacy", browser, *POWERS)
    table.judge.orders("game7", "ITALY", "A VEN - TYR\nA ROM - VEN")
    table.judge.orders("game7", "AUSTRIA", "A VIE H")  # whose seat would be open after two silent movements
    table.judge.resolve("game7")
    table.judge.tick(table.judge.after(hours=1))
    table.judge.orders("game7", "ITALY", "A TYR - TRI\nA VEN S A TYR - TRI")
    table.judge.resolve("game7")
    first = """const box = every("[data-power=%s] [data-order]")[0];
      put(box, [...box.options].map((one) => one.value).find((value) => value.startsWith("%s")));"""
    for phase, seat, start in (("R", "AUSTRIA", "F TRI"), ("A", "ITALY", "BUILD"), ("A", "AUSTRIA", "REMOVE")):
        if table.judge.game("game7").phase[-1] != phase:
            table.judge.resolve("game7")
        table.judge.tick(table.judge.after(hours=1))
        assert table.judge.game("game7").phase[-1] == phase
        seen = table.fill(seat, first % (seat, start))
        assert seen["text"].startswith(start) and table.send(seat, seen) == seen["text"].split("\n"), seen


SHEETS = {
    "bourse": ("Lupus", "SELL 300 LIRA\nSELL MAX CROWN\nBUY 115 MARK\nBUY POUND WITH 110.50\nBUY ROUBLE WITH REST"),
    "troubleshooter": ("Ursus", "SELL MAX LIRA\nBUY MARK WITH REST\nTS(SWI)-BUR-PAR"),
    "payola": ("ITALY", "3*4+6#2 : A VEN - TRI\n2 : A VIE H\n25 $"),
    "economic4": ("ITALY", "A VEN - TRI\nLOAN 3 TO TURKEY\nRECEIVE 2 FROM FRANCE (GIFT)"),
    "exchange": ("Ursus", "BID AUSTRIA 60\nBID ENGLAND 70 SHARES 40 PRICE 5"),
    "diplomacy": ("ITALY", "A VEN - TRI\nCONCEDE TO FRANCE"),
    "capitalist": ("Ursus", "SELL 300 LIRA\nBUY MARK WITH REST"),
}


@pytest.mark.slow
@pytest.mark.real
@pytest.mark.parametrize("slug", sorted(SHEETS))
def test_the_sheet_that_an_address_brings_is_where_the_form_begins(slug: str, tmp_path: Path, browser: Browser) -> None:
    seat, sheet = SHEETS[slug]
    table = Table(tmp_path, slug, browser, *(POWERS if seat in POWERS else BEASTS))
    seen = table.fill(seat, 'q("#other").value = "";', sheet)
    assert sorted(seen["text"].split("\n")) == sorted(sheet.split("\n"))


@pytest.mark.parametrize("slug", ["diplomacy", "economic4", "payola", "exchange"])
def test_every_line_with_boxes_is_read(slug: str, tmp_path: Path) -> None:
    """Whether it can be done is another question: then the answer says why."""
    judge = Table(tmp_path, slug, Browser(""), *POWERS if slug != "exchange" else BEASTS).judge
    form = live.form(Facts(judge.services, judge.game("game7")))
    seat = "FRANCE" if slug != "exchange" else "Lupus"
    lines = [line for group in form["blanks"] for line in group.lines]
    assert lines
    for line in lines:
        text = filled_in(line, *((box.choices or (("PAR",) if box.text else ("1",)))[0] for box in line.boxes))
        answer = judge.orders("game7", seat, f"TRY\n{text}")[-1]
        assert "cannot read" not in answer.text and "not understood" not in answer.text, answer.text
