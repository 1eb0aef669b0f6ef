"""What becomes of an error: reported at its statement, caught by type, trapped, rethrown, collected in $Error."""

from __future__ import annotations

from typing import Any, NoReturn

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.dictionaries import NetList
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, EnumValue, PSObject
from rehearsal.engines.powershell.runtime.frame import Frame, Invocation

_RUNTIME = "System.Management.Automation.RuntimeException"
_MAXIMUM_ERRORS = 256


def add_error(record: ErrorRecord, run: Any) -> None:
    """Puts the record at the front of $Error unless it is the very error already there."""
    errors: NetList = run.global_scope.variables["error"].value
    items = errors.items
    if items and (items[0] is record or getattr(items[0], "exception", None) is record.exception):
        return
    items.insert(0, record)
    if len(items) > _MAXIMUM_ERRORS:
        items.pop()


def place_record(record: ErrorRecord, frame: Frame, extent: Any) -> None:
    """Gives a record its position and the invocation it happened in, if it has none."""
    run = frame.run
    if record.extent is None:
        record.extent = extent
    if record.invocation is None:
        record.invocation = Invocation("", extent=record.extent, invocation_name="")
        record.invocation.script_path = frame.script_path
    if not record.reason:
        record.reason = record.exception.short_name
    record.exception.was_thrown = True
    if record.stack is None:
        record.stack = run.call_positions(extent)


def located(failure: TerminatingError | PSException, frame: Frame, extent: Any) -> TerminatingError:
    """The error on its way up, with the position of the innermost statement that it left."""
    error = wrapped_error(failure) if isinstance(failure, PSException) else failure
    if error.record.extent is None:
        place_record(error.record, frame, extent)
    return error


# --- errors of statements


def wrapped_error(failure: PSException) -> TerminatingError:
    """A .NET exception that reached a statement by itself."""
    if failure.record is not None:
        return TerminatingError(failure.record)
    if failure.type_name == _RUNTIME:
        record = ErrorRecord(failure, failure.error_id or "RuntimeException", failure.category, failure.target)
    else:
        record = ErrorRecord(
            failure, failure.error_id or failure.type_name, failure.category or "OperationStopped", failure.target
        )
        if failure.category == "NotSpecified":
            record.category = "OperationStopped"
    failure.record = record
    return TerminatingError(record)


def raised_in_statement(failure: PSException, frame: Frame, extent: Any) -> None:
    run = frame.run
    if run.propagate:
        raise located(failure, frame, extent) from None
    error = wrapped_error(failure)
    statement_failed(error, frame, extent)


def statement_failed(error: TerminatingError, frame: Frame, extent: Any) -> None:
    """An error ended a statement outside any try: reported and passed over, or raised further."""
    run = frame.run
    record = error.record
    place_record(record, frame, extent)
    add_error(record, run)
    run.ok = False
    if error.escaping is not None or error.stop:
        raise error
    preference = error_preference(frame)
    if preference in ("silentlycontinue", "ignore"):
        append_error_variables(record, frame)
        return
    if preference == "stop":
        error.stop = True
        raise error
    if preference in ("inquire", "suspend"):
        raise run.refusal(f"$ErrorActionPreference {preference}", extent)
    if error.thrown:
        raise error
    error_out(record, frame)


def error_preference(frame: Frame) -> str:
    """$ErrorActionPreference seen from here, lower case."""
    value = frame.scope.value_of("erroractionpreference")
    if type(value) is str:
        return value.lower()
    return action_name(value)


def error_out(record: ErrorRecord, frame: Frame) -> None:
    """Writes a record into the error stream of the frame."""
    run = frame.run
    append_error_variables(record, frame)
    error_to_stream(record, frame.streams, run)


def error_to_stream(record: ErrorRecord, streams: Any, run: Any) -> None:
    sink = streams.error
    if sink is None:
        run.stderr.write(run.format_error(record))
    else:
        sink(record)


def append_error_variables(record: ErrorRecord, frame: Frame) -> None:
    for collector in frame.streams.error_variables:
        collector.append(record)


# --- non-terminating errors of commands


def report_error(call: Any, record: ErrorRecord) -> None:
    """Cmdlet.WriteError."""
    decorate(call, record)
    write_error_record(record, call.frame, call.error_action, call.stage)


def decorate(call: Any, record: ErrorRecord) -> None:
    """Fills in which command an error comes from."""
    definition = call.definition
    if not record.origin:
        record.origin = definition.implementing_type
    if not record.activity:
        record.activity = definition.name
    if record.invocation is None:
        record.invocation = call.invocation
    if record.extent is None:
        record.extent = call.extent
    if not record.reason:
        record.reason = record.exception.short_name


def write_error_record(record: ErrorRecord, frame: Frame, action: str | None, stage: Any, streams: Any = None) -> None:
    """Obeys -ErrorAction or $ErrorActionPreference: shown, only kept, or made terminating."""
    run = frame.run
    preference = (action or error_preference(frame)).lower()
    if streams is None:
        streams = frame.streams
    if stage is not None:
        stage.failed = True
    if preference == "ignore":
        return
    if preference == "stop":
        add_error(record, run)
        for collector in streams.error_variables:
            collector.append(record)
        raise TerminatingError(record, stop=True)
    if preference in ("inquire", "suspend"):
        raise run.refusal(f"ErrorAction {preference}", record.extent)
    add_error(record, run)
    for collector in streams.error_variables:
        collector.append(record)
    if preference == "silentlycontinue":
        return
    error_to_stream(record, streams, run)


def throw_from_command(call: Any, record: ErrorRecord) -> NoReturn:
    """Cmdlet.ThrowTerminatingError."""
    decorate(call, record)
    error = TerminatingError(record)
    error.from_cmdlet = True
    for collector in call.stage.streams.error_variables:
        collector.append(record)
    raise error


# --- throw


def error_of_throw(value: Any, frame: Frame, extent: Any, *, bare: bool) -> TerminatingError:
    """The error of a throw statement."""
    run = frame.run
    if bare:
        current = run.caught[-1] if run.caught else None
        if current is not None:
            again = TerminatingError(current.record, thrown=True)
            again.from_cmdlet = current.from_cmdlet
            return again
    base = value.base if type(value) is PSObject else value
    if base is AUTOMATION_NULL:
        base = None
    if isinstance(base, ErrorRecord):
        return TerminatingError(base, thrown=True)
    if isinstance(base, PSException):
        exception = base
        known = exception.record
        if (
            known is not None
            and known.exception is exception
            and exception.type_name.startswith("System.Management.Automation.")
        ):
            return TerminatingError(known, thrown=True)
        record = ErrorRecord(exception, exception.message, "OperationStopped", None)
        record.from_throw = True
        place_record(record, frame, extent)
        return TerminatingError(record, thrown=True)
    if base is None:
        exception = PSException(_RUNTIME, "ScriptHalted")
        record = ErrorRecord(exception, "ScriptHalted", "OperationStopped", None)
    else:
        text = to_text(base, run)
        exception = PSException(_RUNTIME, text)
        record = ErrorRecord(exception, text, "OperationStopped", value)
    exception.record = record
    record.from_throw = True
    place_record(record, frame, extent)
    return TerminatingError(record, thrown=True)


def action_name(value: Any) -> str:
    """An ActionPreference given as text, enum value or number, in lower case."""
    if type(value) is EnumValue:
        return value.ps_string().lower()
    if type(value) is int:
        return ("silentlycontinue", "stop", "continue", "inquire", "ignore", "suspend")[value]
    return "" if value is None else to_text(value).lower()
