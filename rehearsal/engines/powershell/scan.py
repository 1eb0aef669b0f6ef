"""Looks through a script before it runs: names what the engine would refuse, so that nothing has happened yet."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rehearsal.engines.powershell.binding.signatures import command_modules, module_aliases, module_names
from rehearsal.engines.powershell.commands.registry import CommandTable
from rehearsal.engines.powershell.objects.errors import TerminatingError, Unsupported, runtime_error
from rehearsal.engines.powershell.objects.type_table import TypeTable, resolve_type
from rehearsal.engines.powershell.runtime.automatic_variables import POWERSHELL_VERSION
from rehearsal.engines.powershell.runtime.script_block import CompiledBlock
from rehearsal.engines.powershell.syntax import nodes

_ALIASING = frozenset({"set-alias", "new-alias", "sal", "nal"})
_CHECKING = frozenset({"get-command", "gcm"})


@lru_cache(maxsize=1)
def _nodes_of(code: CompiledBlock) -> tuple[nodes.Node, ...]:
    """All of a script's nodes: two looks follow one another."""
    return tuple(code.node.descendants())


@lru_cache(maxsize=512)
def _commands_of(code: CompiledBlock) -> tuple[tuple[str, Any], ...]:
    """Commands the script names, with their positions; its own functions and aliases left out, and all when it asks
    Get-Command.
    """
    defined: set[str] = set()
    used: list[tuple[str, Any]] = []
    for node in _nodes_of(code):
        if isinstance(node, nodes.FunctionDefinition):
            defined.add(node.name.lower().rpartition(":")[2])
        elif isinstance(node, nodes.Command):
            head = node.elements[0]
            if isinstance(head, nodes.StringConstant):
                used.append((head.value.lower(), node.extent))
                if head.value.lower() in _ALIASING:
                    defined.update(
                        element.value.lower()
                        for element in node.elements[1:]
                        if isinstance(element, nodes.StringConstant)
                    )
    if any(name in _CHECKING for name, _ in used):
        return ()
    return tuple((name, extent) for name, extent in used if name not in defined)


@lru_cache(maxsize=512)
def _types_of(code: CompiledBlock) -> tuple[tuple[str, tuple[str, ...], Any], ...]:
    """Types the script names in casts, literals and parameters; those it defines and those it only catches left out."""
    defined: set[str] = set()
    caught: set[Any] = set()
    used: list[tuple[str, Any]] = []
    for node in _nodes_of(code):
        if isinstance(node, nodes.TypeDefinition):
            defined.add(node.name.lower())
        elif isinstance(node, nodes.Catch):
            caught.update(node.types)
        elif isinstance(node, nodes.Trap) and node.type is not None:
            caught.add(node.type)
        elif (isinstance(node, nodes.TypeConstraint) and node not in caught) or isinstance(node, nodes.TypeExpression):
            used.append((node.type_name.full_name, node.extent))
    if defined:
        return ()
    namespaces = code.unit.namespaces
    return tuple((name, namespaces, extent) for name, extent in used)


def scan_for_refusals(code: CompiledBlock, run: Any) -> None:
    """Raises Unsupported for the first construct, command or type that 5.1 has and this engine lacks."""
    compile_everything(code)
    for known, extent in _missing_commands(code, run.commands.table):
        raise Unsupported(f"command {known}", extent.file, extent.start_line, extent.start_column)
    for name, extent in _missing_types(code, run.types.table):
        failure = run.types.unknown(name, extent)
        if isinstance(failure, Unsupported):
            raise failure


@lru_cache(maxsize=512)
def _missing_commands(code: CompiledBlock, table: CommandTable) -> tuple[tuple[str, Any], ...]:
    """Commands of 5.1 that the script calls and the table lacks."""
    missing: list[tuple[str, Any]] = []
    for name, extent in _commands_of(code):
        if name in table.commands or name in table.aliases:
            continue
        target = module_aliases().get(name, name).lower()
        if target in table.commands:
            continue
        known = command_modules().get(target)
        if known is not None:
            missing.append((known[1], extent))
    return tuple(missing)


@lru_cache(maxsize=512)
def _missing_types(code: CompiledBlock, table: TypeTable) -> tuple[tuple[str, Any], ...]:
    """Types the script names and the table lacks."""
    return tuple(
        (name, extent) for name, namespaces, extent in _types_of(code) if resolve_type(name, table, namespaces) is None
    )


@lru_cache(maxsize=512)
def compile_everything(code: CompiledBlock) -> None:
    """Compiles the script and every block in it, which names refused constructs."""
    code.bodies  # noqa: B018 - compiling is the effect
    position = 0
    blocks = code.unit.blocks
    while position < len(blocks):
        blocks[position].bodies  # noqa: B018
        position += 1


_EXCEPTION = "System.Management.Automation.ScriptRequiresException"


def check_requirements(tree: nodes.ScriptBlock, run: Any) -> None:
    """Raises what PowerShell reports instead of running the script; refuses modules that this engine knows
    nothing of.
    """
    wanted = tree.requirements
    if wanted is None:
        return
    script = run.files.file_name(run.script_path)
    if wanted.version is not None and _numbers(wanted.version) > _numbers(POWERSHELL_VERSION):
        raise _unmet(
            f"The script '{script}' cannot be run because it contained a \"#requires\" statement for Windows "
            f"PowerShell "
            f"{wanted.version}. The version of Windows PowerShell that is required by the script does not match "
            f"the currently "
            f"running version of Windows PowerShell {POWERSHELL_VERSION}.",
            "ScriptRequiresUnmatchedPSVersion",
            script,
        )
    if wanted.edition is not None and wanted.edition.lower() != "desktop":
        raise _unmet(
            f"The script '{script}' cannot be run because it contained a \"#requires\" statement for PowerShell "
            f"editions "
            f"'{wanted.edition}'. The edition of PowerShell that is required by the script does not match the "
            f"currently running "
            "PowerShell Desktop edition.",
            "ScriptRequiresUnmatchedPSEdition",
            script,
        )
    known = {name.lower() for name in module_names()}
    for module in wanted.modules:
        if module.strip("'\" ").lower() not in known:
            raise run.refusal(f"#requires -Modules {module}", tree.extent)


def _numbers(version: str) -> tuple[int, ...]:
    parts = [int(part) for part in version.split(".") if part.isdigit()]
    return (*parts, 0) if len(parts) == 1 else tuple(parts)


def _unmet(message: str, error_id: str, script: str) -> TerminatingError:
    return runtime_error(message, error_id, "ResourceUnavailable", script, _EXCEPTION)
