"""A TCP proxy that breaks a mail session at a chosen point.

A rule fires on the nth match of its pattern in what one side sends (0: on every match):

    cut_before  close both sides; what matched is not passed on      the request never reached the server
    cut_after   pass it on, then close after `pause` seconds         done, but the answer is lost
    cut_mid     pass half of it on, then close                       a torn line or literal
    stall       pass nothing more for `pause` seconds                a half-open line
    reply       do not pass it on; answer the client with `text`     a faked 4xx, 5xx, NO or BYE
    replace     pass `text` on instead of what matched
    reset       close with a TCP reset

It looks into plain sessions only; of STARTTLS it sees the bytes before the handshake.
"""

from __future__ import annotations

import re
import select
import socket
import struct
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

CLIENT, SERVER = "client", "server"


@dataclass
class Rule:
    """`side` is who sends what the pattern matches: CLIENT or SERVER."""

    side: str
    pattern: bytes
    action: str
    nth: int = 1
    text: bytes = b""
    pause: float = 0.1
    seen: int = field(default=0, init=False)

    def fires(self, side: str, data: bytes) -> bool:
        if side != self.side or not re.search(self.pattern, data, re.DOTALL | re.IGNORECASE):
            return False
        self.seen += 1
        return self.nth in (0, self.seen)


class FaultProxy:
    """Listens on 127.0.0.1:`port` and passes everything to `target`, but for what the rules say."""

    def __init__(self, target: tuple[str, int], rules: Sequence[Rule] = ()) -> None:
        self.target = target
        self.rules = list(rules)
        self.connections = 0
        self.seen: list[tuple[str, bytes]] = []
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> FaultProxy:
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        self._listener.close()

    def fired(self) -> bool:
        return any(rule.seen >= max(rule.nth, 1) for rule in self.rules)

    def _accept(self) -> None:
        while not self._closed.is_set():
            try:  # the listener may be closed at any moment
                if not select.select([self._listener], [], [], 0.1)[0]:
                    continue
                client, _ = self._listener.accept()
            except (OSError, ValueError):
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            with client, socket.create_connection(self.target, 5) as server:
                for line in (client, server):  # what is passed on in pieces shall not wait for acknowledgements
                    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._pass_on(client, server)
        except OSError:
            pass  # one side went away: what the tests are about

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        while not self._closed.is_set():
            for source in select.select([client, server], [], [], 0.1)[0]:
                side, other = (CLIENT, server) if source is client else (SERVER, client)
                data = source.recv(65536)
                if not data:
                    return
                self.seen.append((side, data))
                with self._lock:
                    rule = next((one for one in self.rules if one.fires(side, data)), None)
                if rule is None:
                    other.sendall(data)
                elif not self._break(rule, data, other, client):
                    return

    def _break(self, rule: Rule, data: bytes, other: socket.socket, client: socket.socket) -> bool:
        """Do what the rule says; False when the session is over."""
        if rule.action == "reply":
            client.sendall(rule.text)
        elif rule.action == "replace":
            other.sendall(re.sub(rule.pattern, lambda _: rule.text, data, flags=re.DOTALL | re.IGNORECASE))
        elif rule.action == "stall":
            self._closed.wait(rule.pause)
            other.sendall(data)
        elif rule.action == "cut_after":
            other.sendall(data)
            self._closed.wait(rule.pause)
        elif rule.action == "cut_mid":
            other.sendall(data[: max(1, len(data) // 2)])
        elif rule.action == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return rule.action in ("reply", "replace", "stall")
