"""Observe: what EC2 and the hosts of a cluster say, as one piece of evidence. Changes nothing."""

import os
from dataclasses import replace
from functools import cache, partial
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.ec2 import instances_by_id, scheduled_events
from adapters.instance_settings import with_instance_settings
from adapters.instance_types import wanted_type
from adapters.mode_notes import with_weaker_modes
from adapters.move_speed import with_move_speed
from adapters.observability import instrumented
from adapters.observation import observe_cluster, with_maintenance, with_pool_not_told, with_swap_snapshot
from adapters.restored_volumes import with_mixed_sets
from adapters.start_needs import with_start_needs
from cachewarden.evidence.cluster import ClusterEvidence, evidence_to_json, parse_evidence
from cachewarden.evidence.group_views import lacks_a_successor
from cachewarden.json_reader import JsonReader
from cachewarden.loop.sweep import cache_is_on_nvme
from cachewarden.operation.consent import consents_to_in_place
from cachewarden.operation.goal import OF_CLUSTER, STOP_ONE_NODE, Goal
from cachewarden.operation.usual_documents import usual_documents
from cachewarden.procedures.before_maintenance import asks_for_maintenance
from cachewarden.procedures.decision import Look
from cachewarden.procedures.in_place import REDO_COUNTS_FROM_S
from handlers.settings import ObserveSettings


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `subject`, `look` (all, ec2 or arrival), `known` (earlier evidence or null), `documentRun` (the id of a
    person's run of a document, or null), `goal` (the operation's), `resumed` (the execution's name where it goes on
    from another, or null) and `instanceType` (what the node is to get, or null); returns evidence.
    """
    settings = ObserveSettings.of(os.environ)
    source = JsonReader.of(event)
    known = event.get("known")
    goal = source.optional("goal", source.text)
    evidence = observe_cluster(
        source.text("subject"),
        look=source.one_of("look", Look) if source.has("look") else Look.ALL,
        known=parse_evidence(known) if known else None,
        documents=settings.documents,
        lease_table=settings.lease_table,
        sends=usual_documents(Goal(goal)) if goal in set(Goal) else (),
        document_run=source.optional("documentRun", source.text),
        resumed=source.optional("resumed", source.text),
        online_builds=settings.online_builds,
        approvers=settings.approvers,
        # Of the others it is decided on only where the operation is about the whole cluster.
        protection_of_all=goal is None or goal in OF_CLUSTER,
    )
    if _needs_maintenance(goal, evidence, first=not known, look=source.optional("look", source.text)):
        evidence = with_maintenance(evidence)
        if goal != Goal.PREFLIGHT.value and evidence.move_speed is None and cache_is_on_nvme(evidence):
            evidence = with_move_speed(evidence, lease_table=settings.lease_table)
    if goal == Goal.FAILED_OVER.value:
        members = [replica.instance_id for replica in evidence.replicas]
        evidence = replace(evidence, scheduled=tuple(scheduled_events(members)))
    if not known:
        evidence = with_pool_not_told(with_swap_snapshot(evidence))
        evidence = with_weaker_modes(evidence, table=settings.lease_table)
        if goal == Goal.PREFLIGHT.value:
            described = cache(partial(instances_by_id, [evidence.node_id]))  # EC2 is asked once for all three
            evidence = with_mixed_sets(with_move_speed(evidence, lease_table=settings.lease_table), described)
            evidence = with_start_needs(
                with_instance_settings(evidence, described),
                described,
                kms_keys=settings.kms_keys,
                licences=settings.licences,
            )
        wanted = source.optional("instanceType", source.text)
        if wanted is not None:
            told = wanted_type(wanted, evidence.node_id, evidence.node.ec2)
            evidence = replace(evidence, wanted_type=told)
    return evidence_to_json(evidence)


def _needs_maintenance(goal: str | None, evidence: ClusterEvidence, *, first: bool, look: str | None) -> bool:
    """A consent for its sake counts only while EC2 shows it; where nobody can take over people are told of it once.

    A cache that is on Swap, while SQL Server runs, moves back only where EC2 isn't about to stop the node.
    """
    if goal not in OF_CLUSTER and asks_for_maintenance(evidence.node, evidence.answered_at):
        return look != Look.EC2.value
    if goal not in {Goal.PREFLIGHT.value, *(each.value for each in STOP_ONE_NODE)}:
        return False
    if consents_to_in_place(evidence.node.ec2.tags):
        return look != Look.EC2.value
    return first and lacks_a_successor(evidence, redo_max_s=REDO_COUNTS_FROM_S)
