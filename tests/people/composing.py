"""Composes letters around orders that are known: courtesy, labels, wraps, bullets, headings, corrections, negations,
conditions and talk. Every letter has a number and is the same each time."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.people import boards, markets
from tests.people import generated_orders as pools
from tests.people.generated_orders import Order, Pool
from tests.tables import rows

LED = [
    {"seat": "Lupus", "letter": "SELL 500 ROUBLES\nSELL 500 PIASTRES\nBUY 500 FRANCS\nBUY 500 LIRA"},
    {"seat": "Vulpes", "letter": "SELL 500 FRANCS\nSELL 500 LIRA\nBUY 500 MARKS\nBUY 500 POUNDS"},
    {"seat": "Corvus", "letter": "SELL 500 MARKS\nSELL 500 POUNDS\nBUY 500 ROUBLES\nBUY 500 CROWNS"},
    {"process": "S1901C"},
]
"""After this Lupus commands France and Italy."""


@dataclass(frozen=True)
class Desk:
    """Somebody at a game: where it stands, the seat, what may be ordered."""

    game: str
    part: str
    position: str
    seat: str
    pool: Pool
    prefix: str = ""
    ordered: bool = True
    """Whether the sheet keeps the order of the letter."""


def desks() -> dict[str, list[Desk]]:
    """Who may write, by game."""
    place = {game: markets.position({"game": game}) for game in ("bourse", "troubleshooter", "capitalist")}
    led = markets.position({"game": "capitalist", "setup": {"before": LED}})
    board = {game: boards.position({"game": game}) for game in ("diplomacy", "economic4")}
    exchange = {"Anna": ("bids", pools.bids), "Bob": ("float", pools.lists), "Carl": ("vote", pools.ballots)}
    return {
        "bourse": [Desk("bourse", "markets", place["bourse"], "Lupus", pools.trades)],
        "troubleshooter": [
            Desk("troubleshooter", "markets", place["troubleshooter"], "Lupus", pools.travels, ordered=False)
        ],
        "capitalist": [
            Desk("capitalist", "markets", place["capitalist"], "Lupus", pools.trades),
            Desk("capitalist", "markets", led, "Lupus", pools.units("France"), "France: ", ordered=False),
        ],
        "diplomacy": [
            Desk("diplomacy", "boards", board["diplomacy"], power, pools.units(power), ordered=False)
            for power in pools.MOVES
        ],
        "economic4": [
            Desk("economic4", "boards", board["economic4"], power, pools.credits(power), ordered=False)
            for power in pools.MOVES
        ],
        "payola": [Desk("payola", "payola_exchange", "payola/spring", "FRANCE", pools.offers)],
        "exchange": [
            Desk("exchange", "payola_exchange", f"exchange/{at}", seat, pool, ordered=False)
            for seat, (at, pool) in exchange.items()
        ],
    }


GAMES = tuple(desks())


@dataclass
class Composed:
    """A letter, what it orders, and what it must not be taken for."""

    number: int
    desk: Desk
    text: str = ""
    orders: list[Order] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)
    """By line the words that order it."""
    never: set[str] = field(default_factory=set)
    """Lines that were negated, conditional, corrected, asked, past or somebody else's."""
    doubtful: dict[str, str] = field(default_factory=dict)
    """Sentences that look like an instruction and cannot be carried out, with the words of the order in them."""

    late: list[str] = field(default_factory=list)
    """Corrections that come when all has been said."""
    subject: str = "Orders"

    @property
    def sheet(self) -> list[str]:
        return [self.desk.prefix + order.line for order in self.orders]


# ---- words around orders ----------------------------------------------------------------------------------------

GREETINGS = ["Hi,", "Hello Judge,", "Dear judge,", "Good evening!", "Hi there,", "Hello all,", "Morning!"]
LABELS = ["My orders:", "Here are my orders for Spring 1901:", "Orders for this turn:", "My orders are as follows:"]
LABELS += ["This is what I want to do:", "S1901", "{seat}:"]
ENDS = ["Thanks!", "Thank you.", "Cheers", "Best wishes,\nEve", "Regards,\n{seat}", "-- \nEve Miller\nLeicester"]
ENDS += ["Thanks, Eve", "See you next turn.", "Many thanks in advance!", "Sent from my phone"]
FRAMES = rows(__file__, "FRAMES")
FRAMES += ["Let me {}.", "{}, please.", "{} please."]
BULLETS = ["- {}", "* {}", "• {}", "{n}. {}", "{n}) {}", "{}", "{}", "{}", "{}.", "{};", "  {}", "**{}**"]
JOINTS = [(", ", " and "), ("; ", "; "), (". ", ". "), (", then ", " and then "), (" and ", " and ")]
NEGATIONS = ["Do not {}.", "Please don't {}.", "I won't {} this time.", "I am not going to {}.", "On no account {}."]
CONDITIONS = [
    "If the others agree, {}.",
    "{} only if nobody else does.",
    "{}, provided it rains.",
]
CONDITIONS += ["Should that fail, {}.", "In case England attacks me, {}."]
MAYBES = ["Maybe I should {}.", "I might {}, let me sleep on it.", "Perhaps {}, I am not sure yet.", "I could also {}."]
QUESTIONS = [
    "Should I {}?",
    "Would it be wise to {}?",
    "What would happen if I were to {}?",
    "Do you think I ought to {}?",
]
PAST = ["Last season I tried to {} and it went wrong.", "In our last game I wanted to {}.", "My father used to {}."]
OTHERS = ["My neighbour wants to {}.", "Everybody expects me to {}.", "A friend told me he would {}."]
TALK = [
    "What a game!",
    "It has been raining here for a week.",
    "My cat walked over the keyboard, sorry.",
    "I love this map.",
]
TALK += ["Munich is lovely in spring.", "The lira looks weak these days.", "Sorry for the late letter, work is mad."]
TALK += [
    "See you at the convention in Leicester.",
    "I was in Paris last year, what a city.",
    "Russia is strong this time.",
]
TALK += ["Nobody ever writes to me.", "How was your holiday?", "I had a fleet of paper boats as a child."]
GREETINGS += ["Hallo zusammen,", "Bonjour,", "Guten Abend!", "hey judge", "Hi again,"]
ENDS += ["Viele Grüße\n{seat}", "Merci et à bientôt", "Gruß, Eve", "-- \nPeter Buy\nHold & Move Ltd., London"]
ENDS += ["PS: How is the weather over there?", "P.S. Congratulations to whoever won last time!", "ta", "thx"]
NEGATIONS += ["Whatever happens, don't {}.", "Under no circumstances {}.", "I would rather not {}.", "Never {} for me."]
CONDITIONS += ["{} - but only if Italy moves first.", "Unless somebody objects, {}.", "If that is allowed, {}."]
CONDITIONS += ["{} if England stays quiet.", "As long as nobody minds, {}."]
MAYBES += ["I am thinking about it: perhaps I {}.", "Not sure yet whether to {}.", "{}, or maybe not."]
PAST += ["Once upon a time I had to {}.", "Yesterday I dreamt that I had to {}.", "It was a mistake to {} last year."]
OTHERS += ["They say one should {}.", "My wife says that I should {}.", "You once told me to {}."]
LATE = rows(__file__, "LATE")
BETWEEN = ["> What are your orders?", "> The deadline is on Friday.\n> Please write soon.", "> Thanks for your letter."]
REMARKS = [" (as agreed)", " :-)", ", as always", "!", " (sorry, old friend)", ", at last"]
CORRECTIONS = ["{wrong}\nCorrection: {right}", "{wrong}\nNo, sorry: {right} instead.", "{wrong} - no wait, {right}"]
CORRECTIONS += ["{wrong}. Sorry, I meant {right}.", "{wrong}\nScratch that. {right}"]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def numbered(number: int) -> Composed:
    """The letter of that number. The games take turns."""
    rng = Random(f"people/{number}")
    letter = Composed(number, rng.choice(desks()[GAMES[number % len(GAMES)]]))
    pool = letter.desk.pool(rng)
    rng.shuffle(pool)
    wanted = rng.randint(1, min(4, len(pool)))
    letter.orders = distinct(pool)[:wanted]
    rest = [order for order in distinct(pool)[wanted:] if apart(order, letter.orders)]
    blocks = written(letter, rng)
    letter.orders.sort(key=lambda order: list(letter.said).index(order.line))  # as they came to stand in the letter
    more = Random(f"wider/{number}")
    interleave(letter, blocks, rest, more)
    for order in rest[:2]:
        if rng.random() < 0.4:
            plant(letter, order, blocks, rng)
    if rng.random() < 0.35:
        blocks.insert(rng.randint(0, len(blocks)), rng.choice(TALK))
    letter.text = finished(letter, blocks, rng)
    letter.never -= set(letter.sheet)
    return letter


def interleave(letter: Composed, blocks: list[str], rest: Sequence[Order], rng: Random) -> None:
    """Corrections at the end; what others wrote between the blocks; an order in the subject, which is never read."""
    blocks += [late.format() for late in letter.late]
    if len(blocks) > 1 and not letter.late and rng.random() < 0.15:
        blocks.insert(1, f"\n{rng.choice(BETWEEN)}\n")
    if rest and rng.random() < 0.1:
        letter.subject = rest[-1].line
        letter.never.add(letter.desk.prefix + rest[-1].line)


def distinct(pool: Sequence[Order]) -> list[Order]:
    """No two about the same thing."""
    seen: dict[str, Order] = {}
    for order in pool:
        seen.setdefault(order.about, order)
    return list(seen.values())


def apart(order: Order, others: Iterable[Order]) -> bool:
    return all(order.about != other.about and order.line != other.line for other in others)


def written(letter: Composed, rng: Random) -> list[str]:
    """The orders, in one manner or two."""
    orders = list(letter.orders)
    cut = rng.randint(1, len(orders)) if rng.random() < 0.3 else len(orders)
    out = []
    for some in filter(None, (orders[:cut], orders[cut:])):
        manners = [as_lines, as_sentence, as_frames, as_row]
        if all(order.headings for order in some):
            manners += [under_headings, under_headings]
        out += rng.choice(manners)(letter, some, rng)
    return out


def as_lines(letter: Composed, orders: Sequence[Order], rng: Random) -> list[str]:
    """One to a line, with bullets or numbers or nothing; one of them may be a correction."""
    bullet, wrong = rng.choice(BULLETS), rng.randrange(4 * len(orders))
    style = rng.randrange(9)
    lines = []
    for at, order in enumerate(orders):
        text = order.terse[style % len(order.terse)] if rng.random() < 0.8 else rng.choice(order.terse)
        letter.said[order.line] = text
        if at == wrong and (other := altered(letter, order)):
            letter.never.add(letter.desk.prefix + other.line)
            if "-" in order.line and rng.random() < 0.4 and letter.desk.game not in ("payola", "exchange"):
                letter.late.append(rng.choice(LATE).format(text))
                lines.append(bullet.format(rng.choice(other.terse), n=at + 1))
                continue
            text = rng.choice(CORRECTIONS).format(wrong=rng.choice(other.terse), right=text)
            lines.append(text)
            continue
        remark = rng.choice(REMARKS) if rng.random() < 0.08 and "\n" not in text else ""
        lines.append(bullet.format(text + remark, n=at + 1))
    return ["\n".join(lines)]


def altered(letter: Composed, order: Order) -> Order | None:
    """Another order about the same thing."""
    for attempt in range(20):
        for other in letter.desk.pool(Random(f"{letter.number}/{attempt}")):
            same = other.about == order.about
            if order.line.startswith(("SELL", "BUY", "LOAN", "GIVE")):
                same = same and other.line.split()[0] == order.line.split()[0]
            if same and other.line != order.line:
                return other
    return None


def as_sentence(letter: Composed, orders: Sequence[Order], rng: Random) -> list[str]:
    """All in one sentence or run of sentences."""
    middle, last = rng.choice(JOINTS)
    words = [say(letter, order, rng) for order in orders]
    if middle == ". ":
        words = [capital(text) for text in words]
    text = middle.join(words[:-1]) + last + words[-1] if len(words) > 1 else words[0]
    return [capital(rng.choice(FRAMES).format(text) if middle != ". " else f"{text}.")]


def as_frames(letter: Composed, orders: Sequence[Order], rng: Random) -> list[str]:
    """A polite sentence for each."""
    sentences = [capital(rng.choice(FRAMES).format(say(letter, order, rng))) for order in orders]
    return [rng.choice([" ", "\n"]).join(sentences)]


def as_row(letter: Composed, orders: Sequence[Order], rng: Random) -> list[str]:
    """Short notation in one line."""
    texts = [rng.choice(order.terse) for order in orders]
    letter.said |= {order.line: text for order, text in zip(orders, texts, strict=True)}
    if any("\n" in text for text in texts):
        return ["\n".join(texts)]
    return [rng.choice([", ", "; ", ". ", " / "]).join(texts)]


def under_headings(letter: Composed, orders: Sequence[Order], rng: Random) -> list[str]:
    """Items under the heading that gives their verb."""
    groups: dict[str, list[Order]] = defaultdict(list)
    for order in orders:
        groups[order.headings[0]].append(order)
    bullet, out = rng.choice(["- {}", "* {}", "  {}", "{}"]), []
    for group in groups.values():
        heading = rng.choice(group[0].headings)
        letter.said |= {order.line: order.item for order in group}
        items = [order.item for order in group]
        inline = f"{heading} {', '.join(items)}"
        out.append(inline if rng.random() < 0.3 else "\n".join((heading, *(bullet.format(item) for item in items))))
    return out


def say(letter: Composed, order: Order, rng: Random) -> str:
    text = rng.choice(order.says)
    letter.said[order.line] = text
    return text


def plant(letter: Composed, order: Order, blocks: list[str], rng: Random) -> None:
    """A sentence with an order's words that is none."""
    kinds = [(NEGATIONS, True), (CONDITIONS, True), (MAYBES, True), (QUESTIONS, False), (PAST, False), (OTHERS, False)]
    frames, doubtful = rng.choice(kinds)
    words = rng.choice(order.says)
    sentence = capital(rng.choice(frames).format(words))
    letter.never.add(letter.desk.prefix + order.line)
    if doubtful:
        letter.doubtful[sentence] = words
    blocks.insert(rng.randint(0, len(blocks)), sentence)


def finished(letter: Composed, blocks: list[str], rng: Random) -> str:
    """Greeting, label and farewell around it; wrapped as a mail program does; perhaps above a quotation."""
    seat = letter.desk.seat
    head = [rng.choice(GREETINGS)] if rng.random() < 0.5 else []
    if rng.random() < 0.4:
        blocks[0] = f"{rng.choice(LABELS).format(seat=seat)}\n{blocks[0]}"
    tail = [rng.choice(ENDS).format(seat=seat)] if rng.random() < 0.6 else []
    text = rng.choice(["\n", "\n\n"]).join([*head, *blocks, *tail])
    if rng.random() < 0.1 and head and "\n" not in text:
        text = " ".join([*head, *blocks, *tail])
    text = pointed(text, letter.number)
    if rng.random() < 0.4:
        width = rng.choice([40, 56, 72])
        lines = [
            textwrap.fill(line, width, break_on_hyphens=False, break_long_words=False) for line in text.split("\n")
        ]
        text = "\n".join(lines)
    if rng.random() < 0.1:
        text = text.lower()
    if rng.random() < 0.3:  # what word processors make of it
        text = text.replace("'", "’")
    if rng.random() < 0.1:
        other = rng.choice(letter.desk.pool(Random(f"quoted/{letter.number}")))
        if apart(other, letter.orders):
            letter.never.add(letter.desk.prefix + other.line)
            text += f"\n\nOn Mon, 5 Jan 2026 the judge wrote:\n> {other.line}\n> is on file."
    return text


def pointed(text: str, number: int) -> str:
    """With the dashes and arrows of a word processor, now and then."""
    rng = Random(f"arrows/{number}")
    return text.replace(" - ", rng.choice([" – ", " — ", " → "])) if rng.random() < 0.1 else text
