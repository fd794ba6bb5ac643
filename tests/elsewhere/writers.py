"""Turns written down as other judges and sites write them. The layouts are facts, looked up in what those programs
print; nothing of the judge's own readers is used here."""

import json
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.elsewhere.turns import BOARD, Turn, Unit, province

GAME = "ghodstoo"
ADJECTIVES = dict(
    AUSTRIA="Austrian",
    ENGLAND="English",
    FRANCE="French",
    GERMANY="German",
    ITALY="Italian",
    RUSSIA="Russian",
    TURKEY="Turkish",
)
SEASONS = dict(S="Spring", F="Fall", W="Winter")
TYPES = dict(A="Army", F="Fleet")
COASTS = dict(NC="north coast", SC="south coast", EC="east coast")
TAGS = dict(fails="bounce", cut="cut", void="void", illegal="void", disrupted="no convoy")


@dataclass(frozen=True)
class Written:
    """A letter: its subject, its text, and whether that is a page; `after`: the turn is whole with it."""

    subject: str
    text: str
    html: bool = False


def name(location: str) -> str:
    return BOARD.provinces[province(location)].name


def full(location: str) -> str:
    coast = location.partition("/")[2]
    return f"{name(location)} ({COASTS[coast]})" if coast else name(location)


def wrapped(text: str, width: int = 79, indent: str = "") -> str:
    return "\n".join(textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False))


def split(order: str) -> tuple[str, str, str]:
    """Verb, subject and end of an order in short form."""
    _, _, rest = order.partition(" ")
    place, _, tail = rest.partition(" ")
    verb, _, more = tail.partition(" ")
    return place, verb, more


# ---- njudge, and what others make of its layout ------------------------------------------------------------------


def _order(turn: Turn, unit: Unit, order: str) -> str:
    if not order:
        return ", No Order Processed"
    _, verb, more = split(order)
    if verb == "-":
        end = more.removesuffix(" VIA")
        seas = _seas(turn, unit, end) if more.endswith(" VIA") else []
        return "".join(f" -> {full(sea)}" for sea in [*seas, end])
    if verb in ("S", "C"):
        kind, _, rest = more.partition(" ")
        place, _, end = rest.partition(" - ")
        end = end.removesuffix(" VIA")
        whose = next((u[0] for u in turn.before if province(u[2]) == province(place)), unit[0])
        adjective = "" if whose == unit[0] else f"{ADJECTIVES[whose]} "
        verb = {"S": "SUPPORT", "C": "CONVOY"}[verb]
        return f" {verb} {adjective}{TYPES[kind]} {full(place)}" + (f" -> {full(end)}" if end else "")
    return " HOLD"


def _seas(turn: Turn, unit: Unit, end: str) -> list[str]:
    wanted = f"C A {unit[2]} - {province(end)}"
    return [move.unit[2] for move in turn.moves if wanted in move.order]


def _movement(turn: Turn) -> Iterator[str]:
    last = ""
    for move in sorted(turn.moves, key=lambda move: (move.unit[0], move.unit[2])):
        power, kind, place = move.unit
        if last and power != last:
            yield ""
        last = power
        tags = [TAGS[move.result]] if move.result in TAGS and move.order else []
        tags += ["dislodged"] if move.end is None else []
        tag = f"  (*{', '.join(tags)}*)" if tags else ""
        yield f"{power.title()}: {TYPES[kind]} {full(place)}{_order(turn, move.unit, move.order)}.{tag}"
    if turn.flights:
        yield from ("", "", "The following units were dislodged:", "")
    for flight in turn.flights:
        power, kind, place = flight.unit
        at = "in the" if BOARD.provinces[province(place)].terrain == "sea" else "in"
        ways = " or ".join(map(full, flight.may))
        rest = f"can retreat to {ways}." if ways else "with no valid retreats was destroyed."
        yield wrapped(f"The {ADJECTIVES[power]} {TYPES[kind]} {at} {full(place)} {rest}")


def _ownership(turn: Turn, width: int) -> Iterator[str]:
    yield from ("", "Ownership of supply centers:", "")
    for power in [*sorted(BOARD.powers), "UNOWNED"]:
        if power == "UNOWNED":
            places = [place for place in BOARD.centres if place not in turn.owners]
        else:
            places = [place for place, owner in turn.owners.items() if owner == power]
        if places:
            listed = ", ".join(sorted(map(name, places)))
            yield wrapped(f"{power.title() + ':':<11}{listed}.".replace("St P", "St~P"), width, " " * 11).replace(
                "~", " "
            )
    yield ""
    for power, count in turn.counts.items():
        units = len([unit for unit in turn.after if unit[0] == power])
        if count or units:
            verb, change = ("Builds ", count - units) if count >= units else ("Removes", units - count)
            yield (
                f"{power.title() + ':':<10}{count:2d} Supply center{', ' if count == 1 else 's,'} {units:2d} "
                f"Unit{': ' if units == 1 else 's:'}  {verb} {change:2d} unit{'' if change == 1 else 's'}."
            )


def _winter(turn: Turn) -> Iterator[str]:
    for build, (power, kind, place) in turn.changes:
        unit = TYPES[kind].lower()
        sea = "the " if BOARD.provinces[province(place)].terrain == "sea" else ""
        if build:
            yield f"{power.title() + ':':<10}Builds {'an' if kind == 'A' else 'a'} {unit} in {full(place)}."
        elif len(place) % 2:
            yield f"{power.title() + ':':<10}Removes the {unit} in {sea}{name(place)}."
        else:
            yield f"{power.title() + ':':<10}Defaults, removing the {unit} in {sea}{name(place)}."


def classic(turn: Turn, codes: Callable[[str, int], str], head: str, width: int) -> list[Written]:
    """The letters of one turn: moves, retreats where there are any, adjustments."""
    year, season = int(turn.phase[1:]), SEASONS[turn.phase[0]]
    letters: list[tuple[str, list[str]]] = []
    owned = list(_ownership(turn, width)) if turn.phase[0] == "F" else []
    rows = [f"Movement results for {season} of {year}.  ({codes('M', year)})", "", *_movement(turn)]
    letters.append((f"{turn.phase}M", rows + ([] if turn.open else owned)))
    if turn.open:
        rows = [f"Retreat orders for {season} of {year}.  ({codes('R', year)})", ""]
        for flight in turn.open:
            power, kind, place = flight.unit
            end = f" -> {full(flight.end)}" if flight.end else " DISBAND"
            rows.append(f"{power.title()}: {TYPES[kind]} {full(place)}{end}.")
        letters.append((f"{turn.phase}R", rows + owned))
    if turn.changes:
        rows = [f"Adjustment orders for Winter of {year}.  ({codes('A', year)})", "", *_winter(turn)]
        letters.append((f"W{year}A", rows))
    return [
        Written(
            f"Diplomacy results {GAME} {phase}",
            "\n".join([head, f":: Deadline: {phase} Mon Mar 20 2000 23:30:00 -0500", "", *rows, ""])
            + f"\nThe next phase of '{GAME}' will be on time.\n"
            + "The deadline for orders will be Mon Mar 27 2000 23:30:00.\n",
        )
        for phase, rows in letters
    ]


def njudge(turns: list[Turn]) -> list[list[Written]]:
    head, numbers = f":: Judge: USAK  Game: {GAME}  Variant: Standard ", iter(range(1, 9999))
    return [classic(turn, lambda kind, year: f"{GAME}.{next(numbers):03d}", head, 79) for turn in turns]


def dpjudge(turns: list[Turn]) -> list[list[Written]]:
    head = f":: Judge: USDP  Game: {GAME}  Variant: Standard\n:: URL: http://www.example.com/dpjudge?game={GAME}"
    return [classic(turn, lambda kind, year, t=turn: f"{GAME}.{t.phase}{kind}", head, 75) for turn in turns]  # type: ignore[misc]


def jdip(turns: list[Turn]) -> list[list[Written]]:
    """What jDip takes from a judge and hands on, broken by a mail program: no line longer than 60, none indented."""

    def broken(text: str) -> str:
        rows = [row for line in text.split("\n") for row in (textwrap.wrap(line, 60, break_on_hyphens=False) or [""])]
        return "\n".join(row.strip() for row in rows)

    return [[Written(one.subject, broken(one.text)) for one in letters] for letters in njudge(turns)]


_HELD = re.compile(r"(?P<power>\w+): (?P<kind>Army|Fleet) (?P<place>.+?)(?: HOLD|(?P<none>, No Order Processed))\.$")


def ours(turns: list[Turn]) -> list[list[Written]]:
    """Our own letters: what a power's units held stands in one line, by their codes."""
    codes = {full(place): place for place in (move.unit[2] for turn in turns for move in turn.moves)}

    def short(text: str) -> str:
        rows: list[str] = []
        held: dict[tuple[str, str], list[str]] = {}
        for row in text.split("\n"):
            if found := _HELD.match(row):
                words = "No order for" if found["none"] else "Holding"
                held.setdefault((found["power"], words), []).append(f"{found['kind'][0]} {codes[found['place']]}")
                continue
            rows += [wrapped(f"{who}: {words} {', '.join(units)}.", 72) for (who, words), units in held.items()]
            held.clear()
            rows.append(row)
        return "\n".join(rows)

    return [[Written(one.subject, short(one.text)) for one in letters] for letters in dpjudge(turns)]


# ---- webDiplomacy ---------------------------------------------------------------------------------------------


WEB_NAMES = {"LYO": "Gulf of Lyons", "STP": "St. Petersburg", "MAO": "Mid-Atlantic Ocean", "BOT": "Gulf of Bothnia"}


def web_name(location: str) -> str:
    code, _, coast = location.partition("/")
    text = WEB_NAMES.get(code, name(code))
    return f"{text} ({COASTS[coast].title()})" if coast else text


def _web_orders(turn: Turn, power: str) -> Iterator[str]:
    yield "<li><strong>Diplomacy</strong></li>\n\t\t<ul>"
    for move in turn.moves:
        if move.unit[0] != power:
            continue
        _, kind, place = move.unit
        _, verb, more = split(move.order)
        failed = move.result not in ("moves", "holds", "supports", "convoys") and verb not in ("", "H")
        if verb == "-":
            said = f"move to {web_name(more.removesuffix(' VIA'))}" + (" via convoy" if more.endswith(" VIA") else "")
        elif verb in ("S", "C") and " - " in more:
            start, _, end = more[2:].partition(" - ")
            word = "support move" if verb == "S" else "convoy"
            said = f"{word} to {web_name(end.removesuffix(' VIA'))} from {web_name(start)}"
        else:
            said = f"support hold to {web_name(more[2:])}" if verb == "S" else "hold"
        marks = (" (fail)" if failed else "") + (" (dislodged)" if move.end is None else "")
        text = f"The {TYPES[kind].lower()} at {web_name(place)} {said}."
        yield f"<li><u>{text}</u>{marks}</li>" if marks else f"<li>{text}</li>"
    yield "</ul>"
    flights = [flight for flight in turn.flights if flight.unit[0] == power]
    if flights:
        yield "<li><strong>Retreats</strong></li>\n\t\t<ul>"
        for flight in flights:
            _, kind, place = flight.unit
            said = f"The {TYPES[kind].lower()} at {web_name(place)} "
            # its page runs the next sentence on behind a unit that is disbanded
            end = f"retreat to {web_name(flight.end)}" if flight.end else f"disbandBuild fleet at {web_name(place)}"
            yield f"<li>{said}{end}.</li>"
        yield "</ul>"
    changes = [one for one in turn.changes if one[1][0] == power]
    if changes:
        yield "<li><strong>Unit-placement</strong></li>\n\t\t<ul>"
        for build, (_, kind, place) in changes:
            if build:
                yield f"<li>Build {TYPES[kind].lower()} at {web_name(place)}.</li>"
            else:
                yield f"<li>Destroy the unit at {web_name(place)}The  at {web_name(place)} destroy.</li>"
        yield "</ul>"


def webdiplomacy(turns: list[Turn]) -> list[list[Written]]:
    """After each turn a page of the game's turns, the newest first: of the last few, and of all at the end."""
    last = len(turns) - 1
    return [[_web_page(turns[0 if at == last else max(0, at - 1) : at + 1])] for at in range(len(turns))]


def _web_page(turns: list[Turn]) -> Written:
    rows = [
        f"<html><head><title>{GAME} - webDiplomacy</title></head><body>",
        "<h3>Order history</h3>",
        '<div class="variantClassic"><table>',
    ]
    for turn in reversed(turns):
        season = "Spring" if turn.phase[0] == "S" else "Autumn"
        when = f"{season}, {turn.phase[1:]}"
        rows.append(
            f'<h4><a name="index1"></a>{when} <a href="map.php?gameID=7">'
            '<img src="x.png" alt="Large map" title="a" /></a>:</h4><p>'
        )
        for number, power in enumerate(sorted(BOARD.powers), 1):
            if any(unit[0] == power for unit in turn.before) or any(u[0] == power for _, u in turn.changes):
                rows.append(f'<strong><span class="country{number}">{power.title()}</span>:</strong><br /><ul>')
                rows += [*_web_orders(turn, power), "</ul>"]
        rows.append('</p><div class="hr"></div>')
    return Written(f"Fwd: {GAME} - orders", "\n".join([*rows, "</table></div></body></html>"]), html=True)


# ---- Backstabbr -------------------------------------------------------------------------------------------------


def _short(location: str) -> str:
    code, _, coast = location.partition("/")
    return code.capitalize() + (f".{coast.lower()}" if coast else "")


def _units(units: frozenset[Unit]) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for power, kind, place in sorted(units):
        code, _, coast = place.partition("/")
        unit: object = {"type": kind, "coast": coast.lower()} if coast else kind
        found.setdefault(power.title(), {})[code.capitalize()] = unit
    return found


def backstabbr(turns: list[Turn]) -> list[list[Written]]:
    return [[_page(turn), *([_winter_page(turn)] if turn.phase[0] == "F" else [])] for turn in turns]


def _page(turn: Turn) -> Written:
    orders: dict[str, dict[str, dict[str, object]]] = {}
    for move in turn.moves:
        power, _, place = move.unit
        _, verb, more = split(move.order)
        won = "SUCCEEDS" if move.result in ("moves", "holds", "supports", "convoys") else "FAILS"
        order: dict[str, object] = {"type": "HOLD", "result": won}
        if verb == "-":
            order = {"type": "MOVE", "to": _short(more.removesuffix(" VIA")), "result": won}
        elif verb in ("S", "C"):
            start, _, end = more[2:].partition(" - ")
            order = {"type": "SUPPORT" if verb == "S" else "CONVOY", "from": _short(start), "result": won}
            order |= {"to": _short(end.removesuffix(" VIA"))} if end else {}
        flight = next((one for one in turn.flights if one.unit == move.unit), None)
        if flight is not None:
            order["retreat"] = _short(flight.end) if flight.end else None
        orders.setdefault(power.title(), {})[province(place).capitalize()] = order
    return _script(turn, {"S": "spring", "F": "fall"}[turn.phase[0]], orders, turn.before)


def _winter_page(turn: Turn) -> Written:
    orders: dict[str, dict[str, dict[str, object]]] = {}
    for build, (power, kind, place) in turn.changes:
        code, _, coast = place.partition("/")
        order: dict[str, object] = {"type": "BUILD", "unit": kind} if build else {"type": "DISBAND"}
        order |= {"coast": coast.lower()} if coast and build else {}
        orders.setdefault(power.title(), {})[code.capitalize()] = order
    return _script(turn, "winter", orders, turn.after)


def _script(turn: Turn, season: str, orders: object, units: frozenset[Unit]) -> Written:
    year, code = turn.phase[1:], GAME
    rows = [
        f"<html><head><title>Game: {code} |  Backstabbr</title>",
        f'<meta property="og:url" content="https://www.backstabbr.com/game/{code}/5188/{year}/{season}" />',
        "</head><body>",
        "<script>// NEW JAVSCRIPT!",
        "var stage = 'COMPLETE';",
        f"var orders = {json.dumps(orders)};",
        f"var unitsByPlayer = {json.dumps(_units(units))};",
        f"var territories = {json.dumps({place.capitalize(): power.title() for place, power in turn.owners.items()})};",
        "var retreatOptions = {};",
        f"</script><h1>{code}</h1></body></html>",
    ]
    return Written(f"Fwd: {code}", "\n".join(rows), html=True)


# ---- a person ----------------------------------------------------------------------------------------------------


def person(turns: list[Turn]) -> list[list[Written]]:
    return [[_sentences(turn)] for turn in turns if turn.phase[0] == "F"]


def _sentences(turn: Turn) -> Written:
    counts = ", ".join(f"{power.title()} {count}" for power, count in turn.counts.items())
    text = wrapped(f"Autumn {turn.phase[1:]}: {counts}.", 70)
    return Written(f"{GAME} {turn.phase}", f"Hello,\n\nhere is what happened.\n\n{text}\n\nBest wishes\nJo\n")


LAYOUTS: dict[str, Callable[[list[Turn]], list[list[Written]]]] = {
    "njudge": njudge,
    "dpjudge": dpjudge,
    "jdip": jdip,
    "ours": ours,
    "webdiplomacy": webdiplomacy,
    "backstabbr": backstabbr,
    "person": person,
}
