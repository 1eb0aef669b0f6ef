"""Warning, verbose, debug, information and host output: preferences, redirections, what the console shows."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException, TerminatingError
from rehearsal.engines.powershell.objects.values import NetObject
from rehearsal.engines.powershell.runtime.error_handling import action_name
from rehearsal.engines.powershell.runtime.frame import Frame


class StreamRecord(NetObject):
    """WarningRecord, VerboseRecord or DebugRecord."""

    def __init__(self, kind: str, message: str, invocation: Any = None) -> None:
        self.kind = kind
        self.message = message
        self.invocation = invocation

    def ps_type_name(self) -> str:
        return f"System.Management.Automation.{self.kind}Record"

    def ps_string(self) -> str:
        return self.message

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        match lower:
            case "message":
                return self.message
            case "invocationinfo":
                return self.invocation
        return NotImplemented


class HostInformation(NetObject):
    """HostInformationMessage: what Write-Host puts into an information record."""

    net_name = "System.Management.Automation.HostInformationMessage"

    def __init__(self, message: str, newline: bool) -> None:
        self.message = message
        self.newline = newline

    def ps_string(self) -> str:
        return self.message

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        match lower:
            case "message":
                return self.message
            case "nonewline":
                return not self.newline
            case "foregroundcolor" | "backgroundcolor":
                return None
        return NotImplemented


class InformationRecord(NetObject):
    """One record of the information stream."""

    net_name = "System.Management.Automation.InformationRecord"

    def __init__(self, data: Any, tags: tuple[str, ...], source: str, run: Any) -> None:
        self.data = data
        self.tags = tags
        self.source = source
        self.run = run

    def ps_string(self) -> str:
        from rehearsal.engines.powershell.conversion.conversion import to_text

        return to_text(self.data, self.run)

    def ps_get(self, run: Any, lower: str, name: str) -> Any:
        from rehearsal.engines.powershell.objects.dictionaries import array_of

        match lower:
            case "messagedata":
                return self.data
            case "tags":
                return array_of(self.tags)
            case "source":
                return self.source
            case "computer":
                return run.host.machine_name
            case "user":
                return run.host.user_name
            case "processid":
                return run.host.process_id
        return NotImplemented


class OutputStreams:
    """`run.streams`: where commands send what isn't output or error."""

    def __init__(self, run: Any) -> None:
        self.run = run

    def _preference(self, frame: Frame, bound: dict[str, Any], parameter: str, variable: str) -> str:
        given = bound.get(parameter)
        if given is not None:
            return action_name(given)
        return action_name(frame.scope.value_of(variable)) or "continue"

    def _stop(self, kind: str, text: str, variable: str, frame: Frame) -> TerminatingError:
        message = (
            f'The running command stopped because the preference variable "{variable}" or common parameter is set '
            f"to Stop: "
            f"{text}"
        )
        record = ErrorRecord(
            PSException("System.Management.Automation.ActionPreferenceStopException", message),
            "ActionPreferenceStop",
            "OperationStopped",
        )
        return TerminatingError(record, stop=True)

    def warning(self, text: str, frame: Frame, bound: dict[str, Any]) -> None:
        """Write-Warning."""
        action = self._preference(frame, bound, "WarningAction", "warningpreference")
        if action == "ignore":
            return
        record = StreamRecord("Warning", text, frame.invocation)
        for collector in frame.streams.warning_variables:
            collector.append(record)
        if action == "silentlycontinue":
            return
        if frame.streams.warning is not None:
            frame.streams.warning(record)
        else:
            self.run.stdout.write(f"WARNING: {text}\n")
        if action == "stop":
            raise self._stop("Warning", text, "WarningPreference", frame)
        if action in ("inquire", "suspend"):
            raise self.run.refusal(f"WarningAction {action}", None)

    def verbose(self, text: str, frame: Frame, bound: dict[str, Any]) -> None:
        """Write-Verbose."""
        given = bound.get("Verbose")
        if given is not None:
            action = "continue" if bool(given) else "silentlycontinue"
        else:
            action = action_name(frame.scope.value_of("verbosepreference")) or "silentlycontinue"
        if action in ("silentlycontinue", "ignore"):
            return
        record = StreamRecord("Verbose", text, frame.invocation)
        if frame.streams.verbose is not None:
            frame.streams.verbose(record)
        else:
            self.run.stdout.write(f"VERBOSE: {text}\n")
        if action == "stop":
            raise self._stop("Verbose", text, "VerbosePreference", frame)
        if action == "inquire":
            raise self.run.refusal("VerbosePreference Inquire", None)

    def debug(self, text: str, frame: Frame, bound: dict[str, Any]) -> None:
        """Write-Debug; -Debug means Inquire in 5.1, which a script without a person can't answer."""
        given = bound.get("Debug")
        if given is not None:
            action = "inquire" if bool(given) else "silentlycontinue"
        else:
            action = action_name(frame.scope.value_of("debugpreference")) or "silentlycontinue"
        if action in ("silentlycontinue", "ignore"):
            return
        if action == "inquire":
            raise self.run.refusal("-Debug (asks a person)", None)
        record = StreamRecord("Debug", text, frame.invocation)
        if frame.streams.debug is not None:
            frame.streams.debug(record)
        else:
            self.run.stdout.write(f"DEBUG: {text}\n")
        if action == "stop":
            raise self._stop("Debug", text, "DebugPreference", frame)

    def information(self, data: Any, tags: tuple[str, ...], frame: Frame, bound: dict[str, Any]) -> None:
        """Write-Information."""
        action = self._preference(frame, bound, "InformationAction", "informationpreference")
        if action == "ignore":
            return
        source = frame.invocation.script_path if frame.invocation is not None else ""
        record = InformationRecord(data, tags, source, self.run)
        for collector in frame.streams.information_variables:
            collector.append(record)
        if frame.streams.information is not None:
            frame.streams.information(record)
            return
        if action == "silentlycontinue":
            return
        self.run.stdout.write(f"{record.ps_string()}\n")
        if action == "stop":
            raise self._stop("Information", record.ps_string(), "InformationPreference", frame)

    def host_text(self, text: str, newline: bool, frame: Frame, bound: dict[str, Any]) -> None:
        """Write-Host: shown unless the information stream is redirected or ignored."""
        given = bound.get("InformationAction")
        action = action_name(given) if given is not None else ""
        if action == "ignore":
            return
        source = frame.invocation.script_path if frame.invocation is not None else ""
        record = InformationRecord(HostInformation(text, newline), ("PSHOST",), source, self.run)
        for collector in frame.streams.information_variables:
            collector.append(record)
        if frame.streams.information is not None:
            frame.streams.information(record)
            return
        if action == "silentlycontinue":
            return
        self.run.flush_output()
        self.run.stdout.write(text + ("\n" if newline else ""))
