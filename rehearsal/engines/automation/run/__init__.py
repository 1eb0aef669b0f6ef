"""One execution of a runbook, step by step."""
