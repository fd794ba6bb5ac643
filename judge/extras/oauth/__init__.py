"""Logging in with a token instead of a password, where a provider takes no passwords any more.

Loaded only by a judge whose settings have [mail.oauth]; the flows need the package oauthlib (the extra `oauth`). Here
stands what these settings come to in a home.
"""

from judge.config import Config, OAuthSettings
from judge.core.errors import SetupError
from judge.extras.oauth.flows import Asking
from judge.extras.oauth.tokens import TokenFile
from judge.mail.connect import tls
from judge.mail.server import password_from


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
