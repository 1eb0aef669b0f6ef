"""Brings what an act reported along into the evidence, so that not everybody is asked again after each act."""

from collections.abc import Mapping
from typing import Any

from cachewarden.json_reader import UnexpectedJsonError, parse_time

SECTIONS = ("storage", "worker", "sql")


def with_verdict(
    evidence: Mapping[str, Any], *, node: str, asked_at: str, verdict: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Evidence in which `node`'s sections are those of the verdict, dated `asked_at` (the asking side's clock).

    None when the verdict renews nothing: it brings no observation, or one of another boot, or one older by the host's
    own clock than what is known (a host that deduplicates a command answers with the verdict of the first run).
    """
    reported = verdict.get("evidence")
    host = next((item.get("host") for item in evidence.get("replicas", []) if item.get("instanceId") == node), None)
    if not isinstance(reported, dict) or not isinstance(host, dict) or not _renews(host, verdict):
        return None
    if not any(isinstance(reported.get(section), dict) for section in SECTIONS):
        return None
    return _changed(evidence, node, lambda replica: _host_renewed(replica, asked_at, verdict, reported))


def with_ec2_facts(evidence: Mapping[str, Any], *, node: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Evidence with `facts` as `node`'s unless newer ones are known; one that doesn't run has no report."""

    def renewed(replica: dict[str, Any]) -> dict[str, Any]:
        if str(replica["ec2"]["observedAt"]) > str(facts["observedAt"]):
            return replica
        ec2 = {**replica["ec2"], **facts}
        known = {**replica, "ec2": ec2}
        return known if ec2.get("state") == "running" else {**known, "host": None}

    return _changed(evidence, node, renewed)


def _changed(evidence: Mapping[str, Any], node: str, change: Any) -> dict[str, Any]:
    replicas = [
        change(replica) if replica.get("instanceId") == node else replica for replica in evidence.get("replicas", [])
    ]
    return {**evidence, "replicas": replicas}


def _host_renewed(
    replica: dict[str, Any], asked_at: str, verdict: Mapping[str, Any], reported: Mapping[str, Any]
) -> dict[str, Any]:
    host = replica["host"]
    sections = dict(host.get("sections") or {})
    known = dict(host["evidence"])
    for section in SECTIONS:
        if isinstance(reported.get(section), dict):
            known[section] = reported[section]
            sections[section] = asked_at
    return {
        **replica,
        "host": {**host, "evidence": known, "sections": sections, "hostClock": verdict.get("observedAt")},
    }


def _renews(host: Mapping[str, Any], verdict: Mapping[str, Any]) -> bool:
    identity = (host.get("evidence") or {}).get("host") or {}
    if verdict.get("bootId") != identity.get("bootId"):
        return False
    try:
        return parse_time(str(verdict.get("observedAt"))) >= parse_time(str(host.get("hostClock")))
    except UnexpectedJsonError:
        return False
