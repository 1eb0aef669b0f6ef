"""System.Data.SqlClient as a script meets it: connections, commands, readers, tables, exceptions, messages."""

from __future__ import annotations

import json

import pytest

from rehearsal.engines.powershell.objects.errors import Unsupported
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.reference import STORAGE_OBJECTS
from rehearsal.world.sql.client import connection_string
from rehearsal.world.windows.command_table import world_types

OPEN = """
Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$c = New-Object -TypeName System.Data.SqlClient.SqlConnection -ArgumentList '%s;Integrated Security=SSPI;Pooling=false'
$c.Open()
"""
LOCAL = OPEN % "Server=localhost;Database=master"
FAILING = """
try { %s; 'no error' }
catch {
    $e = $_.Exception
    while ($null -ne $e.InnerException -and $e -isnot [System.Data.SqlClient.SqlException]) { $e = $e.InnerException }
    '{0} {1} {2}' -f $e.GetType().Name, $e.Number, $e.Class
}
"""


def failing(statement):
    return FAILING % statement


def test_declared_members_are_members_of_the_real_types():
    types = json.loads(STORAGE_OBJECTS.read_text(encoding="utf-8"))["sqlclient"]["types"]
    for name, described in types.items():
        declared = world_types().get(name)
        if declared is None:
            continue
        real = {member["name"].lower() for kind in ("properties", "methods") for member in described.get(kind, ())}
        real |= {
            f"{verb}_{event['name'].lower()}" for event in described.get("events", ()) for verb in ("add", "remove")
        }
        real |= {"tostring", "dispose", "message", "innerexception", "errorcode", "count"}
        found = set(declared.properties) | set(declared.methods)
        assert found <= real, (name, found - real)
        assert declared.closed, name


@pytest.mark.parametrize(
    "source",
    [
        "localhost",
        ".",
        "(local)",
        "SALES1",
        "sales1.sales.example",
        "tcp:SALES1,1433",
        "lpc:localhost",
        "localhost\\MSSQLSERVER",
    ],
)
def test_ways_to_name_the_local_instance(stage, source):
    s = stage()
    script = (
        OPEN % f"Data Source={source};Initial Catalog=master" + "$c.CreateCommand() | Out-Null; $c.DataSource; $c.State"
    )
    assert s.script(1, script) == [source, "Open"]


def test_a_connection_string_is_parsed_like_the_frameworks():
    options = connection_string.parse(
        "Server = tcp:h\\I,1500 ; Database='a;b'; Connection Timeout=7; App=\"x\"; trusted_connection=yes;"
    )
    assert (options.source.protocol, options.source.host, options.source.instance, options.source.port) == (
        "tcp",
        "h",
        "I",
        1500,
    )
    assert (options.database, options.timeout_s, options.application_name, options.integrated) == ("a;b", 7, "x", True)
    with pytest.raises(connection_string.BadConnectionString, match="Keyword not supported: 'sever'"):
        connection_string.parse("Sever=x")


def test_a_misspelt_keyword_is_an_argument_exception(stage):
    script = "try { New-Object System.Data.SqlClient.SqlConnection 'Sever=x' }"
    script += " catch { $_.Exception.InnerException.GetType().Name }"
    assert stage().script(1, script) == ["ArgumentException"]


def test_values_have_their_net_types(stage):
    script = (
        LOCAL
        + """
$cmd = $c.CreateCommand()
$cmd.CommandText = "SELECT CAST(1 AS bit), CAST(2 AS tinyint), CAST(3 AS smallint), 4, CAST(5 AS bigint), 6.5,
    CAST(7 AS float), N'x', CAST('2026-02-03' AS datetime), NULL, SERVERPROPERTY('ProductMajorVersion')"
$r = $cmd.ExecuteReader()
$null = $r.Read()
for ($i = 0; $i -lt $r.FieldCount; $i++) { $r.GetValue($i).GetType().Name }
$r.Close()
"""
    )
    assert stage().script(1, script) == [
        "Boolean", "Byte", "Int16", "Int32", "Int64", "Decimal", "Double", "String", "DateTime", "DBNull", "String",
    ]  # fmt: skip


def test_a_data_table_is_filled_and_its_rows_have_the_columns_as_properties(stage):
    script = (
        LOCAL
        + """
$cmd = $c.CreateCommand()
$cmd.CommandText = 'SELECT name, database_id AS id, 1, CAST(NULL AS int) AS nothing
    FROM sys.databases WHERE name LIKE @like AND database_id > @id ORDER BY name'
$null = $cmd.Parameters.AddWithValue('@like', '%s%')
$null = $cmd.Parameters.AddWithValue('id', [long] 4)
$table = New-Object -TypeName System.Data.DataTable
$adapter = New-Object -TypeName System.Data.SqlClient.SqlDataAdapter -ArgumentList $cmd
$adapter.Fill($table)
foreach ($row in $table.Rows) {
    "$($row.name) $($row['id']) $($row[2]) $($row.nothing -is [DBNull]) $($row.IsNull('nothing'))"
}
@($table | Where-Object { $_.name -eq 'orders' }).Count
$table.Columns.Count
$table.Columns[2].ColumnName
$table.Rows[0]['NAME']
try { $table.Rows[0].nosuch } catch { 'no such property' }
"""
    )
    assert stage().script(1, script) == [
        "2", "orders 6 1 True True", "sales 5 1 True True", "1", "4", "Column3", "orders", "no such property",
    ]  # fmt: skip


def test_a_data_set_takes_every_result(stage):
    script = (
        LOCAL
        + """
$text = 'SELECT 1 AS a; SELECT 2 AS b UNION ALL SELECT 3'
$adapter = New-Object System.Data.SqlClient.SqlDataAdapter -ArgumentList $text, $c
$set = New-Object System.Data.DataSet
$null = $adapter.Fill($set)
$set.Tables.Count
$set.Tables[1].Rows.Count
$set.Tables['Table1'].Rows[1].b
"""
    )
    assert stage().script(1, script) == ["2", "2", "3"]


def test_a_reader_walks_through_rows_and_results(stage):
    script = (
        LOCAL
        + """
$text = "SELECT 1 AS a UNION ALL SELECT 2; SELECT N'x' AS b WHERE 1 = 2; SELECT 'y'"
$r = (New-Object System.Data.SqlClient.SqlCommand $text, $c).ExecuteReader()
$r.HasRows
while ($r.Read()) { $r['a'] }
$r.NextResult(); $r.HasRows; $r.GetName(0)
$r.NextResult(); $null = $r.Read(); $r.GetString(0); $r.GetOrdinal('')
$r.NextResult()
$r.Close()
$r.IsClosed
"""
    )
    assert stage().script(1, script) == ["True", "1", "2", "True", "False", "b", "True", "y", "0", "False", "True"]


def test_a_second_command_needs_the_reader_closed(stage):
    script = (
        LOCAL
        + """
$r = (New-Object System.Data.SqlClient.SqlCommand 'SELECT 1', $c).ExecuteReader()
try { $null = (New-Object System.Data.SqlClient.SqlCommand 'SELECT 2', $c).ExecuteScalar() }
catch { $_.Exception.InnerException.GetType().Name }
$r.Dispose()
(New-Object System.Data.SqlClient.SqlCommand 'SELECT 2', $c).ExecuteScalar()
"""
    )
    assert stage().script(1, script) == ["InvalidOperationException", "2"]


def test_exceptions_arrive_wrapped_with_every_error(stage):
    s = stage(system_permissions=frozenset({"VIEW ANY DEFINITION"}))
    script = (
        LOCAL
        + """
$cmd = New-Object System.Data.SqlClient.SqlCommand 'SELECT cluster_name FROM sys.dm_hadr_cluster', $c
try { $null = $cmd.ExecuteScalar() }
catch {
    $_.Exception.GetType().Name
    $e = $_.Exception.InnerException
    $e.Number; $e.Class; $e.State; $e.Errors.Count; $e.Errors[1].Number
    ($e.Errors | ForEach-Object { $_.Number }) -join ','
}
$c.State
"""
    )
    assert s.script(1, script) == [
        "MethodInvocationException", "300", "14", "1", "2", "297", "300,297", "Open",
    ]  # fmt: skip


def test_messages_of_low_severity_reach_the_handler_not_the_catch(stage):
    script = (
        LOCAL
        + """
$said = New-Object System.Collections.ArrayList
$c.add_InfoMessage({ param($sender, $e) $null = $said.Add("$($e.Errors[0].Number): $($e.Message)") })
$null = (New-Object System.Data.SqlClient.SqlCommand "PRINT 'hello'; RAISERROR('low', 10, 1)", $c).ExecuteNonQuery()
$said
"""
    )
    assert stage().script(1, script) == ["0: hello", "50000: low"]


def test_a_null_parameter_is_not_sent_and_dbnull_is(stage):
    script = LOCAL + """
$cmd = New-Object System.Data.SqlClient.SqlCommand 'SELECT COALESCE(@p, N''none'')', $c
$null = $cmd.Parameters.AddWithValue('@p', $null)
""" + failing("$cmd.ExecuteScalar()") + """
$cmd.Parameters.Clear()
$null = $cmd.Parameters.AddWithValue('@p', [System.DBNull]::Value)
$cmd.ExecuteScalar()
"""  # fmt: skip
    assert stage().script(1, script) == ["SqlException 8178 16", "none"]


def test_guids_go_both_ways(stage):
    script = (
        LOCAL
        + """
$cmd = New-Object System.Data.SqlClient.SqlCommand 'SELECT group_id FROM sys.availability_groups', $c
$id = $cmd.ExecuteScalar()
$id.GetType().Name
$cmd.CommandText = 'SELECT name FROM sys.availability_groups WHERE group_id = @id'
$null = $cmd.Parameters.AddWithValue('@id', $id)
$cmd.ExecuteScalar()
"""
    )
    assert stage().script(1, script) == ["Guid", "sales-ag"]


def test_typed_parameters(stage):
    script = (
        LOCAL
        + """
$cmd = New-Object System.Data.SqlClient.SqlCommand 'SELECT @n + 1', $c
$cmd.Parameters.Add('@n', [System.Data.SqlDbType]::Int).Value = 41
$cmd.ExecuteScalar()
"""
    )
    assert stage().script(1, script) == ["42"]


def test_scalars_of_nothing_are_null(stage):
    script = (
        LOCAL
        + """
$null -eq (New-Object System.Data.SqlClient.SqlCommand 'SELECT 1 WHERE 1 = 2', $c).ExecuteScalar()
(New-Object System.Data.SqlClient.SqlCommand 'SELECT NULL', $c).ExecuteScalar() -is [DBNull]
(New-Object System.Data.SqlClient.SqlCommand 'PRINT 1', $c).ExecuteNonQuery()
"""
    )
    assert stage().script(1, script) == ["True", "True", "-1"]


@pytest.mark.parametrize(
    ("source", "outcome", "seconds"),
    [
        ("localhost", "SqlException 2 20", 0),
        ("tcp:localhost", "SqlException 10061 20", 0),
        ("localhost\\NOSUCH", "SqlException -1 20", 0),
        ("NOSUCHHOST", "SqlException 53 20", 15),
        ("tcp:NOSUCHHOST", "SqlException 10060 20", 15),
    ],
)
def test_nobody_answers(stage, source, outcome, seconds):
    s = stage()
    s.stop_service(1)
    before = s.clock.monotonic()
    script = f"$c = New-Object System.Data.SqlClient.SqlConnection 'Server={source};Integrated Security=SSPI'\n"
    assert s.script(1, script + failing("$c.Open()")) == [outcome]
    assert s.clock.monotonic() - before == pytest.approx(seconds, abs=0.5)


def test_a_hanging_instance_costs_the_whole_time_out(stage):
    s = stage()
    s.server(1).freeze(600)
    options = "Server=localhost;Integrated Security=SSPI;Connect Timeout=5"
    script = f"$c = New-Object System.Data.SqlClient.SqlConnection '{options}'\n"
    assert s.script(1, script + failing("$c.Open()")) == ["SqlException -2 11"]
    assert s.clock.monotonic() == pytest.approx(5)


def test_another_node_knows_the_computer_account_only(stage):
    s = stage()
    script = "$c = New-Object System.Data.SqlClient.SqlConnection 'Server=SALES2;Integrated Security=SSPI'\n"
    assert s.script(1, script + failing("$c.Open()")) == ["SqlException 18456 14"]
    s.server(2).logins.create("SALES\\SALES1$")
    again = (
        script
        + "$c.Open(); $cmd = New-Object System.Data.SqlClient.SqlCommand 'SELECT @@SERVERNAME + SUSER_SNAME()', $c\n"
        + "$cmd.ExecuteScalar()"
    )
    assert s.script(1, again) == ["SALES2SALES\\SALES1$"]


def test_a_command_times_out_and_the_connection_lives(stage):
    s = stage()
    script = (
        LOCAL
        + "$cmd = New-Object System.Data.SqlClient.SqlCommand 'WAITFOR DELAY ''00:02:00''', $c\n"
        + "$cmd.CommandTimeout = 10\n"
    )
    script += failing("$cmd.ExecuteNonQuery()") + "$c.State"
    assert s.script(1, script) == ["SqlException -2 11", "Open"]
    assert s.clock.monotonic() == pytest.approx(10, abs=0.1)


def test_a_connection_that_breaks_is_closed(stage):
    lost = Fault(point="sql.statement", kind=FaultKind.LOST, where={"statement": "FailOver"})
    s = stage(faults=(lost,))
    script = (
        LOCAL
        + "$cmd = New-Object System.Data.SqlClient.SqlCommand 'ALTER AVAILABILITY GROUP [sales-ag] FAILOVER', $c\n"
    )
    script += (
        failing("$cmd.ExecuteNonQuery()")
        + "$c.State\n"
        + failing("$cmd.ExecuteNonQuery()").replace("$e.Number, $e.Class", "'', ''")
    )
    assert s.script(2, script) == ["SqlException 10054 20", "Closed", "InvalidOperationException  "]
    s.pass_time(5)
    assert s.primary == "SALES2"


def test_the_role_change_itself_leaves_sessions_in_master_alone(stage):
    s = stage()
    script = (
        LOCAL
        + """
$cmd = New-Object System.Data.SqlClient.SqlCommand 'ALTER AVAILABILITY GROUP [sales-ag] FAILOVER', $c
$null = $cmd.ExecuteNonQuery()
Start-Sleep -Seconds 5
$cmd.CommandText = 'SELECT role_desc FROM sys.dm_hadr_availability_replica_states WHERE is_local = 1'
$cmd.ExecuteScalar()
"""
    )
    assert s.script(2, script) == ["PRIMARY"]


def test_t_sql_that_is_not_covered_is_refused_as_the_scripts_own_construct(stage):
    s = stage()
    with pytest.raises(Unsupported, match="INSERT"):
        s.script(
            1,
            LOCAL
            + "$null = (New-Object System.Data.SqlClient.SqlCommand 'INSERT INTO t VALUES (1)', $c).ExecuteNonQuery()",
        )


def test_members_that_are_not_modelled_are_refused(stage):
    with pytest.raises(Unsupported, match=r"SqlConnection\.BeginTransaction"):
        stage().script(1, LOCAL + "$c.BeginTransaction()")
    with pytest.raises(Unsupported, match=r"SqlConnection\.ClientConnectionId"):
        stage().script(1, LOCAL + "$c.ClientConnectionId")


def test_members_that_do_not_exist_are_missing(stage):
    script = LOCAL + "try { $c.Sate } catch { 'no property' }; try { $c.Opne() } catch { 'no method' }"
    assert stage().script(1, script) == ["no property", "no method"]
