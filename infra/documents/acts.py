"""The act files: what a Command or Automation document has of its own, beside its template."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cachewarden.codes import Code
from cachewarden.operation.consent import Consent
from infra.documents.audience import Audience
from infra.documents.document_error import DocumentError
from infra.documents.sender import Sender
from infra.documents.templates import load

JUDGED_STEP = "RunOnHost"
"""The command whose verdict is the document's answer."""
NODE = "InstanceId"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAct:
    """A file of command/. `lease`: it takes the parameters of the lease; `parameters`: names of its own ones.

    `bundle_files`: the files of the host's bundle that it brings to a node; such a document can't load the bundle.
    `carries`: it runs on nodes without the bundle and carries the functions that it calls. `sent_by`: who sends it;
    its description says so.
    """

    stem: str
    description: str
    timeout_seconds: int
    lease: bool
    parameters: tuple[str, ...]
    bundle_files: tuple[str, ...]
    carries: bool
    sent_by: Sender


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A step that reads what the host answered to a command other than RunOnHost.

    `judge`: a step after it that ends the document with the host's sentence unless the command did what it should; its
    output (Partner without a lease, Copies with one) is what the host told for the commands on the other node.
    """

    step: str
    description: str
    judge: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCommand:
    """A command of an Automation document: which act of command/ it runs, on which node, with which parameters.

    `given`: values of parameters that whoever starts the document isn't asked for.
    """

    step: str
    run: CommandAct
    node: str
    parameters: tuple[str, ...]
    given: Mapping[str, str]
    description: str
    on_failure: str
    verdict: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomationAct:
    """A file of automation/: commands on hosts, a goal of the whole workflow, acts to choose from without a lease, or a
    function that answers about a node.

    `audience`: who may start people's document. `watch`: the node's worker goes on after the command; people's document
    follows it to its end. `volumes_by_tag`: people's document may take the roles of EBS volumes from their tags.
    `snapshots`: people's document takes snapshots of the node's EBS volumes first, and does nothing without them.
    `no_answer`: what people's document that asks a `function` says where it gets no answer.
    `zones`: whether its nodes share an Availability Zone is looked at first, and told.
    `consent`: the word for which people's document asks approvers before anything is done; `approval`: it asks them for
    none. `opts_in`: people's document sets the tag before the workflow begins. `opts_out`: it takes protection and tag
    off after its command. `inputs`: of a goal's document, parameters that the workflow gets under the same name.
    """

    stem: str
    description: str
    audience: Audience
    commands: tuple[HostCommand, ...]
    goal: str | None
    watch: bool
    volumes_by_tag: bool
    snapshots: bool
    zones: bool
    without_lease: tuple[CommandAct, ...]
    function: str | None
    no_answer: Code | None
    consent: Consent | None
    approval: bool
    opts_in: bool
    opts_out: bool
    inputs: tuple[str, ...]

    @property
    def disposable(self) -> bool:
        """Whether it is for nodes that CacheWarden doesn't manage, and that hold nothing of value."""
        return any(command.run.carries for command in self.commands)

    @property
    def asks(self) -> bool:
        """Whether it asks approvers."""
        return self.approval or self.consent is not None

    @property
    def leased(self) -> bool:
        """Whether a command of it needs the cluster's lease."""
        return any(command.run.lease for command in self.commands)


def read_commands(folder: Path) -> dict[str, CommandAct]:
    """The acts of command/ by stem. Raises `DocumentError` for a field that is unknown, missing or of a wrong kind."""
    return {path.stem: _command(path) for path in sorted(folder.glob("*.yaml"))}


def read_automations(folder: Path, commands: Mapping[str, CommandAct]) -> dict[str, AutomationAct]:
    """The acts of automation/ by stem. Raises `DocumentError` like `read_commands`, and for a name that isn't there."""
    return {path.stem: _automation(path, commands) for path in sorted(folder.glob("*.yaml"))}


def _command(path: Path) -> CommandAct:
    file = f"command/{path.name}"
    fields = _Fields(file, load(path))
    sent_by = fields.take("sentBy", str, Sender.DOCUMENTS.value)
    if sent_by not in set(Sender):
        raise DocumentError(f"{file}: sentBy is {sent_by!r}, expected one of {', '.join(Sender)}")
    act = CommandAct(
        stem=path.stem,
        description=fields.take("description", str),
        timeout_seconds=fields.take("timeoutSeconds", int),
        lease=fields.take("lease", bool, True),
        parameters=tuple(map(str, fields.take("parameters", list, []))),
        bundle_files=tuple(map(str, fields.take("bundleFiles", list, []))),
        carries=fields.take("carries", bool, False),
        sent_by=Sender(sent_by),
    )
    fields.refuse_others()
    return act


def _automation(path: Path, commands: Mapping[str, CommandAct]) -> AutomationAct:
    file = f"automation/{path.name}"
    fields = _Fields(file, load(path))
    goal = fields.take("goal", str, "") or None
    steps = tuple(_host_command(file, path.stem, each, commands) for each in fields.take("commands", list, []))
    consent, approval = fields.take("consent", str, ""), fields.take("approval", bool, False)
    watch = fields.take("watch", bool, False)
    volumes_by_tag = fields.take("volumesByTag", bool, False)
    snapshots = fields.take("snapshots", bool, False)
    zones = fields.take("zones", bool, False)
    of_same_name = commands.get(path.stem)
    description = fields.take("description", str, of_same_name.description if of_same_name is not None else None)
    chosen = fields.take("withoutLease", list, [])
    function, no_answer = fields.take("function", str, "") or None, fields.take("noAnswer", str, "") or None
    opts_in, opts_out = fields.take("optsIn", bool, False), fields.take("optsOut", bool, False)
    inputs = tuple(map(str, fields.take("inputs", list, [])))
    started_by = fields.take("startedBy", str)
    fields.refuse_others()
    if started_by not in set(Audience):
        raise DocumentError(f"{file}: startedBy is {started_by!r}, expected one of {', '.join(Audience)}")
    if sum(map(bool, (goal, steps, chosen, function))) != 1:
        raise DocumentError(f"{file} needs exactly one of commands, goal, withoutLease and function")
    if consent and (consent not in set(Consent) or goal is None):
        raise DocumentError(f"{file}: consent is {consent!r}, expected a word of a consent, beside a goal")
    if approval and (consent or goal is None):
        raise DocumentError(f"{file}: approval is for a document with a goal that asks for no consent")
    if no_answer not in (set(Code) if function is not None else {None}):
        told = "expected a code of the catalogue, beside a function only"
        raise DocumentError(f"{file}: noAnswer is {no_answer!r}, {told}")
    if opts_in and goal is None:
        raise DocumentError(f"{file}: optsIn is only for a document with a goal")
    if opts_out and not steps:
        raise DocumentError(f"{file}: optsOut is only for a document with commands")
    if inputs and goal is None:
        raise DocumentError(f"{file}: inputs are the workflow's, expected beside a goal")
    unknown = sorted(set(map(str, chosen)) - set(commands))
    if unknown:
        raise DocumentError(f"{file} runs {unknown[0]}, but there is no command/{unknown[0]}.yaml")
    names = [each.step for each in steps]
    for verdict in (each.verdict for each in steps if each.verdict is not None):
        names += [verdict.step] if verdict.judge is None else [verdict.step, verdict.judge]
    if steps and names.count(JUDGED_STEP) != 1:
        raise DocumentError(f"{file} needs one command that is called {JUDGED_STEP}")
    if zones and any(each.run.lease for each in steps):
        raise DocumentError(f"{file}: zones is for acts without a lease; templates/operator.yaml has no such step")
    if snapshots and not any(each.run.lease for each in steps):
        raise DocumentError(f"{file}: snapshots are taken inside a lease, and no command of it needs one")
    if snapshots and volumes_by_tag:
        raise DocumentError(f"{file}: snapshots and volumesByTag exclude each other")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise DocumentError(f"{file} has two steps that are called {twice[0]}")
    return AutomationAct(
        stem=path.stem,
        description=description,
        audience=Audience(started_by),
        commands=steps,
        goal=goal,
        watch=watch,
        volumes_by_tag=volumes_by_tag,
        snapshots=snapshots,
        zones=zones,
        without_lease=tuple(commands[str(stem)] for stem in chosen),
        function=function,
        no_answer=Code(no_answer) if no_answer is not None else None,
        consent=Consent(consent) if consent else None,
        approval=approval,
        opts_in=opts_in,
        opts_out=opts_out,
        inputs=inputs,
    )


def _host_command(file: str, stem: str, given: object, commands: Mapping[str, CommandAct]) -> HostCommand:
    fields = _Fields(f"{file}: a command", given)
    step = fields.take("step", str)
    run = fields.take("run", str, stem)
    if run not in commands:
        raise DocumentError(f"{file}: {step} runs {run}, but there is no command/{run}.yaml")
    asked = fields.take("verdict", dict, {})
    verdict = None
    if asked:
        inner = _Fields(f"{file}: the verdict of {step}", asked)
        verdict = Verdict(
            step=inner.take("step", str),
            description=inner.take("description", str),
            judge=inner.take("judge", str, "") or None,
        )
        inner.refuse_others()
    command = HostCommand(
        step=step,
        run=commands[run],
        node=fields.take("node", str, NODE),
        parameters=tuple(map(str, fields.take("parameters", list, list(commands[run].parameters)))),
        given={str(name): str(value) for name, value in fields.take("given", dict, {}).items()},
        description=fields.take("description", str),
        on_failure=fields.take("onFailure", str, "Continue"),
        verdict=verdict,
    )
    fields.refuse_others()
    unknown = sorted({*command.parameters, *command.given} - set(command.run.parameters))
    if unknown:
        raise DocumentError(f"{file}: {step} passes {unknown[0]} on, which {run} doesn't take")
    return command


class _Fields:
    """The fields of one act, each taken once; what is left over is a mistake."""

    def __init__(self, where: str, given: object) -> None:
        if not isinstance(given, dict):
            raise DocumentError(f"{where} isn't a list of fields")
        self._where = where
        self._left: dict[str, Any] = dict(given)

    def take(self, name: str, kind: type, default: object = None) -> Any:
        """The field's value, or `default`; without a default it must be there."""
        value = self._left.pop(name, default)
        if value is None:
            raise DocumentError(f"{self._where} has no {name}")
        if type(value) is not kind:
            raise DocumentError(f"{self._where}: {name} is {value!r}, expected {_KINDS[kind]}")
        return value

    def refuse_others(self) -> None:
        if self._left:
            raise DocumentError(f"{self._where} has the unknown field {', '.join(sorted(map(str, self._left)))}")


_KINDS: Mapping[type, str] = {
    str: "text",
    int: "a number",
    bool: "true or false",
    list: "a list",
    dict: "fields of its own",
}
