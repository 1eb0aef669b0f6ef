-- The Windows account of a partner's SQL Server service.
CREATE LOGIN {Account} FROM WINDOWS;
