"""What HELP says of the words of the correspondence, as their declarations have it."""

from judge.core.tables import called, tables
from judge.core.words import WORDS
from judge.core.words.word import Place

MANUAL = {rule: word.help for rule, word in WORDS.items()}
"""Grammar rule name -> help, in the order in which HELP lists them."""

PLAYERS = tuple(word.help for word in WORDS.values() if word.place is not Place.MASTER)
MASTERS = tuple(word.help for word in WORDS.values() if word.place is Place.MASTER)

LEADS = {
    said: tuple(rules.split())
    for rules, words in called(tables(__package__, "manual")["leads"]).items()
    for said in words.split()
}
"""Words that other judges taught, or that come to mind first -> the rules of ours that do it, for HELP."""
