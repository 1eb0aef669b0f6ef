-- Long work that SQL Server's stop, or a database's change of role, would cut off: full backups, restores, and consistency
-- checks, which unlike a monitor's short DBCC say how far they have got. A log's backup or restore is simply done again.
SELECT TOP (5)
       r.command,
       DB_NAME(r.database_id) AS database_name,
       CAST(r.percent_complete AS int) AS percent_complete,
       CAST(r.estimated_completion_time / 1000 AS bigint) AS remaining_s
FROM sys.dm_exec_requests AS r
WHERE r.command LIKE N'BACKUP DATABASE%' OR r.command LIKE N'RESTORE DATABASE%'
    OR (r.command LIKE N'DBCC%' AND r.percent_complete > 0)
ORDER BY r.estimated_completion_time DESC, r.session_id;
