"""Ours beside JSONata 2.0.6: evaluating the same expression, and when two answers agree."""

import json
from random import Random

from rehearsal.engines.asl.case import same
from rehearsal.engines.asl.jsonata.expression import (
    UNDEFINED,
    EvaluationError,
    ExpressionError,
    ResultTypeError,
    Variables,
    View,
    expression,
)
from rehearsal.engines.asl.jsonata.functions import function_frame
from rehearsal.engines.asl.jsonata.value_memo import ValueMemo

MILLISECONDS = 1_770_091_506_789


def view(bindings):
    variables = Variables(function_frame(Random(1)), ValueMemo(), {k: v for k, v in bindings.items() if k != "states"})
    return View(variables, bindings.get("states", {}), MILLISECONDS)


def our_answer(text, bindings):
    try:
        value = expression(text).evaluate(view(bindings))
    except (ExpressionError, EvaluationError) as failure:
        return {"error": str(failure)}
    except ResultTypeError:
        return {"function": True}
    return {"undefined": True} if value is UNDEFINED else {"value": json.loads(json.dumps(value))}


def agree(ours, theirs):
    """The same value, or both undefined, or both an error of whichever text."""
    if "error" in ours or "error" in theirs:
        return "error" in ours and "error" in theirs
    return ours.keys() == theirs.keys() and same(ours.get("value"), theirs.get("value"))
