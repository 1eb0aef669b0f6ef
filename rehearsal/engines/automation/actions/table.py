"""Which action is performed by what."""

from __future__ import annotations

from collections.abc import Mapping

from rehearsal.engines.automation.actions.api_calls import ApiCalls
from rehearsal.engines.automation.actions.child_automation import ChildAutomation
from rehearsal.engines.automation.actions.context import Surroundings
from rehearsal.engines.automation.actions.instances import Instances
from rehearsal.engines.automation.actions.people import People
from rehearsal.engines.automation.actions.run_command import RunCommand
from rehearsal.engines.automation.actions.script import Script
from rehearsal.engines.automation.actions.state_machine import StateMachine
from rehearsal.engines.automation.execution import Act
from rehearsal.engines.automation.flow import FLOW


def actions_in(around: Surroundings) -> Mapping[str, Act]:
    """All actions, bound to an account."""
    api, instances, people = ApiCalls(around), Instances(around), People(around)
    return {
        **FLOW,
        "aws:approve": people.approve,
        "aws:assertAwsResourceProperty": api.check,
        "aws:changeInstanceState": instances.change_state,
        "aws:createTags": instances.create_tags,
        "aws:executeAutomation": ChildAutomation(around).run,
        "aws:executeAwsApi": api.execute,
        "aws:executeScript": Script(around).run,
        "aws:executeStateMachine": StateMachine(around).run,
        "aws:pause": people.pause,
        "aws:runCommand": RunCommand(around).run,
        "aws:waitForAwsResourceProperty": api.wait,
    }
