"""What HELP says of the words of the correspondence. Whole-line examples: the tests read every one."""

from __future__ import annotations

from judge.core.session import WHO, Place
from judge.core.variant import Help

MANUAL: dict[str, Help] = {
    # ---- who speaks
    "signon": Help(
        "SIGNON",
        "SIGNON seat@game password",
        "Opens your part of the letter. Not needed when you answer a letter of ours: its reply address knows you.",
        ("SIGNON Lupus@lira7 moonlight9", 'SIGNON "Grey Wolf"@lira7 moonlight9'),
    ),
    "master_on": Help(
        "MASTER",
        "MASTER game password",
        "Opens the master's part of the letter.",
        ("MASTER lira7 lighthouse4",),
    ),
    "signoff": Help("SIGNOFF", "SIGNOFF", "Ends your part: nothing below it is read.", ("SIGNOFF",)),
    "as": Help(
        "AS",
        "AS power, AS SELF, or (master) AS seat",
        "Says for whom the lines below it speak.",
        ("AS FRANCE", "AS SELF", "AS Lupus:"),
    ),
    # ---- anybody
    "help": Help("HELP", "HELP [topic]", "Explains a word, or lists them all.", ("HELP", "HELP SELL")),
    "list": Help("LIST", "LIST [game]", "The games of this judge, or one of them.", ("LIST", "LIST lira7")),
    "rules": Help("RULES", "RULES game", "The rules as this judge plays them.", ("RULES bourse", "RULES lira7")),
    "ping": Help("PING", "PING", "The judge answers, and no more.", ("PING",)),
    "register": Help(
        "REGISTER",
        "REGISTER name, zone",
        "Makes this address known. A letter comes back, and you answer it, so that nobody can sign up another. JOIN "
        "and SUBSCRIBE in the same letter, or instead of it, wait for that answer too.",
        ("REGISTER Ann Archer, Europe/London", "REGISTER Ann Archer, London", "REGISTER Ann Archer", "REGISTER"),
    ),
    "confirm": Help("CONFIRM", "CONFIRM token", "Sends back the token we mailed you.", ("CONFIRM k7m2-x9qd",)),
    "subscribe": Help("SUBSCRIBE", "SUBSCRIBE game", "Results of a game by mail.", ("SUBSCRIBE lira7",)),
    "unsubscribe": Help(
        "UNSUBSCRIBE", "UNSUBSCRIBE [game]", "No more results of it.", ("UNSUBSCRIBE lira7", "UNSUBSCRIBE")
    ),
    "join": Help(
        "JOIN",
        "JOIN game AS pseudonym [PASSWORD secret] [PREFER powers]",
        "Takes a seat; if you are new here, write REGISTER and your name in the line above. Without a pseudonym one is "
        "offered, without a password one is made for you. A password stands "
        "behind the word PASSWORD, and nowhere else.",
        (
            "JOIN lira7 AS Lupus",
            "JOIN lira7 AS Grey Wolf",
            'JOIN lira7 AS "Grey Wolf" PASSWORD moonlight9',
            "JOIN dipl3 AS Vulpes PREFER FRANCE ENGLAND TURKEY",
        ),
    ),
    "takeover": Help(
        "TAKEOVER",
        "TAKEOVER seat@game [PASSWORD secret]",
        "Takes a seat that its player has left.",
        ("TAKEOVER Lupus@lira7", "TAKEOVER Lupus@lira7 PASSWORD moonlight9"),
    ),
    "create": Help(
        "CREATE",
        "CREATE game variant [setting=value ...]",
        "Makes a new game, you being its master; the password is mailed back.",
        ("CREATE lira7 bourse", "CREATE lira7 bourse rules=classic schedule='FRI 18:00 Europe/London'"),
    ),
    # ---- a player
    "clear": Help("CLEAR", "CLEAR [section]", "Empties your sheet, or a section of it.", ("CLEAR", "CLEAR TRADES")),
    "undo": Help("UNDO", "UNDO", "Puts the version before the one on file in force again.", ("UNDO",)),
    "status": Help("STATUS", "STATUS", "What is on file for you, and where you stand.", ("STATUS",)),
    "history": Help("HISTORY", "HISTORY [phase]", "Past results again.", ("HISTORY", "HISTORY F1901M")),
    "statement": Help(
        "STATEMENT", "STATEMENT [phase]", "Your private statement again.", ("STATEMENT", "STATEMENT F1901M")
    ),
    "try": Help(
        "TRY",
        "TRY",
        "What follows in this letter is judged and answered, and not filed.",
        ("TRY", "TRY:"),
    ),
    "for_phase": Help(
        "FOR",
        "FOR phase: · FOR EVERY PHASE: · FOR NOW:",
        "What follows is kept for that phase, or for every phase in which you send nothing else.",
        ("FOR A1903:", "FOR AUTUMN 1903:", "FOR EVERY PHASE:", "FOR NOW:"),
    ),
    "yes": Help(
        "YES",
        "YES",
        "Carries out what the letter you answer proposed, exactly that. It stands alone in a reply to that letter; the "
        "proposal ends with the phase, and with a newer sheet.",
        ("YES",),
    ),
    "ready": Help(
        "READY",
        "READY · NOT READY",
        "You have no more to say in this phase. Where the game allows it, all being ready brings the deadline on.",
        ("READY", "NOT READY", "UNREADY"),
    ),
    "press": Help(
        "PRESS",
        "PRESS [GREY] TO names · BROADCAST [GREY], the text below it, ENDPRESS",
        "A message to players, signed with your pseudonym or (GREY) with nothing, where the game allows it.",
        ("PRESS TO Lupus, Vulpes", "PRESS TO ALL", "BROADCAST", "BROADCAST GREY", "GREY PRESS TO Lupus"),
    ),
    "set": Help(
        "SET",
        "SET ADDRESS, PASSWORD, ZONE, LETTERS or NAME value · (master) SET setting value",
        "Changes what we know of you, or a setting of your game. LETTERS are plain, or full: with pages and charts. "
        "NAME is your pseudonym, and changes only before the start.",
        (
            "SET ZONE Europe/London",
            "SET PASSWORD moonlight9",
            "SET LETTERS plain",
            "SET NAME Grey Wolf",
            "SET reveal off",
        ),
    ),
    "absence": Help(
        "ABSENCE",
        "ABSENCE first-day TO last-day · ABSENCE NONE",
        "Tells the master and the judge that you are away.",
        ("ABSENCE 2026-12-20 TO 2027-01-03", "ABSENCE NONE"),
    ),
    "resign": Help(
        "RESIGN",
        "RESIGN",
        "Leaves the game. Carried out only if the whole letter is free of errors.",
        ("RESIGN",),
    ),
    # ---- the master
    "start": Help("START", "START", "Opens the game with those who have joined.", ("START",)),
    "result": Help(
        "RESULT",
        "RESULT phase, then CENTRES, OWNERS or UNITS, then END",
        "Reports what happened on a board elsewhere. A later one replaces it until the phase is resolved.",
        ("RESULT F1901",),
    ),
    "missing": Help("MISSING", "WHO IS MISSING", "Who has no valid sheet.", ("WHO IS MISSING", "MISSING")),
    "preview": Help(
        "PREVIEW", "PREVIEW [phase]", "The outcome as it would be now, with sample dice.", ("PREVIEW", "PREVIEW F1901")
    ),
    "process": Help("PROCESS", "PROCESS phase", "Resolves the phase now.", ("PROCESS F1901M",)),
    "extend": Help(
        "EXTEND",
        "EXTEND time [reason]",
        "Moves this deadline; the next is on the weekly grid again. Time is in hours, days or weeks; "
        "a part of an hour counts as a whole one.",
        ("EXTEND 24h two players are travelling", "EXTEND 2d", "EXTEND 1d 12h"),
    ),
    "deadline": Help(
        "DEADLINE",
        "DEADLINE time",
        "Sets this deadline.",
        ("DEADLINE 2026-12-04 18:00", "DEADLINE FRI 18:00"),
    ),
    "pause": Help("PAUSE", "PAUSE [reason]", "Stops the clock.", ("PAUSE", "PAUSE for the holidays")),
    "resume": Help("RESUME", "RESUME", "Starts the clock again.", ("RESUME",)),
    "eject": Help(
        "EJECT", "EJECT seat [reason]", "Takes a seat from its player.", ("EJECT Lupus two turns without a sheet",)
    ),
    "reinstate": Help(
        "REINSTATE",
        "REINSTATE seat",
        "Lets mail go to a player again that was stopped because it came back. Any letter from the player does too.",
        ("REINSTATE Lupus", 'REINSTATE "Grey Wolf"'),
    ),
    "replace": Help(
        "REPLACE", "REPLACE seat BY address", "Gives a seat to another.", ("REPLACE Lupus BY ann@example.org",)
    ),
    "rollback": Help(
        "ROLLBACK",
        "ROLLBACK TO phase reason",
        "Undoes everything from that phase on. Results are sent again with what changed on top.",
        ("ROLLBACK TO F1901M the report was wrong",),
    ),
    "end_game": Help(
        "END",
        "END SOLO power · END DRAW [powers] · END CONCEDED power · END ABANDONED",
        "The board game is over.",
        ("END SOLO ITALY", "END DRAW", "END DRAW ITALY TURKEY", "END CONCEDED ITALY", "END ABANDONED"),
    ),
    "resend": Help(
        "RESEND",
        "RESEND RESULTS [phase] · RESEND STATEMENT seat",
        "Sends a letter again.",
        ("RESEND RESULTS", "RESEND RESULTS F1901M", "RESEND STATEMENT Lupus"),
    ),
    "quarantine": Help(
        "QUARANTINE",
        "QUARANTINE · QUARANTINE RELEASE number · QUARANTINE DISCARD number",
        "Letters we kept because something was wrong with them.",
        ("QUARANTINE", "QUARANTINE LIST", "QUARANTINE RELEASE 3", "QUARANTINE DISCARD 3"),
    ),
    "announce": Help(
        "ANNOUNCE",
        "ANNOUNCE, the text below it, ENDPRESS",
        "Your words to everybody in the game.",
        ("ANNOUNCE", "ANNOUNCE: The next deadline is after the holidays."),
    ),
}
"""Grammar rule name -> help, in the order in which HELP lists them."""

PLAYERS = tuple(entry for rule, entry in MANUAL.items() if WHO[rule] is not Place.MASTER)
MASTERS = tuple(entry for rule, entry in MANUAL.items() if WHO[rule] is Place.MASTER)

LEADS: dict[str, tuple[str, ...]] = {
    "vacation": ("absence",),
    "holiday": ("absence",),
    "away": ("absence",),
    "withdraw": ("clear", "resign"),
    "cancel": ("clear",),
    "delete": ("clear",),
    "remove": ("clear", "resign"),
    "revert": ("undo",),
    "restore": ("undo",),
    "observe": ("subscribe",),
    "observer": ("subscribe",),
    "watch": ("subscribe",),
    "follow": ("subscribe",),
    "postpone": ("extend",),
    "delay": ("extend",),
    "late": ("extend",),
    "summary": ("status", "history"),
    "prices": ("history", "status"),
    "price": ("history", "status"),
    "quotes": ("history", "status"),
    "standings": ("history",),
    "ranking": ("history",),
    "scores": ("history",),
    "results": ("history",),
    "map": ("status", "history"),
    "holdings": ("status", "statement"),
    "portfolio": ("status", "statement"),
    "position": ("status",),
    "balance": ("status", "statement"),
    "account": ("statement",),
    "orders": ("status",),
    "players": ("list",),
    "whogame": ("list",),
    "whois": ("list",),
    "games": ("list",),
    "game": ("list",),
    "message": ("press",),
    "mail": ("press",),
    "letter": ("press",),
    "tell": ("press",),
    "write": ("press",),
    "send": ("press",),
    "password": ("set",),
    "address": ("set",),
    "email": ("set",),
    "zone": ("set",),
    "timezone": ("set",),
    "name": ("set",),
    "pseudonym": ("set", "join"),
    "quit": ("resign",),
    "leave": ("resign",),
    "login": ("signon",),
    "logon": ("signon",),
    "logout": ("signoff",),
    "signup": ("register", "join"),
    "enrol": ("register", "join"),
    "enroll": ("register", "join"),
    "kick": ("eject",),
    "expel": ("eject",),
    "adjudicate": ("process",),
    "resolve": ("process",),
    "run": ("process",),
    "hold": ("pause",),
    "stop": ("pause",),
    "suspend": ("pause",),
    "continue": ("resume",),
    "unpause": ("resume",),
    "schedule": ("deadline", "set"),
    "undo-turn": ("rollback",),
    "substitute": ("replace",),
    "report": ("result",),
    "done": ("ready",),
    "proceed": ("ready",),
}
"""Words that other judges taught, or that come to mind first -> the rules of ours that do it, for HELP."""
