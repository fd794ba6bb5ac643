"""Which function carries out which word of the correspondence, by who may say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from judge.core import session as words
from judge.core.command import Command
from judge.desk.mailroom import bounces
from judge.desk.sheets.sitting import Sitting
from judge.desk.words import anybody, clock, people, phases, player, repair, starting

Handler = Callable[[Sitting, Any], None]

ANYBODY: Mapping[type[Command], Handler] = {
    words.HelpWord: anybody.help_,
    words.ListGames: anybody.list_,
    words.Rules: anybody.rules,
    words.Ping: anybody.ping,
    words.Register: anybody.register,
    words.Confirm: anybody.confirm,
    words.Subscribe: anybody.subscribe,
    words.Unsubscribe: anybody.unsubscribe,
    words.Join: anybody.join,
    words.Takeover: anybody.takeover,
    words.Create: anybody.create,
}

PLAYER: Mapping[type[Command], Handler] = {
    words.Status: player.status,
    words.History: player.history,
    words.Statement: player.statement,
    words.Press: player.send_press,
    words.SetWord: player.set_,
    words.Absence: player.absence,
}

MASTERS: Mapping[type[Command], Handler] = {
    words.Status: people.status,
    words.Start: starting.start,
    words.SetWord: starting.set_,
    words.Extend: clock.extend,
    words.Deadline: clock.deadline,
    words.Pause: clock.pause,
    words.Resume: clock.resume,
    words.Process: phases.process,
    words.Preview: phases.preview,
    words.Missing: phases.missing,
    words.Rollback: repair.rollback,
    words.Eject: people.eject,
    words.Replace: people.replace_,
    words.Announce: people.announce,
    words.Resend: repair.resend,
    words.Quarantine: repair.quarantine_,
    words.Reinstate: bounces.reinstate_seat,
    words.Press: player.send_press,
    words.History: player.history,
}
