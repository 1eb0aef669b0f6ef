-- Data files of the test database (type 0), as this instance knows them.
SELECT mf.physical_name
FROM sys.master_files AS mf
JOIN sys.databases AS d ON d.database_id = mf.database_id
WHERE d.name = N'disposable_trial' AND mf.type = 0
ORDER BY mf.file_id;
