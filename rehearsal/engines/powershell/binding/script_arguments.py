"""Arguments of `powershell.exe -File script.ps1 …`: all text; -Name, -Name:value and -Switch are recognized by their
dash.
"""

from __future__ import annotations

from collections.abc import Sequence

from rehearsal.engines.powershell.binding.binding import Argument


def script_arguments(arguments: Sequence[str]) -> list[Argument]:
    """What the binder gets. `-Switch:$false` and `-Switch:$true` are the only values read as anything but text."""
    out: list[Argument] = []
    for text in arguments:
        if not _is_parameter(text):
            out.append(Argument(None, text))
            continue
        name, colon, value = text[1:].partition(":")
        if not colon:
            out.append(Argument(name, None, False))
        elif value.lower() in ("$true", "$false"):
            out.append(Argument(name, value.lower() == "$true", colon=True))
        else:
            out.append(Argument(name, value, colon=True))
    return out


def _is_parameter(text: str) -> bool:
    """A dash and then a letter, underscore or question mark: `-5` and `-` are values."""
    return len(text) > 1 and text[0] in "-\u2013\u2014\u2015" and (text[1].isalpha() or text[1] in "_?")
