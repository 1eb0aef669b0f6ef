"""What PowerShell's parser finds wrong with classes: types defined twice, blocks in methods, paths without a return,
variables a method never assigned, properties without `$this`."""

from __future__ import annotations

from dataclasses import dataclass, field

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.checks.flow_checks import check_parameters
from rehearsal.engines.powershell.syntax.checks.method_analysis import MethodAnalysis
from rehearsal.engines.powershell.syntax.extents import Extent
from rehearsal.engines.powershell.syntax.parse_errors import Findings

_VOID = frozenset(["void", "system.void"])


@dataclass(slots=True)
class _MemberScope:
    """The member being parsed. Script blocks inside it are scopes of their own, `depth` tells how many are open."""

    static: bool
    is_method: bool
    returns_nothing: bool = True
    depth: int = 0
    assigned: list[nodes.Variable] = field(default_factory=list)


class ClassChecks:
    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._members: list[_MemberScope] = []
        # Names of types, by the script block that defines them.
        self._type_names: list[set[str]] = []
        # What each method of the class being parsed assigns: only the whole class tells which are properties.
        self._assignments: dict[nodes.FunctionMember, list[nodes.Variable]] = {}

    # --- scopes

    def enter_body(self) -> None:
        self._type_names.append(set())
        if self._members:
            self._members[-1].depth += 1

    def leave_body(self) -> None:
        self._type_names.pop()
        if self._members:
            self._members[-1].depth -= 1

    def enter_property(self, *, static: bool) -> None:
        self._members.append(_MemberScope(static=static, is_method=False))

    def leave_property(self) -> None:
        self._members.pop()

    def enter_method(self, return_type: nodes.TypeConstraint | None, *, static: bool) -> None:
        nothing = return_type is None or return_type.type_name.full_name.lower() in _VOID
        self._members.append(_MemberScope(static=static, is_method=True, returns_nothing=nothing))

    def leave_method(self, member: nodes.FunctionMember, name_extent: Extent) -> None:
        scope = self._members.pop()
        body = member.body
        if body.param_block is not None:
            self._findings.find("ParamBlockNotAllowedInMethod", body.param_block.extent)
        named = [block for block in (body.dynamic_param, body.begin, body.process, body.end) if block is not None]
        for block in named:
            if not block.unnamed:
                self._findings.find("NamedBlockNotAllowedInMethod", block.extent)
                break
        if member.is_constructor and member.return_type is not None:
            self._findings.find("ConstructorCantHaveReturnType", member.return_type.extent)
        check_parameters(member.parameters, self._findings)
        for parameter in member.parameters:
            types = [a for a in parameter.attributes if isinstance(a, nodes.TypeConstraint)]
            if len(types) > 1:
                self._findings.find("MultipleTypeConstraintsOnMethodParam", types[1].extent)
        analysis = MethodAnalysis(member.parameters, body)
        if not scope.returns_nothing and not analysis.returns_everywhere:
            self._findings.find("MethodHasCodePathNotReturn", name_extent)
        for variable in analysis.unassigned:
            self._findings.find("VariableNotLocal", variable.extent)
        self._assignments[member] = scope.assigned

    # --- what happens inside

    def note_variable(self, variable: nodes.Variable) -> None:
        if self._members and self._members[-1].static and variable.user_path.lower() == "this":
            self._findings.find("NonStaticMemberAccessInStaticMember", variable.extent, variable.user_path)

    def note_assigned(self, target: nodes.Expression) -> None:
        if not self._members or self._members[-1].depth != 1:
            return
        if isinstance(target, nodes.ArrayLiteral):
            for element in target.elements:
                self.note_assigned(element)
            return
        while isinstance(target, nodes.ConvertExpression):
            target = target.child
        if isinstance(target, nodes.Variable) and target.drive is None:
            self._members[-1].assigned.append(target)

    def check_return(self, extent: Extent, pipeline: nodes.Statement | None) -> None:
        scope = self._members[-1] if self._members else None
        if scope is None or not scope.is_method or scope.depth != 1:
            return
        if pipeline is not None and scope.returns_nothing:
            self._findings.find("VoidMethodHasReturn", extent)
        elif pipeline is None and not scope.returns_nothing:
            self._findings.find("NonVoidMethodMissingReturnValue", extent)

    def check_class(self, definition: nodes.TypeDefinition) -> None:
        names = self._type_names[-1]
        if definition.name.lower() in names:
            self._findings.find("MemberAlreadyDefined", definition.extent, definition.name)
        names.add(definition.name.lower())
        properties = {m.name.lower(): m for m in definition.members if isinstance(m, nodes.PropertyMember)}
        for member in definition.members:
            if isinstance(member, nodes.PropertyMember):
                type_name = member.property_type
                if type_name is not None and type_name.type_name.full_name.lower() in _VOID:
                    self._findings.find("TypeNotAllowedForProperty", type_name.extent, type_name.type_name.full_name)
                continue
            for variable in self._assignments.pop(member, ()):
                shadowed = properties.get(variable.user_path.lower())
                if shadowed is None:
                    continue
                if shadowed.static:
                    self._findings.find(
                        "MissingTypeInStaticPropertyAssignment", variable.extent, definition.name, shadowed.name
                    )
                else:
                    self._findings.find("MissingThis", variable.extent, shadowed.name)
