-- For how many seconds this engine has run, whatever the clock is set to, and whether its failover cluster has quorum.
SELECT (si.ms_ticks - si.sqlserver_start_time_ms_ticks) / 1000 AS seconds,
       (SELECT COUNT(*) FROM sys.dm_hadr_cluster AS c WHERE c.quorum_state = 1) AS quorum
FROM sys.dm_os_sys_info AS si;
