"""Random histories: whatever happens short of force, nothing acknowledged is lost, and calm heals the group."""

from __future__ import annotations

import random

import pytest

from rehearsal.engines.tsql import SqlError
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.settings import SqlSettings

SEEDS = range(120)
MODE = "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'{}' WITH ({} = {})"


class History:
    """One seed's story: acts on the stage, checking after each of them what must always hold."""

    def __init__(self, stage, seed):
        self.rng = random.Random(seed)
        nodes = self.rng.choice([2, 2, 3])
        settings = SqlSettings(
            dynamic_quorum=self.rng.random() < 0.7,
            redo_kb_s=self.rng.choice([2_500.0, 51_000.0]),
            send_kb_s=self.rng.choice([4_000.0, 250_000.0]),
        )
        self.stage = stage(nodes=nodes, seed=seed, settings=settings)
        self.down: set[int] = set()
        self.before = self.stage.cluster.committed()

    def sql(self, number, text):
        """A batch on a node that may or may not answer; refusals are part of the story."""
        server = self.stage.server(number)
        if server.running and not server.frozen:
            try:
                server.connect(SYSTEM).execute(text, timeout_s=60)
            except SqlError:
                return

    def act(self):
        s, number = self.stage, self.rng.randint(1, len(self.stage.hosts))
        match self.rng.randrange(9):
            case 0 if s.server(number).running and not s.server(number).frozen:
                s.stop_service(number)
            case 1 if not s.server(number).running and number not in self.down:
                s.start_service(number)
            case 2 if number not in self.down and len(self.down) < len(s.hosts) - 1:
                s.hosts[number - 1].crash()
                self.down.add(number)
            case 3 if number in self.down:
                self.power_on(number)
            case 4 if s.server(number).running and not s.server(number).frozen:
                s.server(number).freeze(self.rng.choice([3, 15, 60]))
            case 5:
                self.sql(number, "ALTER AVAILABILITY GROUP [sales-ag] FAILOVER")
            case 6:
                other = s.server(self.rng.randint(1, len(s.hosts))).name
                self.sql(number, MODE.format(other, "FAILOVER_MODE", self.rng.choice(["AUTOMATIC", "MANUAL"])))
            case 7:
                verb = self.rng.choice(["SUSPEND", "RESUME"])
                self.sql(number, f"ALTER DATABASE [sales] SET HADR {verb}")
            case _:
                s.cluster.set_witness(self.rng.random() < 0.5)
        s.pass_time(self.rng.choice([0.1, 1, 5, 30, 200]))
        self.check()

    def power_on(self, number):
        self.down.discard(number)
        self.stage.start_service(number, "ClusSvc")
        self.stage.start_service(number)

    def check(self):
        s = self.stage
        assert s.cluster.lost_commits() == []
        assert s.cluster.unreachable_commits() == []
        now = s.cluster.committed()
        assert all(now[key] >= self.before[key] - 1e-6 for key in now), "acknowledged commits never shrink"
        self.before = now
        primaries = [replica.server for replica in s.group.replicas.values() if replica.role.name == "PRIMARY"]
        assert len(primaries) <= 1
        for database in s.group.databases.values():
            log = database.log
            for copy in log.copies.values():
                assert copy.redone <= copy.hardened + 1e-6
                assert copy.hardened <= log.end + 1e-6
                if copy.participates and copy.answers:
                    assert log.caught_up(copy.server)
            if log.commits:
                assert log.source in primaries
                assert s.cluster.servers[log.source].running
            for member in database.members.values():
                if member.ready and member.server != log.source and log.source is None:
                    assert log.copies[member.server].hardened >= log.committed - 1e-6, "a ready copy has everything"

    def calm(self):
        """The disturbances stop: everything is started, every suspension lifted."""
        s = self.stage
        s.pass_time(120)
        s.cluster.set_witness(True)
        for number in sorted(self.down):
            self.power_on(number)
        for number in range(1, len(s.hosts) + 1):
            if not s.server(number).running:
                s.start_service(number)
        s.pass_time(600)
        for number in range(1, len(s.hosts) + 1):
            self.sql(number, "ALTER DATABASE [sales] SET HADR RESUME")
        s.pass_time(7200)
        self.check()


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_acknowledged_is_lost_and_calm_heals(stage, seed):
    history = History(stage, seed)
    for _ in range(25):
        history.act()
    history.calm()
    s = history.stage
    assert s.primary is not None
    assert set(s.sync_states().values()) == {"SYNCHRONIZED"}
    assert all(database.log.commits for database in s.group.databases.values())
