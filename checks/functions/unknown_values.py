"""No empty value stands in for what wasn't seen [architecture, principle 6]: in the functions, what is unknown is None.

Looked for are `x or 0`, `.get(key, 0)`, `default=0`, `0 if … else x` and fields of a class that begin as 0, each with
any empty value; `default_values.py` lists those that are right, with the reason.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.functions.default_values import ALLOWED
from checks.python_sources.source import parsed

NAME = "function-unknown-values"
FOLDERS = ("lambdas/cachewarden", "lambdas/handlers", "lambdas/adapters")
OWN_COUNTERS = frozenset({"attempts", "failures"})
"""Counts that the operation keeps itself: what isn't in them hasn't happened."""
_EMPTY_CALLS = frozenset({"tuple", "list", "dict", "set", "frozenset"})
_REMEDY = "Keep None and let what reads it refuse or look again, or list it in checks/functions/default_values.py."


def findings(deployment: Deployment, allowed: Mapping[str, Mapping[str, str]] = ALLOWED) -> Iterator[Finding]:
    """Every default that isn't allowed, and every permission that nothing needs any more."""
    used: set[tuple[str, str]] = set()
    for folder in FOLDERS:
        for path, text in deployment.below(folder, ".py").items():
            for node in _defaults(parsed(text)):
                told = ast.unparse(node)
                used.add((path, told))
                if told not in allowed.get(path, {}):
                    problem = f"an empty value stands in for what may be unknown: {told}"
                    yield Finding(check=NAME, where=f"{path}:{node.lineno}", problem=problem, remedy=_REMEDY)
    for path, expressions in allowed.items():
        for told in expressions:
            if (path, told) not in used:
                problem = f"nothing in {path} says {told} any more"
                yield Finding(
                    check=NAME,
                    where="checks/functions/default_values.py",
                    problem=problem,
                    remedy="Take it off the list.",
                )


def _defaults(tree: ast.Module) -> Iterator[ast.expr | ast.AnnAssign]:
    for node in ast.walk(tree):
        match node:
            case ast.BoolOp(op=ast.Or(), values=[*_, last]) if _is_empty(last):
                yield node
            case ast.Call(func=ast.Attribute(attr="get", value=owner), args=[_, default]) if _is_empty(default):
                if not (isinstance(owner, ast.Attribute) and owner.attr in OWN_COUNTERS):
                    yield node
            case ast.Call(func=ast.Name(id="next"), args=[_, default]) if _is_empty(default):
                yield node
            case ast.Call(keywords=keywords) if any(
                each.arg == "default" and _is_empty(each.value) for each in keywords
            ):
                yield node
            case ast.IfExp(body=body, orelse=orelse) if _stands_in(body, orelse) or _stands_in(orelse, body):
                yield node
            case ast.ClassDef(body=body):
                for field in body:
                    if isinstance(field, ast.AnnAssign) and field.value is not None and _is_empty(field.value):
                        yield field


def _stands_in(empty: ast.expr, other: ast.expr) -> bool:
    """Whether an empty value is given where a value was expected; part of a sentence that is left out isn't one."""
    part_of_sentence = isinstance(other, ast.JoinedStr | ast.Constant) and isinstance(empty, ast.Constant)
    return _is_empty(empty) and not part_of_sentence


def _is_empty(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=None):
            return False
        case ast.Constant(value=value):
            return not value
        case ast.Tuple(elts=inner) | ast.List(elts=inner) | ast.Dict(keys=inner):
            return not inner
        case ast.Call(func=ast.Name(id=name), args=[], keywords=[]):
            return name in _EMPTY_CALLS
    return False


CHECK = Check(
    name=NAME,
    proves="No empty value stands in for what a function didn't see, but where the list of such places says why.",
    findings=findings,
)
