"""The judge's leave to use its mailbox by tokens: what the settings of [mail.oauth] come to in a home."""

from __future__ import annotations

from judge.config import Config, OAuthSettings
from judge.core.errors import SetupError
from judge.mail.connect import tls
from judge.mail.credentials import password_from
from judge.mail.oauth.flows import Asking
from judge.mail.oauth.tokens import TokenFile


def settings_of(config: Config) -> OAuthSettings:
    if config.mail.oauth is None:
        raise SetupError("judge.toml has no section [mail.oauth].", "docs/providers.md says what your provider wants.")
    return config.mail.oauth


def token_file(config: Config) -> TokenFile:
    """The tokens of this home."""
    context = tls(config.home / config.mail.ca_file) if config.mail.ca_file else None
    path = config.var / "secrets" / "oauth"
    return TokenFile(settings_of(config), path, _secret(config), context, timeout=float(config.mail.timeout))


def asking(config: Config) -> Asking:
    """A run of the flow that gives it leave."""
    context = tls(config.home / config.mail.ca_file) if config.mail.ca_file else None
    return Asking(settings_of(config), _secret(config), context)


def _secret(config: Config) -> str:
    named = settings_of(config).client_secret_file
    return password_from({}, "client_secret", config.home / named) if named else ""
