"""What a request wants to be true in the end."""

from enum import StrEnum


class Goal(StrEnum):
    """The goals; `Cycled` is Stopped, then InService."""

    PREFLIGHT = "Preflight"
    STOPPED = "Stopped"
    IN_SERVICE = "InService"
    CYCLED = "Cycled"
