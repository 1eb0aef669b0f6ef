"""Data about the real thing: cmdlets, storage objects, SQL Server views."""

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent
STORAGE_OBJECTS = _FOLDER / "storage-objects.json"
SQL_SERVER_VIEWS = _FOLDER / "sql-server-views.json"
WINDOWS_POWERSHELL = _FOLDER / "windows-powershell-5.1"
