"""Clusters on bare hosts: Windows' services and files without storage, boot or PowerShell."""

from __future__ import annotations

import errno
import random
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from rehearsal.engines.powershell import Engine
from rehearsal.engines.tsql import ResultSet, ServerMessage, SqlError
from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.settings import Settings
from rehearsal.world.sql import preset
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.storage.state.content import Volume
from rehearsal.world.storage.state.contention import Contention
from rehearsal.world.storage.state.tree import FileTree
from rehearsal.world.windows.command_table import world_commands, world_types
from rehearsal.world.windows.system.filesystem import WindowsFileSystem
from rehearsal.world.windows.system.script_host import ScriptHost
from rehearsal.world.windows.system.services import ServiceTable
from rehearsal.world.world import World

START = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)


A_DBA = frozenset(
    {
        "VIEW SERVER STATE", "VIEW ANY DEFINITION", "ALTER ANY AVAILABILITY GROUP", "ALTER ANY DATABASE",
        "CREATE ANY DATABASE",
    }
)  # fmt: skip
"""What SYSTEM may do here where a test doesn't say: more than the shipped script grants, to try every statement."""


class BareFiles(WindowsFileSystem):
    """Drives C:, D: and S:; a drive can be taken away, put back, or replaced by an empty one."""

    def __init__(self, host):
        super().__init__(host)
        self.trees = {letter: FileTree() for letter in "CDS"}

    def _tree(self, letter, path):
        if letter not in self.trees:
            raise FileNotFoundError(errno.ENOENT, f"drive {letter}: doesn't exist", path)
        return self.trees[letter]


class BareStorage:
    def __init__(self):
        volume = Volume(guid="0", size_bytes=2 * 10**12, file_system="NTFS", label="Data")
        self.letters = {"D": (SimpleNamespace(read_only=False, torn=False), SimpleNamespace(volume=volume))}
        self.contention = Contention(StorageSettings())
        self.on_volume_gone = []
        self.on_volume_back = []
        self.foreign_letters = set()
        self.empty_drive_letters = set()


class BareProcess:
    pid = 4321
    ended = False


class BareProcesses:
    def begin(self, name, command_line, actor):
        return BareProcess()


class BareHost:
    """What world/sql asks of a host. `pull(letter)` takes a volume away, `crash()` the whole machine."""

    def __init__(self, world, name):
        self.world = world
        self.name = name
        self.computer_name = name
        self.up = True
        self.cluster = None
        self._sql = None
        self.storage = BareStorage()
        self.processes = BareProcesses()
        self.files = BareFiles(self)
        self.environment = {"COMPUTERNAME": name, "USERDOMAIN": "SALES"}
        self.statement_faults = False
        self.on_power_lost = []
        self.on_up = []
        self.services = ServiceTable(self)
        world.hosts[name] = self

    @property
    def sql(self):
        return self._sql

    @sql.setter
    def sql(self, server):
        self._sql = server
        self.services.attach("MSSQLSERVER", server)

    def now(self):
        return self.world.clock.now()

    def record(self, kind, text, *, why=None, **facts):
        return self.world.trace.record("host", kind, text, node=self.name, why=why, **facts)

    def spawn(self, name, function, *arguments):
        return self.world.clock.spawn(f"{self.name}: {name}", function, *arguments)

    def pull(self, letter):
        tree = self.files.trees.pop(letter)
        if self._sql is not None:
            self._sql.volume_gone(letter)
        for listener in self.storage.on_volume_gone:
            listener(letter)
        return tree

    def crash(self):
        for listener in self.on_power_lost:
            listener()
        self.services.power_lost()


class Stage:
    """A running cluster with everything a test wants to do to it."""

    def __init__(self, *, nodes=2, faults=(), settings=None, seed=7, **options):
        self.clock = Clock(START, random.Random(seed))
        self.trace = Trace(self.clock)
        self.settings = Settings(() if settings is None else (settings,))
        self.world = World(self.clock, random.Random(seed), self.settings, self.trace, Faults(faults))
        self.hosts = [BareHost(self.world, f"SALES{number}") for number in range(1, nodes + 1)]
        options.setdefault("system_permissions", A_DBA)
        self.cluster = preset.build(self.world, self.hosts, **options)
        self.group = next(iter(self.cluster.groups.values()), None)

    def server(self, number):
        return self.hosts[number - 1].sql

    def session(self, number, login=SYSTEM, database="master"):
        return self.server(number).connect(login, database)

    def run(self, number, text, *, login=SYSTEM, timeout_s=None, **parameters):
        """Everything a batch sends back, from a fresh connection."""
        session = self.session(number, login)
        return session.execute(text, {f"@{name}": value for name, value in parameters.items()}, timeout_s)

    def do(self, number, text, **options):
        """A batch that must not fail."""
        outputs = self.run(number, text, **options)
        errors = [output for output in outputs if isinstance(output, SqlError)]
        assert not errors, errors
        return [output for output in outputs if isinstance(output, ServerMessage)]

    def rows(self, number, text, **options):
        outputs = self.run(number, text, **options)
        errors = [output for output in outputs if isinstance(output, SqlError)]
        assert not errors, errors
        (found,) = [output for output in outputs if isinstance(output, ResultSet)]
        return found.rows

    def value(self, number, text, **options):
        ((value,),) = self.rows(number, text, **options)
        return value

    def error(self, number, text, **options):
        outputs = self.run(number, text, **options)
        return next(output.number for output in outputs if isinstance(output, SqlError))

    def script(self, number, text):
        """Runs a PowerShell script on a node; its output, line by line. A script that fails fails the test."""
        host = ScriptHost(self.hosts[number - 1], BareProcess(), "test.ps1", {})
        result = Engine(host=host, commands=world_commands(), types=world_types()).run_script(text, name="test.ps1")
        assert result.stderr == "", result.stderr
        assert result.exit_code == 0, result
        return result.stdout.splitlines()

    def pass_time(self, seconds):
        self.clock.run_until(self.clock.monotonic() + seconds)

    def stop_service(self, number, name="MSSQLSERVER"):
        host = self.hosts[number - 1]
        actor = self.clock.spawn("stop", lambda: host.services.stop(host.services[name], force=True))
        self.clock.run_until(lambda: not actor.alive)
        assert actor.error is None, actor.error

    def start_service(self, number, name="MSSQLSERVER"):
        host = self.hosts[number - 1]
        actor = self.clock.spawn("start", host.services.start, host.services[name], on_error=lambda *_: None)
        self.clock.run_until(lambda: not actor.alive)
        return actor.error

    @property
    def primary(self):
        found = self.group.primary
        return None if found is None else found.server

    def role(self, number):
        return self.group.replicas[self.server(number).name].role.name

    def sync(self, number, database="sales"):
        self.group.advance()
        return self.group.sync_state(self.group.database(database), self.server(number).name).name

    def sync_states(self):
        return {
            (server, database.name): self.group.sync_state(database, server).name
            for database in self.group.databases.values()
            for server in self.group.replicas
        }

    def outage_s(self):
        now = self.clock.monotonic()
        return sum(interval.length(now) for interval in self.cluster.write_outage_intervals())

    def log(self, database="sales"):
        self.group.advance()
        return self.group.database(database).log


@pytest.fixture
def stage():
    made = []

    def build(**options):
        made.append(Stage(**options))
        return made[-1]

    yield build
    for one in made:
        one.clock.close()
