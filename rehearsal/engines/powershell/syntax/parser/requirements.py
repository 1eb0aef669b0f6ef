"""What the #requires comments of a script ask for. Source: about_Requires.

Only -Version, -PSEdition, -RunAsAdministrator and -Modules are kept; the rest is only checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.extents import Extent, Source
from rehearsal.engines.powershell.syntax.lexer import Lexer
from rehearsal.engines.powershell.syntax.parse_errors import Findings
from rehearsal.engines.powershell.syntax.parser.definitions import DefinitionParser
from rehearsal.engines.powershell.syntax.token_gaps import gaps_between_tokens

_PARAMETERS = ("shellid", "pssnapin", "version", "psedition", "assembly", "modules", "runasadministrator")
_VERSION = re.compile(r"\d+(\.\d+){0,3}")


def requirements_of(source: Source, findings: Findings) -> nodes.Requirements | None:
    """None without a #requires. What is wrong with one is added to the findings."""
    comments = requires_comments(source)
    if not comments:
        return None
    version: str | None = None
    edition: str | None = None
    administrator = False
    modules: list[str] = []
    for lexer in comments:
        command = DefinitionParser(lexer).command()
        if command is None:
            continue
        for name, argument, extent in _arguments(command, findings):
            if name == "runasadministrator":
                administrator = True
            elif argument is None:
                findings.find("ParameterRequiresArgument", extent, name)
            elif name == "version":
                text = argument.value if isinstance(argument, nodes.StringConstant) else argument.extent.text
                if _VERSION.fullmatch(text) is None:
                    findings.find("RequiresVersionInvalid", argument.extent)
                version = text
            elif name == "psedition":
                edition = argument.extent.text.strip("'\"")
            elif name == "modules":
                listed = argument.elements if isinstance(argument, nodes.ArrayLiteral) else (argument,)
                modules.extend(
                    item.value if isinstance(item, nodes.StringConstant) else item.extent.text for item in listed
                )
    return nodes.Requirements(
        extent=comments[0].extent(0, comments[0].length),
        version=version,
        edition=edition,
        run_as_administrator=administrator,
        modules=tuple(modules),
    )


def _arguments(command: nodes.Command, findings: Findings) -> Iterator[tuple[str, nodes.Expression | None, Extent]]:
    """The parameters by full name, each with what follows it."""
    elements = command.elements
    index = 1
    while index < len(elements):
        element = elements[index]
        index += 1
        matching = (
            [name for name in _PARAMETERS if name.startswith(element.name.lower())]
            if isinstance(element, nodes.CommandParameter)
            else []
        )
        if not matching or not isinstance(element, nodes.CommandParameter):
            findings.find("ScriptRequiresInvalidFormat", element.extent)
            continue
        argument = element.argument
        if argument is None and matching[0] != "runasadministrator" and index < len(elements):
            following = elements[index]
            if isinstance(following, nodes.Expression):
                argument = following
                index += 1
        yield matching[0], argument, element.extent


_REQUIRES = re.compile(r"#requires[^\r\n]*", re.IGNORECASE)


def requires_comments(source: Source) -> list[Lexer]:
    """A lexer over each comment's text behind the `#`. The script is known to parse."""
    if _REQUIRES.search(source.text) is None:
        return []
    return [
        Lexer(source, match.group()[1:], match.start() + 1)
        for start, end in gaps_between_tokens(source)
        for match in _REQUIRES.finditer(source.text, start, end)
    ]
