"""Two nodes as in the stories, without AWS: Windows, Storage Spaces and SQL Server are models, the scripts are ours."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from infra.documents.acts import read_automations, read_commands
from infra.documents.builder import ROOT, build_bundle, build_documents
from infra.documents.scripts import BuiltBundle, ScriptSource
from rehearsal.engines.tsql import ResultSet
from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Fault, Faults
from rehearsal.kernel.trace import Trace
from rehearsal.scenarios.host_bundle import carried_files
from rehearsal.scenarios.host_installation import sealed_state, write_bundle, write_inventory
from rehearsal.world.ec2.disks import AttachedDisk
from rehearsal.world.latency import Latencies
from rehearsal.world.settings import Settings
from rehearsal.world.sql import preset as sql_preset
from rehearsal.world.sql.settings import SqlSettings
from rehearsal.world.storage import hardware
from rehearsal.world.storage import preset as storage_preset
from rehearsal.world.storage.disks import letters
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.windows.host import WindowsHost
from rehearsal.world.windows.settings import WindowsSettings
from rehearsal.world.world import World
from tests.unit.ssm_documents.scene_copies import made_once

GIB = 1 << 30
CACHE_BYTES = 100 * GIB
START = datetime(2026, 2, 3, 4, 0, tzinfo=UTC)
CLUSTER_KEY = "0123456789abcdef"
DRIVES = {"AllocationUnitKiB": "64", "FileSystem": "NTFS", "DataLetter": "D", "TempdbLetter": "S"}
NOTHING_TO_BUILD = {"DataVolumes": "none", "SwapVolume": "none", "CacheGiB": "0", **DRIVES}


@cache
def scripts() -> dict[str, str]:
    """Every Command document's script, by stem, as the agent runs it."""
    return {
        document.stem: "\n".join(document.content["mainSteps"][0]["inputs"]["runCommand"])
        for document in build_documents().values()
    }


@cache
def built_bundle() -> BuiltBundle:
    """The bundle of this tree: to make it takes longer than all else of a scene."""
    return build_bundle()


@cache
def bundle_files() -> dict[str, str]:
    """The host's bundle as the documents that bring it carry it."""
    return carried_files(scripts().values())


INSTALLERS = tuple(
    command.run.stem
    for command in read_automations(ROOT / "automation", read_commands(ROOT / "command"))["install_host"].commands
)
"""Documents that CacheWarden-InstallHost runs, in its order."""
CHANGE = re.compile(
    r"(?:Set|Add|Remove|New|Connect|Repair|Initialize|Format|Write|Start|Stop)-"
    r"(?:PhysicalDisk|StoragePool|VirtualDisk|VolumeCache|Disk|Partition|Volume|Service|ScheduledTask|Acl)\b"
    r"|\[System\.IO\.(?:File|Directory)\]::(?:Replace|Move|CreateDirectory)|\$stream\.Write|Remove-Item\b"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a deployed text, and the function that it is in."""

    function: str
    number: int
    text: str

    def where(self, script: str) -> dict[str, Any]:
        """As a fault in this script on SALES2 says it."""
        return {"node": "SALES2", "script": script, "function": self.function, "line": self.number}


def lines_of(texts: Mapping[str, str]) -> list[Line]:
    """Lines in functions, comments left out."""
    found = []
    for text in texts.values():
        function = ""
        for number, line in enumerate(text.splitlines(), start=1):
            if begins := re.match(r"function (\S+) \{", line):
                function = begins[1]
            if function:
                found.append(Line(function, number, line.split("#")[0]))
            if line == "}":
                function = ""
    return found


@cache
def lines_called(stem: str) -> tuple[Line, ...]:
    """Lines of the bundle's functions that a script calls, directly or not."""
    source = ScriptSource(powershell=ROOT / "powershell", sql=ROOT / "sql")
    called = source.functions_of(stem)
    return tuple(line for line in lines_of(bundle_files()) if line.function in called)


def changing_lines(stem: str) -> list[Line]:
    """Of those the lines that change something."""
    return [line for line in lines_called(stem) if CHANGE.search(line.text)]


def ebs(node: int, number: int, size_gib: int, device: str) -> AttachedDisk:
    serial = f"{node * 256 + number:017x}"
    return AttachedDisk(
        serial=f"vol{serial}_00000001.", size_bytes=size_gib * GIB, persistent=True, volume_id=f"vol-{serial}",
        device=device,
    )  # fmt: skip


def nvme(node: int, number: int) -> AttachedDisk:
    return AttachedDisk(
        serial=f"AWS{node * 4096 + number:017X}_00000001.", size_bytes=300 * 10**9, persistent=False, volume_id=None,
        device=None,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a document answered: the parsed verdict, and what the process left."""

    verdict: dict[str, Any]
    exit_code: int
    stdout: str
    stderr: str

    @property
    def code(self) -> str:
        return self.verdict["code"]

    @property
    def outcome(self) -> str:
        return self.verdict["outcome"]

    @property
    def message(self) -> str:
        return self.verdict["message"]

    @property
    def evidence(self) -> dict[str, Any]:
        return self.verdict["evidence"]


class SalesScene:
    """`first` is SALES1, the primary; `second` is SALES2."""

    @made_once
    def __init__(
        self,
        *faults: Fault,
        build: bool = True,
        cluster: bool = True,
        bundle: bool = True,
        install: bool = True,
        storage: dict[str, Any] | None = None,
        windows: dict[str, Any] | None = None,
        sql: dict[str, Any] | None = None,
        nvme_disks: int = 2,
        cache_bytes: int = CACHE_BYTES,
        seed: int = 1,
        faults_enabled: bool = True,
        grants: str | None = None,
        plain_tempdb: bool = False,
        settings: Settings | None = None,
    ) -> None:
        self.clock = Clock(START, random.Random(seed))
        chosen = Settings() if settings is None else settings
        for part, given in (
            (StorageSettings, storage), (WindowsSettings, windows), (SqlSettings, sql), (Latencies, {"spread": 0}),
        ):  # fmt: skip
            chosen.override(part, **(given or {}))
        self.world = World(self.clock, random.Random(2), chosen, Trace(self.clock), Faults(faults))
        self.world.faults.enabled = faults_enabled
        self.nvme_disks = nvme_disks
        self.generation = {1: 0, 2: 0}
        self.extra: dict[int, list[AttachedDisk]] = {1: [], 2: []}
        self.detached: set[str] = set()
        self.hosts = [WindowsHost(self.world, "SALES1"), WindowsHost(self.world, "SALES2")]
        self.first, self.second = self.hosts
        self.built: dict[str, storage_preset.NodeStorage] = {}
        self.action = 0
        for number, host in enumerate(self.hosts, start=1):
            host.run_from_the_start(self.disks(number))
            if build:
                roles = replace(storage_preset.roles_of(host.storage), plain_tempdb=plain_tempdb)
                self.built[host.name] = storage_preset.build(host.storage, roles, cache_bytes=cache_bytes)
                write_inventory(host, self.built[host.name])
        tempdb = sql_preset.TEMPDB_FOLDER if nvme_disks > 1 else sql_preset.TEMPDB_ON_EBS
        self.cluster = None
        if build and cluster:
            self.cluster = sql_preset.sales(self.world, self.hosts, grants=grants, tempdb_folder=tempdb)
        for host in self.hosts:
            if bundle:
                write_bundle(host, bundle_files(), built_bundle().hash)
            if bundle and install:
                assert self.run(host, "install_host").exit_code == 0

    def disks(self, node: int) -> list[AttachedDisk]:
        fixed = [
            ebs(node, 1, 100, "/dev/sda1"), ebs(node, 2, 500, "xvdb"), ebs(node, 3, 500, "xvdc"),
            ebs(node, 4, 150, "xvdd"), *self.extra[node],
        ]  # fmt: skip
        first = self.generation[node] * 16
        local = [nvme(node, first + index + 1) for index in range(self.nvme_disks)]
        return [disk for disk in [*fixed, *local] if disk.serial.partition("_")[0] not in self.detached]

    def play(self, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Runs it as an actor of nobody's to its end; what it raises is raised here."""
        actor = self.clock.spawn("test", lambda: function(*args, **named), on_error=lambda *_: None)
        self.clock.run_until(lambda: not actor.alive)
        if actor.error is not None:
            raise actor.error
        return actor.result

    def pass_time(self, seconds: float) -> None:
        until = self.clock.now() + timedelta(seconds=seconds)
        self.clock.call_later(seconds, lambda: None)
        self.clock.run_until(lambda: self.clock.now() >= until)

    def soon(self) -> str:
        """Until when a command that is sent now is valid."""
        return (self.clock.now() + timedelta(minutes=10)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def run_raw(self, host: WindowsHost, stem: str, environment: dict[str, str]) -> Any:
        return self.play(host.run_script, scripts()[stem], f"{stem}.ps1", environment)

    def reseed(self, databases: str) -> Answer:
        """Removes lost copies from SALES2, with what SALES1 says of its databases."""
        looked = self.run(self.first, "seed_databases", SeedStep="look", Databases=databases, Restart="no")
        told = looked.verdict["detail"]["told"] if looked.exit_code == 0 else "none"
        return self.run(self.second, "reseed_databases", Databases=databases, Copies=told)

    def run(self, host: WindowsHost, stem: str, token: int = 7, **parameters: str) -> Answer:
        """Runs a document's script as the agent does, with the fencing parameters that Decide would give."""
        self.action += 1
        if stem == "initialize_storage":
            parameters = {**NOTHING_TO_BUILD, **parameters}
        elif stem in ("stop_sql_server", "evacuate_cache", "hold_replica_modes"):
            parameters = {"Consent": "none", **parameters}
        if stem in ("stop_sql_server", "rebuild_storage"):
            parameters = {"SentBy": "workflow", **parameters}
        if stem == "fail_over_availability_groups":
            parameters = {"MaxRedoSeconds": "60", **parameters}
        if stem == "restore_replica_modes":
            parameters = {"RequiredSynchronized": "none", **parameters}
        if stem == "hold_replica_modes":
            parameters = {"Replicas": "none", **parameters}
        environment = {
            "SSM_Token": str(token),
            "SSM_ActionToken": f"00000000-0000-4000-8000-{self.action:012d}",
            "SSM_NotAfter": self.soon(),
            "SSM_ClusterKey": CLUSTER_KEY,
            **{f"SSM_{name}": value for name, value in parameters.items()},
        }
        result = self.run_raw(host, stem, environment)
        assert result.stderr == "", result.stderr
        lines = result.stdout.splitlines()
        assert len(lines) == 1, result
        assert result.stdout.isascii()
        assert len(lines[0]) <= (20_000 if stem == "observe_host" else 2_000)
        return Answer(
            verdict=json.loads(lines[0]), exit_code=result.exit_code, stdout=result.stdout, stderr=result.stderr
        )

    def install(self, host: WindowsHost) -> Answer:
        """Runs what CacheWarden-InstallHost runs; the last answer, or the first that isn't a success."""
        for stem in INSTALLERS:
            answer = self.run(host, stem)
            if answer.exit_code != 0:
                break
        return answer

    def observe(self, host: WindowsHost) -> dict[str, Any]:
        return self.run(host, "observe_host").evidence

    def storage(self, host: WindowsHost) -> dict[str, Any]:
        return self.observe(host)["storage"]

    def online(self, token: int = 7) -> str:
        """The workflow's request to move the cache while SQL Server runs."""
        return f"online/{token}/{self.soon()}"

    def make_asynchronous(self, host: WindowsHost) -> Answer:
        """As the workflow does before it moves the cache of a node on which SQL Server runs."""
        primary = self.first if host is self.second else self.second
        group = self.observe(primary)["sql"]["availabilityGroups"][0]
        (replica,) = [item["id"] for item in group["replicas"] if item["server"] == host.name]
        asked = {"AvailabilityGroups": group["id"], "Replicas": replica, "Consent": self.online()}
        return self.run(primary, "hold_replica_modes", **asked)

    def wait_for_worker(self, host: WindowsHost, limit_s: float = 7200) -> dict[str, Any]:
        """Lets time pass until the worker's task has ended, and returns what is observed of it."""
        task = host.tasks.get("CacheWarden-Worker")
        deadline = self.clock.now() + timedelta(seconds=limit_s)
        self.clock.run_until(lambda: not task.running or self.clock.now() > deadline)
        return self.observe(host)["worker"]

    def file(self, host: WindowsHost, name: str) -> dict[str, Any]:
        return json.loads(host.files.read_bytes(rf"C:\ProgramData\CacheWarden\{name}.json"))["content"]

    def write_state(self, host: WindowsHost, name: str, content: dict[str, Any]) -> None:
        """A whole state file, as an administrator could have made it up."""
        host.files.write_bytes(rf"C:\ProgramData\CacheWarden\{name}.json", sealed_state(content))

    def log(self, host: WindowsHost) -> str:
        return host.files.read_bytes(r"C:\ProgramData\CacheWarden\log\cachewarden.log").decode()

    def group_ids(self) -> str:
        answer = self.observe(self.first)
        return ",".join(group["id"] for group in answer["sql"]["availabilityGroups"])

    def sql_rows(self, host: WindowsHost, query: str) -> list[Any]:
        """Rows of one query, asked as SYSTEM."""

        def ask() -> list[Any]:
            session = host.sql.connect("NT AUTHORITY\\SYSTEM")
            return [row for output in session.execute(query) if isinstance(output, ResultSet) for row in output.rows]

        return self.play(ask)

    def make_secondary(self, host: WindowsHost) -> None:
        """Fails the group over to the other node."""
        other = self.second if host is self.first else self.first
        answer = self.run(other, "fail_over_availability_groups", AvailabilityGroups=self.group_ids())
        assert answer.exit_code == 0, answer
        self.pass_time(30)

    def evacuated(self, host: WindowsHost) -> None:
        """Takes the node to the point where it may be stopped."""
        if host is self.first:
            self.make_secondary(host)
        assert self.run(host, "stop_sql_server").code == "CW2007"
        assert self.run(host, "evacuate_cache").code == "CW1003"
        assert self.wait_for_worker(host)["state"] == "succeeded"

    def stop_and_start(self, host: WindowsHost, *, same_serials: bool = False) -> None:
        """EC2 stops and starts the instance: new instance store, everything else as it was."""
        number = self.hosts.index(host) + 1
        self.play(lambda: host.power_off())
        self.generation[number] += not same_serials
        self.pass_time(60)
        host.power_on(self.disks(number))
        self.clock.run_until(lambda: host.agent_online)

    def name_volume(self, host: WindowsHost, space: str, letter: str | None) -> None:
        """Windows gives the volume of a virtual disk another letter, or none."""
        (disk,) = [item for item in host.storage.virtual_disks.values() if item.friendly_name == space]
        (partition,) = disk.content.data_partitions
        letters.drop(host.storage, partition)
        partition.letter = letter
        letters.assign(host.storage)

    def plug_in_foreign_volume(self, host: WindowsHost, letter: str) -> None:
        """Somebody's own EBS volume, formatted, gets this letter."""
        number = self.hosts.index(host) + 1
        self.extra[number].append(ebs(number, 9, 50, "xvdj"))
        hardware.plug_in(host.storage, tuple(self.disks(number)), cold=False)
        make = (
            f"Get-Disk -SerialNumber '*{number}09_00000001.' | Initialize-Disk -PartitionStyle GPT -PassThru | "
            f"New-Partition -DriveLetter {letter} -UseMaximumSize | "
            "Format-Volume -FileSystem NTFS -Confirm:$false | Out-Null"
        )
        self.play(host.run_script, make, "foreign.ps1", {})

    def reboot(self, host: WindowsHost) -> None:
        host.reboot()
        self.clock.run_until(lambda: not host.up)
        self.clock.run_until(lambda: host.agent_online)
