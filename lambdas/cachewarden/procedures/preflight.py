"""`Preflight`: what would keep this node from being stopped now; nothing is touched but protection, which goes on."""

from dataclasses import replace

from cachewarden.codes import Code
from cachewarden.evidence.cluster import InstanceState
from cachewarden.procedures.decision import Complete, Decision, Execute, Unsafe, Wait
from cachewarden.procedures.guards.node import (
    data_loss_seen,
    opted_out,
    request_expired,
    state_is_changing,
    subject_is_gone,
    subject_not_observed,
    subject_report_is_old,
)
from cachewarden.procedures.rules import Rule
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.stop import CLUSTER_GUARDS


def not_running(situation: Situation) -> Decision | None:
    """A stopped node can't be examined; its protection is what counts."""
    if not situation.is_in(InstanceState.STOPPED):
        return None
    return Complete(
        code=Code.PREFLIGHT_PASSED,
        sentence=f"{situation.subject.instance_id} is stopped and stop-protected; "
        "its storage is examined at its return",
    )


def findings(situation: Situation) -> Decision | None:
    """Every guard of a planned stop is asked; all their answers are reported together."""
    found: list[Unsafe] = []
    for guard in CLUSTER_GUARDS:
        answer = guard(situation)
        match answer:
            case Wait():
                return answer
            case Unsafe():
                found.append(answer)
            case None | Complete() | Execute():
                pass
    if not found:
        return None
    told = "; ".join(f"{item.code.value} {item.sentence}" for item in found)
    return replace(found[0], retreat=False, sentence=f"A planned stop would be refused: {told}")


def could_be_stopped(situation: Situation) -> Decision | None:
    """No guard has an objection."""
    return Complete(
        code=Code.PREFLIGHT_PASSED,
        sentence=f"{situation.subject.name} could be stopped safely now: all guards of a planned stop are satisfied",
    )


PREFLIGHT: tuple[Rule, ...] = (
    request_expired,
    data_loss_seen,
    subject_is_gone,
    opted_out,
    not_running,
    state_is_changing,
    subject_not_observed,
    subject_report_is_old,
    findings,
    could_be_stopped,
)
