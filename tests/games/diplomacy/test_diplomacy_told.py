"""What Diplomacy says of orders, good and bad, in each kind of phase: rulings, forecast, examples, forms, results."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge.core.command import Sheet
from judge.kits.host.orders import UnitOrder
from judge.kits.host.reports import GameOver, ReportResult
from judge.kits.host.situation import unit_lines
from judge.kits.host.votes import ConcedeVote, DrawVote, NoConcession, NoDraw
from tests.games.diplomacy.table import BOARD, DICE, DIPLOMACY, POWERS, started, stood
from tests.told import facts, hold_against, ruled

TOLD = Path(__file__).parents[2] / "fixtures" / "told" / "diplomacy"
GAME: Any = DIPLOMACY
VOTES = {
    "DRAW": DrawVote(),
    "DRAW FRANCE ITALY": DrawVote(powers=("FRANCE", "ITALY")),
    "NO DRAW": NoDraw(),
    "CONCEDE ITALY": ConcedeVote(power="ITALY"),
    "NO CONCESSION": NoConcession(),
    "RESULT": ReportResult.read({"phase": "F1901", "counts": {"ITALY": 4}}),
    "END DRAW": GameOver(how="DRAW"),
    "END DRAW FRANCE TURKEY": GameOver(how="DRAW", powers=("FRANCE", "TURKEY")),
    "END SOLO ITALY": GameOver(how="SOLO", powers=("ITALY",)),
}
HELD = {"ITALY": "A TYR, A VEN", "AUSTRIA": "F TRI, A BUD, A SER", "TURKEY": "A SMY, F GRE, A BUL", "FRANCE": "F MAO"}
BEATEN = "A VEN - TRI; A TYR S A VEN - TRI"
WINTER = {
    "ITALY": "A TRI, A VEN, A TUN, F GRE, F ION",
    "AUSTRIA": "A BUD, A SER",
    "FRANCE": "A SPA, F POR",
    "RUSSIA": "A SWE, A MOS",
    "GERMANY": "F DEN, A HOL, A BEL, F NTH, A RUH",
    "ENGLAND": "F NWG",
}
OWNED = {"TRI": "ITALY", "TUN": "ITALY", "SPA": "FRANCE", "POR": "FRANCE", "SWE": "RUSSIA", "RUM": "RUSSIA"}

CASES: dict[str, tuple[Any, dict[str, str]]] = {
    "the opening": (
        started(),
        {
            "AUSTRIA": "A VIE - TYR; A BUD - SER; F TRI - VEN; A VIE - GAL",
            "ENGLAND": (
                "F LON - NTH; A LVP - BEL VIA; A LVP - BEL; F EDI S A LVP - CLY; A YOR H; F EDI - LVP; "
                "F EDI C A LVP - NWY"
            ),
            "FRANCE": (
                "HOLD ALL; A PAR - BUR; PAR S MAR - BUR; F BRE - SPA; A MAR S A PAR - BUR; A MAR - PIC; march on rome"
            ),
            "GERMANY": "A BER; A MUN S F KIE; A BER S A MUN - KIE; F KIE - BAL; BUILD A BER; A KIE - DEN; DRAW; WAIVE",
            "ITALY": "A ROM - VEN; A VEN - ROM; F NAP - ION; A TUN H; F NAP S A ROM - XYZ; A XYZ H; DRAW FRANCE ITALY",
            "RUSSIA": (
                "F STP/SC - BOT; A WAR - STP; F STP/NC - BAR; A MOS S F SEV - UKR; A SEV - RUM; CONCEDE ITALY; NO DRAW"
            ),
            "TURKEY": "A CON - BUL; A SMY - CON; F ANK - BLA; F ANK C A CON - SEV; A SMY S A CON; NO CONCESSION",
        },
    ),
    "an autumn with convoys and two coasts": (
        stood(
            {
                "ENGLAND": "A LON, F ENG, F NTH, F NWG, A WAL",
                "FRANCE": "F POR, F GAS, F LYO, A MAR",
                "GERMANY": "F BAL, A LVN",
                "ITALY": "F ION, A TUN, F AEG, A GRE",
                "TURKEY": "F CON, A BUL, F BLA",
            }
        ),
        {
            "ENGLAND": (
                "A LON - BEL; F ENG C A LON - BEL; F NTH C A LON - NWY; F NWG C A LON - NWY; "
                "A WAL - BRE VIA; A LON - EDI VIA"
            ),
            "FRANCE": (
                "F POR - SPA; F GAS - SPA; F LYO S F GAS - SPA; F LYO S F GAS - SPA/SC; A MAR - SPA/NC; F LYO - SPA/EC"
            ),
            "GERMANY": "A LVN - SWE; F BAL C A LVN - SWE; F BAL C A PRU - SWE; A LVN - ROM",
            "ITALY": (
                "A TUN - ALB; F ION C A TUN - ALB; F AEG - BUL; A GRE S F AEG - BUL; "
                "A GRE S F AEG - BUL/SC; A TUN - ION - ALB"
            ),
            "TURKEY": "F CON - BUL/EC; A BUL H; F BLA - CON; F CON - BUL; HOLD ALL",
        },
    ),
    "an autumn that drives units out, with orders for later": (
        stood(HELD, conditional="on"),
        {
            "ITALY": BEATEN + "; BUILD F NAP, A ROM; WAIVE",
            "AUSTRIA": (
                "F TRI H; F TRI R ALB, VEN; F TRI R LON; A BUD - VIE; REMOVE A BUD; "
                "BUILD A VIE ELSE F TRI; REMOVE A XYZ; A LON R WAL; A BUD D"
            ),
            "TURKEY": "F GRE S A BUL - SER; A BUL - SER; BUILD F CON; BUILD F BUL; BUILD A ANK, F SMY; A SMY D",
            "FRANCE": "F MAO - SPA/NC; BUILD A MAR; F MAO R SPA; F MAO R SPA/NC, POR",
        },
    ),
    "the same without orders for later": (
        stood(HELD, conditional="off"),
        {"ITALY": BEATEN, "AUSTRIA": "F TRI R ALB; REMOVE A BUD; BUILD A VIE; A SER H"},
    ),
    "retreats": (
        GAME.resolve(
            stood(HELD),
            {
                "ITALY": tuple(UnitOrder(text=one) for one in BEATEN.split("; ")),
                "TURKEY": (UnitOrder(text="A BUL - SER"), UnitOrder(text="F GRE S A BUL - SER")),
            },
            DICE,
        ).state,
        {
            "AUSTRIA": (
                "F TRI R VEN, TYR; F TRI R ADR; A SER R ALB; A SER R SER; A SER - MUN; A SER D; "
                "A BUD R GAL; A SER; HOLD ALL"
            ),
            "ITALY": "A TRI R VIE; A VEN - ROM",
            "TURKEY": "BUILD A CON",
        },
    ),
    "a winter": (
        stood(WINTER, "W1901A", OWNED),
        {
            "ITALY": "BUILD F NAP, A ROM; BUILD A VEN; BUILD F ROM ELSE A NAP; REMOVE A TRI; BUILD A TUN",
            "AUSTRIA": "BUILD A VIE, A BUD; WAIVE; BUILD A VIE",
            "FRANCE": "BUILD F BRE ELSE A BRE; BUILD MAR; BUILD PAR; BUILD A MAR ELSE F MAR ELSE A PAR; WAIVE",
            "RUSSIA": "BUILD F STP; BUILD F STP/NC; BUILD A WAR, F SEV; BUILD A MOS",
            "GERMANY": "REMOVE F DEN, A HOL; REMOVE A MUN; D A BEL; A RUH D; BUILD A BER",
            "ENGLAND": "BUILD F LON, F EDI, F LVP; REMOVE F NWG; BUILD A LON ELSE F LON",
            "TURKEY": "WAIVE; A CON - BUL; nonsense",
        },
    ),
    "a winter of removals": (
        stood(
            {"TURKEY": "A CON, F BLA, A ARM, F AEG, A BUL", "ITALY": "A ROM"},
            "W1901A",
            {"ANK": "RUSSIA", "SMY": "RUSSIA", "CON": "TURKEY"},
        ),
        {
            "TURKEY": "REMOVE F BLA, A ARM, A CON; REMOVE A ANK; BLA D; WAIVE",
            "ITALY": "WAIVE",
            "MASTER": "END DRAW; RESULT",
        },
    ),
    "an end by the master": (
        started(),
        {"MASTER": "END SOLO ITALY; END DRAW; END DRAW FRANCE TURKEY; RESULT", "FRANCE": "A PAR H"},
    ),
}


def sheet(text: str) -> Sheet:
    texts = [one.strip() for one in text.split(";")]
    return tuple(VOTES.get(one) or UnitOrder.read({"text": one, "line": number}) for number, one in enumerate(texts, 1))


def told(state: Any, sheets: dict[str, str]) -> Iterator[str]:
    """All that is said of the sheets, and of what comes of them."""
    agenda = GAME.agenda(state)
    yield f"{agenda.phase} {' '.join(f'{seat}={duty}' for seat, duty in agenda.duties.items())}"
    filed: dict[str, Sheet] = {}
    for seat, text in sheets.items():
        rulings = GAME.rule_on(state, seat, sheet(text))
        yield from (f"{seat} {ruled(one, GAME.reasons)}" for one in rulings)
        stands = {one.command.key(): one.command for one in rulings if one.stands}
        filed[seat] = tuple(stands.values())
        yield from (f"{seat} {line}" for line in facts(GAME.forecast(state, seat, filed[seat])))
    for power in POWERS:
        yield f"{power} e.g. {'; '.join(GAME.samples(state, power))} {GAME.spoken(state, power)}"
    step = GAME.resolve(state, filed, DICE)
    for notice in step.notices:
        yield from (f"{notice.audience} {notice.kind} {line}" for line in facts(notice.data))
    after = step.state
    yield f"next {after.phase} {GAME.agenda(after).duties}"
    for group in unit_lines(GAME.standing(after, None), str(after.phase)) if after.phase.kind != "M" else ():
        yield from (f"{group.title} {line.what}: {', '.join(line.choices)}" for line in group.lines)


def test_every_case_is_told_as_before() -> None:
    hold_against(TOLD / "orders.txt", {name: told(*case) for name, case in CASES.items()})


def test_the_board_s_names_are_told_as_before() -> None:
    names = GAME.names({})
    said = {
        kind: [f"{name}: {', '.join(ways)}" for name, ways in sorted(table.items())] for kind, table in names.items()
    }
    hold_against(TOLD / "names.txt", said)
    assert set(BOARD.provinces) <= set(names["place"])
