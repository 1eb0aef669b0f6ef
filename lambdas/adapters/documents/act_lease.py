"""The lease of a single act that a person's document does: taken before it, renewed meanwhile, released after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from botocore.exceptions import BotoCoreError, ClientError

from adapters import lease_table
from adapters.deployed_documents import NotDeployedError, system_hash_of_default
from adapters.documents.act_runs import ActRun
from adapters.documents.versions import default_version
from adapters.ec2 import now
from adapters.lease_acquisition import acquire
from adapters.mode_parameter import read_mode
from adapters.observability import logger
from adapters.observation import observe_cluster
from adapters.orphaned_work import OrphanWorkRuns, end_work
from cachewarden.codes import Code
from cachewarden.evidence.cluster import ClusterEvidence
from cachewarden.evidence.identity import IdentityDisagreesError, identity_of, remembered_key
from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.act_documents import SNAPSHOTTED_FIRST, commands_sent_by
from cachewarden.operation.actions import Action
from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.fencing import highest_believed
from cachewarden.operation.host_commands import HOST_PREFIX
from cachewarden.operation.idempotency import action_token
from cachewarden.operation.lease import LeaseLostError, LeaseRecord, Owner, life_end
from cachewarden.operation.mode import may_begin_act
from cachewarden.operation.policy import policy_from_tags
from cachewarden.operation.timing import COMMAND_LIFE_S
from cachewarden.procedures.act_watch import Watched, watched
from cachewarden.procedures.decision import Look
from cachewarden.procedures.guards.nodes_down import nodes_away

COMMAND_LIFE = timedelta(seconds=COMMAND_LIFE_S)
PATIENCE_S = 60
"""How long a cancelled document's commands are waited for: what follows a cancellation has two minutes
[automation#cancel-two-minutes]."""


class ActRefusedError(Exception):
    """The document may not act; the text is for whoever started it. Nothing was changed.

    `holder`: who has the cluster's lease, where that is why. `released`: the run had the lease, and let it go.
    """

    def __init__(self, text: str, *, holder: Owner | None = None, released: bool = False) -> None:
        super().__init__(text)
        self.holder = holder
        self.released = released


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenLease:
    """The cluster's record, and the hashes by which the run sends its commands, as `confirmed_commands` gives them."""

    record: LeaseRecord
    hashes: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActLease:
    """Leases of documents: where they are kept, Command documents as they were deployed, and the brake's parameter."""

    table: str
    documents: DeployedDocuments
    mode_parameter: str

    def take(self, run: ActRun) -> TakenLease:
        """The cluster's record, owned by the run. Raises `ActRefusedError`."""
        mode = read_mode(self.mode_parameter)
        if not may_begin_act(mode, run.action):
            raise ActRefusedError(
                f"{Code.HELD_BY_MODE.value}: CacheWarden {mode.told}, so {run.action.value} of "
                f"{run.node} isn't begun, and nothing was changed; set the parameter /cachewarden/mode to notify first"
            )
        _confirm_version(run)
        hashes = self.confirmed_commands(run)
        evidence = self._observe(run)
        _confirm_nodes(run, evidence)
        _confirm_lost(run, evidence)
        try:
            identity = identity_of(evidence)
        except IdentityDisagreesError as disagreement:
            raise ActRefusedError(
                f"{Code.IDENTITY_DISAGREES.value}: nodes that are tagged as one cluster belong to different ones: "
                f"{disagreement}; correct their tags cachewarden:cluster"
            ) from disagreement
        try:
            asked = acquire(
                self.table,
                owner=run.owner,
                identity=identity,
                members=[replica.instance_id for replica in evidence.replicas],
                strangers=evidence.no_members,
                seen_token=highest_believed(evidence.tokens, now()),
                remembered_key=remembered_key(evidence, identity),
                observed_at=evidence.observed_at,
            )
        except OrphanWorkRuns as unended:
            raise ActRefusedError(f"{unended}; an operation that ended left it, start this again in a minute") from None
        record = asked.record
        holder = record.owner
        if holder is not None and holder.execution_arn != run.arn:
            raise ActRefusedError(
                f"{Code.CLUSTER_BUSY.value}: {holder.execution_arn} is working on {holder.node} of the same cluster "
                f"({holder.purpose.value}); nothing was changed, start this again when it is done",
                holder=holder,
            )
        try:
            # Only now: while an operation is why another node is away, that is the answer. Where one worked on the
            # cluster since the look it may have taken another node away.
            looks_again = run.action is Action.STOP_SQL_SERVER and not asked.undisturbed
            _confirm_others_serve(run, self._observe(run) if looks_again else evidence, record)
        except ActRefusedError as refusal:
            raise ActRefusedError(str(refusal), released=self.release(run)) from refusal
        return TakenLease(record=record, hashes=hashes)

    def renew(self, run: ActRun) -> LeaseRecord:
        """The record, its life lengthened. Raises `LeaseLostError`."""
        record = self._owned(run)
        if record is None:
            raise LeaseLostError(f"{Code.LEASE_LOST.value}: {run.arn} holds no lease")
        lease_table.renew(
            self.table, key=record.key, owner=run.arn, token=record.token, expires_at=life_end(now(), run.action)
        )
        return record

    def watch(self, run: ActRun) -> Watched:
        """Renews the lease, and says how far the node's worker is."""
        self.renew(run)
        return watched(run.action, self._observe(run).node, now())

    def release(self, run: ActRun) -> bool:
        """Releases the run's lease; False where it has none, or where work of it goes on: then the janitor does it."""
        record = self._owned(run)
        if record is None:
            return False
        if run.cancelling:
            try:
                end_work(record, patience_s=PATIENCE_S)
            except OrphanWorkRuns:
                logger().warning("work of %s hasn't ended yet; its lease is left to the janitor", run.arn)
                return False
        lease_table.release(self.table, key=record.key, owner=run.arn, token=record.token, now=now())
        return True

    def holds(self, run: ActRun) -> bool:
        """Whether the run still owns a lease."""
        return self._owned(run) is not None

    def confirmed_commands(self, run: ActRun) -> dict[str, str]:
        """What the run sends, each by its document's name without the prefix, with Systems Manager's hash of it.

        A document's step sends a Command document's default version [automation#run-command-version]; with the hash it
        sends that version or nothing, whatever the default is by then. Raises `ActRefusedError` where one isn't what
        was deployed.
        """
        sent = commands_sent_by(run.document, self.documents)
        try:
            return {name.removeprefix(HOST_PREFIX): system_hash_of_default(name, self.documents) for name in sent}
        except NotDeployedError as problem:
            raise ActRefusedError(
                f"{Code.ACT_NOT_DEPLOYED.value}: {problem}, so the command isn't sent. If a deployment is under way, "
                "try again when it has ended; otherwise find in CloudTrail who changed the document"
            ) from None

    def sends_what_is_deployed(self, run: ActRun) -> bool:
        """Whether each command of the run is the deployed one by now; False where that can't be read."""
        try:
            self.confirmed_commands(run)
        except (ActRefusedError, ClientError, BotoCoreError) as problem:
            logger().warning("commands of %s aren't what was deployed: %s", run.document, problem)
            return False
        return True

    def _observe(self, run: ActRun) -> ClusterEvidence:
        return observe_cluster(run.node, look=Look.ALL, known=None, documents=self.documents, lease_table=self.table)

    def _owned(self, run: ActRun) -> LeaseRecord | None:
        records = (lease.record for lease in lease_table.read_all(self.table))
        return next((record for record in records if record.owned_by(run.arn)), None)


def action_token_of(run: ActRun) -> str:
    """Of all commands of the run; hosts tell them apart by their act."""
    return action_token(execution_arn=run.arn, action=run.action.value, node=run.node, attempt=1)


def _confirm_version(run: ActRun) -> None:
    """Returns when the run is of the document as it is deployed. Raises `ActRefusedError`.

    Older versions stay startable by their number, and with them whatever they lacked.
    """
    deployed = default_version(run.document)
    if run.document_version != deployed:
        raise ActRefusedError(
            f"{Code.NOT_DEPLOYED_VERSION.value}: this is version {run.document_version} of {run.document}, deployed is "
            f"version {deployed}; nothing was changed, start it again without naming a version"
        )


def _confirm_nodes(run: ActRun, evidence: ClusterEvidence) -> None:
    """Returns when the node is opted in, and the run's other node is of the same cluster. Raises `ActRefusedError`."""
    node = evidence.node
    if not policy_from_tags(node.ec2.tags).managed:
        raise ActRefusedError(
            f"{Code.OPTED_OUT.value}: {node.name} isn't tagged cachewarden:managed=true; nothing was changed"
        )
    strangers = sorted(set(run.nodes) - {replica.instance_id for replica in evidence.replicas})
    if strangers:
        raise ActRefusedError(
            f"{Code.IDENTITY_DISAGREES.value}: {', '.join(strangers)} isn't tagged as a node of {node.name}'s cluster; "
            "nothing was changed"
        )


def _confirm_lost(run: ActRun, evidence: ClusterEvidence) -> None:
    """Returns where the node's storage may be rebuilt; what wasn't seen, the node judges. Raises `ActRefusedError`.

    The node would refuse it as well, but behind the snapshots, which cost.
    """
    host = evidence.node.host
    if run.action not in SNAPSHOTTED_FIRST or host is None or host.storage is None:
        return
    if host.storage.classification is not StorageClassification.CACHE_LOST:
        raise ActRefusedError(
            f"{Code.NO_CACHE_LOST.value}: the storage of {evidence.node.name} is {host.storage.classification.value} "
            f"({'; '.join(host.storage.reasons)}); no snapshot was taken and nothing was changed"
        )


def _confirm_others_serve(run: ActRun, evidence: ClusterEvidence, record: LeaseRecord) -> None:
    """Returns where the act takes no second node of the cluster out of service. Raises `ActRefusedError`.

    The node itself refuses a primary, and one without its primary; of a third node it knows nothing. `record`: only the
    lease's says whose modes an operation holds.
    """
    if run.action is not Action.STOP_SQL_SERVER:
        return
    outside = policy_from_tags(evidence.node.ec2.tags).outside
    away = nodes_away(evidence, outside=outside, saved_modes=record.saved_modes)
    if away:
        raise ActRefusedError(
            f"{Code.PARTNER_DOWN.value}: {', '.join(each.told for each in away)}, so SQL Server on "
            f"{evidence.node.name} must stay; nothing was changed. Bring that node into service first, or take "
            "cachewarden:cluster off one that is no node of the cluster any more"
        )
