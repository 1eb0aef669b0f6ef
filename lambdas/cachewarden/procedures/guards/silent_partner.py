"""Guard on the way back: a partner that runs and doesn't answer may hold the good copy."""

from cachewarden.evidence.instance import InstanceState
from cachewarden.operation.timing import PARTNER_UNOBSERVED_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.situation import Situation


def partner_is_silent(situation: Situation) -> Decision | None:
    """A partner that runs and doesn't answer may hold the good copy: it is waited for, like before a stop."""
    for partner in situation.partners:
        host = partner.host
        answers = host is not None and host.storage is not None and host.sql is not None
        if answers or partner.ec2.state is not InstanceState.RUNNING:
            continue
        if situation.operation.waited_s(WaitReason.PARTNER, situation.now) < PARTNER_UNOBSERVED_OVERDUE_S:
            why = partner.host_error.message if partner.host_error else "it hasn't reported storage and SQL Server"
            return situation.wait(
                WaitReason.PARTNER, f"{partner.name} doesn't answer: {why}", since=None, estimate_s=20
            )
    return None
