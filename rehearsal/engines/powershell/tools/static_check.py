"""Judges a host script without running it: would Windows PowerShell 5.1 know every command and parameter it names, and
does it keep the rules for host scripts (full names, approved verbs, errors that stop)?

Sources: the 5.1 reference (rehearsal/reference/windows-powershell-5.1), about_Automatic_Variables, Get-Verb.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from rehearsal.engines.powershell.binding.signatures import command_modules, module_aliases
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.extents import Extent, Source
from rehearsal.engines.powershell.syntax.parse_errors import ParseError, RefusedSyntaxError
from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.syntax.token_gaps import gaps_between_tokens
from rehearsal.engines.powershell.tools.script_parameters import (
    ParameterNames,
    parameters_of_function,
    parameters_of_reference,
)
from rehearsal.engines.powershell.tools.splatted_keys import splatted_keys
from rehearsal.reference import WINDOWS_POWERSHELL


class FindingCode(StrEnum):
    DOES_NOT_PARSE = "does-not-parse"
    POWERSHELL_7_SYNTAX = "powershell-7-syntax"
    POWERSHELL_7_ESCAPE = "powershell-7-escape"
    POWERSHELL_7_VARIABLE = "powershell-7-variable"
    UNKNOWN_COMMAND = "unknown-command"
    UNKNOWN_PARAMETER = "unknown-parameter"
    ABBREVIATED_PARAMETER = "abbreviated-parameter"
    PARAMETER_ALIAS = "parameter-alias"
    COMMAND_ALIAS = "command-alias"
    UNAPPROVED_VERB = "unapproved-verb"
    INVOKE_EXPRESSION = "invoke-expression"
    ERRORS_DO_NOT_STOP = "errors-do-not-stop"
    BACKTICK_CONTINUATION = "backtick-continuation"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Finding:
    """Line and column count from 1."""

    line: int
    column: int
    code: FindingCode
    message: str
    name: str

    def __str__(self) -> str:
        return f"{self.name}:{self.line}:{self.column}: {self.code}: {self.message}"


# Commands of these modules report errors of theirs that the caller's $ErrorActionPreference doesn't reach: module
# functions look that variable up in their own scope.
_STOPPING_MODULES = frozenset(["Storage", "ScheduledTasks"])
_READING_VERBS = frozenset(
    ["Get", "Test", "Measure", "Select", "Find", "Export", "ConvertTo", "ConvertFrom", "Wait", "Resolve", "Show"]
)
# Make an object in memory, nothing else.
_HARMLESS = frozenset(f"new-scheduledtask{what}" for what in ("", "action", "principal", "settingsset", "trigger"))
# The parameter and its alias: the alias is a finding of its own, errors stop under either name.
_ERROR_ACTION = frozenset(["erroraction", "ea"])
_POWERSHELL_7_VARIABLES = frozenset(
    {"iswindows", "islinux", "ismacos", "iscoreclr", "psstyle", "enabledexperimentalfeatures"}
    | {"psnativecommandargumentpassing", "psnativecommanduseerroractionpreference"}
)
_CONTINUATION = re.compile(r"(?P<comment><\#.*?\#>|#[^\r\n]*)|`(?=\r|\n)", re.DOTALL)
_ESCAPE_OF_7 = re.compile(r"(?:[^`]|^)(?:``)*(?P<escape>`e|`u\{)")
_NATIVE = re.compile(r"\.(exe|com|cmd|bat|ps1)$", re.IGNORECASE)


def check_script(
    text: str, name: str, known_functions: Collection[str] | Mapping[str, ParameterNames | None] = ()
) -> tuple[Finding, ...]:
    """Findings by position. `known_functions`: functions defined elsewhere, where known with their parameters."""
    try:
        tree = parse(text, name)
    except RefusedSyntaxError as error:
        code = FindingCode.POWERSHELL_7_SYNTAX
        return (Finding(line=error.line, column=error.column, code=code, message=error.message, name=name),)
    except ParseError as error:
        code = FindingCode.DOES_NOT_PARSE
        return (Finding(line=error.line, column=error.column, code=code, message=error.message, name=name),)
    return tuple(sorted(_Check(tree, name, known_functions).findings()))


class _Check:
    def __init__(
        self,
        tree: nodes.ScriptBlock,
        name: str,
        known_functions: Collection[str] | Mapping[str, ParameterNames | None],
    ) -> None:
        self._tree = tree
        self._name = name
        self._nodes = tuple(tree.descendants())
        parameters = known_functions if isinstance(known_functions, Mapping) else {}
        self._known = {function.lower(): parameters.get(function) for function in known_functions}
        self._defined: Mapping[str, nodes.FunctionDefinition] = {
            _unscoped(node.name): node for node in self._nodes if isinstance(node, nodes.FunctionDefinition)
        }
        self._splatted = splatted_keys(tree)

    def findings(self) -> Iterator[Finding]:
        yield from self._continuations(self._tree.extent.source)
        for node in self._nodes:
            match node:
                case nodes.FunctionDefinition():
                    yield from self._function(node)
                case nodes.Command():
                    yield from self._command(node)
                case nodes.Variable() if node.drive is None and node.name.lower() in _POWERSHELL_7_VARIABLES:
                    yield self._finding(
                        FindingCode.POWERSHELL_7_VARIABLE, node.extent, f"5.1 has no automatic variable ${node.name}"
                    )
                case nodes.StringConstant() | nodes.ExpandableString():
                    yield from self._escapes(node)

    def _finding(self, code: FindingCode, extent: Extent, message: str) -> Finding:
        return Finding(line=extent.start_line, column=extent.start_column, code=code, message=message, name=self._name)

    def _continuations(self, source: Source) -> Iterator[Finding]:
        for start, end in gaps_between_tokens(source):
            for match in _CONTINUATION.finditer(source.text, start, end):
                if match["comment"] is None:
                    extent = Extent(source, match.start(), match.end())
                    yield self._finding(
                        FindingCode.BACKTICK_CONTINUATION, extent, "a backtick continues the line: splat instead"
                    )

    def _escapes(self, node: nodes.StringConstant | nodes.ExpandableString) -> Iterator[Finding]:
        if node.kind in (nodes.StringKind.SINGLE_QUOTED, nodes.StringKind.SINGLE_QUOTED_HERE):
            return
        text = node.extent.text
        if "`" not in text:
            return
        for match in _ESCAPE_OF_7.finditer(text):
            start = node.extent.start_offset + match.start("escape")
            extent = Extent(node.extent.source, start, start + 2)
            yield self._finding(
                FindingCode.POWERSHELL_7_ESCAPE, extent, f"5.1 knows no escape {match['escape']}: it is a letter there"
            )

    def _function(self, node: nodes.FunctionDefinition) -> Iterator[Finding]:
        name = node.name.rpartition(":")[2]
        verb, dash, noun = name.partition("-")
        if not dash or not noun:
            message = f"{name} is no Verb-Noun name"
        elif verb.lower() not in approved_verbs():
            message = f"{verb} is no approved verb (Get-Verb)"
        else:
            return
        yield self._finding(FindingCode.UNAPPROVED_VERB, node.name_extent, message)

    def _command(self, command: nodes.Command) -> Iterator[Finding]:
        head = command.elements[0]
        if not isinstance(head, nodes.StringConstant):
            return
        name = head.value
        lower = name.lower()
        if lower in self._known and lower not in self._defined:
            declared = self._known[lower]
            if declared is not None:
                yield from self._parameters(command, declared, name)
            return
        aliased = module_aliases().get(lower)
        if lower in self._defined:
            yield from self._parameters(command, parameters_of_function(self._defined[lower]), name)
            return
        if aliased is not None:
            yield self._finding(FindingCode.COMMAND_ALIAS, head.extent, f"{name} is an alias of {aliased}")
            name, lower = aliased, aliased.lower()
        if lower == "invoke-expression":
            yield self._finding(FindingCode.INVOKE_EXPRESSION, head.extent, "Invoke-Expression runs text as code")
        place = command_modules().get(lower)
        if place is None:
            if _NATIVE.search(name) is None:
                yield self._finding(
                    FindingCode.UNKNOWN_COMMAND, head.extent, f"{name} is neither in the 5.1 reference nor defined"
                )
            return
        module, canonical = place
        yield from self._parameters(command, parameters_of_reference(module, canonical), canonical)
        if _must_stop(module, canonical):
            yield from self._stops(command, head.extent, canonical)

    def _parameters(self, command: nodes.Command, known: ParameterNames, name: str) -> Iterator[Finding]:
        for written, extent in self._parameter_uses(command):
            match known.resolve(written):
                case ("exact", _):
                    pass
                case ("alias", full):
                    yield self._finding(
                        FindingCode.PARAMETER_ALIAS, extent, f"-{written} is an alias of {name} -{full}"
                    )
                case ("abbreviated", full):
                    yield self._finding(
                        FindingCode.ABBREVIATED_PARAMETER, extent, f"-{written} abbreviates {name} -{full}"
                    )
                case _:
                    yield self._finding(FindingCode.UNKNOWN_PARAMETER, extent, f"{name} has no parameter -{written}")

    def _parameter_uses(self, command: nodes.Command) -> Iterator[tuple[str, Extent]]:
        """Names given with a dash or as keys of a hash literal that is splatted."""
        for element in command.elements[1:]:
            if isinstance(element, nodes.CommandParameter):
                if element.name != "-":
                    yield element.name, element.extent
            elif isinstance(element, nodes.Variable) and element.splatted:
                for key in self._splatted.keys_of(element):
                    yield key.name, key.extent

    def _stops(self, command: nodes.Command, extent: Extent, name: str) -> Iterator[Finding]:
        values: list[nodes.Node | None] = []
        elements = command.elements
        for index, element in enumerate(elements):
            if isinstance(element, nodes.CommandParameter) and element.name.lower() in _ERROR_ACTION:
                following = elements[index + 1] if index + 1 < len(elements) else None
                values.append(element.argument or following)
            elif isinstance(element, nodes.Variable) and element.splatted:
                if not self._splatted.is_literal(element):
                    return
                values.extend(key.value for key in self._splatted.keys_of(element) if key.name.lower() in _ERROR_ACTION)
        if not any(_says_stop(value) for value in values):
            yield self._finding(
                FindingCode.ERRORS_DO_NOT_STOP, extent, f"{name} changes something: it needs -ErrorAction Stop"
            )


def _must_stop(module: str, name: str) -> bool:
    verb, _, noun = name.partition("-")
    if verb in _READING_VERBS or name.lower() in _HARMLESS:
        return False
    return module in _STOPPING_MODULES or (module == "Microsoft.PowerShell.Management" and noun == "Service")


def _says_stop(value: nodes.Node | None) -> bool:
    if isinstance(value, nodes.Pipeline):
        value = value.pure_expression()
    if isinstance(value, nodes.Command) and len(value.elements) == 1:
        value = value.elements[0]
    if isinstance(value, nodes.Member) and value.static:
        value = value.member
    return isinstance(value, nodes.StringConstant) and value.value.lower() == "stop"


def _unscoped(function_name: str) -> str:
    """`function script:Get-X` defines Get-X."""
    return function_name.rpartition(":")[2].lower()


@cache
def approved_verbs() -> frozenset[str]:
    """The verbs Get-Verb lists in 5.1, in lower case."""
    document = json.loads((WINDOWS_POWERSHELL / "approved-verbs.json").read_text(encoding="utf-8"))
    return frozenset(entry["Verb"].lower() for entry in document)
