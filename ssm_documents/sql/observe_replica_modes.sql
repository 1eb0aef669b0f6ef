-- The configured modes of every replica, seen from the primary.
SELECT LOWER(CAST(ar.group_id AS nvarchar(36))) AS group_id,
       LOWER(CAST(ar.replica_id AS nvarchar(36))) AS replica_id,
       ar.replica_server_name AS server_name,
       ar.availability_mode,
       ar.failover_mode
FROM sys.availability_replicas AS ar
ORDER BY ar.group_id, ar.replica_server_name;
