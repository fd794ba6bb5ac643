"""The fault table: what may break between a player's mailbox and the judge's books, and what is promised then.

This is the one list. The tests of this folder name the row they prove (`@fault(12)`), docs/mail.md shows the rows, and
`test_fault_table.py` holds the three together. A row without a test says why it cannot be provoked here.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

ALWAYS = (
    "every order on file once, every letter answered once in effect, every letter of ours delivered, copies rare and "
    "the same bytes, nobody shown another's orders, the mailbox empty, the books balanced, the replay equal"
)


@dataclass(frozen=True)
class Row:
    """One fault. `promise` is what holds beside ALWAYS; `unproved` says why a row has no test."""

    number: int
    fault: str
    promise: str
    unproved: str = ""


def fault(number: int) -> pytest.MarkDecorator:
    """Marks the test that proves a row."""
    return pytest.mark.fault(number)


_ROWS = (
    # -- the judge dies
    ("killed after fetching, before the commit", "the letter is read again: one answer"),
    ("the store's last write torn in the middle", "undone at the start; the letter is read again"),
    ("killed after the commit, before sending", "the answer is sent at the restart, from the stored bytes"),
    ("killed after `trying` is written, before the relay is called", "sent after a pause, once"),
    ("killed after the relay's 250, before `sent` is written", "the self-copy proves it: no second copy"),
    ("killed after sending, before the letter is moved", "moved at the restart, not answered again"),
    ("killed after the letter was moved", "nothing to do"),
    ("killed while a phase is being resolved", "resolved again: same dice, same results"),
    ("killed in the middle of mailing results to many", "the others get theirs; who had his gets no second"),
    ("kill -9 at random under load, the servers killed too", "fewer than one copy too many in 500"),
    ("two judges started on one home", "the second ends and names the first"),
    # -- the mailbox
    ("IMAP: cut in the middle of a letter", "fetched again, whole"),
    ("IMAP: the answer to MOVE is lost", "no second answer"),
    ("IMAP: the request to MOVE is lost", "moved later"),
    ("IMAP: a half-open line while idling", "noticed when the idle period ends, called again"),
    ("IMAP server killed while idling", "noticed at once, no spinning, called again with growing pauses"),
    ("IMAP: BYE while idling, BYE to LOGIN, login refused for a while", "tried again, the judge goes on"),
    ("the password was changed", "tried again with pauses of a minute at most; said in the log and by the doctor"),
    ("a certificate of another CA or another name", "nothing is sent, nothing in the clear; goes on when it is right"),
    ("STARTTLS stripped by somebody on the way", "no password is sent"),
    ("IMAP: MOVE refused for quota; the folder was removed", "the letter stays or the folder is made; not read twice"),
    ("IMAP: new letter numbers (UIDVALIDITY)", "nothing applied again, no answer again"),
    ("IMAP: old numbers used again for other letters", "the new letters are read, none is moved unread"),
    ("the mailbox restored from a back-up with old letters in it", "all recognised and moved, none answered"),
    ("a person moves and deletes letters in the mailbox meanwhile", "no fault; deleted before reading is unread"),
    ("somebody else's program marks letters as read", "they are read all the same"),
    ("a letter removed between SEARCH and FETCH", "passed over"),
    ("hundreds of letters at once", "read in batches, each answered"),
    ("letters arriving in bursts while others are handled", "none is missed"),
    (
        "incoming mail goes on while IMAP is away over a deadline",
        "the stamp of our mail server counts; nothing is resolved before the mailbox was searched",
    ),
    # -- the relay
    ("SMTP away when answers are to be sent", "orders are taken, answers wait and go out minutes after it is back"),
    ("4xx to MAIL, RCPT, DATA or the dot", "tried again with growing pauses for five days, then the master is told"),
    ("5xx to RCPT", "final: no further try, the master is told, the order stays"),
    ("5xx to the dot: the content is refused", "one try with the plain words alone, then the master is told"),
    ("421 anywhere", "the whole transaction is tried again"),
    ("no answer after the dot", "in doubt: the self-copy decides"),
    ("the answer to the dot lost each time, no self-copy", "two copies at most, then the master is told"),
    ("one of two recipients refused", "cannot split: one recipient a transaction; a refused self-copy does not matter"),
    ("greylisting: 450 for a while", "only that letter waits"),
    ("a bounce for a confirmation", "counted, the master is told, the order stays"),
    # -- the machine
    ("disk full while the store is written", "nothing accepted, nothing sent, the letter stays; heals by itself"),
    ("disk full in the mail and cache folders", "sending waits; nothing half-written is left"),
    ("fsync fails (EIO)", "the judge ends; nothing was sent; at the restart handled once"),
    ("read-only folder; too many open files", "the judge ends with the reason; nothing lost"),
    ("the store cut short or a bit of it flipped", "refuses to start with the remedy, or the replay names the phase"),
    # -- the clock
    ("the clock jumps a day ahead", "no deadline is resolved until it is explained; letters before it are answered"),
    ("the clock jumps an hour back", "nothing is resolved twice"),
    ("summer time: the hour that is missing, the hour that comes twice", "the hour after it; the later one"),
    ("the zone's rules change after a deadline was announced", "the announced instant stays"),
    ("29 February, the end of the year, the second 60 in a stamp", "nothing"),
    # -- letters that are not what they seem
    ("one letter delivered twice", "one answer"),
    ("one Message-ID, two bodies", "both are handled"),
    ("no Message-ID at all, twice", "recognised by its digest: one answer"),
    ("letters that overtake each other", "the order of our own stamps decides, never the sender's Date"),
    ("an answer to a letter of an earlier phase", "not applied: asked"),
    ("letters stamped at the second of the deadline and during the resolution", "in time up to it, late after it"),
    ("oversized and deeply nested letters", "answered or refused quickly; the next letter is handled"),
    ("text made to keep a regular expression busy", "read in no time"),
    ("line ends hidden in subject, name and references", "one subject, no further header, nobody else gets it"),
    ("templates, HTML and formulas in names and press", "shown as they were written"),
    ("wrong charsets, NUL, ESC, direction marks", "answered in clean text"),
    ("forged sender, forged verdict, wrong token, token of another game", "nothing applied, nothing told"),
    ("tokens and passwords guessed in bulk", "no luck, no oracle, few answers"),
    ("an absence robot, two judges writing to each other, our own letter back", "silence within three letters"),
    ("an automatic reply that quotes our own letter", "no orders"),
    ("a delivery report with orders in it; a forged one", "no orders; the forged one counts for nothing"),
    ("abuse reports, read receipts, calendar answers", "never answered"),
    ("a letter through a list, to all, with somebody else's Reply-To", "the answer goes to the registered address"),
    ("results to members of whom one is dead, one full, one slow", "the others in the same turn"),
    ("the judge is itself on the list it writes to", "its own letters are put away: no loop"),
    ("smuggled ends of data, lone CR and LF, dots, `From ` lines", "one letter stays one letter, bodies intact"),
    ("a letter that kills the judge each time", "after three deaths set aside unread; the others go on"),
    (
        "SIGTERM and SIGHUP while sending, a new version with a full outbox",
        "the letter in hand is finished or handled at the next start, the stored bytes of the others are sent",
    ),
    ("off for three days over two deadlines", "the results it would have given if on"),
    ("the mailbox over quota: LMTP answers 452", "the mail server holds the letter; its own stamp counts"),
)

_BLIND = Row(
    len(_ROWS) + 1,
    "power lost while the disk says it has written",
    "what the disk has really kept is whole (write-ahead log, full sync)",
    "it needs a disk that lies (a block device that drops writes); kill -9 keeps what the system had in memory",
)
ROWS = (*(Row(number, *texts) for number, texts in enumerate(_ROWS, 1)), _BLIND)
