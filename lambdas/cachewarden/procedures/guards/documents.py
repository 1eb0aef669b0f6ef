"""Guards on what acts send: a Command document runs in the version that was deployed, or not at all.

Whoever may change a document, or which version is its default, has nothing of it run by an operation.
"""

from cachewarden.codes import Code
from cachewarden.evidence.document_versions import no_version_told
from cachewarden.operation.actions import Performer, performer
from cachewarden.operation.host_commands import documents_of
from cachewarden.operation.timing import DOCUMENTS_LOOK_S
from cachewarden.operation.usual_documents import usual_documents
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
    """The answer; where it is an act on a host whose deployed version isn't known, a look for it, or a refusal."""
    if not isinstance(answer, Execute) or performer(answer.action) is not Performer.HOST:
        return answer
    known, documents = situation.evidence.documents, documents_of(answer.action)
    missing = [name for name in documents if name in known.missing]
    if missing:
        return situation.refuse(
            Code.ACT_NOT_DEPLOYED,
            f"{answer.action.value} on {situation.name(answer.node)} isn't sent: {no_version_told(missing)}",
        )
    unknown = known.unknown(documents)
    if not unknown:
        return answer
    goal = situation.operation.effective_goal
    return Wait(
        seconds=DOCUMENTS_LOOK_S if set(unknown) & set(known.wanted) else 0,  # the last look couldn't tell
        look=Look.EC2,
        reason=WaitReason.LOOK,
        sentence=f"Which version of {', '.join(unknown)} was deployed is looked up; next: {answer.sentence}",
        documents=tuple(dict.fromkeys((*unknown, *known.unknown(usual_documents(goal))))),
    )
