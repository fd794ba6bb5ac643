"""How the keeper gives the judge leave to use a mailbox, once: with a code typed into a page of the provider's (device
flow), or in a browser that brings the answer back to this machine, or with that answer pasted (PKCE)."""

from __future__ import annotations

import http.server
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from judge.config import OAuthSettings
from judge.core.errors import InputError, MailFault
from judge.extras.oauth.providers import Provider, provider_of
from judge.extras.oauth.tokens import Tokens, answer_of, library, post, tokens_of

WAIT = 600.0  # seconds for the keeper to say yes in his browser
LANDED = b"<!doctype html><title>judge</title><p>The judge has its answer. You may close this window.</p>"


@dataclass
class Asking:
    """One run of a flow. `tell` shows the keeper what to do, `paste` asks him for the address his browser landed on."""

    settings: OAuthSettings
    secret: str = ""
    context: ssl.SSLContext | None = None
    tell: Callable[[str], None] = print
    paste: Callable[[], str] = input
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.time

    @property
    def provider(self) -> Provider:
        return provider_of(self.settings)

    def _post(self, url: str, form: str) -> dict[str, Any]:
        return answer_of(*post(url, form, self.context))

    # ---- a code typed elsewhere -------------------------------------------------------------------------------

    def by_device(self) -> Tokens:
        """RFC 8628: any browser on any machine will do. MailFault when it is refused or nobody comes."""
        oauth2, provider = library(), self.provider
        client = oauth2.DeviceClient(self.settings.client_id, scope=provider.scope)
        form = urlencode({"client_id": self.settings.client_id, "scope": provider.scope})
        asked = self._post(provider.device, form)
        if "device_code" not in asked:
            raise MailFault(f"no code was given: {asked.get('error_description') or asked.get('error')}"[:300])
        page = asked.get("verification_uri") or asked.get("verification_url")
        self.tell(f"Open  {page}  in any browser, sign in as the judge's mailbox, and enter:  {asked['user_code']}")
        pause, ends = float(asked.get("interval", 5)), self.clock() + float(asked.get("expires_in", 900))
        more = {"client_secret": self.secret} if self.secret else {}
        body = client.prepare_request_body(device_code=asked["device_code"], include_client_id=True, **more)
        while self.clock() < ends:
            self.sleep(pause)
            now = self.clock()
            fields = self._post(provider.token, body)
            if fields.get("error") == "slow_down":
                pause += 5
            elif fields.get("error") != "authorization_pending":
                return _lasting(tokens_of(fields, now))
        raise MailFault("nobody entered the code in time")

    # ---- a browser --------------------------------------------------------------------------------------------

    def by_browser(self, pasted: bool = False) -> Tokens:
        """PKCE (RFC 7636) with a redirection to this machine (RFC 8252). `pasted`: the browser is on another one, and
        the keeper copies the address of the page that it cannot show."""
        oauth2, provider = library(), self.provider
        client = oauth2.WebApplicationClient(self.settings.client_id)
        verifier = client.create_code_verifier(64)
        challenge = client.create_code_challenge(verifier, "S256")
        state = oauth2.WebApplicationClient("").create_code_verifier(43)
        with _Landing() as landing:
            uri = _over_tls(
                provider.authorize,
                lambda secure: client.prepare_request_uri(
                    secure,
                    redirect_uri=landing.uri,
                    scope=provider.scope or None,
                    state=state,
                    code_challenge=challenge,
                    code_challenge_method="S256",
                    **provider.extra,
                ),
            )
            self.tell(f"Open this page in a browser, and sign in as the judge's mailbox:\n\n{uri}\n")
            if pasted:
                self.tell("It ends at a page that cannot be shown. Copy its address from the browser to here.")
                landed = self.paste().strip()
            else:
                landed = landing.wait(self.clock, WAIT)
            code = _code_in(landed, state, client)
            more = {"client_secret": self.secret} if self.secret else {}
            form = client.prepare_request_body(code=code, redirect_uri=landing.uri, code_verifier=verifier, **more)
        now = self.clock()
        return _lasting(tokens_of(self._post(provider.token, form), now))


def _lasting(tokens: Tokens) -> Tokens:
    if not tokens.refresh:
        raise MailFault("the provider gave a token for an hour and none to renew it: its app must ask for offline use")
    return tokens


def _over_tls(uri: str, made: Callable[[str], str]) -> str:
    """oauthlib takes https alone; ours is that, or on this machine (oauth/providers.py)."""
    if uri.startswith("https:"):
        return made(uri)
    return "http" + made("https" + uri.removeprefix("http")).removeprefix("https")


def _code_in(landed: str, state: str, client: Any) -> str:
    """The code of the address where the browser landed, or a code by itself; InputError where the provider refused or
    the answer is to another question."""
    if "?" not in landed:
        if not landed or " " in landed:
            raise InputError("That is neither an address nor a code.", hint="Run judge authorize again.")
        return landed
    oauth2 = library()
    try:
        fields = client.parse_request_uri_response(f"https://landed/?{landed.partition('?')[2]}", state=state)
    except oauth2.OAuth2Error as error:
        raise InputError(f"The provider did not agree: {error.description or error.error}.") from None
    return str(fields["code"])


class _Landing:
    """A port of this machine to which the browser comes back, once."""

    def __init__(self) -> None:
        self.landed = ""
        landing = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                wanted = "code=" in self.path or "error=" in self.path
                self.send_response(200 if wanted else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                if wanted:
                    landing.landed = landing.landed or self.path
                    self.wfile.write(LANDED)

            def log_message(self, *_: Any) -> None: ...

        self._server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        self._server.timeout = 1.0
        self.uri = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> _Landing:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.server_close()

    def wait(self, clock: Callable[[], float], seconds: float) -> str:
        ends = clock() + seconds
        while not self.landed and clock() < ends:
            self._server.handle_request()
        if not self.landed:
            raise MailFault("the browser did not come back; judge authorize --paste works from another machine")
        return self.landed
