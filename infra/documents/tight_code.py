"""Leaves out of a PowerShell function whatever PowerShell doesn't need, where one line more could not be deployed.

What is left out: line ends and spaces, also around operators that need none (texts stay as they are); -WhatIf, which
nobody can give to a document; [CmdletBinding()] where a parameter's attribute says the same; the names of the first
parameters of the two functions that every function calls, and most of the name of -ErrorAction.
"""

import re

from infra.documents.document_error import DocumentError

_BRACKETS = re.compile(r"(?<=[{(,|])\n|\n(?=[})])|(?<=\})\n(?=(?:else|elseif|catch|finally)\b)")
_CONTINUED = re.compile(r"(-and|-or| \+|\[CmdletBinding\(\)\]|\)\](?=\n\[))\n")
"""Lines that go on: nothing ends there."""
_LINE_ENDS = re.compile(r"\n")
_WHAT_IF = (
    (re.compile(r"^if \(-not \$PSCmdlet\.ShouldProcess\(.*\)\) \{\n.+\n\}\n", re.MULTILINE), ""),
    (re.compile(r" -(?:or -not|and) \$PSCmdlet\.ShouldProcess\(.*\)\) \{$", re.MULTILINE), ") {"),
    (re.compile(r"^\[CmdletBinding\(SupportsShouldProcess\)\]$", re.MULTILINE), "[CmdletBinding()]"),
)
_BINDING = re.compile(r"^\[CmdletBinding\(\)\]\n(?=param\(\n\[Parameter)", re.MULTILINE)
_NAMED = re.compile(r"(?<![\w-])(Stop-CwAction|New-CwVerdict) -Code ('[A-Z0-9]+') -Outcome ('[a-z-]+')(?: -Message)?")
"""Code, Outcome and Message are their first three parameters."""
_ERROR_ACTION = re.compile(r" -ErrorAction (?=Stop|SilentlyContinue)")
"""-EA is its alias."""
_OBJECT = re.compile(r"(?<=\))\]\[object(?=\]\$)")
"""Of a parameter: any type is the same as none."""
_TEXT = re.compile(r"""('(?:[^'\n]|'')*'|"(?:[^"`\n]|`.|"")*")""")
"""A text, on one line as all of ours are; a text within a text's $( ) is single-quoted."""
_ATTRIBUTES = re.compile(r"^(?:\[[A-Za-z.]+(?:\[\])?(?:\([^\n()]*\))?\] )+(?=\$)", re.MULTILINE)
"""Of a parameter, and a cast at the beginning of a line."""
_SPACES = (
    (re.compile(r" ?(,|;|\||\+?=) ?(?!\s)"), r"\1"),
    (re.compile(r"(?<=\{) (?! )|(?<! ) (?=\})"), ""),
    (re.compile(r"(?<![\w\])])(\[[A-Za-z.]+(?:\[\])?\]) (?=[$(@])"), r"\1"),
    (re.compile(r"^(if|elseif|else|foreach|for|while|switch|try|catch|finally|do) (?=[({])", re.MULTILINE), r"\1"),
    (re.compile(r"(?<=\)) (?=\{$)", re.MULTILINE), ""),
)
"""Where PowerShell needs none: around = , ; | and within braces, after a cast and the word that begins a statement."""


def tightened(text: str) -> str:
    """A function that has neither indentation, help nor comments any more, less what the module says.

    Functions have no text that goes over a line's end (a test says so). Raises `DocumentError`.
    """
    for guard, replacement in _WHAT_IF:
        text = guard.sub(replacement, text)
    if "ShouldProcess" in text:
        raise DocumentError(f"a guard of a form that can't be left out: {text}")
    text = _ERROR_ACTION.sub(" -EA ", text)
    text = _NAMED.sub(r"\1 \2 \3", _BINDING.sub("", text))
    text = _ATTRIBUTES.sub(lambda match: match.group().replace("] ", "]"), text)
    # Code and texts alternate.
    parts = _TEXT.split(text)
    parts[::2] = [_without_spaces(code) for code in parts[::2]]
    return _OBJECT.sub("", _BRACKETS.sub("", "".join(parts)))


def flattened(text: str) -> str:
    """A tight function on one line: statements end with a semicolon, as do a hashtable's entries."""
    return _LINE_ENDS.sub(";", _CONTINUED.sub(r"\1 ", text).removesuffix("\n")) + "\n"


def _without_spaces(code: str) -> str:
    if "'" in code or '"' in code:
        raise DocumentError(f"a text of a form that can't be told from code: {code}")
    for spaced, tight in _SPACES:
        code = spaced.sub(tight, code)
    return code
