"""Action by name: the function that performs it."""

from __future__ import annotations

from collections.abc import Mapping

from rehearsal.engines.automation.actions.api_calls import ApiCalls
from rehearsal.engines.automation.actions.approvals import Approvals
from rehearsal.engines.automation.actions.child_automation import ChildAutomation
from rehearsal.engines.automation.actions.context import ActionContext
from rehearsal.engines.automation.actions.execute_script import Script
from rehearsal.engines.automation.actions.flow import FLOW
from rehearsal.engines.automation.actions.instances import Instances
from rehearsal.engines.automation.actions.lambda_function import LambdaFunction
from rehearsal.engines.automation.actions.run_command import RunCommand
from rehearsal.engines.automation.actions.state_machine import StateMachine
from rehearsal.engines.automation.run.execution import Act


def actions_in(context: ActionContext) -> Mapping[str, Act]:
    """All actions, bound to an account."""
    api, instances, approvals = ApiCalls(context), Instances(context), Approvals(context)
    return {
        **FLOW,
        "aws:approve": approvals.approve,
        "aws:assertAwsResourceProperty": api.check,
        "aws:changeInstanceState": instances.change_state,
        "aws:createTags": instances.create_tags,
        "aws:executeAutomation": ChildAutomation(context).run,
        "aws:executeAwsApi": api.execute,
        "aws:executeScript": Script(context).run,
        "aws:executeStateMachine": StateMachine(context).run,
        "aws:invokeLambdaFunction": LambdaFunction(context).run,
        "aws:pause": approvals.pause,
        "aws:runCommand": RunCommand(context).run,
        "aws:waitForAwsResourceProperty": api.wait,
    }
