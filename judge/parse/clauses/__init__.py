"""A letter's own text -> clauses, each accounted for: read, doubtful, courtesy, or a rest that nobody read. One job a
file; `read.py` joins them."""

from judge.parse.clauses.clause import Clause, Kind, Voice, Weight
from judge.parse.clauses.doubts import doubt, on_yes

__all__ = ["Clause", "Kind", "Voice", "Weight", "doubt", "on_yes"]
