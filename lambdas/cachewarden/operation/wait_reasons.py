"""What an operation can wait for: each has a time of its own, and the code under which people see it."""

from enum import StrEnum

from cachewarden.codes import Code


class Topic(StrEnum):
    """One reason to wait; how long it has lasted bounds it."""

    BOOT = "boot"
    HOST = "host"
    PARTNER = "partner"
    STOP = "stop"
    EC2 = "ec2"
    STORAGE_START = "storage start"
    BOOT_TASK = "boot task"
    DISKS = "disks"
    VOLUME = "volume"
    WORKER = "worker"
    PROOF = "proof"
    SEEDING = "seeding"
    SYNCHRONIZATION = "synchronization"
    PRIMARY = "primary"
    LEASE = "lease"
    RETRY = "retry"
    LOOK = "look"

    @property
    def code(self) -> Code:
        """The catalogue's code."""
        return CODES[self]


CODES: dict[Topic, Code] = {
    Topic.BOOT: Code.WAITING_FOR_HOST,
    Topic.HOST: Code.WAITING_FOR_HOST,
    Topic.PARTNER: Code.WAITING_FOR_HOST,
    Topic.STOP: Code.WAITING_FOR_EC2,
    Topic.EC2: Code.WAITING_FOR_EC2,
    Topic.STORAGE_START: Code.WAITING_FOR_HOST,
    Topic.BOOT_TASK: Code.WAITING_FOR_HOST,
    Topic.DISKS: Code.WAITING_FOR_HOST,
    Topic.VOLUME: Code.WAITING_FOR_HOST,
    Topic.WORKER: Code.WAITING_FOR_WORKER,
    Topic.PROOF: Code.WAITING_FOR_WORKER,
    Topic.SEEDING: Code.WAITING_FOR_SYNCHRONIZATION,
    Topic.SYNCHRONIZATION: Code.WAITING_FOR_SYNCHRONIZATION,
    Topic.PRIMARY: Code.WAITING_FOR_SYNCHRONIZATION,
    Topic.LEASE: Code.CLUSTER_BUSY,
    Topic.RETRY: Code.LOOKING_AGAIN,
    Topic.LOOK: Code.LOOKING_AGAIN,
}
