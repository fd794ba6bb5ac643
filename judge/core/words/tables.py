"""Words that keep a table together: RECORD, STANDBY, ASK, ALSO."""

from __future__ import annotations

from judge.core.command import Command
from judge.core.variant import Help
from judge.core.words.word import ANYWHERE, Fields, Place, Reach, word


@word(
    ANYWHERE,
    r"""
    record: _RECORD whose?
    whose: NAME+
    _RECORD.9: /(?:my\s+)?record(?!\w)(?:\s+of(?!\w))?[?.]?/i
    """,
    Help(
        "RECORD",
        "RECORD · (master) RECORD seat",
        "How reliable you have been: sheets in time, phases missed, seats left, games finished. Only you are told, and "
        "the masters of games you join.",
        ("RECORD", "RECORD Lupus"),
    ),
    reach=Reach.SENDER,
    waits=True,
)
class Record(Command):
    """RECORD: the writer's; in a master's block with a seat, that of whoever sits there."""

    whose: str = ""


@word(
    ANYWHERE,
    r"""
    standby: _STANDBY (_FOR? standby_game (_COMMA? standby_game)*)?
    standby_game: GAME -> games
    _STANDBY.9: /stand[- ]?by(?!\w)[.]?/i
    """,
    Help(
        "STANDBY",
        "STANDBY games · STANDBY ALL · STANDBY NONE",
        "When somebody leaves a seat in such a game you get a letter with the last results; who answers first has it.",
        ("STANDBY bourse diplomacy", "STANDBY ALL", "STANDBY NONE", "STANDBY"),
    ),
    also=("STAND-BY",),
    waits=True,
)
class Standby(Command):
    """STANDBY bourse diplomacy: for which games' seats the writer may be asked. `games`: variants, ALL or NONE."""

    games: tuple[str, ...] = ()

    @classmethod
    def read(cls, fields: Fields) -> Standby:
        found = fields.get("games", ())
        return cls(tuple(str(one).lower() for one in (found if isinstance(found, tuple) else (found,))))


@word(
    Place.PLAYER,
    r"""
    ask: _ASK _EXTENDING span+ _COLON? reason? | _ASK _PAUSING asked_day | _ASK asked_yes | _ASK asked_no
    asked_day: TEXT -> until
    asked_yes: ASK_YES -> vote
    asked_no: ASK_NO -> vote
    _ASK.9: /ask(?!\w)/i
    _EXTENDING.8: /(?:for\s+|to\s+)?(?:an?\s+)?exten(?:d|sion)(?:\s+(?:of|by|this\s+deadline\s+by))?(?!\w)/i
    _PAUSING.8: /(?:for\s+|to\s+)?(?:an?\s+)?pause\s+(?:until|till|to)(?!\w)/i
    ASK_YES.8: /yes(?!\w)[.!]?/i
    ASK_NO.8: /no(?!\w)[.!]?/i
    // say _EXTENDING: EXTEND
    // say _PAUSING: PAUSE UNTIL
    // say ASK_YES: YES
    // say ASK_NO: NO
    """,
    Help(
        "ASK",
        "ASK EXTEND time · ASK PAUSE UNTIL day · ASK YES · ASK NO",
        "Asks all players for more time or a pause, which comes when enough of them agree (setting asks). ASK YES "
        "and ASK NO answer what is asked.",
        ("ASK EXTEND 3d", "ASK PAUSE UNTIL 2 JAN", "ASK PAUSE UNTIL 2027-01-08", "ASK YES", "ASK NO"),
    ),
    yields=True,
)
class Ask(Command):
    """ASK EXTEND 3d / ASK PAUSE UNTIL 2 JAN / ASK YES. `hours` of an extension, `until` of a pause, or `vote`."""

    hours: int = 0
    until: str = ""
    vote: str = ""
    reason: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Ask:
        spans = fields.get("span", ())
        minutes = sum(spans) if isinstance(spans, tuple) else int(str(spans))
        vote = str(fields.get("vote", ""))
        return cls(-(-minutes // 60), str(fields.get("until", "")), vote, str(fields.get("reason", "")))


@word(
    ANYWHERE,
    r"""
    also: _ALSO_ADDRESS (other_address | also_none)
    other_address: NONSPACE -> address
    also_none: ALSO_NONE -> address
    _ALSO_ADDRESS.9: /also(?=\s+(?:<?\S+@\S+|none(?!\w)))/i
    ALSO_NONE.8: /none(?!\w)[.]?/i
    // say ALSO_NONE: NONE
    """,
    Help(
        "ALSO",
        "ALSO address · ALSO NONE",
        "Another address of yours, from which you may write too; answers go to the one on record. "
        "Both are asked first.",
        ("ALSO ann@work.example", "ALSO NONE"),
    ),
    waits=True,
    yields=True,
)
class Also(Command):
    """ALSO ann@work.example: letters from there are this person's too. ALSO NONE: from no other address any more."""

    address: str
