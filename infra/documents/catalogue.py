"""Writes lambdas/cachewarden/codes.py from ssm_documents/codes.yaml: run `python -m infra.documents.catalogue`."""

import json
import re
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "ssm_documents" / "codes.yaml"
TARGET = ROOT / "lambdas" / "cachewarden" / "codes.py"

EXIT_CODES = {"done": 0, "already": 0, "started": 0, "retry": 20, "partial": 30, "failed": 40, "data-loss": 50}
"""Exit code of each outcome [glossary#verdict]; `refused` is 10, or 11 where a person is needed."""

_FIELDS = ["name", "outcome", "exit", "sentence", "remedy"]


class CatalogueError(Exception):
    """An entry of codes.yaml breaks a rule; the text names code and rule."""


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


def render(entries: dict[str, dict[str, object]]) -> str:
    """The Python module's text."""
    lines = [
        '"""Every code with its outcome, sentence and remedy. Generated from ssm_documents/codes.yaml by',
        '`python -m infra.documents.catalogue`; don\'t edit."""',
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
        '    """What a code means: `outcome` and `exit_code` as in a verdict, a sentence, and what to do about it."""',
        "",
        "    code: Code",
        "    name: str",
        "    outcome: str",
        "    exit_code: int",
        "    sentence: str",
        "    remedy: str",
        "",
        "",
        "CATALOGUE: Mapping[Code, CatalogueEntry] = {",
    ]
    for entry in entries.values():
        constant = f"Code.{_constant(str(entry['name']))}"
        lines += [
            f"    {constant}: CatalogueEntry(",
            f"        code={constant},",
            f"        name={_quoted(entry['name'])},",
            f"        outcome={_quoted(entry['outcome'])},",
            f"        exit_code={entry['exit']},",
            f"        sentence={_quoted(entry['sentence'])},  # noqa: E501",
            f"        remedy={_quoted(entry['remedy'])},  # noqa: E501",
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
    text = render(read_codes(SOURCE.read_text(encoding="utf-8")))
    if "--check" in sys.argv[1:]:
        return 0 if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
