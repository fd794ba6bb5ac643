"""Letters signed for the tests, with a key that signs nothing else."""

import dkim

KEY = b"""\
-----BEGIN RSA PRIVATE KEY-----
MIICWwIBAAKBgQC/2z0meDRibCkszzvaKrNfgPtjMLgDX4JJ0Xh0FxUx42SFnMK1
XBE27liLuNNSUzADf1xd2Cre8ALTamx2eXNOVrmx/lJQwjWFC7/UQMbKQNPWO/Mm
iDpr7Kwr8+KR0HHJwE6vu8Z62RFUQtLI7UPSYb0R8/j2BS90QYajrMlRvwIDAQAB
AoGAT51vFtOzCVTREWM99x7ZKLyhlVvWQLAVpQRj8+jQRs+SG1AeDJyUGDN4UyLz
rqoOtqTXc6oMwE7hHVKAh/mGOzee/HLhMy8evOgE1NOzDuxhk8adscXnTtykccN9
qIRnhCE4pdh8n2K6Nu7243MijCj6aqZwmnfwBITemAEzs4ECQQDuSCOdVioW2fO5
O5mZfs5wGvfpeVPV72soJRLLn5lp1tVrVXzLoxPCDZit1FbmPf6otW5lfLXqJzqU
lWUFKB/xAkEAzh9cIfoF6JmxtxufSzi/UBieFcQboiE9M1iJeb9MkpVNL2OJ56Sq
Tk+pkq4ScjNuVCwDyd7aoHMUPZMHm888rwJAaAsHwgOFjUTNruvfPa6o5TphVYis
mpVX7MeDVXXyvswXlC5Xt3MVhX36VKyK5S3crD3MXnP92qgWZBp3abEDgQJAI/vD
iMbuGyIhrTasQ2R/uYripigbLt2gooMVVOS5iGl6FQjKfV74wD0V/F5ZKAikfRtF
+grmndYZNXqifGfcTwJAPcbWq5T0wRkARt52nnVhQdRRZkQiflIdjwlkuB4/7QQR
j0HKe8WBJEQfR8CwZ4v1gnxR7nCQXbOz3tbIAsqjGw==
-----END RSA PRIVATE KEY-----
"""
PUBLIC = (
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC/2z0meDRibCkszzvaKrNfgPtjMLgDX4JJ0Xh0FxUx42SFnMK1XBE27liLuNNS"
    "UzADf1xd2Cre8ALTamx2eXNOVrmx/lJQwjWFC7/UQMbKQNPWO/MmiDpr7Kwr8+KR0HHJwE6vu8Z62RFUQtLI7UPSYb0R8/j2BS90"
    "QYajrMlRvwIDAQAB"
)
RECORD = f"v=DKIM1; k=rsa; p={PUBLIC}"
HEADERS = ("from", "to", "subject", "date", "message-id")


def letter(text: str = "SELL 100 LIRA\r\n", sender: str = "Ann <ann@players.test>", number: int = 1) -> bytes:
    head = (
        f"From: {sender}\r\nTo: judge@judge.test\r\nSubject: orders\r\n"
        f"Date: Thu, 19 Nov 2026 21:14:0{number} +0000\r\nMessage-ID: <x{number}@mail.players.test>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    )
    return head.encode() + text.encode()


def signed(
    raw: bytes,
    domain: str = "players.test",
    headers: tuple[str, ...] = HEADERS,
    length: bool = False,
    algorithm: str = "rsa-sha256",
) -> bytes:
    """The letter with a signature of the domain on top."""
    letter = dkim.DKIM(raw, signature_algorithm=algorithm.encode())
    covered = [name.encode() for name in headers]
    made: bytes = letter.sign(
        b"s1", domain.encode(), KEY, canonicalize=(b"relaxed", b"relaxed"), include_headers=covered, length=length
    )
    return made + raw
