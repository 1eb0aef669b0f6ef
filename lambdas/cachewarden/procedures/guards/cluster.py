"""Guards on the whole cluster: while one of these answers, no node of it may be taken out of service."""

from cachewarden.codes import Code
from cachewarden.evidence.availability_groups import CLUSTER_TYPE_WSFC
from cachewarden.evidence.group_views import candidates
from cachewarden.evidence.instance import InstanceState, ReplicaEvidence
from cachewarden.evidence.sql import QUORUM_NORMAL, WindowsCluster
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import TERMS, Consent
from cachewarden.operation.goal import Goal
from cachewarden.operation.timing import BOOT_TASK_WITHIN_S, PARTNER_UNOBSERVED_OVERDUE_S
from cachewarden.operation.wait_reasons import WaitReason
from cachewarden.procedures.asynchronous import asynchronous_consent, asynchronous_target
from cachewarden.procedures.decision import Decision
from cachewarden.procedures.gone_replicas import gone_replicas, told_gone
from cachewarden.procedures.guards.bundle import bundle_is_missing
from cachewarden.procedures.guards.nodes_down import NodeDown, nodes_away, nodes_down
from cachewarden.procedures.guards.silent_partner import wait_for_answer
from cachewarden.procedures.in_place import (
    dormant_computers,
    dormant_partners,
    goes_on,
    in_place,
    stays,
    stopped_in_place,
    unless_in_place,
    wait_for_replica,
)
from cachewarden.procedures.required_secondaries import fewer_consent, secondaries_without
from cachewarden.procedures.situation import Situation


def partner_is_down(situation: Situation) -> Decision | None:
    """Another node isn't running: never two nodes down, but by consent where EC2 is about to stop the only copy."""
    down = down_beside(situation)
    if not down or goes_on(situation):
        return None
    told = ", ".join(each.told for each in down)
    dormant = {each.instance_id for each in dormant_partners(situation)}
    if situation.operation.effective_goal is Goal.FAILED_OVER:
        then = f"nobody else can take over all that {situation.node.name} leads"
    else:
        then = f"{situation.node.name} must stay"
    refusal = situation.refuse(Code.PARTNER_DOWN, f"{told}; {then}")
    if len(dormant) < len(down):
        return refusal
    answer = unless_in_place(situation, refusal)
    unnoted = dormant - {each.instance_id for each in situation.evidence.absent}
    if answer is None and unnoted and not stopped_in_place(situation):
        why = f"{told}; no sweep has noted which computer {', '.join(sorted(unnoted))} is, so {situation.node.name}"
        return situation.refuse(Code.PARTNER_DOWN, f"{why} must stay")
    return answer


def down_beside(situation: Situation) -> tuple[NodeDown, ...]:
    """The nodes that are down beside the operation's own, by what its lease keeps as well."""
    return nodes_down(situation.evidence, outside=situation.policy.outside, saved_modes=situation.operation.saved_modes)


def away_beside(situation: Situation) -> tuple[NodeDown, ...]:
    """As `down_beside`, and the partners that run and aren't seen to serve."""
    return nodes_away(situation.evidence, outside=situation.policy.outside, saved_modes=situation.operation.saved_modes)


def partner_not_observed(situation: Situation) -> Decision | None:
    """Another node doesn't answer, or its report is old: what isn't known counts as not safe."""
    if goes_on(situation):
        return None
    for partner in situation.partners:
        host = partner.host
        if partner.ec2.state is InstanceState.STOPPED and in_place(situation) is not None:
            continue  # `partner_is_down` has judged it
        if host is not None and partner.why_silent is None:
            if situation.fresh(min(host.sql_at, host.storage_at)):
                continue
            return situation.look_again(f"The report of {partner.name} is {situation.age_s(host.sql_at):.0f} s old")
        if partner.bundle_error is not None:
            return bundle_is_missing(situation, partner, Code.PARTNER_DOWN)
        waited_s = situation.operation.waited_s(WaitReason.PARTNER, situation.now)
        return wait_for_answer(situation, partner) or situation.refuse(
            Code.PARTNER_DOWN,
            f"{partner.name} doesn't answer since {waited_s:.0f} s ({partner.why_silent}); it can't be relied on",
        )
    return None


def identity_is_unclear(situation: Situation) -> Decision | None:
    """The cluster must be the one that the lease is for, and every computer of it known by its instance."""
    known = situation.operation.identity
    if situation.identity is None:
        if not situation.partners:
            return None
        if known is not None and stopped_in_place(situation) and in_place(situation) is not None:
            return None  # SQL Server, which would say it, runs nowhere any more; the lease is for what it said
        return situation.refuse(
            Code.IDENTITY_DISAGREES, "No node reports a failover cluster, so its other members are unknown"
        )
    if known is not None and not known.same_cluster(situation.identity):
        return situation.refuse(
            Code.IDENTITY_DISAGREES,
            f"The lease is for {known.cluster_name}, the nodes now report {situation.identity.cluster_name} "
            "with other Availability Groups",
        )
    computers = [item.host.computer.casefold() for item in situation.evidence.replicas if item.host]
    if len(set(computers)) < len(computers):
        return situation.refuse(
            Code.IDENTITY_DISAGREES, f"Two instances report the same computer name: {', '.join(sorted(computers))}"
        )
    return None


def replica_is_gone(situation: Situation) -> Decision | None:
    """A replica whose instance never comes back still counts in its group, until a person consents to its removal."""
    for view in situation.groups:
        gone = gone_replicas(situation.evidence, view)
        if gone:
            return situation.refuse(Code.REPLICA_GONE, told_gone(situation.evidence, view, gone))
    return None


def replica_is_unknown(situation: Situation) -> Decision | None:
    """A replica or cluster node that no tagged instance answers for, and no owner calls outside, can't be watched."""
    if goes_on(situation):
        return None
    outside = situation.policy.outside | situation.evidence.gone | dormant_computers(situation)
    for view in situation.groups:
        unknown = view.unknown_servers(outside)
        if unknown:
            return situation.refuse(
                Code.REPLICA_UNKNOWN,
                f"{view.name} has a replica on {', '.join(unknown)}, which no instance tagged "
                f"cachewarden:cluster={situation.evidence.cluster_name} answers for",
            )
    known = situation.evidence.answering
    for cluster in situation.evidence.failover_clusters:
        strangers = sorted(
            member.name
            for member in cluster.members
            if member.is_node and member.name.casefold() not in known | outside
        )
        if strangers:
            return situation.refuse(
                Code.REPLICA_UNKNOWN, f"Cluster node {', '.join(strangers)} belongs to no tagged instance"
            )
    return None


def instance_not_readable(situation: Situation) -> Decision | None:
    """An instance that runs and can't be asked may lead groups that no other node reports: waited for, then refused."""
    if goes_on(situation):
        return None
    return _unreadable(situation, situation.evidence.replicas)


def node_not_readable(situation: Situation) -> Decision | None:
    """What the node itself may lead isn't known while an instance of it can't be asked: waited for, then refused."""
    return _unreadable(situation, (situation.node,))


def _unreadable(situation: Situation, asked: tuple[ReplicaEvidence, ...]) -> Decision | None:
    for item in asked:
        sql = item.host.sql if item.host else None
        if sql is None or not sql.unreadable:
            continue
        told = "; ".join(f"{one.name} on {item.name} can't be asked: {one.error}" for one in sql.unreadable)
        waited_s = situation.operation.waited_s(WaitReason.PARTNER, situation.now)
        if waited_s < PARTNER_UNOBSERVED_OVERDUE_S:
            return situation.wait(WaitReason.PARTNER, told, since=None, estimate_s=20)
        return situation.refuse(Code.FACT_UNKNOWN, f"{told}; it has been so for {waited_s:.0f} s")
    return None


def permissions_are_missing(situation: Situation) -> Decision | None:
    """An observer without rights sees nothing and would take it for nothing being there."""
    if goes_on(situation):
        return None
    for item in situation.evidence.replicas:
        sql = item.host.sql if item.host else None
        if sql is None or not sql.all_running or (sql.permissions is not None and sql.permissions.sufficient):
            continue
        return situation.refuse(
            Code.PERMISSIONS_MISSING,
            f"On {item.name} NT AUTHORITY\\SYSTEM lacks VIEW SERVER STATE, VIEW ANY DEFINITION or "
            "ALTER ANY AVAILABILITY GROUP; CacheWarden-GrantRights prints what to run there",
        )
    return None


def group_kind_is_unsupported(situation: Situation) -> Decision | None:
    """Failover cluster instances, distributed, read-scale and external groups move in ways that aren't ours."""
    sql = situation.host.sql
    # One that is stopped here may run on another node of its cluster.
    clustered = sql.failover_cluster_instances if sql is not None else None
    if sql is not None and not clustered:
        clustered = tuple(each.name for each in sql.services if each.clustered)
    if clustered:
        names = ", ".join(clustered)
        return situation.refuse(
            Code.GROUP_KIND_UNSUPPORTED,
            f"{names} is a failover cluster instance, which a stop here would move, or fail",
        )
    for view in situation.node_groups:
        if view.group.distributed:
            kind = "a distributed Availability Group"
        elif view.group.cluster_type != CLUSTER_TYPE_WSFC:
            kind = f"managed by cluster type {view.group.cluster_type}, not by a Windows cluster"
        else:
            continue
        return situation.refuse(Code.GROUP_KIND_UNSUPPORTED, f"{view.name} is {kind}")
    return None


def partner_is_busy(situation: Situation) -> Decision | None:
    """A partner whose storage is in motion or in trouble, or whose SQL Server is down, can't carry the load."""
    if goes_on(situation):
        return None
    for partner in situation.partners:
        if partner.why_busy is not None:
            return situation.refuse(Code.PARTNER_BUSY, f"{partner.name} {partner.why_busy}")
    return None


def cluster_node_is_down(situation: Situation) -> Decision | None:
    """The failover cluster itself must see every managed node up and quorum normal; others count by their votes."""
    outside = (situation.policy.outside | situation.evidence.gone) - situation.evidence.answering
    outside |= dormant_computers(situation)
    for cluster in situation.evidence.failover_clusters:
        down = sorted(
            member.name
            for member in cluster.members
            if member.is_node and not member.online and member.name.casefold() not in outside
        )
        if down and not goes_on(situation):
            return situation.refuse(Code.PARTNER_DOWN, f"{cluster.name} sees {', '.join(down)} down")
    return quorum_is_not_normal(situation)


def quorum_is_not_normal(situation: Situation) -> Decision | None:
    """A failover cluster whose quorum was forced, or isn't known, is left as it is."""
    for cluster in situation.evidence.failover_clusters:
        if cluster.quorum_state != QUORUM_NORMAL:
            return situation.refuse(
                Code.QUORUM_MARGIN, f"{cluster.name} has quorum state {cluster.quorum_state}, not normal (1)"
            )
    return None


def quorum_would_break(situation: Situation) -> Decision | None:
    """Without the node more than half of the votes must remain; where no other node is up, with it when it is back."""
    for cluster in situation.evidence.failover_clusters:
        unknown = sorted(member.name for member in cluster.members if member.votes is None)
        if unknown:
            told = " and ".join(f"{name}'s votes" for name in unknown)
            return situation.refuse(
                Code.FACT_UNKNOWN,
                f"{cluster.name} doesn't say {told}, so nobody knows whether a majority would remain without "
                f"{situation.node.name}; compare sys.dm_hadr_cluster_members with Get-ClusterNode",
            )
        votes, rest = _votes(situation, cluster)
        if in_place(situation) is not None and not _others_up(situation, cluster):
            # Nobody is left whose quorum could break. The node forms the cluster again with what is up now.
            rest = [each.votes for each in cluster.members if each.online and each.votes is not None]
        if sum(rest) * 2 <= votes:
            return situation.refuse(
                Code.QUORUM_MARGIN,
                f"{cluster.name} would keep {sum(rest)} of {votes} votes without {situation.node.name}; "
                f"more than half must remain, {_margin(situation, cluster)} would give the margin",
            )
    return None


def _others_up(situation: Situation, cluster: WindowsCluster) -> bool:
    """Whether another node of the failover cluster is up, ours or not."""
    leaving = situation.host.computer.casefold()
    return any(each.is_node and each.online and each.name.casefold() != leaving for each in cluster.members)


def _margin(situation: Situation, cluster: WindowsCluster) -> str:
    """What would make a majority: votes of computers that never come back count as missing ones."""
    gone = [each.name for each in cluster.members if each.votes and each.name.casefold() in situation.evidence.gone]
    return f"evicting {', '.join(gone)} (Remove-ClusterNode)" if gone else "a witness"


def votes_left(situation: Situation) -> str:
    """What quorum stands on once the node is away, for sentences; empty outside of a failover cluster.

    The cluster may take away the votes of those that have left (dynamic quorum) and so survive more; that isn't
    counted on [failover-cluster#quorum-margin].
    """
    cluster = next(iter(situation.evidence.failover_clusters), None)
    if cluster is None:
        return ""
    if not _others_up(situation, cluster):
        return f"; no other node of {cluster.name} is up, so it has no quorum until this one is back"
    votes, rest = _votes(situation, cluster)
    survives = bool(rest) and (sum(rest) - max(rest)) * 2 > votes
    told = "it could lose one more" if survives else "one more loss could end its quorum"
    return f"; {cluster.name} keeps {sum(rest)} of {votes} votes meanwhile, {told}"


def _votes(situation: Situation, cluster: WindowsCluster) -> tuple[int, list[int]]:
    """All votes, and those of each member that is up without the node."""
    leaving = situation.host.computer.casefold()
    known = [(member, member.votes) for member in cluster.members if member.votes is not None]
    rest = [votes for member, votes in known if member.online and member.name.casefold() != leaving]
    return sum(votes for _, votes in known), rest


def group_has_no_primary(situation: Situation) -> Decision | None:
    """Every group of the node must have one undisputed primary that is online."""
    kept = stays(situation) if stopped_in_place(situation) else frozenset[str]()
    for view in situation.node_groups:
        if view.id in kept:
            continue  # its primary is this node, whose SQL Server this operation has stopped
        led_from = view.led_from(situation.policy.outside)
        if led_from is not None:
            return situation.refuse(
                Code.PRIMARY_OUTSIDE,
                f"{view.name} is led by {led_from}, which cachewarden:outside names: its modes can't be changed, its "
                "log can't be watched",
            )
        if view.contested:
            return situation.look_again(f"Two nodes call themselves primary of {view.name}: a failover is under way")
        if view.online:
            continue
        waited_s = situation.operation.waited_s(WaitReason.PRIMARY, situation.now)
        if waited_s < 60:
            return situation.wait(WaitReason.PRIMARY, f"No primary of {view.name} is online", since=None, estimate_s=10)
        return situation.refuse(Code.TARGET_NOT_READY, f"No primary of {view.name} is online since {waited_s:.0f} s")
    return None


def target_not_ready(situation: Situation) -> Decision | None:
    """Each group that the node leads needs a partner that can take over without data loss, or stays by consent."""
    for view in situation.led_groups:
        found = candidates(view, situation.node, situation.targets, redo_max_s=situation.policy.redo_max_s)
        if any(candidate.obstacle is None for candidate in found):
            continue
        if asynchronous_consent(situation) is not None and asynchronous_target(situation, view) is not None:
            continue
        if in_place(situation) is not None:
            waits = wait_for_replica(situation, view)
            if waits is not None:
                return waits
            continue
        told = "; ".join(candidate.obstacle or "" for candidate in found) or "it has no other replica"
        refusal = situation.refuse(
            Code.TARGET_NOT_READY,
            f"No replica can take over {view.name}: {told}{situation.void_consents(Consent.ASYNCHRONOUS)}",
        )
        return unless_in_place(situation, refusal)
    return None


def commits_would_stall(situation: Situation) -> Decision | None:
    """REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT must be met without the node; it is lowered only by consent."""
    kept = stays(situation)
    for view in situation.node_groups:
        if view.id in kept:
            continue  # nothing is committed in it while the node is away
        required = view.group.required_synchronized
        if required is None:
            return situation.refuse(
                Code.FACT_UNKNOWN,
                f"Nobody says how many synchronized secondaries {view.name} demands for a commit; "
                "look at required_synchronized_secondaries_to_commit in sys.availability_groups on its primary",
            )
        remaining = secondaries_without(situation, view)
        if remaining < required and fewer_consent(situation) is None:
            return situation.refuse(
                Code.REQUIRED_SYNCHRONIZED,
                f"{view.name} demands {required} synchronized secondaries for a commit; "
                f"{remaining} would remain without {situation.node.name}{_fewer_by_consent(situation)}",
            )
    return None


def _fewer_by_consent(situation: Situation) -> str:
    """The consent by which fewer would do, for the end of a sentence; empty where the goal can't have it."""
    word = Consent.FEWER_COPIES
    if situation.operation.goal not in {*TERMS[word].goals, Goal.PREFLIGHT}:
        return ""
    return f". Lowering that number needs the consent '{word.value}'{situation.void_consents(word)}"


def only_copy_without_consent(situation: Situation) -> Decision | None:
    """Databases that no other server has go out of service with the node: that needs a yes."""
    alone = situation.only_copies
    if alone is None or situation.consent(Consent.OUTAGE, allows=Action.STOP_SQL_SERVER):
        return None
    if in_place(situation) is not None:
        return None
    sql = situation.host.sql
    operation = situation.operation
    stopped = sql is not None and sql.all_stopped and situation.node_groups
    if stopped and not operation.has_lease and operation.effective_goal is not Goal.PREFLIGHT:
        # Asked while it stopped, it couldn't say. Whose operation stopped it is known with the lease, and joined then.
        return None
    unsaid = sql is not None and any(not each.stopped and each.databases_alone is None for each in sql.services)
    if unsaid and situation.up_s <= BOOT_TASK_WITHIN_S:
        return situation.wait(
            WaitReason.BOOT_TASK,
            f"Windows on {situation.node.name} started {situation.up_s:.0f} s ago; SQL Server there doesn't say yet "
            "which of its databases no other server has",
            since=None,
            estimate_s=15,
        )
    return situation.refuse(
        Code.ONLY_COPY,
        f"{alone}: stopping it is an outage, "
        f"which needs the consent '{Consent.OUTAGE.value}'{situation.void_consents(Consent.OUTAGE)}",
    )
