"""A way back that ends in a refusal: replicas that lack nothing get their saved modes first; held ones are named.

Failing over by itself was suspended for the node's absence. A group that lacks nothing must not go without it because
another group, or the node's cache, waits for a person.
"""

from dataclasses import replace

from cachewarden.operation.policy import STATE, NodeState
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Refuse, Wait
from cachewarden.procedures.groups_text import groups_told
from cachewarden.procedures.guards.documents import sendable
from cachewarden.procedures.return_sql import lacks_nothing, modes_to_put_back, restore_modes_where_nothing_lacks
from cachewarden.procedures.return_to_service import BEFORE_ANY_ACT
from cachewarden.procedures.situation import Situation, first_answer

LOOKS_S = 300.0
"""What a person has to do is told after so long, even where the reports that the modes need are old."""


def modes_first(situation: Situation, answer: Decision) -> Decision:
    """The answer of a node's way back; where that is a refusal, what can be put back first, or what stays held."""
    if not isinstance(answer, Refuse) or not _may_act(situation):
        return answer
    first = restore_modes_where_nothing_lacks(situation) if situation.operation.has_lease else None
    match sendable(situation, first) if first is not None else None:
        case Execute() as act:
            # The refusal is due right after it, not after another wait for what it refuses for.
            return replace(act, ends_wait=False)
        case Wait() as wait if situation.operation.waited_s(WaitReason.LOOK, situation.now) <= LOOKS_S:
            return replace(wait, reason=WaitReason.LOOK)
        case _:
            told = _told(situation)
            return replace(answer, sentence=f"{answer.sentence.rstrip('.')}{told}") if told else answer


def may_be_held(situation: Situation) -> bool:
    """Whether a refusal now would leave a replica that lacks nothing MANUAL: only the lease's record says what its
    owner gave it."""
    if situation.node.ec2.tags.get(STATE) == NodeState.IN_SERVICE.value or not _may_act(situation):
        return False
    node = situation.node.instance_id
    return any(
        lacks_nothing(view, replica) and replica.synchronous and not replica.automatic
        for view in situation.node_groups
        for replica in view.replicas_on(node)
    )


def _may_act(situation: Situation) -> bool:
    """Whether the refusal came after the rules that any act on the way back needs."""
    return first_answer(BEFORE_ANY_ACT, situation) is None


def _told(situation: Situation) -> str:
    """The modes that stay held, for the end of a sentence; empty where none do."""
    held = modes_to_put_back(situation)
    if not held:
        return ""
    names = {view.id: view.name for view in situation.groups}
    groups = groups_told([names[group] for group in dict.fromkeys(mode.group for mode in held)])
    servers = ", ".join(dict.fromkeys(mode.server for mode in held))
    return (
        f". The modes of {servers} in {groups} stay held, without automatic failover, until an operation finds the "
        "replica SYNCHRONIZED; CacheWarden-StartInstance starts one"
    )
