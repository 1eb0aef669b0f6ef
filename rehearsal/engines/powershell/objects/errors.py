"""Exceptions of .NET and PowerShell as values, error records, and what Python raises for them.

Three things can be raised inside the engine:
- PSException: a .NET exception thrown by .NET code (a method, a conversion). The engine wraps it where real
  PowerShell does.
- TerminatingError: a PowerShell error under way, with its ErrorRecord; `try/catch` sees it.
- Unsupported: the engine doesn't cover something. No script can catch it and no `finally` block runs.
A host's own BaseException (a killed process) passes through everything likewise.
"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.values import NetObject

EXCEPTION_BASES: dict[str, str] = {
    "System.SystemException": "System.Exception",
    "System.ApplicationException": "System.Exception",
    "System.AggregateException": "System.Exception",
    "System.ArgumentException": "System.SystemException",
    "System.ArgumentNullException": "System.ArgumentException",
    "System.ArgumentOutOfRangeException": "System.ArgumentException",
    "System.ArithmeticException": "System.SystemException",
    "System.DivideByZeroException": "System.ArithmeticException",
    "System.OverflowException": "System.ArithmeticException",
    "System.FormatException": "System.SystemException",
    "System.UriFormatException": "System.FormatException",
    "System.IndexOutOfRangeException": "System.SystemException",
    "System.InvalidCastException": "System.SystemException",
    "System.InvalidOperationException": "System.SystemException",
    "System.ObjectDisposedException": "System.InvalidOperationException",
    "System.NotImplementedException": "System.SystemException",
    "System.NotSupportedException": "System.SystemException",
    "System.PlatformNotSupportedException": "System.NotSupportedException",
    "System.NullReferenceException": "System.SystemException",
    "System.RankException": "System.SystemException",
    "System.ArrayTypeMismatchException": "System.SystemException",
    "System.MemberAccessException": "System.SystemException",
    "System.MissingMemberException": "System.MemberAccessException",
    "System.MissingMethodException": "System.MissingMemberException",
    "System.MissingFieldException": "System.MissingMemberException",
    "System.OperationCanceledException": "System.SystemException",
    "System.Threading.Tasks.TaskCanceledException": "System.OperationCanceledException",
    "System.OutOfMemoryException": "System.SystemException",
    "System.StackOverflowException": "System.SystemException",
    "System.TimeoutException": "System.SystemException",
    "System.TypeLoadException": "System.SystemException",
    "System.TypeInitializationException": "System.SystemException",
    "System.UnauthorizedAccessException": "System.SystemException",
    "System.BadImageFormatException": "System.SystemException",
    "System.Collections.Generic.KeyNotFoundException": "System.SystemException",
    "System.IO.IOException": "System.SystemException",
    "System.IO.FileNotFoundException": "System.IO.IOException",
    "System.IO.DirectoryNotFoundException": "System.IO.IOException",
    "System.IO.DriveNotFoundException": "System.IO.IOException",
    "System.IO.PathTooLongException": "System.IO.IOException",
    "System.IO.EndOfStreamException": "System.IO.IOException",
    "System.IO.InvalidDataException": "System.SystemException",
    "System.Security.SecurityException": "System.SystemException",
    "System.Security.Cryptography.CryptographicException": "System.SystemException",
    "System.Runtime.InteropServices.ExternalException": "System.SystemException",
    "System.Runtime.InteropServices.COMException": "System.Runtime.InteropServices.ExternalException",
    "System.ComponentModel.Win32Exception": "System.Runtime.InteropServices.ExternalException",
    "System.Net.WebException": "System.InvalidOperationException",
    "System.Net.Sockets.SocketException": "System.ComponentModel.Win32Exception",
    "System.Xml.XmlException": "System.SystemException",
    "System.Xml.XPath.XPathException": "System.SystemException",
    "System.Data.DataException": "System.SystemException",
    "System.Data.Common.DbException": "System.Runtime.InteropServices.ExternalException",
    "System.Data.SqlClient.SqlException": "System.Data.Common.DbException",
    "System.Reflection.TargetInvocationException": "System.ApplicationException",
    "System.Threading.ThreadAbortException": "System.SystemException",
    "System.Threading.AbandonedMutexException": "System.SystemException",
    "System.Threading.WaitHandleCannotBeOpenedException": "System.ApplicationException",
    "System.ServiceProcess.TimeoutException": "System.SystemException",
    "Microsoft.Management.Infrastructure.CimException": "System.Exception",
    "Microsoft.PowerShell.Cmdletization.Cim.CimJobException": "System.SystemException",
    "Microsoft.PowerShell.Commands.WriteErrorException": "System.SystemException",
    "Microsoft.PowerShell.Commands.ServiceCommandException": "System.SystemException",
    "Microsoft.PowerShell.Commands.ProcessCommandException": "System.SystemException",
    "Microsoft.PowerShell.Commands.HelpNotFoundException": "System.SystemException",
    "System.Management.Automation.RuntimeException": "System.SystemException",
    "System.Management.Automation.ActionPreferenceStopException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.ScriptCallDepthException": "System.SystemException",
    "System.Management.Automation.CmdletInvocationException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.CmdletProviderInvocationException": (
        "System.Management.Automation.CmdletInvocationException"
    ),
    "System.Management.Automation.CommandNotFoundException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.ApplicationFailedException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.ParameterBindingException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.ParameterBindingValidationException": (
        "System.Management.Automation.ParameterBindingException"
    ),
    "System.Management.Automation.ParameterBindingArgumentTransformationException": (
        "System.Management.Automation.ParameterBindingException"
    ),
    "System.Management.Automation.ParseException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.IncompleteParseException": "System.Management.Automation.ParseException",
    "System.Management.Automation.MethodException": "System.Management.Automation.ExtendedTypeSystemException",
    "System.Management.Automation.MethodInvocationException": "System.Management.Automation.MethodException",
    "System.Management.Automation.ExtendedTypeSystemException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.GetValueException": "System.Management.Automation.ExtendedTypeSystemException",
    "System.Management.Automation.PropertyNotFoundException": (
        "System.Management.Automation.ExtendedTypeSystemException"
    ),
    "System.Management.Automation.GetValueInvocationException": "System.Management.Automation.GetValueException",
    "System.Management.Automation.SetValueException": "System.Management.Automation.ExtendedTypeSystemException",
    "System.Management.Automation.SetValueInvocationException": "System.Management.Automation.SetValueException",
    "System.Management.Automation.PSInvalidCastException": "System.InvalidCastException",
    "System.Management.Automation.PSArgumentException": "System.ArgumentException",
    "System.Management.Automation.PSArgumentNullException": "System.ArgumentNullException",
    "System.Management.Automation.PSArgumentOutOfRangeException": "System.ArgumentOutOfRangeException",
    "System.Management.Automation.PSInvalidOperationException": "System.InvalidOperationException",
    "System.Management.Automation.PSNotSupportedException": "System.NotSupportedException",
    "System.Management.Automation.PSNotImplementedException": "System.NotImplementedException",
    "System.Management.Automation.MetadataException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.ValidationMetadataException": "System.Management.Automation.MetadataException",
    "System.Management.Automation.ArgumentTransformationMetadataException": (
        "System.Management.Automation.MetadataException"
    ),
    "System.Management.Automation.SessionStateException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.ItemNotFoundException": "System.Management.Automation.SessionStateException",
    "System.Management.Automation.DriveNotFoundException": "System.Management.Automation.SessionStateException",
    "System.Management.Automation.ProviderNotFoundException": "System.Management.Automation.SessionStateException",
    "System.Management.Automation.SessionStateUnauthorizedAccessException": (
        "System.Management.Automation.SessionStateException"
    ),
    "System.Management.Automation.ProviderInvocationException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.PipelineStoppedException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.PSSecurityException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.ScriptRequiresException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.RemoteException": "System.Management.Automation.RuntimeException",
    "System.Management.Automation.JobFailedException": "System.SystemException",
    "System.Management.Automation.Host.HostException": "System.Management.Automation.RuntimeException",
}
"""Each exception type that can be thrown or caught by name, with its base type (.NET Framework 4.8, PowerShell 5.1)."""


class PSException(NetObject, Exception):  # noqa: N818 - .NET calls them exceptions
    """A .NET exception: value of `$_.Exception`, and raisable. `type_name` is its .NET type (a key of EXCEPTION_BASES
    or declared).

    `error_id`, `category`: what the ErrorRecord of this exception shall say when the engine has to make one
    (RuntimeException and heirs carry their own record in real PowerShell); empty means the record's defaults.
    """

    net_name = "System.Exception"
    file_name: str | None
    """FileNotFoundException's, where one was given."""

    def __init__(
        self,
        type_name: str,
        message: str,
        inner: PSException | None = None,
        *,
        error_id: str = "",
        category: str = "NotSpecified",
        target: object = None,
        parameter_name: str | None = None,
    ) -> None:
        Exception.__init__(self, message)
        self.type_name = type_name
        self.message = message
        self.inner = inner
        self.error_id = error_id
        self.category = category
        self.target = target
        self.parameter_name = parameter_name
        self.record: ErrorRecord | None = None
        self.data: Any = None
        self.h_result = -2146233088
        self.source: str | None = None
        self.stack_trace: str | None = None
        self.was_thrown = False
        """It went through a throw: its ToString() would show a .NET stack trace."""

    def ps_type_name(self) -> str:
        return self.type_name

    def ps_string(self) -> str:
        text = f"{self.type_name}: {self.message}"
        if self.inner is not None:
            text += f" ---> {self.inner.ps_string()}\n   --- End of inner exception stack trace ---"
        return text

    def ps_hash_key(self) -> object:
        return id(self)

    @property
    def short_name(self) -> str:
        """The type's name without namespace."""
        return self.type_name.rsplit(".", 1)[-1]


class CategoryInfo(NetObject):
    """ErrorRecord.CategoryInfo. `category` is the ErrorCategory's name."""

    net_name = "System.Management.Automation.ErrorCategoryInfo"

    def __init__(self, category: str, activity: str, reason: str, target_name: str, target_type: str) -> None:
        self.category = category
        self.activity = activity
        self.reason = reason
        self.target_name = target_name
        self.target_type = target_type

    def ps_string(self) -> str:
        return f"{self.category}: ({self.target_name}:{self.target_type}) [{self.activity}], {self.reason}"


class ErrorDetails(NetObject):
    """ErrorRecord.ErrorDetails: a message that replaces the exception's, and a recommended action."""

    net_name = "System.Management.Automation.ErrorDetails"

    def __init__(self, message: str, recommended_action: str = "") -> None:
        self.message = message
        self.recommended_action = recommended_action

    def ps_string(self) -> str:
        return self.message


class ErrorRecord(NetObject):
    """System.Management.Automation.ErrorRecord.

    `error_id` is what the maker gave; `fully_qualified_error_id` appends the command's name once it is reported
    (`origin`).
    """

    net_name = "System.Management.Automation.ErrorRecord"

    def __init__(
        self,
        exception: PSException,
        error_id: str = "",
        category: str = "NotSpecified",
        target: object = None,
    ) -> None:
        self.exception = exception
        self.error_id = error_id
        self.category = category
        self.target = target
        self.origin = ""
        """Full name of the cmdlet class or the function's name that reported it, "" for script errors."""
        self.activity = ""
        self.reason = ""
        self.target_name = ""
        self.target_type = ""
        self.details: ErrorDetails | None = None
        self.invocation: Any = None
        self.extent: Any = None
        self.stack: tuple[tuple[str, str, int], ...] | None = None
        self.category_object: Any = None
        """The CategoryInfo, once something has read it."""
        """ScriptStackTrace as (function or "<ScriptBlock>", file, line), innermost first; None until placed."""
        self.from_throw = False

    @property
    def fully_qualified_error_id(self) -> str:
        head = self.error_id
        if head and self.origin:
            return f"{head},{self.origin}"
        return head or self.origin

    @property
    def text(self) -> str:
        """What ToString() says: ErrorDetails' message, else the exception's."""
        if self.details is not None and self.details.message:
            return self.details.message
        return self.exception.message

    def ps_string(self) -> str:
        return self.text


class TerminatingError(Exception):
    """A PowerShell error unwinding the stack. `stop`: it comes from ErrorAction Stop and ends the script unless caught;
    `thrown`: from a `throw` statement."""

    def __init__(self, record: ErrorRecord, *, stop: bool = False, thrown: bool = False) -> None:
        super().__init__(record.exception.message)
        self.record = record
        self.stop = stop
        self.thrown = thrown
        self.escaping: object = None
        """The invocation whose own statements don't handle it ($PSCmdlet.ThrowTerminatingError): its caller's do."""
        self.from_cmdlet = False
        """Thrown by a cmdlet (CmdletInvocationException): typed catches look at the record's exception."""


class Unsupported(Exception):  # noqa: N818 - the name is the contract: a refusal, not an error of the script
    """The engine refuses a construct it doesn't cover. No script can catch it."""

    def __init__(self, construct: str, file: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(construct, file, line, column)
        self.construct = construct
        self.file = file
        self.line = line
        self.column = column
        self.partial: Any = None
        """The ScriptResult until there, when a script's run ended so."""

    def __str__(self) -> str:
        return f"unsupported: {self.construct} at {self.file}:{self.line}:{self.column}"


def raw_error(type_name: str, message: str) -> TerminatingError:
    """A .NET exception that the language itself let through: its full name is the id, the category OperationStopped."""
    return runtime_error(message, type_name, "OperationStopped", type_name=type_name)


def runtime_error(
    message: str,
    error_id: str,
    category: str = "InvalidOperation",
    target: object = None,
    type_name: str = "System.Management.Automation.RuntimeException",
    inner: PSException | None = None,
) -> TerminatingError:
    """The error that PowerShell's own code throws (InterpreterError): statement-terminating, with id and category."""
    exception = PSException(type_name, message, inner)
    record = ErrorRecord(exception, error_id, category, target)
    exception.record = record
    return TerminatingError(record)


def parameter_error(
    type_name: str,
    message: str,
    error_id: str,
    category: str = "InvalidArgument",
    target: object = None,
    inner: PSException | None = None,
    parameter_name: str | None = None,
) -> ErrorRecord:
    """The record of a binding failure."""
    exception = PSException(f"System.Management.Automation.{type_name}", message, inner, parameter_name=parameter_name)
    record = ErrorRecord(exception, error_id, category, target)
    exception.record = record
    return record
