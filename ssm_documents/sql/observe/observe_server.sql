-- What answers, and what the asker may see and do. Prove the rights first: without them views are empty, not refused.
SELECT CAST(SERVERPROPERTY('ServerName') AS nvarchar(256)) AS server_name,
       CAST(SERVERPROPERTY('ProductMajorVersion') AS int) AS version_major,
       CAST(SERVERPROPERTY('IsClustered') AS int) AS is_clustered,
       CAST(SERVERPROPERTY('IsHadrEnabled') AS int) AS is_hadr_enabled,
       HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE') AS view_server_state,
       HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW ANY DEFINITION') AS view_any_definition,
       HAS_PERMS_BY_NAME(NULL, NULL, 'ALTER ANY AVAILABILITY GROUP') AS alter_any_availability_group;
