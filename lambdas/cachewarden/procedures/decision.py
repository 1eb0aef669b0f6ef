"""What Decide answers: one act, a wait, a refusal, a retreat or the end, each with a sentence for people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from cachewarden.codes import Code
from cachewarden.operation.actions import Action
from cachewarden.operation.operation import SavedMode
from cachewarden.operation.wait_reasons import WaitReason


class Look(StrEnum):
    """What the next observation has to ask."""

    ALL = "all"
    """EC2 and every node."""
    EC2 = "ec2"
    """EC2 about the node alone; hosts' reports are kept."""
    ARRIVAL = "arrival"
    """EC2 and SSM about the node, and every node as soon as its agent answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Execute:
    """Perform one act now.

    `parameters` are the document's, without the ones that every act has; `modes` is what SaveModes keeps. `ends_wait`:
    whether what was waited for before it is waited for anew after it.
    """

    action: Action
    node: str
    sentence: str
    code: Code = Code.NEXT_STEP
    parameters: Mapping[str, str] = field(default_factory=dict)
    modes: tuple[SavedMode, ...] = ()
    ends_wait: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Look again after `seconds`; 0 means at once.

    `unprotected` says that protection is off on purpose meanwhile; `progress` is a number that changes as long as what
    is waited for makes progress. `documents`: the look has to find out which versions of these were deployed.
    """

    seconds: int
    look: Look
    sentence: str
    reason: WaitReason
    unprotected: bool = False
    progress: int | None = None
    documents: tuple[str, ...] = ()

    @property
    def code(self) -> Code:
        """The code of what is waited for."""
        return self.reason.code


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """The operation ends here, short of its goal; `who` must act.

    `code_of_node`: what befell the present node of a whole cluster, where `code` is what befell another one;
    GOAL_REACHED where the present one is in service. `acts_may_precede`: on a way back, whether the rules that any act
    needs let it through, so that modes may be put back before it. `cause`: the code of the act that failed too often,
    whose remedy is the way on.
    """

    sentence: str
    code: Code
    who: str = "DBA"
    code_of_node: Code | None = None
    acts_may_precede: bool = False
    cause: Code | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon:
    """The goal is given up after something was changed: the operation goes on towards InService; `who` must act.

    `cause`: as in `Refuse`.
    """

    sentence: str
    code: Code
    who: str = "DBA"
    cause: Code | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Complete:
    """The goal is observed to be reached."""

    sentence: str
    code: Code = Code.GOAL_REACHED


Decision: TypeAlias = Execute | Wait | Refuse | Abandon | Complete
"""One of the five; `match` on it with `assert_never`."""


class Outcome(StrEnum):
    """How an operation ended (what was done, not what was asked)."""

    GOAL = "Goal"
    IN_SERVICE = "InService"
    ATTENTION = "Attention"
    REFUSED = "Refused"
    EXPIRED = "Expired"
    JOINED = "Joined"
