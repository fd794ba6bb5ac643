"""A provider's token server for tests: consent, device codes, refresh tokens that may rotate, be taken back, or end."""

from __future__ import annotations

import base64
import hashlib
import http.server
import json
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from judge.config import OAuthSettings


class TokenServer:
    """`good` holds the access tokens that mail servers take; `refresh` the one refresh token that is worth anything.

    rotates  a new refresh token with each renewal      down    answers 503, or nothing at all ("hang up")
    life     seconds that tokens are said to live       pending how often a device code is "not yet" typed in
    mint     makes access tokens
    says     answers to the next requests for a token, instead of what would be given
    """

    def __init__(self, mint: Callable[[], str] | None = None) -> None:
        self._mint = mint
        self.good: set[str] = set()
        self.refresh = ""
        self.rotates = False
        self.down = ""
        self.life = 3600
        self.pending = 0
        self.says: list[dict[str, Any]] = []
        self.forms: list[dict[str, str]] = []
        self.consents = True
        self._made = 0
        self._challenge = ""
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(302)
                self.send_header("Location", server.consent(dict(parse(urlsplit(self.path).query))))
                self.end_headers()

            def do_POST(self) -> None:
                form = dict(parse(self.rfile.read(int(self.headers["Content-Length"])).decode()))
                server.forms.append(form)
                if server.down == "hang up":
                    self.connection.close()
                    return
                status, fields = (503, {}) if server.down else server.answer(self.path, form)
                self.send_response(status)
                self.end_headers()
                self.wfile.write(json.dumps(fields).encode() if fields else b"<h1>sorry</h1>")

            def log_message(self, *_: Any) -> None: ...

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> TokenServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def settings(self, device: bool = True) -> OAuthSettings:
        where = f"{self.url}/device" if device else ""
        return OAuthSettings("custom", "judge-app", "", "", f"{self.url}/authorize", f"{self.url}/token", where, "mail")

    # ---- what a provider does ---------------------------------------------------------------------------------

    def consent(self, query: dict[str, str]) -> str:
        """Where the browser is sent once its owner has said yes, or no."""
        self._challenge = query["code_challenge"]
        assert query["code_challenge_method"] == "S256"
        fields = {"code": "the-code"} if self.consents else {"error": "access_denied"}
        return query["redirect_uri"] + "?" + urlencode({**fields, "state": query["state"]})

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        if path == "/device":
            return 200, {
                "device_code": "the-device",
                "user_code": "ABCD-EFGH",
                "verification_uri": f"{self.url}/typed",
                "interval": 1,
                "expires_in": 900,
            }
        if self.says:
            fields = self.says.pop(0)
            return 400 if "error" in fields else 200, fields
        grant = form["grant_type"].rpartition(":")[2]
        wrong: Callable[[], bool] = {
            "refresh_token": lambda: form["refresh_token"] != self.refresh or not self.refresh,
            "authorization_code": lambda: (
                form["code"] != "the-code" or _digest(form["code_verifier"]) != self._challenge
            ),
            "device_code": lambda: form["device_code"] != "the-device",
        }[grant]
        if grant == "device_code" and self.pending:
            self.pending -= 1
            return 400, {"error": "authorization_pending"}
        if wrong():
            return 400, {"error": "invalid_grant", "error_description": "AADSTS70008: it was taken back\r\nTrace: 1"}
        return 200, self.give(refresh=grant != "refresh_token" or self.rotates)

    def give(self, refresh: bool) -> dict[str, Any]:
        """New tokens; the old ones stay good until somebody ends them."""
        self._made += 1
        access = self._mint() if self._mint is not None else f"access-{self._made}"
        self.good.add(access)
        fields: dict[str, Any] = {"access_token": access, "token_type": "Bearer", "expires_in": self.life}
        if refresh:
            self.refresh = fields["refresh_token"] = f"refresh-{self._made}"
        return fields

    def end(self) -> None:
        """Every access token is worth nothing from now on."""
        self.good.clear()


def parse(text: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(text).items()}


def _digest(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
