"""The content of an Automation document: its template, filled with what its act says."""

from collections.abc import Iterator, Mapping, Sequence
from inspect import getsource
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

from cachewarden.codes import CATALOGUE, Code
from cachewarden.operation import document_hash
from cachewarden.operation.act_documents import ANSWERING, CONFIRMING, TAKING
from cachewarden.operation.consent import TERMS
from cachewarden.operation.host_commands import BREAK_GLASS_PREFIX
from infra.documents.acts import NODE, AutomationAct, HostCommand
from infra.documents.audience import Audience
from infra.documents.document_error import DocumentError
from infra.documents.names import deployed_name, function_name, pascal
from infra.documents.parameters import LEASE_PARAMETERS, ROLES_FROM, Parameters, with_choices
from infra.documents.templates import filled, load

DELIVERY_SECONDS = 180
"""How much longer than its command a step waits: 120 s for the delivery, and a minute to see the end."""


COMMAND_STEPS = frozenset({"%%RENEW_STEP%%", "%%STEP%%", "%%VERDICT_STEP%%", "%%JUDGE_STEP%%"})
"""Of a template: once for each command of the act."""
WATCH_STEPS = frozenset({"HasItBegun", "WatchWork", "SeeOutcome"})
"""Of a template: only where the node's worker goes on after the command."""
VOLUME_STEPS = frozenset({"FindVolumes", "AreVolumesFound"})
"""Of a template: only where the roles of volumes may come from their tags."""
SNAPSHOT_STEPS = frozenset({"TakeSnapshots", "AreSnapshotsTaken"})
"""Of a template: only where the act begins with snapshots."""
ZONE_STEPS = frozenset({"SeeZones", "CompareZones"})
"""Of a template: only where whether the nodes share an Availability Zone is told."""
ZONE_OUTPUTS = ("CompareZones.Warning",)
SNAPSHOT_OUTPUTS = ("TakeSnapshots.Snapshots",)
FIND_VOLUMES, TAKE_SNAPSHOTS = "FindVolumes", "TakeSnapshots"
FOUND_VOLUMES = frozenset({"DataVolumes", "SwapVolume"})
"""What it passes on to the command."""
WORKFLOW_ONLY = frozenset({"Consent", "SentBy"})
"""What only the workflow gives: a consent names the token of its operation, which people don't know before; and that it
is the workflow's command."""
OPTED_IN_ANYWAY = "The node has its tag cachewarden:managed=true now. "
"""What a document that opts a node in says before why the preflight failed."""
CONFIRMS_FIRST = "ConfirmTag"
"""The opt-in's first step after the workflow's."""
STEPS = {
    "READING": ANSWERING,
    "NOT_REACHED": "SayWhyNot",
    "OTHER_NOT_REACHED": "SayWhyTheOtherDidNot",
}
"""Steps of the workflow's template: the one that reads how the operation ended, and those after one that failed."""
STEPS_OF_OPT_IN = {
    "READING": "ReadPreflight",
    "NOT_REACHED": "SayPreflight",
    "OTHER_NOT_REACHED": "SayJoinedPreflight",
}
"""The same where the preflight's end isn't the document's: this is said once tag and protection were seen."""
WITHOUT_CONSENT = (
    "The node is stopped safely (goal Cycled: and started again), also while a Change Calendar is closed; nothing is "
    "done that needs a consent."
)
"""What an approver approves who is asked for no consent."""
PROMISED, TRIED = "what the commands promise is seen to be so", "everything was tried and seen"
"""Where a document without a lease succeeds: one for managed nodes, one for disposable ones."""
STATES_AFTER: Mapping[str, tuple[str, ...]] = {
    "Stopped": ("stopped",),
    "Cycled": ("running",),
    "Resized": ("running",),
    "Snapshotted": ("running",),
    "FailedOver": ("running",),
    "InService": ("running",),
    "Preflight": ("running", "stopped"),
    "ClusterStopped": ("stopped",),
    "ClusterInService": ("running",),
}
"""The states in which the instance may be once a goal is reached."""


def automation_content(
    act: AutomationAct,
    templates: Path,
    parameters: Parameters,
    substitutions: Mapping[str, object],
    command_hashes: Mapping[str, str],
) -> dict[str, Any]:
    """People's document as an object; a substitution that is a function gets the document's deployed name.

    `command_hashes`: stem of each Command document -> `document_hash` of its content.

    Raises `DocumentError` for a goal whose end EC2 doesn't show.
    """
    if act.goal is not None:
        if act.goal not in STATES_AFTER:
            raise DocumentError(
                f"automation/{act.stem}.yaml: goal is {act.goal!r}, expected one of {', '.join(STATES_AFTER)}"
            )
        values: dict[str, object] = {
            "DESCRIPTION": act.description,
            "GOAL": act.goal,
            **_of_catalogue("BROKE_OFF", Code.WORKFLOW_FAILED),
            "STATES": list(STATES_AFTER[act.goal]),
            "LEAD": OPTED_IN_ANYWAY if act.opts_in else "",
            **(STEPS_OF_OPT_IN if act.opts_in else STEPS),
            "OWN_PARAMETERS": list(act.inputs),
            "OWN_INPUT": "".join(f',"{name[0].lower()}{name[1:]}":"{{{{ {name} }}}}"' for name in act.inputs),
        }
        content = filled(load(templates / "workflow.yaml"), values)
        if act.asks:
            wanted = {
                **values,
                "ASKED_FOR": "an approval",
                "ACCEPTS": WITHOUT_CONSENT,
                **_of_catalogue("NOT_APPROVED", Code.APPROVAL_NOT_GIVEN),
            }
            if act.consent is not None:
                wanted |= {"ASKED_FOR": f"the consent '{act.consent.value}'", "ACCEPTS": TERMS[act.consent].accepts}
            asking = filled(load(templates / "approval.yaml"), wanted)
            content["outputs"] += asking["outputs"]
            content["mainSteps"] = [*asking["before"], *content["mainSteps"], *asking["after"]]
        if act.opts_in:
            said = _of_catalogue("BROKE_OFF", Code.DOCUMENT_BROKE_OFF) | _of_catalogue("NOT_SEEN", Code.OPT_IN_NOT_SEEN)
            own = filled(load(templates / "opt_in.yaml"), said)
            content["outputs"] += own["outputs"]
            content["mainSteps"] = _opting_in(content["mainSteps"], own)
    elif act.function is not None and act.no_answer is not None:
        asked: dict[str, object] = {
            "DESCRIPTION": act.description,
            "FUNCTION": function_name(act.function),
            **_of_catalogue("NO_ANSWER", act.no_answer),
        }
        content = filled(load(templates / "question.yaml"), asked)
    elif act.without_lease:
        content = _break_glass(act, load(templates / "break_glass.yaml"), command_hashes)
        substitutions = {**substitutions, "ACTS": "|".join(pascal(each.stem) for each in act.without_lease)}
    elif act.opts_out:
        content = _on_hosts(act, load(templates / "opt_out.yaml"))
    elif act.disposable:
        content = _on_hosts(
            act,
            load(templates / "disposable.yaml"),
            confirming=_confirming(templates),
            ending=_ending(templates, TRIED),
        )
    elif act.leased:
        lease_step = TAKE_SNAPSHOTS if act.snapshots else TAKING
        content = _on_hosts(act, load(templates / "operator.yaml"), lease_step=lease_step)
    else:
        content = _on_hosts(
            act,
            load(templates / "automation.yaml"),
            confirming=_confirming(templates),
            ending=_ending(templates, PROMISED),
        )
    content["parameters"] = parameters.of_automation(content["parameters"], disposable=act.disposable)
    return _completed(content, deployed_name("Automation", act.stem), act.audience, substitutions)


def _opting_in(workflow: list[dict[str, Any]], own: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tag first, then the workflow, then the look at what was promised.

    The document's answer is its last step, so a step before it that fails or is cancelled leads to one that says so.
    """
    *steps, last = workflow
    following = {key: value for key, value in last.items() if key != "isEnd"} | {"nextStep": CONFIRMS_FIRST}
    inside = [_leading_to("SayBrokenOff", step) if step["name"] == "AwaitJoined" else step for step in steps]
    return [*own["before"], *inside, _leading_to("SayNotConfirmed", following), *own["after"]]


def _leading_to(target: str, step: Mapping[str, Any]) -> dict[str, Any]:
    """The step, with its failure and its cancellation leading to `target`; the keys stay in their order."""
    ways = {"onFailure": f"step:{target}", "onCancel": f"step:{target}", "isCritical": True}
    ahead = dict(takewhile(lambda each: each[0] != "onFailure", step.items()))
    return {**ahead, **ways, **{key: value for key, value in step.items() if key not in ahead and key not in ways}}


def _break_glass(act: AutomationAct, template: dict[str, Any], command_hashes: Mapping[str, str]) -> dict[str, Any]:
    longest_s = max(each.timeout_seconds for each in act.without_lease)
    values = {
        **_of_catalogue("BROKE_OFF", Code.DOCUMENT_BROKE_OFF),
        "DESCRIPTION": act.description,
        "OWN_COMMAND": BREAK_GLASS_PREFIX,
        "TIMEOUT_SECONDS": longest_s + DELIVERY_SECONDS,
        "DEPLOYED_HASHES": {pascal(each.stem): command_hashes[each.stem] for each in act.without_lease},
        # The functions' own module: document and functions must mean the same by a content.
        "DOCUMENT_HASH": getsource(document_hash),
    }
    return dict(filled(template, values))


def _of_catalogue(placeholder: str, code: Code) -> dict[str, object]:
    """The code under this placeholder, its sentence, what it says of data and its remedy under placeholders like it."""
    entry = CATALOGUE[code]
    return {
        placeholder: code.value,
        f"{placeholder}_WHY": entry.sentence,
        f"{placeholder}_DATA": entry.data,
        f"{placeholder}_NEXT": entry.remedy,
    }


def _completed(
    content: dict[str, Any],
    name: str,
    audience: Audience,
    substitutions: Mapping[str, object],
) -> dict[str, Any]:
    given = {key: value(name, audience) if callable(value) else value for key, value in substitutions.items()}
    done = dict(filled(content, given))
    return {**done, "parameters": {name: with_choices(each) for name, each in done["parameters"].items()}}


def _ending(templates: Path, promise: str) -> list[Any]:
    """The last steps of a document that needs no lease."""
    return list(filled(load(templates / "outcome.yaml")["mainSteps"], {"PROMISE": promise}))


def _confirming(templates: Path) -> list[Any]:
    """The steps of a document that needs no lease right before its first command."""
    return list(load(templates / "confirm_commands.yaml")["mainSteps"])


def _on_hosts(
    act: AutomationAct,
    template: dict[str, Any],
    *,
    lease_step: str | None = None,
    confirming: Sequence[Any] = (),
    ending: Sequence[Any] = (),
) -> dict[str, Any]:
    """`lease_step`: the step that gives the lease's parameters, where a command needs them; `confirming`: steps before
    the first command; `ending`: steps after the template's own."""
    nodes = [NODE, *(command.node for command in act.commands)]
    own = [
        name
        for command in act.commands
        for name in command.parameters
        if name not in WORKFLOW_ONLY and name not in command.given
    ]
    outputs = [
        output
        for command in act.commands
        if command.verdict is not None
        for output in (f"{command.step}.CommandId", f"{command.verdict.step}.Verdict")
    ]
    first = FIND_VOLUMES if act.volumes_by_tag else TAKE_SNAPSHOTS if act.snapshots else act.commands[0].step
    values = {
        "DESCRIPTION": act.description,
        "NODES": list(dict.fromkeys(nodes)),
        "NODE_IDS": [f"{{{{ {node} }}}}" for node in dict.fromkeys(nodes)],
        "OWN_PARAMETERS": [*([ROLES_FROM] if act.volumes_by_tag else []), *dict.fromkeys(own)],
        "FURTHER_OUTPUTS": [
            *outputs,
            *(ZONE_OUTPUTS if act.zones else ()),
            *(SNAPSHOT_OUTPUTS if act.snapshots else ()),
        ],
        "FIRST_STEP": first,
        "HASH_OUTPUTS": [
            {"Name": _hash_output(stem), "Selector": f"$.Payload.hashes.{pascal(stem)}", "Type": "String"}
            for stem in dict.fromkeys(command.run.stem for command in act.commands)
        ],
    }
    steps = [*_steps(act, template["mainSteps"], lease_step, confirming), *ending]
    head = filled({key: value for key, value in template.items() if key != "mainSteps"}, values)
    chained = [filled(step, {**values, "NEXT_STEP": following["name"]}) for step, following in pairwise(steps)]
    return {**head, "mainSteps": [*chained, steps[-1]]}


def _steps(
    act: AutomationAct, templates: Sequence[Mapping[str, Any]], lease_step: str | None, confirming: Sequence[Any]
) -> Iterator[Any]:
    """The template's steps in order: those of a command once for each, those of the watch only where one is needed."""
    of_command = {name: step for step in templates if (name := step["name"]) in COMMAND_STEPS}
    begun = False
    for step in templates:
        if step["name"] in WATCH_STEPS and not act.watch:
            continue
        if step["name"] in VOLUME_STEPS and not act.volumes_by_tag:
            continue
        if step["name"] in SNAPSHOT_STEPS and not act.snapshots:
            continue
        if step["name"] in ZONE_STEPS and not act.zones:
            continue
        if step["name"] not in COMMAND_STEPS:
            yield step
        elif not begun:
            begun = True
            yield from confirming
            yield from _commands(act, of_command, lease_step)


def _commands(act: AutomationAct, templates: Mapping[str, Any], lease_step: str | None) -> Iterator[Any]:
    for number, command in enumerate(act.commands):
        lease_from = lease_step
        if number and lease_step is not None and command.run.lease:
            # The first command may have taken longer than the lease's parameters are good for.
            lease_from = f"Renew{command.step}"
            yield filled(templates["%%RENEW_STEP%%"], {"RENEW_STEP": lease_from})
        confirming = TAKING if act.leased or act.opts_out else CONFIRMING
        values = {
            "STEP": command.step,
            "DESCRIPTION": command.description,
            "TIMEOUT_SECONDS": command.run.timeout_seconds + DELIVERY_SECONDS,
            "ON_FAILURE": command.on_failure,
            "COMMAND_DOCUMENT": deployed_name("Command", command.run.stem),
            "COMMAND_HASH": f"{{{{ {confirming}.{_hash_output(command.run.stem)} }}}}",
            "NODE": command.node,
            "PASSED_ON": _passed_on(command, lease_from, volumes_by_tag=act.volumes_by_tag),
        }
        yield filled(templates["%%STEP%%"], values)
        if command.verdict is not None:
            values |= {"VERDICT_STEP": command.verdict.step, "VERDICT_DESCRIPTION": command.verdict.description}
            yield filled(templates["%%VERDICT_STEP%%"], values)
            if command.verdict.judge is not None:
                yield filled(templates["%%JUDGE_STEP%%"], values | {"JUDGE_STEP": command.verdict.judge})


def _hash_output(stem: str) -> str:
    """Of the step that learns Systems Manager's hash of the command's deployed version [run-command#document-hash]."""
    return f"{pascal(stem)}Hash"


def _passed_on(command: HostCommand, lease_from: str | None, *, volumes_by_tag: bool) -> dict[str, str]:
    lease = {name: f"{{{{ {lease_from}.{name} }}}}" for name in (LEASE_PARAMETERS if command.run.lease else ())}
    found = {name: f"{FIND_VOLUMES}.{name}" for name in FOUND_VOLUMES} if volumes_by_tag else {}
    own = [name for name in command.parameters if name not in WORKFLOW_ONLY]
    asked = {name: f"{{{{ {found.get(name, name)} }}}}" for name in own}
    return lease | asked | dict(command.given)
