"""What Diplomacy says of orders, good and bad, in each kind of phase: rulings, forecast, examples, forms, results."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge.core.command import Sheet
from judge.kits.host.commands import GameOver, ReportResult, UnitOrder
from judge.kits.host.situation import unit_lines
from judge.kits.host.votes import ConcedeVote, DrawVote, NoConcession, NoDraw
from tests.games.diplomacy.table import BOARD, DICE, DIPLOMACY, POWERS, started, stood
from tests.tables import rows
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

STATES: dict[str, Any] = {
    "the opening": started(),
    "an autumn with convoys and two coasts": stood(
        {
            "ENGLAND": "A LON, F ENG, F NTH, F NWG, A WAL",
            "FRANCE": "F POR, F GAS, F LYO, A MAR",
            "GERMANY": "F BAL, A LVN",
            "ITALY": "F ION, A TUN, F AEG, A GRE",
            "TURKEY": "F CON, A BUL, F BLA",
        }
    ),
    "an autumn that drives units out, with orders for later": stood(HELD, conditional="on"),
    "the same without orders for later": stood(HELD, conditional="off"),
    "retreats": GAME.resolve(
        stood(HELD),
        {
            "ITALY": tuple(UnitOrder(text=one) for one in BEATEN.split("; ")),
            "TURKEY": (UnitOrder(text="A BUL - SER"), UnitOrder(text="F GRE S A BUL - SER")),
        },
        DICE,
    ).state,
    "a winter": stood(WINTER, "W1901A", OWNED),
    "a winter of removals": stood(
        {"TURKEY": "A CON, F BLA, A ARM, F AEG, A BUL", "ITALY": "A ROM"},
        "W1901A",
        {"ANK": "RUSSIA", "SMY": "RUSSIA", "CON": "TURKEY"},
    ),
    "an end by the master": started(),
}
CASES = {name: (STATES[name], sheets) for name, sheets in rows(__file__, "CASES")}


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
