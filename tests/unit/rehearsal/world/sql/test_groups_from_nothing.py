"""A pair of servers without endpoint or group: what CREATE ENDPOINT, GRANT, CREATE AVAILABILITY GROUP and JOIN make."""

from __future__ import annotations

import pytest

ENDPOINT = (
    "CREATE ENDPOINT [Hadr_endpoint] STATE = STARTED AS TCP (LISTENER_PORT = {}, LISTENER_IP = ALL) "
    "FOR DATABASE_MIRRORING (AUTHENTICATION = WINDOWS NEGOTIATE, ENCRYPTION = REQUIRED ALGORITHM AES, ROLE = ALL)"
)
REPLICA = (
    "N'SALES{0}' WITH (ENDPOINT_URL = N'TCP://sales{0}.sales.example:5022', AVAILABILITY_MODE = SYNCHRONOUS_COMMIT, "
    "FAILOVER_MODE = AUTOMATIC, SEEDING_MODE = AUTOMATIC)"
)
CREATE = f"CREATE AVAILABILITY GROUP [ag] FOR REPLICA ON {REPLICA.format(1)}, {REPLICA.format(2)}"
CONNECTED = (
    "SELECT ars.connected_state_desc FROM sys.dm_hadr_availability_replica_states AS ars "
    "JOIN sys.availability_replicas AS ar ON ar.replica_id = ars.replica_id WHERE ar.replica_server_name = N'SALES2'"
)


@pytest.fixture
def empty(stage):
    """Two servers with a database on the first, and no endpoint."""
    s = stage(groups=())
    for number in (1, 2):
        s.server(number).endpoint, s.server(number).endpoint_started = None, False
    s.do(1, "CREATE DATABASE [d1]")
    return s


def _endpoint(s, number, *, port=5022, grant=True):
    s.do(number, ENDPOINT.format(port), login="sa")
    if grant:
        partner = f"[SALES\\SALES{3 - number}$]"
        s.do(number, f"CREATE LOGIN {partner} FROM WINDOWS", login="sa")
        s.do(number, f"GRANT CONNECT ON ENDPOINT::[Hadr_endpoint] TO {partner}", login="sa")


def _group(s):
    s.do(1, CREATE, login="sa")
    s.do(2, "ALTER AVAILABILITY GROUP [ag] JOIN", login="sa")
    s.do(2, "ALTER AVAILABILITY GROUP [ag] GRANT CREATE ANY DATABASE", login="sa")
    s.do(1, "ALTER AVAILABILITY GROUP [ag] ADD DATABASE [d1]", login="sa")
    s.pass_time(600)


def _connected(s):
    return s.rows(1, CONNECTED, login="sa")[0][0]


def test_a_group_of_new_endpoints_is_connected_and_seeded(empty):
    for number in (1, 2):
        _endpoint(empty, number)
    _group(empty)
    assert _connected(empty) == "CONNECTED"
    assert empty.value(2, "SELECT state_desc FROM sys.databases WHERE name = N'd1'", login="sa") == "ONLINE"


@pytest.mark.parametrize(
    "endpoints",
    [
        {1: {}},
        {1: {}, 2: {"grant": False}},
        {1: {"grant": False}, 2: {}},
        {1: {}, 2: {"port": 5023}},
    ],
)
def test_without_endpoint_grant_or_the_urls_port_replicas_never_connect(empty, endpoints):
    for number, options in endpoints.items():
        _endpoint(empty, number, **options)
    _group(empty)
    assert _connected(empty) == "DISCONNECTED"
    assert empty.rows(2, "SELECT 1 FROM sys.databases WHERE name = N'd1'", login="sa") == []


def test_a_grant_that_comes_late_connects_them(empty):
    _endpoint(empty, 1)
    _endpoint(empty, 2, grant=False)
    _group(empty)
    empty.do(2, "CREATE LOGIN [SALES\\SALES1$] FROM WINDOWS", login="sa")
    empty.do(2, "GRANT CONNECT ON ENDPOINT::[Hadr_endpoint] TO [SALES\\SALES1$]", login="sa")
    empty.pass_time(600)
    assert _connected(empty) == "CONNECTED"


def test_an_instance_without_endpoint_shows_none(empty):
    assert empty.rows(1, "SELECT name FROM sys.tcp_endpoints", login="sa") == []
    _endpoint(empty, 1, grant=False)
    assert empty.rows(1, "SELECT name, port FROM sys.tcp_endpoints", login="sa") == [("Hadr_endpoint", 5022)]
    assert empty.error(1, ENDPOINT.format(5022), login="sa") == 7862
    grant = "GRANT CONNECT ON ENDPOINT::[{}] TO [{}]"
    assert empty.error(1, grant.format("nosuch", "sa"), login="sa") == 15151
    assert empty.error(1, grant.format("Hadr_endpoint", "SALES\\NOBODY"), login="sa") == 15151


def test_creating_a_group_takes_sysadmin(empty):
    assert empty.error(1, CREATE) == 15247
    empty.do(1, "ALTER SERVER ROLE sysadmin ADD MEMBER [NT AUTHORITY\\SYSTEM]", login="sa")
    empty.do(1, CREATE)
