"""What HELP says of the words of the correspondence, as their declarations have it."""

from __future__ import annotations

from judge.core.place import Place
from judge.core.words import WORDS

MANUAL = {rule: word.help for rule, word in WORDS.items()}
"""Grammar rule name -> help, in the order in which HELP lists them."""

PLAYERS = tuple(word.help for word in WORDS.values() if word.place is not Place.MASTER)
MASTERS = tuple(word.help for word in WORDS.values() if word.place is Place.MASTER)

LEADS: dict[str, tuple[str, ...]] = {
    "vacation": ("absence",),
    "holiday": ("absence",),
    "away": ("absence",),
    "withdraw": ("clear", "resign"),
    "cancel": ("clear",),
    "delete": ("clear",),
    "remove": ("clear", "resign"),
    "revert": ("undo",),
    "restore": ("undo",),
    "observe": ("subscribe",),
    "observer": ("subscribe",),
    "watch": ("subscribe",),
    "follow": ("subscribe",),
    "postpone": ("extend",),
    "delay": ("extend",),
    "late": ("extend",),
    "price": ("history", "status"),
    "quotes": ("history", "status"),
    "standings": ("history",),
    "ranking": ("history",),
    "scores": ("history",),
    "results": ("history",),
    "portfolio": ("status", "statement"),
    "position": ("status",),
    "balance": ("status", "statement"),
    "account": ("statement",),
    "orders": ("status",),
    "players": ("list",),
    "whogame": ("list",),
    "whois": ("list",),
    "games": ("list",),
    "game": ("list",),
    "message": ("press",),
    "mail": ("press",),
    "letter": ("press",),
    "tell": ("press",),
    "write": ("press",),
    "send": ("press",),
    "address": ("set",),
    "email": ("set",),
    "zone": ("set",),
    "timezone": ("set",),
    "name": ("set",),
    "pseudonym": ("set", "join"),
    "quit": ("resign",),
    "leave": ("resign",),
    "login": ("signon",),
    "logon": ("signon",),
    "logout": ("signoff",),
    "signup": ("register", "join"),
    "enrol": ("register", "join"),
    "enroll": ("register", "join"),
    "kick": ("eject",),
    "expel": ("eject",),
    "adjudicate": ("process",),
    "resolve": ("process",),
    "run": ("process",),
    "hold": ("pause",),
    "stop": ("pause",),
    "suspend": ("pause",),
    "continue": ("resume",),
    "unpause": ("resume",),
    "schedule": ("deadline", "set"),
    "undo-turn": ("rollback",),
    "substitute": ("replace",),
    "report": ("result",),
    "done": ("ready",),
    "proceed": ("ready",),
}
"""Words that other judges taught, or that come to mind first -> the rules of ours that do it, for HELP."""
