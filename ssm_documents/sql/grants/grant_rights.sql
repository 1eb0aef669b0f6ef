-- What CacheWarden needs in SQL Server, and no more. Read it, then run it as a member of sysadmin on every instance of
-- every node, with sqlcmd or SQL Server Management Studio; run it again after each new version of CacheWarden.
-- CacheWarden's scripts run as NT AUTHORITY\SYSTEM, which can grant itself nothing. The document CacheWarden-GrantRights
-- prints this file and says what is missing; the last lines of this file say how to take everything back.
USE master;
GO

-- To see: roles, states, queues and logs; the catalog, which is empty without this right. To act: FAILOVER, modes, seeding.
-- The failover cluster itself uses this login, too, and needs the first, second and last of these rights.
IF NOT EXISTS (SELECT 1 FROM sys.server_principals WHERE name = N'NT AUTHORITY\SYSTEM')
    CREATE LOGIN [NT AUTHORITY\SYSTEM] FROM WINDOWS;
GRANT CONNECT SQL TO [NT AUTHORITY\SYSTEM];
GRANT VIEW SERVER STATE TO [NT AUTHORITY\SYSTEM];
GRANT VIEW ANY DEFINITION TO [NT AUTHORITY\SYSTEM];
GRANT ALTER ANY AVAILABILITY GROUP TO [NT AUTHORITY\SYSTEM];
GO

-- To reseed: the one procedure that may take a database out of its group and drop it here. It refuses unless this
-- instance is a connected secondary of the group, the database isn't ONLINE, and the folder of each of its files is there
-- without the file. Needs SQL Server 2017 or later. By @revision CacheWarden sees whether this file has to be run again.
CREATE OR ALTER PROCEDURE dbo.CacheWardenDropLostDatabase @group_database_id uniqueidentifier
AS
SET NOCOUNT ON;
SET XACT_ABORT ON;
DECLARE @name sysname, @database_id int, @state int, @in_group int, @group_id uniqueidentifier, @files int, @gone int;
DECLARE @statement nvarchar(600), @revision int = 2;
SELECT @name = d.name, @database_id = d.database_id, @state = d.state, @group_id = adc.group_id,
       @in_group = CASE WHEN d.replica_id IS NULL THEN 0 ELSE 1 END
FROM sys.availability_databases_cluster AS adc
JOIN sys.databases AS d ON d.name = adc.database_name
WHERE adc.group_database_id = @group_database_id;
IF @name IS NULL
    THROW 52043, N'No database here has this id in an Availability Group.', 1;
IF NOT EXISTS (SELECT 1 FROM sys.dm_hadr_availability_replica_states AS ars
               WHERE ars.group_id = @group_id AND ars.is_local = 1 AND ars.role = 2 AND ars.connected_state = 1)
    THROW 52043, N'This instance is not a secondary that is connected to its primary.', 1;
-- 3 RECOVERY_PENDING, 4 SUSPECT; RESTORING (1) once it has left the group: an earlier run was cut off in between.
IF @state IS NULL OR NOT (@state IN (3, 4) OR (@state = 1 AND @in_group = 0))
    THROW 52043, N'The database is not one that could not be opened.', 1;
-- A person restores the master and msdb of a contained group. Before SQL Server 2022 is_contained means the 0 beside the view.
IF EXISTS (SELECT 1 FROM (SELECT 0 AS is_contained) AS older
           WHERE EXISTS (SELECT 1 FROM sys.availability_groups AS ag WHERE ag.group_id = @group_id AND is_contained = 1
                         AND (LEFT(@name, LEN(ag.name) + 7) = ag.name + N'_master'
                              AND SUBSTRING(@name, LEN(ag.name) + 8, 128) NOT LIKE N'%[^0-9_]%'
                              OR LEFT(@name, LEN(ag.name) + 5) = ag.name + N'_msdb'
                              AND SUBSTRING(@name, LEN(ag.name) + 6, 128) NOT LIKE N'%[^0-9_]%')))
    THROW 52043, N'The database is a system database of a contained Availability Group.', 1;
SELECT @files = COUNT(*), @gone = SUM(CASE WHEN fe.file_exists = 0 AND fe.parent_directory_exists = 1 THEN 1 ELSE 0 END)
FROM sys.master_files AS mf
OUTER APPLY sys.dm_os_file_exists(mf.physical_name) AS fe
WHERE mf.database_id = @database_id;
IF @files = 0 OR @gone IS NULL OR @gone <> @files
    THROW 52043, N'A file of the database is there, or its folder is not to be seen.', 1;
IF @in_group = 1
BEGIN
    SET @statement = N'ALTER DATABASE ' + QUOTENAME(@name) + N' SET HADR OFF;';
    EXEC (@statement);
END;
IF EXISTS (SELECT 1 FROM sys.databases AS d
           WHERE d.database_id = @database_id AND (d.state = 0 OR d.replica_id IS NOT NULL))
    THROW 52043, N'The database is still in its group, or ONLINE.', 1;
SET @statement = N'DROP DATABASE ' + QUOTENAME(@name) + N';';
EXEC (@statement);
GO

-- The procedure's right comes from its signature: the caller gets none. The certificate's private key is thrown away as
-- soon as it has signed; whoever alters the procedure afterwards takes its right away.
IF EXISTS (SELECT 1 FROM sys.server_principals WHERE name = N'CacheWardenReseed')
    DROP LOGIN CacheWardenReseed;
IF EXISTS (SELECT 1 FROM sys.certificates WHERE name = N'CacheWardenReseed')
    DROP CERTIFICATE CacheWardenReseed;
DECLARE @password nvarchar(80) = N'aA1!' + CAST(NEWID() AS nvarchar(36)) + CAST(NEWID() AS nvarchar(36));
DECLARE @signing nvarchar(1000) =
    N'CREATE CERTIFICATE CacheWardenReseed ENCRYPTION BY PASSWORD = ''' + @password + N''' WITH SUBJECT = '
    + N'''Signs dbo.CacheWardenDropLostDatabase'', EXPIRY_DATE = ''99991231''; '
    + N'ADD SIGNATURE TO dbo.CacheWardenDropLostDatabase BY CERTIFICATE CacheWardenReseed WITH PASSWORD = '''
    + @password + N''';';
EXEC (@signing);
ALTER CERTIFICATE CacheWardenReseed REMOVE PRIVATE KEY;
CREATE LOGIN CacheWardenReseed FROM CERTIFICATE CacheWardenReseed;
GRANT ALTER ANY DATABASE TO CacheWardenReseed;
IF USER_ID(N'NT AUTHORITY\SYSTEM') IS NULL
    CREATE USER [NT AUTHORITY\SYSTEM] FOR LOGIN [NT AUTHORITY\SYSTEM];
GRANT EXECUTE ON OBJECT::dbo.CacheWardenDropLostDatabase TO [NT AUTHORITY\SYSTEM];
GO

-- To take it back (the failover cluster goes on needing the rights that it uses):
--   DROP PROCEDURE dbo.CacheWardenDropLostDatabase;
--   DROP LOGIN CacheWardenReseed;
--   DROP CERTIFICATE CacheWardenReseed;
--   REVOKE VIEW ANY DEFINITION FROM [NT AUTHORITY\SYSTEM];
