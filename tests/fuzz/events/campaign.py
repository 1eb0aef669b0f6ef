"""Thousands of events through the deployed rules and ingest: no wrong act, no error that isn't declared."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tests.fuzz.events.drawn import event as drawn_event
from tests.fuzz.events.oracle import allowed, wrong_inputs
from tests.fuzz.events.scene import FuzzedAccount, Handed, fuzzed_account
from tests.fuzz.summary import Finding, Summary

CALLS = frozenset(
    {
        "stepfunctions:StartExecution", "events:PutEvents", "sns:Publish",
        "dynamodb:PutItem", "dynamodb:GetItem", "dynamodb:Scan",
        "ec2:DescribeInstances", "ec2:DescribeInstanceAttribute", "ssm:GetParameter",
    }
)  # fmt: skip
"""All that ingest may call; of these, the first three change something, and PutItem only what people were told."""


def run(templates: Mapping[str, Mapping[str, Any]], *, seed: int, count: int, tell: Callable[[int], None]) -> Summary:
    """`tell` is called with the number of events that are done."""
    summary = Summary(name="events", seed=seed)
    with fuzzed_account(templates, seed=seed) as account:
        ids = list(account.known)
        # Most events are about instances that are opted in: the others lead nowhere soon.
        ids += [each for each, known in account.known.items() if known.opted_in] * 2
        for number in range(count):
            draw = random.Random(f"events/{seed}/{number}")
            event = drawn_event(draw, ids, account.now, own_role=draw.choice(sorted(account.own_roles)))
            try:
                handed = account.hand(event)
            except Exception as error:  # the model broke down, or the handler left it by an error of Python's own
                handed = Handed(matched=True, failed=f"{type(error).__name__}: {error}")
            judge(summary, f"{number}", event, handed, account)
            tell(number + 1)
    return summary


def judge(summary: Summary, number: str, event: Mapping[str, Any], handed: Handed, account: FuzzedAccount) -> None:
    """Counts what became of the event, and finds what was wrong about it."""
    seen = summary.seen
    seen["events"] += 1
    seen["matched by a rule"] += handed.matched
    seen["refused as malformed"] += handed.malformed
    decided = Counter(request["kind"] for request in handed.requests)
    reached = sum(number for kind, number in decided.items() if kind != "UnhandledEvent")
    seen["reached a request"] += reached > 0
    for kind, times in decided.items():
        seen[kind] += times
    seen["executions"] += len(handed.started)
    seen["messages"] += len(handed.published)

    def found(what: str, why: str) -> None:
        summary.findings.append(Finding(what=what, why=why, where=number, given=json.dumps(event)))

    if handed.failed is not None:
        found("undeclared error", handed.failed)
    may = allowed(event, account.known, account.now, own_roles=account.own_roles)
    done = {(each["input"]["instanceId"], each["input"]["goal"]) for each in handed.started}
    for instance, goal in sorted(done - may.may):
        found("wrong act", f"{goal} of {account.known[instance].name if instance in account.known else instance}")
    requested = {
        (name.split("-", 1)[1].rsplit("-", 1)[0], request["goal"])
        for request in handed.requests
        if request["kind"] == "StartExecution" and (name := request["name"])
    }
    if handed.matched and not handed.malformed and handed.failed is None:
        for instance, goal in sorted(may.must - requested):
            found("left undone", f"{goal} of {account.known[instance].name}")
    for each in handed.started:
        for why in wrong_inputs(each, account.now):
            found("wrong act", why)
    for call in sorted(handed.calls - CALLS):
        found("wrong act", f"ingest called {call}")
