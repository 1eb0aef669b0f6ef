-- Every database of the Availability Groups that this instance is in, and what it has of it (nothing after it was
-- dropped). The first view has every group of the cluster, the second has those with a replica here.
SELECT LOWER(CAST(adc.group_id AS nvarchar(36))) AS group_id,
       LOWER(CAST(adc.group_database_id AS nvarchar(36))) AS group_database_id,
       adc.database_name,
       COALESCE(d.database_id, 0) AS local_id,
       COALESCE(d.state, -1) AS state,
       CASE WHEN d.replica_id IS NULL THEN 0 ELSE 1 END AS in_group
FROM sys.availability_databases_cluster AS adc
JOIN sys.availability_groups AS ag ON ag.group_id = adc.group_id
LEFT JOIN sys.databases AS d ON d.name = adc.database_name
ORDER BY adc.group_id, adc.database_name;
