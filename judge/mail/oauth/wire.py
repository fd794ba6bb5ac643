"""Forms to a provider and its answers; oauthlib writes the one and reads the other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from judge.core.errors import MailFault, SetupError

if TYPE_CHECKING:
    import ssl

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
