-- Files of the databases that couldn't be opened (3 RECOVERY_PENDING, 4 SUSPECT), in an Availability Group or not.
SELECT d.name,
       CASE WHEN d.replica_id IS NULL THEN 0 ELSE 1 END AS in_group,
       mf.physical_name
FROM sys.databases AS d
JOIN sys.master_files AS mf ON mf.database_id = d.database_id
WHERE d.state IN (3, 4) AND d.source_database_id IS NULL
ORDER BY d.name, mf.file_id;
