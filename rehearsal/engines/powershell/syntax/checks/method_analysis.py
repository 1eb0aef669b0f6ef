"""Follows control flow through a class's method: does every path return, is every variable assigned before its use?

Windows PowerShell answers both at parse time and refuses the script otherwise. Its model is coarse, and kept here: a
try block may fail before its first statement, a loop or switch may run no iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rehearsal.engines.powershell.syntax import nodes

_ALWAYS_KNOWN_WORDS = (
    "_ psitem args this input pscmdlet psboundparameters myinvocation psscriptroot pscommandpath ? $ ^ true false null "
    "foreach switch "
    # What PowerShell lets methods read although they don't assign it.
    "lastexitcode error stacktrace outputencoding nestedpromptlevel pwd matches"
)
_ALWAYS_KNOWN = frozenset(_ALWAYS_KNOWN_WORDS.split())


class _Block:
    """A stretch of straight code: uses of variables and names assigned, in order."""

    __slots__ = ("assigned_after", "ends_well", "events", "predecessors", "reachable", "successors")

    def __init__(self, *, reachable: bool = False) -> None:
        self.events: list[nodes.Variable | str] = []
        self.successors: list[_Block] = []
        self.predecessors: list[_Block] = []
        self.reachable = reachable
        self.ends_well = False
        self.assigned_after: frozenset[str] | None = None

    def flows_to(self, following: _Block) -> None:
        if following not in self.successors:
            following.reachable = following.reachable or self.reachable
            self.successors.append(following)
            following.predecessors.append(self)


class MethodAnalysis:
    """`unassigned`: uses before any assignment. `returns_everywhere`: no path falls off the method's end."""

    def __init__(self, parameters: Iterable[nodes.Parameter], body: nodes.ScriptBlock) -> None:
        self._entry = _Block(reachable=True)
        self._exit = _Block()
        self._current = self._entry
        self._loops: list[tuple[str, _Block, _Block]] = []
        # Assigned with attributes or several types: looked up at run time, so never reported.
        self._looked_up: set[str] = set()
        for parameter in parameters:
            self._entry.events.append(parameter.name.name.lower())
        for block in (body.dynamic_param, body.begin, body.process, body.end):
            if block is not None:
                self._statements(block.statements)
        self._current.flows_to(self._exit)
        self.returns_everywhere = all(block.ends_well or not block.reachable for block in self._exit.predecessors)
        self.unassigned = self._find_unassigned()

    def _find_unassigned(self) -> list[nodes.Variable]:
        found: list[nodes.Variable] = []
        for block in self._in_flow_order():
            known: frozenset[str] | None = None
            for predecessor in block.predecessors:
                # None: reached by going back, which can't take assignments away.
                if predecessor.assigned_after is not None:
                    before = predecessor.assigned_after
                    known = before if known is None else known & before
            assigned = set(known or ())
            for event in block.events:
                if isinstance(event, str):
                    assigned.add(event)
                elif event.name.lower() not in assigned and event.name.lower() not in self._looked_up:
                    found.append(event)
            block.assigned_after = frozenset(assigned)
        return found

    def _in_flow_order(self) -> list[_Block]:
        """Reverse of the order in which a depth-first walk leaves the blocks."""
        order: list[_Block] = []
        seen = {self._entry}
        waiting = [(self._entry, iter(self._entry.successors))]
        while waiting:
            block, successors = waiting[-1]
            following = next(successors, None)
            if following is None:
                order.append(block)
                waiting.pop()
            elif following not in seen:
                seen.add(following)
                waiting.append((following, iter(following.successors)))
        return order[::-1]

    # --- building the graph

    def _statements(self, statements: Iterable[nodes.Statement]) -> None:
        for statement in statements:
            self._visit(statement)

    def _visit(self, node: nodes.Node | None) -> None:
        if node is None:
            return
        rule = _RULES.get(type(node))
        if rule is not None:
            rule(self, node)
            return
        for child in node.children():
            self._visit(child)

    def _skip(self, node: nodes.Node) -> None:
        """Script blocks, functions, types: their variables are their own."""

    def _variable(self, node: nodes.Variable) -> None:
        if node.drive is None and node.scope in (None, "local", "private") and node.name.lower() not in _ALWAYS_KNOWN:
            self._current.events.append(node)

    def _assign(self, target: nodes.Expression) -> None:
        if isinstance(target, nodes.ParenExpression):
            inner = target.pipeline.pure_expression() if isinstance(target.pipeline, nodes.Pipeline) else None
            if inner is not None:
                self._assign(inner)
            return
        if isinstance(target, nodes.ArrayLiteral):
            for element in target.elements:
                self._assign(element)
            return
        links = 0
        inner = target
        while isinstance(inner, (nodes.ConvertExpression, nodes.AttributedExpression)):
            links += 2 if isinstance(inner, nodes.AttributedExpression) else 1
            inner = inner.child
        if isinstance(inner, nodes.Variable):
            if links > 1:
                self._looked_up.add(inner.name.lower())
            if inner.drive is None and inner.scope in (None, "local", "private"):
                self._current.events.append(inner.name.lower())
        else:
            self._visit(inner)

    def _assignment(self, node: nodes.Assignment) -> None:
        self._visit(node.right)
        if node.operator is not nodes.AssignmentOperator.EQUALS:
            self._visit(node.left)
        self._assign(node.left)

    def _convert(self, node: nodes.ConvertExpression) -> None:
        if node.type.type_name.full_name.lower() in ("ref", "psreference") and isinstance(node.child, nodes.Variable):
            # Passed by reference: what is behind it may assign it.
            self._looked_up.add(node.child.name.lower())
        self._visit(node.child)

    def _binary(self, node: nodes.BinaryExpression) -> None:
        self._visit(node.left)
        if node.operator in (nodes.BinaryOperator.AND, nodes.BinaryOperator.OR):
            right, after = _Block(), _Block()
            self._current.flows_to(right)
            self._current.flows_to(after)
            self._current = right
            self._visit(node.right)
            self._current.flows_to(after)
            self._current = after
        else:
            self._visit(node.right)

    def _if(self, node: nodes.If) -> None:
        after = _Block()
        if node.else_clause is None:
            self._current.flows_to(after)
        for index, clause in enumerate(node.clauses):
            last = index == len(node.clauses) - 1 and node.else_clause is None
            body = _Block()
            following = after if last else _Block()
            self._visit(clause.condition)
            self._current.flows_to(body)
            self._current.flows_to(following)
            self._current = body
            self._statements(clause.body.statements)
            self._current.flows_to(after)
            self._current = following
        if node.else_clause is not None:
            self._statements(node.else_clause.statements)
            self._current.flows_to(after)
        self._current = after

    def _loop(
        self,
        label: str | None,
        condition: Callable[[], None] | None,
        body: Callable[[], None],
        iterator: nodes.Statement | None = None,
    ) -> None:
        again, broken = _Block(), _Block()
        if iterator is not None:
            start = _Block()
            self._current.flows_to(start)
            self._current = again
            self._visit(iterator)
            self._current.flows_to(start)
            self._current = start
        else:
            self._current.flows_to(again)
            self._current = again
        if condition is not None:
            condition()
            self._current.flows_to(broken)
        self._loops.append((label or "", broken, again))
        first = _Block()
        self._current.flows_to(first)
        self._current = first
        body()
        self._current.flows_to(again)
        self._loops.pop()
        self._current = broken

    def _while(self, node: nodes.While) -> None:
        self._loop(node.label, lambda: self._visit(node.condition), lambda: self._statements(node.body.statements))

    def _for(self, node: nodes.For) -> None:
        self._visit(node.initializer)
        condition = (lambda: self._visit(node.condition)) if node.condition is not None else None
        self._loop(node.label, condition, lambda: self._statements(node.body.statements), node.iterator)

    def _foreach(self, node: nodes.ForEach) -> None:
        after = _Block()

        def condition() -> None:
            self._visit(node.condition)
            self._current.flows_to(after)
            self._current.events.append(node.variable.name.lower())

        self._loop(node.label, condition, lambda: self._statements(node.body.statements))
        self._current.flows_to(after)
        self._current = after

    def _switch(self, node: nodes.Switch) -> None:
        def clauses() -> None:
            after = _Block()
            for index, clause in enumerate(node.clauses):
                last = index == len(node.clauses) - 1 and node.default is None
                body = _Block()
                following = after if last else _Block()
                self._visit(clause.condition)
                self._current.flows_to(following)
                self._current.flows_to(body)
                self._current = body
                self._statements(clause.body.statements)
                if not last:
                    self._current.flows_to(following)
                    self._current = following
            if node.default is not None:
                self._current.flows_to(after)
                self._statements(node.default.statements)
            self._current.flows_to(after)
            self._current = after

        self._loop(node.label, lambda: self._visit(node.condition), clauses)

    def _do(self, node: nodes.DoWhile | nodes.DoUntil) -> None:
        again, first, broken, repeat = _Block(), _Block(), _Block(), _Block()
        self._loops.append((node.label or "", broken, again))
        self._current.flows_to(first)
        self._current = first
        self._statements(node.body.statements)
        self._current.flows_to(again)
        self._current = again
        self._visit(node.condition)
        self._current.flows_to(broken)
        self._current.flows_to(repeat)
        repeat.flows_to(first)
        self._loops.pop()
        self._current = broken

    def _try(self, node: nodes.Try) -> None:
        before = self._current
        after = _Block()
        finally_start = _Block() if node.finally_block is not None else None
        self._current = _Block()
        before.flows_to(self._current)
        self._statements(node.body.statements)
        end_of_try = self._current
        for clause in node.catches:
            self._current = _Block()
            before.flows_to(self._current)
            self._statements(clause.body.statements)
            self._current.flows_to(finally_start or after)
        if finally_start is None or node.finally_block is None:
            end_of_try.flows_to(after)
        else:
            end_of_try.flows_to(finally_start)
            self._current = finally_start
            self._statements(node.finally_block.statements)
            self._current.flows_to(after)
            if all(clause.types for clause in node.catches):
                # Nothing catches all: the error goes on behind the finally block.
                before.flows_to(finally_start)
                rethrown = _Block()
                self._current.flows_to(rethrown)
                rethrown.ends_well = True
                rethrown.flows_to(self._exit)
        self._current = after

    def _jump(self, node: nodes.Break | nodes.Continue) -> None:
        self._visit(node.label)
        breaks = isinstance(node, nodes.Break)
        target: _Block | None = None
        if node.label is None:
            if self._loops:
                target = self._loops[-1][1] if breaks else self._loops[-1][2]
        elif isinstance(node.label, nodes.StringConstant):
            for loop in self._loops:
                if loop[0].lower() == node.label.value.lower():
                    target = loop[1] if breaks else loop[2]
        if target is None:
            self._current.ends_well = True
            target = self._exit
        self._current.flows_to(target)
        self._current = _Block()

    def _leave(self, node: nodes.Return | nodes.Throw | nodes.Exit) -> None:
        self._visit(node.pipeline)
        self._current.ends_well = True
        self._current.flows_to(self._exit)
        self._current = _Block()

    def _data(self, node: nodes.Data) -> None:
        self._statements(node.body.statements)
        if node.variable is not None:
            self._current.events.append(node.variable.lower())


_RULES: dict[type[nodes.Node], Callable[..., None]] = {
    nodes.ScriptBlockExpression: MethodAnalysis._skip,
    nodes.FunctionDefinition: MethodAnalysis._skip,
    nodes.TypeDefinition: MethodAnalysis._skip,
    nodes.Trap: MethodAnalysis._skip,
    nodes.Attribute: MethodAnalysis._skip,
    nodes.TypeConstraint: MethodAnalysis._skip,
    nodes.Variable: MethodAnalysis._variable,
    nodes.Assignment: MethodAnalysis._assignment,
    nodes.ConvertExpression: MethodAnalysis._convert,
    nodes.BinaryExpression: MethodAnalysis._binary,
    nodes.If: MethodAnalysis._if,
    nodes.While: MethodAnalysis._while,
    nodes.For: MethodAnalysis._for,
    nodes.ForEach: MethodAnalysis._foreach,
    nodes.Switch: MethodAnalysis._switch,
    nodes.DoWhile: MethodAnalysis._do,
    nodes.DoUntil: MethodAnalysis._do,
    nodes.Try: MethodAnalysis._try,
    nodes.Break: MethodAnalysis._jump,
    nodes.Continue: MethodAnalysis._jump,
    nodes.Return: MethodAnalysis._leave,
    nodes.Throw: MethodAnalysis._leave,
    nodes.Exit: MethodAnalysis._leave,
    nodes.Data: MethodAnalysis._data,
}
