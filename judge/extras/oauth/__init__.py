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
    settings, path = settings_of(config), config.var / "secrets" / "oauth"
    named = settings.client_secret_file
    secret = password_from({}, "client_secret", config.home / named) if named else ""
    return TokenFile(settings, path, secret, context, timeout=float(config.mail.timeout))


def asking(config: Config) -> Asking:
    """A run of the flow that gives it leave."""
    kept = token_file(config)
    return Asking(kept.settings, kept.secret, kept.context)
