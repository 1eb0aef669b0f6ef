-- The fullest transaction log of a database in an Availability Group, in percent; NULL without any.
SELECT MAX(pc.cntr_value) AS worst_used_percent
FROM sys.dm_os_performance_counters AS pc
JOIN sys.databases AS d ON d.name = pc.instance_name
WHERE pc.object_name LIKE N'%:Databases%' AND pc.counter_name = N'Percent Log Used' AND d.replica_id IS NOT NULL;
