"""Scripted players for the demonstration game: two allies on the march, five powers that mind their money.

The marchers look at the public board only: a unit walks into land that is not theirs, or supports a neighbour that
does; the others hold, build and trade. The game ends with the allies' victory.
"""

from collections.abc import Iterator, Mapping

from judge.games.economic4.board import economic4_map
from judge.games.economic4.shown import EconomyShown
from judge.kits.board.geography import province_of

PLAYERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
OPTIONS: Mapping[str, str] = {}
ALLIES = ("FRANCE", "RUSSIA")
BOARD = economic4_map()

Placed = tuple[str, str, str]  # power, type, location


def letters(phase: str, turn: int, public: EconomyShown, seats: tuple[str, ...]) -> dict[str, str]:
    """What everybody writes. Turkey forgets every seventh deadline."""
    out = {}
    for power in seats:
        if power == "TURKEY" and turn % 7 == 6:
            continue
        if phase.endswith("A"):
            lines = list(_winter(power, public))
        elif phase.endswith("R"):
            lines = list(_retreats(power, public))
        else:
            lines = [*_moves(power, public), *_words(power, phase, turn, public)]
        if lines:
            out[power] = "\n".join(lines)
    if turn % 6 == 2 and "ITALY" in out:
        out["ITALY"] += "\nBROADCAST\nCredits are patient. Are you?\nENDPRESS"
    return out


def _units(public: EconomyShown) -> list[Placed]:
    return [(unit.power, unit.type, unit.loc) for unit in public.board.units]


def _friends(power: str) -> tuple[str, ...]:
    return ALLIES if power in ALLIES else (power,)


# ---- moves ---------------------------------------------------------------------------------------------------------


def _moves(power: str, public: EconomyShown) -> Iterator[str]:
    """An attack on land that is not the allies', with every support at hand; the others walk towards such land."""
    own = [unit for unit in _units(public) if unit[0] == power]
    if power not in ALLIES:
        yield "HOLD ALL"
        return
    occupied = {province_of(loc): other for other, _, loc in _units(public)}
    free = set(own)
    for target in _targets(power, public):
        near = sorted(unit for unit in free if _reaches(unit, target))
        holder = occupied.get(target, "")
        if not near or holder in ALLIES or (holder and len(near) < 2):
            continue
        lead, *others = near
        yield f"{_text(lead)} - {_location(lead, target)}"
        free.discard(lead)
        occupied[target] = power
        for helper in others if holder else ():
            yield f"{_text(helper)} S {_text(lead)} - {target}"
            free.discard(helper)
    goals = set(_targets(power, public))
    for unit in sorted(free):
        step = _step(unit, goals, occupied)
        if step:
            occupied[province_of(step)] = power
            yield f"{_text(unit)} - {step}"
        else:
            yield f"{_text(unit)} H"


def _targets(power: str, public: EconomyShown) -> list[str]:
    """Land that is not the friends', the dearest first, empty before held."""
    owners = public.board.owners
    held = {province_of(loc) for _, _, loc in _units(public)}
    places = [
        code for code, p in BOARD.provinces.items() if p.terrain != "sea" and owners.get(code) not in _friends(power)
    ]
    return sorted(places, key=lambda code: (code in held, -BOARD.provinces[code].value, code))


def _reaches(unit: Placed, target: str) -> bool:
    return target in {province_of(place) for place in BOARD.neighbours(unit[1], unit[2])}


def _location(unit: Placed, target: str) -> str:
    return next(place for place in BOARD.neighbours(unit[1], unit[2]) if province_of(place) == target)


def _step(unit: Placed, goals: set[str], occupied: Mapping[str, str]) -> str:
    """The first step of a shortest way to a goal; "" if it is barred or there is none."""
    first: dict[str, str] = {}
    frontier = [unit[2]]
    for place in frontier:
        for other in sorted(BOARD.neighbours(unit[1], place)):
            if other in first or other == unit[2]:
                continue
            first[other] = first.get(place, other)
            if province_of(other) in goals:
                step = first[other]
                return "" if province_of(step) in occupied else step
            frontier.append(other)
    return ""


def _text(unit: Placed) -> str:
    return f"{unit[1]} {unit[2]}"


# ---- money ---------------------------------------------------------------------------------------------------------


def _words(power: str, phase: str, turn: int, public: EconomyShown) -> Iterator[str]:
    """Loans among the quiet powers, a call two years later, and the alliance of the two."""
    if power in ALLIES and phase.startswith("F"):
        yield f"ALLIANCE WITH {next(ally for ally in ALLIES if ally != power)}"
    year = int(phase[1:5])
    credits = {name: int(row.credits) for name, row in public.treasuries.items()}
    if phase == "S1901M":
        yield from {
            "ENGLAND": ("LOAN 2 TO GERMANY REPAY 3",),
            "GERMANY": ("RECEIVE 2 FROM ENGLAND (LOAN REPAY 3)",),
        }.get(power, ())
    if phase == "F1903M" and power == "ENGLAND":
        yield "CALL 3 FROM GERMANY"
    if phase.startswith("S") and year % 2 == 0 and credits["ITALY"] >= 2:
        yield from {"ITALY": ("GIVE 2 TO AUSTRIA PUBLISH",), "AUSTRIA": ("RECEIVE 2 FROM ITALY (GIFT) PUBLISH",)}.get(
            power, ()
        )
    if phase == "S1902M" and power == "TURKEY":
        yield "TREASURY TO SMY"


def _winter(power: str, public: EconomyShown) -> Iterator[str]:
    """Builds in every free home centre, as far as the judge finds them paid; Italy saves its money."""
    if power not in ALLIES:
        yield "NO TRANSFERS"
        return
    held = {province_of(loc) for _, _, loc in _units(public)}
    owners = public.board.owners
    sites = [site for site in BOARD.build_sites(power) if owners.get(site) == power and site not in held]
    for site in sites:
        kind = "F" if BOARD.provinces[site].build == "fleet" else "A"
        yield f"BUILD {kind} {site}"
    if not sites:
        yield "WAIVE"


def _retreats(power: str, public: EconomyShown) -> Iterator[str]:
    for gone in public.board.dislodged:
        if gone.power == power and gone.may_retreat_to:
            yield f"{gone.type} {gone.loc} R {gone.may_retreat_to[0]}"
