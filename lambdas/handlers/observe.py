"""Observe: what EC2 says, then what every reachable host says, gathered into one piece of evidence. Changes nothing."""

import os
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from adapters.clients import ssm
from adapters.ec2 import facts_of, instances_by_id, instances_of_cluster, now, own_tags, stop_protected
from adapters.observability import count, instrumented, logger
from adapters.ssm_observe import ask_hosts
from cachewarden.codes import Code
from cachewarden.json_reader import JsonReader, format_time
from cachewarden.operation.policy import CLUSTER
from cachewarden.procedures.decision import Look
from handlers.settings import ObserveSettings


class SubjectNotFound(Exception):  # noqa: N818 - Step Functions catches by this name
    """EC2 knows no instance with the subject's id."""


@instrumented
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Input `subject`, `look` (all, ec2 or arrival) and `known` (earlier evidence or null); returns evidence.

    EC2's facts are read before the hosts are asked: a host's proof newer than them was taken after they held.
    """
    settings = ObserveSettings.of(os.environ)
    source = JsonReader.of(event)
    subject = source.text("subject")
    known: dict[str, Any] = event.get("known") or {}
    look = event.get("look")
    if known and look in (Look.EC2.value, Look.ARRIVAL.value):
        quick = _with_new_facts(known, subject, with_agent=look == Look.ARRIVAL.value)
        if look == Look.EC2.value or not _has_arrived(quick, subject):
            return quick
    instances = _cluster_instances(subject, known)
    observed_at = now()
    replicas = [
        {
            "instanceId": instance["InstanceId"],
            "ec2": facts_of(instance, protected=stop_protected(instance["InstanceId"]), observed_at=observed_at),
        }
        for instance in instances
    ]
    agents = _agents([replica["instanceId"] for replica in replicas])
    for replica in replicas:
        replica["agent"] = agents[replica["instanceId"]]
    reachable = [replica["instanceId"] for replica in replicas if _is_reachable(replica)]
    reports = ask_hosts(reachable, settings.document)
    for replica in replicas:
        replica |= reports.get(replica["instanceId"]) or _unasked(replica)
    _log(subject, replicas)
    return {
        "v": 1,
        "observedAt": format_time(observed_at),
        "subject": subject,
        "clusterName": next(item["ec2"]["tags"].get(CLUSTER) for item in replicas if item["instanceId"] == subject),
        "replicas": replicas,
    }


def _cluster_instances(subject: str, known: dict[str, Any]) -> list[Any]:
    """The subject, everything tagged as its cluster, and whatever belonged to it before; ordered by id."""
    wanted = {subject} | {replica["instanceId"] for replica in known.get("replicas", [])}
    cluster = known.get("clusterName")
    found = {instance["InstanceId"]: instance for instance in instances_of_cluster(cluster)} if cluster else {}
    missing = wanted - set(found)
    if missing:
        found |= {instance["InstanceId"]: instance for instance in instances_by_id(missing)}
    if subject not in found:
        raise SubjectNotFound(f"EC2 knows no instance {subject} here")
    tagged = own_tags(found[subject]).get(CLUSTER)
    if tagged and tagged != cluster:
        found |= {instance["InstanceId"]: instance for instance in instances_of_cluster(tagged)}
    return [found[instance_id] for instance_id in sorted(found)]


def _agents(instance_ids: list[str]) -> dict[str, dict[str, Any]]:
    agents: dict[str, dict[str, Any]] = {
        instance_id: {"ping": "none", "lastPingAt": None, "version": None} for instance_id in instance_ids
    }
    pages = ssm().get_paginator("describe_instance_information")
    for page in pages.paginate(Filters=[{"Key": "InstanceIds", "Values": instance_ids}]):
        for information in page["InstanceInformationList"]:
            last_ping = information.get("LastPingDateTime")
            agents[information["InstanceId"]] = {
                "ping": information.get("PingStatus", "none"),
                "lastPingAt": format_time(last_ping) if last_ping else None,
                "version": information.get("AgentVersion"),
            }
    return agents


def _is_reachable(replica: dict[str, Any]) -> bool:
    """Running, and its agent has called since the start: `Online` may be stale after a stop
    [run-command#ping-status]."""
    if replica["ec2"]["state"] != "running" or replica["agent"]["ping"] != "Online":
        return False
    last_ping = replica["agent"]["lastPingAt"]
    return last_ping is not None and last_ping > replica["ec2"]["launchTime"]


def _unasked(replica: dict[str, Any]) -> dict[str, Any]:
    state = replica["ec2"]["state"]
    if state != "running":
        error = {"code": Code.INSTANCE_NOT_RUNNING.value, "message": f"the instance is {state}"}
    else:
        ping = replica["agent"]["ping"]
        error = {"code": Code.HOST_NOT_ONLINE.value, "message": f"its SSM agent isn't online (ping status {ping})"}
    return {"host": None, "hostError": error}


def _with_new_facts(known: dict[str, Any], subject: str, *, with_agent: bool) -> dict[str, Any]:
    """Known evidence with the subject's EC2 facts renewed; a host that stopped has no report any more."""
    found = instances_by_id([subject])
    if not found:
        raise SubjectNotFound(f"EC2 knows no instance {subject} here")
    observed_at = now()
    facts = facts_of(found[0], protected=stop_protected(subject), observed_at=observed_at)
    replicas = []
    for replica in known["replicas"]:
        renewed = {**replica, "ec2": facts} if replica["instanceId"] == subject else replica
        if renewed["instanceId"] == subject and with_agent:
            renewed["agent"] = _agents([subject])[subject]
        if renewed["instanceId"] == subject and facts["state"] != "running":
            renewed = renewed | _unasked(renewed)
        replicas.append(renewed)
    # The evidence keeps its time: a quick look doesn't show what an act on a host has done.
    return {**known, "replicas": replicas}


def _has_arrived(evidence: dict[str, Any], subject: str) -> bool:
    """Whether the subject's agent answers, so that everybody is worth asking."""
    return any(_is_reachable(replica) for replica in evidence["replicas"] if replica["instanceId"] == subject)


def _log(subject: str, replicas: list[dict[str, Any]]) -> None:
    unanswered = [replica["instanceId"] for replica in replicas if replica["hostError"]]
    if unanswered:
        count("HostsUnanswered", len(unanswered))
    logger().info(
        "observed",
        extra={
            "subject": subject,
            "states": {replica["instanceId"]: replica["ec2"]["state"] for replica in replicas},
            "unanswered": unanswered,
        },
    )
