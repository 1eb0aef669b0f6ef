"""How a machine calls services."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from rehearsal.engines.asl.values import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskContext:
    """What an invoker is given about the attempt that it makes.

    `deadline` is the earlier of the state's and the execution's timeout: an invoker that would take
    longer sleeps until then and raises TaskError(States.TIMEOUT); one that doesn't is failed by the
    interpreter on return. `heartbeat_s` is the invoker's to enforce (States.HEARTBEAT_TIMEOUT).
    `token` is the task token, for `.waitForTaskToken` resources. `context` is the context object. `submitted` is to
    be called with the service's answer by an invoker that goes on waiting after it (a job, a token).
    """

    execution_arn: str
    execution_name: str
    state: str
    retry_count: int
    timeout_s: int | None
    heartbeat_s: int | None
    deadline: datetime | None
    token: str | None
    credentials: Json
    context: Mapping[str, Json]
    submitted: Callable[[Json], object]


class TaskInvoker(Protocol):
    """Performs one attempt of a task and gives its result as JSON.

    `arguments` and the result are shared with the history and must not be changed afterwards. Raises
    TaskError for a failed attempt; any other Exception is a bug of the model and ends the run as such.
    """

    def __call__(self, resource: str, arguments: Json, context: TaskContext, /) -> Json: ...
