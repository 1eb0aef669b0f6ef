"""The page about a run: what every node was over time, and what the workflow did and why."""
