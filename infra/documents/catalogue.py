"""Writes lambdas/cachewarden/codes.py from ssm_documents/codes.yaml and code_pages.yaml: run
`python -m infra.documents.catalogue`."""

import json
import re
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "ssm_documents" / "codes.yaml"
PAGES = ROOT / "ssm_documents" / "code_pages.yaml"
TARGET = ROOT / "lambdas" / "cachewarden" / "codes.py"

EXIT_CODES = {"done": 0, "already": 0, "started": 0, "retry": 20, "partial": 30, "failed": 40, "data-loss": 50}
"""Exit code of each outcome [glossary#verdict]; `refused` is 10, or 11 where a person is needed."""

_FIELDS = ["name", "outcome", "exit", "sentence", "remedy"]


class CatalogueError(Exception):
    """An entry of codes.yaml or code_pages.yaml breaks a rule; the text names code and rule."""


class _UniqueKeys(yaml.SafeLoader):
    """YAML that refuses a code given twice, which PyYAML would silently overwrite."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
        keys = [self.construct_object(key, deep=deep) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise CatalogueError(f"{key} is there twice")
        return super().construct_mapping(node, deep=deep)


def read_codes(text: str) -> dict[str, dict[str, object]]:
    """The entries by code, in order. Raises `CatalogueError` for an entry that breaks a rule."""
    entries: dict[str, dict[str, object]] = yaml.load(text, Loader=_UniqueKeys)
    names: set[object] = set()
    for code, entry in entries.items():
        if not re.fullmatch(r"CW[1-6]\d{3}", code):
            raise CatalogueError(f"{code} isn't CW and four digits, 1 to 6 first")
        if list(entry) != _FIELDS:
            raise CatalogueError(f"{code} has {list(entry)}, expected {_FIELDS}")
        if entry["name"] in names or not re.fullmatch(r"[A-Z][A-Za-z0-9]+", str(entry["name"])):
            raise CatalogueError(f"{code}: the name {entry['name']!r} isn't a new PascalCase word")
        names.add(entry["name"])
        outcome, exit_code = str(entry["outcome"]), entry["exit"]
        expected = (10, 11) if outcome == "refused" else (EXIT_CODES.get(outcome),)
        if exit_code not in expected:
            raise CatalogueError(f"{code}: exit {exit_code} doesn't say {outcome}")
        for field in ("sentence", "remedy"):
            if not str(entry[field]).endswith("."):
                raise CatalogueError(f"{code}: {field} isn't a sentence")
    return entries


def read_answers(text: str, codes: Collection[str]) -> dict[str, dict[str, str]]:
    """`data` and `never` of each code, a class's word replaced by its answer. Raises `CatalogueError`."""
    given: dict[str, Any] = yaml.load(text, Loader=_UniqueKeys)
    classes: dict[str, dict[str, str]] = given["classes"]
    entries: dict[str, dict[str, str]] = given["codes"]
    for code in sorted({*codes} ^ {*entries}):
        place = PAGES.name if code in codes else SOURCE.name
        raise CatalogueError(f"{code} has no entry in {place}: is the data safe, and what is not to be done?")
    answers: dict[str, dict[str, str]] = {}
    for code, entry in entries.items():
        if list(entry) != [*classes]:
            raise CatalogueError(f"{code} has {list(entry)} in {PAGES.name}, expected {[*classes]}")
        answers[code] = {field: classes[field].get(entry[field], entry[field]) for field in classes}
        for field, answer in answers[code].items():
            if not answer.endswith("."):
                raise CatalogueError(f"{code}: {field} is neither a sentence nor one of {', '.join(classes[field])}")
    for field, answers_of in classes.items():
        for word in sorted({*answers_of} - {entry[field] for entry in entries.values()}):
            raise CatalogueError(f"no code has the class {word} of {field}")
    return answers


def render(entries: dict[str, dict[str, object]], answers: dict[str, dict[str, str]]) -> str:
    """The Python module's text."""
    lines = [
        '"""Every code with its outcome, sentence and remedy. Generated from ssm_documents/codes.yaml and',
        'code_pages.yaml by `python -m infra.documents.catalogue`; don\'t edit."""',
        "",
        "from collections.abc import Mapping",
        "from dataclasses import dataclass",
        "from enum import StrEnum",
        "",
        "",
        "class Code(StrEnum):",
        '    """The codes by name."""',
        "",
    ]
    lines += [f"    {_constant(str(entry['name']))} = {_quoted(code)}" for code, entry in entries.items()]
    lines += [
        "",
        "",
        "@dataclass(frozen=True, slots=True, kw_only=True)",
        "class CatalogueEntry:",
        '    """What a code means: `outcome` and `exit_code` as in a verdict, a sentence, and what to do about it.',
        "",
        "    `data` answers whether the data is safe.",
        '    """',
        "",
        "    code: Code",
        "    name: str",
        "    outcome: str",
        "    exit_code: int",
        "    sentence: str",
        "    remedy: str",
        "    data: str",
        "",
        "",
        "CATALOGUE: Mapping[Code, CatalogueEntry] = {",
    ]
    for code, entry in entries.items():
        constant = f"Code.{_constant(str(entry['name']))}"
        lines += [
            f"    {constant}: CatalogueEntry(",
            f"        code={constant},",
            f"        name={_quoted(entry['name'])},",
            f"        outcome={_quoted(entry['outcome'])},",
            f"        exit_code={entry['exit']},",
            f"        sentence={_quoted(entry['sentence'])},  # noqa: E501",
            f"        remedy={_quoted(entry['remedy'])},  # noqa: E501",
            f"        data={_quoted(answers[code]['data'])},  # noqa: E501",
            "    ),",
        ]
    lines += ["}", ""]
    text = "\n".join(lines)
    return "\n".join(
        line.removesuffix("  # noqa: E501") if len(line.removesuffix("  # noqa: E501")) <= 120 else line
        for line in text.split("\n")
    )


def _constant(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)


def main() -> int:
    """Write the module; with --check only say whether it is current."""
    entries = read_codes(SOURCE.read_text(encoding="utf-8"))
    text = render(entries, read_answers(PAGES.read_text(encoding="utf-8"), entries))
    if "--check" in sys.argv[1:]:
        return 0 if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
