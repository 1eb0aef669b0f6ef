"""Which keys of a JSON value a function reads, by following the value through the calls that it is given to.

A key that is tested first (`has`, `optional`, `get`, `in`) or read inside a branch isn't required.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from checks.python_sources.modules import Modules, Place, bound

READS = frozenset({"text", "one_of", "number", "real", "flag", "time", "child", "children", "texts", "numbers"})
"""Accessors of JsonReader that refuse a missing key."""
ASKS = frozenset({"has", "optional", "get"})
CONDITIONAL = (ast.If, ast.IfExp, ast.For, ast.While, ast.Match, ast.BoolOp, ast.ExceptHandler)


@dataclass(eq=False, slots=True)
class Needs:
    """Of one JSON object. `whole`: it is handed to something that isn't followed, so that any key may be read."""

    required: set[str] = field(default_factory=set)
    optional: set[str] = field(default_factory=set)
    inner: dict[str, Needs] = field(default_factory=dict)
    whole: bool = False

    def child(self, key: str) -> Needs:
        """The needs of the object below a key."""
        return self.inner.setdefault(key, Needs())

    @property
    def read(self) -> set[str]:
        """Every key that is read."""
        return self.required | self.optional


Known = Needs | str
"""What a name holds: a value that is followed, or a text that was given for a key."""


def needs_of(modules: Modules, function: Place, parameter: str) -> Needs:
    """What the function needs of the value of its parameter."""
    needs = Needs()
    _Reading(modules).function(function, {parameter: needs})
    _settle(needs)
    return needs


def _settle(needs: Needs) -> None:
    needs.required -= needs.optional
    for inner in needs.inner.values():
        _settle(inner)


class _Reading:
    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._under_way: list[tuple[ast.AST, tuple[tuple[str, object], ...]]] = []

    def function(self, place: Place, given: Mapping[str, Known]) -> None:
        assert isinstance(place.node, ast.FunctionDef)
        key = (
            place.node,
            tuple(sorted(((name, id(value)) for name, value in given.items()), key=lambda each: each[0])),
        )
        if key in self._under_way:
            return
        self._under_way.append(key)
        _Body(self._modules, self, place.path, dict(given)).statements(place.node.body, certain=True)
        self._under_way.pop()


class _Body:
    """One function's body with what its names stand for."""

    def __init__(self, modules: Modules, reading: _Reading, path: str, names: dict[str, Known]) -> None:
        self._modules = modules
        self._reading = reading
        self._path = path
        self._names = names

    def statements(self, body: list[ast.stmt], *, certain: bool) -> None:
        for statement in body:
            self._visit(statement, certain=certain)

    def _visit(self, node: ast.AST, *, certain: bool) -> None:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                self._visit(value, certain=certain)
                self._learn(name, value)
            case (
                ast.For(target=ast.Name(id=name), iter=source)
                | ast.comprehension(target=ast.Name(id=name), iter=source)
            ):
                self._visit(source, certain=certain)
                self._learn(name, source)
                for child in self._rest(node, source):
                    self._visit(child, certain=False)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
                for generator in node.generators:
                    self._visit(generator, certain=certain)
                for part in ast.iter_child_nodes(node):
                    if not isinstance(part, ast.comprehension):
                        self._visit(part, certain=False)
            case ast.If() | ast.IfExp() | ast.While():
                self._visit(node.test, certain=certain)
                for child in self._rest(node, node.test):
                    self._visit(child, certain=False)
            case ast.Call():
                self._call(node, certain=certain)
            case ast.Subscript(value=value, slice=key) if (known := self._of(value)) is not None:
                self._read(known, key, required=certain and isinstance(node.ctx, ast.Load))
            case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[value]) if (
                known := self._of(value)
            ) is not None:
                self._read(known, key, required=False)
            case _:
                inside = certain and not isinstance(node, CONDITIONAL)
                for child in ast.iter_child_nodes(node):
                    self._visit(child, certain=inside)

    @staticmethod
    def _rest(node: ast.AST, done: ast.AST) -> Iterator[ast.AST]:
        return (child for child in ast.iter_child_nodes(node) if child is not done)

    def _call(self, node: ast.Call, *, certain: bool) -> None:
        match node.func:
            case ast.Attribute(value=owner, attr=name) if (known := self._of(owner)) is not None:
                if name in READS | ASKS and node.args:
                    self._read(known, node.args[0], required=certain and name in READS)
                for argument in node.args[1:]:
                    self._visit(argument, certain=False)
                return
            case ast.Attribute(value=ast.Name(id="JsonReader"), attr="of") | ast.Name(id="JsonReader"):
                for argument in node.args:
                    if self._of(argument) is None:
                        self._visit(argument, certain=certain)
                return
        place = self._modules.called(self._path, node)
        given: dict[str, Known] = {}
        values = [*node.args, *(each.value for each in node.keywords)]
        if place is not None and isinstance(place.node, ast.FunctionDef):
            for parameter, value in bound(place.node, node).items():
                if (argument_known := self._known(value)) is not None:
                    given[parameter] = argument_known
        else:
            for value in values:
                if (passed_on := self._of(value)) is not None:
                    passed_on.whole = True
        for value in values:
            if self._of(value) is None or not isinstance(value, ast.Name):
                self._visit(value, certain=certain)
        if isinstance(node.func, ast.Attribute):
            self._visit(node.func.value, certain=certain)
        if place is not None and any(isinstance(value, Needs) for value in given.values()):
            before = _marks(given)
            self._reading.function(place, given)
            if not certain:
                _only_optional(given, before)

    def _learn(self, name: str, value: ast.expr) -> None:
        known = self._known(value)
        if known is not None:
            self._names[name] = known

    def _known(self, node: ast.expr) -> Known | None:
        match node:
            case ast.Constant(value=str(text)):
                return text
            case ast.Name(id=name) if isinstance(self._names.get(name), str):
                return self._names[name]
        return self._of(node)

    def _of(self, node: ast.expr) -> Needs | None:
        """The value of an expression, where it is followed."""
        match node:
            case ast.Name(id=name):
                found = self._names.get(name)
                return found if isinstance(found, Needs) else None
            case ast.Subscript(value=owner, slice=key) if (outer := self._of(owner)) is not None:
                text = self._text(key)
                return outer.child(text) if text is not None else None
            case (
                ast.Call(func=ast.Attribute(value=ast.Name(id="JsonReader"), attr="of"), args=[inner, *_])
                | ast.Call(func=ast.Name(id="JsonReader"), args=[inner, *_])
            ):
                return self._of(inner)
            case ast.Call(func=ast.Attribute(value=owner, attr="child" | "children" | "get"), args=[key, *_]) if (
                outer := self._of(owner)
            ) is not None:
                text = self._text(key)
                return outer.child(text) if text is not None else None
            case ast.Attribute(value=owner, attr="members"):
                return self._of(owner)
            case ast.BoolOp(values=[first, *_]):
                return self._of(first)
            case ast.IfExp(body=body):
                return self._of(body)
        return None

    def _read(self, known: Needs, key: ast.expr, *, required: bool) -> None:
        text = self._text(key)
        if text is None:
            known.whole = True
        else:
            (known.required if required else known.optional).add(text)

    def _text(self, node: ast.expr) -> str | None:
        known = self._known(node) if isinstance(node, ast.Constant | ast.Name) else None
        return known if isinstance(known, str) else None


def _marks(given: Mapping[str, Known]) -> list[tuple[Needs, set[str]]]:
    return [(value, set(value.required)) for value in given.values() if isinstance(value, Needs)]


def _only_optional(given: Mapping[str, Known], before: list[tuple[Needs, set[str]]]) -> None:
    for needs, required in before:
        needs.optional |= needs.required - required
        needs.required &= required
