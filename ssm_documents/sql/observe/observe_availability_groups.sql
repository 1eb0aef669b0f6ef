-- Every Availability Group with a replica here, and the role of that replica (SQL Server 2017 and later).
-- Before SQL Server 2022 the view has no column is_contained: there the name means the 0 that stands beside the view.
SELECT LOWER(CAST(ag.group_id AS nvarchar(36))) AS group_id,
       ag.name,
       ag.cluster_type,
       CAST(ag.is_distributed AS int) AS is_distributed,
       ag.required_synchronized_secondaries_to_commit AS required_synchronized,
       (SELECT CAST(is_contained AS int) FROM sys.availability_groups AS own WHERE own.group_id = ag.group_id) AS is_contained,
       ag.automated_backup_preference AS backup_preference,
       COALESCE(ars.role, 0) AS role,
       ars.operational_state,
       ags.primary_replica
FROM sys.availability_groups AS ag
CROSS JOIN (SELECT 0 AS is_contained) AS older
LEFT JOIN sys.dm_hadr_availability_replica_states AS ars ON ars.group_id = ag.group_id AND ars.is_local = 1
LEFT JOIN sys.dm_hadr_availability_group_states AS ags ON ags.group_id = ag.group_id
ORDER BY ag.name;
