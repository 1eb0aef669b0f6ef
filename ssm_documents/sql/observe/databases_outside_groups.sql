-- User databases with files on the data drive that no Availability Group holds elsewhere, and system databases there.
-- UPPER: a server's collation may tell d: from D:, Windows doesn't.
SELECT d.name
FROM sys.databases AS d
WHERE d.database_id <> 2 AND d.replica_id IS NULL AND EXISTS (
    SELECT 1 FROM sys.master_files AS mf WHERE mf.database_id = d.database_id AND UPPER(mf.physical_name) LIKE UPPER(@data_path))
ORDER BY d.name;
