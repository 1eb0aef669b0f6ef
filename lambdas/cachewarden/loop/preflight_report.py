"""What a preflight found, and the plan of a stop, as JSON: `cachewarden report` makes a page of it."""

from collections.abc import Iterable, Iterator, Mapping

from cachewarden.code_page import page_of
from cachewarden.codes import CATALOGUE, Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.ec2_rights import CallRight
from cachewarden.evidence.group_views import read_groups
from cachewarden.evidence.identity import IdentityDisagreesError, identity_of
from cachewarden.evidence.instance import ReplicaEvidence
from cachewarden.json_reader import Json, format_time
from cachewarden.loop.reconcile import Step
from cachewarden.operation.goal import Goal
from cachewarden.operation.policy import policy_from_tags
from cachewarden.procedures.decision import Complete, Refuse
from cachewarden.procedures.groups_text import groups_told
from cachewarden.procedures.objections import objections
from cachewarden.procedures.preflight import GUARDS
from cachewarden.procedures.situation import Situation
from cachewarden.procedures.stop_plan import PlannedStep, StopPlan, stop_plan

EDITIONS: Mapping[int, str] = {2: "Standard or Web", 3: "Enterprise, Developer or Evaluation", 4: "Express"}
"""By SERVERPROPERTY('EngineEdition'), which tells no more."""

POLICIES_ELSEWHERE = (
    "Judged here by each node's own view: the state of cluster, groups, replicas and databases. "
    "CacheWarden-ValidateAvailabilityGroups, started for each node, says of which replica or database it is, and "
    "judges endpoint and right to connect, database failover, session timeout, seeding, checkpoints, tempdb, backups "
    "and network."
)
"""Which policies a preflight asks about, and what asks about the others."""


def preflight_report(step: Step, decision: Refuse | Complete, docs: str) -> dict[str, Json] | None:
    """None for an operation with another goal."""
    operation, evidence = step.operation, step.evidence
    if operation.goal is not Goal.PREFLIGHT:
        return None
    situation = _situation(step, evidence)
    examined = situation is not None and evidence.node.host is not None and evidence.node.host.storage is not None
    return {
        "node": operation.node_name,
        "at": format_time(step.now),
        "go": decision.code is Code.PREFLIGHT_PASSED,
        "sentence": decision.sentence,
        "findings": _findings(_found(decision, situation, examined), docs),
        "beside": _findings(
            [
                *((each.code, each.sentence, "DBA") for each in operation.findings),
                *_policies_not_met(evidence),
                *_policies_not_judged(evidence),
            ],
            docs,
        ),
        "instances": [*_instances(evidence)],
        "rights": None if operation.call_rights is None else _rights(operation.call_rights),
        "policies": POLICIES_ELSEWHERE,
        "plan": _plan(stop_plan(situation)) if situation is not None and examined else None,
    }


def _found(decision: Refuse | Complete, situation: Situation | None, examined: bool) -> Iterator[tuple[Code, str, str]]:
    """Every objection; where an earlier rule refused, the guards of a stop aren't what it was about. Of a stopped node
    that nothing was examined."""
    if isinstance(decision, Complete):
        if decision.code is not Code.PREFLIGHT_PASSED:
            yield decision.code, decision.sentence, "DBA"
        return
    objected = objections(situation, GUARDS) if situation is not None and examined else None
    if isinstance(objected, list) and objected and objected[0].code is decision.code:
        yield from ((each.code, each.sentence, each.who) for each in objected)
    else:
        yield decision.code, decision.sentence, decision.who


def _policies_not_met(evidence: ClusterEvidence) -> Iterator[tuple[Code, str, str]]:
    """Policies of the groups' state that a node sees broken, by the rule of CacheWarden-ValidateAvailabilityGroups."""
    for replica in evidence.replicas:
        broken = _policies_broken(replica)
        if broken:
            told = f"{replica.name} sees policies of its Availability Groups that aren't met: {', '.join(broken)}"
            where = f"CacheWarden-ValidateAvailabilityGroups, started for {replica.instance_id}, says what was found"
            yield Code.POLICY_NOT_MET, f"{told}. {where}", "DBA"


def _policies_not_judged(evidence: ClusterEvidence) -> Iterator[tuple[Code, str, str]]:
    """What wasn't judged isn't met: nodes with groups that said nothing, and groups without their primary's word.

    A secondary judges only what it sees of its own replica; most of the policies only the primary knows.
    """
    document = "CacheWarden-ValidateAvailabilityGroups, started for"
    for replica in evidence.replicas:
        grouped = replica.host is not None and replica.host.sql is not None and bool(replica.host.sql.groups)
        if grouped and _policies_broken(replica) is None:
            told = f"{replica.name}: the policies of its Availability Groups couldn't be judged"
            yield Code.FACT_UNKNOWN, f"{told}. {document} {replica.instance_id}, says why", "DBA"
    judged = {each.instance_id for each in evidence.replicas if _policies_broken(each) is not None}
    silent = sorted(view.name for view in read_groups(evidence) if view.primary_id not in judged)
    if silent:
        told = (
            f"{groups_told(silent)}: not judged by the primary, so what only a primary knows of the policies is unknown"
        )
        yield Code.FACT_UNKNOWN, f"{told}. {document} the primary, judges them", "DBA"


def _policies_broken(replica: ReplicaEvidence) -> tuple[str, ...] | None:
    """None where the node didn't judge: it didn't answer, has no groups, or couldn't."""
    sql = replica.host.sql if replica.host is not None else None
    return sql.policies_not_met if sql is not None else None


def _instances(evidence: ClusterEvidence) -> Iterator[dict[str, Json]]:
    """SQL Server's version and edition on every node; null where it doesn't run, or couldn't be asked."""
    for replica in evidence.replicas:
        if replica.host is None or replica.host.sql is None:
            yield {"node": replica.name, "name": None, "version": None, "edition": None}
            continue
        for each in replica.host.sql.services:
            edition = None if each.edition is None else EDITIONS.get(each.edition, f"EngineEdition {each.edition}")
            yield {"node": replica.name, "name": each.name, "version": each.version, "edition": edition}


def _rights(rights: tuple[CallRight, ...]) -> list[Json]:
    """What EC2 says of each call that a stop and a start need."""
    return [{"call": each.call, "permission": each.permission.value, "answer": each.answer} for each in rights]


def _situation(step: Step, evidence: ClusterEvidence) -> Situation | None:
    try:
        identity = identity_of(evidence)
    except IdentityDisagreesError:
        return None
    return Situation.of(evidence, step.operation, policy_from_tags(evidence.node.ec2.tags), step.now, identity)


def _findings(found: Iterable[tuple[Code, str, str]], docs: str) -> list[Json]:
    return [
        {
            "code": code.value,
            "name": CATALOGUE[code].name,
            "sentence": sentence,
            "who": who,
            "remedy": CATALOGUE[code].remedy,
            "page": page_of(code, docs),
        }
        for code, sentence, who in found
    ]


def _plan(plan: StopPlan) -> dict[str, Json]:
    return {
        "stop": [_planned(each) for each in plan.stop],
        "back": [_planned(each) for each in plan.back],
        "writeOutageSeconds": plan.write_outage_s,
        "otherCopies": plan.other_copies,
        "oneCopyLessSeconds": plan.one_copy_less_s,
        "pace": plan.pace,
    }


def _planned(step: PlannedStep) -> dict[str, Json]:
    return {"action": step.action, "node": step.node, "seconds": step.seconds, "why": step.why}
