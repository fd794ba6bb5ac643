"""When a letter arrived: the stamp of our own mail server, else the mailbox's, else the moment it was fetched."""

import ipaddress
import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from judge.core.regex import regex
from judge.core.values import Value
from judge.mail.reading.headers import Head, lexed

AHEAD = timedelta(minutes=2)  # a stamp later than the mailbox's by more than this is a wrong clock
BEHIND = timedelta(minutes=15)
FUTURE = "The stamp of the judge's mail server lies in the future; the mailbox's time was taken."
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PEER = regex(r"(?<!helo=)(?<!helo )\[(?:IPv6:)?([0-9A-Fa-f:.]{3,45})\]", re.IGNORECASE)
_LOCAL_DELIVERY = regex(r"L?LMTP|LMTPS?A?|local", re.IGNORECASE)
_NAMES = regex(r"[\s,]+")
_ITSELF = ("[127.", "[::1]", "[IPv6:::1]")


class Hop(Value):
    """A Received line by its grammar (RFC 5321 4.4): who wrote it, how the letter came, what was seen of who brought
    it (`peer`, words of the from-clause; the first is what that machine calls itself), and the date as it stands."""

    by: str
    protocol: str
    peer: tuple[str, ...]
    date: str


def arrival(head: Head, received_by: str, arrived: datetime | None) -> tuple[datetime, str]:
    """(UTC time, warning or "").

    `received_by` is the name our own mail server writes behind "by", and behind it the names of our machines whose
    lines may stand above (own_hop). Without such a line the mailbox's `arrived` counts. With neither, the best guess
    for showing a letter is the topmost Received, then Date.
    """
    mailbox = _utc(arrived) if arrived is not None else None
    hop = own_hop(head, received_by)
    ours = parse_date(hop.date) if hop is not None else None
    if ours is not None and mailbox is not None and ours - mailbox > AHEAD:
        return mailbox, FUTURE
    if ours is not None:
        late = mailbox is not None and mailbox - ours > BEHIND
        return ours, "Our mail server held this letter back; its own stamp counts." if late else ""
    if mailbox is not None:
        return mailbox, ""
    top = received(head.top("received"))
    guess = (parse_date(top.date) if top is not None else None) or parse_date(head.top("date"))
    return guess or _EPOCH, ""


def relay(head: Head, received_by: str) -> str:
    """The machine that handed the letter to our own mail server: its address as our server wrote it, an IPv6 one by
    its network, which one owner has whole; "" where no line of our own says so."""
    hop = own_hop(head, received_by)
    for word in hop.peer[1:] + hop.peer[:1] if hop is not None else ():  # what was seen, before what was said
        for found in _PEER.findall(word[:2000]):
            try:
                spot = ipaddress.ip_address(found)
            except ValueError:
                continue
            return str(spot if spot.version == 4 else ipaddress.ip_network((spot, 64), strict=False))
    return ""


def own_hop(head: Head, received_by: str) -> Hop | None:
    """The Received line that our own mail server wrote when it took the letter from another machine.

    Found from the top. Passed over are local deliveries, lines of a mail store that took the letter from our server by
    LMTP (it writes the machine's name), and lines of our machines behind the server (the further names in
    `received_by`). The first line of anybody else ends the search, for what stands below it may be the sender's. Who
    names further machines has a filter, perhaps: then a letter from the machine itself comes back from there, and its
    line is passed over too.
    """
    name, *behind = _NAMES.split(received_by.strip().lower())
    for value in head.get("received", [])[:20] if name else ():
        hop = received(value)
        if hop is None:
            return None
        local = _LOCAL_DELIVERY.fullmatch(hop.protocol)
        if local and [word.lower() for word in hop.peer[:1]] == [name]:
            continue
        if hop.by != name and hop.by not in behind:
            return None
        if (
            hop.by == name
            and not local
            and not (behind and any(own in word for word in hop.peer[1:] for own in _ITSELF))
        ):
            return hop
    return None


def received(value: str) -> Hop | None:
    """A Received line; None for what is no such line, or could be read in two ways."""
    words = lexed(value)
    if words is None or words.count(";") != 1:
        return None
    end = words.index(";")
    names = [word.lower() for word in words[:end]]
    start = 2 if names[:1] == ["from"] else 0  # the word behind "from" is a name, whatever it says
    bare = [at for at in range(start, end) if names[at][0] not in '("<']
    if not bare or names[bare[0]] != "by" or sum(names[at] == "by" for at in bare) != 1 or len(bare) < 2:
        return None
    after = [names[at] for at in bare[2:]]
    after = after[2:] if after[:1] == ["via"] else after
    date = " ".join(word for word in words[end + 1 :] if word[0] != "(")
    return Hop(
        names[bare[1]].rstrip("."), after[1] if after[:1] == ["with"] and after[1:] else "", words[1 : bare[0]], date
    )


def parse_date(value: str) -> datetime | None:
    """An RFC 5322 date in UTC (a time without zone, or `-0000`, is UTC); None for rubbish."""
    try:
        return _utc(parsedate_to_datetime(value.strip()[:200]))
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None


def _utc(when: datetime) -> datetime:
    if when.tzinfo is None:
        return when.replace(tzinfo=UTC)
    try:
        return when.astimezone(UTC)
    except OverflowError:
        return _EPOCH
