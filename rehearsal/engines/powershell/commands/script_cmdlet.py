"""$PSCmdlet and $input of a function."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property
from rehearsal.engines.powershell.objects.pipeline_output import emit
from rehearsal.engines.powershell.objects.type_table import net_type
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.powershell.runtime.confirmation import confirm, not_interactive
from rehearsal.engines.powershell.runtime.error_handling import write_error_record


class InputEnumerator(NetObject):
    """$input: gives its objects once."""

    net_name = "System.Collections.ArrayList+ArrayListEnumeratorSimple"

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def ps_enumerate(self) -> list[Any]:
        items, self.items = self.items, []
        return items


@net_type("System.Management.Automation.PSScriptCmdlet", base="System.Management.Automation.PSCmdlet")
class ScriptCmdlet(NetObject):
    """$PSCmdlet of an advanced function."""

    def __init__(self, stage: Any, run: Any) -> None:
        self.stage = stage
        self.run = run

    @net_property("ParameterSetName", "string")
    def parameter_set_name(self) -> str:
        name: str = self.stage.invocation.parameter_set
        return name

    @net_property("MyInvocation")
    def my_invocation(self) -> Any:
        return self.stage.invocation

    def _complete(self, record: ErrorRecord | None) -> ErrorRecord:
        if record is None:
            raise PSException("System.ArgumentNullException", "Value cannot be null.\r\nParameter name: errorRecord")
        stage = self.stage
        if not record.origin:
            record.origin = stage.invocation.name
        if not record.activity:
            record.activity = stage.invocation.name
        record.invocation = stage.invocation
        if record.extent is None:
            record.extent = stage.extent
        if not record.reason:
            record.reason = record.exception.short_name
        return record

    @net_method("WriteError", "System.Management.Automation.ErrorRecord", returns="void")
    def write_error(self, record: ErrorRecord) -> None:
        stage = self.stage
        write_error_record(_copied(self._complete, record), stage.body_frame, None, stage, stage.streams)

    @net_method("ThrowTerminatingError", "System.Management.Automation.ErrorRecord", returns="void")
    def throw_terminating_error(self, record: ErrorRecord) -> None:
        made = _copied(self._complete, record)
        error = TerminatingError(made)
        error.from_cmdlet = True
        error.escaping = self.stage.invocation
        raise error

    @net_method("WriteVerbose", "string", returns="void")
    def write_verbose(self, text: str) -> None:
        self.run.streams.verbose(text, self.stage.body_frame, {})

    @net_method("WriteWarning", "string", returns="void")
    def write_warning(self, text: str) -> None:
        self.run.streams.warning(text, self.stage.body_frame, {})

    @net_method("WriteDebug", "string", returns="void")
    def write_debug(self, text: str) -> None:
        self.run.streams.debug(text, self.stage.body_frame, {})

    @net_method("WriteObject", "object", returns="void")
    @net_method("WriteObject", "object", "bool", returns="void")
    def write_object(self, value: Any, enumerate_it: bool = False) -> None:
        if enumerate_it:
            emit(value, self.stage.write)
        else:
            self.stage.write(value)

    @net_method("ShouldProcess", "string", returns="bool")
    @net_method("ShouldProcess", "string", "string", returns="bool")
    @net_method("ShouldProcess", "string", "string", "string", returns="bool")
    def should_process(self, target: str, action: str | None = None, caption: str | None = None) -> bool:
        stage = self.stage
        if caption is not None:
            return confirm(stage.body_frame, stage.code.confirm_impact, target)
        what = stage.invocation.name if action is None else to_text(action)
        message = f'Performing the operation "{what}" on target "{target}".'
        return confirm(stage.body_frame, stage.code.confirm_impact, message)

    @net_method("ShouldContinue", "string", "string", returns="bool")
    def should_continue(self, query: str, caption: str) -> bool:
        raise not_interactive()


def _copied(complete: Callable[[ErrorRecord], ErrorRecord], record: ErrorRecord) -> ErrorRecord:
    """Reporting one record twice must not change the first report's origin."""
    return complete(copy.copy(record))
