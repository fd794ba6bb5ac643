"""What a stranger says in two pieces: a wish to play or to be known, and the name for it in the next line or sentence
(`Please put me down for lira7. Call me Wigeon.`, `REGISTER` over `Ann Archer`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from judge.core.command import Command
from judge.core.words import Create, HelpWord, Join, ListGames, Register, Rules, Subscribe, Takeover
from judge.parse.clauses.clause import Clause, Kind
from judge.parse.lexicon import first_word

_CALLED = re.compile(
    r"\W*(?:(?:please|ok|okay|yes|and|but|then)[\s,]+)*"
    r"(?:as|call me|(?:under )?(?:the |my )?(?:name|pseudonym|handle)(?: in the game)?"
    r"(?: (?:is|shall be|should be|will be|would be|be))?|i(?:'d| would) (?:rather |like to )?be(?: called)?|"
    r"i want to be(?: called)?|i(?:'ll| will) be)\s*[:=]?\s+"
    r"(?P<name>\"[^\"]+\"|\S.*?)(?:[\s,]+(?:please|then|thanks|thank you))*[\s.!]*$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\W*(?:(?:hi|hello|hey|please|and|yes)[\s,!]+)*"
    r"(?:(?:my|the) (?:full |real )?name(?:'s| is)?|name(?:'s)?|i am(?: called)?|i'm(?: called)?|i go by|"
    r"it is|it's|this is|mein name ist|ich heiße|ich bin|je m'appelle|je suis)\s*[:=]?\s+(?P<name>\S.*?)"
    r"(?:,? (?:from|of|in|out of) (?-i:[A-Z])\S*(?: (?-i:[A-Z])\S*)?)?"
    r"(?:[\s,.!]+(?:please|thanks|thank you))*[\s.!]*$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\W*(?:(?:hi|hello|hey|please|and|yes|oh|sorry|oops)[\s,!]+)*(?P<name>(?-i:[A-Z])\S*(?: \S+){0,4}?)"
    r"(?:'s| is| would be) (?:the|my) (?:full |real )?name[\s.!]*$",
    re.IGNORECASE,
)
"""One's own name in front: `Ann Archer is the name.`"""
_PSEUDONYM_IN_FRONT = re.compile(
    r"\W*(?:(?:please|ok|okay|yes|and|oh|sorry|oops)[\s,!]+)*(?P<name>(?-i:[A-Z])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)?)"
    r"(?: is| shall be| should be| will be| would be|'ll be) (?:the|my) (?:pseudonym|handle|alias|nickname)[\s.!]*$",
    re.IGNORECASE,
)
_TIME_ZONE = re.compile(
    r"[,;.]? (?:and )?(?:(?:in )?(?:the |my )?time ?zone)(?:'s| is)?\s*[:=]?\s+(?=[A-Z]\w+(?:/\w+)?[\s.!]*$)",
    re.IGNORECASE,
)
"""What leads to the zone behind a name."""
_NEW_SENTENCE = re.compile(r"(?<=\w\w[.!?])\s+|(?<=^Oh),\s+|(?<=^Sorry),\s+|(?<=^Oops),\s+", re.IGNORECASE)
_NO_NAMES = re.compile(
    r"(?:well|soon|possible|usual|before|follows?|yet|you like|far|planned|long|always|discussed|agreed|promised|"
    r"an? \w+|another \w+|the (?:new|next|last) \w+|requested|mentioned|said)(?!\w)",
    re.IGNORECASE,
)
"""What stands behind `as` and is no pseudonym: `a seat in lira7 as well`."""
_WOULD_BE = re.compile(
    r"(?<!\w)(?:(?i:(?:i would|i'd|we'd|would) (?:like|love|prefer|rather)(?: to)? be(?: called| known as)?|"
    r"(?:want|wish|hope) to be(?: called)?|"
    r"call me|(?:play(?:ing)?|do so|join|take part|be) as|as|under the (?:name|pseudonym|handle)(?: of)?|known as|"
    r"(?:my )?(?:pseudonym|handle|alias|nickname)(?: in it)?(?: is| would be| will be| shall be| should be|:)?))\s+"
    r"(?:the )?(?P<name>\"[^\"]+\"|[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?)(?!\w)"
)
_WHO_HE_IS = re.compile(
    r"(?<!\w)(?:(?i:my (?:full |real )?name is|my name's|i am(?: called)?|i'm(?: called)?|this is|i go by|name:))\s+"
    r"(?P<name>[A-Z][\w.'’-]*(?: (?:van|von|de|der|la)(?= ))*(?: [A-Z][\w.'’-]*){1,3})(?!\w)"
)
_KIND = re.compile(
    r"(?<!\w)(bourse|diplomacy|payola|exchange|capitalist|troubleshooter|economic4)(?!\w)", re.IGNORECASE
)
_TAKES_PART = re.compile(r"(?<!\w)(?:play|join|part|participate|sign|start|in|enter|register)(?!\w)", re.IGNORECASE)
_ALSO = re.compile(
    r"\W*(?:(?:and|also|plus|then|please|same for|likewise|another|one|an?|the|seat|place|spot|in|for|game|me)\s+)*"
    r"(?P<game>[^\W\d]+\d\w*)(?P<name>\s+as (?!well)(?:\"[^\"]+\"|[^\W\d][\w'’-]*))?"
    r"(?:[\s,]+(?:as well|too|also|please|thanks))*[\s.!]*$",
    re.IGNORECASE,
)
"""A second game behind a wish for a seat: `and lira7 as well`."""
_IN_SENTENCE = re.compile(
    r"(?<!\w)(?i:my (?:full )?name is|my name's|i am|i'm|this is) (?P<name>[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){1,3})"
    r"(?=\s*,|\s+and\b)"
)
_OWN = re.compile(r"\W*(?:(?:and|but|hi|hello)[\s,]+)*my (?:full |real )?name is\b", re.IGNORECASE)
_PLAYING = re.compile(
    r"\W*(?:(?:and|so|then|please)[\s,]+)*"
    r"(?:i(?:'d| would) (?:like|love) to|i want to|i(?:'ll| will)|may i|can i|could i) (?:play|join|be|sit|take part)"
    r"(?: in it)? as (?P<name>\"[^\"]+\"|[A-Z]\S*(?: [A-Z]\S*)?)(?:[\s,]+(?:please|then|thanks))*[\s.!?]*$",
    re.IGNORECASE,
)
_ZONE = re.compile(r"\W*(?:time ?)?zone(?: is)?\s*[:=]?\s+(?P<name>\S+)[\s.!]*$", re.IGNORECASE)
_BARE = re.compile(
    r"(?P<name>[A-Z][\w.'’-]*(?: (?:van|von|de|der|la)(?= ))*(?: [A-Z][\w.'’-]*){1,3}(?:, ?[A-Z]\w+(?:/\w+)?)?)[\s.]*$"
)
_PERSON = re.compile(r"[A-Z][\w.'’-]*(?: [\w.'’-]+){0,4}(?:, ?[A-Z]\w+(?:/\w+)?)?$")

_PSEUDONYM = re.compile(r"(?P<name>[A-Z][\w'’-]{2,}(?: [A-Z][\w'’-]+)?)(?:[\s,]+(?:please|then|thanks))*[\s.!]*$")
_NODS = frozenset(
    word
    for row in (
        "yes ok okay sure fine thanks thank confirmed confirm agreed hello hi hey great perfect please go",
        "good done yep aye dear sent best regards cheers right correct indeed absolutely oh sorry oops the it",
        "that this and i my",
    )
    for word in row.split()
)
Reads = Callable[[str, int], Clause | None]


def completed(found: list[Clause], reads: Reads) -> list[Clause]:
    """The clauses with names put to the wishes they belong to. `reads` makes a clause of a line, None if it cannot."""
    found = _way_in(_seconded([nameless(one) for one in found], reads))
    for at, clause in enumerate(found):
        word = clause.word
        if isinstance(word, ListGames) and word.game:
            found = _with(found, at, _others(found, at), _PLAYING, f"JOIN {word.game} AS {{}}", reads)
        elif isinstance(word, Join) and not word.seat and not word.preferences:
            found = _with(found, at, _others(found, at), _CALLED, f"JOIN {word.game} AS {{}}", reads)
        elif (isinstance(word, Register) and not word.name) or _helps(word):
            others = _others(found, at)
            below = [n for n in others if n == at + 1] if not isinstance(word, HelpWord) or word.topic != "JOIN" else []
            found = _with(found, at, others, _NAMED, "REGISTER {}", reads)
            if found[at] is clause:
                found = _with(found, at, below, _BARE, "REGISTER {}", reads)
            found = _zoned(found, at, reads)
    return _introduced(found, reads)


def _way_in(found: list[Clause]) -> list[Clause]:
    """Who asks how to play and says under which name is told how to join, in lines that are his: `How can I play the
    Bourse? I would like to be Red Fox.`"""
    at = next((n for n, one in enumerate(found) if _asks_the_way(one)), None)
    if at is None or any(isinstance(word, Join | Register) for one in found for word in one.commands):
        return found
    letter = "\n".join(one.text for one in found)
    seat, name, kind = _WOULD_BE.search(letter), _WHO_HE_IS.search(letter), _KIND.search(letter)
    way = HelpWord("JOIN", line=found[at].first, kind=kind[1].lower() if kind else "")
    if seat is not None:
        way = replace(way, seat=seat["name"].strip('"'), name=name["name"].rstrip(".") if name else "")
        found = [replace(one, kind=Kind.REST, commands=()) if _helped(one) else one for one in found]
    elif found[at].word != HelpWord("JOIN"):
        return found
    return [*found[:at], replace(found[at], kind=Kind.WORD, commands=(way,)), *found[at + 1 :]]


def _helped(clause: Clause) -> bool:
    return _helps(clause.word)


def _helps(word: Command | None) -> bool:
    """Whether somebody asks how to begin, and his name would do."""
    return isinstance(word, HelpWord) and (word.topic == "REGISTER" or (word.topic == "JOIN" and not word.seat))


def _asks_the_way(clause: Clause) -> bool:
    word = clause.word
    asks = isinstance(word, Rules | ListGames) and (not word.game or _KIND.fullmatch(word.game))
    return word == HelpWord("JOIN") or bool(asks and _TAKES_PART.search(clause.text))


def _seconded(found: list[Clause], reads: Reads) -> list[Clause]:
    """A second game that the same wish names is wished for too."""
    joins = False
    for at, clause in enumerate(found):
        shown = any(isinstance(one, ListGames) for one in clause.commands)  # a game's name alone asks to see it
        open_ = joins and (shown or clause.kind in (Kind.REST, Kind.DOUBTFUL))
        match = _ALSO.match(clause.text) if open_ else None
        word = reads(f"JOIN {match['game']}{match['name'] or ''}", clause.first) if match else None
        found = found if word is None else [*found[:at], replace(word, text=clause.text), *found[at + 1 :]]
        joins = joins or any(isinstance(one, Join) for one in clause.commands)
    return found


def nameless(clause: Clause) -> Clause:
    """A wish for a seat, without what is no name: `a seat in lira7 as well please`."""
    word = clause.word if clause.kind is Kind.WORD else None
    if not isinstance(word, Join) or word.seat[:1].isupper() or not _NO_NAMES.match(word.seat):
        return clause
    return replace(clause, commands=(replace(word, seat="", loose=False),))


def _others(found: list[Clause], at: int) -> list[int]:
    """Where a name may be said: in clauses that are no instructions. Looked for only where a wish lacks one: a letter
    may have thousands of clauses."""
    return [n for n, one in enumerate(found) if n != at and one.kind in (Kind.REST, Kind.DOUBTFUL)]


def _zone_behind(text: str) -> str:
    """`Ann Archer, my time zone is Europe/London`, as REGISTER has it."""
    return _TIME_ZONE.sub(", ", text)


def _introduced(found: list[Clause], reads: Reads) -> list[Clause]:
    """Who says who he is where he asks for something is made known by that name, unless he asks for it himself."""
    said = [command for clause in found if clause.kind is Kind.WORD for command in clause.commands]
    asks = any(isinstance(one, Join | Takeover | Create | Subscribe) for one in said)
    if not asks or any(isinstance(one, Register) for one in said):
        return found
    for at, clause in enumerate(found):
        inside = _IN_SENTENCE.search(clause.text) if clause.kind is Kind.WORD else None
        word = reads(f"REGISTER {inside['name']}", clause.first) if inside else None
        if word is not None:
            return [*found[:at], replace(word, text=clause.text), *found[at:]]
        match = _NAMED.match(clause.text) if clause.kind is Kind.REST else None
        if match is not None and " " in match["name"] and _PERSON.match(match["name"]):
            word = reads(f"REGISTER {match['name'].strip()}", clause.first)
            return found if word is None else [*found[:at], replace(word, text=clause.text), *found[at + 1 :]]
    return found


def _with(
    found: list[Clause], at: int, others: list[int], form: re.Pattern[str], line: str, reads: Reads
) -> list[Clause]:
    """The wish with the first name that one of the others says; as they were if none does."""
    for n in others:
        match = form.match(_zone_behind(found[n].text))
        match = _AFTER.match(found[n].text) if match is None and form is _NAMED else match
        if match is None or (form is _NAMED and not _PERSON.match(match["name"])):
            continue
        if form is _CALLED and " " in match["name"] and _OWN.match(found[n].text):
            continue  # one's own name must not become public
        whole = reads(line.format(match["name"].strip()), found[at].first)
        if whole is not None:
            made = replace(whole, text=f"{found[at].text} {found[n].text}", lines=found[at].lines)
            said = replace(found[n], kind=Kind.HEADING, doubt=None, offer=())
            return [made if m == at else said if m == n else one for m, one in enumerate(found)]
    return found


def _zoned(found: list[Clause], at: int, reads: Reads) -> list[Clause]:
    """A zone that stands in a line of its own."""
    word = found[at].word
    if not isinstance(word, Register) or not word.name or word.zone:
        return found
    return _with(
        found,
        at,
        [n for n, one in enumerate(found) if one.kind is Kind.REST],
        _ZONE,
        f"REGISTER {word.name}, {{}}",
        reads,
    )


def pseudonym_in(text: str, bare: bool) -> str:
    """The pseudonym that a line names; `bare`: one was asked for, so that the name alone is enough."""
    for part in _parts(text):
        match = _CALLED.match(part) or _PSEUDONYM_IN_FRONT.match(part)
        if match is None and bare and part == text and first_word(text).strip(",.!").casefold() not in _NODS:
            match = _PSEUDONYM.match(text)
        if match is not None and not (" " in match["name"] and _OWN.match(part)):
            return match["name"].strip()
    return ""


def name_in(text: str) -> str:
    """The name, and maybe the zone, by which somebody makes himself known."""
    text = _zone_behind(text)
    for part in _parts(text):
        match = _NAMED.match(part) or _AFTER.match(part)
        if part != text and match is None:
            continue
        if match is None or not _PERSON.match(match["name"]):
            match = _BARE.match(part) if first_word(part).strip(",.!").casefold() not in _NODS else None
        if match is not None:
            return match["name"].strip()
    return ""


def _parts(text: str) -> list[str]:
    """A line, and where it has several sentences, each of them."""
    parts = [part for part in _NEW_SENTENCE.split(text) if part.strip()]
    return [text] if len(parts) < 2 else [text, *parts]
