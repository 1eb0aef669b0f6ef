-- What of this instance may lie on a drive that is lost with a stop, or with the cache, and that seeding doesn't bring back:
-- system databases but tempdb, the default backup folder (known from SQL Server 2019 on), the buffer pool extension.
SELECT N'a system database' AS what, mf.physical_name AS path
FROM sys.master_files AS mf
WHERE mf.database_id IN (1, 3, 4)
UNION ALL
SELECT N'the default backup folder', CAST(SERVERPROPERTY('InstanceDefaultBackupPath') AS nvarchar(256))
UNION ALL
SELECT N'the buffer pool extension', bpe.path
FROM sys.dm_os_buffer_pool_extension_configuration AS bpe
WHERE bpe.state <> 0;
