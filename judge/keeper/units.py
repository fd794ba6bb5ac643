"""Units for systemd made for one home: its folders, its program, its user."""

import pwd
import shlex
import shutil
import sys
from pathlib import Path

from judge.config import Config
from judge.core.errors import InputError
from judge.share import pages_folder

HOMES = ("/home", "/root", "/run/user")  # what ProtectHome=yes hides
SHIPPED_HOME, SHIPPED_PROGRAM, SHIPPED_BACKUPS = "/srv/judge", "/usr/local/bin/judge", "/srv/judge-backups"


def program_of(called: str) -> str:
    """The command line that starts this program from anywhere."""
    found = shutil.which(called) if called else None
    if found and Path(found).name == "judge":
        return str(Path(found).absolute())
    return f"{sys.executable} -m judge"


def backups(config: Config) -> Path:
    return config.home.with_name(f"{config.home.name}-backups")


def writable(config: Config) -> list[Path]:
    """Every folder the daemon writes to: the home, and what the settings put outside of it."""
    judge, named = config.judge, config.mailboxes
    if "://" not in config.store_url:
        named.append(Path(config.store_url).parent)
    if config.archive is not None:
        named.append(config.archive)
    if judge.metrics and not judge.metrics.rpartition(":")[2].isdecimal():
        named.append((config.home / judge.metrics).parent)
    outside = {path.resolve() for path in named} - {config.home}
    return [config.home, *sorted(path for path in outside if not path.is_relative_to(config.home))]


def write_units(config: Config, user: str, program: str, folder: Path) -> list[Path]:
    """The units of docs/systemd with this home's places in them; returns what was written."""
    if any(ch.isspace() or ch in "%\"'\\" for ch in f"{config.home}{folder}"):
        raise InputError(f"{config.home} cannot stand in a unit.", hint="Use a home without spaces, quotes and %.")
    folder.mkdir(parents=True, exist_ok=True)
    needed = [*writable(config), Path(program.split()[0])]
    hidden = any(path.is_relative_to(home) for path in needed for home in HOMES)
    made = []
    for source in sorted((pages_folder() / "systemd").iterdir()):
        text = source.read_text("utf-8")
        text = text.replace(SHIPPED_BACKUPS, str(backups(config))).replace(SHIPPED_PROGRAM, program)
        text = text.replace(f"ReadWritePaths={SHIPPED_HOME}", f"ReadWritePaths={' '.join(map(str, writable(config)))}")
        text = text.replace(SHIPPED_HOME, str(config.home)).replace("User=judge\n", f"User={user}\n")
        if hidden:  # elsewhere under these folders it may read, and write nothing
            text = text.replace("ProtectHome=yes", "ProtectHome=read-only")
        target = folder / source.name
        target.write_text(text, "utf-8")
        made.append(target)
    return made


def steps(config: Config, user: str, folder: Path) -> list[str]:
    """What root does: the user if there is none, the folders, the units."""
    home, kept = shlex.quote(str(config.home)), shlex.quote(str(backups(config)))
    told = []
    try:
        pwd.getpwnam(user)
    except KeyError:
        told += [f"useradd --system --user-group --home-dir {home} --shell /usr/sbin/nologin {user}"]
    told += [f"install -d -m 700 -o {user} {kept}"]
    told += [f"install -d -o {user} {shlex.quote(str(path))}" for path in writable(config)[1:]]
    told += [
        f"chown -R {user}: {home}",
        f"cp {shlex.quote(str(folder))}/judge*.service {shlex.quote(str(folder))}/judge*.timer /etc/systemd/system/",
        "systemctl daemon-reload",
        "systemctl enable --now judge.service judge-backup.timer",
    ]
    return [*told, f"(commands from then on as that user:  sudo -u {user} judge --home {home} list)"]
