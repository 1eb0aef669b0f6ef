"""Brings what an act reported along into the evidence, so that not every node is asked again after each act."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.host import HostEvidence, HostSections
from cachewarden.evidence.instance import Ec2Evidence, HostError, InstanceState, ReplicaEvidence
from cachewarden.evidence.verdict import Verdict


def with_verdict(
    evidence: ClusterEvidence, *, node: str, asked_at: datetime, verdict: Verdict
) -> ClusterEvidence | None:
    """Evidence in which `node`'s sections are those of the verdict, dated `asked_at` (the asking side's clock).

    None when the verdict renews nothing: it brings no observation, or one of another boot, or one older by the host's
    own clock than what is known (a host that deduplicates a command answers with the verdict of the first run).
    """
    host = next((replica.host for replica in evidence.replicas if replica.instance_id == node), None)
    if host is None or not _renews(host, verdict):
        return None
    seen = verdict.seen
    if isinstance(seen, HostError):
        return _changed(evidence, node, lambda replica: replace(replica, host=None, host_error=seen))
    if seen.storage is None and seen.worker is None and seen.sql is None:
        return None
    renewed = replace(_with_sections(host, seen, asked_at), host_clock=verdict.observed_at)
    return _changed(evidence, node, lambda replica: replace(replica, host=renewed))


def with_ec2_facts(evidence: ClusterEvidence, *, node: str, facts: Ec2Evidence) -> ClusterEvidence:
    """Evidence with `facts` as `node`'s unless newer ones are known; one that doesn't run has no report."""

    def renewed(replica: ReplicaEvidence) -> ReplicaEvidence:
        if replica.ec2.observed_at > facts.observed_at:
            return replica
        if facts.state is not InstanceState.RUNNING:
            return replace(replica, ec2=facts, host=None)
        # Of a running node only a look at every node says whether volumes of its pool are detached.
        return replace(replica, ec2=replace(facts, detached_pool=replica.ec2.detached_pool))

    return _changed(evidence, node, renewed)


def with_tags(evidence: ClusterEvidence, *, node: str, tags: Mapping[str, str]) -> ClusterEvidence:
    """Evidence in which `node` has these tags beside its other ones: we have just written them."""
    return _changed(
        evidence,
        node,
        lambda replica: replace(replica, ec2=replace(replica.ec2, tags={**replica.ec2.tags, **tags})),
    )


def _changed(
    evidence: ClusterEvidence, node: str, change: Callable[[ReplicaEvidence], ReplicaEvidence]
) -> ClusterEvidence:
    return replace(
        evidence,
        replicas=tuple(change(replica) if replica.instance_id == node else replica for replica in evidence.replicas),
    )


def _with_sections(host: HostEvidence, seen: HostSections, asked_at: datetime) -> HostEvidence:
    return replace(
        host,
        storage=seen.storage or host.storage,
        storage_at=asked_at if seen.storage else host.storage_at,
        storage_command=None if seen.storage else host.storage_command,
        worker=seen.worker or host.worker,
        worker_at=asked_at if seen.worker else host.worker_at,
        sql=seen.sql or host.sql,
        sql_at=asked_at if seen.sql else host.sql_at,
    )


def _renews(host: HostEvidence, verdict: Verdict) -> bool:
    if verdict.boot_id != host.boot_id or verdict.observed_at is None or host.host_clock is None:
        return False
    return verdict.observed_at >= host.host_clock
