"""A partner that runs and doesn't answer is waited for: before a stop, and before it counts as no good copy."""

from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.operation.timing import PARTNER_UNOBSERVED_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Wait
from cachewarden.procedures.situation import Situation


def wait_for_answer(situation: Situation, partner: ReplicaEvidence) -> Wait | None:
    """None once the operation has waited for partners for too long."""
    if situation.operation.waited_s(WaitReason.PARTNER, situation.now) >= PARTNER_UNOBSERVED_OVERDUE_S:
        return None
    return situation.wait(
        WaitReason.PARTNER, f"{partner.name} doesn't answer: {partner.why_silent}", since=None, estimate_s=20
    )


def partner_is_silent(situation: Situation) -> Decision | None:
    """A partner that runs and doesn't answer may hold the good copy: it is waited for, like before a stop."""
    for partner in situation.partners:
        if partner.ec2.state is InstanceState.RUNNING and partner.why_silent is not None:
            return wait_for_answer(situation, partner)
    return None
