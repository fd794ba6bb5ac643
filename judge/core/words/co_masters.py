"""Further words of the master: who may join, who is master too, and a look at the results before they go out."""

from __future__ import annotations

from judge.core.command import Command
from judge.core.variant import Help
from judge.core.words.word import Place, word


@word(
    Place.MASTER,
    r"""
    allow: _ALLOW door_address
    door_address: NONSPACE -> address
    _ALLOW.9: /allow(?!\w)/i
    """,
    Help(
        "ALLOW",
        "ALLOW address",
        "That address may join, even if the game is closed or you approve every player.",
        ("ALLOW ann@example.org",),
    ),
    yields=True,
)
class Allow(Command):
    """ALLOW ann@example.org."""

    address: str


@word(
    Place.MASTER,
    r"""
    deny: _DENY door_address
    _DENY.9: /deny(?!\w)/i
    """,
    Help(
        "DENY",
        "DENY address",
        "That address may not join. A request that waits for your approval is turned down.",
        ("DENY x@example.org",),
    ),
    yields=True,
)
class Deny(Command):
    """DENY x@example.org."""

    address: str


@word(
    Place.MASTER,
    r"""
    approve: _APPROVE_JOIN approved
    approved: TEXT -> who
    _APPROVE_JOIN.9: /approve(?!\w)/i
    """,
    Help(
        "APPROVE",
        "APPROVE pseudonym or address",
        "Lets in somebody who waits for your word, in a game set to approve=yes.",
        ("APPROVE Lupus", "APPROVE ann@example.org"),
    ),
    yields=True,
)
class Approve(Command):
    """APPROVE Lupus."""

    who: str


@word(
    Place.MASTER,
    r"""
    promote: _PROMOTE promoted
    promoted: TEXT -> who
    _PROMOTE.9: /promote(?!\w)/i
    """,
    Help(
        "PROMOTE",
        "PROMOTE address or seat",
        "Makes somebody a second master. They get a password of their own by letter, and all letters to the master.",
        ("PROMOTE ann@example.org", "PROMOTE Lupus"),
    ),
    yields=True,
)
class Promote(Command):
    """PROMOTE ann@example.org."""

    who: str


@word(
    Place.MASTER,
    r"""
    demote: _DEMOTE promoted
    _DEMOTE.9: /demote(?!\w)/i
    """,
    Help(
        "DEMOTE",
        "DEMOTE address",
        "Ends the office of a master whom you promoted; the reply addresses of all masters stop working.",
        ("DEMOTE ann@example.org",),
    ),
    yields=True,
)
class Demote(Command):
    """DEMOTE ann@example.org."""

    who: str


@word(
    Place.MASTER,
    r"""
    hold_results: _HOLD_RESULTS hold_off?
    hold_off: HOLD_OFF -> off
    _HOLD_RESULTS.9: /hold\s+(?:the\s+)?results(?!\w)[.]?/i
    HOLD_OFF.8: /(?:off|no\s+(?:more|longer)|none)(?!\w)[.]?/i
    // say HOLD_OFF: OFF
    """,
    Help(
        "HOLD",
        "HOLD RESULTS · HOLD RESULTS OFF",
        "From now on each deadline waits for you: you see the results first, and RELEASE sends them.",
        ("HOLD RESULTS", "HOLD RESULTS OFF"),
    ),
    yields=True,
)
class HoldResults(Command):
    """HOLD RESULTS: the master looks before they go out. HOLD RESULTS OFF."""

    off: bool = False


@word(
    Place.MASTER,
    r"""
    release: _RELEASE_RESULTS
    _RELEASE_RESULTS.9: /release(?!\w)(?:\s+(?:the\s+)?results)?(?!\w)[.]?/i
    """,
    Help("RELEASE", "RELEASE", "Sends the results that are held for you: the phase is resolved.", ("RELEASE",)),
    by_sheets=True,
    yields=True,
)
class Release(Command):
    """RELEASE: the results that were held go out."""
