-- Where tempdb's files lie; SQL Server creates the files at start, but not their folders.
SELECT mf.physical_name
FROM sys.master_files AS mf
WHERE mf.database_id = 2
ORDER BY mf.file_id;
