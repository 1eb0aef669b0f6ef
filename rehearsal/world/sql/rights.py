"""Rights are those of the script that ships: it is run on every instance, as a DBA runs it.

A client such as sqlcmd splits a script at lines that say GO and sends one batch after the other; the first error ends
it, as with sqlcmd -b. A DBA's default database may be any.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from rehearsal.engines.tsql import SqlError, compile_batch
from rehearsal.world.sql.server.sessions import ServerSession
from rehearsal.world.sql.server.sql_server import SqlServer

GRANTS = Path(__file__).parents[3] / "ssm_documents" / "sql" / "grants" / "grant_rights.sql"
BUILD_RIGHTS = GRANTS.parents[1] / "group_creation" / "build_rights.sql"
_GO = re.compile(r"^GO\s*$", re.MULTILINE)


@cache
def shipped_grants() -> str:
    """The file that a DBA reads and runs."""
    return GRANTS.read_text(encoding="ascii")


@cache
def shipped_build_rights() -> str:
    """What a DBA runs besides for the time in which a group is built."""
    return BUILD_RIGHTS.read_text(encoding="ascii")


def batches(script: str) -> list[str]:
    """What a client sends, one after the other; batches of comments alone aren't sent."""
    found = _GO.split(script)
    return [batch for batch in found if re.sub(r"--[^\n]*", "", batch).strip()]


def run_script(server: SqlServer, script: str, login: str = "sa") -> None:
    """Runs a script as this login, before the story: no fault and no random number of the run's is used up by it.

    Raises the first SqlError.
    """
    session = ServerSession(server=server, compile=compile_batch, login=login, number=server.new_session_number())
    session.epoch, session.database = server.epoch, "msdb"
    drawn = server.world.rng.getstate()
    try:
        with server.world.faults.paused():
            for batch in batches(script):
                for output in session.execute(batch):
                    if isinstance(output, SqlError):
                        raise output
    finally:
        server.world.rng.setstate(drawn)
