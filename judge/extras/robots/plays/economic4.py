"""Economic IV: land is money. Take land, guard the treasury, build what the income pays."""

from judge.extras.robots import board
from judge.extras.robots.plays import View
from judge.games.economic4.board import economic4_map
from judge.games.economic4.shown import EconomyShown, OwnPower
from judge.kits.board.geography import province_of

PRACTICE = {"robots": "6"}
ENDING = ""


def write(view: View[EconomyShown, OwnPower]) -> str:
    """The orders of a power."""
    if view.kind == "A":
        return "\n".join(_winter(view))
    return "\n".join([*board.orders(view, economic4_map(), view.power, land=True), *board.peace(view)])


def _winter(view: View[EconomyShown, OwnPower]) -> list[str]:
    """Builds as far as the judge says they are allowed and paid; else nothing is built, and nothing sent."""
    ground = board.field_of(view, economic4_map(), view.power, land=True)
    own = view.private
    money = int(own.credits) - int(own.bill) - sum(own.owes.values())  # if every debt is called
    allowed = own.build
    held = {unit.province for unit in ground.units}
    lines: list[str] = []
    armies, fleets = allowed.armies, allowed.fleets
    for site in (one for one in allowed.sites if province_of(one) not in held):
        province = ground.board.provinces[province_of(site)]
        if money < 4 or len(lines) >= allowed.left:
            break
        if province.build == "fleet" and fleets:
            lines.append(f"BUILD F {site}")
            fleets -= 1
        elif province.build in ("army", "any") and armies:
            lines.append(f"BUILD A {province_of(site)}")
            armies -= 1
        else:
            continue
        money -= 4
    return lines or ["WAIVE"]
