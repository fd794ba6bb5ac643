"""Tokens of one mailbox: kept in a file of the home's secrets, renewed before they end, and told of when that fails.

An access token is good for about an hour; the refresh token that renews it for months, or until the provider takes it
back. A provider may give a new refresh token with each renewal, and the old one is then worth nothing: so the new one
is on the disk before anything uses it, and judges that share the file take turns.
"""

import fcntl
import json
import os
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from judge.config import OAuthSettings
from judge.core.errors import MailFault, SetupError
from judge.core.values import Value
from judge.durable import write
from judge.extras.oauth.providers import provider_of
from judge.loglines import Log

log = Log(__name__)

YOUNG = 60.0  # seconds in which a token that is refused is not renewed again: something else is wrong
AHEAD = 300.0  # seconds before its end at which an access token is renewed, or a fifth of its life
REMEDY = "Run: judge authorize"
GONE = ("invalid_grant", "interaction_required", "consent_required", "login_required")
"""What a provider answers when a refresh token is worth nothing any more."""


class Tokens(Value):
    """`ends` is seconds since 1970 by our own clock, counted from when the token came: a provider whose clock is wrong
    changes nothing. `revoked` is why the provider takes the refresh token no more, "" while it does."""

    refresh: str
    access: str = ""
    ends: float = 0.0
    life: float = 0.0
    revoked: str = ""


@dataclass(eq=False, repr=False)
class TokenFile:
    """The tokens in `var/secrets/oauth`, and the way to new ones."""

    settings: OAuthSettings
    path: Path
    secret: str = ""
    context: ssl.SSLContext | None = None
    clock: Callable[[], float] = time.time
    timeout: float = 30.0

    def __post_init__(self) -> None:
        self._provider = provider_of(self.settings)
        self._turn = threading.Lock()

    def load(self) -> Tokens | None:
        """What is kept; None before the first `judge authorize`."""
        try:
            return Tokens(**json.loads(self.path.read_text("utf-8")))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError):
            raise SetupError(f"{self.path} holds no tokens that can be read.", REMEDY) from None

    def save(self, tokens: Tokens) -> None:
        write(self.path, json.dumps(asdict(tokens)))

    def access(self, refused: bool = False) -> str:
        """A token that is good now. `refused`: the mail server did not take the last one, whatever our clock says.
        MailFault where there is none: letters wait."""
        try:
            return self._access(refused)
        except SetupError as fault:  # another user's file, no oauthlib: the keeper is told, and the judge lives
            raise MailFault(str(fault)) from None

    def _access(self, refused: bool) -> str:
        with self._turn, self._alone():
            tokens = self.load()
            if tokens is None or tokens.revoked:
                raise MailFault(f"{_trouble(tokens)}. {REMEDY}")
            left = tokens.ends - self.clock()
            if left > tokens.life:  # our clock was set back: what it said of the end is worth nothing
                left = 0.0
            if tokens.access and refused and tokens.life - left < YOUNG:
                return tokens.access
            if tokens.access and not refused and left > min(AHEAD, tokens.life / 5):
                return tokens.access
            try:
                return self._renewed(tokens)
            except MailFault as fault:
                if tokens.access and not refused and left > 0 and not isinstance(fault, Revoked):
                    log.warning("token_not_renewed", fault=str(fault)[:100])
                    return tokens.access
                raise

    def trouble(self) -> str:
        """What the keeper must do something about: "" or why no token can be had."""
        return _trouble(self.load())

    def _renewed(self, tokens: Tokens) -> str:
        oauth2 = library()
        client = oauth2.WebApplicationClient(self.settings.client_id)
        more = {"client_secret": self.secret} if self.secret else {}
        form = client.prepare_refresh_body(
            refresh_token=tokens.refresh, scope=self._provider.scope or None, client_id=self.settings.client_id, **more
        )
        began = self.clock()
        fields = answer_of(*post(self._provider.token, form, self.context, self.timeout))
        if fields.get("error") in GONE:
            why = str(fields.get("error_description") or fields["error"]).split("\n")[0][:200]
            revoked = replace(tokens, access="", ends=0.0, revoked=why)
            self.save(revoked)
            log.error("login_revoked", remedy="judge authorize")
            raise Revoked(f"{_trouble(revoked)}. {REMEDY}")
        fresh = tokens_of(fields, began, tokens.refresh)
        self.save(fresh)
        log.info("token_renewed", rotated=fresh.refresh != tokens.refresh)
        return fresh.access

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Processes that share the file renew one after the other: a rotated token is good once."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self.path.with_name(f"{self.path.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def _trouble(tokens: Tokens | None) -> str:
    if tokens is None:
        return "the judge has no leave yet to use this mailbox"
    return f"the provider takes the judge's leave no more: {tokens.revoked}" if tokens.revoked else ""


class Revoked(MailFault):
    """The refresh token is worth nothing any more: the keeper has to authorize the judge again."""


def tokens_of(fields: dict[str, object], now: float, refresh: str = "") -> Tokens:
    """The tokens of an answer; MailFault where it brings none."""
    oauth2 = library()
    if "error" in fields:
        told = fields.get("error_description") or fields["error"]
        raise MailFault(f"the token server refuses: {str(told)[:200]}")
    try:
        client = oauth2.WebApplicationClient("")
        client.parse_request_body_response(json.dumps({"token_type": "Bearer", **fields}))
        life = float(str(fields.get("expires_in", 3600)))
    except (oauth2.OAuth2Error, ValueError) as error:
        raise MailFault(f"the token server's answer cannot be used: {error}"[:200]) from None
    except Warning:  # another scope than was asked for: the mail server will say what it is worth
        life = float(str(fields.get("expires_in", 3600)))
    kept = str(fields.get("refresh_token") or refresh)
    return Tokens(kept, str(fields["access_token"]), now + life, life)


# ---- forms to a provider and its answers: oauthlib writes the ones and reads the others -----------------------------


MOST = 100_000  # octets of an answer that are read


def library() -> Any:
    """oauthlib's clients; SetupError where the extra is not installed."""
    try:
        from oauthlib import oauth2
    except ImportError:
        raise SetupError(
            "[mail.oauth] needs the package oauthlib, which is not installed.", "pip install 'oauthlib>=4,<5'"
        ) from None
    return oauth2


def post(url: str, form: str, context: ssl.SSLContext | None = None, timeout: float = 30.0) -> tuple[int, str]:
    """Status and body of a form that was sent; MailFault where nobody answers. Redirections are not followed: a form
    with a secret in it goes to the address in the settings and no other."""
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

    class Stay(HTTPRedirectHandler):
        def redirect_request(self, *_: Any, **__: Any) -> None:
            return None

    opener = build_opener(Stay(), *([HTTPSHandler(context=context)] if context is not None else []))
    head = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    request = Request(url, form.encode("ascii"), head, method="POST")
    try:
        try:
            answer: Any = opener.open(request, timeout=timeout)
        except HTTPError as error:
            answer = error
        with answer:
            return int(answer.status), answer.read(MOST).decode("utf-8", "replace")
    except (OSError, ValueError, HTTPException) as error:
        raise MailFault(f"the token server {url} does not answer: {type(error).__name__}: {error}"[:300]) from None


def answer_of(status: int, text: str) -> dict[str, Any]:
    """The fields of an answer, an error's among them; MailFault where it is none."""
    try:
        fields = json.loads(text)
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        raise MailFault(f"the token server answered {status} and no JSON")
    if status >= 500 or (status >= 400 and "error" not in fields):
        raise MailFault(f"the token server answered {status}")
    return fields
