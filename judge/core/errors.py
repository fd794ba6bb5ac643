"""The few errors of the house. Each carries what its reader needs; everything else is a bug."""


class JudgeError(Exception):
    """Base of everything the judge raises on purpose."""


class InputError(JudgeError):
    """Text or data from outside that cannot be read. `where` names the line, field or file; `hint` the way out;
    `offer` is the line that was probably meant, to be proposed; `asks`: it is a question to the writer."""

    def __init__(self, message: str, where: str = "", hint: str = "", offer: str = "", asks: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint
        self.offer = offer
        self.asks = asks or bool(offer)

    def __str__(self) -> str:
        told = f"{self.where}: {self.message}" if self.where else self.message
        if not self.hint:
            return told
        return f"{told}{'' if told.endswith(('.', '!', '?', ':')) else '.'} {self.hint}"


class SetupError(JudgeError):
    """The home, its settings or the installation is not in order; `remedy` says what to do."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(f"{message} {remedy}".strip())
        self.message = message
        self.remedy = remedy


class NoStore(SetupError):
    """There is no store yet: nothing was ever written in this home."""


class MailFault(JudgeError):
    """A mail server could not be reached or broke off; trying again later is right."""


class StoreFault(JudgeError):
    """The store is damaged, locked by another daemon, or could not be written. Never go on after it."""


class StoreInUse(StoreFault):
    """Another process has the store to itself."""


class NoRoom(JudgeError):
    """The machine has no memory or no disk for it just now; nothing was done, and trying again later is right."""


class Unanswered(JudgeError):
    """A running judge was asked to do something and has not answered in time."""


class Conflict(StoreFault):
    """Another worker changed what this batch was made from. Nothing was written: do the batch again."""


class AuditError(JudgeError):
    """Books do not balance or a replay differs: the game is held and its master told."""


class Stopped(Exception):
    """The judge is told to stop: nothing of the letter in hand counts, and it is read again at the next start."""
