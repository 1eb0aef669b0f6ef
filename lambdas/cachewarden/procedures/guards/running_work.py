"""Long work of other people's in SQL Server that a failover or a stop would cut off: waited for, then refused."""

from collections.abc import Iterator

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import SeedingState
from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent
from cachewarden.operation.goal import Goal
from cachewarden.operation.timing import OTHERS_WORK_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.reseed import SEEDING_ENDED
from cachewarden.procedures.situation import Situation


def work_would_be_cut(situation: Situation) -> Decision | None:
    """A backup, a CHECKDB, a restore or a seeding runs that would be cut off; asked before anything is changed.

    The node's owner may consent to that for what runs on the node, and for nothing that runs elsewhere.
    """
    if situation.changed_something:
        return None
    running = [*_requests(situation), *_seedings(situation)]
    if not running:
        return None
    told = "; ".join(sentence for sentence, _ in running)
    waited_s = situation.operation.waited_s(WaitReason.OTHERS_WORK, situation.now)
    longest_s = max(remaining_s for _, remaining_s in running)
    if waited_s + longest_s > OTHERS_WORK_OVERDUE_S:
        return situation.refuse(
            Code.WORK_WOULD_BE_CUT,
            f"{told}; the {_cut_by(situation)} would cut that off{situation.void_consents(Consent.CUT_WORK)}",
        )
    return situation.wait(
        WaitReason.OTHERS_WORK, f"{told}; that is waited for", since=None, estimate_s=max(15.0, waited_s + longest_s)
    )


def _cut_by(situation: Situation) -> str:
    return "failover" if situation.operation.goal is Goal.FAILED_OVER else "stop"


def _spared(situation: Situation) -> tuple[ReplicaEvidence, ...]:
    """Nodes whose work nobody has consented to cut off."""
    if situation.consent(Consent.CUT_WORK, allows=Action.SAVE_MODES) is None:
        return situation.evidence.replicas
    return situation.partners


def _requests(situation: Situation) -> Iterator[tuple[str, float]]:
    """On the node, whose SQL Server stops; on its partners, too, where groups change their roles."""
    for item in _spared(situation):
        concerned = item.instance_id == situation.node.instance_id or bool(situation.led_groups)
        if not concerned or item.host is None or item.host.sql is None:
            continue
        for request in item.host.sql.requests:
            of = f" of {request.database}" if request.database else ""
            yield (
                f"{request.command}{of} runs on {item.name} ({request.percent} %, about {request.remaining_s} s left)",
                float(request.remaining_s),
            )


def _seedings(situation: Situation) -> Iterator[tuple[str, float]]:
    """Of groups that the node leads, or onto the node: the other ones go on without it."""
    led = {view.id for view in situation.led_groups}
    for item in _spared(situation):
        if item.host is None or item.host.sql is None:
            continue
        own = item.instance_id == situation.node.instance_id
        for seeding in item.host.sql.seeding:
            if seeding.state in SEEDING_ENDED or not (own or seeding.group_id in led):
                continue
            yield f"{seeding.database} is being seeded, as {item.name} reports ({seeding.state})", _left_s(seeding)


def _left_s(seeding: SeedingState) -> float:
    if not seeding.bytes_per_second or seeding.bytes_total is None or seeding.bytes_done is None:
        return 0.0
    return (seeding.bytes_total - seeding.bytes_done) / seeding.bytes_per_second
