-- Files of the test database, as this instance knows them: type 0 data, 1 log.
SELECT mf.type, mf.physical_name
FROM sys.master_files AS mf
JOIN sys.databases AS d ON d.database_id = mf.database_id
WHERE d.name = N'disposable_trial'
ORDER BY mf.file_id;
