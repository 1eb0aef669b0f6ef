-- Each database of one group on each replica, as the primary sees it: synchronization_state 1 SYNCHRONIZING, 2 SYNCHRONIZED.
SELECT adc.database_name,
       ar.replica_server_name AS server_name,
       COALESCE(CAST(dcs.is_database_joined AS int), 0) AS is_joined,
       COALESCE(drs.synchronization_state, 0) AS synchronization_state
FROM sys.availability_groups AS ag
JOIN sys.availability_databases_cluster AS adc ON adc.group_id = ag.group_id
JOIN sys.availability_replicas AS ar ON ar.group_id = ag.group_id
LEFT JOIN sys.dm_hadr_database_replica_cluster_states AS dcs
       ON dcs.replica_id = ar.replica_id AND dcs.group_database_id = adc.group_database_id
LEFT JOIN sys.dm_hadr_database_replica_states AS drs
       ON drs.replica_id = ar.replica_id AND drs.group_database_id = adc.group_database_id
WHERE ag.name = @group
ORDER BY adc.database_name, ar.replica_server_name;
