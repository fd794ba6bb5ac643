"""A small IMAP server for tests: folders in memory, one thread a client, capabilities to choose, answers to spoil."""

from __future__ import annotations

import base64
import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

ALL = "IMAP4rev1 IDLE MOVE UIDPLUS NAMESPACE"


@dataclass
class Mail:
    raw: bytes
    arrived: str
    deleted: bool = False


@dataclass
class Folder:
    validity: int = 7
    next_uid: int = 1
    mails: dict[int, Mail] = field(default_factory=dict)

    def add(self, raw: bytes, arrived: str) -> int:
        self.mails[self.next_uid] = Mail(raw, arrived)
        self.next_uid += 1
        return self.next_uid - 1

    def renumber(self) -> None:
        """What a server does that lost its list of uids: the same letters, other numbers."""
        mails = list(self.mails.values())
        self.validity += 1
        self.mails = dict(enumerate(mails, 100))
        self.next_uid = 100 + len(mails)


class ImapServer:
    """`spoil` maps the beginning of a command ("UID MOVE") to the answers ("NO [OVERQUOTA] full") to give instead, in
    order; `commands` lists what clients sent, without tags. `bearers` says which access tokens are good."""

    def __init__(self, capabilities: str = ALL, password: str = "secret", prefix: str = "") -> None:
        self.capabilities = capabilities
        self.password = password
        self.prefix = prefix
        self.bearers: Callable[[str], bool] | None = None
        self.folders = {"INBOX": Folder()}
        self.spoil: dict[str, list[str]] = {}
        self.commands: list[str] = []
        self.changed = threading.Condition()
        self._clients: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> ImapServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.kill()

    @property
    def inbox(self) -> Folder:
        return self.folders["INBOX"]

    def deliver(self, raw: bytes, moment: datetime = datetime(2026, 12, 4, 12, tzinfo=UTC)) -> int:
        """Put a letter into the INBOX; idling clients are told."""
        with self.changed:
            uid = self.inbox.add(raw, f"{moment:%d-%b-%Y %H:%M:%S %z}")
            self.changed.notify_all()
        return uid

    def kill(self) -> None:
        """Cut every line, as a server that is killed does."""
        clients, self._clients = self._clients, []
        for client in clients:
            with suppress(OSError):  # cut already
                client.shutdown(socket.SHUT_RDWR)

    def bodies(self, folder: str) -> list[bytes]:
        return [mail.raw for mail in self.folders[folder].mails.values()]

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._clients.append(client)
            threading.Thread(target=_Talk(self, client).run, daemon=True).start()


class _Talk:
    """One client's session."""

    def __init__(self, server: ImapServer, client: socket.socket) -> None:
        self.server = server
        self.client = client
        self.lines = client.makefile("rb")
        self.folder = Folder()
        self.told = 0  # letters the client was told of

    def run(self) -> None:
        try:
            self.say("* OK test server ready")
            while line := self.lines.readline():
                tag, _, command = line.decode("utf-8").strip().partition(" ")
                self.server.commands.append(command)
                self.answer(tag, command)
        except (OSError, ValueError):
            pass  # the client went away
        finally:
            self.lines.close()
            self.client.close()

    def say(self, line: str | bytes) -> None:
        self.client.sendall((line.encode() if isinstance(line, str) else line) + b"\r\n")

    def answer(self, tag: str, command: str) -> None:
        for start, answers in self.server.spoil.items():
            if command.upper().startswith(start) and answers:
                spoilt = answers.pop(0)
                self.say(spoilt if spoilt.startswith("*") else f"{tag} {spoilt}")
                if spoilt.startswith("* BYE"):
                    raise OSError("said BYE")
                return
        words = command.upper().split()
        name = "_".join(words[:2]) if words[0] == "UID" else words[0]
        act: Callable[[str, str], str | None] | None = getattr(self, f"do_{name.lower()}", None)
        result = "BAD unknown command" if act is None else act(tag, command)
        if result is not None:
            self.say(f"{tag} {result}")

    # -- commands: each gives the tagged answer, or None when it has given it itself

    def do_capability(self, tag: str, command: str) -> str:
        self.say(f"* CAPABILITY {self.server.capabilities}")
        return "OK done"

    def do_login(self, tag: str, command: str) -> str:
        return "OK in" if f'"{self.server.password}"' in command else "NO [AUTHENTICATIONFAILED] no"

    def do_authenticate(self, tag: str, command: str) -> str:
        self.say("+ ")
        given = base64.b64decode(self.lines.readline()).split(b"\0")[-1]
        if self.server.bearers is not None:
            if self.server.bearers(given.partition(b"auth=Bearer ")[2].partition(b"\x01")[0].decode()):
                return "OK in"
            self.say("+ " + base64.b64encode(b'{"status":"401"}').decode())
            self.lines.readline()
            return "NO [AUTHENTICATIONFAILED] no"
        return "OK in" if given == self.server.password.encode() else "NO [AUTHENTICATIONFAILED] no"

    def do_namespace(self, tag: str, command: str) -> str:
        self.say(f'* NAMESPACE (("{self.server.prefix}" ".")) NIL NIL')
        return "OK done"

    def do_list(self, tag: str, command: str) -> str:
        wanted = command.split('"')[-2]
        if wanted in self.server.folders:
            self.say(f'* LIST () "." "{wanted}"')
        return "OK done"

    def do_create(self, tag: str, command: str) -> str:
        self.server.folders[command.split('"')[1]] = Folder()
        return "OK made"

    def do_select(self, tag: str, command: str) -> str:
        name = command.split('"')[1]
        if name not in self.server.folders:
            return "NO no such folder"
        self.folder = self.server.folders[name]
        self.told = len(self.folder.mails)
        self.say(f"* {self.told} EXISTS")
        self.say(f"* OK [UIDVALIDITY {self.folder.validity}] valid")
        return "OK [READ-WRITE] selected"

    def do_uid_search(self, tag: str, command: str) -> str:
        uids = [str(uid) for uid, mail in self.folder.mails.items() if not mail.deleted]
        self.say(" ".join(["* SEARCH", *uids]))
        return "OK done"

    def do_uid_fetch(self, tag: str, command: str) -> str:
        for number, (uid, mail) in enumerate(list(self.folder.mails.items()), 1):
            if uid not in self.uids(command):
                continue
            head = f"* {number} FETCH (UID {uid} "
            if "BODY" in command.upper():
                cut = re.search(r"<0\.(\d+)>", command)
                raw = mail.raw[: int(cut[1])] if cut else mail.raw
                name = "BODY[]<0>" if cut else "BODY[]"
                self.client.sendall(f"{head}{name} {{{len(raw)}}}\r\n".encode() + raw + b")\r\n")
            else:
                self.say(f'{head}INTERNALDATE "{mail.arrived}" RFC822.SIZE {len(mail.raw)})')
        return "OK done"

    def do_uid_move(self, tag: str, command: str) -> str:
        answer = self.do_uid_copy(tag, command)
        if answer.startswith("OK"):
            for uid in self.uids(command):
                self.folder.mails.pop(uid, None)
        return answer

    def do_uid_copy(self, tag: str, command: str) -> str:
        target = self.server.folders.get(command.split('"')[1])
        if target is None:
            return "NO [TRYCREATE] no such folder"
        for uid in self.uids(command):
            if uid in self.folder.mails:
                target.add(self.folder.mails[uid].raw, self.folder.mails[uid].arrived)
        return "OK done"

    def do_uid_store(self, tag: str, command: str) -> str:
        for uid in self.uids(command):
            if uid in self.folder.mails:
                self.folder.mails[uid].deleted = True
        return "OK done"

    def do_uid_expunge(self, tag: str, command: str) -> str:
        for uid in self.uids(command):
            self.folder.mails.pop(uid, None)
        return "OK done"

    def do_expunge(self, tag: str, command: str) -> str:
        self.folder.mails = {uid: mail for uid, mail in self.folder.mails.items() if not mail.deleted}
        return "OK done"

    def do_idle(self, tag: str, command: str) -> str:
        self.say("+ idling")
        done = threading.Event()

        def tell() -> None:
            with suppress(OSError), self.server.changed:  # the client may have gone
                while not done.is_set():
                    if len(self.folder.mails) != self.told:
                        self.told = len(self.folder.mails)
                        self.say(f"* {self.told} EXISTS")
                    self.server.changed.wait(0.02)

        teller = threading.Thread(target=tell, daemon=True)
        teller.start()
        try:
            if not self.lines.readline():
                raise OSError("gone")
        finally:
            done.set()
            teller.join()
        return "OK idled"

    def do_noop(self, tag: str, command: str) -> str:
        return "OK"

    def do_logout(self, tag: str, command: str) -> str:
        self.say("* BYE bye")
        return "OK out"

    @staticmethod
    def uids(command: str) -> list[int]:
        return [int(uid) for uid in command.split()[2].split(",")]
