"""Looks through a script before it runs: names what the engine would refuse, so that nothing has happened yet."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rehearsal.powershell import nodes
from rehearsal.powershell.errors import Unsupported
from rehearsal.powershell.script_block import CompiledBlock
from rehearsal.powershell.signatures import command_modules


@lru_cache(maxsize=512)
def _commands_of(code: CompiledBlock) -> tuple[tuple[str, Any], ...]:
    """Every command the script names with its position, and the functions it defines left out."""
    defined: set[str] = set()
    used: list[tuple[str, Any]] = []
    for node in code.node.descendants():
        if isinstance(node, nodes.FunctionDefinition):
            defined.add(node.name.lower().rpartition(":")[2])
        elif isinstance(node, nodes.Command):
            head = node.elements[0]
            if isinstance(head, nodes.StringConstant):
                used.append((head.value, node.extent))
                if head.value.lower() in ("set-alias", "new-alias", "sal", "nal"):
                    for element in node.elements[1:]:
                        if isinstance(element, nodes.StringConstant):
                            defined.add(element.value.lower())
    return tuple((name, extent) for name, extent in used if name.lower() not in defined)


def scan_for_refusals(code: CompiledBlock, run: Any) -> None:
    """Raises Unsupported for the first command that 5.1 has and this engine lacks. Everything is compiled as well,
    which finds refused constructs."""
    compile_everything(code)
    table = run.commands
    for name, extent in _commands_of(code):
        lower = name.lower()
        if lower in table.commands or lower in table.aliases:
            continue
        known = command_modules().get(lower)
        if known is not None:
            raise Unsupported(f"command {known[1]}", extent.file, extent.start_line, extent.start_column)


def compile_everything(code: CompiledBlock) -> None:
    """Compiles the blocks; nested functions' bodies compile on their first call, after this has named what they refuse."""
    code.bodies  # noqa: B018 - compiling is the effect
