"""try, catch and trap: which handler an error finds, and how it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.type_table import type_of
from rehearsal.engines.powershell.runtime.control import BreakLoop, ContinueLoop
from rehearsal.engines.powershell.runtime.error_handling import (
    add_error,
    append_error_variables,
    error_out,
    error_preference,
    place_record,
)
from rehearsal.engines.powershell.runtime.frame import Frame

_RUNTIME = "System.Management.Automation.RuntimeException"
Body = Callable[[Frame], None]
Catch = tuple[tuple[str, ...], Body]
"""Names of the types that it catches (none: all), and what it runs."""


def find_catch(
    error: TerminatingError,
    catches: Sequence[Catch],
    frame: Frame,
    namespaces: tuple[str, ...],
) -> tuple[Body, PSException | None] | None:
    """The body of the best matching catch, and the inner exception it matched (None: the error itself)."""
    run = frame.run
    record = error.record
    place_record(record, frame, record.extent)
    exception = record.exception
    inner = exception.inner if _is_runtime(exception) and not error.from_cmdlet else None
    if inner is not None:
        found = _best_catch(inner, catches, namespaces, run)
        if found is not None:
            return found, inner
    found = _best_catch(exception, catches, namespaces, run)
    if found is None and (error.thrown or error.stop or error.from_cmdlet) and not _is_runtime(exception):
        wrapper = {True: "System.Management.Automation.CmdletInvocationException"}.get(error.from_cmdlet, _RUNTIME)
        if error.stop:
            wrapper = "System.Management.Automation.ActionPreferenceStopException"
        found = _best_catch(PSException(wrapper, ""), catches, namespaces, run)
    if found is None and error.from_cmdlet and exception.inner is not None:
        found = _best_catch(exception.inner, catches, namespaces, run)
    if found is None and error.stop and _is_runtime(exception) and exception.inner is not None:
        found = _best_catch(exception.inner, catches, namespaces, run)
    if found is None:
        found = next((body for types, body in catches if not types), None)
    return None if found is None else (found, None)


def _best_catch(
    exception: PSException,
    catches: Sequence[Catch],
    namespaces: tuple[str, ...],
    run: Any,
) -> Body | None:
    lineage: list[str] = []
    current: NetType | None = type_of(exception)
    while current is not None:
        lineage.append(current.full_name)
        current = current.base
    best: tuple[int, Body] | None = None
    for types, body in catches:
        for name in types:
            wanted = run.types.resolve(name, namespaces)
            if wanted is None:
                continue
            if wanted.full_name in lineage:
                distance = lineage.index(wanted.full_name)
                if best is None or distance < best[0]:
                    best = (distance, body)
    return None if best is None else best[1]


def run_catch(
    error: TerminatingError,
    handler: tuple[Body, PSException | None],
    frame: Frame,
) -> None:
    """Runs a catch body with $_ set to the error record."""
    run = frame.run
    body, matched = handler
    record = error.record
    add_error(record, run)
    append_error_variables(record, frame)
    error.escaping = None
    if matched is not None and record.exception.record is record and not record.from_throw and _placeholder(record):
        record = _with_exception(record, matched)
    scope = frame.scope
    outer = scope.variables.get("_")
    saved = outer.value if outer is not None else None
    scope.put("_", record, "_")
    run.caught.append(error)
    run.ok = False
    try:
        body(frame)
    finally:
        run.caught.pop()
        if outer is None:
            scope.variables.pop("_", None)
        else:
            scope.variables["_"] = outer
            outer.value = saved


def run_trap(
    error: TerminatingError,
    handlers: list[tuple[str | None, Body]],
    frame: Frame,
    extent: Any,
    namespaces: tuple[str, ...],
) -> bool:
    """Runs the matching trap; True when execution goes on with the next statement."""
    run = frame.run
    catches = [((() if name is None else (name,)), body) for name, body in handlers]
    handler = find_catch(error, catches, frame, namespaces)
    if handler is None:
        return False
    place_record(error.record, frame, extent)
    try:
        run_catch(error, handler, frame)
    except ContinueLoop:
        return True
    except BreakLoop:
        raise error from None
    if run.propagate:
        raise error
    run.ok = False
    if error_preference(frame) in ("silentlycontinue", "ignore"):
        return True
    if error_preference(frame) == "stop":
        error.stop = True
        raise error
    error_out(error.record, frame)
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
