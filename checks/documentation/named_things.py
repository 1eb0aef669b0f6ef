"""What people are sent to exists: documents and tags that a remedy, a message, a description or a page names.

A document is named as Systems Manager shows it (`CacheWarden-StopInstance`), so that a reader can find it. A remedy
that writes a name without its prefix, or names nothing that ships, is a finding. So is any other word in mixed case
that is neither a known term nor a parameter of a document which the same remedy names: most likely it names something
that doesn't exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import yaml

from checks.check import Check, Finding
from checks.deployment import PRODUCT_PREFIX, Deployment
from checks.documentation.citations import tree

NAME: Final = "named-things"
CODES: Final = "ssm_documents/codes.yaml"
READ: Final = ("README.md", "docs/", "lambdas/", "ssm_documents/", "state_machines/")
"""What users read, or what writes it."""
TERMS: Final = frozenset({"AutomaticClusteringEnabled", "CloudTrail", "CloudWatch", "PowerShell", "StorageWMI"})
"""Words in mixed case that name things of AWS or Windows."""
TASKS: Final = frozenset({f"{PRODUCT_PREFIX}Boot", f"{PRODUCT_PREFIX}Worker"})
"""The scheduled tasks that InstallHost registers; they are named as documents are."""
_DOCUMENT: Final = re.compile(rf"(?<![\w/:.-]){PRODUCT_PREFIX}(?:Host-)?[A-Z]\w+(?![\w*-])")
_TAG: Final = re.compile(r"(?<![\w/*:.-])cachewarden:[a-z]+(?:-[a-z]+)*(?![\w/*:-])")
_CODE_TAG: Final = re.compile(r"\"(cachewarden:[a-z-]+)\"")
_MIXED_CASE: Final = re.compile(r"(?<![\w\\/.$-])[A-Z][a-z]+(?:[A-Z][a-z]+)+\b")


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every text that a user may see."""
    shipped = frozenset(deployment.documents)
    texts = {**tree(), **deployment.files}
    tags = frozenset(_tags(texts))
    for path, text in texts.items():
        if path.startswith(READ):
            yield from _unknown_names(deployment, path, text, shipped, tags)
    yield from _bare_names(deployment, shipped)


def _tags(texts: Mapping[str, str]) -> Iterator[str]:
    """The tags that the functions read or write, or that the deployment puts on what it makes."""
    for path, text in texts.items():
        if path.startswith(("lambdas/", "infra/")) and path.endswith(".py"):
            yield from _CODE_TAG.findall(text)


def _unknown_names(
    deployment: Deployment, path: str, text: str, shipped: frozenset[str], tags: frozenset[str]
) -> Iterator[Finding]:
    for number, line in enumerate(text.splitlines(), start=1):
        for name in sorted(set(_DOCUMENT.findall(line)) - shipped - TASKS):
            yield _finding(f"{path}:{number}", f"names {name}, and no document has that name", shipped)
        for tag in sorted(set(_TAG.findall(line)) - tags):
            yield _finding(f"{path}:{number}", f"names the tag {tag}, which nothing reads or writes", tags)


def _bare_names(deployment: Deployment, shipped: frozenset[str]) -> Iterator[Finding]:
    catalogue: Mapping[str, Mapping[str, str]] = yaml.safe_load(deployment.files[CODES])
    for code, entry in catalogue.items():
        text = f"{entry['sentence']} {entry['remedy']}"
        words = _MIXED_CASE.findall(_DOCUMENT.sub("", text))
        named = shipped & set(_DOCUMENT.findall(text))
        parameters = {name for document in named for name in deployment.documents[document].parameters}
        for word in sorted(set(words) - TERMS - parameters - {PRODUCT_PREFIX.rstrip("-")}):
            problem = f"{code} names {word}, which a reader finds nowhere under that name"
            yield _finding(deployment.place(CODES, code), problem, shipped)


def _finding(where: str, problem: str, known: Iterable[str]) -> Finding:
    remedy = f"Name one of {', '.join(sorted(known))}, or write what a person should do."
    return Finding(check=NAME, where=where, problem=problem, remedy=remedy)


CHECK: Final = Check(
    name=NAME,
    proves="Every document and tag that people are sent to exists, under the name that they read.",
    findings=findings,
)
