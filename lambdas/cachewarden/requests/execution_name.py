"""Names of executions: the same request, delivered twice, is the same execution."""

import hashlib


def execution_name(*, goal: str, instance_id: str, kind: str, event_id: str) -> str:
    """Deterministic name of at most 80 characters out of `[0-9A-Za-z-_]` (StartExecution, API reference).

    Readable in the console: goal and instance first, then a hash of instance, kind of request and event.
    """
    digest = hashlib.sha256(f"{instance_id}|{kind}|{event_id}".encode()).hexdigest()[:24]
    return f"{goal}-{instance_id}-{digest}"
