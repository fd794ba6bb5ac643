"""What the game prints can be read again, and every example of its help is understood."""

from judge.games.exchange import commands
from judge.kits.host.commands import GameOver
from tests.games.exchange.exchange_table import EXCHANGE, Table, bribe, read
from tests.harness import shared_renderer
from tests.tables import cases


def test_B_3_several_orders_share_a_line_and_wear_its_hat():
    found = read("SELL 2 FRANCE AT 11; TRANSFER 30 TO Bob")
    assert [command.canonical() for command in found] == ["SELL 2 FRANCE AT 11", "TRANSFER 30 TO Bob"]
    assert read("5 : A WAR - GAL", "RUSSIA")[0].hat == "RUSSIA"


# ---- Every notice has its words, at the width of letters; so have status, digest and forecasts ---------------------


PEN = shared_renderer()
WIDTH = 72


def rendered(name, context):
    text = PEN.part((f"exchange/{name}.txt", f"lib/{name}.txt"), context)
    assert text is not None and text.strip(), name
    assert max(map(len, text.split("\n"))) <= WIDTH, text
    return text


class Told(Table):
    """A table that reads every notice as its letter would print it."""

    def __init__(self, **options):
        self.kinds, self.told_all = set(), []
        super().__init__(**options)

    def take(self, step):
        for notice in step.notices:
            rendered(notice.kind, {"data": notice.data, "game": "x1"})
            self.kinds.add(notice.kind)
            self.told_all.append(notice)
        return super().take(step)


def played(**options):
    """Everything that can be told of: a year and a half, and the master's end."""
    table = Told(**options)
    table.moving()
    table.act("BOB", commands.Issue(power="RUSSIA", amount=10, price=12))
    for seat in ("ANNA", "DORA"):
        table.act(seat, commands.Consent(power="RUSSIA", agrees=True))
    table.act("DORA", commands.Sell(amount=2, power="RUSSIA", price=4))
    table.act("ANNA", table.rule("ANNA", commands.Query(asked="MARKET"))[0].command)
    for asked, power, seat in (
        ("PORTFOLIO", "", "BOB"),
        ("LEDGER", "", "DORA"),
        ("PRICES", "", "ANNA"),
        ("RECORDS", "RUSSIA", "BOB"),
    ):
        table.act(seat, commands.Query(asked=asked, power=power))
    table.act("ANNA", commands.Transfer(amount=5, who="RUSSIA"))
    for cancel in (False, True):
        table.act("MASTER", commands.CallElection(power="RUSSIA", cancel=cancel))
    table.act("ANNA", commands.Transfer(amount=5, who="CARL"))
    table.file("BOB", bribe("90 : A WAR - GAL", "RUSSIA"), bribe("90 : A MOS - UKR", "RUSSIA"), bribe("2 : A CON H"))
    table.go()
    while table.phase != "S1902T":
        table.go()
    table.act("DORA", commands.Query(asked="REPORT", power="RUSSIA"))
    table.file("BOB", commands.Price(power="RUSSIA", price=3))
    table.go()
    table.file("CARL", commands.OfferList(entries=(("RUSSIA", 1),)))
    table.go()
    table.go()
    table.file("ANNA", commands.Dividend(power="TURKEY", each=1))
    table.go()
    table.file("MASTER", GameOver(how="DRAW", powers=("RUSSIA", "TURKEY")))
    while not table.ended:
        table.go()
    return table


def test_a_forecast_tells_what_is_certain():
    table = Table().moving()
    sheet = (bribe("6 : A WAR - GAL", "RUSSIA"), bribe("3 : A WAR - GAL"))
    said = rendered("forecast", {"forecast": EXCHANGE.forecast(table.state, "BOB", sheet)})
    assert "Your own purse: 71 AgP; these offers cost 3 at most." in said
    assert "Russia: 120 AgP; these offers cost 6 at most." in said


@cases("own", "words")
def test_a_leader_reads_what_his_company_must_order(own, words):
    said = rendered("exchange.duty", {"data": {"phase": "F1901R", "company": "ITALY", **own}})
    assert "OF ITALY in F1901R" in said
    assert words in " ".join(said.split())


def test_XR_1_letters_say_what_silence_means_for_the_dislodged():
    assert "without an order is disbanded. (XR-1)" in " ".join(
        rendered("silence", {"game": {"phase": "F1901R"}}).split()
    )
    assert "disbanded" not in rendered("silence", {"game": {"phase": "F1901M"}})
