"""Control of flow, variables, messages, and what an error ends."""

from __future__ import annotations

import pytest

from rehearsal.engines.tsql import Session, Unsupported, compile_batch
from rehearsal.engines.tsql.syntax import statements
from tests.unit.rehearsal.engines.tsql.batch_outputs import shape


@pytest.fixture
def run(session):
    return lambda text, **options: shape(session.execute(text, **options))


def test_an_error_ends_its_statement_and_the_batch_goes_on(run):
    assert run("PRINT 'a'; SELECT 1/0; PRINT 'b'") == ["a", 8134, "b"]


def test_a_conversion_error_ends_the_batch(run):
    assert run("SELECT CAST('x' AS int); PRINT 'b'") == [245]


def test_xact_abort_ends_the_batch_at_any_error(run):
    assert run("SET XACT_ABORT ON; SELECT 1/0; PRINT 'b'") == [8134]


def test_catch_sees_the_error_and_the_rest_goes_on(run):
    found = run(
        "BEGIN TRY PRINT 'in'; SELECT 1/0; PRINT 'never' END TRY\n"
        "BEGIN CATCH SELECT ERROR_NUMBER(), ERROR_MESSAGE(), ERROR_SEVERITY() END CATCH PRINT 'after'"
    )
    assert found == ["in", [(8134, "Divide by zero error encountered.", 16)], "after"]


def test_error_functions_are_null_outside_of_catch(run):
    assert run("SELECT ERROR_NUMBER()") == [[(None,)]]


def test_throw_raises_again_what_was_caught(run):
    assert run("BEGIN TRY SELECT 1/0 END TRY BEGIN CATCH PRINT 'caught'; THROW; END CATCH PRINT 'never'") == [
        "caught", 8134,
    ]  # fmt: skip


def test_throw_with_a_number_of_its_own(run, session):
    (found,) = session.execute("THROW 50001, N'no', 3")
    assert (found.number, found.text, found.messages[0].state) == (50001, "no", 3)
    assert run("THROW 40000, 'low', 1") == [35100]


def test_a_name_that_does_not_exist_escapes_catch(run):
    assert run("BEGIN TRY SELECT * FROM sys.nosuch END TRY BEGIN CATCH PRINT 'caught' END CATCH") == [208]


def test_raiserror_formats_and_its_severity_decides(run):
    assert run("RAISERROR('%s has %d%%', 10, 1, 'x', 5); RAISERROR('bad', 16, 1); PRINT 'on'") == [
        "x has 5%", 50000, "on",
    ]  # fmt: skip


def test_if_else_and_while(run):
    assert run(
        "DECLARE @n int = 0\nWHILE @n < 5 BEGIN SET @n += 1 IF @n = 2 CONTINUE IF @n = 4 BREAK PRINT @n END\n"
        "IF EXISTS (SELECT 1 WHERE 1 = 2) PRINT 'yes' ELSE PRINT 'no'"
    ) == ["1", "3", "no"]


def test_a_loop_that_never_ends_is_refused(session):
    with pytest.raises(Unsupported, match="steps"):
        session.execute("DECLARE @n int; WHILE 1 = 1 SET @n = 1")


def test_return_leaves_the_batch(run):
    assert run("PRINT 'a'; RETURN; PRINT 'b'") == ["a"]


def test_select_assigns_the_last_row(run):
    assert run("DECLARE @n sysname, @c int; SELECT @n = name, @c = database_id FROM sys.databases ORDER BY name; "
               "SELECT @n, @c, @@ROWCOUNT") == [[("tempdb", 2, 4)]]  # fmt: skip
    assert run("DECLARE @n sysname = N'kept'; SELECT @n = name FROM sys.databases WHERE 1 = 2; SELECT @n") == [
        [("kept",)]
    ]


def test_sp_executesql_binds_its_parameters(run):
    assert run(
        "DECLARE @s nvarchar(100) = N'SELECT @a + @b'; EXEC sp_executesql @s, N'@a int, @b int', @b = 2, @a = 40"
    ) == [[(42,)]]
    assert run("EXEC sp_executesql N'SELECT @a', N'@a int'") == [8178]


def test_exec_runs_a_batch_of_its_own(run):
    assert run("DECLARE @t nvarchar(50) = N'DROP DATABASE ' + QUOTENAME(N'a]b'); EXEC (@t); PRINT 'on'") == [
        "done",
        "on",
    ]
    assert run("EXEC (N'SELECT 1/0'); PRINT 'on'") == [8134, "on"]
    assert run("BEGIN TRY EXEC (N'SELECT 1/0') END TRY BEGIN CATCH PRINT 'caught' END CATCH") == ["caught"]


def test_waitfor_takes_virtual_time(server, run):
    run("WAITFOR DELAY '00:01:30.5'")
    assert server.passed == 90.5


def test_a_command_times_out_on_the_clock(server, run):
    assert run("PRINT 'a'; WAITFOR DELAY '00:01:00'; PRINT 'b'", timeout_s=10) == ["a", -2]
    assert server.passed == 10


def test_catch_does_not_see_a_client_that_gave_up(run):
    assert run("BEGIN TRY WAITFOR DELAY '01:00:00' END TRY BEGIN CATCH PRINT 'caught' END CATCH", timeout_s=5) == [-2]


def test_use_changes_the_database(run):
    assert run("USE Sales; SELECT DB_NAME()")[-1] == [("Sales",)]
    assert run("USE nosuch") == [911]


def test_server_statements_reach_the_server_with_their_options(server, run):
    run("ALTER AVAILABILITY GROUP [a]]b] MODIFY REPLICA ON N'S''1' WITH (SESSION_TIMEOUT = 15, FAILOVER_MODE = MANUAL)")
    (found,) = server.executed
    assert isinstance(found, statements.ModifyReplica)
    assert (found.group, found.server) == ("a]b", "S'1")
    assert found.options == {"SESSION_TIMEOUT": 15, "FAILOVER_MODE": "MANUAL"}


def test_backup_takes_names_and_paths_from_variables(server, run):
    run("DECLARE @d sysname = N'sales', @p nvarchar(99) = N'\\\\b\\x.bak'; "
        "BACKUP DATABASE @d TO DISK = @p WITH COPY_ONLY, STATS = 5, CHECKSUM")  # fmt: skip
    (found,) = server.executed
    assert (found.database, found.targets) == ("sales", (("DISK", "\\\\b\\x.bak"),))
    assert found.options == {"COPY_ONLY": "ON", "STATS": 5, "CHECKSUM": "ON"}


def test_one_batch_may_be_cached_and_run_by_many_sessions(server):
    text = "DECLARE @n int = @start; SET @n += 1; SELECT @n"
    from rehearsal.engines.tsql.values import types as t

    for start in (1, 10):
        (result,) = Session(server=server, compile=compile_batch, login="x").execute(text, {"@start": (t.INT, start)})
        assert result.rows == [(start + 1,)]
