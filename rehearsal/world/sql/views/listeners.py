"""sys.availability_group_listeners and the addresses behind them."""

from __future__ import annotations

from collections.abc import Iterator

from rehearsal.engines.tsql import Session
from rehearsal.world.sql.groups.group import AvailabilityGroup
from rehearsal.world.sql.groups.listener import AddressState, Listener
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import Right, ViewModel, constant, described, unknown

_ADDRESSES = "sys.availability_group_listener_ip_addresses"
_Address = tuple[Listener, str, AddressState]


def _listeners(
    server: Instance, _session: Session, _arguments: tuple[object, ...]
) -> Iterator[tuple[AvailabilityGroup, Listener]]:
    for group in server.groups():
        if group.listener is not None:
            yield group, group.listener


def _addresses(server: Instance, session: Session, arguments: tuple[object, ...]) -> Iterator[_Address]:
    for group, listener in _listeners(server, session, arguments):
        leader = None if group.primary is None else group.cluster.node_of(group.primary.server)
        for node, address in listener.addresses.items():
            yield listener, address, listener.state(node, leads=node == leader)


LISTENERS = ViewModel(
    _listeners,
    {
        "group_id": lambda row: row[0].id,
        "listener_id": lambda row: row[1].id,
        "dns_name": lambda row: row[1].dns_name,
        "port": lambda row: row[1].port,
        "is_conformant": constant(1),
        "ip_configuration_string_from_cluster": constant(None),
        "is_distributed_network_name": constant(0),
    },
    Right.DEFINITION,
)

LISTENER_ADDRESSES = ViewModel(
    _addresses,
    {
        "listener_id": lambda row: row[0].id,
        "ip_address": lambda row: row[1],
        "ip_subnet_mask": constant("255.255.255.0"),
        "is_dhcp": constant(0),
        **unknown("network_subnet_ip", "network_subnet_prefix_length", "network_subnet_ipv4_mask"),
        **described(_ADDRESSES, "state", lambda row: row[2]),
    },
    Right.DEFINITION,
)
