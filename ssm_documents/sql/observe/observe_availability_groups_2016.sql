-- As observe_availability_groups, for SQL Server 2016, which has neither cluster_type nor the required number.
SELECT LOWER(CAST(ag.group_id AS nvarchar(36))) AS group_id,
       ag.name,
       0 AS cluster_type,
       CAST(ag.is_distributed AS int) AS is_distributed,
       0 AS required_synchronized,
       0 AS is_contained,
       ag.automated_backup_preference AS backup_preference,
       COALESCE(ars.role, 0) AS role,
       ars.operational_state,
       ags.primary_replica
FROM sys.availability_groups AS ag
LEFT JOIN sys.dm_hadr_availability_replica_states AS ars ON ars.group_id = ag.group_id AND ars.is_local = 1
LEFT JOIN sys.dm_hadr_availability_group_states AS ags ON ags.group_id = ag.group_id
ORDER BY ag.name;
