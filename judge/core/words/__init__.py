"""The words of the correspondence itself, the same in every game: SIGNON, HELP, PRESS, the master's words.

Each is declared once, in one of the files below: in front of its class, where it may stand and how it goes with the
lines around it; in the text of the same name, its HELP and its grammar. `WORDS` has them all; what the grammar, HELP,
the player's card and the desk's dispatch need is made of it. A new word is a declaration here and a handler in
`desk/words`.
"""
# ruff: noqa: F403, I001 - all of them, in the order in which HELP lists them

from judge.core.words.anybody import *
from judge.core.words.player import *
from judge.core.words.master import *
from judge.core.words.table import *

from judge.core.words.word import ANYWHERE as ANYWHERE
from judge.core.words.word import INSIDE as INSIDE
from judge.core.words.word import NOWHERE as NOWHERE
from judge.core.words.word import Place as Place
from judge.core.words.word import WORDS as WORDS
from judge.core.words.word import Reach as Reach
from judge.core.words.word import Word as Word
from judge.core.words.word import grammar as grammar
from judge.core.words.word import word_of as word_of
