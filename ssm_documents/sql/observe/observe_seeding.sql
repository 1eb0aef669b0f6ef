-- The latest seedings that this instance takes part in, with what has been moved. Rows of ended ones stay until restart.
SELECT TOP (20)
       LOWER(CAST(s.ag_id AS nvarchar(36))) AS group_id,
       adc.database_name,
       ar.replica_server_name AS remote_server,
       s.current_state,
       s.failure_state_desc,
       p.transferred_size_bytes AS transferred_bytes,
       p.database_size_bytes AS total_bytes,
       p.transfer_rate_bytes_per_second AS bytes_per_second
FROM sys.dm_hadr_automatic_seeding AS s
LEFT JOIN sys.availability_databases_cluster AS adc ON adc.group_database_id = s.ag_db_id
LEFT JOIN sys.availability_replicas AS ar ON ar.replica_id = s.ag_remote_replica_id
LEFT JOIN sys.dm_hadr_physical_seeding_stats AS p ON p.local_database_name = adc.database_name
    AND s.current_state NOT IN (N'COMPLETED', N'FAILED')
ORDER BY s.start_time DESC, adc.database_name;
