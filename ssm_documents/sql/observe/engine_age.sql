-- For how many seconds this engine has run, and whether it is a member of a failover cluster with quorum.
SELECT DATEDIFF(SECOND, si.sqlserver_start_time, SYSDATETIME()) AS seconds,
       (SELECT COUNT(*) FROM sys.dm_hadr_cluster AS c WHERE c.quorum_state = 1) AS quorum
FROM sys.dm_os_sys_info AS si;
