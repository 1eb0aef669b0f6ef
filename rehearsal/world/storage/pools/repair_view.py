"""How a storage job describes itself."""

from __future__ import annotations

from rehearsal.world.storage.enumerations import JobState
from rehearsal.world.storage.pools.job import StorageJob


def status_text(job: StorageJob) -> str:
    """JobStatus: free text, here the state's name."""
    return {JobState.EXCEPTION: "Failed", JobState.COMPLETED: "Completed"}.get(job.state, "Running")
