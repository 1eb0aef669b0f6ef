"""Reading variables: ordinary ones through the scopes, automatic ones from the invocation, $env: from the host."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.compiler.compilation import EXPRESSIONS, Evaluate, Unit, refused
from rehearsal.engines.powershell.objects.errors import TerminatingError, runtime_error
from rehearsal.engines.powershell.runtime.automatic_variables import invocation_variable, unset_variable
from rehearsal.engines.powershell.runtime.frame import Frame
from rehearsal.engines.powershell.runtime.scopes import Scope
from rehearsal.engines.powershell.syntax import nodes

_CONSTANTS: dict[str, Any] = {"true": True, "false": False, "null": None}
_FROM_INVOCATION = frozenset({"myinvocation", "psboundparameters", "pscmdlet", "psscriptroot", "pscommandpath"})
_REFUSED = frozenset(
    {
        "host", "executioncontext", "profile", "shellid", "stacktrace", "nestedpromptlevel", "event", "sender",
        "eventargs", "eventsubscriber", "sourceeventargs", "sourceargs", "psdebugcontext", "psculture", "psuiculture",
        "consolefilename", "foreach", "switch", "enabledexperimentalfeatures",
    }
)  # fmt: skip
_REFUSED_ALWAYS = frozenset({"executioncontext", "stacktrace", "psdebugcontext"})


def undefined(name: str) -> TerminatingError:
    """Strict mode's error for a variable that was never set."""
    return runtime_error(
        f"The variable '${name}' cannot be retrieved because it has not been set.",
        "VariableIsUndefined",
        "InvalidOperation",
        name,
    )


def plain_variable(node: nodes.Expression) -> str | None:
    """The lower-case name of a variable that is read through the scopes and nothing else; None for any other node.

    Nine of ten reads find it in the innermost scope: an expression around the variable looks there by itself, and
    calls the variable's closure only when it isn't there.
    """
    if not isinstance(node, nodes.Variable) or node.splatted or node.drive is not None or node.scope is not None:
        return None
    lower = node.name.lower()
    if lower in _CONSTANTS or lower in _FROM_INVOCATION or lower in _REFUSED_ALWAYS or lower == "?":
        return None
    return "_" if lower == "psitem" else lower


def is_null(node: nodes.Expression) -> bool:
    """The variable $null."""
    return (
        isinstance(node, nodes.Variable)
        and not node.splatted
        and node.drive is None
        and node.scope is None
        and node.name.lower() == "null"
    )


def compile_variable(node: nodes.Variable, unit: Unit, in_string: bool = False) -> Evaluate:
    """A closure that reads the variable. `in_string`: strict mode 1 lets it be undefined."""
    if node.splatted:
        raise refused("splatting outside a command", node)
    if node.drive is not None:
        return _drive_variable(node)
    name = node.name
    lower = name.lower()
    qualifier = node.scope
    if qualifier in ("using", "workflow"):
        raise refused(f"${qualifier}:", node)
    if qualifier in (None, "variable", "global", "script", "local") and lower in _CONSTANTS:
        value = _CONSTANTS[lower]
        return lambda frame: value
    if lower == "?":
        return lambda frame: frame.run.ok
    if lower == "psitem":
        lower = "_"
    if lower in _FROM_INVOCATION and qualifier in (None, "local", "script", "global"):
        return lambda frame: invocation_variable(lower, frame)
    if lower in _REFUSED_ALWAYS:
        raise refused(f"variable ${name}", node)
    strict_floor = 2 if in_string else 1
    if qualifier in (None, "variable"):

        def read(frame: Frame) -> Any:
            first = frame.scope
            scope: Scope | None = first
            while scope is not None:
                found = scope.variables.get(lower)
                if found is not None and (not found.options & 4 or scope is first):
                    return found.value
                scope = scope.parent
            if first.strict >= strict_floor:
                raise undefined(name)
            return unset_variable(lower, node, frame.run)

        return read

    def read_in(frame: Frame) -> Any:
        target = frame.scope.named(qualifier)
        found = target.variables.get(lower)
        if found is not None:
            return found.value
        if qualifier == "script" or qualifier == "global":
            outer = target.parent
            while outer is not None:
                found = outer.variables.get(lower)
                if found is not None:
                    return found.value
                outer = outer.parent
        if frame.scope.strict >= strict_floor:
            raise undefined(f"{qualifier}:{name}")
        return None

    return read_in


def _drive_variable(node: nodes.Variable) -> Evaluate:
    drive = (node.drive or "").lower()
    name = node.name
    match drive:
        case "env":
            return lambda frame: frame.run.environment_variable(name)
        case "function":
            lower = name.lower()

            def function_block(frame: Frame) -> Any:
                found = frame.scope.find_function(lower)
                return None if found is None else found.block

            return function_block
        case _:
            raise refused(f"variable drive ${node.drive}:", node)


def _using(node: nodes.UsingExpression, unit: Unit) -> Evaluate:
    raise refused("$using:", node)


EXPRESSIONS.update(
    {
        nodes.Variable: compile_variable,
        nodes.UsingExpression: _using,
    }
)
