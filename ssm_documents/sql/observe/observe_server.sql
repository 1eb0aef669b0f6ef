-- What answers, and what the asker may see and do. Prove the rights first: without them views are empty, not refused.
-- databases_alone: user databases in service that no Availability Group holds elsewhere. Those that are RESTORING (1),
-- RECOVERY_PENDING (3), SUSPECT (4) or OFFLINE (6) serve nobody, and snapshots belong to another database
-- [availability-groups#database-of-no-group].
-- edition: 2 Standard or Web, 3 Enterprise, Developer or Evaluation, 4 Express. procedure_current: whether the
-- procedure that removes lost databases is that of this version's grant_rights.sql; NULL where there is none, or its text
-- isn't seen.
SELECT CAST(SERVERPROPERTY('ServerName') AS nvarchar(256)) AS server_name,
       CAST(SERVERPROPERTY('ProductMajorVersion') AS int) AS version_major,
       CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)) AS version,
       CAST(SERVERPROPERTY('EngineEdition') AS int) AS edition,
       CAST(SERVERPROPERTY('IsClustered') AS int) AS is_clustered,
       CAST(SERVERPROPERTY('IsHadrEnabled') AS int) AS is_hadr_enabled,
       (SELECT COUNT(*)
        FROM sys.databases AS d
        WHERE d.database_id > 4 AND d.group_database_id IS NULL AND d.source_database_id IS NULL
          AND d.state NOT IN (1, 3, 4, 6)) AS databases_alone,
       HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE') AS view_server_state,
       HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW ANY DEFINITION') AS view_any_definition,
       HAS_PERMS_BY_NAME(NULL, NULL, 'ALTER ANY AVAILABILITY GROUP') AS alter_any_availability_group,
       (SELECT MAX(HAS_PERMS_BY_NAME(N'dbo.CacheWardenDropLostDatabase', N'OBJECT', N'EXECUTE'))
        FROM sys.crypt_properties AS cp
        JOIN sys.certificates AS c ON c.thumbprint = cp.thumbprint
        JOIN sys.server_principals AS p ON p.sid = c.sid
        JOIN sys.server_permissions AS sp ON sp.grantee_principal_id = p.principal_id
        WHERE cp.major_id = OBJECT_ID(N'dbo.CacheWardenDropLostDatabase') AND sp.type = 'ALDB'
          AND CAST(SERVERPROPERTY('ProductMajorVersion') AS int) >= 14) AS remove_lost_databases,
       CAST(CASE WHEN OBJECT_DEFINITION(OBJECT_ID(N'dbo.CacheWardenDropLostDatabase')) LIKE N'%revision int = 2;%' THEN 1
                 WHEN OBJECT_DEFINITION(OBJECT_ID(N'dbo.CacheWardenDropLostDatabase')) IS NOT NULL THEN 0
            END AS bit) AS procedure_current;
