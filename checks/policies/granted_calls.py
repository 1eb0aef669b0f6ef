"""Every call that a story makes is allowed by the policies that are deployed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.policies.story_calls import StoryCalls
from checks.policies.story_calls_kept import play_ahead, story_calls

NAME = "calls-granted"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every story."""
    return denied_calls(story_calls(deployment.templates))


def denied_calls(stories: Iterable[StoryCalls]) -> Iterator[Finding]:
    """Each denial of a role's, service's or node's call, and each story that couldn't be played."""
    for calls in stories:
        where = f"story {calls.story}"
        if calls.failure is not None:
            remedy = f"See `cachewarden rehearse {calls.story}`."
            yield Finding(check=NAME, where=where, problem=f"it can't be played: {calls.failure}", remedy=remedy)
        for denial in calls.denials:
            problem = f"{denial.principal} may not {denial.action} on {denial.resource}, {denial.why}"
            yield Finding(check=NAME, where=where, problem=problem, remedy="Grant it, or don't make the call.")


CHECK = Check(
    name=NAME,
    proves="Every AWS call of every story is allowed by the policies that are deployed.",
    findings=findings,
    ahead=lambda deployment: play_ahead(deployment.templates),
)
