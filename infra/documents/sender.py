"""Who sends a Command document. Its description says so: Systems Manager lists it among those that people may run."""

from enum import StrEnum


class Sender(StrEnum):
    """The field sentBy of a file of command/."""

    DOCUMENTS = "documents"
    """The workflow and Automation documents."""
    INSTALL_HOST = "installHost"
    """CacheWarden-InstallHost, and the workflow after an upgrade."""
    ADOPT_STORAGE_AND_PEOPLE = "adoptStorageAndPeople"
    """Its Automation document acts on opted-in nodes alone; on others people send the command (docs/backups.md)."""


SENT_BY = {
    Sender.DOCUMENTS: "CacheWarden's workflow and Automation documents send this; people don't.",
    Sender.INSTALL_HOST: "One of the commands of CacheWarden-InstallHost.",
    Sender.ADOPT_STORAGE_AND_PEOPLE: (
        "CacheWarden-AdoptStorage sends this to an opted-in node. To a copy restored from snapshots, which isn't opted"
        " in, an administrator sends it (docs/backups.md)."
    ),
}
"""The sentence that ends the description of such a document."""
