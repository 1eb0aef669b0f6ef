"""Windows command lines: how CommandLineToArgvW cuts them, and what powershell.exe understands of one."""

from __future__ import annotations

from dataclasses import dataclass


class UnknownCommandLine(Exception):  # noqa: N818 - a refusal: the model doesn't play this program
    """The model can't run this command line."""


def cut(text: str) -> list[str]:
    """Arguments by the rules of the C runtime: double quotes group, backslashes escape quotes only."""
    arguments: list[str] = []
    current: list[str] = []
    quoted = started = False
    position = 0
    while position < len(text):
        character = text[position]
        if character == "\\":
            run = len(text[position:]) - len(text[position:].lstrip("\\"))
            position += run
            if position < len(text) and text[position] == '"':
                current.append("\\" * (run // 2))
                if run % 2:
                    current.append('"')
                    position += 1
            else:
                current.append("\\" * run)
            started = True
            continue
        if character == '"':
            quoted, started = not quoted, True
        elif character in " \t" and not quoted:
            if started:
                arguments.append("".join(current))
            current, started = [], False
        else:
            current.append(character)
            started = True
        position += 1
    if started:
        arguments.append("".join(current))
    return arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerShellCall:
    """`powershell.exe … -File <path> <arguments>`, or `-Command <text>`."""

    file: str | None
    command: str | None
    arguments: tuple[str, ...]


_SWITCHES = ("noprofile", "noninteractive", "nologo", "noexit", "sta", "mta")
_VALUED = ("executionpolicy", "windowstyle", "version", "outputformat", "inputformat")


def powershell_call(program: str, arguments: str) -> PowerShellCall:
    """What a start of powershell.exe shall run. Parameter names may be shortened, as powershell.exe allows."""
    name = program.strip('"').replace("/", "\\").rsplit("\\", 1)[-1].lower()
    if name not in ("powershell.exe", "powershell"):
        raise UnknownCommandLine(f"{program} isn't powershell.exe")
    words = cut(arguments)
    while words:
        word = words.pop(0)
        if not word.startswith("-"):
            return PowerShellCall(file=None, command=" ".join([word, *words]), arguments=())
        option = word[1:].lower()
        if option and "file".startswith(option):
            if not words:
                break
            return PowerShellCall(file=words[0], command=None, arguments=tuple(words[1:]))
        if option and "command".startswith(option):
            return PowerShellCall(file=None, command=" ".join(words), arguments=())
        if option in ("ep", "ex") or any(known.startswith(option) for known in _VALUED if len(option) >= 2):
            words[:1] = []
        elif not any(known.startswith(option) for known in _SWITCHES if len(option) >= 3):
            raise UnknownCommandLine(f"powershell.exe {word}")
    raise UnknownCommandLine("powershell.exe without -File or -Command")
