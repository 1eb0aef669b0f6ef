"""Which instance a data source means, and how its absence shows: refused at once, or silence until the time-out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, cast

from rehearsal.engines.tsql import ConnectionBrokenError, SqlError
from rehearsal.world.sql.client.connection_string import ConnectionOptions, DataSource
from rehearsal.world.sql.groups.cluster import FailoverCluster
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import DEFAULT_INSTANCE
from rehearsal.world.sql.instance.logins import SYSTEM
from rehearsal.world.sql.server.sql_server import SqlHost, SqlServer
from rehearsal.world.windows.system.script_host import script_host

_NETWORK = (
    "A network-related or instance-specific error occurred while establishing a connection to SQL Server. The "
    "server was not found or was not accessible. Verify that the instance name is correct and that SQL Server is "
    "configured to allow remote connections. "
)
LOGIN_TIMED_OUT = (
    "Connection Timeout Expired.  The timeout period elapsed during the post-login phase.  The connection could have "
    "timed out while waiting for server to complete the login process and respond; Or it could have timed out while "
    "attempting to create multiple active connections."
)


class Network(Protocol):
    """The servers that a client can reach, by computer name."""

    @property
    def hosts(self) -> Mapping[str, NetworkHost]: ...


class NetworkHost(SqlHost, Protocol):
    """A server as clients on the network see it; windows/host.py implements it."""

    environment: dict[str, str]
    cluster: FailoverCluster | None

    @property
    def world(self) -> Network: ...


def network_host(host: object) -> NetworkHost:
    """The server that a script runs on. Its script host knows it by the narrower protocol of windows/system."""
    return cast(NetworkHost, script_host(host).windows)


def find(windows: NetworkHost, options: ConnectionOptions, sleep: Callable[[float], None]) -> SqlServer:
    """The running instance. Raises SqlError with the client's number: 2, 53, -1, 10060, 10061, -2."""
    source = options.source
    host = windows if source.is_local(windows.name) else _other_host(windows, source)
    if host is None or not host.up:
        sleep(float(options.timeout_s))
        raise _unreachable(source)
    server = _instance_on(host, source)
    by_shared_memory = host is windows and source.protocol in (None, "lpc") and source.port is None
    if server is not None and source.instance is not None and source.port is None and not by_shared_memory:
        server = server if server.settings.browser_runs else None
    if server is None:
        raise ConnectionBrokenError(
            -1, _NETWORK + "(provider: SQL Network Interfaces, error: 26 - Error Locating Server/Instance Specified)"
        )
    if not server.running:
        raise _refused(source, local=host is windows)
    if server.frozen:
        sleep(float(options.timeout_s))
        raise SqlError(-2, LOGIN_TIMED_OUT, severity=11, state=0)
    return server


def login_name(windows: NetworkHost, server: SqlServer, options: ConnectionOptions) -> str:
    """SYSTEM on its own machine, the computer account elsewhere; a SQL login where the string names one."""
    if not options.integrated:
        return options.user or ""
    if server.host is windows:
        return SYSTEM
    return f"{windows.environment.get('USERDOMAIN', 'SALES')}\\{windows.name}$"


def _other_host(windows: NetworkHost, source: DataSource) -> NetworkHost | None:
    for name, host in windows.world.hosts.items():
        if name.lower() == source.host:
            return host
    return None


def _instance_on(host: NetworkHost, source: DataSource) -> SqlServer | None:
    wanted = source.instance or DEFAULT_INSTANCE
    candidates: list[SqlServer] = []
    if host.cluster is not None:
        candidates.extend(
            server for server in host.cluster.servers.values() if server.host is host and isinstance(server, SqlServer)
        )
    if host.sql is not None and host.sql not in candidates:
        candidates.append(host.sql)
    for server in candidates:
        if source.port is not None and source.instance is None:
            if server.port == source.port:
                return server
        elif server.instance_name.upper() == wanted:
            return server
    return None


def _refused(source: DataSource, *, local: bool) -> SqlError:
    if source.protocol == "tcp":
        return ConnectionBrokenError(
            10061,
            _NETWORK + "(provider: TCP Provider, error: 0 - No connection could be made because the target machine "
            "actively refused it.)",
        )
    if source.instance is not None:
        return ConnectionBrokenError(
            -1, _NETWORK + "(provider: SQL Network Interfaces, error: 26 - Error Locating Server/Instance Specified)"
        )
    return (
        facts.not_listening()
        if local
        else ConnectionBrokenError(
            10061,
            _NETWORK + "(provider: TCP Provider, error: 0 - No connection could be made because the target machine "
            "actively refused it.)",
        )
    )


def _unreachable(source: DataSource) -> SqlError:
    if source.protocol == "tcp":
        return ConnectionBrokenError(
            10060,
            _NETWORK + "(provider: TCP Provider, error: 0 - A connection attempt failed because the connected party "
            "did not properly respond after a period of time.)",
        )
    return ConnectionBrokenError(
        53, _NETWORK + "(provider: Named Pipes Provider, error: 40 - Could not open a connection to SQL Server)"
    )
