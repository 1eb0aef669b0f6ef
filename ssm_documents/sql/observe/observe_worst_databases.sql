-- The few databases that are worst off: suspended, not ONLINE, not joined, or not ready for a failover. No state means
-- that the replica has no such database, or isn't this instance's.
SELECT TOP (10)
       LOWER(CAST(dcs.replica_id AS nvarchar(36))) AS replica_id,
       LOWER(CAST(dcs.group_database_id AS nvarchar(36))) AS database_id,
       dcs.database_name,
       drs.database_state,
       drs.synchronization_state,
       CAST(drs.is_suspended AS int) AS is_suspended,
       CAST(dcs.is_failover_ready AS int) AS is_failover_ready
FROM sys.dm_hadr_database_replica_cluster_states AS dcs
JOIN sys.dm_hadr_availability_replica_states AS ars ON ars.replica_id = dcs.replica_id
LEFT JOIN sys.dm_hadr_database_replica_states AS drs ON drs.replica_id = dcs.replica_id
    AND drs.group_database_id = dcs.group_database_id
WHERE dcs.is_failover_ready = 0 OR dcs.is_database_joined = 0 OR drs.is_suspended = 1
    OR (drs.is_local = 1 AND drs.database_state <> 0)
ORDER BY CAST(dcs.is_failover_ready AS int), dcs.database_name, dcs.replica_id;
