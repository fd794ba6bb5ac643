"""A mail server for tests: keeps what it takes in a list, and can be told to refuse or to tire of its clients."""

from __future__ import annotations

import ssl
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


@dataclass
class Taken:
    sender: str
    recipients: list[str]
    content: bytes
    options: list[str]


@dataclass
class Handler:
    """`answers` holds for a command (MAIL, RCPT, DATA, DOT) and a part of its text the answer to give, each used once;
    those in `always` are given every time. `keyed`: a command, and the words in which a sender with a plus is refused
    there. `pass_on` is called with every letter taken."""

    taken: list[Taken] = field(default_factory=list)
    answers: list[tuple[str, str, str]] = field(default_factory=list)
    always: list[tuple[str, str, str]] = field(default_factory=list)
    pass_on: Callable[[Taken], None] | None = None
    keyed: tuple[str, str] = ("", "")

    def _answer(self, command: str, text: str) -> str | None:
        for one in self.answers:
            if one[0] == command and one[1] in text:
                self.answers.remove(one)
                return one[2]
        return next((one[2] for one in self.always if one[0] == command and one[1] in text), None)

    def _owner(self, command: str, envelope: Any) -> str | None:
        stage, words = self.keyed
        return words if stage == command and "+" in envelope.mail_from else None

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        answer = self._answer("MAIL", address)
        if answer is None:
            envelope.mail_from = address
            envelope.mail_options.extend(options)
        return answer or "250 2.1.0 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        answer = self._answer("RCPT", address) or self._owner("RCPT", envelope)
        if answer is None:
            envelope.rcpt_tos.append(address)
        return answer or "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        answer = self._answer("DOT", envelope.content.decode("latin-1")) or self._owner("DOT", envelope)
        if answer is None:
            taken = Taken(envelope.mail_from, list(envelope.rcpt_tos), envelope.content, envelope.mail_options)
            self.taken.append(taken)
            if self.pass_on is not None:
                self.pass_on(taken)
        return answer or "250 2.0.0 OK queued as 1"


@dataclass
class BearerHandler(Handler):
    """Takes no passwords; `bearers` says which access tokens are good."""

    bearers: Callable[[str], bool] = lambda token: False
    shown: list[str] = field(default_factory=list)

    async def auth_XOAUTH2(self, server: Any, args: list[str]) -> AuthResult:
        return await self._bear(server, args)

    async def _bear(self, server: Any, args: list[str]) -> AuthResult:
        said = b64decode(args[1]).decode()
        self.shown.append(said)
        if self.bearers(said.partition("auth=Bearer ")[2].partition("\x01")[0]):
            return AuthResult(success=True)
        await server.challenge_auth('{"status":"401"}')
        return AuthResult(success=False, handled=False)


class _Controller(Controller):
    def factory(self) -> SMTP:
        return SMTP(self.handler, **self.SMTP_kwargs)

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


class MailServer:
    """An SMTP server on an ephemeral port of 127.0.0.1; `with` starts and stops it."""

    def __init__(
        self,
        context: ssl.SSLContext | None = None,
        user: str = "",
        password: str = "",
        bearers: Callable[[str], bool] | None = None,
        **options: Any,
    ):
        self.handler = Handler() if bearers is None else BearerHandler(bearers=bearers)
        if bearers is not None:
            options |= {"auth_require_tls": False, "auth_exclude_mechanism": ["LOGIN", "PLAIN"]}
        if user:
            options |= {"authenticator": self._authenticator(user, password), "auth_require_tls": False}
        self._controller = _Controller(
            self.handler, hostname="127.0.0.1", port=0, tls_context=context, ident="test", **options
        )

    @staticmethod
    def _authenticator(user: str, password: str) -> Any:
        def check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
            good = isinstance(data, LoginPassword) and data == LoginPassword(user.encode(), password.encode())
            return AuthResult(success=good, handled=False)

        return check

    def __enter__(self) -> MailServer:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    @property
    def port(self) -> int:
        return int(self._controller.port)

    @property
    def taken(self) -> list[Taken]:
        return self.handler.taken
