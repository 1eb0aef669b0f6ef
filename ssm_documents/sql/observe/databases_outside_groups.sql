-- User databases with files on the data drive that no Availability Group holds elsewhere, and system databases there.
SELECT d.name
FROM sys.databases AS d
WHERE d.database_id <> 2 AND d.replica_id IS NULL AND EXISTS (
    SELECT 1 FROM sys.master_files AS mf WHERE mf.database_id = d.database_id AND mf.physical_name LIKE @data_path)
ORDER BY d.name;
