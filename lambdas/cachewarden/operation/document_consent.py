"""What a person consented to by starting a document, or an approver by approving one. Pure."""

from collections.abc import Iterator
from datetime import datetime

from cachewarden.evidence.approval import Approval, ApproverDecision
from cachewarden.evidence.document_run import DocumentRun
from cachewarden.operation.approver import may_be_the_same
from cachewarden.operation.consent import APPROVAL_DOCUMENTS, TERMS, Consent, GivenConsent, Terms, VoidConsent
from cachewarden.operation.goal import Goal


def given_by_run(run: DocumentRun) -> Iterator[GivenConsent | VoidConsent]:
    """What the run's document is the consent to, or asked approvers for; nothing, for most documents."""
    for word, terms in TERMS.items():
        if run.document in terms.documents:
            yield GivenConsent(
                word=word,
                by=run.started_by,
                through=f"{run.document} (run {run.id})",
                node_id=_node(run),
                goals=(terms.documents[run.document],),
                given_at=run.started_at,
                expires_at=run.started_at + terms.life,
                withdrawn=run.cancelled,
            )
        if run.document in terms.approvals:
            yield _approved(run, word, terms, terms.approvals[run.document])


def still_consents(run: DocumentRun, *, node_id: str, goal: Goal, at: datetime) -> bool:
    """Whether something that the run consents to counts for an operation with this goal that begins now."""
    return any(
        isinstance(given, GivenConsent) and given.void_because(node_id=node_id, goal=goal, at=at) is None
        for given in given_by_run(run)
    )


def approval_void_because(run: DocumentRun) -> str | None:
    """Why nobody's approval of the run counts; None where one does, and for a document that asks nobody."""
    if run.document not in APPROVAL_DOCUMENTS:
        return None
    found = _decision(run, run.approval)
    return found if isinstance(found, str) else None


def _approved(run: DocumentRun, word: Consent, terms: Terms, goal: Goal) -> GivenConsent | VoidConsent:
    """The approver's word, by the run's own record of the step; whoever started the run says nothing by that."""
    through = f"{run.document} (run {run.id}, started by {run.started_by})"
    found = _decision(run, run.approval)
    if isinstance(found, str):
        return VoidConsent(through=through, why=found)
    decided, at = found
    return GivenConsent(
        word=word,
        by=decided.by,
        through=through,
        node_id=_node(run),
        goals=(goal,),
        given_at=at,
        expires_at=at + terms.life,
        withdrawn=run.cancelled,
    )


def _decision(run: DocumentRun, approval: Approval | None) -> tuple[ApproverDecision, datetime] | str:
    """The decision that counts, and when it was made; or why none does."""
    if approval is None or approval.ended_at is None:
        return "Systems Manager shows no approver's decision"
    if not approval.granted:
        return "whether it was approved can't be read" if approval.succeeded else "no approver approved it"
    if not approval.of_deployment:
        return "it asked others than the approvers of this deployment"
    if approval.decisions is None:
        return "who approved it can't be read"
    for decision in approval.decisions:
        if decision.approves and not may_be_the_same(run.started_by, decision.by):
            # The step ends with the decision: a later time in its record would only prolong the consent.
            return decision, min(decision.at or approval.ended_at, approval.ended_at)
    return "nobody approved it who can be told from whoever asked"


def _node(run: DocumentRun) -> str:
    return run.instance_id or "no single instance"
