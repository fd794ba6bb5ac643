"""A letter's own text -> clauses, each accounted for: read, doubtful, courtesy, or a rest that nobody read. One job a
file; `read.py` joins them, and `tools.py` lends them what they work with.

This is the second reader: no module of it is loaded for a letter of plain orders (judge/reading/canonical.py)."""
