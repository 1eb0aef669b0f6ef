"""The catalogue of codes against all places that name one: scripts, functions, machines, documents.

`refused` and `unsafe` in a script are both the outcome refused, with exit code 10 and 11 [glossary#verdict].
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.machines.states import texts
from checks.python_sources.source import parsed

NAME = "result-codes"
CODES = "ssm_documents/codes.yaml"
GENERATED = "lambdas/cachewarden/codes.py"
EXITS: Mapping[str, tuple[int, ...]] = {
    "done": (0,), "already": (0,), "started": (0,), "refused": (10, 11), "retry": (20,), "partial": (30,),
    "failed": (40,), "data-loss": (50,),
}  # fmt: skip
SAID: Mapping[str, tuple[str, int | None]] = {"unsafe": ("refused", 11), "refused": ("refused", 10)}
"""Outcome as scripts say it -> outcome and exit code of the catalogue; the others say what they mean."""

_CODE = re.compile(r"\bCW\d{4}\b")
_PAIR = re.compile(r"-?[Cc]ode(?: =)? '(CW\d{4})'\s+-?[Oo]utcome(?: =)? '([a-z-]+)'")
_HELP = re.compile(r"<#.*?#>", re.DOTALL)
_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Entries first, then who uses them."""
    text = deployment.files[CODES]
    entries: dict[str, dict[str, Any]] = yaml.safe_load(text)
    yield from _entries(deployment, text, entries)
    yield from _generated(deployment, entries)
    used: set[str] = set()
    for where, code, outcome in _uses(deployment, entries):
        used.add(code)
        if code not in entries:
            yield _finding(where, f"{code} isn't in the catalogue", f"Add it to {CODES}, or correct it.")
        elif outcome is not None and (problem := _contradiction(entries[code], outcome)) is not None:
            yield _finding(where, f"{code} {problem}", f"Let script and {CODES} say the same.")
    for code in entries:
        if code not in used:
            place = deployment.place(CODES, code)
            yield _finding(place, f"nothing says {code} ({entries[code].get('name')})", "Use it or delete it.")


def _entries(deployment: Deployment, text: str, entries: Mapping[str, Mapping[str, Any]]) -> Iterator[Finding]:
    keys = Counter(re.findall(r"^(CW\d+):", text, re.MULTILINE))
    names = Counter(entry.get("name") for entry in entries.values())
    for code, entry in entries.items():
        place = deployment.place(CODES, code)
        if keys[code] > 1:
            yield _finding(place, f"{code} is there {keys[code]} times; the last one wins", "Give each its own code.")
        if names[entry.get("name")] > 1:
            yield _finding(place, f"the name {entry.get('name')} is there twice", "Give each code a name of its own.")
        if entry.get("exit") not in EXITS.get(str(entry.get("outcome")), ()):
            problem = f"{code}: exit {entry.get('exit')} doesn't say {entry.get('outcome')}"
            yield _finding(place, problem, "Exit codes and outcomes belong together; see the head of the file.")
        for field in ("sentence", "remedy"):
            if not str(entry.get(field, "")).endswith("."):
                yield _finding(place, f"{code} has no {field} for people", "Write one sentence or more.")


def _generated(deployment: Deployment, entries: Mapping[str, Any]) -> Iterator[Finding]:
    here = set(_members(deployment).values())
    for code in sorted(here ^ set(entries)):
        side = "only in the Python module" if code in here else "not in the Python module"
        yield _finding(GENERATED, f"{code} is {side}", "Run python -m infra.documents.catalogue.")


def _uses(deployment: Deployment, entries: Mapping[str, Any]) -> Iterator[tuple[str, str, str | None]]:
    """(place, code, outcome where the script says one)."""
    for path, text in deployment.below("ssm_documents/powershell", ".ps1").items():
        code_only = _blanked(text)
        outcomes = {found.start(1): found[2] for found in _PAIR.finditer(code_only)}
        for found in _CODE.finditer(code_only):
            line = code_only.count("\n", 0, found.start()) + 1
            yield f"{path}:{line}", found[0], outcomes.get(found.start())
    members = _members(deployment)
    for path, text in deployment.below("lambdas", ".py").items():
        if path != GENERATED:
            for line, code in _said_in_python(text, members):
                yield f"{path}:{line}", code, None
    for path, text in deployment.below("ssm_documents/templates", ".yaml").items():
        for number, written in enumerate(text.splitlines(), start=1):
            yield from ((f"{path}:{number}", code, None) for code in _CODE.findall(written))
    for document in deployment.documents.values():
        # What the builder puts into a script's input: the template has a placeholder there.
        for number, step in enumerate(document.steps):
            for _, text in texts(step.get("inputs", {}).get("InputPayload", {})):
                where = deployment.place(document.source, "mainSteps", number)
                yield from ((where, code, None) for code in _CODE.findall(text))
    for machine in deployment.machines.values():
        for place, text in texts(machine.definition):
            yield from ((deployment.place(machine.source, *place), code, None) for code in _CODE.findall(text))


def _said_in_python(text: str, members: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(parsed(text)):
        match node:
            case ast.Attribute(value=ast.Name(id="Code"), attr=name):
                yield node.lineno, members.get(name, f"Code.{name}")
            case ast.Constant(value=str(value)) if _CODE.fullmatch(value):
                yield node.lineno, value


def _members(deployment: Deployment) -> dict[str, str]:
    """Member of the generated enumeration -> code."""
    for node in parsed(deployment.files[GENERATED]).body:
        if isinstance(node, ast.ClassDef) and node.name == "Code":
            return dict(_assigned_texts(node))
    return {}


def _assigned_texts(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for item in node.body:
        match item:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(code))):
                yield name, code


def _contradiction(entry: Mapping[str, Any], said: str) -> str | None:
    outcome, exit_code = SAID.get(said, (said, None))
    if outcome != entry.get("outcome") or (exit_code is not None and exit_code != entry.get("exit")):
        return f"is said to be {said}, the catalogue has {entry.get('outcome')} with exit {entry.get('exit')}"
    return None


def _blanked(text: str) -> str:
    """The script without help and comments, its lines where they were."""
    without_help = _HELP.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    return _COMMENT.sub(lambda found: " " * len(found[0]), without_help)


def _finding(where: str, problem: str, remedy: str) -> Finding:
    return Finding(check=NAME, where=where, problem=problem, remedy=remedy)


CHECK = Check(
    name=NAME,
    proves="Every code that is said is in the catalogue once, explained, with its outcome and exit; every one is said.",
    findings=findings,
)
