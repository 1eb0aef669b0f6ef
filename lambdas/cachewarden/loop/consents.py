"""What was consented to, as evidence shows it: by a run of a document, which a person started or
an approver approved, or by the node's tag.

A claim alone is not believed: what an execution is started with names a run, and Systems Manager says which
document that was, of whom, when and for which instance [security#consent]. A run speaks for one operation: the
execution that it started under its own id, or one that we started in the place of that [security#resumed-consent].
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.json_reader import UnexpectedJsonError, parse_time
from cachewarden.operation.consent import TAG_LIFE_MAX, TERMS, Consent, GivenConsent, VoidConsent
from cachewarden.operation.document_consent import given_by_run
from cachewarden.operation.goal import OF_CLUSTER
from cachewarden.operation.operation import Operation
from cachewarden.operation.policy import CONSENT


def consents_in(
    evidence: ClusterEvidence, operation: Operation, now: datetime
) -> tuple[GivenConsent | VoidConsent, ...]:
    """Those of the operation's document, then those of the tags of the nodes that it is about.

    Whether they count is asked where they are needed.
    """
    tagged = evidence.replicas if operation.goal in OF_CLUSTER else (evidence.node,)
    return (
        *_of_the_document(evidence, operation),
        *(given for each in tagged for given in consents_by_tag(each.ec2.tags, each.instance_id, now)),
    )


def asked_by(evidence: ClusterEvidence, operation: Operation) -> str:
    """Who asked for the operation: the person whose run of a document it is, else whom its request names."""
    run = evidence.document_run
    if run is None or run.speaks_for != operation.execution_name:
        return operation.requested_by
    return f"{run.started_by} through {run.document}"


def _of_the_document(evidence: ClusterEvidence, operation: Operation) -> Iterator[GivenConsent | VoidConsent]:
    run, named = evidence.document_run, operation.document_run
    carried = run is not None and run.speaks_for != run.id
    if named is None and not carried:
        return
    if run is None or not (carried or run.id == named):
        yield VoidConsent(through=f"run {named}", why="Systems Manager knows no such run")
        return
    if run.speaks_for != operation.execution_name:
        yield VoidConsent(through=f"{run.document} (run {run.id})", why="it started another operation")
        return
    yield from given_by_run(run)


def consents_by_tag(tags: Mapping[str, str], node_id: str, now: datetime) -> Iterator[GivenConsent | VoidConsent]:
    """`<word>/<until>`, for example outage/2026-11-22T20:00Z [tags#consent]."""
    text = tags.get(CONSENT)
    if text is None:
        return
    through = f"the tag {CONSENT}={text}"
    word, _, until = text.partition("/")
    terms = {each.value: given for each, given in TERMS.items()}.get(word)
    if terms is None:
        yield VoidConsent(through=through, why=f"{word} is no consent that is known")
        return
    if not terms.by_tag:
        yield VoidConsent(through=through, why=f"{word} can't be given by a tag")
        return
    try:
        expires_at = parse_time(until)
    except UnexpectedJsonError:
        yield VoidConsent(through=through, why="it needs an end with its zone, as outage/2026-11-22T20:00Z has")
        return
    if expires_at - now > TAG_LIFE_MAX:
        yield VoidConsent(through=through, why=f"its end is more than {TAG_LIFE_MAX.days} days ahead")
        return
    yield GivenConsent(
        word=Consent(word),
        by="whoever set the tag",
        through=through,
        node_id=node_id,
        goals=tuple(sorted(terms.goals)),
        given_at=None,
        expires_at=expires_at,
        withdrawn=False,
    )
