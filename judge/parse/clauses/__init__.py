"""A letter's own text -> clauses, each accounted for: read, doubtful, or talk. One job a file; `read.py` joins them."""

from judge.parse.clauses.clause import Clause, Kind, Voice

__all__ = ["Clause", "Kind", "Voice"]
