"""Instances with a name: services, views and connections carry it."""

from __future__ import annotations

import pytest


def test_a_named_instance_is_reached_by_its_name(stage):
    s = stage(instance_name="INST")
    (server, other) = s.cluster.servers.values()
    assert (server.name, other.name) == ("SALES1\\INST", "SALES2\\INST")
    script = """
$c = New-Object System.Data.SqlClient.SqlConnection 'Server=localhost\\INST;Integrated Security=SSPI'
$c.Open()
$cmd = $c.CreateCommand()
$cmd.CommandText = "SELECT @@SERVERNAME + ' ' + @@SERVICENAME + ' '
    + CAST(SERVERPROPERTY('InstanceName') AS nvarchar(20))"
$cmd.ExecuteScalar()
""".replace("\\\\", "\\")
    assert s.script(1, script) == ["SALES1\\INST INST INST"]
    # Without SQL Server Browser shared memory finds it, nobody else does.
    assert s.script(1, script.replace("localhost", "SALES1")) == ["SALES1\\INST INST INST"]
    for elsewhere in ("tcp:localhost", "SALES2"):
        with pytest.raises(AssertionError, match="error: 26"):
            s.script(1, script.replace("localhost", elsewhere))


def test_its_service_stops_and_starts_it(stage):
    s = stage(instance_name="INST")
    s.stop_service(1, "MSSQL$INST")
    s.pass_time(10)
    assert s.primary == "SALES2\\INST"
    assert s.start_service(1, "MSSQL$INST") is None
    s.pass_time(60)
    assert set(s.sync_states().values()) == {"SYNCHRONIZED"}
    s.hosts[0].pull("D")
    states = s.cluster.servers["SALES1\\INST"].databases
    assert states["sales"].state.name == "RECOVERY_PENDING"
    counter = "SELECT DISTINCT RTRIM(object_name) FROM sys.dm_os_performance_counters"
    session = s.cluster.servers["SALES2\\INST"].connect("NT AUTHORITY\\SYSTEM")
    assert session.execute(counter)[0].rows == [("MSSQL$INST:Databases",)]
