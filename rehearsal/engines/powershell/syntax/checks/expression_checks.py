"""What PowerShell's parser finds wrong with expressions that are well-formed: unassignable targets, duplicate keys …

Findings are collected, and only reported when the whole text has parsed, as PowerShell does.
"""

from __future__ import annotations

from collections.abc import Iterable

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.checks.constant_arguments import is_constant_argument
from rehearsal.engines.powershell.syntax.parse_errors import Findings

_ASSIGNABLE = (nodes.Variable, nodes.Member, nodes.InvokeMember, nodes.Index)
_REFERENCES = frozenset(["ref", "psreference", "system.management.automation.psreference"])
_VOID = frozenset(["void", "system.void"])
# Automatic variables that a typed assignment can't redefine, and the one type each may be given.
_AUTOMATIC_TYPES = {
    "_": "system.object",
    "args": "system.object[]",
    "this": "system.object",
    "input": "system.object",
    "pscmdlet": "system.management.automation.pscmdlet",
    "psboundparameters": "system.management.automation.psboundparametersdictionary",
    "myinvocation": "system.management.automation.invocationinfo",
    "psscriptroot": "system.string",
    "pscommandpath": "system.string",
}
_TYPE_ALIASES = {"object": "system.object", "object[]": "system.object[]", "string": "system.string"}


class ExpressionChecks:
    def __init__(self, findings: Findings) -> None:
        self._findings = findings

    def check_assigned(self, target: nodes.Expression, *, simple: bool) -> None:
        """The left side of an assignment; `simple`: `=`, not `+=` and the like."""
        for wrong in self._unassignable(target, simple=simple):
            self._findings.find("InvalidLeftHandSide", wrong.extent)

    def check_incremented(self, target: nodes.Expression, operator: str) -> None:
        for wrong in self._unassignable(target, simple=False):
            self._findings.find("OperatorRequiresVariableOrProperty", wrong.extent, operator)

    def _unassignable(self, target: nodes.Node, *, simple: bool) -> Iterable[nodes.Node]:
        if isinstance(target, nodes.ArrayLiteral):
            if not simple:
                yield target
                return
            for element in target.elements:
                yield from self._unassignable(element, simple=True)
        elif isinstance(target, nodes.ParenExpression):
            pipeline = target.pipeline
            inner = pipeline.pure_expression() if isinstance(pipeline, nodes.Pipeline) else None
            if inner is None:
                yield pipeline
            else:
                yield from self._unassignable(inner, simple=simple)
        elif isinstance(target, (nodes.ConvertExpression, nodes.AttributedExpression)):
            yield from self._unassignable_typed(target, simple)
        elif not isinstance(target, _ASSIGNABLE):
            yield target

    def _unassignable_typed(
        self, target: nodes.ConvertExpression | nodes.AttributedExpression, simple: bool
    ) -> Iterable[nodes.Node]:
        conversions: list[nodes.TypeConstraint] = []
        inner: nodes.Expression = target
        while isinstance(inner, (nodes.ConvertExpression, nodes.AttributedExpression)):
            if isinstance(inner, nodes.ConvertExpression):
                conversions.append(inner.type)
            inner = inner.child
        for conversion in conversions:
            if conversion.type_name.full_name.lower() in _VOID:
                self._findings.find("VoidTypeConstraintNotAllowed", conversion.extent)
        references = [c for c in conversions if c.type_name.full_name.lower() in _REFERENCES]
        if references and len(conversions) > 1:
            # On the left of an assignment this error stands for the one of conversions.
            for reference in references:
                self._findings.take_back("ReferenceNeedsToBeLastTypeInTypeConversion", reference.extent)
            self._findings.find("ReferenceNeedsToBeByItselfInTypeConstraint", references[-1].extent)
            return
        if isinstance(inner, nodes.Variable) and conversions and inner.drive is None:
            expected = _AUTOMATIC_TYPES.get(inner.name.lower()) if inner.scope in (None, "local", "private") else None
            given = conversions[-1].type_name.full_name.lower()
            if expected is not None and _TYPE_ALIASES.get(given, given) != expected:
                self._findings.find("AssignmentStatementToAutomaticNotSupported", target.extent, inner.name, expected)
        yield from self._unassignable(inner, simple=simple)

    def check_converted(self, expression: nodes.Expression) -> None:
        """[ordered] only before a hash literal, [ref] only once and last; attributes only before a variable."""
        chain: list[nodes.ConvertExpression | nodes.AttributedExpression] = []
        inner = expression
        while isinstance(inner, (nodes.ConvertExpression, nodes.AttributedExpression)):
            chain.append(inner)
            inner = inner.child
        seen_reference = seen_conversion = False
        for link in chain:
            if isinstance(link, nodes.AttributedExpression):
                if not isinstance(inner, nodes.Variable):
                    self._findings.find(
                        "UnexpectedAttribute", link.attribute.extent, link.attribute.type_name.full_name
                    )
                continue
            name = link.type.type_name.full_name.lower()
            if name == "ordered" and not isinstance(link.child, nodes.Hashtable):
                self._findings.find("OrderedAttributeOnlyOnHashLiteralNode", link.extent)
            if name in _REFERENCES:
                if seen_reference:
                    self._findings.find("ReferenceNeedsToBeByItselfInTypeSequence", link.type.extent)
                elif seen_conversion:
                    self._findings.find("ReferenceNeedsToBeLastTypeInTypeConversion", link.type.extent)
                seen_reference = True
            seen_conversion = True

    def check_using(self, expression: nodes.Expression) -> None:
        while not isinstance(expression, nodes.Variable):
            if isinstance(expression, nodes.Member) and isinstance(expression.member, nodes.StringConstant):
                expression = expression.expression
            elif isinstance(expression, nodes.Index):
                if not is_constant_argument(expression.index, with_blocks=True):
                    self._findings.find("InvalidUsingExpression", expression.index.extent)
                    return
                expression = expression.target
            else:
                self._findings.find("InvalidUsingExpression", expression.extent)
                return

    def check_keys(self, pairs: list[nodes.HashtablePair]) -> None:
        seen: set[str] = set()
        for pair in pairs:
            key = pair.key
            if not isinstance(key, (nodes.StringConstant, nodes.Constant)):
                continue
            text = str(key.value).lower()
            if text in seen:
                self._findings.find("DuplicateKeyInHashLiteral", key.extent, str(key.value))
            seen.add(text)

    def note_splatted(self, variable: nodes.Variable) -> None:
        """Splatting is only for a command's arguments; whoever places the variable there takes the finding back."""
        self._findings.find("SplattingNotPermitted", variable.extent, variable.user_path)

    def allow_splatted(self, argument: nodes.Expression) -> None:
        """A whole argument may be splatted; one among comma-separated ones has an error of its own."""
        if isinstance(argument, nodes.Variable) and argument.splatted:
            self._findings.take_back("SplattingNotPermitted", argument.extent)
        elif isinstance(argument, nodes.ArrayLiteral):
            for element in argument.elements:
                if isinstance(element, nodes.Variable) and element.splatted:
                    self._findings.take_back("SplattingNotPermitted", element.extent)
                    self._findings.find("SplattingNotPermittedInArgumentList", element.extent, element.user_path)
