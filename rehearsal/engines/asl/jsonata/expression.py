"""JSONata expressions of a machine: parsed once per process, evaluated against the state's view of the run."""

import math
import re
from collections.abc import Collection
from functools import cache
from typing import Any

from jsonata.jexception import JException
from jsonata.jsonata import Jsonata

from rehearsal.engines.asl.jsonata import evaluator as jsonata_engine
from rehearsal.engines.asl.jsonata.evaluator import DEPTH_MAX, NULL, Engine, Frame, with_nulls
from rehearsal.engines.asl.jsonata.shortcut import UNDEFINED, NotPlainError, shortcut
from rehearsal.engines.asl.jsonata.text import nonfinite_text
from rehearsal.engines.asl.jsonata.tree import Symbol, all_nodes, depth
from rehearsal.engines.asl.jsonata.value_memo import ValueMemo
from rehearsal.engines.asl.values import Json

_engine = Engine()

STATES_FIELDS = frozenset({"input", "context", "result", "errorOutput"})


class ExpressionError(ValueError):
    """The text isn't JSONata."""


class EvaluationError(Exception):
    """The evaluation raised; the text says what."""


class ResultTypeError(Exception):
    """The value is, or holds, something that JSON can't: a function."""


class Variables:
    """The variables of one scope."""

    __slots__ = ("frame", "memo", "values")

    def __init__(self, functions: Frame, memo: ValueMemo, values: dict[str, Json] | None = None) -> None:
        self.values: dict[str, Json] = dict(values or {})
        self.memo = memo
        self.frame = _VariablesFrame(functions, self)

    def assign(self, values: dict[str, Json]) -> None:
        self.values.update(values)

    def inner(self) -> "Variables":
        """A scope that reads these values; what it assigns stays in it."""
        return Variables(self.frame, self.memo, self.values)


class _VariablesFrame(Frame):
    """Makes a variable's form for the evaluator when it is looked up; most never are."""

    def __init__(self, functions: Frame, variables: Variables) -> None:
        super().__init__(functions)
        self._variables = variables

    def lookup(self, name: str) -> Any:
        values = self._variables.values
        if name in values:
            return self._variables.memo.with_nulls(values[name])
        return self.parent.lookup(name)


class View:
    """What an expression sees: the scope's variables and `$states` of this moment."""

    __slots__ = ("states", "timestamp_ms", "variables")

    def __init__(self, variables: Variables, states: dict[str, Json], timestamp_ms: int) -> None:
        self.variables = variables
        self.states = states
        self.timestamp_ms = timestamp_ms

    def frame(self, fields: Collection[str]) -> Frame:
        """For the evaluator, with these fields of `$states`."""
        memo = self.variables.memo
        frame = Frame(self.variables.frame)
        frame.bindings["states"] = {
            name: with_nulls(value) if name == "context" else memo.with_nulls(value)
            for name, value in self.states.items()
            if name in fields
        }
        return frame


class Expression:
    """One expression; `evaluate` gives JSON or UNDEFINED."""

    __slots__ = ("_shortcut", "_states_fields", "text", "tree")

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self.tree: Symbol = jsonata_engine.parse(text)
        except JException as refused:
            raise ExpressionError(str(refused)) from refused
        except Exception as broken:
            # over some broken texts the library's own parser stumbles (IndexError, KeyError): refused all the same
            raise ExpressionError(f"{type(broken).__name__}: {broken}") from broken
        self._shortcut = shortcut(self.tree) if depth(self.tree) <= DEPTH_MAX else None
        self._states_fields = states_fields(self.tree)

    def evaluate(self, view: View) -> Json:
        """Raises EvaluationError or ResultTypeError."""
        if self._shortcut is not None:
            try:
                return self._shortcut(view.variables.values, view.states)
            except (NotPlainError, OverflowError):
                pass
        return evaluate_tree(self.tree, view, self._states_fields)


@cache
def expression(text: str) -> Expression:
    """The parsed expression, the same object for the same text. Raises ExpressionError."""
    return Expression(text)


def evaluate_tree(tree: Symbol, view: View, states_fields: Collection[str] = STATES_FIELDS) -> Json:
    """The value by the evaluator, without any shortcut."""
    try:
        value = _engine.run(tree, view.frame(states_fields), view.timestamp_ms)
    except JException as failure:
        raise EvaluationError(f"{failure.error}: {failure}") from failure
    except RecursionError as failure:
        raise EvaluationError("Stack overflow error") from failure
    except Exception as failure:
        # the library leaves many of JSONata's own type errors to Python's operators and conversions
        raise EvaluationError(str(failure)) from failure
    return UNDEFINED if value is None else to_json(value)


def states_fields(tree: Symbol) -> frozenset[str]:
    """The fields of `$states` that the expression may read: all of them unless it names one each time."""
    mentions = [node for node in all_nodes(tree) if node.type == "variable" and node.value == "states"]
    # A predicate on $states itself could read any field by its bare name.
    named = [
        str(path.steps[1].value)
        for path in all_nodes(tree)
        if path.type == "path" and len(path.steps) > 1 and path.steps[0] in mentions
        if path.steps[1].type == "name" and path.steps[0].stages is None and path.steps[0].predicate is None
    ]
    return frozenset(named) if len(named) == len(mentions) else STATES_FIELDS


def to_json(value: Any) -> Json:
    """The evaluator's value as JSON; numbers that JSON lacks become their names, as on AWS (measured by floci).

    Raises ResultTypeError for functions.
    """
    kind = type(value)
    if kind is str or kind is bool or kind is int or value is None:
        return value
    if kind is dict:
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [to_json(item) for item in value]
    if value is NULL:
        return None
    if kind is float:
        return value if math.isfinite(value) else nonfinite_text(value)
    if isinstance(value, Symbol | Jsonata.JFunctionCallable | re.Pattern):
        raise ResultTypeError
    raise ResultTypeError(f"{kind.__name__} isn't JSON")
