"""The board kit: maps, units, orders and the adjudicator of Diplomacy, pure and without memory.

    board = standard_map()
    position = start_position(board)
    result = resolve_movement(board, position, {"FRANCE": ["A PAR - BUR", "F BRE - MAO"]})
    result.verdicts["PAR"].result, reason(result.verdicts["PAR"], position)

Maps are values (geography.py); derived maps are edits of one, declared beside a variant (import from edits.py).
Orders come in as canonical text by power (notation.py); every outcome carries its reason (verdicts.py, words.py).
Units keep their numbers, so that captures can be told (captures.py). Rule editions are policy values (editions.py).

Names are fetched from their modules when first asked for: who only wants a map does not wait for the rules.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.kits.board.adjust import (
        AdjustmentResult,
        AdjustVerdict,
        AdjustWhy,
        allowances,
        open_sites,
        removal_order,
        resolve_adjustments,
    )
    from judge.kits.board.captures import (
        Arrival,
        Capture,
        capture_records,
        movement_arrivals,
        owners_after,
        retreat_arrivals,
    )
    from judge.kits.board.editions import EDITION_2000, EDITION_2023, EDITIONS, Edition, edition_named
    from judge.kits.board.geography import Map, Power, Province, province_of
    from judge.kits.board.legality import fault_of, ferry_targets, legal_orders, move_targets, restated
    from judge.kits.board.names import ambiguous_provinces, fold, meanings
    from judge.kits.board.notation import Order, OrderKind, read_order, write_order
    from judge.kits.board.opening import position_of, start_position
    from judge.kits.board.resolve import IgnoredOrder, MovementResult, resolve_movement
    from judge.kits.board.retreats import RetreatResult, RetreatVerdict, RetreatWhy, resolve_retreats
    from judge.kits.board.standard import standard_map
    from judge.kits.board.units import Dislodged, Position, Unit, placed_unit, read_unit
    from judge.kits.board.verdicts import MoveVerdict, Result, Why
    from judge.kits.board.which import compiled_kit
    from judge.kits.board.words import adjust_reason, reason, reasons, retreat_options, retreat_reason, why_words

_HOMES = {
    "adjust": "AdjustmentResult AdjustVerdict AdjustWhy allowances open_sites removal_order resolve_adjustments",
    "captures": "Arrival Capture capture_records movement_arrivals owners_after retreat_arrivals",
    "editions": "EDITION_2000 EDITION_2023 EDITIONS Edition edition_named",
    "geography": "Map Power Province province_of",
    "legality": "fault_of ferry_targets legal_orders move_targets restated",
    "names": "ambiguous_provinces fold meanings",
    "notation": "Order OrderKind read_order write_order",
    "opening": "position_of start_position",
    "resolve": "IgnoredOrder MovementResult resolve_movement",
    "retreats": "RetreatResult RetreatVerdict RetreatWhy resolve_retreats",
    "standard": "standard_map",
    "units": "Dislodged Position Unit placed_unit read_unit",
    "verdicts": "MoveVerdict Result Why",
    "which": "compiled_kit",
    "words": "adjust_reason reason reasons retreat_options retreat_reason why_words",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

if not TYPE_CHECKING:  # type checkers read the imports above, and still find a wrong name

    def __getattr__(name: str) -> object:
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        return value


__all__ = [
    "EDITIONS",
    "EDITION_2000",
    "EDITION_2023",
    "AdjustVerdict",
    "AdjustWhy",
    "AdjustmentResult",
    "Arrival",
    "Capture",
    "Dislodged",
    "Edition",
    "IgnoredOrder",
    "Map",
    "MoveVerdict",
    "MovementResult",
    "Order",
    "OrderKind",
    "Position",
    "Power",
    "Province",
    "Result",
    "RetreatResult",
    "RetreatVerdict",
    "RetreatWhy",
    "Unit",
    "Why",
    "adjust_reason",
    "allowances",
    "ambiguous_provinces",
    "capture_records",
    "compiled_kit",
    "edition_named",
    "fault_of",
    "ferry_targets",
    "fold",
    "legal_orders",
    "meanings",
    "move_targets",
    "movement_arrivals",
    "open_sites",
    "owners_after",
    "placed_unit",
    "position_of",
    "province_of",
    "read_order",
    "read_unit",
    "reason",
    "reasons",
    "removal_order",
    "resolve_adjustments",
    "resolve_movement",
    "resolve_retreats",
    "restated",
    "retreat_arrivals",
    "retreat_options",
    "retreat_reason",
    "standard_map",
    "start_position",
    "why_words",
    "write_order",
]
