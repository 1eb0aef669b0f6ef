"""PowerShell's own types."""
