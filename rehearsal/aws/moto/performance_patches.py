"""What moto and botocore work out anew in every call although it can't have changed, worked out once.

A story makes some fifty calls that moto answers, most of them DynamoDB's UpdateItem at 1.8 ms of CPU; without what is
here it was a tenth of all its CPU. Each function below does what the library's own does, for the same result:

- botocore signs each request and composes its user agent, which nobody reads (`UNREAD`);
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
from typing import Any

from botocore import UNSIGNED
from botocore.config import Config
from moto.core import responses
from moto.core.utils import method_names_from_class
from moto.dynamodb.comparisons import ConditionExpressionParser
from moto.dynamodb.parsing.ast_nodes import DepthFirstTraverser, Node
from moto.dynamodb.parsing.expressions import UpdateExpressionParser

from rehearsal.world.world import REGION

UNREAD = Config(signature_version=UNSIGNED, user_agent=f"cachewarden-rehearsal region/{REGION}")
"""A client's configuration without what only a real service would read. moto takes the region of services whose host
name lacks it (SQS) from the signature, or from the user agent."""
_KEPT = 512
"""Parsed expressions; a story has about twenty different ones."""

_parse_condition = ConditionExpressionParser.parse
_parse_update = UpdateExpressionParser.make


def spare() -> None:
    """Puts all of it in place, for the process."""
    responses.method_names_from_class = cache(method_names_from_class)  # type: ignore[attr-defined]
    UpdateExpressionParser.make = staticmethod(lru_cache(_KEPT)(_parse_update))
    ConditionExpressionParser.parse = _condition  # type: ignore[method-assign]
    Node.__deepcopy__ = _copied
    DepthFirstTraverser.traverse_node_recursively = _traverse


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


def _copied(node: Node, memo: dict[int, Any]) -> Node:
    """A node's own facts are its class, its children and its parent; the copy's parent is set where it hangs."""
    made: Node = object.__new__(type(node))
    made.__dict__.update(node.__dict__)
    made.parent = None
    if node.children is not None:
        made.children = [deepcopy(child, memo) for child in node.children]
        for child in made.children:
            if _is_node(type(child)):
                child.parent = made
    return made


def _traverse(self: DepthFirstTraverser, node: Any, child_id: int = -1) -> Any:
    if not _is_node(type(node)):
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
def _is_node(kind: type) -> bool:
    return issubclass(kind, Node)


_PROCESSED_AS: dict[tuple[type, type], type | None] = {}


def _processed_as(traverser: DepthFirstTraverser, kind: type) -> type | None:
    """The first class of the traverser's map that nodes of this class are; the map's keys are the same for all of a
    traverser's class."""
    key = (type(traverser), kind)
    if key not in _PROCESSED_AS:
        classes = traverser._processing_map()
        _PROCESSED_AS[key] = next((known for known in classes if issubclass(kind, known)), None)
    return _PROCESSED_AS[key]
