-- The files of one database.
SELECT mf.physical_name
FROM sys.master_files AS mf
WHERE mf.database_id = @database_id
ORDER BY mf.file_id;
