"""Builds every SSM document from ssm_documents/ as plain objects; knows no CDK.

A document is its template with what its act file says. A Command document carries its script besides, which loads the
functions that it calls from the bundle on the node; a few documents bring that bundle.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cachewarden.operation.document_hash import document_hash
from cachewarden.operation.host_commands import BREAK_GLASS_PREFIX
from infra.documents.acts import CommandAct, read_automations, read_commands
from infra.documents.audience import Audience
from infra.documents.automation import automation_content
from infra.documents.document_error import DocumentError
from infra.documents.names import deployed_name, pascal
from infra.documents.parameters import LEASE_PARAMETERS, Parameters
from infra.documents.scripts import TASKS, BuiltBundle, ScriptSource
from infra.documents.sender import SENT_BY
from infra.documents.templates import filled, load, refuse_leftovers

__all__ = ["BuiltBundle", "BuiltDocument", "DocumentError", "build_bundle", "build_documents"]

ROOT = Path(__file__).parents[2] / "ssm_documents"
SIZE_LIMIT = 65_536
"""Bytes of a document's JSON (Systems Manager quotas: 64 KB)."""
PARAMETER_ROOM = 1_280
"""Bytes of it kept free: the limit includes the parameters of a run (one value of 512 characters, and the lease's)."""
BRINGING_SCRIPT = "install_bundle"
"""The entry script of every document that brings files of the bundle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltDocument:
    """One document as it is deployed: `kind` is Command or Automation, `content` the document as an object.

    `audience`: which people may start it; None for a Command document, which the workflow or another document runs.
    `breaks_glass`: it acts without a lease, or is a command that only such a document runs.
    """

    name: str
    kind: str
    stem: str
    content: dict[str, Any]
    audience: Audience | None = None
    breaks_glass: bool = False


def build_documents(
    substitutions: Mapping[str, object] | None = None, *, root: Path = ROOT
) -> dict[str, BuiltDocument]:
    """Every document by its deployed name, in the order of kind and stem.

    `substitutions` gives the value of each `%%NAME%%` in an Automation document that its act doesn't give: any object
    (a CDK token, an intrinsic function), or a function of the document's name and audience. Without them only the
    Command documents of command/ are built, which have none. What acts without a lease has commands of its own: the
    same contents under other names. Where APPROVERS is empty, no document that asks them is built, since no one
    could answer. Raises `DocumentError` for an unknown field of an act, a name without a file or definition, one that
    two files have, a script or parameter that no act names, a file of the bundle that not one act brings, a placeholder
    that was not filled, and a document of 64 KB or more.
    """
    source = ScriptSource(powershell=root / "powershell", sql=root / "sql")
    parameters = Parameters.read(root / "templates" / "parameters.yaml")
    acts = read_commands(root / "command")
    automations = read_automations(root / "automation", acts)
    parameters.refuse_unknown_and_unused(acts.values(), automations.values(), root / "templates")
    documents: dict[str, BuiltDocument] = {}
    template = load(root / "templates" / "command.yaml")
    _refuse_gaps(source.bundle, acts.values())
    for command in acts.values():
        document = _command(command, template, parameters, source)
        documents[document.name] = document
    unnamed = source.entry_stems() - set(TASKS) - {_script(command) for command in acts.values()}
    if unnamed:
        raise DocumentError(f"no document names the script {', '.join(sorted(unnamed))}")
    if substitutions is not None:
        hashes = {document.stem: document_hash(document.content) for document in documents.values()}
        for automation in automations.values():
            if automation.asks and not substitutions["APPROVERS"]:
                continue
            content = automation_content(automation, root / "templates", parameters, substitutions, hashes)
            document = _checked("Automation", automation.stem, content, audience=automation.audience)
            documents[document.name] = replace(document, breaks_glass=bool(automation.without_lease))
            for command in automation.without_lease:
                own = f"{BREAK_GLASS_PREFIX}{pascal(command.stem)}"
                documents[own] = replace(documents[deployed_name("Command", command.stem)], name=own, breaks_glass=True)
    return documents


def build_bundle(*, root: Path = ROOT) -> BuiltBundle:
    """The bundle exactly as it is written on a node, and its hash."""
    return ScriptSource(powershell=root / "powershell", sql=root / "sql").bundle


def document_bytes(content: Mapping[str, object]) -> int:
    """Size of the document as Systems Manager gets it; what CDK will fill in later counts as its placeholder."""
    return len(json.dumps(content, separators=(",", ":"), default=str).encode("utf-8"))


def _command(
    act: CommandAct, template: Mapping[str, Any], parameters: Parameters, source: ScriptSource
) -> BuiltDocument:
    values = {
        "DESCRIPTION": f"{act.description} {SENT_BY[act.sent_by]}",
        "STEP": pascal(act.stem),
        "TIMEOUT_SECONDS": str(act.timeout_seconds),
        "LEASE_PARAMETERS": list(LEASE_PARAMETERS) if act.lease else [],
        "OWN_PARAMETERS": list(act.parameters),
    }
    content = filled(template, values)
    if "parameters" in content:
        content["parameters"] = parameters.of_command(content["parameters"])
    if act.bundle_files:
        script = source.bringing(_script(act), act.bundle_files)
    else:
        script = source.carrying(act.stem) if act.carries else source.loading(act.stem)
    # One string: a list of lines would make the host stack's template larger.
    return _checked("Command", act.stem, filled(content, {"SCRIPT": script}))


def _script(act: CommandAct) -> str:
    return BRINGING_SCRIPT if act.bundle_files else act.stem


def _refuse_gaps(bundle: BuiltBundle, acts: Iterable[CommandAct]) -> None:
    brought = Counter(name for act in acts for name in act.bundle_files)
    for name in bundle.files:
        if brought[name] != 1:
            raise DocumentError(f"{brought[name]} acts of command/ bring {name} of the bundle, expected one")
    unknown = sorted(set(brought) - set(bundle.files))
    if unknown:
        raise DocumentError(f"an act of command/ brings {unknown[0]}, which isn't a file of the bundle")


def _checked(kind: str, stem: str, content: dict[str, Any], *, audience: Audience | None = None) -> BuiltDocument:
    file = f"{kind.lower()}/{stem}.yaml"
    refuse_leftovers(file, content)
    size = document_bytes(content)
    if size + PARAMETER_ROOM >= SIZE_LIMIT:
        raise DocumentError(f"{file} has {size} bytes, 64 KB with its parameters are too many")
    return BuiltDocument(name=deployed_name(kind, stem), kind=kind, stem=stem, content=content, audience=audience)
