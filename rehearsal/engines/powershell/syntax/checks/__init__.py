"""What PowerShell refuses after parsing and before running."""
