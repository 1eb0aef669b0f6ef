"""The shape of the JSON that a function of this repository returns: its displays, unions, the functions it calls.

`facts` say what is known where the answer is wanted: the source text of an expression -> what it is. A branch that they
rule out isn't taken; a `match` on a known subject takes the case that fits.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product

from checks.python_sources.json_shapes import ANYTHING, NOTHING, Shape, distinct
from checks.python_sources.modules import Modules, Place

Facts = Mapping[str, str]
ALTERNATIVES_MAX = 64
"""More than these are taken for anything."""

KEEPS_SHAPE: Mapping[tuple[str, str], str] = {
    ("lambdas/cachewarden/loop/shortened_step.py", "shortened"): (
        "Ids in the place of names: members and what acts stay, which test_shortened_step.py holds."
    ),
}
"""File and name of a function whose answer has the shape of its first argument -> why."""


class Answers:
    """Shapes of what functions return, each worked out once for the same facts."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._known: dict[tuple[ast.AST, tuple[tuple[str, str], ...]], tuple[Shape, ...]] = {}

    def of(self, place: Place, facts: Facts | None = None) -> tuple[Shape, ...]:
        """The alternatives that the function may return."""
        assert isinstance(place.node, ast.FunctionDef)
        given = dict(facts or {})
        key = (place.node, tuple(sorted(given.items())))
        if key not in self._known:
            self._known[key] = (ANYTHING,)  # a function that calls itself
            body = _Body(self._modules, self, place.path, given)
            body.statements(place.node.body)
            self._known[key] = distinct(body.returned)
        return self._known[key]

    def of_local(self, place: Place, name: str) -> tuple[Shape, ...]:
        """What a local variable of the function may hold at its end."""
        assert isinstance(place.node, ast.FunctionDef)
        body = _Body(self._modules, self, place.path, {})
        body.statements(place.node.body)
        return body.names.get(name, (ANYTHING,))


@lru_cache(maxsize=64)
def answers_of(modules: Modules) -> Answers:
    """The answers of these modules, kept as long as others ask for them."""
    return Answers(modules)


class _Body:
    def __init__(self, modules: Modules, answers: Answers, path: str, facts: Facts) -> None:
        self._modules = modules
        self._answers = answers
        self._path = path
        self._facts = facts
        self.names: dict[str, tuple[Shape, ...]] = {}
        self.returned: list[Shape] = []

    def statements(self, body: Iterable[ast.stmt]) -> bool:
        """Whether what follows them can be reached."""
        return all(self._statement(statement) for statement in body)

    def _statement(self, node: ast.stmt) -> bool:
        match node:
            case ast.Return(value=value):
                self.returned += self.shapes(value) if value is not None else NOTHING
                return False
            case ast.Raise():
                return False
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                self.names[name] = self.shapes(value)
            case ast.AugAssign(target=ast.Name(id=name), op=ast.BitOr(), value=value):
                self.names[name] = self._union(self.names.get(name, (ANYTHING,)), self.shapes(value))
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key)))]):
                more = (Shape({key: self.shapes(node.value)}),)
                self.names[name] = self._union(self.names.get(name, (ANYTHING,)), more)
            case ast.If(test=test, body=body, orelse=otherwise):
                return self._branches([body, otherwise], self._truth(test))
            case ast.Match(subject=subject, cases=cases):
                chosen = self._case(subject, cases)
                through = [self.statements(case.body) for case in chosen]
                return any(through)
            case ast.For() | ast.While():
                self.statements(node.body)
            case ast.With():
                return self.statements(node.body)
            case ast.Try(body=body, handlers=handlers):
                through = [self.statements(body), *(self.statements(handler.body) for handler in handlers)]
                return any(through)
        return True

    def _branches(self, bodies: list[list[ast.stmt]], taken: bool | None) -> bool:
        if taken is not None:
            return self.statements(bodies[0 if taken else 1])
        before = dict(self.names)
        first = self.statements(bodies[0])
        after_first, self.names = self.names, before
        second = self.statements(bodies[1])
        if first and second:
            names = {*after_first, *self.names}
            self.names = {
                name: distinct([*after_first.get(name, NOTHING), *self.names.get(name, NOTHING)]) for name in names
            }
        elif first:
            self.names = after_first
        return first or second

    def _case(self, subject: ast.expr, cases: list[ast.match_case]) -> list[ast.match_case]:
        known = self._facts.get(ast.unparse(subject))
        if known is None:
            return cases
        return [case for case in cases if known in _patterns(case.pattern)][:1]

    def _truth(self, test: ast.expr) -> bool | None:
        """What the facts say of a condition `x is Y`; None for any other."""
        match test:
            case ast.Compare(left=left, ops=[ast.Is() | ast.Eq()], comparators=[right]):
                known = self._facts.get(ast.unparse(left))
                return known == ast.unparse(right) if known is not None else None
        return None

    # -- expressions ---------------------------------------------------------------------------------------------------

    def shapes(self, node: ast.expr) -> tuple[Shape, ...]:
        """The alternatives of an expression."""
        match node:
            case ast.Constant(value=None):
                return NOTHING
            case ast.Constant(value=str(text)):
                return (Shape(open=True, text=text),)
            case ast.Name(id=name) if name in self.names:
                return self.names[name]
            case ast.Dict():
                return self._display(node)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self._union(self.shapes(left), self.shapes(right))
            case ast.IfExp(body=body, orelse=otherwise):
                return distinct([*self.shapes(body), *self.shapes(otherwise)])
            case ast.Subscript(value=value, slice=ast.Constant(value=str(key))):
                return distinct(inner for shape in self.shapes(value) for inner in shape.at(key))
            case ast.Call():
                place = self._modules.called(self._path, node)
                if place is not None and (place.path, _name_of(place)) in KEEPS_SHAPE:
                    return self.shapes(node.args[0])
                return self._answers.of(place, self._facts) if place is not None else (ANYTHING,)
        known = self._text(node)
        return (ANYTHING,) if known is None else (Shape(open=True, text=known),)

    def _display(self, node: ast.Dict) -> tuple[Shape, ...]:
        result: tuple[Shape, ...] = (Shape(),)
        for key, value in zip(node.keys, node.values, strict=True):
            match key:
                case None:
                    result = self._union(result, self.shapes(value))
                case ast.Constant(value=str(text)):
                    result = self._union(result, (Shape({text: self.shapes(value)}),))
                case _:
                    result = self._union(result, (ANYTHING,))
        return result

    @staticmethod
    def _union(left: tuple[Shape, ...], right: tuple[Shape, ...]) -> tuple[Shape, ...]:
        if len(left) * len(right) > ALTERNATIVES_MAX:
            return (ANYTHING,)
        return distinct(one.merged(other) for one, other in product(left or (ANYTHING,), right or (ANYTHING,)))

    def _text(self, node: ast.expr) -> str | None:
        """`decision.action.value` and `TABLE[decision.action]`, where the facts say which member that is."""
        match node:
            case ast.Attribute(value=owner, attr="value") if (
                member := self._facts.get(ast.unparse(owner))
            ) is not None:
                return self._value_of(member)
            case ast.Subscript(value=ast.Name(id=table), slice=key) if (
                member := self._facts.get(ast.unparse(key))
            ) is not None:
                found = self._modules.find(self._path, table)
                if found is not None and isinstance(found.node, ast.Dict):
                    for each, value in zip(found.node.keys, found.node.values, strict=True):
                        if each is not None and ast.unparse(each) == member and isinstance(value, ast.Constant):
                            return str(value.value)
        return None

    def _value_of(self, member: str) -> str | None:
        """The text behind `Action.STOP_INSTANCE`."""
        owner, _, name = member.rpartition(".")
        found = self._modules.find(self._path, owner)
        for item in found.node.body if found is not None and isinstance(found.node, ast.ClassDef) else ():
            match item:
                case ast.Assign(targets=[ast.Name(id=each)], value=ast.Constant(value=str(text))) if each == name:
                    return text
        return None


def _name_of(place: Place) -> str:
    return place.node.name if isinstance(place.node, ast.FunctionDef) else ""


def _patterns(pattern: ast.pattern) -> list[str]:
    if isinstance(pattern, ast.MatchOr):
        return [ast.unparse(each) for each in pattern.patterns]
    return [ast.unparse(pattern)]
