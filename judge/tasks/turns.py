"""One tick, as the daemon would; apart from the other tasks, so that one with nothing to do loads little."""

import json

from judge.app import App
from judge.tasks.registry import Work

EX_TEMPFAIL = 75


def once_(work: Work, as_json: bool) -> None:
    """Fetch, handle in order of time, send."""
    said, fault, code = tick(work.app, as_json)
    work.say(said)
    if fault:
        work.warn(fault)
    work.code = code


def tick(app: App, as_json: bool) -> tuple[str, str, int]:
    """One tick: what it did, what was wrong with the mailbox, and the exit code."""
    tally, sent = app.once()
    words = {
        "letters": tally.letters,
        "shunted": tally.shunted,
        "resolved": tally.resolved,
        "reminders": tally.reminders,
        "sent": sent.sent,
        "waiting": sent.waiting,
        "failed": sent.failed,
        "fault": tally.fault,
    }
    told = json.dumps(words) if as_json else f"{tally.line()}; {sent.sent} sent, {sent.waiting} waiting"
    fault = f"mailbox: {tally.fault}" if tally.fault else ""
    return told, fault, EX_TEMPFAIL if tally.fault or sent.waiting else 0
