"""Clears up behind an execution that ended badly, and brings its node to a safe end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from adapters import lease_table
from adapters.consent_records import carry_consent
from adapters.documents.act_runs import act_run
from adapters.documents.document_runs import read_document_run
from adapters.ec2 import instances_by_id, instances_of_cluster, now, own_tags, state_of
from adapters.ec2_changes import ensure_stop_protection
from adapters.ended_records import cleared_in
from adapters.inflight_calls import CALL_LIFE_S, wait_for_calls
from adapters.observability import count, logger
from adapters.orphaned_work import end_work
from adapters.sns import publish
from adapters.ssm_observe import observe_hosts
from adapters.stepfunctions import start
from adapters.told import HOURLY, tell_once
from adapters.unsuitable_instances import can_be_protected
from cachewarden.codes import Code
from cachewarden.events.event import DocumentEnded, ExecutionEnded
from cachewarden.evidence.host import HostEvidence
from cachewarden.operation.consent import APPROVAL_DOCUMENTS
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.goal import OF_CLUSTER, Goal
from cachewarden.operation.lease import LeaseLostError, LeaseRecord, Owner
from cachewarden.operation.mode import Mode
from cachewarden.operation.policy import CLUSTER, may_be_asked, policy_from_tags
from cachewarden.requests.approval_ended import approval_not_given
from cachewarden.requests.document_ended import document_broke_off
from cachewarden.requests.held_by_mode import not_taken_up
from cachewarden.requests.request import Notify, StartExecution
from cachewarden.requests.resume import goes_on_without_a_lease, how_it_ended, nothing_begun, request_to_resume, resumed
from cachewarden.short_names import NameKind

PATIENCE_S = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """`lease_table`, `state_machine_arn` and `topic_arn` are where the leases are, what is started, who is notified.

    `observe_document`: by which a node is asked what a document left on it. `approvers`: ARNs of those whose approval
    is a consent.
    """

    lease_table: str
    state_machine_arn: str
    topic_arn: str
    documents: DeployedDocuments
    mode: Mode
    approvers: frozenset[str]

    def recover(self, event: ExecutionEnded) -> tuple[tuple[str, ...], str | None]:
        """Keys of the leases that were cleared up behind, and the name of the execution that goes on.

        Order: protection goes on, the owner's calls, acts and commands are seen ended, protection is seen to
        be on still, the node's next request is started, the lease is released. Each step may be repeated.
        """
        items = lease_table.read_items(self.lease_table)
        owned = [lease.record for lease in lease_table.leases_in(items) if lease.record.owned_by(event.execution_arn)]
        if not owned and cleared_in(items, event.execution_arn):
            # The event came twice. One that was redriven and took the lease again has it.
            logger().info("%s has been cleared up behind already", event.execution_arn)
            return (), None
        if not owned:
            return (), self._resume_unleased(event)
        name: str | None = None
        for record in owned:
            if record.owner is None:
                raise AssertionError(f"{record.key} has no owner")
            name = self._recover_leased(event, record, record.owner)
        return tuple(record.key for record in owned), name

    def recover_document(self, event: DocumentEnded) -> tuple[str, ...]:
        """Keys of the leases that were cleared up behind a person's document; people hear of what it left.

        The order is that of an operation. What the host's worker does goes on: it needs no lease, and a newer token
        fences it. A document that asks approvers has no lease: people hear that it wasn't approved.
        """
        if event.document in APPROVAL_DOCUMENTS:
            self._tell_approval(event)
            return ()
        run = act_run(event.execution_id, state_machine_arn=self.state_machine_arn)
        if run is None or run.running:
            return ()
        stored = lease_table.read_all(self.lease_table)
        owned = [lease.record for lease in stored if lease.record.owned_by(run.arn)]
        for record in owned:
            _protect([run.node])
            end_work(record, patience_s=PATIENCE_S)
        if owned or event.status != "Failed":
            # One that failed and released its lease has told whoever started it what the node refused.
            report = observe_hosts([run.node], self.documents)[run.node]
            names = {report.computer: NameKind.SERVER} if isinstance(report, HostEvidence) else None
            self._tell(document_broke_off(event, run.node, report), about=event.execution_id, names=names)
        for record in owned:
            self._release(record, run.owner)
            count("OrphanCleared")
        return tuple(record.key for record in owned)

    def _tell_approval(self, event: DocumentEnded) -> None:
        run = read_document_run(event.execution_id, approvers=self.approvers)
        message = approval_not_given(run) if run is not None else None
        if message is not None:
            self._tell(message, about=event.execution_id)

    def _recover_leased(self, event: ExecutionEnded, record: LeaseRecord, owner: Owner) -> str | None:
        nodes = _operated(record, owner)
        _protect(nodes)
        wait_for_calls(event.execution_arn, patience_s=CALL_LIFE_S)
        end_work(record, patience_s=PATIENCE_S)
        _protect(nodes)
        if not isinstance(owner.purpose, Goal):
            raise AssertionError(f"{event.execution_arn} owns a lease for the act {owner.purpose.value}")
        name = self._resume(event, owner.node, owner.purpose, nodes)
        self._release(record, owner)
        count("OrphanCleared")
        logger().info("%s is cleared up", record.key, extra={"code": Code.ORPHAN_CLEARED.value})
        return name

    def _resume_unleased(self, event: ExecutionEnded) -> str | None:
        """Behind an execution without a lease there is no work to end, but there may be nodes to bring on."""
        instances = instances_by_id(event.instance_ids) if event.instance_ids else []
        node = next(iter(event.instance_ids), "unknown instance")
        tags = {each["InstanceId"]: own_tags(each) for each in instances}
        if instances and event.goal in OF_CLUSTER:
            tags |= _tags_of_cluster(tags[node].get(CLUSTER))
        goal = goes_on_without_a_lease(event, tags=tags.values())
        _protect(each for each, found in tags.items() if policy_from_tags(found).managed)
        if not instances or goal is None:
            self._tell(nothing_begun(event, node), about=event.execution_arn)
            return None
        return self._resume(event, node, goal, tags)

    def _resume(self, event: ExecutionEnded, node: str, goal: Goal, nodes: Iterable[str]) -> str | None:
        states = [state_of(each) for each in nodes]
        request = request_to_resume(event, node, goal=goal, states=states, now=now())
        match request:
            case Notify():
                self._tell(request, about=event.execution_arn)
                count("ResumesExhausted")
                return None
            case StartExecution() if self.mode is Mode.OFF and request.goal is not Goal.PREFLIGHT:
                held = not_taken_up(node, goal, how_it_ended(event), states)
                self._tell(held, about=event.execution_arn)
                return None
            case StartExecution():
                carry_consent(self.lease_table, event.execution_arn, request, approvers=self.approvers, now=now())
                if start(self.state_machine_arn, request):
                    publish(self.topic_arn, resumed(event, request))
                return request.name
            case _:
                assert_never(request)

    def _tell(self, message: Notify, *, about: str, names: Mapping[str, NameKind] | None = None) -> None:
        """Once, though the event may come twice at a time. `names`: those that it may hold."""
        tell_once(
            self.lease_table,
            self.topic_arn,
            message,
            about=f"{about.rsplit(':', 1)[-1]}/{message.code.value}",
            now=now(),
            quiet_for=HOURLY,
            names=names,
        )

    def _release(self, record: LeaseRecord, owner: Owner) -> None:
        try:
            lease_table.release(
                self.lease_table, key=record.key, owner=owner.execution_arn, token=record.token, now=now()
            )
        except LeaseLostError:
            # The execution that was just started came first and took it over, as a taker may.
            logger().info("the lease %s was taken over already", record.key)


def _operated(record: LeaseRecord, owner: Owner) -> tuple[str, ...]:
    """The owner's own node, and of a whole cluster whatever other node is opted in or under this operation."""
    others = instances_by_id(set(record.operated) - {owner.node})
    ours = [each for each in others if may_be_asked(own_tags(each))]
    return (owner.node, *sorted(each["InstanceId"] for each in ours))


def _tags_of_cluster(name: str | None) -> dict[str, dict[str, str]]:
    """The tags of whatever is opted in, or under operation, under the cluster's name."""
    if not name:
        return {}
    tags = {each["InstanceId"]: own_tags(each) for each in instances_of_cluster(name)}
    return {node: found for node, found in tags.items() if may_be_asked(found)}


def _protect(nodes: Iterable[str]) -> None:
    """Each of them, whatever another's call answers. Raises the first error behind the last node."""
    problems: list[Exception] = []
    for node in nodes:
        try:
            if not all(map(can_be_protected, instances_by_id([node]))):
                continue
            if ensure_stop_protection(node, state_of(node)):
                logger().info("stop protection of %s is on again", node)
        except Exception as problem:  # the protection of the others doesn't depend on this one
            logger().exception("stop protection of %s can't be put on", node)
            problems.append(problem)
    if problems:
        raise problems[0]
