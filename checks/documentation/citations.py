"""What code and pages cite exists: a fact by page and anchor, a page by its link; nothing outside the repository.

How a fact is cited: docs/reference/README.md. Old forms (pages that aren't here, numbers of lists that nobody has) are
findings, in comments and docstrings as well as in pages.
"""

from __future__ import annotations

import io
import posixpath
import re
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from checks.check import Check, Finding
from checks.deployment import Deployment
from checks.documentation.facts import CITATION, anchors

NAME: Final = "citations"
ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = "docs"
FOLDERS: Final = (
    DOCS,
    "benchmarks",
    "checks",
    "cli",
    "infra",
    "lambdas",
    "rehearsal",
    "ssm_documents",
    "state_machines",
    "tests",
)
RECORDED: Final = "tests/conformance"
"""Recorded from elsewhere: read by nobody here."""
SUFFIXES: Final = frozenset({".js", ".md", ".ps1", ".py", ".sql", ".yaml"})
PLACEHOLDER: Final = "page#anchor"
"""Stands for any citation where the form is explained."""

OUTSIDE: Final = tuple(
    re.compile(form)
    for form in (
        r"aws\.md\b",
        "\N{SECTION SIGN}",
        r"design \d",
        r"reference (?:sheet|\d\.\d)",
        r"further[-]facts\b",
        r"windows-storage[-]and-sql\b",
        r"\[K\]",
        r"UNVERIF[I]ED\b",
        r"\.\./shared\b",
    )
)
"""Pages and marks of a library that isn't part of the repository; one expression each, since a literal head is fast.
Brackets around single letters keep this file from finding itself."""
NUMBERED: Final = re.compile(r"(?<![\w.$'`-])(?<!(?<!\"\")\")[GIQRTV]\d{1,2}(?![\w'\"`]|\.\w|-\d)")
"""Numbers of rules and open questions in lists that aren't part of the repository."""
_LINK: Final = re.compile(r"(?<!!)\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_FENCED: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_COMMENT: Final = {
    ".ps1": re.compile(r"<#.*?#>|#[^\n]*", re.DOTALL),
    ".sql": re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL),
}
_LINE_COMMENT: Final = re.compile(r"#[^\n]*")


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of everything in the tree; sources that ship are those of the deployment."""
    return found({**tree(), **deployment.files})


def tree(root: Path = ROOT) -> dict[str, str]:
    """Texts of the repository by path: its folders, and the pages at its top."""
    paths = [*root.glob("*.md"), *(path for folder in FOLDERS for path in (root / folder).rglob("*"))]
    texts: dict[str, str] = {}
    for path in sorted(paths):
        name = path.relative_to(root).as_posix()
        if path.suffix in SUFFIXES and path.is_file() and not name.startswith(f"{RECORDED}/"):
            texts[name] = path.read_text("utf-8")
    return texts


def found(texts: Mapping[str, str]) -> Iterator[Finding]:
    """Citations and links that lead nowhere, and old forms, in these texts."""
    known = _known(texts)
    for path, text in texts.items():
        if PurePosixPath(path).suffix not in SUFFIXES:
            continue
        for cited in CITATION.finditer(text):
            if cited.group().strip("[]") != PLACEHOLDER and cited["anchor"] not in known.get(cited["page"], ()):
                yield _finding(path, text, cited.start(), f"{cited.group()} leads nowhere", CITE)
        for old in (old for form in OUTSIDE for old in form.finditer(text)):
            yield _finding(path, text, old.start(), f"{old.group()!r} is of no page in the repository", CITE)
        for start, part in _prose(path, text):
            for number in NUMBERED.finditer(part):
                problem = f"{number.group()} is the number of a list that isn't in the repository"
                yield _finding(path, text, start + number.start(), problem, CITE)
        if path.endswith(".md"):
            yield from _links(path, text, texts)


CITE: Final = "Cite the fact as [page#anchor]; docs/reference/README.md lists the pages."


def _known(texts: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Anchors of each page below docs/, by the page's name without its suffix."""
    return {
        PurePosixPath(path).stem: frozenset(anchors(text))
        for path, text in texts.items()
        if path.startswith(f"{DOCS}/") and path.endswith(".md") and PurePosixPath(path).name != "README.md"
    }


def _links(path: str, text: str, texts: Mapping[str, str]) -> Iterator[Finding]:
    """Relative links of a page whose file, or whose anchor in it, isn't there."""
    for link in _LINK.finditer(_FENCED.sub(lambda code: re.sub(r"[^\n]", " ", code.group()), text)):
        target, _, anchor = link["target"].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
        if file not in texts and not (ROOT / file).exists():
            yield _finding(path, text, link.start(), f"{link['target']} leads nowhere", "Correct the link.")
        elif anchor and file in texts and anchor not in {*anchors(texts[file]), *_slugs(texts[file])}:
            problem = f"{link['target']}: the page has no such anchor"
            yield _finding(path, text, link.start(), problem, "Correct the link, or give the heading an anchor.")


def _slugs(text: str) -> Iterator[str]:
    """Anchors that GitHub gives to headings."""
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", re.sub(r"<[^>]+>", "", heading).lower()).replace(" ", "-")


def _prose(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Comments, docstrings and pages: what people read, each part with its place in the text."""
    if not NUMBERED.search(text):
        return
    match PurePosixPath(path).suffix:
        case ".md":
            outside_code = _FENCED.sub(lambda code: re.sub(r"[^\n]", " ", code.group()), text)
            yield 0, re.sub(r"^\|.*$", lambda row: " " * len(row.group()), outside_code, flags=re.MULTILINE)
        case ".py":
            yield from _python_prose(text)
        case ".ps1" | ".sql" as suffix:
            yield from ((comment.start(), comment.group()) for comment in _COMMENT[suffix].finditer(text))
        case _:
            yield from ((comment.start(), comment.group()) for comment in _LINE_COMMENT.finditer(text))


def _python_prose(text: str) -> Iterator[tuple[int, str]]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    begins_statement = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = token.type == tokenize.STRING and begins_statement
        if token.type == tokenize.COMMENT or is_docstring:
            yield starts[token.start[0] - 1] + token.start[1], token.string
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            begins_statement = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)


def _finding(path: str, text: str, start: int, problem: str, remedy: str) -> Finding:
    return Finding(check=NAME, where=f"{path}:{text.count(chr(10), 0, start) + 1}", problem=problem, remedy=remedy)


CHECK = Check(
    name=NAME,
    proves="Every fact and page that code or docs cite exists in the repository, under its anchor.",
    findings=findings,
)
