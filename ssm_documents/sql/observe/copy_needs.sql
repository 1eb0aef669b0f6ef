-- What a copy of each database that is ONLINE here needs: bytes of its files, and what its encryption key is encrypted by.
SELECT LOWER(CAST(d.group_database_id AS nvarchar(36))) AS group_database_id,
       (SELECT SUM(CAST(mf.size AS bigint)) * 8192 FROM sys.master_files AS mf WHERE mf.database_id = d.database_id) AS size_bytes,
       COALESCE(CONVERT(varchar(42), dek.encryptor_thumbprint, 1), 'none') AS encryptor
FROM sys.databases AS d
LEFT JOIN sys.dm_database_encryption_keys AS dek ON dek.database_id = d.database_id
WHERE d.group_database_id IS NOT NULL AND d.state = 0;
