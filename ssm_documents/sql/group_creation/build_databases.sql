-- Whether a group takes a database [availability-groups#build-conditions].
SELECT d.name,
       d.state,
       d.recovery_model,
       d.user_access,
       CAST(d.is_read_only AS int) AS is_read_only,
       CAST(d.is_auto_close_on AS int) AS is_auto_close_on,
       CAST(d.is_encrypted AS int) AS is_encrypted,
       CASE WHEN d.source_database_id IS NULL THEN 0 ELSE 1 END AS is_snapshot,
       d.group_database_id,
       (SELECT COUNT(*)
        FROM msdb.dbo.backupset AS b
        WHERE b.database_name = d.name AND b.type = 'D' AND b.is_copy_only = 0) AS full_backups
FROM sys.databases AS d
WHERE d.database_id > 4
ORDER BY d.name;
