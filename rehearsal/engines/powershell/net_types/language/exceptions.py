"""Members of System.Exception and of the exceptions that carry more than a message."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.dictionaries import Hashtable
from rehearsal.engines.powershell.objects.errors import ErrorRecord, PSException
from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property, net_setter
from rehearsal.engines.powershell.objects.type_table import net_type


@net_type("System.Exception", accelerators=("exception",), closed=True)
class _ExceptionMembers:
    @net_property("Message", "string")
    def message(self: PSException) -> str:
        return self.message

    @net_property("Data", "System.Collections.IDictionary")
    def data(self: PSException) -> Any:
        if self.data is None:
            self.data = Hashtable(ignore_case=False)
        return self.data

    @net_property("InnerException", "System.Exception")
    def inner(self: PSException) -> Any:
        return self.inner

    @net_property("StackTrace", "string", context=True)
    def stack_trace(run: Any, self: PSException) -> Any:
        raise run.refusal("StackTrace of an exception", None)

    @net_property("Source", "string")
    def source(self: PSException) -> Any:
        return self.source

    @net_setter("Source")
    def set_source(self: PSException, value: Any) -> None:
        self.source = value

    @net_property("HResult", "int")
    def h_result(self: PSException) -> int:
        return self.h_result

    @net_setter("HResult")
    def set_h_result(self: PSException, value: int) -> None:
        self.h_result = value

    @net_property("TargetSite", context=True)
    def target_site(run: Any, self: PSException) -> Any:
        raise run.refusal("TargetSite of an exception", None)

    @net_property("HelpLink", "string")
    def help_link(self: PSException) -> Any:
        return getattr(self, "help_link_text", None)

    @net_setter("HelpLink")
    def set_help_link(self: PSException, value: Any) -> None:
        self.help_link_text = value

    @net_method("GetBaseException")
    def get_base_exception(self: PSException) -> Any:
        current = self
        while current.inner is not None:
            current = current.inner
        return current


@net_type("System.Management.Automation.RuntimeException")
class _RuntimeExceptionMembers:
    @net_property("ErrorRecord", "System.Management.Automation.ErrorRecord")
    def record(self: PSException) -> Any:
        if self.record is None:
            self.record = ErrorRecord(self, "RuntimeException")
        return self.record

    @net_property("WasThrownFromThrowStatement", "bool")
    def thrown(self: PSException) -> bool:
        return self.record is not None and self.record.from_throw


@net_type("System.Management.Automation.CommandNotFoundException")
class _CommandNotFoundMembers:
    @net_property("CommandName", "string")
    def command_name(self: PSException) -> Any:
        return self.record.target if self.record is not None else None


@net_type("System.Management.Automation.ParameterBindingException")
class _ParameterBindingMembers:
    @net_property("ParameterName", "string")
    def parameter_name(self: PSException) -> Any:
        return self.parameter_name

    @net_property("ErrorId", "string")
    def error_id(self: PSException) -> Any:
        return self.record.error_id if self.record is not None else ""


@net_type("System.ArgumentException")
class _ArgumentMembers:
    @net_property("ParamName", "string")
    def param_name(self: PSException) -> Any:
        return self.parameter_name


@net_type("System.IO.FileNotFoundException")
class _FileNotFoundMembers:
    @net_property("FileName", "string")
    def file_name(self: PSException) -> Any:
        return getattr(self, "file_name", None)
