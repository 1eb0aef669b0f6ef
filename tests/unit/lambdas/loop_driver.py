"""Plays the loop against the model without the machine: observe, decide, act, until the end."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from cachewarden.evidence.cluster import parse_evidence
from cachewarden.evidence.identity import identity_to_json, parse_identity
from cachewarden.json_reader import JsonReader
from cachewarden.loop.action_result import parse_action_result
from cachewarden.loop.reconcile import reconcile
from cachewarden.loop.step_json import step_to_json
from cachewarden.operation.actions import (
    EC2_ACTIONS,
    INSTANCE_TYPE_ACTIONS,
    LEASE_ACTIONS,
    SWAP_THROUGHPUT_ACTIONS,
    Action,
)
from cachewarden.operation.goal import Goal
from cachewarden.operation.lease import (
    LeaseRecord,
    Owner,
    acquired,
    new_record,
    record_of,
    released,
    undisturbed_since,
)
from cachewarden.operation.operation_json import parse_operation, parse_saved_modes, saved_modes_to_json
from tests.unit.lambdas.sales_cluster import Node, Sales, iso

SEES_EVERYBODY_AFTER = {
    "LiftProtection", "StartSqlServer", "ReseedDatabases", "DrainClusterNode", "ResumeClusterNode",
}  # fmt: skip
PASSES_MAX = 200


@dataclass
class Leases:
    """The lease table in memory, by the same pure transitions as the handler's."""

    records: list[LeaseRecord] = field(default_factory=list)

    def call(self, request: dict[str, Any], sales: Sales) -> dict[str, Any]:
        source = JsonReader.of(request)
        match request["action"]:
            case "acquire":
                return self._acquire(source, sales)
            case "save_modes":
                self._put(replace(self._own(source), saved_modes=parse_saved_modes(source, "modes")))
                return {"savedModes": request["modes"]}
            case "forget_modes":
                self._put(replace(self._own(source), saved_modes=None))
                return {"savedModes": None}
            case "renew":
                return {"renewed": True}
            case "release":
                self._put(released(self._own(source), sales.now))
                return {"released": True}
            case "answer":
                return {"due": True, "unsaid": None}
        raise AssertionError(request)

    def _acquire(self, source: JsonReader, sales: Sales) -> dict[str, Any]:
        identity = parse_identity(source.child("identity")) if source.has("identity") else None
        members = source.texts("members")
        former = record_of(self.records, node=source.text("subject"), identity=identity, members=members)
        record = former or new_record(identity=identity, members=members)
        if record.owner is not None and not record.owned_by(source.text("owner")):
            holder = record.owner
            return {
                "acquired": False,
                "holder": {"owner": holder.execution_arn, "subject": holder.node, "goal": holder.purpose.value},
            }
        owner = Owner(
            execution_arn=source.text("owner"),
            node=source.text("subject"),
            purpose=source.one_of("goal", Goal),
            request_id=source.text("requestId"),
        )
        taken = acquired(
            record,
            owner=owner,
            identity=identity,
            members=members,
            now=sales.now,
            seen_token=source.optional("seenToken", source.number),
        )
        undisturbed = undisturbed_since(
            source.time("observedAt"),
            taken,
            former,
            self.records,
            seen_token=source.optional("seenToken", source.number),
        )
        self._put(taken)
        return {
            "acquired": True,
            "undisturbed": undisturbed,
            "leaseKey": taken.key,
            "token": taken.token,
            "identity": identity_to_json(taken.identity) if taken.identity else None,
            "savedModes": saved_modes_to_json(taken.saved_modes) if taken.saved_modes is not None else None,
        }

    def _own(self, source: JsonReader) -> LeaseRecord:
        record = next(item for item in self.records if item.key == source.text("leaseKey"))
        assert record.owned_by(source.text("owner"), source.number("token")), "acted without the lease"
        return record

    def _put(self, record: LeaseRecord) -> None:
        self.records = [item for item in self.records if item.key != record.key] + [record]


@dataclass
class Played:
    """What the loop did: acts in order with the decision of each, and the last decision."""

    acts: list[str]
    decisions: list[dict[str, Any]]
    last: dict[str, Any]
    operation: dict[str, Any]


def decide_next(evidence: Any, operation: Any, report: Any, now: datetime) -> dict[str, Any]:
    """A step of the loop as the decide function makes it: JSON in, JSON out."""
    result = parse_action_result(report) if report is not None else None
    return step_to_json(reconcile(parse_evidence(evidence), parse_operation(operation), result, now))


def request(subject: Node, goal: str, sales: Sales, **more: Any) -> dict[str, Any]:
    """An operation as the machine's first state makes it."""
    return {
        "executionArn": f"arn:aws:states:eu-central-1:111122223333:execution:cachewarden-maintain-replica:{goal}",
        "requestId": f"req-{goal}",
        "goal": goal,
        "subject": subject.instance_id,
        "requestedAt": iso(sales.now),
        "requestedBy": "arn:aws:iam::111122223333:user/dana",
        "reason": "test",
        "expiresAt": None,
        "documentRun": None,
        "leaseKey": None,
        "leaseToken": None,
        **more,
    }


def play(
    sales: Sales,
    operation: dict[str, Any],
    *,
    leases: Leases | None = None,
    after: Callable[[str], None] = lambda act: None,
    until: Callable[[str], bool] = lambda act: False,
    denied: Callable[[str, str], bool] = lambda act, node: False,
) -> Played:
    """Runs to the end, or until `until(act)` right after an act; `after(act)` may meddle with the model.

    `denied(act, instance)`: AWS denies the call of this act that changes this instance.
    """
    leases = leases or Leases()
    acts: list[str] = []
    decisions: list[dict[str, Any]] = []
    evidence: dict[str, Any] | None = None
    report: dict[str, Any] | None = None
    look: str | None = "all"
    for _ in range(PASSES_MAX):
        if look is not None:
            subject = sales.nodes[operation["subject"]]
            evidence = sales.evidence(subject, known=evidence, look=look)
            sales.pass_s(1 if look == "ec2" else 4)
        answer = decide_next(evidence, operation, report, sales.now)
        decision, operation, evidence = answer["decision"], answer["operation"], answer["evidence"]
        decisions.append(decision)
        report = None
        match decision["kind"]:
            case "Wait":
                sales.pass_s(decision["seconds"])
                look = decision["look"]
            case "Execute":
                changed = decision.get("request", {}).get("instanceId", decision["node"])
                report = (
                    _refused(sales, decision) if denied(decision["action"], changed) else _act(sales, leases, decision)
                )
                acts.append(decision["action"])
                after(decision["action"])
                look = "all" if decision["action"] in SEES_EVERYBODY_AFTER or "error" in report else None
                if until(decision["action"]):
                    return Played(acts, decisions, decision, operation)
            case "Abandon":
                look = "all"
            case _:
                if operation["leaseToken"] is not None:
                    ownership = {"owner": operation["executionArn"], "leaseKey": operation["leaseKey"]}
                    sales.ec2_act("WriteTags", decision["request"])
                    leases.call({"action": "release", "token": operation["leaseToken"], **ownership}, sales)
                return Played(acts, decisions, decision, operation)
    raise AssertionError(f"no end after {PASSES_MAX} passes: {[item['sentence'] for item in decisions[-5:]]}")


def _act(sales: Sales, leases: Leases, decision: dict[str, Any]) -> dict[str, Any]:
    action = Action(decision["action"])
    asked_at = iso(sales.now)
    if action in LEASE_ACTIONS:
        result = leases.call(decision["request"], sales)
    elif action in SWAP_THROUGHPUT_ACTIONS:
        result = {"sentence": "vol-0swap goes from 256 MiB/s to 567 MiB/s"}
    elif action in EC2_ACTIONS | INSTANCE_TYPE_ACTIONS:
        result = sales.ec2_act(decision["request"]["action"], decision["request"])
    else:
        command = next(each for each in decision["commands"] if each["tells"] is None)  # a look changes nothing
        result = sales.act(action.value, command["instanceId"], command["parameters"])
    return {"action": action.value, "node": decision["node"], "askedAt": asked_at, "result": result}


def _refused(sales: Sales, decision: dict[str, Any]) -> dict[str, Any]:
    report = {"action": decision["action"], "node": decision["node"], "askedAt": iso(sales.now)}
    sales.pass_s(2)
    return {**report, "error": "UnauthorizedOperation", "cause": "You are not authorized to perform this operation."}


def started_document(sales: Sales, document: str, *, node: Node, ago_s: float = 0.0, **more: Any) -> dict[str, Any]:
    """What Systems Manager says of a document that dana started for the node."""
    run = more.pop("id", "0a1b2c3d-0000-4000-8000-000000000001")
    return {
        "id": run,
        "speaksFor": run,
        "document": document,
        "instanceId": node.instance_id,
        "startedAt": iso(sales.now - timedelta(seconds=ago_s)),
        "startedBy": "arn:aws:iam::111122223333:user/dana",
        "cancelled": False,
        **more,
    }
