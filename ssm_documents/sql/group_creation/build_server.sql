-- What this instance is.
-- engine_edition: 2 Standard or Web, 3 Enterprise, Developer or Evaluation, 4 Express.
SELECT CAST(SERVERPROPERTY('ServerName') AS nvarchar(256)) AS server_name,
       CAST(SERVERPROPERTY('ProductMajorVersion') AS int) AS version_major,
       CAST(SERVERPROPERTY('EngineEdition') AS int) AS engine_edition,
       CAST(SERVERPROPERTY('Edition') AS nvarchar(128)) AS edition,
       CAST(SERVERPROPERTY('IsClustered') AS int) AS is_clustered,
       CAST(SERVERPROPERTY('IsHadrEnabled') AS int) AS is_hadr_enabled,
       CAST(SERVERPROPERTY('HadrManagerStatus') AS int) AS hadr_manager_status,
       IS_SRVROLEMEMBER('sysadmin') AS is_sysadmin,
       CAST(SERVERPROPERTY('InstanceDefaultDataPath') AS nvarchar(260)) AS default_data_path,
       CAST(SERVERPROPERTY('InstanceDefaultLogPath') AS nvarchar(260)) AS default_log_path,
       (SELECT MAX(s.service_account)
        FROM sys.dm_server_services AS s
        WHERE s.process_id = CAST(SERVERPROPERTY('ProcessID') AS int)) AS service_account;
