"""Every grant is used by a story, or excused with a reason that still holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.policies.deployed_statements import DeployedStatement, deployed_statements
from checks.policies.excuses import Excuse, excuses
from checks.policies.story_calls_kept import play_ahead, story_calls
from rehearsal.aws.iam.authorizer import GrantUse
from rehearsal.aws.iam.patterns import glob
from rehearsal.aws.iam.policy import PolicyKind

NAME = "grants-used"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every action of every statement that allows something, and of every excuse."""
    stories = story_calls(deployment.templates)
    unplayed = [calls.story for calls in stories if calls.failure is not None]
    if unplayed:
        yield Finding(
            check=NAME,
            where="rehearsal/scenarios/stories",
            problem=f"it can't be said which grants are used: {', '.join(unplayed)} can't be played",
            remedy="See what calls-granted found.",
        )
        return
    used = frozenset().union(*(calls.grants for calls in stories))
    yield from unused_grants(deployed_statements(deployment), used, excuses().unused)


def unused_grants(
    statements: Iterable[DeployedStatement], used: frozenset[GrantUse], excused: tuple[Excuse, ...]
) -> Iterator[Finding]:
    """Grants without use in a story or excuse; then excuses without need."""
    needed: set[Excuse] = set()
    for shipped in statements:
        if not shipped.statement.allows or shipped.kind is PolicyKind.TRUST:
            continue
        actions = [use.action for use in used if (use.holder, use.sid) == (shipped.holder, shipped.statement.sid)]
        for pattern in shipped.statement.actions:
            if any(glob(pattern.lower()).fullmatch(action.lower()) for action in actions):
                continue
            covering = [one for one in excused if one.covers(shipped.label, shipped.statement.sid, pattern)]
            needed.update(covering)
            if not covering:
                yield Finding(
                    check=NAME,
                    where=shipped.where,
                    problem=f"no story uses {pattern}",
                    remedy="Remove it from the policy, play a story that needs it, or excuse it with a reason.",
                )
    for excuse in excused:
        if excuse not in needed:
            yield Finding(
                check=NAME,
                where=excuse.where,
                problem="the excuse is no longer needed: a story uses the grant, or there is no such grant",
                remedy="Remove it.",
            )


CHECK = Check(
    name=NAME,
    proves="Every grant is used by a story, or excused with a reason that still holds.",
    findings=findings,
    ahead=lambda deployment: play_ahead(deployment.templates),
)
