"""A group's listener: the network name under which clients find the primary, one address in each subnet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class AddressState(IntEnum):
    """state of sys.availability_group_listener_ip_addresses."""

    OFFLINE = 0
    ONLINE = 1
    ONLINE_PENDING = 2
    FAILED = 3


@dataclass(slots=True, kw_only=True, eq=False)
class Listener:
    """`addresses` by node: only that of the primary's node is ever ONLINE. `failing`: where it fails."""

    id: str
    dns_name: str
    addresses: dict[str, str]
    failing: frozenset[str] = frozenset()
    port: int = 1433

    def state(self, node: str, *, leads: bool) -> AddressState:
        """Of the address that belongs to this node."""
        if not leads:
            return AddressState.OFFLINE
        return AddressState.FAILED if node in self.failing else AddressState.ONLINE
