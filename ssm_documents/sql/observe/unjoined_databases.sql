-- Databases that a secondary replica lacks, seen from the primary.
SELECT LOWER(CAST(ar.group_id AS nvarchar(36))) AS group_id,
       LOWER(CAST(dcs.group_database_id AS nvarchar(36))) AS group_database_id,
       dcs.database_name,
       LOWER(CAST(ar.replica_id AS nvarchar(36))) AS replica_id,
       ar.replica_server_name AS server_name,
       ar.seeding_mode
FROM sys.dm_hadr_database_replica_cluster_states AS dcs
JOIN sys.availability_replicas AS ar ON ar.replica_id = dcs.replica_id
WHERE dcs.is_database_joined = 0
ORDER BY ar.group_id, ar.replica_server_name, dcs.database_name;
