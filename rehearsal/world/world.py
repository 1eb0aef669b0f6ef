"""The world of one run: EC2's machines and disks, and the servers that run on them.

The parts are given a RunContext (context.py); the World is what the account and the scenarios hold.
"""

from __future__ import annotations

import random

from rehearsal.kernel.clock import Clock
from rehearsal.kernel.faults import Faults
from rehearsal.kernel.trace import Trace
from rehearsal.world.change_calendars import ChangeCalendar
from rehearsal.world.ec2.instances import Ec2World
from rehearsal.world.settings import Settings
from rehearsal.world.sql.client.locate import NetworkHost


class World(Ec2World):
    """One run's reality."""

    def __init__(self, clock: Clock, rng: random.Random, settings: Settings, trace: Trace, faults: Faults) -> None:
        super().__init__(clock, rng, settings, trace, faults)
        self.hosts: dict[str, NetworkHost] = {}
        """Servers by computer name, as they find each other on the network."""
        self.calendars: dict[str, ChangeCalendar] = {}
        """Change Calendars of the account, by name."""
