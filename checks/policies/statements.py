"""Every policy statement by itself: whether it can ever apply, and whether it says no more than it must.

Source: AWS's Service Authorization Reference (which resource types and condition keys an action knows); IAM User Guide,
"The confused deputy problem".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.policies.deployed_statements import DeployedStatement, deployed_statements
from checks.policies.excuses import Excuse, excuses
from checks.policies.pattern_overlap import overlap
from rehearsal.aws.iam.authorizer import KNOWN_SOURCES
from rehearsal.aws.iam.conditions import NEGATED, Condition, Quantifier
from rehearsal.aws.iam.patterns import VARIABLE, segments
from rehearsal.aws.iam.policy import PolicyKind, Statement
from rehearsal.aws.iam.reference import Action, ResourceType, action, actions_matching

NAME = "policies"
_SOURCE_KEYS = frozenset({"aws:sourceaccount", "aws:sourcearn"})

_Problem = tuple[str, str]


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every statement of roles, managed policies and resources."""
    shipped = tuple(deployed_statements(deployment))
    for one in shipped:
        for problem, remedy in _problems(one):
            yield Finding(check=NAME, where=one.where, problem=problem, remedy=remedy)
    yield from about_every_resource(shipped, excuses().every_resource)


def _problems(shipped: DeployedStatement) -> Iterator[_Problem]:
    statement = shipped.statement
    if shipped.kind is PolicyKind.TRUST:
        yield from _open_to_any_deputy(statement)
        return
    if statement.actions_excluded or statement.resources_excluded:
        if statement.allows:
            yield "allows everything but what it names", "Name what it allows."
        return
    if statement.allows:
        for pattern in statement.actions:
            if "*" in pattern or "?" in pattern:
                yield f"allows actions by pattern: {pattern}", "Name the actions."
    actions = [action(name) for pattern in statement.actions for name in actions_matching(pattern)]
    yield from _resources_that_no_action_knows(statement, actions)
    for one in actions if statement.allows else ():
        yield from _never_applies(statement, one)


def about_every_resource(statements: Iterable[DeployedStatement], excused: tuple[Excuse, ...]) -> Iterator[Finding]:
    """Grants on `*` of actions that know resources, unless excused; then excuses that nothing needs."""
    needed: set[Excuse] = set()
    for shipped in statements:
        statement = shipped.statement
        if not statement.allows or "*" not in statement.resources:
            continue
        for name in (name for pattern in statement.actions for name in actions_matching(pattern)):
            if not action(name).resource_types:
                continue
            covering = [one for one in excused if one.covers(shipped.label, statement.sid, name)]
            needed.update(covering)
            if not covering:
                problem = f"allows {name} on every resource"
                yield Finding(check=NAME, where=shipped.where, problem=problem, remedy="Name the resources.")
    for excuse in excused:
        if excuse not in needed:
            problem = "the excuse is no longer needed: there is no such grant on every resource"
            yield Finding(check=NAME, where=excuse.where, problem=problem, remedy="Remove it.")


def _open_to_any_deputy(statement: Statement) -> Iterator[_Problem]:
    """A service that names its source may act for any account's resource, unless the role tests the source."""
    services = (statement.principals or {}).get("Service", ())
    keys = {condition.key for condition in statement.conditions}
    for service in services:
        if statement.allows and service in KNOWN_SOURCES and not keys & _SOURCE_KEYS:
            remedy = "Add a condition on aws:SourceAccount or aws:SourceArn."
            yield f"{service} may assume the role on behalf of another account", remedy


def _resources_that_no_action_knows(statement: Statement, actions: list[Action]) -> Iterator[_Problem]:
    for pattern in statement.resources:
        if pattern != "*" and not any(_types(one, pattern) for one in actions):
            yield f"none of its actions is about {pattern}", "Remove the resource, or correct its ARN."


def _never_applies(statement: Statement, one: Action) -> Iterator[_Problem]:
    """Why the statement can't allow this action in any call."""
    if not one.resource_types:
        if "*" not in statement.resources:
            yield f"{one.name} knows no resource: only Resource * allows it", "Give it a statement with Resource *."
        types: list[ResourceType] = []
    else:
        types = [found for pattern in statement.resources for found in _types(one, pattern)]
        if not types:
            yield f"{one.name} is about none of the statement's resources", "Correct the ARN, or remove the action."
            return
    for condition in statement.conditions:
        names = [found.name for found in types]
        if not any(one.knows(condition.key, kind) for kind in (names or (None,))):
            effect = "never allows" if _needs_the_key(condition) else "restricts nothing of"
            problem = f"{effect} {one.name}, whose requests never carry {condition.key}"
            yield problem, "Use a condition key that AWS's reference lists for the action and its resource."


def _needs_the_key(condition: Condition) -> bool:
    """Whether a request without the key doesn't fulfil it."""
    if condition.operator == "Null":
        return condition.values != ("true",)
    if condition.quantifier is Quantifier.ANY:
        return True
    return not (condition.if_exists or condition.quantifier is Quantifier.ALL or condition.operator in NEGATED)


def _types(one: Action, pattern: str) -> list[ResourceType]:
    """The action's resource types of which the pattern can name one."""
    parts = ["*"] * 6 if pattern == "*" else segments(VARIABLE.sub("*", pattern))
    return [
        found
        for found in one.resource_types.values()
        if all(overlap(mine, theirs) for mine, theirs in zip(parts, segments(found.arn), strict=True))
    ]


CHECK = Check(
    name=NAME,
    proves="Each policy statement can apply, names actions and resources, and no role serves another account.",
    findings=findings,
)
