"""Where-Object."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.commands.registry import CmdletCall, PipelineCmdlet, cmdlet
from rehearsal.engines.powershell.conversion.conversion import to_bool, to_text
from rehearsal.engines.powershell.members.member_errors import property_not_found
from rehearsal.engines.powershell.members.property_reading import get_property, has_property
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.values import NetObject, PSArray
from rehearsal.engines.powershell.operators.comparison import TESTS, contains
from rehearsal.engines.powershell.operators.text import like, regex_of
from rehearsal.engines.powershell.runtime.run_types import is_of_type

CORE = "Microsoft.PowerShell.Core"


_WHERE_OPERATORS = (
    "EQ", "NE", "GT", "GE", "LT", "LE", "Like", "NotLike", "Match", "NotMatch", "Contains", "NotContains", "In",
    "NotIn",
)  # fmt: skip


@cmdlet(CORE, "Where-Object")
class WhereObject(PipelineCmdlet):
    """Passes objects for which a block, or one comparison of a property, holds."""

    def begin(self, call: CmdletCall) -> None:
        self.block = call.get("FilterScript")
        self.operator = None
        if self.block is not None:
            self.test = call.run.blocks.test(self.block, call.frame)
            return
        for name in _WHERE_OPERATORS:
            for prefix, ignore in (("", True), ("C", False)):
                if f"{prefix}{name}" in call.bound and call.switch(f"{prefix}{name}"):
                    self.operator = (name, ignore)
        for name in ("Is", "IsNot"):
            if name in call.bound and call.switch(name):
                self.operator = (name, True)
        call.require("Property")
        self.name = call["Property"]
        if self.operator is not None and "Value" not in call.bound:
            call.throw(
                PSException(
                    "System.Management.Automation.PSArgumentException",
                    "The specified operator requires both the -Property and -Value parameters. Provide values for both "
                    "parameters, and then try the command again.",
                ),
                "ValueNotSpecifiedForWhereObject",
                "InvalidArgument",
            )
        if self.operator is None and "Value" in call.bound:
            call.throw(
                PSException(
                    "System.Management.Automation.PSArgumentException",
                    "The specified operator requires both the -Property and -Value parameters. Provide values for both "
                    "parameters, and then try the command again.",
                ),
                "OperatorNotSpecified",
                "InvalidArgument",
            )

    def process(self, call: CmdletCall) -> None:
        bound = call.bound
        if "InputObject" not in bound:
            return
        value = bound["InputObject"]
        if self.block is not None:
            if self.test(value):
                call.write(value)
            return
        actual = self._value(call, value)
        if self._holds(call, actual):
            call.write(value)

    def _value(self, call: CmdletCall, value: Any) -> Any:
        run = call.run
        if isinstance(value, NetDictionary) and value.contains(self.name):
            return value.get(self.name)
        if has_property(value, self.name, run):
            return get_property(value, self.name, run)
        if call.scope.strict >= 2 and value is not None:
            call.write_error(property_not_found(self.name).record)
        return None

    def _holds(self, call: CmdletCall, actual: Any) -> bool:
        if self.operator is None:
            return to_bool(actual)
        name, ignore = self.operator
        wanted = call["Value"]
        run = call.run
        match name:
            case "Like":
                return like(actual, wanted, ignore, run)
            case "NotLike":
                return not like(actual, wanted, ignore, run)
            case "Match" | "NotMatch":
                found = regex_of(wanted, ignore, run).pattern.search(to_text(actual, run)) is not None
                return found is (name == "Match")
            case "Contains":
                return contains(actual, wanted, ignore, run)
            case "NotContains":
                return not contains(actual, wanted, ignore, run)
            case "In":
                return contains(wanted, actual, ignore, run)
            case "NotIn":
                return not contains(wanted, actual, ignore, run)
            case "Is" | "IsNot":
                of = wanted if isinstance(wanted, NetType) else run.types.resolve(to_text(wanted, run).strip("[]"))
                if of is None:
                    call.unsupported(f"Where-Object -{name} with this type")
                return is_of_type(actual, of) is (name == "Is")
        test = TESTS[ignore][f"-{name.lower()}"]
        items = (
            actual.ps_enumerate() if isinstance(actual, NetObject) and not isinstance(actual, NetDictionary) else None
        )
        if items is not None:
            return to_bool(PSArray([item for item in items if test(item, wanted, run)]))
        return test(actual, wanted, run)
