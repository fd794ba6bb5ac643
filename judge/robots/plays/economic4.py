"""Economic IV: land is money. Take land, guard the treasury, build what the income pays."""

from __future__ import annotations

from judge.games.economic4.board import economic4_map
from judge.kits.board.geography import province_of
from judge.robots import board
from judge.robots.view import View

PRACTICE = {"robots": "6"}
ENDING = ""


def write(view: View) -> str:
    """The orders of a power."""
    if view.kind == "A":
        return "\n".join(_winter(view))
    return "\n".join([*board.orders(view, economic4_map(), view.power, "owners"), *board.peace(view)])


def _winter(view: View) -> list[str]:
    """Builds as far as the judge says they are allowed and paid; else nothing is built, and nothing sent."""
    ground = board.field_of(view, economic4_map(), view.power, "owners")
    allowed = view.private.get("build", {})
    money = int((view.private.get("winter") or {}).get("worst", 0))
    held = {unit.province for unit in ground.units}
    sites = [one for one in allowed.get("sites", ()) if province_of(str(_place(one))) not in held]
    lines: list[str] = []
    armies, fleets = int(allowed.get("armies", 0)), int(allowed.get("fleets", 0))
    for site in map(_place, sites):
        province = ground.board.provinces[province_of(site)]
        if money < 4 or len(lines) >= int(allowed.get("left", 0)):
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


def _place(site: object) -> str:
    return str(site["place"]) if isinstance(site, dict) else str(site)
