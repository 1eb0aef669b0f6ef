-- Long work that SQL Server's stop, or a database's change of role, would cut off: full backups, CHECKDB, restores. A log
-- backup is short and is simply taken again.
SELECT TOP (5)
       r.command,
       DB_NAME(r.database_id) AS database_name,
       CAST(r.percent_complete AS int) AS percent_complete,
       CAST(r.estimated_completion_time / 1000 AS bigint) AS remaining_s
FROM sys.dm_exec_requests AS r
WHERE r.command LIKE N'BACKUP DATABASE%' OR r.command LIKE N'RESTORE%' OR r.command LIKE N'DBCC%'
ORDER BY r.estimated_completion_time DESC, r.session_id;
