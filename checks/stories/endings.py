"""Every story ends as it declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.policies.story_calls import SEED, StoryCalls
from checks.policies.story_calls_kept import play_ahead, story_calls

NAME = "story-endings"


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every story, with a seed of the checks' own."""
    return wrong_endings(story_calls(deployment.templates))


def wrong_endings(stories: Iterable[StoryCalls]) -> Iterator[Finding]:
    """Each broken invariant, and each difference from what the story declares."""
    for played in stories:
        for complaint in played.complaints:
            remedy = f"See `cachewarden rehearse {played.story} --seed {SEED}`."
            yield Finding(check=NAME, where=f"story {played.story}", problem=complaint, remedy=remedy)


CHECK = Check(
    name=NAME,
    proves="Every story ends as it declares, and breaks no invariant.",
    findings=findings,
    ahead=lambda deployment: play_ahead(deployment.templates),
)
