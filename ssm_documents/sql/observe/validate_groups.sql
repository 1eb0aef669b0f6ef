-- What each replica of the groups here is configured with, for CacheWarden-ValidateAvailabilityGroups.
SELECT ag.name AS group_name,
       CAST(ag.db_failover AS int) AS db_failover,
       ar.replica_server_name AS server_name,
       CASE WHEN UPPER(ar.replica_server_name) = UPPER(CAST(SERVERPROPERTY('ServerName') AS nvarchar(256)))
            THEN 1 ELSE 0 END AS is_local,
       ar.endpoint_url,
       ar.session_timeout,
       ar.seeding_mode
FROM sys.availability_groups AS ag
JOIN sys.availability_replicas AS ar ON ar.group_id = ag.group_id
WHERE ag.is_distributed = 0
ORDER BY ag.name, ar.replica_server_name;
