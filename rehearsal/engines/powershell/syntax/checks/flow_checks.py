"""What is wrong with well-formed statements: control leaving a finally block, a catch that nothing reaches, a
parameter declared twice."""

from __future__ import annotations

from collections.abc import Sequence

from rehearsal.engines.powershell.syntax import nodes
from rehearsal.engines.powershell.syntax.extents import Extent
from rehearsal.engines.powershell.syntax.parse_errors import Findings
from rehearsal.engines.powershell.syntax.tokens import Token

_VOID = frozenset(["void", "system.void"])
# Exception types by what they derive from, as far as catch clauses commonly name them.
_BASES = {
    "system.exception": "",
    "system.systemexception": "system.exception",
    "system.applicationexception": "system.exception",
    "system.argumentexception": "system.systemexception",
    "system.argumentnullexception": "system.argumentexception",
    "system.argumentoutofrangeexception": "system.argumentexception",
    "system.arithmeticexception": "system.systemexception",
    "system.dividebyzeroexception": "system.arithmeticexception",
    "system.overflowexception": "system.arithmeticexception",
    "system.formatexception": "system.systemexception",
    "system.invalidcastexception": "system.systemexception",
    "system.invalidoperationexception": "system.systemexception",
    "system.notsupportedexception": "system.systemexception",
    "system.notimplementedexception": "system.systemexception",
    "system.nullreferenceexception": "system.systemexception",
    "system.indexoutofrangeexception": "system.systemexception",
    "system.timeoutexception": "system.systemexception",
    "system.unauthorizedaccessexception": "system.systemexception",
    "system.outofmemoryexception": "system.systemexception",
    "system.io.ioexception": "system.systemexception",
    "system.io.filenotfoundexception": "system.io.ioexception",
    "system.io.directorynotfoundexception": "system.io.ioexception",
    "system.io.pathtoolongexception": "system.io.ioexception",
    "system.net.webexception": "system.invalidoperationexception",
    "system.management.automation.runtimeexception": "system.systemexception",
    "system.management.automation.commandnotfoundexception": "system.management.automation.runtimeexception",
    "system.management.automation.parameterbindingexception": "system.management.automation.runtimeexception",
    "system.management.automation.actionpreferencestopexception": "system.management.automation.runtimeexception",
    "system.management.automation.itemnotfoundexception": "system.management.automation.sessionstateexception",
    "system.management.automation.drivenotfoundexception": "system.management.automation.sessionstateexception",
    "system.management.automation.sessionstateexception": "system.management.automation.runtimeexception",
}


class FlowChecks:
    """Contexts, innermost last: `body` (a jump can't leave it), `finally`, or a loop's or switch's label."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._contexts: list[tuple[str, str]] = []

    def enter_body(self) -> None:
        self._contexts.append(("body", ""))

    def leave_body(self) -> None:
        self._contexts.pop()

    def enter_loop(self, label: Token | None, *, is_loop: bool = True) -> None:
        self._contexts.append(("loop" if is_loop else "switch", str(label.value) if label is not None else ""))

    def leave_loop(self) -> None:
        self._contexts.pop()

    def enter_finally(self) -> None:
        self._contexts.append(("finally", ""))

    def leave_finally(self) -> None:
        self._contexts.pop()

    def check_jump(self, extent: Extent, label: nodes.Expression | None) -> None:
        """break or continue. A label that is no constant may be any."""
        name: str | None = ""
        if label is not None:
            name = label.value if isinstance(label, nodes.StringConstant) else None
        self._check_leaving_finally(extent, name)

    def check_return(self, extent: Extent, pipeline: nodes.Statement | None) -> None:
        self._check_leaving_finally(extent, None)

    def _check_leaving_finally(self, extent: Extent, label: str | None) -> None:
        for kind, loop_label in reversed(self._contexts):
            if kind == "body":
                return
            if kind == "finally":
                self._findings.find("ControlLeavingFinally", extent)
                return
            if label is not None and (not label or label.lower() == loop_label.lower()):
                return

    def check_catches(self, catches: Sequence[nodes.Catch]) -> None:
        for index, first in enumerate(catches):
            for second in catches[index + 1 :]:
                if not first.types:
                    before = max(second.extent.start_offset - 1, 0)
                    self._findings.find("EmptyCatchNotLast", Extent(second.extent.source, before, before))
                    break
                for earlier in first.types:
                    for later in second.types:
                        if _is_kind_of(later.type_name.full_name, earlier.type_name.full_name):
                            self._findings.find("ExceptionTypeAlreadyCaught", later.extent, later.type_name.full_name)


def check_parameters(parameters: Sequence[nodes.Parameter], findings: Findings) -> None:
    seen: set[str] = set()
    for parameter in parameters:
        name = parameter.name.user_path
        if name.lower() in seen:
            findings.find("DuplicateFormalParameter", parameter.name.extent, name)
        seen.add(name.lower())
        for attribute in parameter.attributes:
            if isinstance(attribute, nodes.TypeConstraint):
                type_name = attribute.type_name.full_name.lower()
                if type_name in _VOID:
                    findings.find("VoidTypeConstraintNotAllowed", attribute.extent)
                elif type_name == "ordered":
                    findings.find("OrderedAttributeOnlyOnHashLiteralNode", attribute.extent)


def _full_name(name: str) -> str:
    lower = name.lower()
    return lower if lower in _BASES else f"system.{lower}"


def _is_kind_of(name: str, base: str) -> bool:
    wanted = _full_name(base)
    current = _full_name(name)
    if wanted not in _BASES:
        return False
    while current:
        if current == wanted:
            return True
        current = _BASES.get(current, "")
    return False
