"""Where providers hand out tokens, and for what they are asked. As of November 2026."""

from collections.abc import Mapping
from dataclasses import field, replace
from urllib.parse import urlsplit

from judge.config import OAuthSettings
from judge.core.errors import SetupError
from judge.core.values import Value
from judge.mail.connect import is_loopback


class Provider(Value):
    """`device` is empty where there is no device flow for mail; `extra` goes into the address of the consent."""

    authorize: str
    token: str
    device: str = ""
    scope: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)


MICROSOFT = Provider(
    "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize",
    "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token",
    "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/devicecode",
    "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access",
)
GOOGLE = Provider(
    "https://accounts.google.com/o/oauth2/v2/auth",
    "https://oauth2.googleapis.com/token",
    "",
    "https://mail.google.com/",
    {"access_type": "offline", "prompt": "consent"},
)
KNOWN = {"microsoft": MICROSOFT, "google": GOOGLE, "custom": Provider("", "")}


def provider_of(settings: OAuthSettings) -> Provider:
    """The provider of the settings, what they say themselves going before; SetupError on what cannot be used."""
    known = KNOWN[settings.provider]
    tenant = settings.tenant or "common"
    found = replace(
        known,
        authorize=settings.authorize_url or known.authorize.replace("{tenant}", tenant),
        token=settings.token_url or known.token.replace("{tenant}", tenant),
        device=settings.device_url or known.device.replace("{tenant}", tenant),
        scope=settings.scope or known.scope,
    )
    if not settings.client_id:
        raise SetupError("[mail.oauth] names no client_id.", "docs/providers.md says where you get one.")
    if not found.token or not (found.authorize or found.device):
        raise SetupError(
            "[mail.oauth] provider = custom needs token_url, and authorize_url or device_url.",
            "Your provider's page on OAuth2 for IMAP has them.",
        )
    for url in filter(None, (found.authorize, found.token, found.device)):
        parts = urlsplit(url)
        if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname or "")):
            raise SetupError(f"[mail.oauth] would send tokens to {url} in the clear.", "It must begin with https://.")
    return found
