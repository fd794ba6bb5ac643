"""Words that anybody may say: HELP, LIST, REGISTER, JOIN ..."""

from __future__ import annotations

from dataclasses import field

from judge.core.command import Command
from judge.core.variant import Help
from judge.core.words.word import ANYWHERE, Passworded, Place, Reach, word


class _Joining(Command):
    """A seat is wanted, in a game of others or in one against robots."""

    game: str
    seat: str = ""
    password: str = ""
    preferences: tuple[str, ...] = ()
    loose: bool = field(default=False, compare=False)


@word(
    ANYWHERE,
    r"""
    help: _HELP topic?
    topic: TEXT
    _HELP.9: /help(?!\w)[!?.]*/i
    """,
    Help("HELP", "HELP [topic]", "Explains a word, or lists them all.", ("HELP", "HELP SELL")),
    reach=Reach.SENDER,
)
class HelpWord(Command):
    """HELP [topic]."""

    topic: str = ""


@word(
    ANYWHERE,
    r"""
    list: _LIST _GAMES? named_game? | _LIST _ALL
    _LIST.9: /list(?!\w)/i
    _GAMES.8: /games(?!\w)/i
    """,
    Help("LIST", "LIST [game]", "The games of this judge, or one of them.", ("LIST", "LIST lira7")),
    reach=Reach.SENDER,
)
class ListGames(Command):
    """LIST [game]."""

    game: str = ""


@word(
    ANYWHERE,
    r"""
    rules: _RULES (named_game _TITLE?)?
    // say _TITLE: the rest of a title
    _TITLE: /(\s*(diplomacy|iv)(?!\w))+/i
    _RULES.9: /rules(?!\w)(?:\s+(?:of|for))?(?!\w)/i
    """,
    Help("RULES", "RULES game", "The rules as this judge plays them.", ("RULES bourse", "RULES lira7")),
    reach=Reach.SENDER,
)
class Rules(Command):
    """RULES game-or-variant."""

    game: str = ""


@word(
    ANYWHERE,
    r"""
    ping: _PING
    _PING.9: /ping(?!\w)[!.]?/i
    """,
    Help("PING", "PING", "The judge answers, and no more.", ("PING",)),
    reach=Reach.SENDER,
)
class Ping(Command):
    """PING: a sign of life."""


@word(
    Place.OUTSIDE,
    r"""
    register: _REGISTER _COLON? whoever?
    whoever: TEXT
    _REGISTER.9: /register(?!\w)/i
    """,
    Help(
        "REGISTER",
        "REGISTER name, zone",
        "Registers your address. You answer the letter that comes back, so nobody else can sign you up. JOIN "
        "and SUBSCRIBE in the same letter, or instead of it, wait for that answer too.",
        ("REGISTER Ann Archer, Europe/London", "REGISTER Ann Archer, London", "REGISTER Ann Archer", "REGISTER"),
    ),
    reach=Reach.SENDER,
    waits=True,
)
class Register(Command):
    """REGISTER Ann Archer, Europe/London. `zone` as written: a zone's name, or a town that may name one."""

    name: str = ""
    zone: str = ""


@word(
    Place.OUTSIDE,
    r"""
    confirm: _CONFIRM token
    token: NONSPACE
    _CONFIRM.9: /confirm(?!\w)/i
    """,
    Help("CONFIRM", "CONFIRM token", "Sends back the token the judge mailed you.", ("CONFIRM k7m2-x9qd",)),
)
class Confirm(Command):
    """CONFIRM token, as the judge mailed it."""

    token: str


@word(
    Place.OUTSIDE,
    r"""
    lost: _LOST
    _LOST.9: /lost\s+password(?!\w)[.!]?/i
    """,
    Help(
        "LOST",
        "LOST PASSWORD",
        "If you have lost your password: a letter goes to the address on record, and any answer to it, even empty, "
        "brings new ones for your seats, and for your games if you are a master.",
        ("LOST PASSWORD",),
    ),
    common=("LOST",),
)
class Lost(Command):
    """LOST PASSWORD: new ones for all that the sender's address has here, once it has proved itself."""


@word(
    ANYWHERE,
    r"""
    subscribe: _SUBSCRIBE _TO? _THE? named_game
    _THE.8: /the(?=\s+zine(?!\w))/i
    // say _THE: THE ZINE
    _SUBSCRIBE.9: /subscribe(?!\w)/i
    """,
    Help(
        "SUBSCRIBE",
        "SUBSCRIBE game · SUBSCRIBE ZINE",
        "Results of a game by mail; or the zine of all games, where the judge makes one.",
        ("SUBSCRIBE lira7", "SUBSCRIBE ZINE"),
    ),
    reach=Reach.GAME,
    waits=True,
)
class Subscribe(Command):
    """SUBSCRIBE game: results by mail."""

    game: str


@word(
    ANYWHERE,
    r"""
    unsubscribe: _UNSUBSCRIBE (_FROM? _THE? named_game)?
    _UNSUBSCRIBE.9: /unsubscribe(?!\w)/i
    """,
    Help(
        "UNSUBSCRIBE",
        "UNSUBSCRIBE [game] · UNSUBSCRIBE ZINE",
        "Stops the results of a game by mail, or the zine.",
        ("UNSUBSCRIBE lira7", "UNSUBSCRIBE ZINE", "UNSUBSCRIBE"),
    ),
    reach=Reach.GAME,
    waits=True,
)
class Unsubscribe(Command):
    """UNSUBSCRIBE [game]."""

    game: str = ""


@word(
    Place.OUTSIDE,
    r"""
    join: _JOIN joined_game (_STOP? _joining)*
    _joining: _AS seat | _AS long_seat | _PASSWORD password | _PREFER preferences
    long_seat: NAME NAME+
    preferences: choice (_COMMA? choice)*
    choice: NAME
    _JOIN.9: /join(?!\w)/i
    _AS.8: /as(?!\w)/i
    _PREFER.8: /prefer(?:ences?|ring)?(?!\w):?/i
    _STOP.6: /,/
    // say _AS: AS
    // say _STOP: a comma
    // wrong: JOIN lira7 Lupus => A pseudonym stands behind the word AS, and a password behind the word PASSWORD.
    """,
    Help(
        "JOIN",
        "JOIN game AS pseudonym [PASSWORD secret] [PREFER powers]",
        "Takes a seat; if you are new here, write REGISTER and your name in the line above. Without a pseudonym one is "
        "offered, without a password one is made for you. A password stands "
        "behind the word PASSWORD, and nowhere else.",
        (
            "JOIN lira7 AS Lupus",
            "JOIN lira7 AS Grey Wolf",
            'JOIN lira7 AS "Grey Wolf" PASSWORD moonlight9',
            "JOIN dipl3 AS Vulpes PREFER FRANCE ENGLAND TURKEY",
        ),
    ),
    reach=Reach.GAME,
    waits=True,
)
class Join(_Joining):
    """JOIN lira7 AS Lupus [PASSWORD secret] [PREFER FRANCE ENGLAND]. `loose`: several words without quotation marks."""


@word(
    Place.OUTSIDE,
    r"""
    practice: _PRACTICE joined_game (_STOP? _joining)*
    _PRACTICE.10: /(?:join\s+(?:a\s+)?)?practi[cs]e(?:\s+game)?(?:\s+of)?(?=\s+(?!(?:as|password|prefer)(?!\w))[a-z])/i
    """,
    Help(
        "PRACTICE",
        "JOIN PRACTICE game [AS name]",
        "A game of your own against robots, begun at once: for learning the rules, and for an evening. It goes on "
        "whenever you say READY, and nobody else sees it.",
        ("JOIN PRACTICE bourse", "JOIN PRACTICE diplomacy AS FRANCE", "PRACTICE bourse AS Lupus"),
    ),
    waits=True,
)
class Practice(_Joining):
    """JOIN PRACTICE bourse [AS Lupus] [PASSWORD secret]: a game against robots. `game` is the variant's name."""


@word(
    Place.OUTSIDE,
    r"""
    takeover: _TAKEOVER named_seat _AT game (_PASSWORD? password)?
    _TAKEOVER.9: /take[- ]?over(?!\w)/i
    """,
    Help(
        "TAKEOVER",
        "TAKEOVER seat@game [PASSWORD secret]",
        "Takes a seat that its player has left.",
        ("TAKEOVER Lupus@lira7", "TAKEOVER Lupus@lira7 PASSWORD moonlight9"),
    ),
    also=("TAKE-OVER",),
    common=("TAKE",),
    reach=Reach.GAME,
    waits=True,
    guarded=ANYWHERE,
)
class Takeover(Passworded):
    """TAKEOVER Lupus@lira7 [PASSWORD secret]: a vacant seat."""

    seat: str
    game: str
    password: str = ""


@word(
    Place.OUTSIDE,
    r"""
    create: _CREATE new_game variant _COMMA? settings?
    variant: GAME
    settings: setting (_COMMA? setting)*
    setting: key _EQUALS value
    key: KEY
    value: QUOTED | VALUE
    _CREATE.9: /create(?!\w)/i
    VALUE.3: /[^\s,'"](?:(?!,?\s+[A-Za-z][\w-]*\s*=)[^'"])*?(?=\s*$|,?\s+[A-Za-z][\w-]*\s*=)/
    // say VALUE: a value
    """,
    Help(
        "CREATE",
        "CREATE game variant [setting=value ...]",
        "Makes a new game with you as its master; the password comes by mail.",
        ("CREATE lira7 bourse", "CREATE lira7 bourse rules=classic schedule='FRI 18:00 Europe/London'"),
    ),
    reach=Reach.GAME,
    waits=True,
)
class Create(Command):
    """CREATE lira7 bourse rules=classic schedule='FRI 18:00 Europe/London'."""

    game: str
    variant: str
    settings: tuple[tuple[str, str], ...] = ()
