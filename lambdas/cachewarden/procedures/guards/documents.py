"""Guards on what acts send: a Command document runs in the version that was deployed, or not at all.

Whoever may change a document, or which version is its default, has nothing of it run by an operation.
"""

from cachewarden.codes import Code
from cachewarden.evidence.document_versions import no_version_told
from cachewarden.operation.actions import Performer, performer
from cachewarden.operation.goal import WAYS_BACK
from cachewarden.operation.timing import DOCUMENTS_LOOK_S, RESTORED_LOOK_S, RESTORED_WITHIN_S
from cachewarden.operation.usual_documents import documents_with_way_back, usual_documents
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.decision import Decision, Execute, Look, Wait
from cachewarden.procedures.situation import Situation


def act_not_deployed(situation: Situation) -> Decision | None:
    """Refuse where a Command document that the operation will send has no version that was deployed."""
    if situation.changed_something:
        return None
    missing = set(situation.evidence.documents.missing)
    needed = [name for name in usual_documents(situation.operation.effective_goal) if name in missing]
    if not needed:
        return None
    return situation.refuse(
        Code.ACT_NOT_DEPLOYED, f"Acts on {situation.node.name} wouldn't be sent: {no_version_told(needed)}"
    )


def sendable(situation: Situation, answer: Decision) -> Decision:
    """The answer; where it is an act on a host whose deployed version isn't known, a look for it, or a refusal.

    Before the first change the versions of all acts that usually follow have to be known, and at each act that of what
    undoes it: no way back may depend on what can't be read then. On a way back what has no deployed version is looked
    for again and again for a while, since people may put it back.
    """
    if not isinstance(answer, Execute) or performer(answer.action) is not Performer.HOST:
        return answer
    operation, known = situation.operation, situation.evidence.documents
    goal = operation.effective_goal
    documents = documents_with_way_back(answer.action)
    if goal not in WAYS_BACK and not situation.changed_something:
        documents = tuple(dict.fromkeys((*documents, *usual_documents(goal))))
    unknown = known.unknown(documents)
    missing = tuple(name for name in documents if name in known.missing)
    waits = goal in WAYS_BACK and operation.waited_s(WaitReason.LOOK, situation.now) <= RESTORED_WITHIN_S
    if missing and not waits:
        return situation.refuse(
            Code.ACT_NOT_DEPLOYED,
            f"{answer.action.value} on {situation.name(answer.node)} isn't sent: {no_version_told(missing)}",
        )
    if not unknown and not missing:
        return answer
    seconds = DOCUMENTS_LOOK_S if set(unknown) & set(known.wanted) else 0  # the last look couldn't tell
    return Wait(
        seconds=RESTORED_LOOK_S if missing else seconds,
        look=Look.EC2,
        reason=WaitReason.LOOK,
        sentence=f"Which version of {', '.join((*unknown, *missing))} was deployed is looked up; next: "
        f"{answer.sentence}",
        documents=tuple(dict.fromkeys((*unknown, *missing, *known.unknown(usual_documents(goal))))),
    )
