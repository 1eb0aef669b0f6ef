"""Declares cmdlets in one uniform way; their parameters come as data from the 5.1 reference.

    @cmdlet("Microsoft.PowerShell.Utility", "Start-Sleep", honours=("Seconds", "Milliseconds"))
    def start_sleep(call: CmdletCall) -> None:
        call.host.sleep(float(call.get("Seconds", 0)))

Function form: called once per bound pipeline object, or once when nothing is piped; what it returns (an iterable,
or None) is written object by object. Class form, for cmdlets that need all objects or state:

    @cmdlet("Microsoft.PowerShell.Utility", "Sort-Object")
    class SortObject(PipelineCmdlet):
        def begin(self, call: CmdletCall) -> None: ...
def process(self, call: CmdletCall) -> None: ...     # call.bound holds this object's bindings,
call.pipeline_object the object
        def end(self, call: CmdletCall) -> None: ...

A parameter that the signature has but `honours` doesn't name raises Unsupported when a script binds it;
honours=None: all are honoured. A world's module makes its own table: `STORAGE = CommandTable();
@STORAGE.cmdlet("Storage", "Get-Disk") …` and passes it as Engine(commands=STORAGE). Tables are immutable once an
engine uses them; per-run state lives in call.run and call.host.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rehearsal.engines.powershell.binding.parameters import ParameterTable, table_from_signature
from rehearsal.engines.powershell.binding.signatures import CommandSignature, signature_of
from rehearsal.engines.powershell.commands.cmdlet_call import CmdletCall

__all__ = ["BUILTIN_COMMANDS", "CmdletCall", "CommandDefinition", "CommandTable", "PipelineCmdlet", "cmdlet"]


class PipelineCmdlet:
    """Base of class-form cmdlets; one instance per invocation."""

    def begin(self, call: CmdletCall) -> None:
        """Before the first object. Parameters from the command line are bound, pipeline ones not."""

    def process(self, call: CmdletCall) -> None:
        """Once per object, or once when nothing is piped."""

    def end(self, call: CmdletCall) -> None:
        """After the last object; not when the pipeline was stopped."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CommandDefinition:
    """A declared cmdlet."""

    module: str
    name: str
    implementation: Any
    honours: frozenset[str] | None
    """Lower-case names of the parameters the implementation serves; None: all."""
    implementing_type: str
    """What FullyQualifiedErrorId ends in: Microsoft.PowerShell.Commands.GetItemCommand."""
    is_class: bool
    confirm_impact: str = "Medium"
    """High: without -Confirm:$false real PowerShell asks, which fails under -NonInteractive."""
    extra_signature: CommandSignature | None = field(default=None, repr=False)

    @cached_property
    def has_end(self) -> bool:
        """A class form that does something after the last object."""
        return self.is_class and self.implementation.end is not PipelineCmdlet.end

    @cached_property
    def signature(self) -> CommandSignature:
        """Read on first use."""
        return self.extra_signature or signature_of(self.module, self.name)

    @cached_property
    def table(self) -> ParameterTable:
        """The signature prepared for binding."""
        return table_from_signature(self.signature)


class CommandTable:
    """Commands and aliases by lower-case name."""

    def __init__(self) -> None:
        self.commands: dict[str, CommandDefinition] = {}
        self.aliases: dict[str, str] = {}

    def cmdlet(
        self,
        module: str,
        name: str,
        *,
        honours: Iterable[str] | None = None,
        aliases: Iterable[str] = (),
        implementing_type: str | None = None,
        supports_should_process: bool | None = None,
        confirm_impact: str = "Medium",
        signature: CommandSignature | None = None,
    ) -> Callable[[Any], Any]:
        """Decorator. `supports_should_process` only documents (the signature knows); `signature` replaces the
        reference for commands that it lacks, e.g. of the SqlServer module."""

        def declare(implementation: Any) -> Any:
            verb, _, noun = name.partition("-")
            self.commands[name.lower()] = CommandDefinition(
                module=module,
                name=name,
                implementation=implementation,
                honours=None if honours is None else frozenset(parameter.lower() for parameter in honours),
                implementing_type=implementing_type or f"Microsoft.PowerShell.Commands.{verb}{noun}Command",
                is_class=isinstance(implementation, type),
                confirm_impact=confirm_impact,
                extra_signature=signature,
            )
            for alias in aliases:
                self.aliases[alias.lower()] = name
            return implementation

        return declare

    def alias(self, name: str, command: str) -> None:
        """Declares an alias."""
        self.aliases[name.lower()] = command

    def merged(self, *others: CommandTable) -> CommandTable:
        """A new table: these commands and the others', later ones winning."""
        made = CommandTable()
        for table in (self, *others):
            made.commands.update(table.commands)
            made.aliases.update(table.aliases)
        return made


BUILTIN_COMMANDS = CommandTable()
"""The cmdlets of Windows PowerShell itself (package cmdlets/); the simulated world's are in its own tables."""
cmdlet = BUILTIN_COMMANDS.cmdlet
