"""The deployed account with instances of every kind, to which events are handed one at a time.

Rules, functions, roles and IAM are those of the synthesized templates. Only Step Functions' StartExecution is answered
here, and written down: an execution would take minutes, and what it may do is the subject of the rehearsals.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from rehearsal.aws.api.errors import ApiError
from rehearsal.engines.eventbridge.event_fields import EventFields
from rehearsal.world.context import ACCOUNT_ID, PARTITION
from rehearsal.world.ec2.instance_types import R5D_4XLARGE
from rehearsal.world.ec2.instances import Instance, InstanceState
from tests.attacks.attacked_cluster import Attacked, attacked
from tests.fuzz.events.roster import ROSTER, Known

INGEST = "cachewarden-ingest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """What became of one event. `matched`: a deployed rule sends it to ingest. `failed`: an undeclared error."""

    matched: bool
    requests: tuple[Mapping[str, Any], ...] = ()
    started: tuple[Mapping[str, Any], ...] = ()
    """What StartExecution was called with, its input read."""
    published: tuple[Mapping[str, Any], ...] = ()
    calls: frozenset[str] = frozenset()
    malformed: bool = False
    failed: str | None = None


@dataclass(slots=True)
class FuzzedAccount:
    """Hands events over, and says what ingest did."""

    attacked: Attacked
    instances: dict[str, Instance]
    known: dict[str, Known]
    """What the oracle knows of each instance, by id."""
    _started: list[Mapping[str, Any]] = field(default_factory=list)
    _names: dict[str, str] = field(default_factory=dict)

    @property
    def own_roles(self) -> frozenset[str]:
        """Of the two functions that may stop an instance."""
        functions = self.attacked.cluster.account.functions
        names = ("cachewarden-operate-instance", "cachewarden-pool-volumes")
        return frozenset(f"arn:{PARTITION}:iam::{ACCOUNT_ID}:role/{functions.find(name).role}" for name in names)

    @property
    def now(self) -> Any:
        """Virtual time."""
        return self.attacked.cluster.world.clock.now()

    def hand(self, event: Mapping[str, Any]) -> Handed:
        """Through the deployed patterns, as EventBridge compares them, to ingest."""
        account = self.attacked.cluster.account
        try:
            fields = EventFields(dict(event))
        except (KeyError, TypeError, ValueError):
            return Handed(matched=False)  # EventBridge takes no such event
        for rule in account.bus.rules.values():
            if rule.pattern is None or not rule.pattern.matches(fields):
                continue
            for target in rule.targets:
                if ":sqs:" in target.arn:
                    return self._invoke({"Records": [{"messageId": "m", "body": json.dumps(event)}]}, batch=True)
                if target.arn.endswith(f":{INGEST}"):
                    return self._invoke(event, batch=False)
        return Handed(matched=False)

    def _invoke(self, event: Any, *, batch: bool) -> Handed:
        account, clock = self.attacked.cluster.account, self.attacked.cluster.world.clock
        function = account.functions.find(INGEST)
        log = account.functions.logs[function.log_group].lines
        log.clear()
        self._started.clear()
        account.published.clear()
        account.gateway.counts.clear()
        actor = clock.spawn("fuzzed event", account.functions.invoke, function, event)
        clock.run_until(lambda: not actor.alive)
        outcome = actor.join()
        payload = outcome.payload or {}
        malformed = outcome.error is not None and outcome.error["errorType"] == "MalformedEventError"
        failed = None
        if outcome.error is not None and not malformed:
            failed = f"{outcome.error['errorType']}: {outcome.error['errorMessage']}"
        if batch and payload.get("batchItemFailures"):
            malformed = any("hasn't its shape" in line for line in log)
            failed = None if malformed else "the batch's message failed"
        if any("couldn't be handled" in line for line in log):
            failed = next(line for line in log if "couldn't be handled" in line)[:2_000]
        return Handed(
            matched=True,
            requests=tuple(payload.get("requests", ())),
            started=tuple(self._started),
            published=tuple(account.published),
            calls=frozenset(account.gateway.counts),
            malformed=malformed,
            failed=failed,
        )

    def start_execution(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """As Step Functions answers it: the same name and input again is the same execution, another input a refusal.

        [step-functions#idempotent-start]
        """
        name, given = parameters["name"], parameters["input"]
        if self._names.setdefault(name, given) != given:
            raise ApiError("ExecutionAlreadyExists", f"Execution Already Exists: '{name}'")
        self._started.append({**parameters, "input": json.loads(given)})
        arn = parameters["stateMachineArn"].replace(":stateMachine:", ":execution:")
        return {"executionArn": f"{arn}:{name}", "startDate": self.now}


@contextmanager
def fuzzed_account(templates: Mapping[str, Mapping[str, Any]], *, seed: int) -> Iterator[FuzzedAccount]:
    """The account with the instances of the roster."""
    with attacked(templates, seed=seed) as scene:
        world, account = scene.cluster.world, scene.cluster.account
        instances: dict[str, Instance] = {}
        known: dict[str, Known] = {}
        for number, entry in enumerate(ROSTER):
            instance = Instance(
                world,
                instance_id=world.hex_id("i-"),
                kind=R5D_4XLARGE,
                zone="eu-west-1a",
                private_ip=f"10.1.0.{number + 1}",
                profile_role="none",
                tags={"Name": entry.name, **entry.tags},
            )
            instance.run_from_the_start()
            instance.stop_protected = entry.protected
            if not entry.running:
                instance.state = InstanceState.STOPPED
            instances[entry.name], known[instance.id] = instance, entry
        fuzzed = FuzzedAccount(scene, instances, known)
        account.gateway.register("stepfunctions", {"StartExecution": fuzzed.start_execution})
        # Events are handed over here, one at a time; the bus would begin sweeps beside them.
        with patch.object(account.bus, "_start"):
            yield fuzzed
