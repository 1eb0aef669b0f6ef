"""EXEC inside of batches, transactions, row counts and what variables hold when."""

from __future__ import annotations

import pytest

from rehearsal.engines.tsql import Unsupported
from tests.unit.rehearsal.engines.tsql.batch_outputs import shape


@pytest.fixture
def run(session):
    return lambda text: shape(session.execute(text))


def test_output_parameters_come_back(run):
    assert run(
        "DECLARE @n bigint, @rc int; EXEC @rc = sp_executesql N'SET @x = @x + (SELECT COUNT(*) FROM sys.databases)', "
        "N'@x int OUTPUT', @x = @n OUTPUT; SELECT @n, @rc"
    ) == [[(None, 0)]]
    assert run(
        "DECLARE @n bigint = 3; EXEC sys.sp_executesql @stmt = N'SET @x = @x + 4', @params = N'@x int OUTPUT', "
        "@x = @n OUTPUT; SELECT @n"
    ) == [[(7,)]]


def test_without_output_the_variable_keeps_its_value(run):
    assert run("DECLARE @n int = 3; EXEC sp_executesql N'SET @x = 9', N'@x int OUTPUT', @x = @n; SELECT @n") == [[(3,)]]


def test_a_batch_aborting_error_ends_the_outer_batch_too(run):
    assert run("EXEC (N'SELECT CAST(''x'' AS int)'); PRINT 'never'") == [245]
    assert run("EXEC (N'THROW 50001, N''no'', 1'); PRINT 'never'") == [50001]


def test_a_mistake_in_the_text_is_a_failed_statement_of_the_outer_batch(run):
    assert run("EXEC (N'SELECT nosuch FROM sys.databases'); PRINT 'on'") == [207, "on"]
    assert run("EXEC (N'SELECT FROM'); PRINT 'on'") == [156, "on"]


def test_return_leaves_only_the_inner_batch(run):
    assert run("EXEC (N'PRINT ''in''; RETURN; PRINT ''never'''); PRINT 'out'") == ["in", "out"]


def test_the_outer_catch_sees_a_name_that_the_inner_batch_misses(run):
    inner = "BEGIN TRY SELECT * FROM sys.nosuch END TRY BEGIN CATCH PRINT ''inner'' END CATCH"
    assert run(f"BEGIN TRY EXEC (N'{inner}') END TRY BEGIN CATCH SELECT ERROR_NUMBER() END CATCH") == [[(208,)]]
    assert run(f"EXEC (N'{inner}'); PRINT 'on'") == [208, "on"]


def test_an_inner_batch_does_not_see_the_outer_variables(run):
    assert run("DECLARE @a int = 1; EXEC (N'SELECT @a')") == [137]


def test_nesting_has_an_end(run):
    text = "DECLARE @t nvarchar(200) = N'EXEC sp_executesql @t, N''@t nvarchar(200)'', @t'; "
    assert run(text + "EXEC sp_executesql @t, N'@t nvarchar(200)', @t") == [217]


def test_a_variable_exists_before_its_declare_is_reached_and_keeps_its_value_in_a_loop(run):
    assert run("IF 1 = 2 BEGIN DECLARE @a int = 5 END; SELECT @a") == [[(None,)]]
    assert run(
        "DECLARE @i int = 0; "
        "WHILE @i < 3 BEGIN DECLARE @kept int; SET @kept = COALESCE(@kept, 0) + 1; SET @i += 1 END; "
        "SELECT @kept"
    ) == [[(3,)]]


def test_an_initial_value_does_not_see_its_own_declare(run):
    assert run("DECLARE @a int = 1, @b int = @a") == [137]


def test_assignments_run_row_by_row(run):
    assert run(
        "DECLARE @all nvarchar(200) = N'', @n int = 0; "
        "SELECT @n += 1, @all = @all + CAST(@n AS nvarchar(5)) + name + N' ' FROM sys.databases ORDER BY name; "
        "SELECT @all, @n"
    ) == [[("1master 2orders 3Sales 4tempdb ", 4)]]


def test_row_counts(run):
    assert run("SELECT 1 WHERE 1 = 2; SELECT @@ROWCOUNT") == [[], [(0,)]]
    assert run("DECLARE @a int; SET @a = 1; SELECT @@ROWCOUNT") == [[(1,)]]
    assert run("SELECT 1 UNION ALL SELECT 2; PRINT 'x'; SELECT @@ROWCOUNT, ROWCOUNT_BIG()") == [
        [(1,), (2,)], "x", [(0, 0)],
    ]  # fmt: skip


def test_at_at_error_lasts_for_one_statement(run):
    assert run("SELECT 1/0; SELECT @@ERROR; SELECT @@ERROR") == [8134, [(8134,)], [(0,)]]
    assert run("SELECT 1/0; IF @@ERROR <> 0 SELECT @@ERROR") == [8134, [(0,)]]


def test_null_left_out_of_an_aggregate_is_told_once(session):
    outputs = session.execute("SELECT COUNT(replica_id), MAX(replica_id) FROM sys.databases")
    assert shape(outputs)[1:] == ["Warning: Null value is eliminated by an aggregate or other SET operation."]
    assert (outputs[1].number, outputs[1].severity) == (8153, 10)
    assert len(session.execute("SELECT COUNT(*), COUNT(name) FROM sys.databases")) == 1


# --- transactions ---


def test_transactions_are_counted(run):
    text = "BEGIN TRAN; BEGIN TRANSACTION; COMMIT; SELECT @@TRANCOUNT, XACT_STATE(); ROLLBACK; SELECT @@TRANCOUNT"
    assert run(text) == [[(1, 1)], [(0,)]]
    assert run("COMMIT") == [3902]
    assert run("ROLLBACK TRANSACTION") == [3903]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("ALTER AVAILABILITY GROUP [ag] FAILOVER", 226),
        ("ALTER DATABASE [d] SET HADR OFF", 226),
        ("DROP DATABASE d", 226),
        ("CREATE DATABASE d", 226),
        ("BACKUP LOG d TO DISK = N'NUL'", 3021),
        ("RESTORE DATABASE d FROM DISK = N'x' WITH NORECOVERY", 3021),
    ],
)
def test_what_no_transaction_may_hold(run, server, text, number):
    assert run(f"BEGIN TRAN; {text}; ROLLBACK") == [number]
    assert server.executed == []


def test_what_could_be_rolled_back_is_refused(session):
    with pytest.raises(Unsupported, match="inside of a transaction"):
        session.execute("BEGIN TRAN; GRANT VIEW SERVER STATE TO [x]; ROLLBACK")


def test_xact_abort_and_conversion_errors_doom_the_transaction(run, session):
    assert run("SET XACT_ABORT ON; BEGIN TRAN; SELECT 1/0; PRINT 'never'") == [8134]
    assert session.transactions == 0
    session.xact_abort = False
    assert run(
        "BEGIN TRY BEGIN TRAN; SELECT CAST('x' AS int) END TRY BEGIN CATCH SELECT XACT_STATE(); COMMIT END CATCH"
    ) == [[(-1,)], 3930]
    assert run("BEGIN TRY BEGIN TRAN; SELECT CAST('x' AS int) END TRY BEGIN CATCH SELECT XACT_STATE() END CATCH") == [
        [(-1,)], 3998,
    ]  # fmt: skip


def test_an_open_transaction_survives_its_batch(session):
    session.execute("BEGIN TRAN")
    assert shape(session.execute("SELECT @@TRANCOUNT")) == [[(1,)]]


# --- RAISERROR ---


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("RAISERROR('%s: %d of %i, %05d, %x', 10, 1, 'a', 1, 2, 42, 255)", "a: 1 of 2, 00042, ff"),
        ("RAISERROR('%d%%', 0, 1, 5) WITH NOWAIT", "5%"),
        ("RAISERROR('%s', 10, 1)", "(null)"),
        ("RAISERROR('%d', 10, 1, 'a')", 2786),
        ("RAISERROR('%s', 10, 1, 5)", 2786),
        ("RAISERROR('%s', 10, 1, 1.5)", 2748),
        ("RAISERROR('x', 19, 1)", 2754),
    ],
)
def test_raiserror_formats(run, text, found):
    assert run(text) == [found]


def test_raiserror_by_number_is_refused(session):
    with pytest.raises(Unsupported, match="message number"):
        session.execute("RAISERROR(50005, 16, 1)")
