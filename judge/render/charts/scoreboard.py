"""The scoreboard: who stands where in the race that is run, what the last count changed, and the way there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from operator import itemgetter
from typing import Any

from judge.core.listing import listing
from judge.core.values import Value
from judge.render.charts.chart import Chart, Lines, season
from judge.render.charts.figures import RACES, Turn, running, told
from judge.render.text import by_score, called, num

WIDE, HIGH = 76, 20  # of a small curve, in its own units
_COUNTS = ("board.counts", "board.centres")
_LINES = (*(name for _, _, name, _, _ in RACES), "networth", "income", "centres")  # names of charts


class Score(Value):
    """A row of the board.

    shown    the figure, `change` what the last count made of it, `+2`; "" where nothing changed or none came before
    way      the figures so far, oldest first, for `text.spark`
    """

    rank: int
    name: str
    shown: str
    change: str
    way: tuple[str, ...]

    @property
    def curve(self) -> str:
        return curve([float(value) for value in self.way])


def curve(values: Sequence[float]) -> str:
    """The points of a line from the lowest to the highest value, WIDE by HIGH; "" for fewer than two."""
    if len(values) < 2:
        return ""
    low, reach = min(values), (max(values) - min(values)) or 1.0
    step = (WIDE - 4) / (len(values) - 1)
    return " ".join(
        f"{2 + at * step:.1f},{HIGH - 3 - (value - low) / reach * (HIGH - 6):.1f}" for at, value in enumerate(values)
    )


class Scoreboard(Value):
    """`unit`: what is counted, `credits`. The best stand first; equals share a rank."""

    unit: str
    scores: tuple[Score, ...]

    @property
    def leader(self) -> str:
        """`Russia leads: 6 centres`; "" while everybody stands alike."""
        first = [score for score in self.scores if score.rank == 1]
        if not first or len(first) == len(self.scores):
            return ""
        who = listing(called(score.name) for score in first) if len(first) < 4 else str(len(first))
        return f"{who} {'leads' if len(first) == 1 else 'lead'}: {first[0].shown} {self.unit}"

    def document(self, most: int) -> dict[str, Any]:
        """The best so many as plain values, with their curves."""
        rows = [{**asdict(score), "curve": score.curve} for score in self.scores[:most]]
        return {"unit": self.unit, "leader": self.leader, "scores": rows, "more": len(self.scores) - len(rows)}


def scoreboard(turns: Sequence[Turn]) -> Scoreboard | None:
    """Out of the public notices of all phases, oldest first; None before anything was counted."""
    unit, counts = _race(turns)
    if not counts:
        return None
    last, before = counts[-1], counts[-2] if counts[1:] else {}
    ways = {name: tuple(count[name] for count in counts if name in count) for name in last}
    scores = tuple(
        Score(rank, name, num(value), _change(before.get(name), value), ways[name])
        for rank, name, value in by_score(last)
    )
    return Scoreboard(unit, scores)


def _race(turns: Sequence[Turn]) -> tuple[str, list[Mapping[str, str]]]:
    """What is counted, and each count by name: seats by money or points, else powers by income or by centres."""
    run = running(turns)
    if run is not None:
        (_, field, *_), pages = run
        return field, [{row["seat"]: str(row[field]) for row in rows} for _, rows in pages]
    if told(turns, "market.holdings"):
        return "", []  # the race of its traders is secret, and that of the powers is not theirs
    incomes = [page["rows"] for _, _, page in told(turns, "treasury.autumn")]
    if incomes:
        return "points of income", [{row["power"]: str(row["income"]) for row in rows} for rows in incomes]
    return "centres", _centres(turns)


def _centres(turns: Sequence[Turn]) -> list[Mapping[str, str]]:
    """Centres by power at each count, with those before the first where its notice tells them."""
    counts = next((pages for kind in _COUNTS if (pages := [page for _, _, page in told(turns, kind)])), [])
    official = [page["counts"] for page in counts if page.get("official", True)]
    start = [{row["power"]: str(row["before"]) for row in rows} for rows in official[:1] if "before" in rows[0]]
    return [*start, *({row["power"]: str(row.get("after", row.get("centres"))) for row in rows} for rows in official)]


def _change(before: str | None, now: str) -> str:
    if before is None or Decimal(before) == Decimal(now):
        return ""
    gain = Decimal(now) - Decimal(before)
    return f"{'+' if gain > 0 else '−'}{num(str(abs(gain)))}"


def score_lines(found: Iterable[Chart]) -> Lines | None:
    """The way to the scores, of all that is charted."""
    lines = {one.name: one for one in found if isinstance(one, Lines)}
    return next((lines[name] for name in _LINES if name in lines), None)


def turning_points(chart: Lines | None) -> list[str]:
    """What told most in the game, in the order of time. Of a year one thing: who took the lead, else the largest step
    against what everybody made then, for prices lift all; of the years three, chosen in the same way."""
    years: dict[str, list[tuple[bool, Decimal, int, str]]] = {}
    curves, axis = (chart.curves, chart.axis) if chart else ((), ())
    leader, old = "", dict[str, Decimal]()
    for at, when in enumerate(map(season, axis)):
        new = {one.name: value for one in curves if (value := one.values[at]) is not None}
        best = [name for name, value in new.items() if value == max(new.values())]
        steps = {name: new[name] - old[name] for name in old if name in new and new[name] != old[name]}
        usual = sum(steps.values(), Decimal()) / max(1, len(old))
        for name, step in steps.items():
            went = "took the lead, going" if best == [name] and leader not in ("", name) else "went"
            words = f"{when}: {called(name)} {went} from {num(str(old[name]))} to {num(str(new[name]))}"
            years.setdefault(when[-4:], []).append((went != "went", abs(step - usual), -at, words))
        leader, old = best[0] if len(best) == 1 else leader, new
    return [words for *_, words in sorted(sorted(map(max, years.values()))[-3:], key=itemgetter(2), reverse=True)]
