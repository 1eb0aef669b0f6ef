"""What PowerShell's parser finds wrong with classes and enums: members defined twice, methods that don't return what
they promise, variables that a method neither declares nor assigns."""

from __future__ import annotations

from rehearsal.powershell import nodes
from rehearsal.powershell.extents import Extent
from rehearsal.powershell.flow_checks import FlowChecks


class ClassChecks(FlowChecks):
    def enter_property(self, *, static: bool) -> None:
        pass

    def leave_property(self) -> None:
        pass

    def enter_method(self, return_type: nodes.TypeConstraint | None, *, static: bool) -> None:
        pass

    def leave_method(self, member: nodes.FunctionMember, name_extent: Extent) -> None:
        pass

    def check_class(self, definition: nodes.TypeDefinition) -> None:
        pass
