-- Every Availability Group with a replica here, and the role of that replica (SQL Server 2017 and later).
SELECT LOWER(CAST(ag.group_id AS nvarchar(36))) AS group_id,
       ag.name,
       ag.cluster_type,
       CAST(ag.is_distributed AS int) AS is_distributed,
       ag.required_synchronized_secondaries_to_commit AS required_synchronized,
       ag.automated_backup_preference AS backup_preference,
       COALESCE(ars.role, 0) AS role,
       ars.operational_state,
       ags.primary_replica
FROM sys.availability_groups AS ag
LEFT JOIN sys.dm_hadr_availability_replica_states AS ars ON ars.group_id = ag.group_id AND ars.is_local = 1
LEFT JOIN sys.dm_hadr_availability_group_states AS ags ON ags.group_id = ag.group_id
ORDER BY ag.name;
