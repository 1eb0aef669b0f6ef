"""The pages of docs/ that are written from the code, by file name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from checks.documentation import (
    assumptions,
    consents,
    decision_table,
    deployed_rights,
    error_codes,
    error_pages,
    stolen_rights,
)

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
PAGES: Final[Mapping[str, Callable[[], str]]] = MappingProxyType(
    {
        "assumptions.md": assumptions.page,
        "consents.md": consents.page,
        "decision-table.md": decision_table.page,
        "deployed-rights.md": deployed_rights.page,
        "error-codes.md": error_codes.page,
        "stolen-rights.md": stolen_rights.page,
    }
)


def write(folder: Path = DOCS) -> None:
    """Renews every page, and takes those of codes that are gone away."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")
    errors = folder / error_pages.FOLDER
    errors.mkdir(exist_ok=True)
    current = error_pages.pages()
    for gone in set(errors.iterdir()) - {folder / name for name in current}:
        gone.unlink()
    for name, text in current.items():
        (folder / name).write_text(text, encoding="utf-8")
