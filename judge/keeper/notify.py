"""Telling systemd that the daemon is ready and alive: datagrams to $NOTIFY_SOCKET, nothing to install."""

import contextlib
import os
import socket
from collections.abc import Mapping


def notify(state: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Send `READY=1`, `WATCHDOG=1`, `STOPPING=1` or `STATUS=words`. False where nobody listens; never raises."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
        wire.sendto(state.encode(), "\0" + address[1:] if address[0] == "@" else address)
        return True
    return False
