-- Settings of the instance that its backups, checkpoints and tempdb are as fast as. A target recovery time of 0 means that
-- a database has automatic checkpoints, which write in bursts, instead of indirect ones. Startup parameters of which none is
-- shown can't be seen: SQL Server has three at least.
SELECT (SELECT CAST(c.value_in_use AS int) FROM sys.configurations AS c WHERE c.name = N'backup compression default') AS backup_compression,
       (SELECT COUNT(*) FROM sys.databases AS d
        WHERE d.group_database_id IS NOT NULL AND d.target_recovery_time_in_seconds = 0) AS automatic_checkpoints,
       (SELECT COUNT(*) FROM sys.dm_server_registry AS r WHERE r.registry_key LIKE N'%Parameters') AS startup_parameters,
       (SELECT COUNT(*) FROM sys.dm_server_registry AS r
        WHERE r.registry_key LIKE N'%Parameters' AND CAST(r.value_data AS nvarchar(512)) LIKE N'-k%') AS checkpoint_limits,
       (SELECT si.cpu_count FROM sys.dm_os_sys_info AS si) AS cpu_count,
       (SELECT COUNT(*) FROM sys.master_files AS mf WHERE mf.database_id = 2 AND mf.type = 0) AS tempdb_files,
       (SELECT MIN(mf.size) FROM sys.master_files AS mf WHERE mf.database_id = 2 AND mf.type = 0) AS tempdb_smallest,
       (SELECT MAX(mf.size) FROM sys.master_files AS mf WHERE mf.database_id = 2 AND mf.type = 0) AS tempdb_largest;
