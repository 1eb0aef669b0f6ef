"""Checks of the PowerShell on the hosts."""
