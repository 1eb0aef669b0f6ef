-- Where tempdb's files lie, and how many pages of 8 KB each gets at start: SQL Server creates the files, not their folders.
SELECT mf.physical_name, mf.size
FROM sys.master_files AS mf
WHERE mf.database_id = 2
ORDER BY mf.file_id;
