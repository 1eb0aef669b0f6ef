"""docs/deployed-rights.md: what each principal of a deployment may change, from the synthesized policies, and the worst
that each such right permits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from checks.deployment import read_deployment
from checks.policies.deployed_statements import DeployedStatement, deployed_statements
from rehearsal.aws.cloudformation.synthesis import templates
from rehearsal.aws.iam.conditions import Condition, Quantifier
from rehearsal.aws.iam.policy import PolicyKind, Statement
from rehearsal.aws.iam.reference import action, actions_matching

DECLARATION: Final = Path(__file__).with_suffix(".yaml")
HELD = frozenset({PolicyKind.IDENTITY, PolicyKind.MANAGED})
"""Policies that give their holder rights; those of resources and of trust are about others."""

HEAD: Final = """# What each deployed principal may change

Written by `python -m checks.documentation` from the policies of the synthesized templates, as the rehearsal deploys
them; the worst outcomes are in `checks/documentation/deployed_rights.yaml`, and a test holds each right to a sentence
there. Rights that only read, as AWS's Service Authorization Reference calls them, are left out. Which attacks were
tried with a single stolen right, and what each contract keeps, is in [stolen-rights.md](stolen-rights.md).

"""


def worst_outcomes() -> dict[str, str]:
    """Right -> the worst that it permits by itself. Raises ValueError for a right that stands there twice."""
    given: list[dict[str, Any]] = yaml.safe_load(DECLARATION.read_text(encoding="utf-8"))
    pairs = [(right, each["worst"]) for each in given for right in each["rights"]]
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"{DECLARATION.name} names a right twice")
    return found


@cache
def changing_rights() -> Mapping[str, Mapping[str, tuple[Statement, ...]]]:
    """Holder -> right -> the statements that give it, of all that changes something."""
    found: dict[str, dict[str, tuple[Statement, ...]]] = {}
    for each in deployed_statements(read_deployment(templates())):
        for right in _changing(each):
            held = found.setdefault(each.label, {})
            held[right] = (*held.get(right, ()), each.statement)
    return found


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_lines(changing_rights(), worst_outcomes()))


def _lines(held: Mapping[str, Mapping[str, tuple[Statement, ...]]], worst: Mapping[str, str]) -> Iterator[str]:
    yield "## By right\n\n| right | who has it | the worst that it permits by itself |\n|---|---|---|\n"
    for right in sorted({right for rights in held.values() for right in rights}):
        who = ", ".join(f"[`{holder}`](#{holder.lower()})" for holder in sorted(held) if right in held[holder])
        yield f"| `{right}` | {who} | {worst.get(right, '')} |\n"
    yield "\n## By principal\n"
    for holder in sorted(held):
        yield f'\n### <a id="{holder.lower()}"></a>`{holder}`\n\n| right | on | only where |\n|---|---|---|\n'
        for right, statements in sorted(held[holder].items()):
            for on, where in dict.fromkeys(map(_scope, statements)):
                yield f"| `{right}` | {on} | {where} |\n"


def _changing(each: DeployedStatement) -> Iterator[str]:
    if each.kind in HELD and each.statement.allows:
        for pattern in each.statement.actions:
            yield from (right for right in actions_matching(pattern) if action(right).writes)


def _scope(statement: Statement) -> tuple[str, str]:
    """The statement's resources and conditions, for people."""
    on = ", ".join(dict.fromkeys(f"`{resource.split(':', 5)[-1]}`" for resource in statement.resources))
    return on, "; ".join(map(_condition, statement.conditions))


def _condition(given: Condition) -> str:
    quantifier = "" if given.quantifier is Quantifier.NONE else f"{given.quantifier.value}:"
    values = " or ".join(f"`{value}`" for value in given.values)
    return f"`{given.key}` {quantifier}{given.operator}{'IfExists' if given.if_exists else ''} {values}"
