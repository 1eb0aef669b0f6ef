-- The test group's replica on this instance, and its database; database_id 0 says that this instance has none.
SELECT ars.role,
       ars.connected_state,
       ar.seeding_mode,
       COALESCE(d.database_id, 0) AS database_id,
       COALESCE(d.state, -1) AS state,
       COALESCE(CAST(DATABASEPROPERTYEX(N'disposable_trial', N'Status') AS nvarchar(128)), N'') AS status_word,
       COALESCE(CAST(drs.is_suspended AS int), -1) AS is_suspended,
       COALESCE(drs.synchronization_state, -1) AS synchronization_state
FROM sys.availability_groups AS ag
JOIN sys.dm_hadr_availability_replica_states AS ars ON ars.group_id = ag.group_id AND ars.is_local = 1
JOIN sys.availability_replicas AS ar ON ar.replica_id = ars.replica_id
LEFT JOIN sys.databases AS d ON d.name = N'disposable_trial'
LEFT JOIN sys.dm_hadr_database_replica_states AS drs ON drs.group_database_id = d.group_database_id AND drs.is_local = 1
WHERE ag.name = N'disposable_trial';
