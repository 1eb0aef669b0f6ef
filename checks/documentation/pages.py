"""The pages of docs/ that are written from the code, by file name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from checks.documentation import assumptions, consents, decision_table, error_codes, stolen_rights

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
PAGES: Final[Mapping[str, Callable[[], str]]] = MappingProxyType(
    {
        "assumptions.md": assumptions.page,
        "consents.md": consents.page,
        "decision-table.md": decision_table.page,
        "error-codes.md": error_codes.page,
        "stolen-rights.md": stolen_rights.page,
    }
)


def write(folder: Path = DOCS) -> None:
    """Renews every page."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")
