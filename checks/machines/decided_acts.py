"""Which parameters Decide gives each act's document, read off the domain package's source."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from checks.deployment import Deployment
from checks.python_sources.source import called_name, functions, keyword, literal_keys, parsed

DOMAIN = "lambdas/cachewarden"
STEP_JSON = f"{DOMAIN}/loop/step_json.py"
ACTION = f"{DOMAIN}/operation/actions.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedAct:
    """One `Execute(…)` in the source. `own` maps the names that it gives to their text where it is a literal, else to
    None; `lease`: the names that every act on a host gets besides."""

    action: str
    own: Mapping[str, str | None]
    lease: tuple[str, ...]
    where: str


class UnreadableError(Exception):
    """The source says it in a way that isn't read here; the text names the place."""


def decided_acts(deployment: Deployment) -> tuple[DecidedAct, ...]:
    """Every act that the domain can decide. Raises UnreadableError."""
    return _acts(tuple(sorted(deployment.below(DOMAIN, ".py").items())))


@lru_cache(maxsize=8)
def _acts(files: tuple[tuple[str, str], ...]) -> tuple[DecidedAct, ...]:
    texts = dict(files)
    values = _action_values(texts[ACTION])
    lease = _lease_parameters(texts[STEP_JSON])
    return tuple(act for path, text in files for act in _acts_of(path, text, values, lease))


def _acts_of(path: str, text: str, values: Mapping[str, str], lease: tuple[str, ...]) -> Iterator[DecidedAct]:
    for node in ast.walk(parsed(text)):
        if not (isinstance(node, ast.Call) and called_name(node) == "Execute"):
            continue
        where = f"{path}:{node.lineno}"
        action = keyword(node, "action")
        given = keyword(node, "parameters")
        own = {} if given is None else literal_keys(given)
        if not (isinstance(action, ast.Attribute) and action.attr in values) or own is None:
            raise UnreadableError(f"{where}: Execute takes action=Action.NAME and parameters={{'Name': …}} as literals")
        texts = {name: _text(value) for name, value in own.items()}
        yield DecidedAct(action=values[action.attr], own=texts, lease=lease, where=where)


def _text(value: ast.expr) -> str | None:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def _action_values(text: str) -> dict[str, str]:
    """Member of the enumeration -> its value."""
    return {
        target.id: node.value.value
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }


def _lease_parameters(text: str) -> tuple[str, ...]:
    """What every act on a host gets: the display called `parameters` in step_json."""
    for node in ast.walk(functions(text)["_execution"]):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == "parameters"
        ):
            keys = literal_keys(node.value)
            if keys is not None:
                return tuple(keys)
    raise UnreadableError(f"{STEP_JSON}: _execution has no display called parameters")
