"""Long work of other people's in SQL Server that a failover or a stop would cut off: waited for, then refused."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import SeedingState
from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.operation.consent import Consent
from cachewarden.operation.goal import Goal
from cachewarden.operation.timing import OTHERS_WORK_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.reseed import SEEDING_ENDED
from cachewarden.procedures.situation import Situation


def work_would_be_cut(situation: Situation) -> Decision | None:
    """A backup, a CHECKDB, a restore or a seeding runs that would be cut off; asked before anything is changed.

    The node's owner may consent to that for what runs on the node, and for nothing that runs elsewhere. What a reboot
    by AWS cuts off anyway holds no failover up.
    """
    if situation.changed_something:
        return None
    running = [each for each in (*_requests(situation), *_seedings(situation)) if not _cut_anyway(situation, each)]
    if not running:
        return None
    told = "; ".join(each.told for each in running)
    waited_s = situation.operation.waited_s(WaitReason.OTHERS_WORK, situation.now)
    longest_s = max(each.left_s for each in running)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """`on_node`: the node takes part in it. `left_s`: 0 where nobody knows."""

    told: str
    left_s: float
    on_node: bool


def _cut_anyway(situation: Situation, work: _Work) -> bool:
    """Whether the reboot by AWS, for which the node's roles move, may come before it ends."""
    comes_at = min((each.not_before for each in situation.reboots_due if each.not_before is not None), default=None)
    return (
        situation.operation.effective_goal is Goal.FAILED_OVER
        and work.on_node
        and comes_at is not None
        and situation.now + timedelta(seconds=work.left_s) > comes_at
    )


def _spared(situation: Situation) -> tuple[ReplicaEvidence, ...]:
    """Nodes whose work nobody has consented to cut off: asked as long as nothing was changed with a consent."""
    if situation.consent(Consent.CUT_WORK) is None:
        return situation.evidence.replicas
    return situation.partners


def _requests(situation: Situation) -> Iterator[_Work]:
    """On the node, whose SQL Server stops; on its partners, too, where groups change their roles."""
    for item in _spared(situation):
        concerned = item.instance_id == situation.node.instance_id or bool(situation.led_groups)
        if not concerned or item.host is None or item.host.sql is None:
            continue
        for request in item.host.sql.requests:
            of = f" of {request.database}" if request.database else ""
            yield _Work(
                told=f"{request.command}{of} runs on {item.name} ({request.percent} %, about {request.remaining_s} s "
                "left)",
                left_s=float(request.remaining_s),
                on_node=item.instance_id == situation.node.instance_id,
            )


def _seedings(situation: Situation) -> Iterator[_Work]:
    """Of groups that the node leads, or onto the node: the other ones go on without it."""
    led = {view.id for view in situation.led_groups}
    for item in _spared(situation):
        if item.host is None or item.host.sql is None:
            continue
        own = item.instance_id == situation.node.instance_id
        for seeding in item.host.sql.seeding:
            if seeding.state in SEEDING_ENDED or not (own or seeding.group_id in led):
                continue
            yield _Work(
                told=f"{seeding.database} is being seeded, as {item.name} reports ({seeding.state})",
                left_s=_left_s(seeding),
                on_node=True,  # from it, or onto it
            )


def _left_s(seeding: SeedingState) -> float:
    if not seeding.bytes_per_second or seeding.bytes_total is None or seeding.bytes_done is None:
        return 0.0
    return (seeding.bytes_total - seeding.bytes_done) / seeding.bytes_per_second
