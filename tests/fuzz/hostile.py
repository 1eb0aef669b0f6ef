"""Values that an attacker, a mistyped tag or AWS's next version may put where a plain one is expected."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

TEXTS = (
    "",
    " ",
    "'; DROP DATABASE sales; --",
    "' OR '1'='1",
    "]; DROP DATABASE sales; --",
    "]]; SHUTDOWN; --",
    'x" ; Stop-Computer ; "',
    "$(Stop-Computer)",
    "${env:TEMP}",
    "`$(Stop-Computer)",
    "x'; Stop-Computer; '",
    "x\u2019; Stop-Computer; \u2019",
    "\u201c; Stop-Computer; \u201d",
    "a\nStop-Computer",
    "a\r\nb",
    "a\n",
    "`n`r",
    "@'\nx\n'@",
    "#> Stop-Computer <#",
    "; rm -rf /",
    "| Format-Volume",
    "& shutdown /s",
    "{{ ssm:secret }}",
    "{{ InstanceId }}",
    "{Replica}",
    "x{Group}y{Database}",
    "{{",
    "}}",
    "%s %(x)s {0} {name}",
    "]]><script>alert(1)</script>",
    "${jndi:ldap://x}",
    "../../etc/passwd",
    "..\\..\\Windows\\System32",
    "C:\\Windows\\System32\\cmd.exe",
    "\\\\host\\share",
    "CON",
    "\x00",
    "a\x00b",
    "\x1b[2J",
    "\u202e drawkcab",
    "\ufeff",
    "\u2028",
    "ü" * 600,
    "漢字",
    "😀" * 60,
    "𠮷野家",
    "x😀'; DROP DATABASE sales; --",
    "𝔁]; SHUTDOWN; --",
    "\U0010ffff",
    "\ude00\ud83d",
    "e\u0301",
    "\ud83d",
    "i-*",
    "*",
    "?",
    "i-0c4d7e19f2a85b301\n\ni-1",
    "i-0c4d7e19f2a85b301\n",
    "mi-0c4d7e19f2a85b301",
    "I-0C4D7E19F2A85B301",
    "i-٠١٢٣٤٥٦٧",
    "arn:aws:ec2:eu-west-1:111122223333:instance/i-0c4d7e19f2a85b301",
    "true",
    "True",
    "TRUE ",
    "tru\u0435",
    "null",
    "NaN",
    "1e400",
    "-0",
    "00000000000000000000000000000001",
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-03-23T11:41:30",
    "2026-03-23T11:41:30+99:99",
    "=cmd|' /C calc'!A0",
    "a" * 257,
    "a" * 5_000,
)
"""Each of them is text for one reader and something else for another."""

VALUES: tuple[Any, ...] = (
    None, 0, -1, 1, 3.5, 1e308, -1e308, 2**63, 10**40, True, False, [], {}, [[]], [None], {"": None}, {"$ref": "#"},
    {"instanceId": {"instanceId": "i-1"}}, [{"items": []}],
)  # fmt: skip
"""What JSON can hold besides text."""

PIECES = (
    *"'\"`$(){}[];|&<>#@%\\/-*\n\r\t\x00 é’”漢A1.,:=~^!?_+",
    "Stop-Computer", "DROP", "--", "{{", "}}", "ssm:", "😀", "\U00020bb7", "\ud83d", "\ude00",
)  # fmt: skip


def text(draw: random.Random) -> str:
    """One of the known texts, or pieces of them in another order."""
    if draw.random() < 0.5:
        return draw.choice(TEXTS)
    return "".join(draw.choice(PIECES) for _ in range(draw.randint(1, 12)))


def value(draw: random.Random) -> Any:
    """A hostile text, or a value of another type, each time a new one: a shape that holds it may be mutated again."""
    return text(draw) if draw.random() < 0.6 else deepcopy(draw.choice(VALUES))


def mutate(shape: Any, draw: random.Random, times: int) -> None:
    """Replaces, removes or moves so many values of the shape, in place."""
    for _ in range(times):
        if not shape:
            return
        node = shape
        while True:
            key = draw.choice(sorted(node)) if isinstance(node, dict) else draw.randrange(len(node))
            child = node[key]
            if not isinstance(child, dict | list) or not child or draw.random() > 0.8:
                break
            node = child
        match draw.randrange(4):
            case 0 | 1:
                node[key] = value(draw)
            case 2:
                del node[key]
            case _:
                node[key] = {str(key): child} if draw.random() < 0.5 else [child]
