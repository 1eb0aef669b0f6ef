"""The last thing that an operation does is to tell people; that this takes a second try changes nothing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime

from rehearsal.faults import fault_from_fields, fault_from_text
from rehearsal.scenarios.story import StepKind, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import run_story
from tests.attacks.attacked_cluster import attacked
from tests.repository import ROOT


def test_a_message_that_sns_does_not_take_in_time_is_sent_again(synthesized):
    hang = fault_from_fields({"point": "api.sns.Publish", "kind": "hang", "seconds": 70})
    story = replace(load_story("stop-request"), faults=(hang,))

    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)
    assert [message["subject"] for message in run.cluster.account.published] == [
        "CacheWarden: SALES1 (i-1c9102b60ab965945) is stopped, safely"
    ]


def test_a_node_that_is_lost_between_decision_and_message_is_told_as_of_before_and_then_corrected(synthesized):
    lost = fault_from_text("instance.power kill node=SALES2 delay=0.5 when=WriteState")
    story = replace(load_story("uninstalled"), faults=(lost,))

    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())

    assert run.outcome.safe, (run.outcome.unsafe_states, run.outcome.violations)
    (lost_at,) = (each.at for each in run.cluster.world.trace.of("instance-state") if each.text == "running → stopping")
    published = run.cluster.account.published
    (number,) = (n for n, each in enumerate(published) if each["subject"].endswith("is in service"))
    in_service, corrected = published[number : number + 2]
    assert "Is my data safe? Yes" in in_service["message"]
    told_at = re.search(r"^As of: (\S+Z);", in_service["message"], re.MULTILINE)
    assert told_at is not None and datetime.fromisoformat(told_at.group(1)) < lost_at
    assert corrected["subject"].startswith("ACTION REQUIRED: SALES2: The instance was stopped without a proof")


def test_a_stop_that_takes_long_is_told_with_what_the_other_node_said_after_it(synthesized):
    hang = fault_from_fields({"point": "host.shutdown", "kind": "hang", "node": "SALES1", "seconds": 240})
    story = replace(load_story("stop-request"), faults=(hang,))

    run = run_story(story, seed=1, templates=synthesized, progress=SilentProgress())

    assert run.outcome.as_expected, (run.outcome.mismatches, run.outcome.violations)
    told = run.cluster.account.published[-1]["message"]
    (stopped_at,) = (
        each.at for each in run.cluster.world.trace.of("instance-state") if each.text.endswith("→ stopped")
    )
    asked = [datetime.fromisoformat(at) for at in re.findall(r"the node itself at (\S+Z)$", told, re.MULTILINE)]
    assert len(asked) == 1 and asked[0] > stopped_at, "SALES2, which serves now"


def test_every_form_of_a_message_is_sent_and_its_fields_are_those_of_the_page(synthesized):
    """One of an operation's end, one of an event that only people can answer."""
    page = (ROOT / "docs" / "messages.md").read_text("utf-8")
    named = set(re.findall(r"`(\w+)`", page.split("| field | meaning |")[1].split("\n## ")[0]))
    sent = []
    with attacked(synthesized) as scene:
        scene.cluster.account.gateway.after("sns", "Publish", lambda who, asked, *answer: sent.append(asked))
        scene.cluster.instances["SALES2"].tags["cachewarden:on-stop"] = "notify"
        for node in ("SALES2", "SALES1"):
            scene.perform(StepKind.STOP, node)
            scene.settle()
    forms = [json.loads(asked["Message"]) for asked in sent if asked.get("MessageStructure") == "json"]
    assert len(forms) == len(sent) == 2
    facts = [json.loads(each["sqs"]) for each in forms]
    assert [each["node"].partition(" ")[0] for each in facts] == ["SALES2", "SALES1"]
    looks = facts[1]["seen"]
    assert set().union(*facts, *looks) == named - {"AutomationCacheWarden"}
    assert {each["instanceId"] for each in looks} == {each.id for each in scene.cluster.instances.values()}
    for each, asked, told in zip(forms, sent, facts, strict=True):
        assert (
            each["sms"].startswith(asked["Subject"]) and told["page"] in each["sms"] and told["next"] in each["default"]
        )


def test_a_refusal_after_protection_was_put_on_does_not_say_that_nothing_was_changed(synthesized):
    with attacked(synthesized, story="backup-running") as scene:
        scene.cluster.instances["SALES1"].stop_protected = False
        scene.perform(StepKind.AUTOMATION, "SALES1", document="CacheWarden-StopInstance")
        scene.run_until(lambda: bool(scene.outcomes))
        assert scene.outcomes == [("Stopped", "Refused")]
        assert {each.observed for each in scene.watch.violations if each.invariant == "messages-true"} == set()
        assert "Nothing was changed by this request but what is listed as done." in scene.messages[-1]
        assert "SetProtection" in scene.messages[-1] and scene.cluster.instances["SALES1"].stop_protected
