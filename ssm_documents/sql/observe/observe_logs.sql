-- What the logs of each group's databases can still take where they are written (on the primary), and when they were last
-- backed up. room_s: until the first one is full by its file's limits, at the rate measured since its last log backup, which
-- is unknown in that backup's first half minute; NULL where nothing is written. disk_free_kb: on the volume with least.
SELECT LOWER(CAST(drs.group_id AS nvarchar(36))) AS group_id,
       COUNT(*) AS database_count,
       COUNT(l.rate_kb) AS measured_count,
       CAST(SUM(l.rate_kb) AS bigint) AS rate_kb,
       CAST(MIN(CASE WHEN l.rate_kb > 0 THEN l.room_kb / l.rate_kb END) AS bigint) AS room_s,
       CAST(MIN(l.disk_free_kb) AS bigint) AS disk_free_kb,
       COUNT(l.disk_free_kb) AS located_count,
       COUNT(l.backup_age_s) AS backed_up_count,
       MAX(l.backup_age_s) AS backup_age_s
FROM sys.dm_hadr_database_replica_states AS drs
LEFT JOIN (
    SELECT mf.database_id,
           SUM(CASE WHEN mf.growth = 0 THEN 0
                    WHEN mf.max_size = -1 THEN 2147483648
                    ELSE (mf.max_size - mf.size) * CAST(8 AS bigint) END) AS growth_kb,
           MIN(vs.available_bytes) / 1024 AS disk_free_kb
    FROM sys.master_files AS mf
    OUTER APPLY sys.dm_os_volume_stats(mf.database_id, mf.file_id) AS vs
    WHERE mf.type = 1
      AND mf.database_id IN (SELECT p.database_id FROM sys.dm_hadr_database_replica_states AS p
                             WHERE p.is_local = 1 AND p.is_primary_replica = 1)
    GROUP BY mf.database_id) AS f ON f.database_id = drs.database_id
OUTER APPLY (
    SELECT (ls.total_log_size_mb - ls.active_log_size_mb) * 1024 + f.growth_kb AS room_kb,
           f.disk_free_kb,
           DATEDIFF(second, NULLIF(ls.log_backup_time, '19000101'), GETDATE()) AS backup_age_s,
           CASE WHEN DATEDIFF(second, NULLIF(ls.log_backup_time, '19000101'), GETDATE()) >= 30
                THEN ls.log_since_last_log_backup_mb * 1024
                     / DATEDIFF(second, NULLIF(ls.log_backup_time, '19000101'), GETDATE()) END AS rate_kb
    FROM sys.dm_db_log_stats(drs.database_id) AS ls) AS l
WHERE drs.is_local = 1 AND drs.is_primary_replica = 1
GROUP BY drs.group_id;
