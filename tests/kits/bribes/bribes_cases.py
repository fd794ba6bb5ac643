"""The published worked examples of bribing, as data: what everybody offers, what the units do, who pays and what."""

from __future__ import annotations

from dataclasses import dataclass, field

POWERS = {"A": "AUSTRIA", "E": "ENGLAND", "F": "FRANCE", "G": "GERMANY", "I": "ITALY", "R": "RUSSIA", "T": "TURKEY"}
BOARD = {
    "AUSTRIA": ["A VIE", "F TRI"],
    "ENGLAND": ["F ENG", "F NTH"],
    "FRANCE": ["A PAR", "F BRE"],
    "GERMANY": ["A MUN", "A RUH"],
    "ITALY": ["A VEN"],
    "RUSSIA": ["A WAR"],
    "TURKEY": ["F CON"],
}
TWO_NEGATIVES = ("4 ! A PAR - BUR", "4 ! A PAR - GAS")
ITALIAN_TIE = {"G": ("3 ! A PAR - GAS",), "E": ("1 : A PAR - PIC",), "I": ("1 : A PAR - BUR",)}
TWO_BIDS = ("8 : A MUN - TYR", "6 : A RUH - BEL")
FULL_TURN_UNITS = {
    "FRANCE": ["A PAR", "A MAR", "F BRE"],
    "GERMANY": ["A MUN", "A BER", "F KIE"],
    "ENGLAND": ["F LON", "F EDI", "A LVP"],
}


@dataclass(frozen=True)
class Case:
    """`awards`: unit -> (order, price, {letter: paid}). `after`: letter -> money left; `cuts`: letter -> reductions."""

    name: str
    offers: dict[str, tuple[str, ...]]
    awards: dict[str, tuple[str, int, dict[str, int]]]
    balances: dict[str, int] = field(default_factory=dict)
    accept: dict[str, str] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)
    cuts: dict[str, int] = field(default_factory=dict)
    units: dict[str, list[str]] = field(default_factory=lambda: BOARD)


def par(order: str, price: int, **paid: int) -> dict[str, tuple[str, int, dict[str, int]]]:
    return {"A PAR": (order, price, paid)}


CHOOSING = (
    Case(
        "P_01",
        {"E": ("5 : F ENG H",), "F": ("2 : F ENG - LON",), "G": ("2 : F ENG - LON",)},
        {"F ENG": ("H", 5, {"E": 5})},
        after={"E": 43, "F": 48, "G": 48},
    ),
    Case(
        "P_02",
        {"E": ("5 : F NTH - ENG", "6 ! F BRE - ENG"), "F": ("8 : F BRE - ENG",), "G": ("3 : F BRE S A BEL - PIC",)},
        {"F BRE": ("S A BEL - PIC", 9, {"E": 6, "G": 3}), "F NTH": ("- ENG", 5, {"E": 5})},
        after={"E": 37, "F": 48, "G": 45},
        units={"ENGLAND": ["F NTH"], "FRANCE": ["F BRE"], "GERMANY": ["A BEL"]},
    ),
    Case(
        "P_03",
        {"F": ("4 : A PAR - BUR",), "G": ("3 : A PAR - PIC",), "E": ("2 : A PAR - PIC",)},
        par("- PIC", 5, G=3, E=2),
        after={"F": 48},
    ),
    Case("P_04", {"G": ("4 ! A PAR - BUR",)}, par("H", 4, G=4)),
    Case("P_05", {"G": ("4 ! A PAR H",)}, par("H", 0), after={"G": 48}),
    Case("P_06", {"G": ("4 ! A PAR H",), "F": ("A PAR - BUR",)}, par("- BUR", 4, G=4)),
    Case("P_07", {"G": TWO_NEGATIVES, "F": ("7 : A PAR - BUR",)}, par("- BUR", 11, F=7, G=4)),
    Case("P_08", {"G": TWO_NEGATIVES, "F": ("3 : A PAR - BUR", "3 : A PAR - PIC")}, par("- PIC", 11, F=3, G=8)),
    Case(
        "P_09",
        {"G": ("4 ! A PAR - BUR | - GAS",), "F": ("3 : A PAR - BUR", "1 : A PAR - PIC")},
        par("- PIC", 5, G=4, F=1),
    ),
    Case("P_10", {"F": ("2 : A PAR - BUR",), "G": ("3 ! A PAR - BUR",)}, par("H", 3, G=3)),
    Case("P_11", {"F": ("3 : A PAR - BUR",), "G": ("3 ! A PAR - BUR",)}, par("- BUR", 3, F=3)),
    Case("P_12", {"G": ("4 > A PAR - BUR",), "F": ("1 : A PAR - GAS", "2 : A PAR H")}, par("- GAS", 5, G=4, F=1)),
    Case("P_13", {"G": ("4 > A PAR S A MUN - BUR",), "F": ("1 : A PAR - GAS",)}, par("- GAS", 5, G=4, F=1)),
    Case("P_14", {"G": ("4 > A PAR - BUR", "2 : A PAR - BUR"), "F": ("1 : A PAR - GAS",)}, par("- BUR", 6, G=6)),
    Case(
        "P_15",
        {"G": ("4 @ A PAR - BUR",), "F": ("1 : A PAR S A MUN - BUR", "5 : A PAR - PIC")},
        par("S A MUN - BUR", 5, G=4, F=1),
    ),
    Case("P_16", {"G": ("4 @ A PAR H",), "F": ("A PAR - BUR",)}, par("H", 4, G=4)),
    Case(
        "P_17",
        {"G": ("4 > A PAR - BUR | S A MUN - BUR",), "F": ("2 : A PAR - GAS", "5 : A PAR H")},
        par("- GAS", 6, G=4, F=2),
    ),
    Case(
        "P_18",
        {"G": ("4 @ A PAR H | - GAS",), "F": ("2 : A PAR S A MUN - BUR", "5 : A PAR - PIC")},
        par("S A MUN - BUR", 6, G=4, F=2),
    ),
    Case("P_19", {"G": ("4 & A PAR - BUR",), "F": ("1 : A PAR - GAS",)}, par("- GAS", 5, G=4, F=1)),
    Case("P_20", {"G": ("2*1+3 & A PAR - BUR",), "F": ("1 : A PAR - PIC",)}, par("- PIC", 6, G=5, F=1)),
    Case("P_21", {"G": ("4 & A PAR - BUR",)}, par("H", 4, G=4)),
    Case("P_22", {"G": ("4 : A PAR - BUR",), "E": ("4 : A PAR - PIC",)}, par("- PIC", 4, E=4), accept={"F": "FEGARIT"}),
    Case(
        "P_22_other_list",
        {"G": ("4 : A PAR - BUR",), "E": ("4 : A PAR - PIC",)},
        par("- BUR", 4, G=4),
        accept={"F": "FGEARIT"},
    ),
    Case(
        "P_23",
        {"G": ("4 : A PAR - BUR",), "E": ("4 : A PAR - PIC",), "F": ("A PAR - PIC",)},
        par("- PIC", 4, E=4),
        accept={"F": "FGEARIT"},
    ),
    Case("P_24", {"G": ("3 : A PAR - PIC", "3 : A PAR - BUR")}, par("- PIC", 3, G=3)),
    Case("P_24_one_line", {"G": ("3 : A PAR - PIC | - BUR",)}, par("- PIC", 3, G=3)),
    Case("P_25", ITALIAN_TIE, par("- BUR", 4, G=3, I=1), accept={"F": "FGIEART"}),
    Case("P_26", ITALIAN_TIE, par("- PIC", 4, G=3, E=1), accept={"F": "FGEIART"}),
    Case("P_27", {"G": ("4 ! A PAR - GAS", "2 : A PAR - PIC", "2 : A PAR - BUR")}, par("- PIC", 6, G=6)),
    Case(
        "P_28",
        {"T": ("3 : F CON - BUL/EC",), "R": ("2 : F CON - BUL/EC",), "I": ("4 : F CON - BUL/SC",)},
        {"F CON": ("- BUL/EC", 5, {"T": 3, "R": 2})},
    ),
    Case("P_29", {"F": ("3 : A PAR - PIC", "1 > A PAR - BUR", "2 : A PAR - BUR")}, par("- PIC", 4, F=4)),
)

BUDGETS = (
    Case(
        "P_31",
        {"G": TWO_BIDS},
        {"A MUN": ("- TYR", 6, {"G": 6}), "A RUH": ("- BEL", 4, {"G": 4})},
        {"G": 10},
        after={"G": 0},
        cuts={"G": 2},
    ),
    Case(
        "P_32",
        {"G": TWO_BIDS, "F": ("5 : A RUH - HOL",)},
        {"A MUN": ("- TYR", 6, {"G": 6}), "A RUH": ("- HOL", 5, {"F": 5})},
        {"G": 10},
        after={"G": 4},
        cuts={"G": 2},
    ),
    Case(
        "P_33",
        {"G": ("8#7 : A MUN - TYR", "6 : A RUH - BEL")},
        {"A MUN": ("- TYR", 7, {"G": 7}), "A RUH": ("- BEL", 3, {"G": 3})},
        {"G": 10},
        cuts={"G": 3},
    ),
    Case(
        "P_34",
        {"G": ("8# : A MUN - TYR", "6# : A RUH - BEL")},
        {"A MUN": ("- TYR", 6, {"G": 6}), "A RUH": ("- BEL", 4, {"G": 4})},
        {"G": 10},
        cuts={"G": 2},
    ),
    Case(
        "P_35",
        {"G": ("8# : A MUN - TYR", "6#4 : A RUH - BEL")},
        {"A MUN": ("- TYR", 6, {"G": 6}), "A RUH": ("- BEL", 2, {"G": 2})},
        {"G": 9},
        after={"G": 1},
        cuts={"G": 4},
    ),
    Case(
        "P_36",
        {"G": (*TWO_BIDS, "10 $")},
        {"A MUN": ("- TYR", 0, {}), "A RUH": ("- BEL", 0, {})},
        {"G": 5},
        after={"G": 5},
        cuts={"G": 8},
    ),
    Case(
        "P_37",
        {"G": (*TWO_BIDS, "10 $")},
        {"A MUN": ("- TYR", 6, {"G": 6}), "A RUH": ("- BEL", 4, {"G": 4})},
        {"G": 20},
        after={"G": 10},
        cuts={"G": 2},
    ),
    Case(
        "P_37_two_savings",
        {"G": (*TWO_BIDS, "4 $", "6 $")},
        {"A MUN": ("- TYR", 6, {"G": 6})},
        {"G": 20},
        after={"G": 10},
        cuts={"G": 2},
    ),
    Case(
        "P_38",
        {"G": ("4 : A MUN - TYR", "4 : A MUN - TYR", "6 : A RUH - BEL")},
        {"A MUN": ("- TYR", 4, {"G": 4}), "A RUH": ("- BEL", 4, {"G": 4})},
        {"G": 10},
        after={"G": 2},
        cuts={"G": 2},
    ),
    Case(
        "P_38_repeated",
        {"G": ("2*4 : A MUN - TYR", "6 : A RUH - BEL")},
        {"A MUN": ("- TYR", 4, {"G": 4})},
        {"G": 10},
        after={"G": 2},
        cuts={"G": 2},
    ),
    Case("P_39", {"G": ("2*3+4#2 : A MUN - TYR",)}, {"A MUN": ("- TYR", 10, {"G": 10})}),
    Case(
        "P_40",
        {"G": ("8 : A MUN - TYR | - BOH", "6 : A RUH - BEL")},
        {"A MUN": ("- TYR", 6, {"G": 6}), "A RUH": ("- BEL", 4, {"G": 4})},
        {"G": 10},
        cuts={"G": 2},
    ),
    Case(
        "P_41",
        {"G": ("5 : A MUN - TYR", "5 : A PAR - BUR"), "F": ("4 : A PAR - PIC", "6 : F BRE - MAO")},
        {"A MUN": ("- TYR", 3, {"G": 3}), "A PAR": ("- BUR", 3, {"G": 3}), "F BRE": ("- MAO", 4, {"F": 4})},
        {"G": 6, "F": 6},
        after={"G": 0, "F": 2},
        cuts={"G": 2, "F": 2},
    ),
    Case(
        "P_42",
        {"G": ("10 : A MUN - TYR", "10 : A PAR - BUR"), "F": ("11 : A PAR - PIC",)},
        {"A MUN": ("- TYR", 10, {"G": 10}), "A PAR": ("- PIC", 11, {"F": 11})},
        {"G": 10},
        after={"G": 0, "F": 37},
    ),
    Case(
        "P_43",
        {"G": TWO_NEGATIVES, "F": ("1 : A PAR - PIC",)},
        par("- PIC", 5, G=4, F=1),
        {"G": 5},
        after={"G": 1},
        cuts={"G": 2},
    ),
    Case(
        "P_44",
        {"G": ("3 : A MUN - TYR", "A RUH - BEL"), "F": ("1 : A RUH - HOL",)},
        {"A MUN": ("- TYR", 0, {}), "A RUH": ("- HOL", 1, {"F": 1})},
        {"G": 0},
        after={"G": 0},
        cuts={"G": 3},
    ),
    Case(
        "P_45",
        {
            "G": (
                "10 : A MUN - BUR",
                "10 : A MUN - BUR",
                "10 : A RUH - KIE",
                "10 : A RUH - KIE",
                "20 : A RUH S A MUN",
                "20 : A MUN S A RUH",
            )
        },
        {"A MUN": ("S A RUH", 10, {"G": 10}), "A RUH": ("S A MUN", 10, {"G": 10})},
        {"G": 20},
        after={"G": 0},
        cuts={"G": 10},
    ),
    Case(
        "P_46",
        {"G": ("3*4#2+5 : A PAR - BUR", "12 : A MUN - RUH", "9 ! F BRE - ENG", "6 $")},
        {"A PAR": ("- BUR", 8, {"G": 8}), "A MUN": ("- RUH", 9, {"G": 9}), "F BRE": ("H", 6, {"G": 6})},
        {"G": 30},
        after={"G": 7},
        cuts={"G": 3},
    ),
    Case(
        "P_47",
        {
            "F": ("6 : A PAR - BUR", "3 : A MAR S A PAR - BUR", "2 : F BRE - ENG", "5 ! A MUN - BUR", "20 $"),
            "G": ("7#4 : A MUN - BUR", "5 ! A PAR - BUR", "4 : F KIE - HOL", "1 : A BER - KIE", "3 > F BRE - MAO"),
            "E": ("5 : F LON - ENG", "6 ! F BRE - ENG", "4 : A MUN - RUH", "A LVP - YOR", "0 : F EDI - NTH"),
        },
        {
            "A PAR": ("- BUR", 6, {"F": 6}),
            "A MAR": ("S A PAR - BUR", 3, {"F": 3}),
            "F BRE": ("- MAO", 8, {"G": 3, "E": 5}),
            "A MUN": ("- RUH", 8, {"F": 5, "E": 3}),
            "F KIE": ("- HOL", 4, {"G": 4}),
            "A BER": ("- KIE", 1, {"G": 1}),
            "F LON": ("- ENG", 4, {"E": 4}),
            "A LVP": ("- YOR", 0, {}),
            "F EDI": ("- NTH", 0, {}),
        },
        {"F": 48, "G": 20, "E": 12},
        after={"F": 34, "G": 12, "E": 0},
        cuts={"E": 1},
        units=FULL_TURN_UNITS,
    ),
)
