"""sys.configurations: the options of sp_configure, at their defaults but for what an owner set.

Source: Server configuration options.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rehearsal.engines.tsql import Session, Variant
from rehearsal.engines.tsql.values import types as t
from rehearsal.world.sql.instance.instance import Instance
from rehearsal.world.sql.views.model import Reader, Right, ViewModel


class Option(NamedTuple):
    number: int
    name: str
    default: int
    low: int
    high: int
    dynamic: bool = True
    advanced: bool = True


_MOST = 2**31 - 1
_OPTIONS = (
    Option(101, "recovery interval (min)", 0, 0, 32767),
    Option(102, "allow updates", 0, 0, 1, advanced=False),
    Option(103, "user connections", 0, 0, 32767, dynamic=False),
    Option(106, "locks", 0, 5000, _MOST, dynamic=False),
    Option(109, "fill factor (%)", 0, 0, 100, dynamic=False),
    Option(115, "nested triggers", 1, 0, 1, advanced=False),
    Option(117, "remote access", 1, 0, 1, dynamic=False, advanced=False),
    Option(124, "default language", 0, 0, 9999, advanced=False),
    Option(400, "cross db ownership chaining", 0, 0, 1, advanced=False),
    Option(503, "max worker threads", 0, 128, 65535),
    Option(505, "network packet size (B)", 4096, 512, 32767),
    Option(518, "show advanced options", 0, 0, 1, advanced=False),
    Option(1127, "two digit year cutoff", 2049, 1753, 9999),
    Option(1517, "priority boost", 0, 0, 1, dynamic=False),
    Option(1519, "remote login timeout (s)", 10, 0, _MOST, advanced=False),
    Option(1520, "remote query timeout (s)", 600, 0, _MOST, advanced=False),
    Option(1538, "cost threshold for parallelism", 5, 0, 32767),
    Option(1539, "max degree of parallelism", 0, 0, 32767),
    Option(1540, "min memory per query (KB)", 1024, 512, _MOST),
    Option(1541, "query wait (s)", -1, -1, _MOST),
    Option(1543, "min server memory (MB)", 0, 0, _MOST),
    Option(1544, "max server memory (MB)", _MOST, 128, _MOST),
    Option(1562, "clr enabled", 0, 0, 1, advanced=False),
    Option(1568, "default trace enabled", 1, 0, 1),
    Option(1569, "blocked process threshold (s)", 0, 0, 86400),
    Option(1576, "remote admin connections", 0, 0, 1, advanced=False),
    Option(1579, "backup compression default", 0, 0, 1, advanced=False),
    Option(1580, "filestream access level", 0, 0, 2, advanced=False),
    Option(1581, "optimize for ad hoc workloads", 0, 0, 1),
    Option(16384, "Agent XPs", 1, 0, 1),
    Option(16386, "Database Mail XPs", 0, 0, 1),
    Option(16388, "Ole Automation Procedures", 0, 0, 1),
    Option(16390, "xp_cmdshell", 0, 0, 1),
    Option(16391, "Ad Hoc Distributed Queries", 0, 0, 1),
    Option(16393, "contained database authentication", 0, 0, 1, advanced=False),
)


def _options(server: Instance, _session: Session, _arguments: tuple[object, ...]) -> Iterator[Option]:
    for option in _OPTIONS:
        yield option._replace(default=server.configured.get(option.name, option.default))


def _number(field: str) -> Reader:
    return lambda option: Variant(t.INT, getattr(option, field))


CONFIGURATIONS = ViewModel(
    _options,
    {
        "configuration_id": lambda option: option.number,
        "name": lambda option: option.name,
        "value": _number("default"),
        "minimum": _number("low"),
        "maximum": _number("high"),
        "value_in_use": _number("default"),
        "description": lambda option: option.name,
        "is_dynamic": lambda option: int(option.dynamic),
        "is_advanced": lambda option: int(option.advanced),
    },
    Right.NONE,
)
