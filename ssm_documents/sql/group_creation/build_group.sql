-- The replicas of one group as this instance knows them.
SELECT ag.name AS group_name,
       CAST(ag.basic_features AS int) AS basic_features,
       ar.replica_server_name AS server_name,
       CASE WHEN ar.replica_server_name = CAST(SERVERPROPERTY('ServerName') AS nvarchar(256)) THEN 1 ELSE 0 END AS is_local,
       ar.endpoint_url,
       ar.availability_mode,
       ar.failover_mode,
       ar.seeding_mode,
       COALESCE(ars.role, 0) AS role,
       COALESCE(ars.connected_state, 0) AS connected_state,
       ars.last_connect_error_number
FROM sys.availability_groups AS ag
JOIN sys.availability_replicas AS ar ON ar.group_id = ag.group_id
LEFT JOIN sys.dm_hadr_availability_replica_states AS ars ON ars.replica_id = ar.replica_id AND ars.group_id = ar.group_id
WHERE ag.name = @group
ORDER BY ar.replica_server_name;
