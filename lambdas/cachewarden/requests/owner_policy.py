"""What the owner's tags say about a request before anything else, and right before an execution would start."""

from datetime import datetime
from typing import assert_never

from cachewarden.codes import Code
from cachewarden.operation.policy import Answer
from cachewarden.requests.request import Ignore, InstanceFacts, Notify


def tag_misspelt(instance_id: str, value: str) -> Notify:
    """Neither opted in nor out: our roles' policies know `true` alone, so nothing could be done for the instance."""
    return Notify(
        instance_id=instance_id,
        code=Code.TAG_MISSPELT,
        sentence=f"{instance_id} is tagged cachewarden:managed={value[:64]!r}, which is neither 'true' nor 'false' "
        "(capitals and blanks count). It is not opted in: nobody protects it, and a stop would lose its cache",
    )


def not_opted_in(facts: InstanceFacts) -> Ignore | Notify | None:
    """An instance without the tag is left alone; one whose tag somebody got wrong isn't passed over in silence."""
    if facts.policy.managed:
        return None
    if facts.policy.misspelt is not None:
        return tag_misspelt(facts.instance_id, facts.policy.misspelt)
    return Ignore(instance_id=facts.instance_id, code=Code.NOT_OPTED_IN, sentence=f"{facts.instance_id} isn't opted in")


def held_by_owner(facts: InstanceFacts, answer: Answer, *, what: str, document: str, now: datetime) -> Notify | None:
    """Why the owner doesn't want it done without being asked; None when the owner does, if only by a calendar."""
    instance_id, policy = facts.instance_id, facts.policy
    if policy.snoozed(now):
        return Notify(
            instance_id=instance_id,
            code=Code.SNOOZED,
            sentence=f"{what}: the owner of {instance_id} asked to be left alone until "
            f"{policy.snooze_until:%Y-%m-%d %H:%M} UTC; start {document} if it must be",
        )
    match answer:
        case Answer.AUTO | Answer.CALENDAR:
            return None
        case Answer.APPROVE:
            return Notify(
                instance_id=instance_id,
                code=Code.NEEDS_APPROVAL,
                sentence=f"{what}: the owner of {instance_id} wants to be asked; start {document} to approve",
            )
        case Answer.NOTIFY:
            return Notify(
                instance_id=instance_id,
                code=Code.NOTIFY_ONLY,
                sentence=f"{what}: the owner of {instance_id} only wants to know; start {document} to have it done",
            )
        case _:
            assert_never(answer)
