"""Each rule of the decision table answers in a situation of its own: by name, with the code or act that it gives."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from cachewarden.procedures.decide import rules_for, table
from cachewarden.procedures.decision import Decision, Execute
from cachewarden.procedures.failed_over import FAILING_OVER, LED_ELSEWHERE
from cachewarden.procedures.preflight import PREFLIGHT
from cachewarden.procedures.rebuild import LOST_CACHE, cache_is_lost
from cachewarden.procedures.return_to_service import RETURNING
from cachewarden.procedures.situation import Rule, Situation
from cachewarden.procedures.snapshot import SNAPSHOTTING
from cachewarden.procedures.stop import STOPPING
from cachewarden.procedures.whole_cluster.start import CLUSTER_RETURNING
from cachewarden.procedures.whole_cluster.stop import CLUSTER_STOPPING
from tests.unit.lambdas.instance_types import wanted_type
from tests.unit.lambdas.loop_driver import started_document
from tests.unit.lambdas.sales_cluster import GROUP, Node, Sales, iso
from tests.unit.lambdas.situations import LEASED, SAVED_MODES, host, set_cluster, set_node, situation

RULES = {
    rule.__name__: rule
    for rule in (
        *STOPPING,
        *SNAPSHOTTING,
        *FAILING_OVER,
        *LED_ELSEWHERE,
        *RETURNING,
        *PREFLIGHT,
        *LOST_CACHE,
        *CLUSTER_STOPPING,
        *CLUSTER_RETURNING,
    )
}

Change = Callable[[Sales], Any]
Edit = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """What is wrong with a healthy cluster, what the operation has behind it, and what the rule answers."""

    answer: str
    goal: str = "Stopped"
    change: tuple[Change, ...] = ()
    edit: Edit = lambda evidence: None
    later_s: float = 1.0
    operation: dict[str, Any] | None = None
    """None: one that has the lease, or a preflight that has asked for its rights."""

    def situation(self) -> Situation:
        def change(sales: Sales) -> None:
            for each in self.change:
                each(sales)

        return situation(change, goal=self.goal, edit=self.edit, later_s=self.later_s, **(self.operation or {}))


def attempts(**more: Any) -> dict[str, Any]:
    """A leased operation that has begun these acts."""
    return {**LEASED, "attempts": {**LEASED["attempts"], **more}, "savedModes": SAVED_MODES}


def edit_sql(index: int, **values: Any) -> Edit:
    return lambda evidence: host(evidence, index)["sql"].update(values)


def deployed_nowhere(act: str) -> Edit:
    return lambda evidence: evidence["documents"]["versions"].update({f"CacheWarden-Host-{act}": None})


OPTED_IN = {"cachewarden:managed": "true", "cachewarden:cluster": "sales"}


def consent_to(word: str, goal: str) -> dict[str, Any]:
    now = Sales().now
    return {
        "word": word, "by": "dana", "through": "a document", "subject": Sales().one.instance_id,
        "goals": [goal], "givenAt": iso(now), "expiresAt": iso(now + timedelta(hours=1)), "withdrawn": False,
    }  # fmt: skip


TO_FORGET: dict[str, Any] = {
    **LEASED, "consents": [consent_to("forget-replica", "InService")], "forgets": ["sales2"],
}  # fmt: skip


def whole_cluster(**more: Any) -> dict[str, Any]:
    """A leased operation on the whole cluster, consented to, whose leader is node one."""
    now, one = Sales().now, Sales().one.instance_id
    given = {
        "word": "whole-cluster", "by": "dana", "through": "a document", "subject": one, "goals": ["ClusterStopped"],
        "givenAt": iso(now), "expiresAt": iso(now + timedelta(hours=1)), "withdrawn": False,
    }  # fmt: skip
    return {**LEASED, "consents": [given], "leader": one, **more}


def led_by_the_other(sales: Sales) -> None:
    sales.primary = sales.two


def running_backup(*, remaining_s: int) -> dict[str, Any]:
    return {"command": "BACKUP DATABASE", "database": "orders", "percent": 10, "remainingS": remaining_s}


def without_report(index: int) -> Edit:
    error = {"code": "CW4101", "message": "its SSM agent isn't online"}
    return lambda evidence: evidence["replicas"][index].update({"host": None, "hostError": error})


def started_s_ago(index: int, seconds: float) -> Change:
    def change(sales: Sales) -> None:
        list(sales.nodes.values())[index].launched = sales.now - timedelta(seconds=seconds)

    return change


def forced_quorum(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["cluster"]["quorumState"] = 2


def strange_cluster_node(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["cluster"]["members"].append({"name": "SALES9", "type": 0, "state": 1, "votes": 1})


def without_the_secondarys_instance(evidence: dict[str, Any]) -> None:
    """SALES2 is terminated: EC2 describes it no more, and the primary doesn't see it connected."""
    del evidence["replicas"][1]
    evidence["absent"] = [{"computer": "sales2", "instanceId": "i-2", "gone": True, "why": "it is terminated"}]
    sql = host(evidence, 0)["sql"]
    sql["cluster"]["members"][1]["state"] = 0
    for replica in sql["availabilityGroups"][0]["replicas"]:
        if replica["server"] == "SALES2":
            replica["connected"] = 0


def of_no_group(evidence: dict[str, Any]) -> None:
    del evidence["replicas"][1]
    host(evidence, 0)["sql"].update(availabilityGroups=[], cluster=None)


def reboot_of(node: Node) -> dict[str, Any]:
    reboot = {"instanceId": node.instance_id, "eventId": "e", "code": "system-reboot", "description": "d"}
    return {**reboot, "notBefore": iso(Sales().now), "notAfter": None, "notBeforeDeadline": None}


def ahead_of_a_reboot(edit: Edit = lambda evidence: None) -> Edit:
    def edited(evidence: dict[str, Any]) -> None:
        evidence["scheduled"] = [reboot_of(Sales().one)]
        edit(evidence)

    return edited


def the_secondary_is_rebooted(evidence: dict[str, Any]) -> None:
    evidence["scheduled"].append(reboot_of(Sales().two))


def with_its_primary_offline(evidence: dict[str, Any]) -> None:
    host(evidence, 0)["sql"]["availabilityGroups"][0]["operational"] = None


def booted_60_s_ago(evidence: dict[str, Any]) -> None:
    booted = iso(Sales().now - timedelta(seconds=60))
    host(evidence, 0)["host"]["bootedAt"] = booted


def login_failed(evidence: dict[str, Any]) -> None:
    """An instance runs and refuses our login."""
    sql = host(evidence, 0)["sql"]
    sql["instances"][0]["error"] = "18401"
    sql.update(server=None, permissions=None, cluster=None, availabilityGroups=None, filesOnCache=None)


def without_groups(evidence: dict[str, Any]) -> None:
    for index in (0, 1):
        host(evidence, index)["sql"]["availabilityGroups"] = []


def seeding(state: str) -> list[dict[str, Any]]:
    row = {"ag": GROUP, "database": "orders", "remote": "SALES1", "state": state, "failure": "no space"}
    return [{**row, "bytesDone": 1024**3, "bytesTotal": 100 * 1024**3, "bytesPerSecond": 1024**2}]


def unopened(*, missing: int, in_group: bool = True) -> dict[str, Any]:
    return {"name": "orders", "inGroup": in_group, "files": 2, "missing": missing}


def ec2_stops_it(*, hours: float) -> Callable[[Sales], None]:
    """EC2 shows a retirement of the node that is due in so many hours."""

    def change(sales: Sales) -> None:
        sales.maintenance = [
            {
                "instanceId": sales.one.instance_id,
                "eventId": "instance-event-1",
                "code": "instance-retirement",
                "description": "",
                "notBefore": iso(sales.now + timedelta(hours=hours)),
                "notBeforeDeadline": None,
                "notAfter": None,
            }
        ]

    return change


def stopped_by_us(sales: Sales) -> None:
    sales.one.proven_run = sales.one.launched


def other_stopped_by_us(sales: Sales) -> None:
    sales.two.proven_run = sales.two.launched


def wants(name: str) -> Change:
    return lambda sales: setattr(sales, "wanted_type", wanted_type(name))


RUNNING_WORKER = {"work": "evacuate", "state": "running", "bytesDone": 5, "bytesTotal": 10}
SECONDARY = set_cluster(primary=None)
SALES_TWO_LEADS: Change = lambda sales: setattr(sales, "primary", sales.two)  # noqa: E731
SQL_DOWN = set_node(0, sql_running=False, synchronized=False)


def asks_for_online(sales: Sales) -> None:
    sales.one.tags["cachewarden:evacuation"] = "online"
    sales.online_builds = ["20348"]


HELD = (set_node(0, failover_mode=1), set_node(1, failover_mode=1))


def marked_operating(sales: Sales) -> None:
    sales.one.tags["cachewarden:state"] = "operating"


EVACUATED = (
    *HELD,
    SALES_TWO_LEADS,
    SQL_DOWN,
    marked_operating,
    set_node(0, classification="EVACUATED", proof=True, token=7),
)
FAILED_WORKER = {"state": "failed", "token": 7, "code": "CW1050", "message": "m", "bytesDone": 1, "bytesTotal": 2}
LOST = (SALES_TWO_LEADS, SQL_DOWN, set_node(0, classification="CACHE_LOST", readable=False, free_nvme=("AWS9",)))
WITHOUT_DATABASES = (SALES_TWO_LEADS, set_node(0, lost_databases=True, synchronized=False))
SAVED = {
    **LEASED,
    "savedModes": [
        {"ag": GROUP, "replica": "r1", "server": "SALES1", "availabilityMode": 1, "failoverMode": 0},
    ],
}


NEVER_BOOTED = (SALES_TWO_LEADS, set_node(0, online=False), started_s_ago(0, 3600))


def without_pool(*, attached: bool = True) -> Edit:
    """The lease table says that volumes are to leave the first node, or have left it, in the run that it is in."""

    def edit(evidence: dict[str, Any]) -> None:
        ec2 = evidence["replicas"][0]["ec2"]
        volumes = [{"volume": "vol-01", "device": "xvdf", "attached": attached}]
        ec2["detachedPool"] = {"launchTime": ec2["launchTime"], "volumes": volumes}

    return edit


def called_now(evidence: dict[str, Any]) -> None:
    """The first node's agent."""
    evidence["replicas"][0]["agent"] = {"ping": "Online", "lastPingAt": iso(Sales().now)}


def silent_secondary(evidence: dict[str, Any]) -> None:
    """The first node as the second one sees it once Windows is down there."""
    replicas = host(evidence, 1)["sql"]["availabilityGroups"][0]["replicas"]
    for replica in replicas:
        if replica["server"] == "SALES1":
            replica["connected"] = 0


def together(*edits: Edit) -> Edit:
    def edit(evidence: dict[str, Any]) -> None:
        for each in edits:
            each(evidence)

    return edit


def self_approved(sales: Sales) -> None:
    """Dana started the document that asks approvers, and approved it herself."""
    asked = started_document(sales, "CacheWarden-RequestAsynchronousAndStopInstance", node=sales.one)
    decision = {"by": asked["startedBy"], "approves": True, "at": iso(sales.now)}
    approval = {"granted": True, "succeeded": True, "ofDeployment": True, "endedAt": iso(sales.now)}
    sales.document_run = {**asked, "approval": {**approval, "decisions": [decision]}}


RUN = "0a1b2c3d-0000-4000-8000-000000000001"


def consent_by_tag(word: str) -> dict[str, Any]:
    """As an operation keeps what the tag of node one gave it."""
    sales = Sales()
    return {
        "word": word,
        "by": "whoever set the tag",
        "through": "the tag",
        "subject": sales.one.instance_id,
        "goals": ["Stopped"],
        "givenAt": None,
        "expiresAt": iso(sales.now + timedelta(hours=1)),
        "withdrawn": False,
    }


SCENARIOS: dict[str, Scenario] = {
    # guards on the request and on the node
    "approval_does_not_count": Scenario(
        answer="CW6156",
        change=(self_approved,),
        operation={"executionArn": f"arn:aws:states:eu-central-1:111122223333:execution:m:{RUN}", "documentRun": RUN},
    ),
    "request_expired": Scenario(answer="CW5001", operation={"expiresAt": iso(Sales().now)}),
    "cluster_is_busy": Scenario(
        answer="CW5003",
        operation={"holder": {"owner": "o", "subject": "i-2", "goal": "Stopped", "seenAt": iso(Sales().now)}},
    ),
    "switched_off": Scenario(
        answer="CW5118",
        operation={
            "lastFailure": {"action": "AcquireLease", "code": "CW5118", "message": "off", "at": iso(Sales().now)}
        },
    ),
    "data_loss_seen": Scenario(answer="CW6207", operation={**LEASED, "dataLoss": "CW1099 gone"}),
    "act_not_seen_yet": Scenario(
        answer="CW6007", operation={**LEASED, "lookAfter": iso(Sales().now + timedelta(seconds=1))}
    ),
    "node_is_gone": Scenario(answer="CW4204", change=(set_node(0, state="terminated"),)),
    "opted_out": Scenario(answer="CW6114", change=(set_node(0, tags={}),), operation={"documentRun": None}),
    "instance_is_unsuitable": Scenario(
        answer="CW6181", edit=lambda evidence: evidence["replicas"][0]["ec2"].update(unsuitable="is a Spot instance")
    ),
    "is_stopped": Scenario(answer="CW6001", change=(set_node(0, state="stopped"), stopped_by_us)),
    "state_is_changing": Scenario(answer="CW6005", change=(set_node(0, state="stopping"),)),
    "node_not_observed": Scenario(answer="CW6003", edit=without_report(0)),
    "node_report_is_old": Scenario(answer="CW6007", later_s=300),
    # guards on what is sent
    "act_not_deployed": Scenario(answer="CW6169", edit=deployed_nowhere("EvacuateCache")),
    # guards on the cluster
    "maintenance_not_seen": Scenario(
        answer="CW6007",
        change=(set_node(1, synchronized=False), set_cluster(maintenance=None)),
        operation={**LEASED, "consents": [consent_by_tag("evacuate-in-place")]},
    ),
    "in_place_no_more": Scenario(
        answer="CW6105",
        change=(set_node(1, synchronized=False), set_node(0, sql_running=False), set_cluster(primary=None)),
        operation={**attempts(StopSqlServer=1), "leads": [GROUP]},
    ),
    "partner_is_down": Scenario(answer="CW6103", change=(set_node(1, state="stopped"),)),
    "partner_not_observed": Scenario(answer="CW6003", edit=without_report(1)),
    "identity_is_unclear": Scenario(
        answer="CW6101", operation={**LEASED, "identity": {"clusterName": "OTHER", "groupIds": ["g"]}}
    ),
    "replica_is_gone": Scenario(answer="CW6251", edit=without_the_secondarys_instance),
    "replica_is_unknown": Scenario(answer="CW6102", edit=strange_cluster_node),
    "instance_not_readable": Scenario(answer="CW6003", edit=login_failed),
    "permissions_are_missing": Scenario(answer="CW6110", change=(set_cluster(permissions=False),)),
    "group_kind_is_unsupported": Scenario(answer="CW6107", change=(set_cluster(distributed=True),)),
    "partner_is_busy": Scenario(answer="CW6104", change=(set_node(1, classification="MOVING"),)),
    "cluster_node_is_down": Scenario(answer="CW6106", edit=forced_quorum),
    "group_has_no_primary": Scenario(answer="CW6006", change=(SECONDARY,)),
    "quorum_would_break": Scenario(answer="CW6106", change=(set_cluster(witness_votes=0),)),
    "commits_would_stall": Scenario(answer="CW6109", change=(set_cluster(required_synchronized=1),)),
    "only_copy_without_consent": Scenario(answer="CW6111", edit=without_groups),
    "target_not_ready": Scenario(answer="CW6105", change=(set_node(1, synchronized=False),)),
    "failover_would_take_long": Scenario(answer="CW6006", change=(set_node(1, redo_queue_kb=600_000),)),
    "host_would_refuse": Scenario(
        answer="CW6144", edit=lambda evidence: host(evidence, 0)["host"]["bundle"].update(deployed=False)
    ),
    "log_would_fill": Scenario(answer="CW6142", change=(lambda sales: sales.log.update(roomS=3600),)),
    "log_backup_too_old": Scenario(answer="CW6143", change=(lambda sales: sales.log.update(backupAgeS=7200),)),
    "cache_is_dead": Scenario(answer="CW6151", change=(set_node(0, classification="AMBIGUOUS", dead_cache="AWS6AAE"),)),
    "storage_not_plannable": Scenario(answer="CW6108", change=(set_node(0, classification="DETACHED"),)),
    "files_would_be_lost": Scenario(
        answer="CW6117",
        change=(*HELD, SALES_TWO_LEADS, SQL_DOWN, set_node(0, tempdb_drive=None)),
        operation=attempts(HoldReplicaModes=1),
    ),
    "evacuation_failed": Scenario(answer="CW6201", change=(set_node(0, worker={**FAILED_WORKER, "work": "evacuate"}),)),
    # the way to Stopped
    "worker_is_running": Scenario(answer="CW6004", change=(set_node(0, worker=RUNNING_WORKER),)),
    "boot_task_is_at_work": Scenario(answer="CW6003", change=(set_node(0, tempdb=False),), edit=booted_60_s_ago),
    "save_modes": Scenario(answer="SaveModes"),
    "hold_modes": Scenario(answer="HoldReplicaModes", operation=attempts()),
    "fail_over": Scenario(answer="FailOverAvailabilityGroups", change=HELD, operation=attempts()),
    "former_primary_behind": Scenario(
        answer="CW6006",
        change=(*HELD, SALES_TWO_LEADS, set_node(0, synchronized=False)),
        operation=attempts(FailOverAvailabilityGroups=1),
    ),
    "make_asynchronous": Scenario(
        answer="HoldReplicaModes", change=(*HELD, SALES_TWO_LEADS, asks_for_online), operation=attempts()
    ),
    "evacuate_online": Scenario(
        answer="EvacuateCache",
        change=(*HELD, SALES_TWO_LEADS, asks_for_online, set_node(0, availability_mode=0)),
        operation=attempts(),
    ),
    "drain_cluster_node": Scenario(
        answer="DrainClusterNode",
        change=(*HELD, SALES_TWO_LEADS, set_node(0, tags={**OPTED_IN, "cachewarden:drain": "true"})),
        operation=attempts(),
    ),
    "raise_swap_throughput": Scenario(
        answer="RaiseSwapThroughput",
        change=(*HELD, SALES_TWO_LEADS, set_node(0, tags={**OPTED_IN, "cachewarden:swap-throughput": "Raise"})),
        operation=attempts(),
    ),
    "stop_sql_server": Scenario(answer="StopSqlServer", change=(*HELD, SALES_TWO_LEADS), operation=attempts()),
    "evacuate_cache": Scenario(
        answer="EvacuateCache", change=(*HELD, SALES_TWO_LEADS, SQL_DOWN), operation=attempts(StopSqlServer=1)
    ),
    "fence_the_host": Scenario(
        answer="StopSqlServer", change=(*EVACUATED, set_node(0, token=0)), operation=attempts(EvacuateCache=1)
    ),
    "lift_protection": Scenario(answer="LiftProtection", change=EVACUATED, operation=attempts(EvacuateCache=1)),
    "stop_instance": Scenario(
        answer="StopInstance", change=(*EVACUATED, set_node(0, protected=False)), operation=attempts(LiftProtection=1)
    ),
    # the way to Snapshotted
    "node_does_not_run": Scenario(answer="CW6167", goal="Snapshotted", change=(set_node(0, state="stopped"),)),
    "needs_no_evacuation": Scenario(
        answer="CW6167", goal="Snapshotted", change=(set_node(0, classification="EMPTY", uncached=True),)
    ),
    "snapshot_node": Scenario(
        answer="SnapshotNode", goal="Snapshotted", change=EVACUATED, operation=attempts(EvacuateCache=1)
    ),
    # the way to FailedOver
    "node_serves_nothing": Scenario(answer="CW6172", goal="FailedOver", change=(set_node(0, state="stopped"),)),
    "nothing_to_fail_over": Scenario(answer="CW6172", goal="FailedOver", edit=ahead_of_a_reboot(of_no_group)),
    "no_reboot_comes": Scenario(answer="CW6174", goal="FailedOver"),
    "node_not_readable": Scenario(answer="CW6003", goal="FailedOver", edit=ahead_of_a_reboot(login_failed)),
    "quorum_is_not_normal": Scenario(answer="CW6106", goal="FailedOver", edit=ahead_of_a_reboot(forced_quorum)),
    "partners_unfit": Scenario(
        answer="CW6103", goal="FailedOver", change=(set_node(1, state="stopped"),), edit=ahead_of_a_reboot()
    ),
    "targets_go_down_too": Scenario(
        answer="CW6173", goal="FailedOver", edit=ahead_of_a_reboot(the_secondary_is_rebooted)
    ),
    "roles_stay_away": Scenario(
        answer="SaveModes",
        goal="FailedOver",
        edit=ahead_of_a_reboot(),
        operation={**LEASED, "savedModes": [{**SAVED_MODES[0], "led": True}]},
    ),
    "roles_are_off": Scenario(answer="CW6001", goal="FailedOver", change=(led_by_the_other,)),
    # the way to InService
    "stopped_since_asked": Scenario(
        answer="CW6271",
        goal="InService",
        change=(set_node(0, state="stopped", state_reason="Client.InstanceInitiatedShutdown: Instance initiated"),),
        operation={"run": iso(Sales().one.launched)},
    ),
    "type_does_not_suit": Scenario(
        answer="CW6165",
        goal="Resized",
        change=(wants("r6id.4xlarge"),),
        operation={**LEASED, "instanceType": "r6id.4xlarge"},
    ),
    "change_instance_type": Scenario(
        answer="ChangeInstanceType",
        goal="Resized",
        change=(wants("r5d.8xlarge"), set_node(0, state="stopped")),
        operation={**attempts(StopInstance=1), "instanceType": "r5d.8xlarge"},
    ),
    "type_was_not_changed": Scenario(
        answer="CW6223",
        goal="Resized",
        change=(wants("r5d.8xlarge"),),
        operation={**attempts(ChangeInstanceType=1), "instanceType": "r5d.8xlarge", "savedModes": None},
    ),
    "start_instance": Scenario(answer="StartInstance", goal="InService", change=(set_node(0, state="stopped"),)),
    "pool_volumes_refused": Scenario(
        answer="CW6218",
        goal="InService",
        operation={
            **LEASED,
            "lastFailure": {
                "action": "StopNeverBootedInstance",
                "code": "CW6218",
                "message": "no tag",
                "at": iso(Sales().now),
            },
        },
    ),
    "detach_pool_volumes": Scenario(
        answer="DetachPoolVolumes",
        goal="InService",
        change=(set_node(0, state="stopped"), stopped_by_us),
        edit=without_pool(),
    ),
    "attach_pool_volumes": Scenario(
        answer="AttachPoolVolumes",
        goal="InService",
        change=(set_node(0, classification="EBS_MISSING"),),
        edit=together(without_pool(attached=False), called_now),
    ),
    "boot_without_pool": Scenario(
        answer="StopNeverBootedInstance",
        goal="InService",
        change=NEVER_BOOTED,
        edit=silent_secondary,
        operation={**LEASED, "consents": [consent_to("detached-pool", "InService")]},
    ),
    "another_cluster": Scenario(
        answer="CW6101",
        goal="InService",
        operation={**LEASED, "identity": {"clusterName": "OTHER", "groupIds": ["g"]}},
    ),
    "computer_is_anothers": Scenario(
        answer="CW6101",
        goal="InService",
        edit=lambda evidence: evidence["replicas"][1]["host"]["evidence"]["host"].update(computer="sales1"),
    ),
    "nothing_to_forget": Scenario(
        answer="CW6252",
        goal="InService",
        operation={**LEASED, "consents": [consent_to("forget-replica", "InService")]},
    ),
    "forget_replicas": Scenario(
        answer="RemoveReplicas",
        goal="InService",
        edit=without_the_secondarys_instance,
        operation=TO_FORGET,
    ),
    "lost_replica_stays": Scenario(
        answer="CW6253",
        goal="InService",
        edit=together(without_the_secondarys_instance, with_its_primary_offline),
        operation=TO_FORGET,
    ),
    "not_all_forgotten": Scenario(
        answer="CW6253",
        goal="InService",
        edit=without_the_secondarys_instance,
        operation={**TO_FORGET, "forgets": []},
    ),
    "worker_must_end_first": Scenario(answer="CW6004", goal="InService", change=(set_node(0, worker=RUNNING_WORKER),)),
    "storage_is_starting": Scenario(
        answer="CW6003", goal="InService", change=(set_node(0, classification="STARTING"),)
    ),
    "storage_needs_a_person": Scenario(
        answer="CW6206", goal="InService", change=(set_node(0, classification="AMBIGUOUS", usable=False),)
    ),
    "cache_is_lost": Scenario(answer="InitializeStorage", goal="InService", change=LOST),
    "attach_storage": Scenario(
        answer="InitializeStorage", goal="InService", change=(set_node(0, classification="DETACHED"),)
    ),
    "start_sql_server": Scenario(answer="StartSqlServer", goal="InService", change=(SALES_TWO_LEADS, SQL_DOWN)),
    "restore_failed": Scenario(
        answer="CW6202",
        goal="InService",
        change=(set_node(0, classification="EVACUATED", worker={**FAILED_WORKER, "work": "restore"}),),
        operation=attempts(RestoreCache=3),
    ),
    "second_copy_first": Scenario(
        answer="CW6006",
        goal="InService",
        change=(
            SALES_TWO_LEADS,
            set_node(0, classification="EVACUATED", free_nvme=("AWS9",), synchronized=False, send_queue_kb=300_000),
        ),
    ),
    "restore_cache": Scenario(
        answer="RestoreCache",
        goal="InService",
        change=(set_node(0, classification="EVACUATED", free_nvme=("AWS9",)),),
    ),
    "sql_server_does_not_answer": Scenario(answer="CW6003", goal="InService", edit=login_failed),
    "seeding_is_running": Scenario(
        answer="CW6006", goal="InService", change=WITHOUT_DATABASES, edit=edit_sql(0, seeding=seeding("SEEDING"))
    ),
    "log_fills_while_seeding": Scenario(
        answer="CW6142",
        goal="InService",
        change=(*WITHOUT_DATABASES, set_cluster(log=Sales().log | {"roomS": 600})),
        edit=edit_sql(0, seeding=seeding("SEEDING")),
    ),
    "restart_to_open_databases": Scenario(
        answer="CW6006",
        goal="InService",
        change=(SALES_TWO_LEADS, set_node(0, synchronized=False)),
        edit=edit_sql(0, unopened=[unopened(missing=0)]),
    ),
    "copies_do_not_open": Scenario(
        answer="CW6215",
        goal="InService",
        change=(SALES_TWO_LEADS, set_node(0, synchronized=False)),
        edit=edit_sql(0, unopened=[unopened(missing=1)]),
    ),
    "other_databases_do_not_open": Scenario(
        answer="CW6215", goal="InService", edit=edit_sql(0, unopened=[unopened(missing=2, in_group=False)])
    ),
    "seeding_failed": Scenario(
        answer="CW6212",
        goal="InService",
        change=WITHOUT_DATABASES,
        edit=edit_sql(0, seeding=seeding("FAILED")),
        operation=attempts(ReseedDatabases=4),
    ),
    "work_would_be_cut": Scenario(answer="CW6155", edit=edit_sql(0, requests=[running_backup(remaining_s=3600)])),
    "make_synchronous": Scenario(
        answer="RestoreReplicaModes",
        change=(set_node(0, failover_mode=1), set_node(1, availability_mode=0, synchronized=False)),
        operation={
            **LEASED,
            "consents": [consent_to("asynchronous", "Stopped")],
            "savedModes": [SAVED_MODES[0], {**SAVED_MODES[0], "replica": "r2", "availabilityMode": 0}],
        },
    ),
    "fail_back": Scenario(
        answer="FailOverAvailabilityGroups",
        goal="InService",
        change=(set_node(0, tags={**OPTED_IN, "cachewarden:failback": "true"}), led_by_the_other),
        operation={**LEASED, "savedModes": [{**SAVED_MODES[0], "led": True}]},
    ),
    "databases_come_from_backups": Scenario(
        answer="CW6232",
        goal="InService",
        change=(*WITHOUT_DATABASES, set_node(0, tags={**OPTED_IN, "cachewarden:reseed": "backup"})),
    ),
    "contained_databases_lost": Scenario(
        answer="CW6232",
        goal="InService",
        change=(*WITHOUT_DATABASES, set_cluster(contained=True)),
        edit=lambda evidence: [
            database.update(name="sales-ag_master")
            for replica in host(evidence, 0)["sql"]["availabilityGroups"][0]["replicas"]
            for database in replica["worst"]
        ],
    ),
    "save_seeding_modes": Scenario(
        answer="SaveModes",
        goal="InService",
        change=WITHOUT_DATABASES,
        edit=lambda evidence: [
            replica.update(seedingMode=1)
            for index in (0, 1)
            for replica in host(evidence, index)["sql"]["availabilityGroups"][0]["replicas"]
        ],
    ),
    "reseed_databases": Scenario(answer="ReseedDatabases", goal="InService", change=WITHOUT_DATABASES),
    "not_synchronized_yet": Scenario(
        answer="CW6006", goal="InService", change=(SALES_TWO_LEADS, set_node(0, synchronized=False))
    ),
    "resume_cluster_node": Scenario(answer="ResumeClusterNode", goal="InService", change=(set_node(0, drained=True),)),
    "restore_modes": Scenario(
        answer="RestoreReplicaModes", goal="InService", change=(set_node(0, failover_mode=1),), operation=SAVED
    ),
    "forget_modes": Scenario(answer="ForgetModes", goal="InService", operation=SAVED),
    "lower_required_secondaries": Scenario(
        answer="RestoreReplicaModes",
        change=(
            set_cluster(required_synchronized=1),
            set_node(0, failover_mode=1),
            lambda sales: setattr(sales, "primary", sales.two),
        ),
        operation={
            **LEASED,
            "consents": [consent_to("fewer-copies", "Stopped")],
            "savedModes": [{**SAVED_MODES[0], "requiredSynchronized": 1}],
        },
    ),
    "restore_required_secondaries": Scenario(
        answer="RestoreReplicaModes",
        goal="InService",
        operation={**LEASED, "savedModes": [{**SAVED_MODES[0], "requiredSynchronized": 1}]},
    ),
    "storage_is_unclear": Scenario(
        answer="CW6213", goal="InService", change=(set_node(0, classification="AMBIGUOUS"),)
    ),
    "cache_waits_for_less_load": Scenario(
        answer="CW6216",
        goal="InService",
        change=(set_node(0, classification="MOVING", worker={**FAILED_WORKER, "work": "restore", "code": "CW1058"}),),
    ),
    "cache_waits_for_maintenance": Scenario(
        answer="CW6226",
        goal="InService",
        change=(set_node(0, classification="EVACUATED", free_nvme=("AWS9",)), ec2_stops_it(hours=20)),
    ),
    "cache_stays_on_swap": Scenario(
        answer="CW6211", goal="InService", change=(set_node(0, classification="EVACUATED"),)
    ),
    "cluster_node_stays_paused": Scenario(
        answer="CW6217",
        goal="InService",
        change=(set_node(0, drained=True),),
        operation={"attempts": {"ResumeClusterNode": 6}},
    ),
    "is_in_service": Scenario(answer="CW6001", goal="InService"),
    # a lost cache
    "too_few_data_volumes": Scenario(answer="CW6214", goal="InService", change=(*LOST, set_node(0, data_volumes=1))),
    "lost_on_a_partner_too": Scenario(
        answer="CW6208", goal="InService", change=(*LOST, set_node(1, classification="CACHE_LOST"))
    ),
    "partner_is_coming": Scenario(
        answer="CW6003", goal="InService", change=(*LOST, started_s_ago(1, 60)), edit=without_report(1)
    ),
    "partner_is_silent": Scenario(answer="CW6003", goal="InService", change=LOST, edit=without_report(1)),
    "no_good_copy": Scenario(answer="CW6210", goal="InService", change=(*LOST, SECONDARY)),
    "rebuild_needs_a_yes": Scenario(
        answer="CW6209",
        goal="InService",
        change=(*LOST, set_node(0, tags={"cachewarden:managed": "true", "cachewarden:rebuild": "approve"})),
    ),
    "no_disk_for_a_cache": Scenario(answer="CW6220", goal="InService", change=(*LOST, set_node(0, free_nvme=()))),
    "attach_what_looks_lost": Scenario(answer="InitializeStorage", goal="InService", change=LOST),
    "snapshot_data_volumes": Scenario(
        answer="SnapshotDataVolumes", goal="InService", change=LOST, operation={**LEASED, "unattachable": True}
    ),
    "rebuild_storage": Scenario(
        answer="RebuildStorage", goal="InService", change=LOST, operation={**LEASED, "snapshots": ["snap-1"]}
    ),
    # the whole cluster
    "every_node_is_down": Scenario(
        answer="CW6001",
        goal="ClusterStopped",
        change=(set_node(0, state="stopped"), set_node(1, state="stopped"), stopped_by_us, other_stopped_by_us),
    ),
    "whole_cluster_without_consent": Scenario(answer="CW6157", goal="ClusterStopped"),
    "node_of_cluster_is_not_ours": Scenario(
        answer="CW6114", goal="ClusterStopped", change=(set_node(1, tags={}),), operation={"leaseToken": None}
    ),
    "stop_every_node": Scenario(
        answer="TurnToNode",
        goal="ClusterStopped",
        change=(*EVACUATED, set_node(1, classification="EVACUATED", proof=True, sql_running=False)),
        operation=whole_cluster(**attempts(StopSqlServer=1)),
    ),
    "node_of_cluster_does_not_run": Scenario(
        answer="CW6158", goal="ClusterStopped", change=(set_node(1, state="stopped"),), operation=whole_cluster()
    ),
    "cluster_is_unclear": Scenario(
        answer="CW6101",
        goal="ClusterStopped",
        operation=whole_cluster(identity={"clusterName": "OTHER", "groupIds": ["x"]}),
    ),
    "leader_is_unknown": Scenario(answer="CW6117", goal="ClusterStopped", operation=whole_cluster(leader=None)),
    "every_node_can_be_stopped": Scenario(
        answer="CW6108",
        goal="ClusterStopped",
        change=(set_node(1, classification="SPARE_MISSING"),),
        operation=whole_cluster(),
    ),
    "evacuate_every_node": Scenario(answer="TurnToNode", goal="ClusterStopped", operation=whole_cluster()),
    "start_every_node": Scenario(
        answer="TurnToNode", goal="ClusterInService", change=(set_node(1, state="stopped"),), operation=whole_cluster()
    ),
    "complete_every_node": Scenario(
        answer="RestoreCache",
        goal="ClusterInService",
        change=(set_node(0, classification="EVACUATED", proof=True, free_nvme=("AWS1",)),),
        operation=whole_cluster(),
    ),
    "every_node_is_in_service": Scenario(
        answer="CW6001",
        goal="ClusterInService",
        change=(set_node(1, tags={**OPTED_IN, "cachewarden:state": "in-service"}),),
        operation=whole_cluster(),
    ),
    # preflight
    "rights_not_asked_for": Scenario(answer="CheckRights", goal="Preflight", operation={"attempts": {}}),
    "not_running": Scenario(answer="CW6010", goal="Preflight", change=(set_node(0, state="stopped"),)),
    "findings": Scenario(answer="CW6105", goal="Preflight", change=(set_node(1, synchronized=False),)),
    "shutdown_terminates": Scenario(
        answer="CW6182",
        goal="Preflight",
        edit=lambda evidence: evidence.update(
            settings={"shutdownBehavior": "terminate", "deletedVolumes": [], "alarms": [], "unread": []}
        ),
    ),
    "could_be_stopped": Scenario(answer="CW6008", goal="Preflight"),
}


def answering(seen: Situation) -> dict[str, Decision]:
    """The rule that answers, and the rule of its own that it leaves the answer to."""
    for rule in rules_for(seen):
        answer = rule(seen)
        if answer is not None:
            found = {rule.__name__: answer}
            return found | (_first(LOST_CACHE, seen) if rule is cache_is_lost else {})
    raise AssertionError("no rule answers")


def _first(rules: tuple[Rule, ...], seen: Situation) -> dict[str, Decision]:
    return next({rule.__name__: answer} for rule in rules if (answer := rule(seen)) is not None)


@pytest.mark.parametrize("rule", SCENARIOS)
def test_the_rule_answers(rule):
    answers = answering(SCENARIOS[rule].situation())

    assert rule in answers, f"{', '.join(answers)} answers: {next(iter(answers.values())).sentence}"
    answer = answers[rule]
    assert (answer.action if isinstance(answer, Execute) else answer.code) == SCENARIOS[rule].answer, answer.sentence


def test_no_rule_of_the_table_is_without_a_scenario():
    assert set(SCENARIOS) == set(RULES)
    assert all(f" {rule} " in table() for rule in set(RULES) - {rule.__name__ for rule in LOST_CACHE})


@pytest.mark.parametrize("rebuilding", [0, 1])
def test_a_node_whose_rebuild_has_begun_is_not_one_of_two_that_lost_their_cache(rebuilding):
    both = (*LOST, set_node(1, classification="CACHE_LOST"), set_node(rebuilding, rebuilding=True))
    assert RULES["lost_on_a_partner_too"](Scenario(answer="", goal="InService", change=both).situation()) is None
