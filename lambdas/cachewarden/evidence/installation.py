"""What a host says about CacheWarden's own parts on it: scripts, scheduled tasks, folder."""

from dataclasses import dataclass

from cachewarden.json_reader import Json, JsonReader


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """`is_deployed`: the scripts are those that were deployed together with the document that observed them.

    Faults are sentences for people; none when all is as InstallHost leaves it. None is what the host doesn't tell.
    """

    is_deployed: bool | None
    folder_faults: tuple[str, ...] | None
    boot_task_faults: tuple[str, ...] | None
    worker_faults: tuple[str, ...] | None
    disk_initializers: tuple[str, ...] | None
    """What of EC2's launch agents would take blank disks, or letters, at the next start."""
    shut_down_hidden: bool | None
    """Whether the Start menu offers no "Shut down", which would destroy the cache."""

    @property
    def task_faults(self) -> tuple[str, ...]:
        """What the host tells of its scheduled tasks."""
        told = (self.boot_task_faults, self.worker_faults)
        return tuple(fault for faults in told if faults is not None for fault in faults)

    @property
    def why_no_act(self) -> str | None:
        """Why the host would refuse to move its cache; None when nothing speaks against it."""
        if self.is_deployed is not True:
            return "doesn't run the deployed scripts"
        if self.folder_faults != ():
            told = "unknown" if self.folder_faults is None else "; ".join(self.folder_faults)
            return f"has an unsafe folder C:\\ProgramData\\CacheWarden: {told}"
        if self.worker_faults != ():
            return f"can't start its worker: {'unknown' if self.worker_faults is None else self.worker_faults[0]}"
        return None


def parse_installation(source: JsonReader) -> Installation:
    """The installation in the part `host` of a host's evidence; raises `UnexpectedJsonError`."""
    bundle = source.child("bundle") if source.has("bundle") else JsonReader({})
    folder = source.child("folder") if source.has("folder") else JsonReader({})
    return Installation(
        is_deployed=bundle.optional("deployed", bundle.flag),
        folder_faults=folder.optional("faults", folder.texts),
        boot_task_faults=bundle.optional("bootTaskFaults", bundle.texts),
        worker_faults=bundle.optional("workerFaults", bundle.texts),
        disk_initializers=source.optional("diskInitializers", source.texts),
        shut_down_hidden=source.optional("shutDownHidden", source.flag),
    )


def installation_to_json(installation: Installation) -> dict[str, Json]:
    """What `parse_installation` reads back unchanged."""
    told: dict[str, Json] = {
        "deployed": installation.is_deployed,
        "bootTaskFaults": _listed(installation.boot_task_faults),
        "workerFaults": _listed(installation.worker_faults),
    }
    return {
        "bundle": told,
        "folder": {"faults": _listed(installation.folder_faults)},
        "diskInitializers": _listed(installation.disk_initializers),
        "shutDownHidden": installation.shut_down_hidden,
    }


def _listed(faults: tuple[str, ...] | None) -> Json:
    return None if faults is None else list(faults)
