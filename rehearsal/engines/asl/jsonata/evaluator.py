"""One evaluator for all JSONata expressions of the process: jsonata-python's own, with a leaner dispatch.

The library looks up two tracing callbacks through all frames, and its per-thread instance, for every
node it evaluates; nothing here sets callbacks, so that work is left out. What a node means stays the
library's code. `tests/unit/rehearsal/engines/asl/jsonata/test_evaluator.py` holds the two against each other.
"""

import math
import operator
from collections.abc import Callable
from typing import Any

from jsonata.jexception import JException
from jsonata.jsonata import Jsonata
from jsonata.utils import Utils

from rehearsal.engines.asl.jsonata.text import to_text
from rehearsal.engines.asl.jsonata.tree import Symbol, all_nodes, plain_names
from rehearsal.engines.asl.values import Json

Frame = Jsonata.Frame
NULL = Utils.NULL_VALUE
"""The library's null; its None is undefined."""

NODES_MAX = 1_000_000
"""Stands for AWS's limit of one second per expression."""

DEPTH_MAX = 100
"""Nodes inside one another; AWS accepts 99 parentheses and refuses 100 (measured by github.com/floci-io/floci)."""


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": math.fmod,
}


class BudgetSpentError(RuntimeError):
    """The expression evaluated more nodes than it may."""


class Engine(Jsonata):
    """Evaluates syntax trees; keeps nothing between two evaluations but the tables of the library."""

    def __init__(self) -> None:
        super().__init__("null")
        self.set_validate_input(False)
        self.set_output_convert_nulls(False)
        self.nodes_left = 0
        self.depth = 0
        self._evaluators: dict[str, Callable[[Any, Any, Any], Any]] = {
            "path": self._path,
            "binary": self.evaluate_binary,
            "unary": self.evaluate_unary,
            "name": self.evaluate_name,
            "string": self._literal,
            "number": self._literal,
            "value": self._literal,
            "wildcard": lambda node, focus, frame: self.evaluate_wildcard(node, focus),
            "descendant": lambda node, focus, frame: self.evaluate_descendants(node, focus),
            "parent": lambda node, focus, frame: frame.lookup(node.slot.label),
            "condition": self.evaluate_condition,
            "block": self.evaluate_block,
            "bind": self.evaluate_bind_expression,
            "regex": lambda node, focus, frame: node.value,
            "function": lambda node, focus, frame: self.evaluate_function(node, focus, frame, Utils.NONE),
            "variable": self.evaluate_variable,
            "lambda": self.evaluate_lambda,
            "partial": self.evaluate_partial_application,
            "apply": self.evaluate_apply_expression,
            "transform": self.evaluate_transform_expression,
        }

    def run(self, tree: Symbol, frame: Frame, timestamp_ms: int) -> Any:
        """The library's value of `tree` without an input document. Raises whatever the library raises."""
        # Higher-order functions and $now reach the evaluator through this thread-local.
        Jsonata.CURRENT.jsonata = self
        self.timestamp = timestamp_ms
        self.nodes_left = NODES_MAX
        self.depth = 0
        return self.eval(tree, None, Frame(frame))

    def eval(self, expr: Symbol, input: Any, environment: Frame) -> Any:  # noqa: A002
        self.nodes_left -= 1
        if self.nodes_left < 0:
            raise BudgetSpentError("Expression evaluation timeout")
        self.depth = depth = self.depth + 1
        if depth > DEPTH_MAX:
            raise BudgetSpentError(
                "Stack overflow error: Check for non-terminating recursive function. "
                f"Consider rewriting as tail-recursive. Depth={depth} max={DEPTH_MAX}"
            )
        outer = self.input, self.environment
        self.input, self.environment = input, environment
        try:
            kind = expr.type
            evaluator = self._evaluators.get(kind)
            result = None if evaluator is None else evaluator(expr, input, environment)
            if expr.predicate is not None:
                for predicate in expr.predicate:
                    result = self.evaluate_filter(predicate.expr, result, environment)
            if expr.group is not None and kind != "path":
                result = self.evaluate_group_expression(expr.group, result, environment)
        finally:
            self.input, self.environment = outer
            self.depth = depth - 1
        if isinstance(result, Utils.JList) and result.sequence and not result.tuple_stream:
            if expr.keep_array:
                result.keep_singleton = True
            if not result:
                return None
            if len(result) == 1 and not result.keep_singleton:
                return result[0]
        return result

    def evaluate_string_concat(self, lhs: Any, rhs: Any) -> str:
        return ("" if lhs is None else to_text(lhs)) + ("" if rhs is None else to_text(rhs))

    def evaluate_numeric_expression(self, lhs: Any, rhs: Any, op: str) -> Any:
        # The library cuts the remainder's fraction off and fails where JavaScript goes on with Infinity or NaN.
        if lhs is not None and not Utils.is_numeric(lhs):
            raise JException("T2001", -1, op, lhs)
        if rhs is not None and not Utils.is_numeric(rhs):
            raise JException("T2002", -1, op, rhs)
        if lhs is None or rhs is None:
            return None
        try:
            result = _ARITHMETIC[op](float(lhs), float(rhs))
        except (ZeroDivisionError, ValueError):
            result = math.nan if op == "%" or lhs == 0 else math.copysign(math.inf, lhs) * math.copysign(1, rhs)
        return Utils.convert_number(result) if math.isfinite(result) else result

    def evaluate_includes_expression(self, lhs: Any, rhs: Any) -> bool:
        # JavaScript's ===, where the library takes 1 for true and equal objects for the same.
        if lhs is None or rhs is None:
            return False
        return any(_identical(item, lhs) for item in (rhs if isinstance(rhs, list) else [rhs]))

    def apply_inner(self, proc: Any, args: Any, input: Any, environment: Frame) -> Any:  # noqa: A002
        # The library prints before it refuses.
        if not self.is_function_like(proc):
            raise JException("T1006", 0)
        return super().apply_inner(proc, args, input, environment)

    def evaluate_filter(self, predicate: Any, input: Any, environment: Frame) -> Any:  # noqa: A002
        # JSONata evaluates the predicate for undefined, too, and fails where it fails.
        if input is None and predicate.type != "number":
            self.eval(predicate, None, environment)
        return super().evaluate_filter(predicate, input, environment)

    def evaluate_group_expression(self, expr: Symbol, input: Any, environment: Frame) -> Any:  # noqa: A002
        # The library (as JavaScript's) appends to an empty list that it is given: never to the machine's data.
        return super().evaluate_group_expression(expr, [] if type(input) is list and not input else input, environment)

    def _path(self, node: Symbol, focus: Any, frame: Frame) -> Any:
        # Names joined by dots through objects: the library would wrap and unwrap a sequence for each step.
        names = getattr(node, "plain_names", None)
        if names is None:
            return self.evaluate_path(node, focus, frame)
        value = focus
        if node.starts_at_variable:
            value = frame.lookup(names[0])
            names = names[1:]
        for name in names:
            if type(value) is not dict:
                return self.evaluate_path(node, focus, frame) if isinstance(value, list) else None
            value = value.get(name, Utils.NONE)
            if value is Utils.NONE:
                return None
            if value is None:
                value = NULL
        if isinstance(value, list) and type(value) is not list:
            return self.evaluate_path(node, focus, frame)
        return value

    @staticmethod
    def _literal(node: Symbol, focus: Any, frame: Frame) -> Any:
        return NULL if node.value is None else node.value


def _identical(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, bool) or isinstance(other, bool) or isinstance(one, dict | list):
        return False
    return bool(one == other)


def parse(text: str) -> Symbol:
    """The syntax tree. Raises the library's JException for text that isn't JSONata."""
    parsed = Jsonata(text)
    if parsed.errors:
        raise parsed.errors[0]
    for node in all_nodes(parsed.ast):
        if node.type == "path":
            node.plain_names = plain_names(node)
            node.starts_at_variable = node.steps[0].type == "variable"
    return parsed.ast


def with_nulls(value: Json) -> Any:
    """The value as the library wants it: None replaced by NULL everywhere, the same object where there is none."""
    if value is None:
        return NULL
    if type(value) is dict:
        members: Any = value.items()
    elif type(value) is list:
        members = enumerate(value)
    else:
        return value
    changed = None
    for place, old in members:
        if old is None:
            new = NULL
        elif type(old) is dict or type(old) is list:
            new = with_nulls(old)
            if new is old:
                continue
        else:
            continue
        if changed is None:
            changed = value.copy()
        changed[place] = new
    return value if changed is None else changed
