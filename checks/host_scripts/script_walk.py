"""One pass over a script's body: what its variables hold, and of what each member is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from checks.host_scripts.command_words import cim_class, parameter_names, property_words
from checks.host_scripts.script_types import (
    ANY_KEY,
    UNKNOWN,
    Record,
    Scope,
    SqlRow,
    SqlText,
    Type,
    WindowsObject,
    joined,
    keep,
    member_of,
    object_of,
)
from checks.host_scripts.sources import HostScript
from checks.host_scripts.windows_objects import class_of_command
from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.tools.splatted_keys import SplattedKeys

QUERY = "invoke-cwsqlquery"
"""The one function that queries SQL Server."""
SQL_TEXTS = "cwsql"
"""The table of texts, by stem."""
_PASSING = frozenset({"where-object", "sort-object", "tee-object"})
_SELECTING = frozenset({"first", "last", "skip", "skiplast", "unique", "index", "wait"})


class Surroundings(Protocol):
    """What all bodies share."""

    def record(self, node: nodes.Hashtable) -> Record:
        """The one record that this literal makes."""
        ...

    def function(self, name: str) -> Scope | None:
        """A function below ssm_documents/powershell."""
        ...

    def queried(self, script: HostScript, command: nodes.Command, text: SqlText, parameters: Record | None) -> None:
        """Called for each query whose text is known."""
        ...

    def read(self, script: HostScript, member: nodes.Expression, owner: Type) -> None:
        """Called for each member that is read, with what it is read of."""
        ...


class Walk:
    """One pass over one body."""

    def __init__(self, types: Surroundings, script: HostScript, scope: Scope, splatted: SplattedKeys) -> None:
        self._types = types
        self._script = script
        self._scope = scope
        self._splatted = splatted
        self._item: Type = UNKNOWN

    # -- statements ---------------------------------------------------------------------------------------------------

    def body(self, body: nodes.ScriptBlock) -> None:
        """A whole function or script."""
        last = self.block(body)
        if not self._scope.has_return:
            self._scope.returns = joined(self._scope.returns, last)

    def block(self, body: nodes.ScriptBlock) -> Type:
        """Type of what the last statement gives."""
        last: Type = UNKNOWN
        for part in (body.begin, body.process, body.end):
            for statement in part.statements if part is not None else ():
                last = self._statement(statement)
        return last

    def _statement(self, node: nodes.Node | None) -> Type:
        match node:
            case nodes.FunctionDefinition():
                return UNKNOWN  # a body of its own
            case nodes.Assignment():
                self._assign(node)
                return UNKNOWN
            case nodes.Pipeline():
                return self._pipeline(node)
            case nodes.ForEach():
                return self._loop(node)
            case nodes.Return():
                given = self._inside(node)
                self._scope.has_return = True
                self._scope.returns = joined(self._scope.returns, given)
                return given
            case nodes.StatementBlock():
                last: Type = UNKNOWN
                for statement in node.statements:
                    last = self._statement(statement)
                return last
            case nodes.If():
                kinds = [self._statement(part) for clause in node.clauses for part in (clause.condition, clause.body)]
                return joined(*kinds[1::2], self._statement(node.else_clause) if node.else_clause else None)
            case nodes.Expression():
                return self._expression(node)
            case None:
                return None
        self._inside(node)
        return UNKNOWN

    def _loop(self, node: nodes.ForEach) -> Type:
        """The loop's variable is what it goes through, whatever else has its name."""
        name = node.variable.name.lower()
        kind, outer = self._statement(node.condition), self._scope.variables.get(name)
        self._scope.variables[name] = kind
        given = self._statement(node.body)
        self._scope.variables[name] = joined(outer, None)
        return given

    def _inside(self, node: nodes.Node) -> Type:
        last: Type = None
        for child in node.children():
            last = self._statement(child)
        return last

    def _assign(self, node: nodes.Assignment) -> None:
        kind = self._statement(node.right)
        if node.operator.value != "=":
            kind = kind if node.operator.value == "+=" else UNKNOWN
        target = node.left
        while isinstance(target, nodes.ConvertExpression | nodes.AttributedExpression):
            target = target.child
        match target:
            case nodes.Variable():
                self._learn(target, kind)
            case (
                nodes.Member(expression=owner, member=nodes.StringConstant(value=name))
                | nodes.Index(target=owner, index=nodes.StringConstant(value=name))
            ):
                keep(self._expression(owner), name.lower(), kind)
            case nodes.Index(target=owner, index=index):
                self._expression(index)
                keep(self._expression(owner), ANY_KEY, kind)
            case _:
                self._inside(target)

    def _learn(self, variable: nodes.Variable, kind: Type) -> None:
        name = variable.name.lower()
        self._scope.variables[name] = joined(self._scope.variables.get(name), kind)

    # -- pipelines ----------------------------------------------------------------------------------------------------

    def _pipeline(self, node: nodes.Pipeline) -> Type:
        kind: Type = None
        for place, element in enumerate(node.elements):
            if isinstance(element, nodes.CommandExpression):
                kind = self._expression(element.expression)
            else:
                kind = self._command(element, kind if place else None)
        return kind

    def _command(self, node: nodes.Command, upstream: Type) -> Type:
        head = node.elements[0]
        name = head.value.lower() if isinstance(head, nodes.StringConstant) else ""
        arguments = dict(self._arguments(node, upstream))
        if name == QUERY:
            return self._query(node, arguments)
        scope = self._types.function(name)
        if scope is not None:
            for parameter, kind in arguments.items():
                if parameter in scope.parameters:
                    scope.variables[parameter] = joined(scope.variables.get(parameter), kind)
            return self._last_block if scope.runs is not None else scope.returns
        if name in _PASSING:
            self._read_properties(node, upstream)
            return upstream
        if name == "select-object":
            self._read_properties(node, upstream)
            return upstream if parameter_names(node) <= _SELECTING else UNKNOWN
        if name == "foreach-object":
            return self._last_block
        if name == "get-ciminstance":
            return object_of(cim_class(node))
        return object_of(class_of_command().get(name))

    def _read_properties(self, node: nodes.Command, upstream: Type) -> None:
        for word in property_words(node):
            self._types.read(self._script, word, upstream)

    def _arguments(self, node: nodes.Command, upstream: Type) -> Iterator[tuple[str, Type]]:
        """Values given by name; script blocks see what comes down the pipeline as `$_`."""
        name = ""
        self._last_block: Type = UNKNOWN
        for element in node.elements[1:]:
            match element:
                case nodes.CommandParameter():
                    name = element.name.lower()
                    if element.argument is not None:
                        yield name, self._expression(element.argument)
                        name = ""
                case nodes.Variable(splatted=True):
                    for key in self._splatted.keys_of(element):
                        if key.value is not None:
                            yield key.name.lower(), self._statement(key.value)
                case nodes.ScriptBlockExpression():
                    outer, self._item = self._item, upstream if upstream is not None else UNKNOWN
                    result = self.block(element.script_block)
                    self._item, self._last_block = outer, result
                case _:
                    kind = self._expression(element)
                    if name:
                        yield name, kind
                    name = ""

    def _query(self, node: nodes.Command, arguments: Mapping[str, Type]) -> Type:
        text, parameters = arguments.get("text"), arguments.get("parameter")
        if not isinstance(text, SqlText):
            return UNKNOWN
        self._types.queried(self._script, node, text, parameters if isinstance(parameters, Record) else None)
        return SqlRow(text.stems)

    # -- expressions --------------------------------------------------------------------------------------------------

    def _expression(self, node: nodes.Node) -> Type:
        match node:
            case nodes.Variable(name=name):
                return self._variable(name.lower())
            case nodes.Member(expression=nodes.Variable(name=name), member=nodes.StringConstant(value=stem)) if (
                name.lower() == SQL_TEXTS
            ):
                return SqlText((stem,))
            case nodes.Member(static=False, expression=owner, member=nodes.StringConstant() as member):
                kind = self._expression(owner)
                if isinstance(kind, WindowsObject):
                    self._types.read(self._script, member, kind)
                return member_of(kind, member.value.lower())
            case nodes.Index(
                target=nodes.Member(expression=owner, member=nodes.StringConstant(value=name)), index=index
            ) if name.lower() == "ciminstanceproperties" and isinstance(index, nodes.StringConstant):
                self._types.read(self._script, index, self._expression(owner))
                return UNKNOWN
            case nodes.Index(target=target, index=index):
                self._expression(index)
                kind = self._expression(target)
                match kind, index:
                    case Record(), nodes.StringConstant(value=key):
                        return kind.members.get(key.lower(), UNKNOWN)
                    case Record(), nodes.Constant():
                        return kind
                    case Record(), _:
                        return kind.members.get(ANY_KEY, UNKNOWN if kind.members else None)
                    case SqlRow(), nodes.StringConstant():
                        self._types.read(self._script, index, kind)
                        return UNKNOWN
                return kind if isinstance(kind, WindowsObject | SqlRow) else UNKNOWN
            case nodes.BinaryExpression(left=left, operator=operator, right=right):
                kinds = [self._expression(left), self._expression(right)]
                return joined(*kinds) if operator.value == "+" else UNKNOWN
            case nodes.ParenExpression():
                return self._statement(node.pipeline)
            case nodes.ArrayExpression() | nodes.SubExpression():
                return self._statement(node.block) if node.block.statements else None
            case nodes.ConvertExpression():
                kind = self._expression(node.child)
                return kind if isinstance(kind, Record) else UNKNOWN
            case nodes.Hashtable():
                record = self._types.record(node)
                for pair in node.pairs:
                    kind = self._statement(pair.value)
                    if isinstance(pair.key, nodes.StringConstant):
                        keep(record, pair.key.value.lower(), kind)
                return record
            case nodes.ScriptBlockExpression():
                self.block(node.script_block)
                return UNKNOWN
        self._inside(node)
        return UNKNOWN

    def _variable(self, name: str) -> Type:
        if name in ("_", "psitem"):
            return self._item
        if name == "null":
            return None
        if name in self._scope.variables:
            return self._scope.variables[name]
        return None if name in self._scope.parameters else UNKNOWN
