"""What Systems Manager shows of people's documents, however they end, for docs/screens.md:
`python -m rehearsal.report.screens` (minutes); a test holds part of the page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from rehearsal.aws.cloudformation.synthesis import ROOT, templates
from rehearsal.aws.ssm.automation_shapes import AutomationExecution, failure_message, metadata_shape
from rehearsal.aws.ssm.document_parameters import Parameter
from rehearsal.aws.ssm.documents import DocumentVersion
from rehearsal.report import failed_documents
from rehearsal.report.answers import NOT_RUN, ended
from rehearsal.report.timeline import clock_text
from rehearsal.scenarios.story import Expectation, Step, StepKind, Story, load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story

PAGE: Path = ROOT / "docs" / "screens.md"
COLUMNS = 118
LONGEST = 4500
"""Characters of an output on the page: what CacheWarden-RecordHostFacts saw stands behind what it did not try."""
PROGRESS = "Progress"
"""Output of a loop's step in which each round says how far the work is."""
DONE = (
    "preflight", "stop-by-document", "start-by-document", "cycle", "by-documents", "opt-in-by-document", "uninstalled",
    "opt-out-by-document", "estimate", "grant-rights", "validate-groups", "break-glass", "built-by-hand",
    "drained-by-hand", "resize", "snapshot", "group-built", "stop-cluster", "stand-alone", "rebuild-by-consent",
    "asynchronous-by-consent", "boot-without-pool", "lost-node", "rebuild-by-document", "stop-and-start-three-nodes",
    "asynchronous-approved", "boot-without-pool-resumed", "cycle-approved", "outage-approved", "rebuild-resumed",
    "stop-approved", "forget-replica-approved", "storage-built", "rebuilt-by-hand", "replica-removed", "facts-recorded",
    "fewer-copies", "fewer-copies-approved",
)  # fmt: skip
"""Stories in which people start documents and these succeed, where nothing goes wrong meanwhile."""
SHOWN_AFTER_OTHERS = "CacheWarden-OptIn"
"""It would opt in the node on which the others are refused."""
SAMPLES: Mapping[str, str] = {
    "AvailabilityGroups": "{groups}",
    "Databases": "{databases}",
    "Modes": "{automatic modes}",
    "PrimaryInstanceId": "SALES1",
    "SecondaryInstanceId": "SALES1",
    "GroupName": "erp",
    "GroupDatabases": "erp1",
    "Act": "StopSqlServer",
    "AcceptedRisk": "another operation may be running",
    "Emergency": "nothing else answers",
    "InstanceType": "r5d.8xlarge",
    "DataVolumes": "{data volumes of TRIAL}",
    "SwapVolume": "{Swap volume of TRIAL}",
}
"""What is given for parameters without a default."""


def done() -> dict[str, AutomationExecution]:
    """Each document's first run that succeeded, by its name."""
    return done_in(DONE)


def done_in(stories: Iterable[str]) -> dict[str, AutomationExecution]:
    """The same, in these stories alone, played without their faults."""
    found: dict[str, AutomationExecution] = {}
    for name in stories:
        for execution in ended(_played(replace(load_story(name), faults=()))):
            if execution.status.value == "Success":
                found.setdefault(execution.document.name, execution)
    return found


def refused(documents: Mapping[str, Iterable[str]]) -> dict[str, AutomationExecution]:
    """Each document's run on a node that isn't opted in; `documents`: name -> parameters that must be given."""
    last = sorted(documents, key=lambda name: (name == SHOWN_AFTER_OTHERS, name))
    steps = tuple(
        Step(
            kind=StepKind.AUTOMATION,
            node="SALES2",
            document=name,
            parameters={given: SAMPLES[given] for given in documents[name]},
        )
        for name in last
    )
    story = replace(
        load_story("preflight"),
        name="refused",
        steps=steps,
        not_opted_in=("SALES1", "SALES2"),
        expect=Expectation(outcome="none", goal=None),
    )
    return {each.document.name: each for each in ended(_played(story)) if each.status.value != "Success"}


def peoples_documents() -> dict[str, DocumentVersion]:
    """What people may start in the rehearsed deployment, by name."""
    run = _played(load_story("estimate"))
    return {
        name: document.versions[-1]
        for name, document in sorted(run.cluster.account.documents.by_name.items())
        if document.versions[-1].kind == "Automation"
    }


def given_to(documents: Mapping[str, DocumentVersion]) -> dict[str, dict[str, str]]:
    """What is given for parameters that have no default, besides the node."""
    return {
        name: {each: SAMPLES[each] for each, given in document.parameters.items() if _is_needed(each, given)}
        for name, document in documents.items()
    }


def screen(execution: AutomationExecution) -> str:
    """Status, steps, what rounds said, the first step's failure where it isn't the run's, why that failed, outputs."""
    shape = metadata_shape(execution)
    took_s = (shape["ExecutionEndTime"] - shape["ExecutionStartTime"]).total_seconds()
    lines = [f"Status     {shape['AutomationExecutionStatus']}, after {clock_text(took_s)}"]
    steps = ", ".join(f"{each.step.name} {each.status.value}" for each in execution.run.records if each.parent is None)
    lines += _wrapped("Steps", steps)
    for each in execution.run.records:
        if each.parent is not None and PROGRESS in each.outputs:
            lines += _wrapped("Round", f"{each.step.name}.{PROGRESS}: {each.outputs[PROGRESS]}")
    first = next((each for each in execution.run.records if each.failure is not None), None)
    if first is not None and first is not execution.run.failed:
        lines += _wrapped("Step", f"{first.step.name}: {failure_message(first)}")
    if "FailureMessage" in shape:
        lines += _wrapped("Failure", shape["FailureMessage"])
    for name, values in shape["Outputs"].items():
        value = " ".join(" ".join(values).split())
        if value and value != NOT_RUN:
            lines += _wrapped("Output", f"{name}: {value if len(value) <= LONGEST else f'{value[:LONGEST]} …'}")
    return "\n".join(lines)


def page() -> str:
    """The whole page."""
    documents = peoples_documents()
    given = given_to(documents)
    succeeded, failed = done(), refused(given)
    cancelled = failed_documents.cancelled(documents, given)
    timed_out = failed_documents.timed_out(documents, given)
    wrong = failed_documents.wrong_parameter(documents, given)
    without = failed_documents.without_right(documents, given)
    return HEAD + "\n".join(
        section(
            name,
            {
                "Done": _screen_of(succeeded.get(name)),
                "Refused": _screen_of(failed.get(name)),
                "Cancelled": cancelled_screen(*cancelled[name]) if name in cancelled else None,
                "Timed out": _screen_of(timed_out.get(name)),
                "Wrong parameter": "\n".join(_wrapped("Answer", wrong[name])),
                "No right": "\n".join(_wrapped("Answer", without[name])),
            },
        )
        for name in documents
    )


def cancelled_screen(execution: AutomationExecution, subjects: Iterable[str]) -> str:
    """As any screen, with the messages that people got besides."""
    messages = [line for subject in subjects for line in _wrapped("Message", subject)]
    return "\n".join([screen(execution), *messages])


def section(name: str, shown: Mapping[str, str | None]) -> str:
    """One document with its screens."""
    parts = [f"## {name}\n"]
    parts += [f"{title}:\n\n```text\n{text}\n```\n" for title, text in shown.items() if text is not None]
    return "\n".join(parts)


HEAD = """# What people's documents show

Written by `python -m rehearsal.report.screens` from rehearsed runs. Of each Automation document, what Systems Manager
says of a run that was

- *done*: the first one of a story of this tree, played without its faults;
- *refused*, because the node isn't opted in;
- *cancelled*, seconds after it was begun (`CacheWarden-StopInstance` while the cache moved), with the subjects of the
  messages that told people of it. One that is cancelled between two of its steps has no outputs: Systems Manager runs
  nothing more then; the message about a document with a lease reports its end;
- *timed out*: the node's agent never took the command, no approver answered within the hour, or the workflow hadn't
  ended when the 12 hours were over that the document waits. The workflow then goes on to its end, and its message says
  how it ended. Where later steps say what the step that timed out left, the run is called Failed;

and what it answers to a person who gives a node's name in the place of its instance's id (*wrong parameter*), and to
one who has the policy `CacheWardenViewer` alone (*no right*): no run begins then. Times and ids are the rehearsal's.
Outputs of steps that weren't run are left out, long ones are cut. A *Round* is what a loop's round says while it runs.

"""


def _screen_of(execution: AutomationExecution | None) -> str | None:
    return None if execution is None else screen(execution)


def _played(story: Story) -> Run:
    return run_story(story, seed=1, templates=templates(), progress=SilentProgress())


def _is_needed(name: str, given: Parameter) -> bool:
    return given.default is None and name != "InstanceId"


def _wrapped(title: str, text: str) -> list[str]:
    return textwrap.wrap(
        " ".join(text.split()), COLUMNS, initial_indent=f"{title:<11}", subsequent_indent=" " * 11,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
