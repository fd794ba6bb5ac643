"""What `judge init --ask` was told."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answers:
    """Values for the settings' template, and the mailbox's password, which goes into a file of its own."""

    values: dict[str, str] = field(default_factory=dict)
    password: str = field(default="", repr=False)
    settings: dict[str, str] = field(default_factory=dict)
    """Further lines of [mail], and of [mail.oauth] under `oauth.NAME`."""
    next: str = ""
    certificate: str = ""
    """What the keeper trusts beside what this machine does, in PEM."""
