"""The board kit: maps, units, orders and the adjudicator of Diplomacy, pure and without memory.

    board = standard_map()
    position = start_position(board)
    result = resolve_movement(board, position, {"FRANCE": ["A PAR - BUR", "F BRE - MAO"]})
    result.verdicts["PAR"].result, reason(result.verdicts["PAR"], position)

Maps are values (geography.py); derived maps are edits of one, declared beside a variant (edits.py).
Orders come in as canonical text by power (notation.py); every outcome carries its reason (verdicts.py, words.py).
Units keep their numbers, so that captures can be told (captures.py). Rule editions are policy values (geography.py).

Names are imported from their modules: a program that only wants a map does not wait for the rules.
"""
