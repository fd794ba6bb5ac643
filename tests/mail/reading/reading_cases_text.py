"""Plain text with all its traps: charsets, invisible characters, wrapping, signatures, press, forwards."""

# ruff: noqa: E501  (letters stand as they come)

from __future__ import annotations

from tests.mail.reading.reading_letters import JUDGE, ORDERS, QUOTED, THEIRS, TYPED, Case, encoded, head, letter

TEXT_CASES: dict[str, Case] = {
    "utf-16 in base64": (encoded(TYPED, "utf-16"), "orders", ORDERS),
    "utf-16 little end first, without a mark": (encoded(TYPED, "utf-16le"), "orders", ORDERS),
    "says utf-16 and is not": (encoded(TYPED, "utf-16", "ascii"), "orders", ORDERS),
    "iso-2022-jp": (encoded("注文です。\n" + TYPED, "iso-2022-jp"), "orders", ["注文です。", *ORDERS]),
    "koi8-r with russian greetings": (encoded("Привет!\n" + TYPED, "koi8-r"), "orders", ["Привет!", *ORDERS]),
    "a byte order mark and windows line ends": (letter("\ufeff" + TYPED.replace("\n", "\r\n")), "orders", ORDERS),
    "old macintosh line ends": (letter(TYPED.replace("\n", "\r")), "orders", ORDERS),
    "invisible characters": (
        letter("F\u200b Lon - \u2060ENG\nA Lvp\u00ad - Yor\n\ufeffF Edi - NTH\u200e"),
        "orders",
        ORDERS,
    ),
    "direction marks": (
        letter("\u202aF Lon - ENG\u202c\n\u200fA Lvp - Yor\nF Edi \u2066- NTH\u2069"),
        "orders",
        ORDERS,
    ),
    "NUL and ESC": (letter("F Lon\0 - ENG\n\x1b[1mA Lvp - Yor\x1b[0m\nF Edi - NTH\x07"), "orders", ORDERS),
    "every kind of dash": (letter("F Lon – ENG\nA Lvp — Yor\nF Edi − NTH"), "orders", ORDERS),
    "every kind of arrow": (
        letter("F Lon → ENG\nA Lvp ⇒ Yor\nF Edi ➡️ NTH"),
        "orders",
        ["F Lon -> ENG", "A Lvp -> Yor", "F Edi -> NTH"],
    ),
    "word's arrow in plain text": (letter("F Lon à ENG"), "orders", ["F Lon -> ENG"]),
    "prose about a writer does not swallow orders": (
        letter(f"Last year in 1903 Bob wrote to me:\n{TYPED}"),
        "orders",
        ["Last year in 1903 Bob wrote to me:", *ORDERS],
    ),
    "a heading with a year below a sign-on with an address is no attribution": (
        letter(f"SIGNON England@demo secret\nHere are my orders for Spring 1901:\n{TYPED}"),
        "orders",
        ["SIGNON England@demo secret", "Here are my orders for Spring 1901:", *ORDERS],
    ),
    "prose that reads like an attribution is asked about": (
        letter(f"Hi,\nOn 19 November 2026 Bob wrote to me:\n{TYPED}"),
        "ask",
        [],
    ),
    "no-break and thin blanks": (
        letter("F\u00a0Lon\u2009-\u202fENG\nA\u3000Lvp - Yor\nF  Edi\t-\tNTH"),
        "orders",
        ORDERS,
    ),
    "cyrillic letters that look latin": (letter("F Lоn - ENG\nА Lvp - Yоr\nF Еdi - NTH"), "orders", ORDERS),
    "gmail marks bold text with stars": (
        letter("*F Lon - ENG*\n_A Lvp - Yor_\n* *F Edi - NTH*"),
        "orders",
        ORDERS,
    ),
    "the quotation follows on the attribution's line": (
        letter(f"{TYPED}\n\nOn Thu, 19 Nov 2026 at 20:01, {JUDGE} wrote:   F Lon Hold\nA Lvp Hold\n"),
        "orders",
        ORDERS,
    ),
    "bullets": (letter("- F Lon - ENG\n* A Lvp - Yor\n• F Edi - NTH"), "orders", ORDERS),
    "numbers in front": (letter("1) F Lon - ENG\n2. A Lvp - Yor\n(3) F Edi - NTH"), "orders", ORDERS),
    "emoji in front and behind": (letter("✅ F Lon - ENG\n1️⃣ A Lvp - Yor\n👉 F Edi - NTH 👍"), "orders", ORDERS),
    "an offer keeps its figure": (
        letter("5 : A Mun - Tyr\n4! A Par - Bur\n20 $"),
        "orders",
        ["5 : A Mun - Tyr", "4! A Par - Bur", "20 $"],
    ),
    "raised figures stay raised": (
        letter("sell 1² lira\nbid ½ for A Par - Bur"),
        "orders",
        ["sell 1² lira", "bid ½ for A Par - Bur"],
    ),
    "soft breaks of quoted-printable": (
        head()
        + b"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nF Lo=\nn - ENG\nA Lvp - =\nYor\nF Edi =2D NTH=\n",
        "orders",
        ORDERS,
    ),
    "flowed text quoted and stuffed": (
        letter(
            "On 19/11/2026 20:01, Game Judge wrote:\n> Your orders on \n> file: F Lon Hold \n> A Lvp Hold\n F Lon - ENG\nA Lvp \n- Yor\nF Edi - NTH\n-- \nAnn",
            settings="; format=flowed",
        ),
        "orders",
        ORDERS,
    ),
    "flowed text whose orders end in a typed blank": (
        letter("F Lon - ENG \nA Lvp - Yor \nF Edi - NTH ", settings="; format=flowed"),
        "orders",
        ORDERS,
    ),
    "a disclaimer": (
        letter(
            f"{TYPED}\n\nThis e-mail and any attachments are confidential and may\nbe legally privileged. Sell 300 lira.\n\nDISCLAIMER: Archer & Sons\naccept no liability.\n"
        ),
        "orders",
        ORDERS,
    ),
    "the footer of a mailing list": (
        letter(
            f"{TYPED}\n_______________________________________________\nGames mailing list\nhttp://lists.test/listinfo/games\n"
        ),
        "orders",
        ORDERS,
    ),
    "sent from a telephone": (letter(f"{TYPED}\n\nSent from my Samsung Galaxy smartphone.\n"), "orders", ORDERS),
    "sent by yahoo on android": (
        letter(
            f"{TYPED}\n\nSent from Yahoo Mail on Android\n\n  On Thu, 19 Nov 2026 at 20:01, {JUDGE} wrote:   {THEIRS}\n"
        ),
        "orders",
        ORDERS,
    ),
    "underscores are a ruler": (letter("F Lon - ENG\n________\nA Lvp - Yor\n=====\nF Edi - NTH"), "orders", ORDERS),
    "prose that says From": (
        letter(f"From: now on I shall play fair.\n{TYPED}"),
        "orders",
        ["From: now on I shall play fair.", *ORDERS],
    ),
    "press keeps its blank lines": (
        letter("PRESS TO Bob\nDear Bob,\n\n-- yours truly --\nSent from my iPhone\nENDPRESS\nF Lon - ENG"),
        "orders",
        ["PRESS TO Bob", "Dear Bob,", "-- yours truly --", "Sent from my iPhone", "ENDPRESS", "F Lon - ENG"],
    ),
    "press without an end does not swallow the quotation": (
        letter(
            f"PRESS TO Bob\nHi Bob\n\nFrom: Game Judge\nSent: Thursday\nTo: Ann\nSubject: x\n\n{THEIRS}\nENDPRESS\n"
        ),
        "orders",
        ["PRESS TO Bob", "Hi Bob"],
    ),
    "sign-on": (letter("SIGNON england@g9 secret\n" + TYPED), "orders", ["SIGNON england@g9 secret", *ORDERS]),
    "a forged sender with a password": (
        letter("SIGNON england@g9 secret\n" + TYPED, to="judge@judge.test", dmarc="fail"),
        "orders",
        ["SIGNON england@g9 secret", *ORDERS],
    ),
    "plain commands": (letter("LIST\nPING\nHELP BUY", to="judge@judge.test"), "orders", ["LIST", "PING", "HELP BUY"]),
    "register": (
        letter("REGISTER Ann Archer, Europe/London", to="judge@judge.test"),
        "orders",
        ["REGISTER Ann Archer, Europe/London"],
    ),
    "help": (letter("Help please!\n\nAnn", to="judge@judge.test"), "help", []),
    "help in a foreign tongue": (letter("Hilfe!"), "help", []),
    "thanks above quoted orders": (
        letter(f"Thank you!\n\nOn 19 Nov 2026, Game Judge wrote:\n{QUOTED}"),
        "no_orders",
        [],
    ),
    "nothing but quoted orders": (letter(QUOTED), "ask", []),
    "points to changed quoted orders": (letter("My changes are below.\n\n> F Lon - ENG\n> A Lvp - Yor"), "ask", []),
    "forwarded by apple": (
        letter(f"Begin forwarded message:\n\nFrom: Ann\nSubject: orders\nDate: 18 Nov\nTo: Ann\n\n{TYPED}"),
        "ask",
        [],
    ),
    "forwarded by thunderbird in german": (
        letter(
            f"-------- Weitergeleitete Nachricht --------\nBetreff: \torders\nDatum: \tWed\nVon: \tAnn\nAn: \tAnn\n\n{TYPED}"
        ),
        "ask",
        [],
    ),
    "forwarded by outlook": (letter(f"From: Bob\nSent: Thursday\nTo: Ann\nSubject: FW: orders\n\n{TYPED}"), "ask", []),
    "own orders above a forward": (
        letter(f"{TYPED}\n\n---------- Forwarded message ---------\nFrom: Bob\nDate: x\n\nF Lon Hold"),
        "orders",
        ORDERS,
    ),
    "encrypted inline": (letter("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----"), "ask", []),
}
