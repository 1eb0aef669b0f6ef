"""Which commands an act on a host consists of: the Command documents, their nodes, and what they take of the act."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cachewarden.operation.actions import Action
from cachewarden.operation.timing import USUAL_DURATION_S

HOST_PREFIX = "CacheWarden-Host-"
BREAK_GLASS_PREFIX = f"{HOST_PREFIX}BreakGlass-"
"""Of the commands that CacheWarden-BreakGlass alone sends: deployed with it, so that it needs no other stack."""
OBSERVE_DOCUMENT = f"{HOST_PREFIX}ObserveHost"
"""By which nodes are looked at; it is no act."""
INSTALLER_PREFIX = f"{HOST_PREFIX}Install"
"""Of the documents that bring the host bundle to a node."""
LAST_INSTALLER = f"{INSTALLER_PREFIX}Host"
"""The last of them, which installs what the others wrote."""
ACT_MACHINE = "cachewarden-act-on-host"
"""The state machine that sends them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCommand:
    """One command of an act.

    `takes`: names of the act's parameters that it gets, besides the lease's; `given`: those with a value of its own.
    `on`: the act's parameter that names the node where it runs; None is the act's own node. `usual_s`: seconds from
    sending it to its verdict. `tells`: the parameter of the next command that its verdict gives; such a look is none of
    the act's answers unless it fails.
    """

    document: str
    takes: frozenset[str]
    usual_s: int
    on: str | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    tells: str | None = None

    def parameters(self, lease: Mapping[str, str], own: Mapping[str, str]) -> dict[str, list[str]]:
        """What SendCommand gets: the parameters of the lease, and of the act's own ones those that it takes."""
        taken = {name: value for name, value in own.items() if name in self.takes}
        return {name: [value] for name, value in {**lease, **taken, **self.given}.items()}


_SENT_BY_WORKFLOW = {"SentBy": "workflow"}
"""What stops SQL Server says so: the boot task starts it again where the workflow dies, and never what people stop."""

_SEVERAL: Mapping[Action, tuple[HostCommand, ...]] = {
    Action.REBUILD_STORAGE: (
        HostCommand(document=f"{HOST_PREFIX}RebuildStorage", takes=frozenset(), usual_s=20, given=_SENT_BY_WORKFLOW),
        HostCommand(document=f"{HOST_PREFIX}InitializeStorage", takes=frozenset(), usual_s=10),
    ),
    Action.RESEED_DATABASES: (
        HostCommand(
            document=f"{HOST_PREFIX}SeedDatabases",
            takes=frozenset({"Databases", "Restart"}),
            usual_s=6,
            on="PrimaryInstanceId",
            given={"SeedStep": "look"},
            tells="Copies",
        ),
        HostCommand(document=f"{HOST_PREFIX}ReseedDatabases", takes=frozenset({"Databases"}), usual_s=8),
        HostCommand(
            document=f"{HOST_PREFIX}SeedDatabases",
            takes=frozenset({"Databases", "Restart"}),
            usual_s=8,
            on="PrimaryInstanceId",
            given={"SeedStep": "seed"},
        ),
    ),
}
"""Acts of several commands: one begins only when those before it succeeded; the first answer's verdict is the act's.
What became of the others shows in the next observation."""


def commands_of(action: Action, own: Mapping[str, str]) -> tuple[HostCommand, ...]:
    """The act's commands in order; one that is an act by itself takes all of the act's own parameters."""
    if action in _SEVERAL:
        return _SEVERAL[action]
    name = f"{HOST_PREFIX}{action.value}"
    command = HostCommand(document=name, takes=frozenset(own), usual_s=USUAL_DURATION_S[action])
    return (replace(command, given=_SENT_BY_WORKFLOW) if action is Action.STOP_SQL_SERVER else command,)


def documents_of(action: Action) -> tuple[str, ...]:
    """The Command documents that the act sends."""
    return tuple(dict.fromkeys(command.document for command in commands_of(action, {})))
