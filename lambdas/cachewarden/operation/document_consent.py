"""What a person consented to by starting a document. Pure."""

from collections.abc import Iterator
from datetime import datetime

from cachewarden.evidence.document_run import DocumentRun
from cachewarden.operation.consent import TERMS, GivenConsent
from cachewarden.operation.goal import Goal


def given_by_run(run: DocumentRun) -> Iterator[GivenConsent]:
    """What starting the run's document was the consent to; nothing, for most documents."""
    for word, terms in TERMS.items():
        if run.document in terms.documents:
            yield GivenConsent(
                word=word,
                by=run.started_by,
                through=f"{run.document} (run {run.id})",
                node_id=run.instance_id or "no single instance",
                goals=(terms.documents[run.document],),
                given_at=run.started_at,
                expires_at=run.started_at + terms.life,
                withdrawn=run.cancelled,
            )


def still_consents(run: DocumentRun, *, node_id: str, goal: Goal, at: datetime) -> bool:
    """Whether something that the run consents to counts for an operation with this goal that begins now."""
    return any(given.void_because(node_id=node_id, goal=goal, at=at) is None for given in given_by_run(run))
