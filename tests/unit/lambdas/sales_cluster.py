"""A small model of the cluster `sales` that answers with evidence in the contracts' own JSON.

Two nodes, one group with two databases. Just enough moves by itself (worker, boot, stop) that whole procedures can be
played against Decide in milliseconds. Not the rehearsal's world: no PowerShell, no SQL, no AWS.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from cachewarden.operation.actions import HOST_ACTIONS
from cachewarden.operation.host_commands import documents_of

GROUP = "6a1f5f2e-0000-4000-8000-000000000001"
START = datetime(2026, 2, 3, 4, 0, 0, tzinfo=UTC)
CACHE_BYTES = 100 * 1024**3
BYTES_PER_S = 256 * 1024**2
SENT = (
    *(name for action in HOST_ACTIONS for name in documents_of(action)),
    "CacheWarden-Host-InstallBundleGround",
    "CacheWarden-Host-InstallHost",
)
ALL_FOUND = {"deployed": "as here", "versions": dict.fromkeys(SENT, "7"), "wanted": []}
"""The version of every document that the workflow sends."""


def iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass
class Node:
    instance_id: str
    computer: str
    zone: str
    replica_id: str
    state: str = "running"
    protected: bool = True
    launched: datetime = START - timedelta(days=3)
    tags: dict[str, str] = field(
        default_factory=lambda: {"cachewarden:managed": "true", "cachewarden:cluster": "sales"}
    )
    online: bool = True
    boots: int = 1
    classification: str = "CACHE_ON_NVME"
    tempdb: bool = True
    readable: bool = True
    offline: bool = False
    bundle: bool = True
    """The node has the deployed version's bundle."""
    usable: bool | None = None
    """None: as the classification lets one expect."""
    proof: bool = False
    dead_cache: str | None = None
    unreadable: bool = False
    free_nvme: tuple[str, ...] = ()
    used_nvme: tuple[str, ...] = ("AWS0",)
    """The tempdb drive's, say."""
    nvme_bytes: int = 300 * 10**9
    instance_type: str = "r5d.4xlarge"
    stopped_as: str | None = None
    dry_runs: dict[str, str] = field(
        default_factory=lambda: {"StopInstances": "DryRunOperation", "StartInstances": "DryRunOperation"}
    )
    """What EC2 answers to a dry run of each call."""
    not_evacuated: tuple[str, ...] = ()
    move_obstacle: dict[str, str] | None = None
    """What the host would refuse an evacuation for: code and message."""
    rebuilding: bool = False
    uncached: bool = False
    data_volumes: int = 2
    missing: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    drained: bool | None = False
    """None: its file is damaged, and it can't tell."""
    drain_fails: bool = False
    stays_paused: str | None = None
    """What ResumeClusterNode answers as long as the node stays paused."""
    sql_running: bool = True
    clustered: bool = False
    """Its instance is a failover cluster instance, as it said last."""
    sql_disabled: tuple[str, ...] | None = None
    """Services that somebody has disabled, and no other is listed (empty: none at all); None: the usual one is."""
    databases_alone: int | None = 0
    """User databases of its instance that are in no group; None where the report doesn't say."""
    tempdb_drive: dict[str, Any] | None = field(default_factory=lambda: {"systemDatabases": 0, "foreignFiles": 0})
    """What the host says of the tempdb drive while SQL Server doesn't run; None where it couldn't look."""
    worker: dict[str, Any] = field(default_factory=lambda: {"work": "none", "state": "idle"})
    worker_started: datetime | None = None
    worker_fails_at: int | None = None
    stalls_under_load: bool = False
    """A move of the cache makes no progress while SQL Server runs."""
    availability_mode: int = 1
    failover_mode: int = 0
    synchronized: bool = True
    suspended: int = 0
    send_queue_kb: int = 0
    redo_queue_kb: int | None = 0
    lost_databases: bool = False
    ready_at: datetime | None = None
    token: int = 0
    installation: dict[str, Any] = field(
        default_factory=lambda: {
            "bundle": {"deployed": True, "bootTaskFaults": [], "workerFaults": []},
            "folder": {"faults": []},
        }
    )
    state_reason: str | None = None
    proven_run: datetime | None = None
    """Launch time of the run that was stopped on a proof, as the lease table records it."""
    stopped_at: datetime | None = None
    """When that stop was taken."""

    @property
    def looks_usable(self) -> bool:
        unattached = ("CACHE_LOST", "DETACHED", "EBS_MISSING", "EMPTY", "STARTING")
        return self.readable and self.classification not in unattached


class Sales:
    """Both nodes; `now` moves when the test says so."""

    def __init__(self) -> None:
        self.now = START
        self.nodes = {
            node.instance_id: node
            for node in (
                Node(instance_id="i-0aaaaaaaaaaaaaaa1", computer="SALES1", zone="eu-central-1a", replica_id="r1"),
                Node(instance_id="i-0bbbbbbbbbbbbbbb2", computer="SALES2", zone="eu-central-1b", replica_id="r2"),
            )
        }
        self.one, self.two = self.nodes.values()
        self.document_run: dict[str, Any] | None = None
        """What Systems Manager says of the document that the operation comes from."""
        self.primary: Node | None = self.one
        self.online_builds: list[str] | None = []
        """Builds of Windows on which a cache was seen to move while something wrote; the nodes' own is 20348."""
        self.move_speed: dict[str, Any] | None = None
        self.maintenance: list[dict[str, Any]] | None = []
        """What EC2 shows of the operation's node now, as events of the evidence; None where it doesn't answer."""
        self.pool_not_told: str | None = None
        self.wanted_type: dict[str, Any] | None = None
        """Why the tags of the node's EBS volumes don't tell its pool's."""
        self.witness_votes = 1
        self.required_synchronized = 0
        self.distributed = False
        self.contained = False
        self.cluster_type = 0
        self.cluster_name = "SALESWSFC"
        self.permissions = True
        self.reseed_right = True
        self.procedure_current = True
        self.policies_not_met: list[str] | None = []
        self.backup_preference = 2
        self.log: dict[str, Any] = {
            "databases": 2, "measured": 2, "rateKb": 1000, "roomS": 100_000, "located": 2, "diskFreeKb": 1 << 30,
            "backedUp": 2, "backupAgeS": 600,
        }  # fmt: skip
        self.scheduled: list[dict[str, Any]] | None = []
        """What EC2 has scheduled for the nodes."""
        self.seeding: list[dict[str, Any]] = []
        self.backups: list[str] = []
        """Of which nodes snapshots were taken, by computer name."""

    # time

    def pass_s(self, seconds: float) -> None:
        """Virtual time passes; what moves by itself moves."""
        self.now += timedelta(seconds=seconds)
        for node in self.nodes.values():
            self._move(node)

    def _move(self, node: Node) -> None:
        if node.worker.get("state") == "running" and node.worker_started is not None:
            done = int((self.now - node.worker_started).total_seconds() * BYTES_PER_S)
            if node.stalls_under_load and node.sql_running:
                node.worker |= {"state": "failed", "bytesDone": 0, "code": "CW1057", "message": "it began again twice"}
            elif node.worker_fails_at is not None and done * 100 // CACHE_BYTES >= node.worker_fails_at:
                node.worker |= {"state": "failed", "bytesDone": CACHE_BYTES * node.worker_fails_at // 100}
                node.worker |= {"code": "CW1050", "message": "the repair job ended with Exception"}
                node.worker_fails_at = None
            elif done >= CACHE_BYTES:
                node.worker |= {"state": "succeeded", "bytesDone": CACHE_BYTES, "endedAt": iso(self.now)}
                evacuated = node.worker["work"] == "evacuate"
                node.classification = "EVACUATED" if evacuated else "CACHE_ON_NVME"
                node.proof = evacuated
                node.free_nvme = ("AWS1",) if evacuated else ()
            else:
                node.worker |= {"bytesDone": done}
        if node.ready_at is not None and self.now >= node.ready_at:
            node.ready_at = None
            if node.state == "stopping":
                node.state = "stopped"
            elif node.state in ("pending", "running"):
                node.state, node.online, node.boots = "running", True, node.boots + 1
                node.free_nvme = ("AWS9",)
                node.tempdb = False

    # what the acts do

    def act(self, action: str, node_id: str, parameters: dict[str, list[str]]) -> dict[str, Any]:
        """A host action: changes the model and answers with the document's outcome and verdict."""
        node = self.nodes[node_id]
        node.token = max(node.token, int(parameters["Token"][0]))
        outcome = "done"
        match action:
            case "HoldReplicaModes":
                held = parameters["Replicas"][0].split(",")
                for each in self.nodes.values():
                    if each.replica_id in held:
                        each.failover_mode = 1
                        if parameters["Consent"][0].startswith("online/"):
                            each.availability_mode = 0
            case "FailOverAvailabilityGroups":
                assert node.synchronized and node.sql_running
                self.primary = node
            case "DrainClusterNode":
                assert self.primary is not node
                node.drained = not node.drain_fails
            case "ResumeClusterNode":
                if node.stays_paused is None:
                    node.drained = False
                else:
                    outcome = node.stays_paused
            case "StopSqlServer":
                if self.primary is node:
                    assert parameters["Consent"][0].startswith(f"whole-cluster/{node.token}/")
                    until = datetime.fromisoformat(parameters["Consent"][0].rpartition("/")[2].replace("Z", "+00:00"))
                    assert self.now <= until, "the host takes no consent after its end"
                    assert not any(each.sql_running for each in self.nodes.values() if each is not node)
                node.sql_running, node.synchronized = False, False
            case "EvacuateCache" | "RestoreCache":
                if action == "EvacuateCache" and node.sql_running:
                    assert parameters["Consent"][0].startswith(f"online/{node.token}/")
                    assert node.availability_mode == 0 and self.primary is not node
                work = "evacuate" if action == "EvacuateCache" else "restore"
                node.worker = {
                    "work": work,
                    "state": "running",
                    "token": int(parameters["Token"][0]),
                    "bytesDone": 0,
                    "bytesTotal": CACHE_BYTES,
                    "bytesPerSecond": BYTES_PER_S,
                }
                node.worker_started = self.now
                node.classification = "MOVING"
                outcome = "started"
            case "InitializeStorage" if node.classification == "CACHE_LOST":
                self.pass_s(4)
                return {"status": "Failed", "verdict": self.verdict(node, "data-loss", "CW1021"), "commandId": "x"}
            case "InitializeStorage":
                node.tempdb, node.classification = (
                    True,
                    "EVACUATED" if node.classification == "DETACHED" else node.classification,
                )
                node.readable = True
            case "StartSqlServer":
                node.sql_running = True
                node.synchronized = not node.lost_databases
            case "RestoreReplicaModes":
                for entry in parameters.get("RequiredSynchronized", ["none"])[0].split(","):
                    if entry != "none":
                        self.required_synchronized = int(entry.split("/")[1])
                for entry in parameters["Modes"][0].split(","):
                    if entry == "none":
                        continue
                    _, replica, availability, failover, _seeding = entry.split("/")
                    for each in self.nodes.values():
                        if each.replica_id == replica:
                            each.availability_mode, each.failover_mode = int(availability), int(failover)
            case "RebuildStorage":
                node.classification, node.readable, node.lost_databases = "CACHE_ON_NVME", True, True
                node.missing, node.free_nvme, node.tempdb = (), (), True
            case "SeedDatabases":
                pass
            case "ReseedDatabases":
                node.lost_databases, node.synchronized = False, True
            case _:
                raise AssertionError(action)
        self.pass_s(4)
        return {"status": "Success", "verdict": self.verdict(node, outcome), "commandId": "x"}

    def ec2_act(self, action: str, request: dict[str, Any]) -> dict[str, Any]:
        node = self.nodes[request["instanceId"]]
        match action:
            case "SetProtection":
                node.protected = True
            case "LiftProtection":
                node.protected = False
            case "StopInstance":
                assert not node.protected, "stopped while protected"
                node.state, node.online, node.ready_at = "stopping", False, self.now + timedelta(seconds=60)
                node.state_reason = "Client.UserInitiatedShutdown: User initiated shutdown"
                node.proven_run, node.stopped_at = node.launched, self.now
            case "StartInstance":
                node.state, node.launched, node.state_reason = "pending", self.now, None
                node.ready_at = self.now + timedelta(seconds=185)
            case "ChangeInstanceType":
                assert node.state == "stopped", "changed while it runs"
                node.instance_type = request["instanceType"]
            case "WriteTags" | "MarkOperating":
                node.tags |= request["tags"]
                return {"instanceId": node.instance_id, "tags": request["tags"], "ec2": self.ec2(node)}
            case "CheckRights":
                answers = [{"call": call, "answer": answer} for call, answer in node.dry_runs.items()]
                return {"instanceId": node.instance_id, "rights": answers}
            case "SnapshotNode":
                assert node.proof and not node.sql_running, "snapshots of a node that isn't evacuated"
                self.backups.append(node.computer)
                return {"instanceId": node.instance_id, "snapshots": ["snap-7", "snap-8", "snap-9"]}
            case "SnapshotDataVolumes":
                return {"instanceId": node.instance_id, "snapshots": ["snap-1", "snap-2"]}
            case _:
                raise AssertionError(action)
        return {"instanceId": node.instance_id, "ec2": self.ec2(node)}

    # what is seen

    def ec2(self, node: Node) -> dict[str, Any]:
        return {
            "observedAt": iso(self.now),
            "state": node.state,
            "stopProtected": node.protected,
            "launchTime": iso(node.launched),
            "availabilityZone": node.zone,
            "instanceType": node.instance_type,
            "stoppedAs": node.stopped_as,
            "tags": dict(node.tags),
            "volumes": [{"volumeId": "vol-01", "device": "xvdb", "attached": True}],
            "stateReason": node.state_reason,
            "stopProven": node.proven_run == node.launched if node.state in ("stopping", "stopped") else None,
            "stoppedByUsAt": iso(node.stopped_at)
            if node.stopped_at is not None and node.proven_run == node.launched and node.state != "running"
            else None,
        }

    def evidence(self, subject: Node, *, known: dict[str, Any] | None = None, look: str = "all") -> dict[str, Any]:
        """As the observe function gives it; EC2 is read a moment before the hosts are asked."""
        arrived = subject.state == "running" and subject.online
        if known is not None and (look == "ec2" or (look == "arrival" and not arrived)):
            replicas = [
                {**item, "ec2": self.ec2(subject)} if item["instanceId"] == subject.instance_id else item
                for item in known["replicas"]
            ]
            return {**known, "replicas": replicas}
        ec2 = {node.instance_id: self.ec2(node) for node in self.nodes.values()}
        asked_at = self.now + timedelta(milliseconds=200)
        return {
            "v": 1,
            "observedAt": iso(self.now),
            "answeredAt": iso(self.now),
            "subject": subject.instance_id,
            "clusterName": "sales",
            "documentRun": self.document_run,
            "onlineBuilds": self.online_builds,
            "poolNotTold": self.pool_not_told,
            "moveSpeed": self.move_speed,
            "scheduled": self.scheduled,
            "maintenance": None
            if self.maintenance is None
            else {"observedAt": iso(self.now), "events": self.maintenance},
            "wantedType": self.wanted_type,
            "replicas": [
                {
                    "instanceId": node.instance_id,
                    "ec2": ec2[node.instance_id],
                    "agent": {"ping": "Online" if node.online else "ConnectionLost", "lastPingAt": None},
                    **self._report(node, asked_at),
                }
                for node in self.nodes.values()
            ],
            "strangers": [],
            "documents": deepcopy(ALL_FOUND),
        }

    def _report(self, node: Node, asked_at: datetime) -> dict[str, Any]:
        if node.state != "running" or not node.online:
            return {"host": None, "hostError": {"code": "CW4101", "message": "its SSM agent isn't online"}}
        if not node.bundle:
            return {"host": None, "hostError": {"code": "CW3019", "message": "The bundle can't be used here"}}
        return {
            "host": {
                "observedAt": iso(asked_at),
                "hostClock": iso(self.now),
                "commandId": "5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15",
                "evidence": self.host_evidence(node),
            },
            "hostError": None,
        }

    def verdict(self, node: Node, outcome: str, code: str = "CW3000") -> dict[str, Any]:
        sections = self.host_evidence(node)
        return {
            "v": 1,
            "code": code,
            "outcome": outcome,
            "changed": True,
            "observedAt": iso(self.now),
            "bootId": f"boot-{node.boots}",
            "message": f"{outcome} on {node.computer}",
            "detail": {},
            "evidence": {name: sections[name] for name in ("storage", "worker", "sql")},
        }

    def host_evidence(self, node: Node) -> dict[str, Any]:
        return deepcopy(
            {
                "host": {
                    "computer": node.computer,
                    "bootId": f"boot-{node.boots}",
                    "build": "20348",
                    **node.installation,
                    "drained": node.drained,
                },
                "token": {"highest": node.token, "operationUntil": None},
                "storage": {
                    "classification": node.classification,
                    "reasons": ["as the model says"],
                    "virtualDisk": {"writeCacheBytes": CACHE_BYTES},
                    "uncached": node.uncached,
                    "rebuilding": node.rebuilding,
                    "instanceStore": [
                        {"serial": serial, "sizeBytes": node.nvme_bytes}
                        for serial in (*node.free_nvme, *node.used_nvme)
                    ],
                    "freeInstanceStore": list(node.free_nvme),
                    "members": [{"role": "data"}] * node.data_volumes + [{"role": "swap", "serial": "vol0swap"}],
                    "missing": [{"serial": serial, "role": "cache"} for serial in node.missing],
                    "warnings": list(node.warnings),
                    "jobs": [],
                    "notEvacuated": list(node.not_evacuated),
                    "moveObstacle": node.move_obstacle,
                    "dataVolume": {
                        "letter": "D",
                        "readable": node.readable,
                        "usable": node.usable if node.usable is not None else node.looks_usable,
                        "offline": node.offline,
                    },
                    "tempdbVolume": {"letter": "S", "expected": True, "present": node.tempdb},
                    "proof": {
                        "evacuated": node.proof,
                        "why": "no instance-store disk is in the pool",
                        "deadCache": node.dead_cache,
                        "unreadable": node.unreadable,
                    },
                },
                "worker": node.worker,
                "sql": self._sql(node),
            }
        )

    def _sql(self, node: Node) -> dict[str, Any]:
        service = {
            "name": "MSSQLSERVER",
            "service": 4 if node.sql_running else 1,
            "agent": 4 if node.sql_running else 1,
            "startMode": "Manual",
            "agentStartMode": "Manual",
            "clustered": node.clustered,
            "databasesAlone": node.databases_alone if node.sql_running else None,
            "version": "16.0.4105.2" if node.sql_running else None,
            "edition": 3 if node.sql_running else None,
            "procedureCurrent": self.procedure_current if node.sql_running else None,
        }
        services, disabled = [] if node.sql_disabled is not None else [service], list(node.sql_disabled or ())
        drive = {"tempdbDrive": node.tempdb_drive} if node.tempdb_drive is not None else {}
        if not node.sql_running:
            nothing = {"server": None, "permissions": None, "cluster": None}
            return {"instances": services, "disabled": disabled, **nothing, **drive}
        return {
            "instances": services,
            "disabled": disabled,
            "server": node.computer,
            "policiesNotMet": self.policies_not_met,
            "permissions": {
                "viewServerState": self.permissions,
                "viewAnyDefinition": True,
                "alterAnyAvailabilityGroup": True,
                "removeLostDatabases": self.reseed_right,
            },
            "cluster": {
                "name": self.cluster_name,
                "quorumState": 1,
                "quorumType": 2,
                "members": [
                    *(
                        {"name": each.computer, "type": 0, "state": int(each.state == "running"), "votes": 1}
                        for each in self.nodes.values()
                    ),
                    {"name": "witness", "type": 2, "state": 1, "votes": self.witness_votes},
                ],
            },
            "availabilityGroups": [self._group(node)],
            "seeding": self.seeding,
            "filesOnCache": {"systemDatabases": 0, "userDatabasesOnTempdb": 0},
            **drive,
        }

    def _group(self, node: Node) -> dict[str, Any]:
        leads = self.primary is node
        seen = self.nodes.values() if leads else (node,)
        return {
            "id": GROUP,
            "name": "sales-ag",
            "clusterType": self.cluster_type,
            "distributed": self.distributed,
            "contained": self.contained,
            "requiredSynchronized": self.required_synchronized,
            "role": 1 if leads else 2,
            "operational": 2,
            "primary": self.primary.computer if self.primary else None,
            "backupPreference": self.backup_preference,
            **({"log": self.log} if leads else {}),
            "replicas": [self._replica(each, local=each is node, leads=self.primary is each) for each in seen],
        }

    def _replica(self, node: Node, *, local: bool, leads: bool) -> dict[str, Any]:
        connected = node.state == "running" and node.sql_running
        synchronized = leads or (connected and node.synchronized and not node.suspended)
        count = 2 if synchronized else 0
        worst = [{"id": "db-1", "name": "orders", "state": 3, "sync": 0, "suspended": True, "ready": False}]
        return {
            "id": node.replica_id,
            "server": node.computer,
            "local": local,
            "availabilityMode": node.availability_mode,
            "failoverMode": node.failover_mode,
            "seedingMode": 0,
            "role": 1 if leads else 2,
            "connected": int(connected),
            "health": 2 if synchronized else 0,
            "databases": {
                "count": 2,
                "joined": 2,
                "synchronized": count,
                "failoverReady": count,
                "suspended": node.suspended,
                "online": 2,
                "sendQueueKb": node.send_queue_kb,
                "sendRateKb": 1000,
                "redoQueueKb": node.redo_queue_kb,
                "redoRateKb": 1000,
                "redoS": None if node.redo_queue_kb is None else -(-node.redo_queue_kb // 1000),
            },
            "worst": worst if node.lost_databases else [],
        }
