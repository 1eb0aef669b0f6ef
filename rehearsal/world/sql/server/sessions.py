"""Who gets a session with an instance, how one dies, and what a fault does to a query in it.

Fault points `sql.connect` and `sql.query`: see sql_server.py.
"""

from __future__ import annotations

from typing import Protocol

from rehearsal.engines.tsql import ConnectionBrokenError, Session, SqlError, compile_batch
from rehearsal.engines.tsql.runtime.session import Server
from rehearsal.kernel.faults import Fault, FaultKind
from rehearsal.world.context import RunContext
from rehearsal.world.sql.instance import facts
from rehearsal.world.sql.instance.instance import InstanceHost
from rehearsal.world.sql.instance.logins import Logins
from rehearsal.world.sql.messages import error

_RESET = 10054
_BROKEN = (
    "A transport-level error has occurred when receiving results from the server. (provider: TCP Provider, error: 0 - "
    "An existing connection was forcibly closed by the remote host.)"
)
_DEADLOCK = 1205
_FOREVER_S = 1e8


class SessionServer(Server, Protocol):
    """What opening a session needs of the server."""

    epoch: int
    running: bool
    logins: Logins

    @property
    def world(self) -> RunContext: ...

    @property
    def host(self) -> InstanceHost: ...

    def new_session_number(self) -> int: ...


class ServerSession(Session):
    """A session that remembers which life of the instance it belongs to."""

    epoch: int = 0


def broken(number: int = _RESET) -> ConnectionBrokenError:
    """What a client sees of a connection that is gone."""
    return ConnectionBrokenError(number, _BROKEN)


def open_session(
    server: SessionServer, login: str, database: str, *, application_name: str, host_name: str, read_only_intent: bool
) -> ServerSession:
    """Raises SqlError 18456, 18470 (login) or 4060 (database), ConnectionBrokenError when the instance doesn't run."""
    fault = server.world.fault("sql.connect", node=server.host.name)
    if fault is not None and fault.kind is FaultKind.LATE:
        server.world.clock.sleep(fault.seconds)
    if not server.running:
        raise facts.not_listening()
    if fault is not None and fault.kind is FaultKind.FAIL:
        raise broken(int(fault.error or _RESET))
    known = server.logins.get(login)
    if known is None or not known.may("CONNECT SQL"):
        raise SqlError(18456, f"Login failed for user '{login}'.", severity=14)
    if known.disabled:
        raise SqlError(18470, f"Login failed for user '{login}'. Reason: The account is disabled.", severity=14)
    session = ServerSession(
        server=server,
        compile=compile_batch,
        login=known.name,
        number=server.new_session_number(),
        application_name=application_name or ".Net SqlClient Data Provider",
        host_name=host_name,
        read_only_intent=read_only_intent,
    )
    session.epoch = server.epoch
    try:
        session.database = server.use_database(database, session)
    except SqlError as refused:
        raise SqlError(
            4060, f'Cannot open database "{database}" requested by the login. The login failed.', severity=11,
            more=refused.messages,
        ) from None  # fmt: skip
    return session


def apply_query_fault(fault: Fault, session: Session) -> None:
    """Raises or waits as the fault says."""
    match fault.kind:
        case FaultKind.LATE:
            session.sleep(fault.seconds)
        case FaultKind.HANG:
            session.sleep(fault.seconds or _FOREVER_S)
        case FaultKind.FAIL:
            raise error(int(fault.error or _DEADLOCK))
        case FaultKind.LOST:
            raise broken()
        case _:
            pass
