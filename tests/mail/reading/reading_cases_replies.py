"""Replies of many programs in many languages: only what stands above, below or between the quotation is read."""

# ruff: noqa: E501  (letters stand as they come)

from __future__ import annotations

from tests.mail.reading.reading_letters import JUDGE, ORDERS, QUOTED, THEIRS, TYPED, Case, letter, reply

ATTRIBUTIONS: dict[str, bytes] = {
    "gmail web wraps the attribution at the bracket": reply(
        "On Thu, Nov 19, 2026 at 8:01 PM Game Judge <judge+g9.k3x7@judge.test>\nwrote:\n"
    ),
    "an attribution is wrapped over three lines": reply(
        "On Thursday, the 19th of November 2026 at 20:01,\nGame Judge of the Society of Postal Players\n<judge+g9.k3x7@judge.test> wrote:\n"
    ),
    "proton": reply(
        f"Sent with Proton Mail secure email.\n\nOn Thursday, November 19th, 2026 at 8:01 PM, {JUDGE} wrote:\n"
    ),
    "proton without marks below": reply(f"On Thursday, November 19th, 2026 at 8:01 PM, {JUDGE} wrote:\n", THEIRS),
    "spanish": reply("El jue, 19 nov 2026 a las 20:01, Game Judge (<judge+g9.k3x7@judge.test>)\nescribió:\n"),
    "spanish of outlook": reply(
        "De: Game Judge <judge@judge.test>\nEnviado el: jueves, 19 de noviembre de 2026 20:01\nPara: Ann\nAsunto: [G9]\n",
        THEIRS,
    ),
    "italian": reply(f"Il giorno gio 19 nov 2026 alle ore 20:01 {JUDGE} ha scritto:\n"),
    "italian of outlook": reply(
        "Da: Game Judge\nInviato: giovedì 19 novembre 2026 20:01\nA: Ann\nOggetto: [G9]\n", THEIRS
    ),
    "dutch": reply(f"Op do 19 nov 2026 om 20:01 schreef {JUDGE}:\n"),
    "dutch with the verb last": reply("Op 19-11-2026 om 20:01 heeft Game Judge het volgende geschreven:\n"),
    "swedish": reply(f"Den tors 19 nov. 2026 kl 20:01 skrev {JUDGE}:\n"),
    "danish": reply(f"Den tor. 19. nov. 2026 kl. 20.01 skrev {JUDGE}:\n"),
    "norwegian outlook": reply(
        "Fra: Game Judge\nSendt: torsdag 19. november 2026 20:01\nTil: Ann\nEmne: [G9]\n", THEIRS
    ),
    "russian of gmail has no verb": reply(f"чт, 19 нояб. 2026 г. в 20:01, {JUDGE}:\n"),
    "russian of gmail without marks below": reply(f"чт, 19 нояб. 2026 г. в 20:01, {JUDGE}:\n", THEIRS),
    "russian of mail.ru": reply(f"Четверг, 19 ноября 2026, 20:01 +03:00 от {JUDGE}:\n"),
    "russian of thunderbird": reply("19.11.2026 20:01, Game Judge пишет:"),
    "polish": reply(f"czw., 19 lis 2026 o 20:01 {JUDGE} napisał(a):\n"),
    "portuguese": reply(f"Em qui., 19 de nov. de 2026 às 20:01, {JUDGE}\nescreveu:\n"),
    "japanese": reply(f"2026年11月19日(木) 20:01 {JUDGE}:\n"),
    "chinese": reply(f"{JUDGE} 于2026年11月19日周四 20:01写道：\n"),
    "finnish": reply(f"to 19. marrask. 2026 klo 20.01 {JUDGE} kirjoitti:\n"),
    "czech": reply(f"čt 19. 11. 2026 v 20:01 odesílatel {JUDGE} napsal:\n"),
    "german thunderbird": reply("Am 19.11.26 um 20:01 schrieb Game Judge:"),
    "german outlook": reply(
        "Von: Game Judge <judge@judge.test>\nGesendet: Donnerstag, 19. November 2026 20:01\nAn: Ann\nBetreff: [G9]\n",
        THEIRS,
    ),
    "french outlook has a space before the colon": reply(
        "De\u00a0: Game Judge <judge@judge.test>\nEnvoyé\u00a0: jeudi 19 novembre 2026 20:01\nÀ\u00a0: Ann\nObjet\u00a0: [G9]\n",
        THEIRS,
    ),
    "outlook desktop": reply(
        "From: Game Judge <judge+g9.k3x7@judge.test> \nSent: Thursday, November 19, 2026 8:01 PM\nTo: Ann Archer <ann@players.test>\nSubject: [G9]\n",
        THEIRS,
    ),
    "outlook of old": reply(
        "-----Original Message-----\nFrom: Game Judge\nSent: Thursday\nTo: Ann\nSubject: [G9]\n", THEIRS
    ),
    "gmail shows bold head words": reply("*From:* Game Judge\n*Sent:* Thursday\n*To:* Ann\n*Subject:* [G9]\n", THEIRS),
    "an unknown language with marks below": reply("Zahra 19.11.2026 20:01 judge@judge.test xyzzy:\n"),
    "horde": reply(f"Quoting {JUDGE}:\n"),
    "apple quotes a wrapped attribution": letter(
        f"{TYPED}\n\n> On 19 Nov 2026, at 20:01, Game Judge\n> <judge+g9.k3x7@judge.test> wrote:\n> \n{QUOTED}\n"
    ),
    "marks stand behind a blank": letter(
        f"{TYPED}\n\nOn 19 Nov 2026 at 20:01 Game Judge wrote:\n" + QUOTED.replace("> ", " > ")
    ),
    "marks are stacked": letter(
        f"{TYPED}\n\nOn 19 Nov 2026 at 20:01 Game Judge wrote:\n" + QUOTED.replace("> ", ">>> ")
    ),
    "the old server's initials mark the quotation": letter(
        "Game Judge wrote on 19 Nov 2026:\n" + QUOTED.replace("> ", "GJ> ") + f"\n\n{TYPED}\n"
    ),
    "the line above which one writes has lost its marks": letter(
        f"{TYPED}\n\n## write your orders above this line ##\n{THEIRS}\n"
    ),
    "orders below an original message that is marked": letter(
        f"-----Original Message-----\nFrom: Game Judge\nSent: Thursday\nTo: Ann\nSubject: [G9]\n{QUOTED}\n\n{TYPED}\n"
    ),
}
PLAIN_CASES: dict[str, Case] = {name: (raw, "orders", ORDERS) for name, raw in ATTRIBUTIONS.items()}
