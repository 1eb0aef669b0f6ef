"""The message about a single-act document that ended before its act did."""

from cachewarden.codes import Code
from cachewarden.events.event import DocumentEnded
from cachewarden.evidence.host import HostEvidence
from cachewarden.evidence.instance import HostError
from cachewarden.requests.request import Notify


def document_broke_off(event: DocumentEnded, node: str, report: HostEvidence | HostError) -> Notify:
    """Says what the document left on its node. Whoever started it may go on by hand, until the sweep finds the node."""
    return Notify(
        instance_id=node,
        code=Code.DOCUMENT_BROKE_OFF,
        sentence=f"{event.document} for {node} ended {event.status} ({event.execution_id}). Its lease is "
        f"released; the next sweep has the node brought back into service. {_left(report)}",
    )


def _left(report: HostEvidence | HostError) -> str:
    if isinstance(report, HostError):
        return f"What it left isn't known: {report.code.value} {report.message}"
    storage = report.storage.classification.value if report.storage is not None else "not reported"
    told = [f"{report.computer} now: storage {storage}"]
    if report.worker is not None and report.worker.running:
        told.append(f"its worker goes on ({report.worker.work}, {report.worker.reached})")
    if report.sql is None:
        told.append("SQL Server not reported")
    else:
        told.append("SQL Server runs" if report.sql.all_running else "SQL Server doesn't run")
    return ", ".join(told)
