"""Observes a cluster: what EC2 says, then what every reachable host says. Changes nothing.

EC2's facts are read before the hosts are asked: a host's proof newer than them was taken after they held.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from adapters.clients import ssm
from adapters.computer_records import absent_computers, home_cluster, noted_computers
from adapters.consent_records import carried_run
from adapters.deployed_documents import NotDeployedError, deployed_version, known_versions, with_versions
from adapters.documents.document_runs import read_document_run
from adapters.ebs import swap_snapshot, volume_id_of
from adapters.ec2 import (
    attached_volumes,
    ec2_evidence,
    evidence_of,
    instances_by_id,
    instances_of_cluster,
    now,
    own_tags,
    scheduled_events,
)
from adapters.observability import count, logger
from adapters.pool_volumes import volumes_of
from adapters.ssm_observe import observe_hosts
from adapters.stop_records import read_stop
from cachewarden.codes import Code
from cachewarden.evidence.absent_computer import AbsentComputer
from cachewarden.evidence.cluster import NO_VERSIONS, ClusterEvidence, Stranger
from cachewarden.evidence.document_versions import DocumentVersions, no_version_told
from cachewarden.evidence.host import HostEvidence
from cachewarden.evidence.instance import AgentEvidence, Ec2Evidence, HostError, InstanceState, ReplicaEvidence
from cachewarden.evidence.membership import copied, divided
from cachewarden.evidence.scheduled_event import SeenMaintenance
from cachewarden.evidence.storage import EVACUATION_CAN_RUN, StorageClassification
from cachewarden.evidence.volume_role import why_pool_not_told
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.host_commands import OBSERVE_DOCUMENT
from cachewarden.operation.policy import CLUSTER, may_be_asked
from cachewarden.procedures.decision import Look

if TYPE_CHECKING:
    from types_boto3_ec2.type_defs import InstanceTypeDef


CHANGE_WITHIN_S = 72
"""How long a change is waited for within one observation, of the function's 180 s; hosts may take 75."""
CHANGE_POLL_S = {Look.EC2: 1.5, Look.ARRIVAL: 12.0}
"""Pauses between two questions. Until a stop's end is seen the databases have a copy less, so EC2, whose answer costs
one call, is asked often. Behind an agent that answers the node's own boot task is still at work, which is waited for
anyway: to know of the agent sooner gains nothing."""
COMMAND_TARGETS_MAX = 50
"""Instances that one SendCommand names (SSM API reference, SendCommand, InstanceIds)."""
NO_SUCH_VERSION = "InvalidDocumentVersion"
"""What SendCommand raises for a version that was deleted since it was found (SSM API reference)."""


class SubjectNotFound(Exception):  # noqa: N818 - Step Functions catches by this name
    """EC2 knows no instance with the node's id."""


def observe_cluster(
    node_id: str,
    *,
    look: Look,
    known: ClusterEvidence | None,
    documents: DeployedDocuments,
    lease_table: str,
    sends: Collection[str] = (),
    document_run: str | None = None,
    resumed: str | None = None,
    online_builds: tuple[str, ...] | None = None,
    approvers: frozenset[str] = frozenset(),
    protection_of_all: bool = True,
) -> ClusterEvidence:
    """Evidence of the node's cluster; a quick `look` renews what EC2 says of the node in the `known` evidence.

    A look for the node's arrival becomes a look at every node as soon as its agent answers. `document_run` is the id
    of the run that the operation says it comes from, `resumed` the name of an execution that says it goes on from
    another; what is known of the run stays. `online_builds`: builds of Windows for which the deployment's owner
    recorded that a cache moves whole under load; None for a caller that doesn't decide on it. `approvers`: those that
    the deployment names. `protection_of_all`: EC2 is asked about the protection of every node, not of this one alone.
    `sends`: documents that will be sent; which version of each was deployed is found out while the hosts are at it.
    """
    protection = None if protection_of_all else frozenset({node_id})
    evidence = _observed(node_id, look, known, documents, sends, lease_table, protection)
    run = known.document_run if known is not None else None
    if run is None and document_run is not None:
        run = read_document_run(document_run, approvers=approvers)
    if known is None and resumed is not None:
        run = carried_run(lease_table, resumed, approvers=approvers) or run
    snapshot = known.swap_snapshot if known is not None else None
    not_told = known.pool_not_told if known is not None else None
    wanted = known.wanted_type if known is not None else None
    speed = known.move_speed if known is not None else None
    weaker = known.weaker_modes if known is not None else None
    settings = known.settings if known is not None else None
    needs = known.start_needs if known is not None else None
    maintenance = known.maintenance if known is not None else None
    builds = known.online_builds if known is not None and known.online_builds is not None else online_builds
    return replace(
        evidence,
        document_run=run,
        online_builds=builds,
        swap_snapshot=snapshot,
        pool_not_told=not_told,
        wanted_type=wanted,
        move_speed=speed,
        weaker_modes=weaker,
        settings=settings,
        start_needs=needs,
        maintenance=maintenance,
    )


def with_maintenance(evidence: ClusterEvidence) -> ClusterEvidence:
    """With what EC2 shows of the node's maintenance now; where it doesn't say, with what was known, which grows old."""
    asked_at = now()
    try:
        shown = scheduled_events([evidence.node_id])
    except (ClientError, BotoCoreError) as problem:
        logger().warning("scheduled events of %s can't be read: %s", evidence.node_id, problem)
        return evidence
    return replace(evidence, maintenance=SeenMaintenance(observed_at=asked_at, events=tuple(shown)))


def with_swap_snapshot(evidence: ClusterEvidence) -> ClusterEvidence:
    """With the newest snapshot of the node's Swap volume from its current run; without it where EC2 doesn't say.

    People are told of it; nothing is decided by it.
    """
    node = evidence.node
    storage = node.host.storage if node.host is not None else None
    if storage is None or storage.swap is None or storage.classification is not StorageClassification.CACHE_ON_NVME:
        return evidence
    try:
        return replace(evidence, swap_snapshot=swap_snapshot(storage.swap, since=node.ec2.launch_time))
    except (ClientError, BotoCoreError) as problem:
        logger().warning("snapshots of %s can't be read: %s", storage.swap, problem)
        return evidence


def with_pool_not_told(evidence: ClusterEvidence) -> ClusterEvidence:
    """With why the tags of EBS volumes don't tell those of the node's pool, where Windows may have to start without it.

    People are told of it; nothing is decided by it. That EC2 doesn't say is told like a tag that is missing.
    """
    node = evidence.node
    host = node.host
    if host is None or host.storage is None or not host.may_stop_at_boot or not host.storage.data_volumes:
        return evidence
    swap = host.storage.swap
    try:
        why = why_pool_not_told(
            [volume for each in instances_by_id([node.instance_id]) for volume in volumes_of(each)],
            data_volumes=host.storage.data_volumes,
            swap=volume_id_of(swap) if swap is not None else None,
        )
    except (ClientError, BotoCoreError) as problem:
        logger().warning("volumes of %s can't be read: %s", node.instance_id, problem)
        why = "EC2 didn't say which volumes the instance has"
    return replace(evidence, pool_not_told=why)


def _observed(
    node_id: str,
    look: Look,
    known: ClusterEvidence | None,
    documents: DeployedDocuments,
    sends: Collection[str],
    lease_table: str,
    protection: Collection[str] | None,
) -> ClusterEvidence:
    if known is None or look is Look.ALL:
        return _observe_all(node_id, known, documents, sends, lease_table, protection)
    node = known.node
    if look is Look.ARRIVAL:
        agents = _once_arrived(known)
        node = replace(node, agent=agents[node.instance_id])
        if node.called:
            return _observe_all(node_id, known, documents, sends, lease_table, protection, agents=agents)
        renewed = _with_new_facts(known, node, evidence_of(node.instance_id, lease_table=lease_table))
    else:
        renewed = _with_new_facts(known, node, _once_stopped(node, lease_table))
    versions = known_versions(documents, known.documents)
    return replace(renewed, documents=with_versions(versions, documents, known.documents.wanted))


def _once_arrived(known: ClusterEvidence) -> dict[str, AgentEvidence]:
    """Every known node's agent, once that of the node itself answers, or after a while.

    The looks ARRIVAL and EC2 come when the change is due: it is cheaper to wait for it here than to look again.
    """
    node, instance_ids = known.node, [replica.instance_id for replica in known.replicas]
    for _ in range(int(CHANGE_WITHIN_S / CHANGE_POLL_S[Look.ARRIVAL])):
        agents = _agents(instance_ids)
        if replace(node, agent=agents[node.instance_id]).called:
            return agents
        time.sleep(CHANGE_POLL_S[Look.ARRIVAL])
    return _agents(instance_ids)


def _once_stopped(node: ReplicaEvidence, lease_table: str) -> Ec2Evidence | None:
    """EC2's facts of the node, once one that stops has stopped, or after a while; None where EC2 knows it no more."""
    if node.ec2.state is not InstanceState.STOPPING:
        return evidence_of(node.instance_id, lease_table=lease_table)
    for _ in range(int(CHANGE_WITHIN_S / CHANGE_POLL_S[Look.EC2])):
        asked_at = now()
        found = instances_by_id([node.instance_id])
        if not found or found[0]["State"]["Name"] != InstanceState.STOPPING.value:
            return ec2_evidence(found[0], lease_table=lease_table, observed_at=asked_at) if found else None
        time.sleep(CHANGE_POLL_S[Look.EC2])
    return evidence_of(node.instance_id, lease_table=lease_table)


def _observe_all(
    node_id: str,
    known: ClusterEvidence | None,
    documents: DeployedDocuments,
    sends: Collection[str],
    lease_table: str,
    protection: Collection[str] | None,
    agents: Mapping[str, AgentEvidence] = MappingProxyType({}),
) -> ClusterEvidence:
    before = known.documents if known is not None else NO_VERSIONS
    versions = _with_own_version(documents, before)
    instances = _cluster_instances(node_id, known)
    observed_at = now()

    looked_up = False

    def look_up() -> None:
        nonlocal versions, looked_up
        versions = with_versions(versions, documents, (*sends, *before.wanted))
        looked_up = True

    tagged = observe_instances(
        instances.values(),
        observed_at,
        documents=documents,
        version=versions.versions.get(OBSERVE_DOCUMENT),
        meanwhile=look_up,
        lease_table=lease_table,
        protection=protection,
        agents=agents,
    )
    if not looked_up:  # no host was asked
        look_up()
    if any(each.host_error is not None and NO_SUCH_VERSION in each.host_error.message for each in tagged):
        versions = versions.without([OBSERVE_DOCUMENT])
    if any(_has_another_bundle(each) for each in tagged):
        versions = with_versions(versions, documents, documents.installers)
        tagged = tuple(_not_to_be_installed(each, versions, documents) for each in tagged)
    absent = absent_computers(lease_table, tagged, node_id=node_id, now=observed_at)
    noted = noted_computers(lease_table, tagged, node_id=node_id)
    home = home_cluster(lease_table, tagged, node_id=node_id)
    strangers = known.strangers if known else ()
    evidence = evidence_about(
        node_id, tagged, observed_at, now(), known=strangers, absent=absent, noted=noted, home=home
    )
    _log(node_id, evidence.replicas)
    return _with_former_type(replace(evidence, documents=versions), known, lease_table)


def _with_own_version(documents: DeployedDocuments, before: DocumentVersions) -> DocumentVersions:
    """With the version by which hosts are observed; without it where that can't be told: each host will say why."""
    versions = known_versions(documents, before)
    if OBSERVE_DOCUMENT in versions.versions:
        return versions
    try:
        found = deployed_version(OBSERVE_DOCUMENT, documents)
    except (NotDeployedError, ClientError, BotoCoreError) as problem:
        logger().error("hosts aren't asked: %s", problem)
        return versions
    return replace(versions, versions={**versions.versions, OBSERVE_DOCUMENT: found})


def _has_another_bundle(replica: ReplicaEvidence) -> bool:
    return replica.host_error is not None and replica.host_error.code is Code.BUNDLE_DIFFERS


def _not_to_be_installed(
    replica: ReplicaEvidence, versions: DocumentVersions, documents: DeployedDocuments
) -> ReplicaEvidence:
    """A node with another version's bundle gets the deployed one by documents that were deployed, or none."""
    missing = [name for name in versions.missing if name in documents.installers]
    if not missing or not _has_another_bundle(replica):
        return replica
    told = f"it has another version's bundle, and the deployed one isn't installed: {no_version_told(missing)}"
    return replace(replica, host_error=HostError(code=Code.ACT_NOT_DEPLOYED, message=told))


def _with_former_type(evidence: ClusterEvidence, known: ClusterEvidence | None, lease_table: str) -> ClusterEvidence:
    """With the type that the node had when we last stopped it: people are told where it has another now."""
    node = evidence.node
    if node.ec2.state is not InstanceState.RUNNING or node.ec2.stopped_as is not None:
        return evidence
    before = known.node.ec2 if known is not None and known.node_id == evidence.node_id else None
    stopped_as = before.stopped_as if before is not None else None
    # Of a node that ran before, too, the record was looked up then.
    if stopped_as is None and (before is None or before.state is not InstanceState.RUNNING):
        record = read_stop(lease_table, node.instance_id, attached=())
        stopped_as = record.instance_type if record is not None else None
    told = replace(node, ec2=replace(node.ec2, stopped_as=stopped_as))
    return replace(evidence, replicas=tuple(told if each is node else each for each in evidence.replicas))


def observe_instances(
    instances: Collection[InstanceTypeDef],
    observed_at: datetime,
    *,
    documents: DeployedDocuments,
    lease_table: str,
    version: str | None = None,
    meanwhile: Callable[[], None] = lambda: None,
    protection: Collection[str] | None = None,
    agents: Mapping[str, AgentEvidence] = MappingProxyType({}),
) -> tuple[ReplicaEvidence, ...]:
    """What EC2, Systems Manager and the hosts say of each; `observed_at` is when EC2 described them.

    `version` and `meanwhile` as for `observe_hosts`. `protection`: those whose stop protection is asked for; None for
    all. `agents`: what Systems Manager has just said of them; it is asked again where that lacks one.
    """
    ec2 = {
        instance["InstanceId"]: ec2_evidence(
            instance,
            lease_table=lease_table,
            observed_at=observed_at,
            with_protection=protection is None or instance["InstanceId"] in protection,
        )
        for instance in instances
    }
    if not agents.keys() >= ec2.keys():
        agents = _agents(list(ec2))
    volumes = {instance["InstanceId"]: attached_volumes(instance) for instance in instances}
    unasked = [
        ReplicaEvidence(instance_id=instance_id, ec2=facts, agent=agents[instance_id], host=None, host_error=None)
        for instance_id, facts in ec2.items()
    ]
    asked = [replica.instance_id for replica in unasked if replica.reachable and may_be_asked(replica.ec2.tags)]
    reports: dict[str, HostEvidence | HostError] = {}
    for first in range(0, len(asked), COMMAND_TARGETS_MAX):
        reports |= observe_hosts(
            asked[first : first + COMMAND_TARGETS_MAX], documents, version=version, meanwhile=meanwhile
        )
    reported = (_with_report(replica, reports.get(replica.instance_id)) for replica in unasked)
    return tuple(_with_detached_pool(each, volumes[each.instance_id], lease_table) for each in reported)


def evidence_about(
    node_id: str,
    tagged: Sequence[ReplicaEvidence],
    observed_at: datetime,
    answered_at: datetime,
    *,
    known: Iterable[Stranger] = (),
    absent: tuple[AbsentComputer, ...] = (),
    noted: Mapping[str, str] = MappingProxyType({}),
    home: str | None = None,
) -> ClusterEvidence:
    """The node's cluster out of the instances that carry its name."""
    replicas, strangers = divided(tagged, node_id=node_id, known=known, absent=absent, noted=noted, home=home)
    node = next(replica for replica in tagged if replica.instance_id == node_id)
    return ClusterEvidence(
        observed_at=observed_at,
        answered_at=answered_at,
        node_id=node_id,
        cluster_name=node.ec2.tags.get(CLUSTER),
        replicas=replicas,
        strangers=strangers,
        absent=absent,
        copy_of=copied(tagged, node_id, noted),
    )


def _cluster_instances(node_id: str, known: ClusterEvidence | None) -> dict[str, InstanceTypeDef]:
    """The node, everything tagged as its cluster, and whatever belonged to it before; ordered by id."""
    wanted = {node_id} | {replica.instance_id for replica in (known.replicas if known else ())}
    cluster = known.cluster_name if known else None
    found = {instance["InstanceId"]: instance for instance in instances_of_cluster(cluster)} if cluster else {}
    missing = wanted - set(found)
    if missing:
        found |= {instance["InstanceId"]: instance for instance in instances_by_id(missing)}
    if node_id not in found:
        raise SubjectNotFound(f"EC2 knows no instance {node_id} here")
    tagged = own_tags(found[node_id]).get(CLUSTER)
    if tagged and tagged != cluster:
        found |= {instance["InstanceId"]: instance for instance in instances_of_cluster(tagged)}
    return {instance_id: found[instance_id] for instance_id in sorted(found)}


def _agents(instance_ids: Sequence[str]) -> dict[str, AgentEvidence]:
    agents = {instance_id: AgentEvidence(ping="none", last_ping_at=None) for instance_id in instance_ids}
    pages = ssm().get_paginator("describe_instance_information")
    for first in range(0, len(instance_ids), COMMAND_TARGETS_MAX):
        some = list(instance_ids[first : first + COMMAND_TARGETS_MAX])
        for page in pages.paginate(Filters=[{"Key": "InstanceIds", "Values": some}]):
            for information in page["InstanceInformationList"]:
                agents[information["InstanceId"]] = AgentEvidence(
                    ping=information.get("PingStatus", "none"), last_ping_at=information.get("LastPingDateTime")
                )
    return agents


def _with_report(replica: ReplicaEvidence, report: HostEvidence | HostError | None) -> ReplicaEvidence:
    if report is None:
        return replace(replica, host_error=_why_unasked(replica))
    if isinstance(report, HostError):
        return replace(replica, host_error=report)
    return replace(replica, host=report)


def _with_detached_pool(replica: ReplicaEvidence, attached: Collection[str], lease_table: str) -> ReplicaEvidence:
    """A running node that isn't seen to have its whole pool may have been started without it, by us."""
    storage = replica.host.storage if replica.host is not None else None
    whole = storage is not None and storage.classification in EVACUATION_CAN_RUN
    if replica.ec2.state is not InstanceState.RUNNING or whole:
        return replica
    record = read_stop(lease_table, replica.instance_id, attached=attached)
    if record is None:
        return replica
    facts = replace(replica.ec2, detached_pool=record.detached_pool, stopped_as=record.instance_type)
    return replace(replica, ec2=facts)


def _why_unasked(replica: ReplicaEvidence) -> HostError:
    state = replica.ec2.state
    if state is not InstanceState.RUNNING:
        return HostError(code=Code.INSTANCE_NOT_RUNNING, message=f"the instance is {state.value}")
    if not may_be_asked(replica.ec2.tags):
        return HostError(code=Code.NOT_OPTED_IN, message="it isn't tagged cachewarden:managed=true")
    return HostError(
        code=Code.HOST_NOT_ONLINE, message=f"its SSM agent isn't online (ping status {replica.agent.ping})"
    )


def _with_new_facts(known: ClusterEvidence, node: ReplicaEvidence, facts: Ec2Evidence | None) -> ClusterEvidence:
    """Known evidence with EC2's facts of `node`, which is the known one with its agent renewed.

    A host that stopped has no report any more. Raises `SubjectNotFound` where EC2 has no facts.
    """
    if facts is None:
        raise SubjectNotFound(f"EC2 knows no instance {node.instance_id} here")
    if facts.state is InstanceState.RUNNING:
        facts = replace(facts, detached_pool=node.ec2.detached_pool, stopped_as=node.ec2.stopped_as)
    renewed = replace(node, ec2=facts)
    if facts.state is not InstanceState.RUNNING or (renewed.host is None and not renewed.reachable):
        renewed = replace(renewed, host=None, host_error=_why_unasked(renewed))
    # The evidence keeps its time: a quick look doesn't show what an act on a host has done.
    return replace(known, replicas=tuple(renewed if replica is known.node else replica for replica in known.replicas))


def _log(node_id: str, replicas: Sequence[ReplicaEvidence]) -> None:
    unanswered = [replica.instance_id for replica in replicas if replica.host_error]
    if unanswered:
        count("HostsUnanswered", len(unanswered))
    logger().info(
        "observed",
        extra={
            "subject": node_id,
            "states": {replica.instance_id: replica.ec2.state.value for replica in replicas},
            "unanswered": unanswered,
        },
    )
