"""Which request an event makes for one of its instances."""

from datetime import datetime
from typing import assert_never

from cachewarden.events.event import HealthNotice, InstanceEvent, OptInChanged, StateChanged, StopRefused
from cachewarden.requests.health import request_for_health
from cachewarden.requests.opt_in import request_for_opt_in
from cachewarden.requests.refused_stop import request_for_refused_stop
from cachewarden.requests.request import InstanceFacts, Request
from cachewarden.requests.state_change import request_for_state_change


def request_for_event(
    event: InstanceEvent, facts: InstanceFacts, *, own_role_arns: frozenset[str], now: datetime
) -> Request:
    """The request; `own_role_arns` are the roles whose refused stops are CacheWarden's own retries."""
    match event:
        case StopRefused():
            return request_for_refused_stop(event, facts, own_role_arns=own_role_arns, now=now)
        case StateChanged():
            return request_for_state_change(event, facts, now=now)
        case OptInChanged():
            return request_for_opt_in(event, facts, now=now)
        case HealthNotice():
            return request_for_health(event, facts, now=now)
        case _:
            assert_never(event)
