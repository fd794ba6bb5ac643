"""What everybody may write to a game in any state: every declared word of the correspondence, with sensible and with
mistaken arguments, and the examples of the game's own orders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.core.manual import MANUAL
from judge.core.words import WORDS, Place
from tests.conformance.matrix import BEASTS, GAME, KEEPER, OBSERVER, STRANGER, World, orders, report
from tests.harness import MASTER, MASTER_PASSWORD, Out, address_of, password_of
from tests.tables import rows

MISTAKEN = dict(rows(__file__, "MISTAKEN"))
"""Grammar rule -> lines with arguments that cannot be meant; words that are not here take none, or any."""
TEXTED = ("press", "announce")  # a text belongs to them, up to ENDPRESS


@dataclass(frozen=True)
class Speech:
    """One letter: who writes, what, and to which address of ours. `readers`: to one of whom the answer goes."""

    role: str
    sender: str
    text: str
    to: str = "judge@judge.test"
    subject: str = "orders"
    readers: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.role}: {self.text[:300]}"


def letters(world: World) -> Iterator[Speech]:
    """Everything that is asked of a world."""
    seat = world.seats[0]
    yield from _player(world, "player", seat, own_words(world, Place.PLAYER))
    if world.double:
        yield from _player(world, "two hats", world.double, ["STATUS", "AS SELF\nSTATUS", "RESIGN"])
    yield from _master(world)
    yield from _others(world)


# ---- players ------------------------------------------------------------------------------------------------------


def _player(world: World, role: str, seat: str, alone: list[str]) -> Iterator[Speech]:
    home = address_of(world.seats[0])  # where the player of both seats lives

    def say(text: str) -> Speech:
        return Speech(role, home, _signed(seat, text), readers=(home,))

    own = orders(world.variant)
    yield say(_foreign_words(world, Place.PLAYER))
    for text in alone:
        yield say(text)
    for mark in ("", "TRY\n", "FOR EVERY PHASE:\n", "FOR S1905M:\n", "FOR NOW:\n", f"AS {hat(world)}\n"):
        yield say(f"{mark}{own}\nREADY")
    yield say("\n".join(mistaken_orders(world)))
    yield say("Thank you, and a happy new year to you!")
    yield say("YES")
    yield Speech(role, home, f"SIGNON {seat}@{GAME} wrong-pass\nSTATUS", readers=(home,))
    for letter in (*world.judge.letters(home)[-1:], *world.old):
        for text in ("STATUS", own, "Thank you!", "YES", "CLEAR\nUNDO\nNOT READY"):
            yield _reply(role, letter, text)


def _signed(seat: str, text: str) -> str:
    return f'SIGNON "{seat}"@{GAME} {password_of(seat)}\n{text}\nSIGNOFF'


def _reply(role: str, letter: Out, text: str) -> Speech:
    to, subject = letter.header("Reply-To"), f"Re: {letter.subject}"
    return Speech(f"{role}, replying", letter.to, text, to, subject, (letter.to,))


def hat(world: World) -> str:
    """A power or corporation to speak for, whether or not the writer may."""
    return "AUSTRIA" if "AUSTRIA" in world.seats else "FRANCE"


def mistaken_orders(world: World) -> Iterator[str]:
    """The game's own orders cut short, with figures that are far too high, and with names nobody has."""
    for entry in world.variant.info.help:
        for example in entry.examples[:2]:
            words = example.split()
            yield words[0]
            yield " ".join([*words[:-1], "Nowhere"])
            yield " ".join("99999999" if word.isdigit() else word for word in words)
            yield f"{example} {example}"


# ---- the master ---------------------------------------------------------------------------------------------------


def _master(world: World) -> Iterator[Speech]:
    def say(text: str) -> Speech:
        return Speech("master", MASTER, f"MASTER {GAME} {MASTER_PASSWORD}\n{text}\nSIGNOFF", readers=(MASTER,))

    seat, phase = world.seats[0], world.phase or "S1901M"
    yield say(_foreign_words(world, Place.MASTER))
    for text in own_words(world, Place.MASTER):
        yield say(text)
    yield say(orders(world.variant))
    for text in (report(world.judge) if world.phase else "RESULT S1901\nEND", "RESULT F1905\nCENTRES A 5\nEND"):
        yield say(text)
        yield say(f"{text}\nPREVIEW\nWHO IS MISSING\nCLEAR\nEND DRAW")
    for text in (
        f"PROCESS {phase}",
        f"PREVIEW {phase}",
        f"ROLLBACK TO {phase} why",
        "ROLLBACK TO S1901M a slip",
        "UNDO",
    ):
        yield say(text)
    for text in ("STATUS", orders(world.variant), "RESIGN", "HISTORY\nSTATEMENT\nUNDO\nCLEAR\nNOT READY", "EXTEND 24h"):
        yield say(f"AS {seat}\n{text}")
    yield say("Thank you, judge.")
    yield Speech("master", MASTER, f"MASTER {GAME} wrong-word\nSTATUS", readers=(MASTER,))


# ---- everybody else -----------------------------------------------------------------------------------------------


def _others(world: World) -> Iterator[Speech]:
    seat, game = world.seats[0], world.judge.game(GAME)
    vacant = f"TAKEOVER {world.seats[-1]}@{GAME}"
    alone = {role: own_words(world, Place.OUTSIDE) for role in ("stranger",)}
    alone["keeper"] = [text for text in alone["stranger"] if text.startswith(("CREATE", "JOIN"))]
    alone["observer"] = [text for text in alone["stranger"] if "SUBSCRIBE" in text or text.startswith("REGISTER")]
    for role, sender in (("observer", OBSERVER), ("stranger", STRANGER), ("keeper", KEEPER)):
        for text in alone[role]:
            yield Speech(role, sender, text, readers=(sender,))
        for text in (vacant, orders(world.variant), "Good evening!", "YES", f"SIGNON {seat}@{GAME} guess-1\nSTATUS"):
            yield Speech(role, sender, text, readers=(sender,))
        if role == "keeper":
            yield Speech(role, sender, _foreign_words(world, Place.OUTSIDE), readers=(sender,))
    for letter in world.judge.letters(OBSERVER)[-1:]:
        for text in ("STATUS", orders(world.variant), "Thank you!", f"UNSUBSCRIBE {game.key}"):
            yield _reply("observer", letter, text)


# ---- words --------------------------------------------------------------------------------------------------------


def own_words(world: World, place: Place) -> list[str]:
    """Every line a word that may stand here is sent with: the examples of HELP, and mistaken ones; each alone."""
    rules = [rule for rule in MANUAL if WORDS[rule].place & place and rule not in ("signon", "master_on", "signoff")]
    meant = [_with_text(rule, line) for rule in rules for line in _told(world, rule, MANUAL[rule].examples)]
    wrong = [_with_text(rule, line) for rule in rules for line in _told(world, rule, MISTAKEN.get(rule, ()))]
    if world.state not in ("active", "awaiting"):
        wrong = ["\n".join(wrong)]  # where little can be done, what cannot be meant is said in one letter
    quick = [line for line in meant if line.split()[0] in QUIET]
    return ["\n".join(quick), *(line for line in meant if line not in quick), *wrong]


QUIET = ("HELP", "LIST", "RULES", "PING", "HISTORY", "STATEMENT", "WHO", "MISSING", "QUARANTINE")
"""Words that change nothing are asked for in one letter."""


def _foreign_words(world: World, place: Place) -> str:
    """Every word that may not stand here, in one letter."""
    return "\n".join(
        _with_text(rule, line)
        for rule in MANUAL
        if not WORDS[rule].place & place and rule not in ("signon", "master_on")
        for line in _told(world, rule, (*MANUAL[rule].examples, *MISTAKEN.get(rule, ())))
    )


def _told(world: World, rule: str, examples: Sequence[str]) -> list[str]:
    """Examples of one word, told of this game and its seats."""
    names = {"lira7": GAME, "dipl3": GAME, "F1901M": world.phase or "F1901M"}
    names |= dict(zip(("Lupus", "Grey Wolf", "Vulpes"), world.seats, strict=False))
    if WORDS[rule].place is Place.OUTSIDE:
        names |= {"Lupus": BEASTS[-1], "Grey Wolf": "Old Fox"} if rule == "join" else {f"CREATE {GAME}": "CREATE new7"}
    found = []
    for line in examples:
        for old, new in names.items():
            line = line.replace(old, new)
        found.append(line)
    return found


def _with_text(rule: str, line: str) -> str:
    return f"{line}\nThe snow lies deep.\nENDPRESS" if rule in TEXTED and ":" not in line else line
