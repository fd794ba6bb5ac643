"""What HELP says of the words of the correspondence, as their declarations have it."""

from __future__ import annotations

from judge.core.place import Place
from judge.core.words import WORDS

MANUAL = {rule: word.help for rule, word in WORDS.items()}
"""Grammar rule name -> help, in the order in which HELP lists them."""

PLAYERS = tuple(word.help for word in WORDS.values() if word.place is not Place.MASTER)
MASTERS = tuple(word.help for word in WORDS.values() if word.place is Place.MASTER)

_LEADS = """
absence: vacation holiday away
clear resign: withdraw remove
clear: cancel delete
undo: revert restore
subscribe: observe observer watch follow newsletter
subscribe letter: zine
letter: column
extend: postpone delay late
prices status: price quotes
history: standings ranking scores results
status statement: portfolio balance
status: position orders
statement: account
list: players whogame whois games game
press: message mail letter tell write send
set: address email zone timezone name
set join: pseudonym
resign: quit leave
signon: login logon
signoff: logout
register join: signup enrol enroll
eject: kick expel
process: adjudicate resolve run
pause: hold stop suspend
resume: continue unpause
deadline set: schedule
rollback: undo-turn
replace: substitute
result: report
ready: done proceed
"""
LEADS = {
    said: tuple(rules.split())
    for rules, _, words in (row.partition(": ") for row in _LEADS.strip().split("\n"))
    for said in words.split()
}
"""Words that other judges taught, or that come to mind first -> the rules of ours that do it, for HELP."""
