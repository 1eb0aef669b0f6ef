"""What becomes of an error: reported at its statement, caught by type, trapped, rethrown, collected in $Error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rehearsal.engines.powershell.conversion.conversion import to_text
from rehearsal.engines.powershell.objects.dictionaries import NetList
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.objects.net_type import NetType, type_of
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, EnumValue, PSObject
from rehearsal.engines.powershell.runtime.control import BreakLoop, ContinueLoop
from rehearsal.engines.powershell.runtime.frame import Frame, Invocation

_RUNTIME = "System.Management.Automation.RuntimeException"
_MAXIMUM_ERRORS = 256


class ErrorHandling:
    """Part of Run: statement-level errors, try, trap, throw, non-terminating errors."""

    propagate: bool
    ok: bool

    # --- $Error

    def add_error(self, record: ErrorRecord) -> None:
        """Puts the record at the front of $Error unless it is the very error already there."""
        errors: NetList = self.global_scope.variables["error"].value  # type: ignore[attr-defined]
        items = errors.items
        if items and (items[0] is record or getattr(items[0], "exception", None) is record.exception):
            return
        items.insert(0, record)
        if len(items) > _MAXIMUM_ERRORS:
            items.pop()

    def place_record(self, record: ErrorRecord, frame: Frame, extent: Any) -> None:
        """Gives a record its position and the invocation it happened in, if it has none."""
        if record.extent is None:
            record.extent = extent
        if record.invocation is None:
            record.invocation = Invocation("", extent=record.extent, invocation_name="")
            record.invocation.script_path = self.script_path_of(frame)  # type: ignore[attr-defined]
        if not record.reason:
            record.reason = record.exception.short_name
        record.exception.was_thrown = True
        if record.stack is None:
            record.stack = self.call_positions(extent)  # type: ignore[attr-defined]

    # --- errors of statements

    def wrapped(self, failure: PSException) -> TerminatingError:
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

    def raised_in_statement(self, failure: PSException, frame: Frame, extent: Any) -> None:
        error = self.wrapped(failure)
        if self.propagate:
            raise error from None
        self.statement_failed(error, frame, extent)

    def statement_failed(self, error: TerminatingError, frame: Frame, extent: Any) -> None:
        """An error ended a statement outside any try: reported and passed over, or raised further."""
        record = error.record
        self.place_record(record, frame, extent)
        self.add_error(record)
        self.ok = False
        if error.escaping is not None or error.stop:
            raise error
        preference = self.error_preference(frame)
        if preference in ("silentlycontinue", "ignore"):
            self._append_error_variables(record, frame)
            return
        if preference == "stop":
            error.stop = True
            raise error
        if preference in ("inquire", "suspend"):
            raise self.refusal(f"$ErrorActionPreference {preference}", extent)  # type: ignore[attr-defined]
        if error.thrown:
            raise error
        self.error_out(record, frame)

    def error_preference(self, frame: Frame) -> str:
        """$ErrorActionPreference seen from here, lower case."""
        value = frame.scope.value_of("erroractionpreference")
        if type(value) is str:
            return value.lower()
        return action_name(value)

    def error_out(self, record: ErrorRecord, frame: Frame) -> None:
        """Writes a record into the error stream of the frame."""
        self._append_error_variables(record, frame)
        self.error_to_stream(record, frame.streams)

    def error_to_stream(self, record: ErrorRecord, streams: Any) -> None:
        sink = streams.error
        if sink is None:
            self.stderr.write(self.format_error(record))  # type: ignore[attr-defined]
        else:
            sink(record)

    def _append_error_variables(self, record: ErrorRecord, frame: Frame) -> None:
        for collector in frame.streams.error_variables:
            collector.append(record)

    # --- non-terminating errors of commands

    def report_error(self, call: Any, record: ErrorRecord) -> None:
        """Cmdlet.WriteError."""
        self.decorate(call, record)
        self.write_error_record(record, call.frame, call.error_action, call.stage)

    def decorate(self, call: Any, record: ErrorRecord) -> None:
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

    def write_error_record(
        self, record: ErrorRecord, frame: Frame, action: str | None, stage: Any, streams: Any = None
    ) -> None:
        """Obeys -ErrorAction or $ErrorActionPreference: shown, only kept, or made terminating."""
        preference = (action or self.error_preference(frame)).lower()
        if streams is None:
            streams = frame.streams
        if stage is not None:
            stage.failed = True
        if preference == "ignore":
            return
        if preference == "stop":
            self.add_error(record)
            for collector in streams.error_variables:
                collector.append(record)
            raise TerminatingError(record, stop=True)
        if preference in ("inquire", "suspend"):
            raise self.refusal(f"ErrorAction {preference}", record.extent)  # type: ignore[attr-defined]
        self.add_error(record)
        for collector in streams.error_variables:
            collector.append(record)
        if preference == "silentlycontinue":
            return
        self.error_to_stream(record, streams)

    def throw_from_command(self, call: Any, record: ErrorRecord) -> None:
        """Cmdlet.ThrowTerminatingError."""
        self.decorate(call, record)
        error = TerminatingError(record)
        error.from_cmdlet = True
        for collector in call.stage.streams.error_variables:
            collector.append(record)
        raise error

    # --- throw

    def thrown(self, value: Any, frame: Frame, extent: Any, *, bare: bool) -> TerminatingError:
        """The error of a throw statement."""
        if bare:
            current = self.caught[-1] if self.caught else None  # type: ignore[attr-defined]
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
            self.place_record(record, frame, extent)
            return TerminatingError(record, thrown=True)
        if base is None:
            exception = PSException(_RUNTIME, "ScriptHalted")
            record = ErrorRecord(exception, "ScriptHalted", "OperationStopped", None)
        else:
            text = to_text(base, self)
            exception = PSException(_RUNTIME, text)
            record = ErrorRecord(exception, text, "OperationStopped", value)
        exception.record = record
        record.from_throw = True
        self.place_record(record, frame, extent)
        return TerminatingError(record, thrown=True)

    # --- try and trap

    def find_catch(
        self,
        error: TerminatingError,
        catches: list[tuple[tuple[str, ...], Callable[[Frame], None]]],
        frame: Frame,
        namespaces: tuple[str, ...],
    ) -> tuple[Callable[[Frame], None], PSException | None] | None:
        """The body of the best matching catch, and the inner exception it matched (None: the error itself)."""
        record = error.record
        self.place_record(record, frame, record.extent)
        exception = record.exception
        inner = exception.inner if _is_runtime(exception) and not error.from_cmdlet else None
        if inner is not None:
            found = self._best_catch(inner, catches, namespaces, catch_all=False)
            if found is not None:
                return found, inner
        found = self._best_catch(exception, catches, namespaces, catch_all=False)
        if found is None and (error.thrown or error.stop or error.from_cmdlet) and not _is_runtime(exception):
            wrapper = {True: "System.Management.Automation.CmdletInvocationException"}.get(error.from_cmdlet, _RUNTIME)
            if error.stop:
                wrapper = "System.Management.Automation.ActionPreferenceStopException"
            found = self._best_catch(PSException(wrapper, ""), catches, namespaces, catch_all=False)
        if found is None and error.from_cmdlet and exception.inner is not None:
            found = self._best_catch(exception.inner, catches, namespaces, catch_all=False)
        if found is None and error.stop and _is_runtime(exception) and exception.inner is not None:
            found = self._best_catch(exception.inner, catches, namespaces, catch_all=False)
        if found is None:
            found = next((body for types, body in catches if not types), None)
        return None if found is None else (found, None)

    def _best_catch(
        self,
        exception: PSException,
        catches: list[tuple[tuple[str, ...], Callable[[Frame], None]]],
        namespaces: tuple[str, ...],
        *,
        catch_all: bool,
    ) -> Callable[[Frame], None] | None:
        lineage: list[str] = []
        current: NetType | None = type_of(exception)
        while current is not None:
            lineage.append(current.full_name)
            current = current.base
        best: tuple[int, Callable[[Frame], None]] | None = None
        for types, body in catches:
            for name in types:
                wanted = self.resolve_type(name, namespaces)  # type: ignore[attr-defined]
                if wanted is None:
                    continue
                if wanted.full_name in lineage:
                    distance = lineage.index(wanted.full_name)
                    if best is None or distance < best[0]:
                        best = (distance, body)
        return None if best is None else best[1]

    def run_catch(
        self,
        error: TerminatingError,
        handler: tuple[Callable[[Frame], None], PSException | None],
        frame: Frame,
    ) -> None:
        """Runs a catch body with $_ set to the error record."""
        body, matched = handler
        record = error.record
        self.add_error(record)
        self._append_error_variables(record, frame)
        error.escaping = None
        if matched is not None and record.exception.record is record and not record.from_throw and _placeholder(record):
            record = _with_exception(record, matched)
        scope = frame.scope
        outer = scope.variables.get("_")
        saved = outer.value if outer is not None else None
        scope.put("_", record, "_")
        self.caught.append(error)  # type: ignore[attr-defined]
        self.ok = False
        try:
            body(frame)
        finally:
            self.caught.pop()  # type: ignore[attr-defined]
            if outer is None:
                scope.variables.pop("_", None)
            else:
                scope.variables["_"] = outer
                outer.value = saved

    def run_finally(self, body: Callable[[Frame], None], frame: Frame) -> None:
        """Runs a finally block; inside it errors are handled by its own statements unless a try encloses it."""
        body(frame)

    def trap(
        self,
        error: TerminatingError,
        handlers: list[tuple[str | None, Callable[[Frame], None]]],
        frame: Frame,
        extent: Any,
        namespaces: tuple[str, ...],
    ) -> bool:
        """Runs the matching trap; True when execution goes on with the next statement."""
        catches = [((() if name is None else (name,)), body) for name, body in handlers]
        handler = self.find_catch(error, catches, frame, namespaces)
        if handler is None:
            return False
        self.place_record(error.record, frame, extent)
        try:
            self.run_catch(error, handler, frame)
        except ContinueLoop:
            return True
        except BreakLoop:
            raise error from None
        if self.propagate:
            raise error
        self.ok = False
        if self.error_preference(frame) in ("silentlycontinue", "ignore"):
            return True
        if self.error_preference(frame) == "stop":
            error.stop = True
            raise error
        self.error_out(error.record, frame)
        return True


def _is_runtime(exception: PSException) -> bool:
    return _RUNTIME in type_of(exception).lineage


def _placeholder(record: ErrorRecord) -> bool:
    """Records that real PowerShell makes on the fly for the exception caught, not ones with an exception
    of their own.
    """
    return (
        record.exception.short_name
        in (
            "MethodInvocationException",
            "GetValueInvocationException",
            "SetValueInvocationException",
        )
        or record.error_id == "RuntimeException"
    )


def _with_exception(record: ErrorRecord, exception: PSException) -> ErrorRecord:
    made = ErrorRecord(exception, record.error_id, record.category, record.target)
    made.origin = record.origin
    made.activity = record.activity
    made.reason = record.reason
    made.target_name = record.target_name
    made.target_type = record.target_type
    made.details = record.details
    made.invocation = record.invocation
    made.extent = record.extent
    made.stack = record.stack
    return made


def action_name(value: Any) -> str:
    """An ActionPreference given as text, enum value or number, in lower case."""
    if type(value) is EnumValue:
        return value.ps_string().lower()
    if type(value) is int:
        return ("silentlycontinue", "stop", "continue", "inquire", "ignore", "suspend")[value]
    return "" if value is None else to_text(value).lower()
