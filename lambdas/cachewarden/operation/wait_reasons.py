"""What an operation can wait for: each has a time of its own, and the code under which people see it."""

from enum import StrEnum

from cachewarden.codes import Code


class WaitReason(StrEnum):
    """One reason to wait; how long it has lasted bounds it."""

    BOOT = "boot"
    HOST = "host"
    PARTNER = "partner"
    BUNDLE = "bundle"
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
    REDO = "redo"
    LOG = "log"
    OTHERS_WORK = "others' work"
    LEASE = "lease"
    RETRY = "retry"
    LOOK = "look"

    @property
    def code(self) -> Code:
        """The catalogue's code."""
        return CODES[self]


CODES: dict[WaitReason, Code] = {
    WaitReason.BOOT: Code.WAITING_FOR_HOST,
    WaitReason.HOST: Code.WAITING_FOR_HOST,
    WaitReason.PARTNER: Code.WAITING_FOR_HOST,
    WaitReason.BUNDLE: Code.WAITING_FOR_HOST,
    WaitReason.STOP: Code.WAITING_FOR_EC2,
    WaitReason.EC2: Code.WAITING_FOR_EC2,
    WaitReason.STORAGE_START: Code.WAITING_FOR_HOST,
    WaitReason.BOOT_TASK: Code.WAITING_FOR_HOST,
    WaitReason.DISKS: Code.WAITING_FOR_HOST,
    WaitReason.VOLUME: Code.WAITING_FOR_HOST,
    WaitReason.WORKER: Code.WAITING_FOR_WORKER,
    WaitReason.PROOF: Code.WAITING_FOR_WORKER,
    WaitReason.SEEDING: Code.WAITING_FOR_SYNCHRONIZATION,
    WaitReason.SYNCHRONIZATION: Code.WAITING_FOR_SYNCHRONIZATION,
    WaitReason.LOG: Code.LOOKING_AGAIN,
    WaitReason.OTHERS_WORK: Code.LOOKING_AGAIN,
    WaitReason.REDO: Code.WAITING_FOR_SYNCHRONIZATION,
    WaitReason.PRIMARY: Code.WAITING_FOR_SYNCHRONIZATION,
    WaitReason.LEASE: Code.CLUSTER_BUSY,
    WaitReason.RETRY: Code.LOOKING_AGAIN,
    WaitReason.LOOK: Code.LOOKING_AGAIN,
}
