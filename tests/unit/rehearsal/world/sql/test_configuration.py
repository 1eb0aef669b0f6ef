"""What may be configured where, and the refusals of impossible configurations."""

from __future__ import annotations

import pytest

MODE = "ALTER AVAILABILITY GROUP [sales-ag] MODIFY REPLICA ON N'{}' WITH ({})"


def test_primary_only_statements_are_refused_elsewhere(stage):
    s = stage()
    for text in (
        MODE.format("SALES1", "FAILOVER_MODE = MANUAL"),
        "ALTER AVAILABILITY GROUP [sales-ag] SET (DB_FAILOVER = ON)",
        "ALTER AVAILABILITY GROUP [sales-ag] REMOVE REPLICA ON N'SALES1'",
        "ALTER AVAILABILITY GROUP [sales-ag] REMOVE DATABASE [sales]",
    ):
        assert s.error(2, text) == 41140


def test_secondary_only_statements_are_refused_on_the_primary(stage):
    s = stage()
    assert s.error(1, "ALTER DATABASE [sales] SET HADR OFF") == 35240


@pytest.mark.parametrize(
    ("options", "number"),
    [
        ("AVAILABILITY_MODE = ASYNCHRONOUS_COMMIT", 35211),
        ("AVAILABILITY_MODE = ASYNCHRONOUS_COMMIT, FAILOVER_MODE = AUTOMATIC", 35211),
    ],
)
def test_automatic_needs_synchronous(stage, options, number):
    s = stage()
    assert s.error(1, MODE.format("SALES2", options)) == number
    assert s.group.replicas["SALES2"].availability_mode.name == "SYNCHRONOUS_COMMIT"


def test_an_unknown_replica(stage):
    assert stage().error(1, MODE.format("NOSUCH", "FAILOVER_MODE = MANUAL")) == 35210


def test_names_compare_without_case(stage):
    s = stage()
    s.do(1, "alter availability group [SALES-AG] modify replica on N'sales2' with (failover_mode = manual)")
    assert s.group.replicas["SALES2"].failover_mode.name == "MANUAL"


def test_limits_of_synchronous_and_automatic_replicas_depend_on_the_version(stage):
    older = stage(nodes=4, major_version=14)
    older.do(1, "SELECT 1")
    four = [replica.failover_mode.name for replica in older.group.replicas.values()]
    assert four == ["AUTOMATIC", "AUTOMATIC", "AUTOMATIC", "MANUAL"]
    assert older.error(1, MODE.format("SALES2", "SESSION_TIMEOUT = 15")) == 35212
    newer = stage(nodes=4)
    newer.do(1, MODE.format("SALES2", "SESSION_TIMEOUT = 15"))
    assert newer.group.replicas["SALES2"].session_timeout == 15


def test_more_required_secondaries_than_there_are(stage):
    s = stage()
    text = "ALTER AVAILABILITY GROUP [sales-ag] SET (REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT = {})"
    assert s.error(1, text.format(2)) == 35248
    assert s.group.required_synchronized == 0
    s.do(1, text.format(1))
    s.do(1, MODE.format("SALES2", "FAILOVER_MODE = MANUAL"))
    assert s.error(1, MODE.format("SALES2", "AVAILABILITY_MODE = ASYNCHRONOUS_COMMIT")) == 35248


def test_a_replica_removed_and_added_again_joins_and_is_seeded(stage):
    s = stage()
    s.do(1, "ALTER AVAILABILITY GROUP [sales-ag] REMOVE REPLICA ON N'SALES2'")
    assert s.rows(2, "SELECT name FROM sys.availability_groups") == []
    assert s.value(2, "SELECT state_desc FROM sys.databases WHERE name = 'sales'") == "RESTORING"
    s.do(2, "DROP DATABASE [sales], [orders]")
    s.do(
        1,
        "ALTER AVAILABILITY GROUP [sales-ag] ADD REPLICA ON N'SALES2' WITH (ENDPOINT_URL = N'TCP://sales2:5022', "
        "AVAILABILITY_MODE = SYNCHRONOUS_COMMIT, FAILOVER_MODE = MANUAL, SEEDING_MODE = AUTOMATIC)",
    )
    s.do(2, "ALTER AVAILABILITY GROUP [sales-ag] JOIN")
    s.do(2, "ALTER AVAILABILITY GROUP [sales-ag] GRANT CREATE ANY DATABASE")
    s.pass_time(3600)
    assert s.sync(2) == "SYNCHRONIZED"
    assert s.cluster.lost_commits() == []


def test_a_group_can_be_created_from_nothing(stage):
    s = stage(groups=())
    s.do(1, "CREATE DATABASE [d1]")
    s.do(
        1,
        "CREATE AVAILABILITY GROUP [new]]ag] WITH (DB_FAILOVER = ON) FOR DATABASE [d1] REPLICA ON "
        "N'SALES1' WITH (ENDPOINT_URL = N'TCP://a:5022', AVAILABILITY_MODE = SYNCHRONOUS_COMMIT, "
        "FAILOVER_MODE = AUTOMATIC, SEEDING_MODE = AUTOMATIC), "
        "N'SALES2' WITH (ENDPOINT_URL = N'TCP://b:5022', AVAILABILITY_MODE = SYNCHRONOUS_COMMIT, "
        "FAILOVER_MODE = AUTOMATIC, SEEDING_MODE = AUTOMATIC)",
        login="sa",
    )
    s.do(2, "ALTER AVAILABILITY GROUP [new]]ag] JOIN")
    s.do(2, "ALTER AVAILABILITY GROUP [new]]ag] GRANT CREATE ANY DATABASE")
    s.pass_time(60)
    found = s.rows(1, "SELECT synchronization_state_desc FROM sys.dm_hadr_database_replica_states")
    assert found == [("SYNCHRONIZED",), ("SYNCHRONIZED",)]


@pytest.mark.parametrize("nodes", [1, 2, 3, 5])
def test_presets_of_any_size_begin_healthy(stage, nodes):
    s = stage(nodes=nodes)
    assert set(s.sync_states().values()) == {"SYNCHRONIZED"}
    assert (s.cluster.data_at_risk_intervals() == []) is (nodes > 1)
