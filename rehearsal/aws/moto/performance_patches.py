"""What moto works out anew in every call although it can't have changed, worked out once.

A story makes some fifty calls that moto answers, most of them DynamoDB's UpdateItem at 1.8 ms of CPU; without what is
here it was a tenth of all its CPU. Each function below does what the library's own does, for the same result:

- moto lists a response class's methods by reflection for each call;
- moto parses an update expression twice and a condition expression twice; both depend on their text and values alone,
  and what was parsed isn't changed afterwards (validation works on a copy);
- moto copies the parsed expression by `copy.deepcopy`'s general way, and its traversal asks abstract base classes for
  each node and pass which type it is.
"""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from moto.core import responses
from moto.core.utils import method_names_from_class
from moto.dynamodb.comparisons import ConditionExpressionParser

_nodes: Any = import_module("moto.dynamodb.parsing.ast_nodes")  # moto leaves these two modules untyped
_expressions: Any = import_module("moto.dynamodb.parsing.expressions")

_KEPT = 512
"""Parsed expressions; a story has about twenty different ones."""

_parse_condition = ConditionExpressionParser.parse
_parse_update = _expressions.UpdateExpressionParser.make


def apply_patches() -> None:
    """Puts all of it in place, for the process."""
    setattr(responses, method_names_from_class.__name__, cache(method_names_from_class))
    _expressions.UpdateExpressionParser.make = staticmethod(lru_cache(_KEPT)(_parse_update))
    setattr(ConditionExpressionParser, _parse_condition.__name__, _condition)
    _nodes.Node.__deepcopy__ = _copied
    _nodes.DepthFirstTraverser.traverse_node_recursively = _traverse


def _condition(parser: ConditionExpressionParser) -> Any:
    names = json.dumps(parser.expression_attribute_names)
    values = json.dumps(parser.expression_attribute_values)
    parsed, found_names, found_values = _parsed_condition(parser.condition_expression, names, values)
    parser.expr_attr_names_found.extend(found_names)
    parser.expr_attr_values_found.extend(found_values)
    return parsed


@lru_cache(_KEPT)
def _parsed_condition(expression: str | None, names: str, values: str) -> tuple[Any, list[str], list[str]]:
    parser = ConditionExpressionParser(expression, json.loads(names), json.loads(values))
    return _parse_condition(parser), parser.expr_attr_names_found, parser.expr_attr_values_found


def _copied(node: Any, memo: dict[int, Any]) -> Any:
    """A node's own facts are its class, its children and its parent; the copy's parent is set where it hangs."""
    made: Any = object.__new__(type(node))
    made.__dict__.update(node.__dict__)
    made.parent = None
    if node.children is not None:
        made.children = [deepcopy(child, memo) for child in node.children]
        for child in made.children:
            if _is_node(child.__class__):
                child.parent = made
    return made


def _traverse(self: Any, node: Any, child_id: int = -1) -> Any:
    if not _is_node(node.__class__):
        return node
    parent = node.parent
    if node.children is not None:
        for index, child in enumerate(node.children):
            self.pre_processing_of_child(node, index)
            self.traverse_node_recursively(child, index)
    processed_as = _processed_as(self, type(node))
    if processed_as is None:
        return node
    node = self._processing_map()[processed_as](node)
    node.parent = parent
    if parent:
        parent.children[child_id] = node
    return node


@cache
def _is_node(kind: type[Any]) -> bool:
    return issubclass(kind, _nodes.Node)


_PROCESSED_AS: dict[tuple[type, type], type | None] = {}


def _processed_as(traverser: Any, kind: type) -> type | None:
    """The first class of the traverser's map that nodes of this class are; the map's keys are the same for all of a
    traverser's class."""
    key = (type(traverser), kind)
    if key not in _PROCESSED_AS:
        classes = traverser._processing_map()
        _PROCESSED_AS[key] = next((known for known in classes if issubclass(kind, known)), None)
    return _PROCESSED_AS[key]
