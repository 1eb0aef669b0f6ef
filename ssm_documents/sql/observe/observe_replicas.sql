-- One row per replica that can be seen from here (all of them on the primary, the own one on a secondary), its
-- databases counted. Queues in KB, rates in KB per second; NULL unless every database says its own.
-- redo_s: until the slowest database has redone what it holds, which is what a failover to it takes; a queue without a rate
-- is NULL, not for ever and not at once.
SELECT LOWER(CAST(ar.group_id AS nvarchar(36))) AS group_id,
       LOWER(CAST(ar.replica_id AS nvarchar(36))) AS replica_id,
       ar.replica_server_name AS server_name,
       CAST(ars.is_local AS int) AS is_local,
       ar.availability_mode,
       ar.failover_mode,
       ar.seeding_mode,
       ars.role,
       ars.connected_state,
       ars.synchronization_health,
       COUNT(dcs.group_database_id) AS database_count,
       SUM(CASE WHEN dcs.is_database_joined = 1 THEN 1 ELSE 0 END) AS joined_count,
       SUM(CASE WHEN drs.synchronization_state = 2 THEN 1 ELSE 0 END) AS synchronized_count,
       SUM(CASE WHEN dcs.is_failover_ready = 1 THEN 1 ELSE 0 END) AS ready_count,
       SUM(CASE WHEN drs.is_suspended = 1 THEN 1 ELSE 0 END) AS suspended_count,
       SUM(CASE WHEN drs.database_state = 0 THEN 1 ELSE 0 END) AS online_count,
       CASE WHEN COUNT(drs.log_send_queue_size) = COUNT(dcs.group_database_id) THEN SUM(drs.log_send_queue_size) END AS send_queue_kb,
       CASE WHEN COUNT(drs.log_send_rate) = COUNT(dcs.group_database_id) THEN SUM(drs.log_send_rate) END AS send_rate_kb,
       CASE WHEN COUNT(drs.redo_queue_size) = COUNT(dcs.group_database_id) THEN SUM(drs.redo_queue_size) END AS redo_queue_kb,
       CASE WHEN COUNT(drs.redo_rate) = COUNT(dcs.group_database_id) THEN SUM(drs.redo_rate) END AS redo_rate_kb,
       CASE WHEN COUNT(redo.seconds) = COUNT(dcs.group_database_id) THEN MAX(redo.seconds) END AS redo_s
FROM sys.availability_replicas AS ar
JOIN sys.dm_hadr_availability_replica_states AS ars ON ars.replica_id = ar.replica_id AND ars.group_id = ar.group_id
LEFT JOIN sys.dm_hadr_database_replica_cluster_states AS dcs ON dcs.replica_id = ar.replica_id
LEFT JOIN sys.dm_hadr_database_replica_states AS drs ON drs.replica_id = dcs.replica_id
    AND drs.group_database_id = dcs.group_database_id
OUTER APPLY (SELECT CASE WHEN drs.redo_queue_size = 0 THEN 0
                         WHEN drs.redo_rate > 0 THEN (drs.redo_queue_size + drs.redo_rate - 1) / drs.redo_rate
                    END AS seconds) AS redo
GROUP BY ar.group_id, ar.replica_id, ar.replica_server_name, ars.is_local, ar.availability_mode, ar.failover_mode,
         ar.seeding_mode, ars.role, ars.connected_state, ars.synchronization_health
ORDER BY ar.group_id, ar.replica_server_name;
