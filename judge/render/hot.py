"""Letters that are written most often, in Python: what their templates say, word for word, in a sixth of the time.

The templates stay, for a keeper's own wording and for pages; `tests/render/test_hot_letters.py` holds both together. A
template that is neither here nor among a keeper's own is rendered as ever."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from judge.kits.market.news import Account, TradeLine
from judge.kits.market.rules import word
from judge.render.dates import both
from judge.render.text import button, cut, hanging, lay, num, table, with_sheets, wrap

Context = Mapping[str, Any]
_PROBLEM = 400  # columns of a line that is quoted
_NARROW = 54  # a deadline and what is left of it, on one line


# ---- session/confirmation.txt ---------------------------------------------------------------------------------------


def confirmation(context: Context) -> str:
    """The player's confirmation."""
    said, game, zone = context["said"], context["game"], context["zone"]
    out = [f"Subject: [{context['verdict']}] {said.subject}", ""]
    _outcome(out, said)
    out.append("")
    if said.clock == "next":
        out.append(hanging(f"Next      {game['phase']}, until {both(game['deadline'], zone)}", 2, 12))
    elif said.clock == "deadline":
        out.append(_deadline(game["deadline"], zone, context["left"]))
    elif said.state:
        out.append(wrap(said.state, 2))
    out.append(f"  Received  {both(context['received'], zone)}")
    out += [wrap(note, 2, 4) for note in context["notes"]]
    if context["elsewhere"] and not context["by_master"]:
        came = f"Your letter came from {context['elsewhere']}. This answer goes to the address on record alone."
        out.append(wrap(came, 2, 4))
    out.append("")
    out += [_closing(text) for text in said.closing]
    if context.get("form") and said.clock == "deadline":
        form = with_sheets(context["form"], said.sheets, game["phase"])
        out += ["", button(form, "To write or change orders in a form")]
    for text in context["enclosures"]:
        if text.strip():
            out += ["", "  " + "- " * 34, "", text]
    return "\n".join(out)


_closing = lru_cache(256)(wrap)  # what may be done now: the same few sentences in all letters


def _outcome(out: list[str], said: Any) -> None:
    """What became of a letter: first in words, then piece by piece, then its sheets."""
    out += [wrap(text) for text in said.opening]
    out += [hanging(f'"{text}"', 4, 5) for text in said.unread]
    out += [lay(text, 2, 4) for text in said.looks]
    out += [wrap(text) for text in said.further]
    if said.problems:
        out += ["", "NOT TAKEN", *_problems(said.problems)]
    if said.proposal:
        out += ["", "PROPOSED - not done yet. Answer this letter with YES alone for exactly:"]
        out += [hanging(line, 4, 8) for line in said.proposal]
    if said.remarks:
        out += ["", *[lay(text, 2, 4) for text in said.remarks]]
    for view in said.sheets:
        out += ["", view.heading]
        if view.lines:
            _sheet(out, view.lines)
        elif view.instead:
            out.append(f"  {view.instead}")
        if view.below:
            out.append(wrap(view.below, 2))
        if view.foretold:
            out += ["", view.foretold]


def _sheet(out: list[str], lines: Iterable[Any]) -> None:
    """One sheet, numbered, each order with what there is to say of it below."""
    for number, line in enumerate(lines, 1):
        first, *below = line.text.split("\n")
        rows = [hanging(f"{number:2d}  {first}", 2, 8 if below else 6), *[wrap(row, 6, 8) for row in below]]
        out.append("\n".join(rows).rstrip() if below else rows[0])
        if line.note:
            out.append(wrap(line.note, 6))


def _problems(problems: Iterable[Any]) -> Iterable[str]:
    """Lines of the letter that were not taken: where, what was read, why, the way out."""
    for problem in problems:
        if problem.line:
            echo = f":  {problem.echo}" if problem.echo else ""
            yield wrap(cut(f"line {problem.line}{echo}", _PROBLEM), 2, 4)
        for text in problem.texts:
            yield lay(text, 4 if problem.line else 2)


def _deadline(moment: str, zone: str, left: str) -> str:
    told = both(moment, zone)
    if not left:
        return f"  Deadline  {told}"
    gap = ",\n            in " if len(told) + len(left) > _NARROW else ", in "
    return f"  Deadline  {told}{gap}{left}"


# ---- bourse/forecast.txt --------------------------------------------------------------------------------------------


def bourse_forecast(context: Context) -> str | None:
    """What a sheet of trades will do; None for what the template has of others."""
    told = context["forecast"]
    if not isinstance(told, Account):
        return None
    if not told.lines:
        return f"  No trades: holding and money ({num(told.opening_cash)}) stay as they are."
    out = ["At the deadline, exactly, at the published prices:", _deals(told.lines), _till(told)]
    before = told.holding_before
    changed = [
        f"{num(units)} {word(code, units)}"
        for code, units in sorted(told.holding_after.items(), key=lambda item: item[0].lower())
        if units != before[code]
    ]
    if changed:
        rest = ", rest as before" if len(changed) < len(before) else ""
        out.append(wrap(f"Holding {', '.join(changed)}{rest}", 2, 4))
    return "\n".join(out)


def _deals(lines: Iterable[TradeLine]) -> str:
    """Trades as they will be carried out."""
    rows = [
        (
            line.side,
            num(line.executes),
            word(line.currency, line.executes),
            f"at {line.price}",
            f"{'+' if line.side == 'sell' else '-'}{num(line.amount)}",
        )
        for line in lines
        if line.executes
    ]
    return table(rows, "lrllr") if rows else "  No trades."


def _till(told: Account) -> str:
    """cash_after = cash_before + proceeds - cost - forfeited (M-15), leaving out what is nothing."""
    parts = [f"Money {num(told.opening_cash)}"]
    for sum_, sign, what in ((told.proceeds, "+", "raised"), (told.cost, "-", "spent"), (told.forfeited, "-", "LOST")):
        if sum_ != "0.00":
            parts.append(f" {sign} {num(sum_)} {what}")
    parts.append(f" = {num(told.kept)}" if told.sold or told.bought else ", as before")
    return wrap("".join(parts), 2, 4)


HOT: Mapping[str, tuple[Callable[[Context], str | None], tuple[str, ...]]] = {
    "session/confirmation.txt": (confirmation, ("lib/frame.txt",)),
    "bourse/forecast.txt": (bourse_forecast, ("lib/trades.txt",)),
}
"""By template: what writes it, and the other templates whose words it has."""
