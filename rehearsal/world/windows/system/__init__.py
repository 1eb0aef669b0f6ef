"""Services, tasks, files and processes."""
