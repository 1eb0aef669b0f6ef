"""Fault points of SQL Server: start, connections, changing statements, automatic seeding."""

from __future__ import annotations

from typing import Final

from rehearsal.faults.point import NODE, Effect, FaultPoint
from rehearsal.kernel.faults import FaultKind

SQL_POINTS: Final = (
    FaultPoint(
        name="sql.start",
        at="SQL Server starts",
        where={"node": NODE},
        effects={
            FaultKind.FAIL: Effect(
                does="It ends while starting, with the service exit code `error` (1067 when none is named).",
                takes=("error",),
                numeric_error=True,
            )
        },
    ),
    FaultPoint(
        name="sql.connect",
        at="a client connects to SQL Server",
        where={"node": NODE},
        effects={
            FaultKind.FAIL: Effect(
                does="The connection breaks, with the number `error` (10054 when none is named).",
                takes=("error",),
                numeric_error=True,
            ),
            FaultKind.LATE: Effect(
                does="The connection takes `seconds` longer.", needs=("seconds",), takes=("seconds",)
            ),
        },
    ),
    FaultPoint(
        name="sql.query",
        at="a query reads one of SQL Server's views",
        where={"node": NODE, "view": "the view, `sys.databases` …"},
        effects={
            FaultKind.FAIL: Effect(
                does="The query ends with error number `error` (1205, a deadlock, when none is named).",
                takes=("error",),
                numeric_error=True,
            ),
            FaultKind.LATE: Effect(does="It takes `seconds` longer.", needs=("seconds",), takes=("seconds",)),
            FaultKind.HANG: Effect(
                does="It doesn't answer for `seconds`, for ever when none are named; the client's time-out ends it.",
                takes=("seconds",),
            ),
            FaultKind.LOST: Effect(does="The connection breaks while the query runs."),
        },
    ),
    FaultPoint(
        name="sql.role",
        at="an accepted failover is about to give the target its role",
        where={"node": f"{NODE} that is to become primary", "group": "name of the availability group"},
        effects={
            FaultKind.FAIL: Effect(
                does="The group's resource doesn't come online there; the former primary takes the role again."
            ),
            FaultKind.LATE: Effect(does="It takes `seconds` longer.", needs=("seconds",), takes=("seconds",)),
        },
    ),
    FaultPoint(
        name="sql.statement",
        at="SQL Server is about to carry out a statement that changes something",
        where={"node": NODE, "statement": "kind of statement: `FailOver`, `ModifyReplica`, `DropDatabase` …"},
        effects={
            FaultKind.FAIL: Effect(
                does="It is refused with error number `error`, before anything happened (41184: after it happened, as "
                "that error's text says; 41131 on a FailOver: after a while the group is back where it was).",
                needs=("error",),
                takes=("error",),
                numeric_error=True,
            ),
            FaultKind.LATE: Effect(does="It takes `seconds` longer.", needs=("seconds",), takes=("seconds",)),
            FaultKind.HANG: Effect(
                does="It doesn't answer for `seconds`, for ever when none are named; the client's time-out ends it "
                "without effect.",
                takes=("seconds",),
            ),
            FaultKind.LOST: Effect(does="It is done, but the connection breaks before the client hears of it."),
            FaultKind.KILL: Effect(
                does="The script that sent it is killed before it is carried out, or, with `after=1`, when it is done; "
                "the rest of the batch isn't run.",
                takes=("after",),
            ),
        },
    ),
    FaultPoint(
        name="sql.seeding",
        at="automatic seeding of a database begins to copy",
        where={"node": f"{NODE} that is seeded", "database": "name of the database"},
        effects={
            FaultKind.FAIL: Effect(
                does="It fails when the share `after` is copied, with failure_state `error` (15 when none is named).",
                takes=("after", "error"),
                numeric_error=True,
            ),
            FaultKind.HANG: Effect(does="From the share `after` on nothing is copied any more.", takes=("after",)),
        },
    ),
)
