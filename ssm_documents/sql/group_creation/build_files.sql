-- Data (type 0) and log files.
SELECT d.name AS database_name, mf.type, mf.physical_name, CAST(mf.size AS bigint) * 8192 AS size_bytes
FROM sys.master_files AS mf
JOIN sys.databases AS d ON d.database_id = mf.database_id
WHERE d.database_id > 4 AND mf.type IN (0, 1);
