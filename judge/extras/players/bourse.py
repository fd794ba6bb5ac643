"""Scripted players for the demonstration game: eight speculators with fixed habits, and eight years of a board."""

from collections.abc import Callable, Mapping

from judge.games.bourse.shown import BourseShown

PLAYERS = ("Lupus", "Vulpes", "Corvus", "Ursus", "Aquila", "Grey Wolf", "Mrs Miggins", "Zaharoff")
OPTIONS: Mapping[str, str] = {"rules": "later"}

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
CURRENCY = dict(zip(POWERS, ("CROWN", "POUND", "FRANC", "MARK", "LIRA", "ROUBLE", "PIASTRE"), strict=True))
YEARS = {  # centres after each autumn; Italy grows to a solo
    1901: (4, 4, 5, 5, 4, 6, 4),
    1902: (4, 5, 5, 5, 5, 6, 4),
    1903: (3, 5, 6, 4, 7, 5, 4),
    1904: (1, 6, 6, 4, 9, 4, 4),
    1905: (0, 7, 6, 3, 11, 3, 4),
    1906: (0, 7, 6, 2, 13, 3, 3),
    1907: (0, 7, 5, 2, 16, 2, 2),
    1908: (0, 7, 5, 1, 18, 2, 1),
}

Habit = Callable[[Mapping[str, int], int], str]


def letters(phase: str, turn: int, public: BourseShown, seats: tuple[str, ...]) -> dict[str, str]:
    """What everybody writes. Corvus forgets every fifth turn; the master reports each autumn."""
    centres = _centres(public)
    out = {}
    for number, seat in enumerate(seats):
        if seat == "Corvus" and turn % 5 == 4:
            continue
        out[seat] = HABITS[number % len(HABITS)](centres, turn + number // len(HABITS))
    if turn % 4 == 2:
        out["Lupus"] += "\nBROADCAST\nThe Lira will carry us all. Buy while it is cheap!\nENDPRESS"
    if phase.startswith("F") and int(phase[1:5]) in YEARS:
        counts = YEARS[int(phase[1:5])]
        out["MASTER"] = (
            f"RESULT {phase[:5]}\nCENTRES "
            + " ".join(f"{power} {count}" for power, count in zip(POWERS, counts, strict=True))
            + "\nEND"
        )
        if int(phase[1:5]) == max(YEARS):
            out["MASTER"] += "\nEND SOLO ITALY"
    return out


def _centres(public: BourseShown) -> dict[str, int]:
    """Centres by currency at the last count."""
    return {CURRENCY[power]: public.board.counts.get(power, 3) for power in POWERS}


def _ranked(centres: Mapping[str, int]) -> list[str]:
    """Living currencies, most centres first."""
    return sorted((c for c in centres if centres[c] > 0), key=lambda c: (-centres[c], c))


def _follow_the_leader(centres: Mapping[str, int], turn: int) -> str:
    ranked = _ranked(centres)
    return f"SELL MAX {ranked[-1]}\nSELL {150 + turn % 3 * 50} {ranked[-2]}\nBUY {ranked[0]} WITH REST"


def _bargains(centres: Mapping[str, int], turn: int) -> str:
    ranked = _ranked(centres)
    return (
        f"Sell 250 {ranked[0].lower()}, buy {ranked[-1].lower()} with {80 + turn % 4 * 20}\nBUY {ranked[1]} WITH REST"
    )


def _spread(centres: Mapping[str, int], turn: int) -> str:
    ranked = _ranked(centres)
    one, other = ranked[turn % len(ranked)], ranked[(turn + 3) % len(ranked)]
    return f"please sell 300 {one}\nBUY 120 {other}\nBUY {ranked[0] if ranked[0] != one else ranked[1]} WITH REST"


def _signed(centres: Mapping[str, int], turn: int) -> str:
    ranked = _ranked(centres)
    return f"{ranked[-1]}: -150\n{ranked[0]}: +100"


def _cautious(centres: Mapping[str, int], turn: int) -> str:
    return "NO TRADE" if turn % 3 else f"SELL 100 {_ranked(centres)[-1]}\nBUY {_ranked(centres)[1]} WITH REST\nThanks!"


HABITS: tuple[Habit, ...] = (_follow_the_leader, _bargains, _spread, _signed, _cautious)
