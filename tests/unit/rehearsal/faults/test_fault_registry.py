"""The registry declares every place where the code asks for a fault, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from rehearsal.faults import POINTS, point_called
from rehearsal.faults.glossary import markdown
from rehearsal.kernel.faults import FaultKind
from tests.repository import ROOT


def asked_for() -> Iterator[tuple[str, frozenset[str]]]:
    """Every `….fault("point", fact=…)` of the rehearsal: the name, expressions as `<x>`, and its facts."""
    for path in (ROOT / "rehearsal").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fault":
                yield _name(node.args[0]), frozenset(word.arg for word in node.keywords if word.arg is not None)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    assert isinstance(node, ast.JoinedStr), ast.dump(node)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "<x>" for part in node.values)


OPERATIONS = {
    point.name.removeprefix("storage."): point for point in POINTS if point.at.endswith("is about to change something")
}
"""Changing operations of the storage provider: one place in the code asks for all of them."""


def shape(name: str) -> str:
    """`api.<service>.<Operation>` and `api.<x>.<x>` are one family."""
    return name.partition("<")[0]


def test_every_point_that_the_code_asks_for_is_declared_with_its_facts():
    declared = {shape(point.name): set(point.where) for point in POINTS if not point.external}
    for name, facts in asked_for():
        if shape(name) == "storage.":
            continue
        assert shape(name) in declared, name
        assert facts == declared[shape(name)], name


def test_each_kind_of_event_that_aws_announces_is_one_that_a_fault_can_name():
    announced = {
        word.value.value
        for path in (ROOT / "rehearsal").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "detail_type" and isinstance(word.value, ast.Constant)
    }
    assert "AWS Health Event" in announced
    for kind in announced:
        assert point_called(f"event.{kind}").name == "event.<detail-type>"


def test_every_declared_place_is_asked_for_somewhere():
    asked = {shape(name) for name, _ in asked_for()}
    for point in POINTS:
        if not point.external:
            assert shape(point.name) in asked or point.name.removeprefix("storage.") in OPERATIONS, point.name


def test_every_operation_of_the_storage_provider_is_declared():
    checked = set()
    for path in (ROOT / "rehearsal" / "world" / "storage").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "check_fault":
                operation = node.args[0]
                assert isinstance(operation, ast.Constant)
                facts = tuple(word.arg for word in node.keywords)
                assert set(OPERATIONS[operation.value].where) == {"node", *facts}, operation.value
                checked.add(operation.value)
    assert checked == set(OPERATIONS)


def test_names_are_unique_and_every_kind_has_a_sentence():
    names = [point.name for point in POINTS]
    assert len(names) == len(set(names))
    for point in POINTS:
        for kind, effect in point.effects.items():
            assert isinstance(kind, FaultKind)
            assert effect.does.endswith("."), (point.name, kind)
            assert set(effect.needs) <= set(effect.takes), (point.name, kind)
            for field in effect.takes:
                assert f"`{field}" in effect.does, (point.name, kind, field)


def test_a_name_finds_its_family():
    assert point_called("lambda.cachewarden-ingest").name == "lambda.<function>"
    assert point_called("state.DecideNextStep").name == "state.<State>"
    assert point_called("api.dynamodb.UpdateItem").name == "api.<service.Operation>"


def test_the_glossary_in_the_docs_is_the_registry_s():
    text = (ROOT / "docs" / "faults.md").read_text("utf-8")
    assert text == markdown(), "python -m rehearsal.faults > docs/faults.md"
