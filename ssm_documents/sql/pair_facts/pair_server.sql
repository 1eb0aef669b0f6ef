-- Whether this instance has nothing but the test group and its database, and whether the asker may do everything here.
SELECT CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)) AS product_version,
       IS_SRVROLEMEMBER(N'sysadmin') AS is_sysadmin,
       (SELECT COUNT(*) FROM sys.databases AS d
        WHERE d.database_id > 4 AND d.name <> N'disposable_trial') AS other_databases,
       (SELECT COUNT(*) FROM sys.availability_groups AS ag WHERE ag.name <> N'disposable_trial') AS other_groups,
       (SELECT COUNT(*) FROM sys.availability_databases_cluster AS adc
        WHERE adc.database_name <> N'disposable_trial') AS other_group_databases,
       (SELECT COUNT(*) FROM sys.availability_replicas) AS replicas,
       (SELECT COUNT(DISTINCT dcs.replica_id) FROM sys.dm_hadr_database_replica_cluster_states AS dcs) AS replicas_seen;
