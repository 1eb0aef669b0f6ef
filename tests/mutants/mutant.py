"""What a mutant is, and those that people wrote: small changes of what ships that bring a known defect back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent
FILES = ("initialization.yaml", "shutdown.yaml", "availability_groups.yaml", "further.yaml", "without_write_cache.yaml")


class MutantError(Exception):
    """A mutant that can't be tried: its text doesn't apply any more, it doesn't build, or nothing could catch it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """In the file whose path ends like `file`, `text` becomes `becomes`; it stands there exactly `times` times."""

    file: str
    text: str
    becomes: str
    times: int = 1

    def applied_to(self, text: str) -> str:
        """The changed file. Raises `MutantError` where the text doesn't stand as often as it should."""
        found = text.count(self.text)
        if found != self.times:
            wanted = "once" if self.times == 1 else f"{self.times} times"
            raise MutantError(f"{self.file} has this text {found} times, not {wanted}: {self.text.strip()!r}")
        changed = text.replace(self.text, self.becomes)
        if changed == text:
            raise MutantError(f"{self.file} isn't changed by this: {self.text.strip()!r}")
        return changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """`defect` in the field's words, and why our code can't have it.

    `caught_by` names tests as pytest takes them; without any, it has survived.
    """

    name: str
    defect: str
    prevented: str
    edits: tuple[Edit, ...]
    caught_by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToMutate:
    """A defect that our design has no place for, with the reason."""

    name: str
    defect: str
    reason: str


def written() -> tuple[list[Mutant], list[NothingToMutate]]:
    """All that stand in the files beside this one, in their order. Raises `MutantError` for a malformed entry."""
    mutants: list[Mutant] = []
    nothing: list[NothingToMutate] = []
    for name, entry in _entries():
        if "nothing_to_mutate" in entry:
            reason = _sentence(entry["nothing_to_mutate"])
            nothing.append(NothingToMutate(name=name, defect=_sentence(entry["defect"]), reason=reason))
        else:
            mutants.append(_mutant(name, entry))
    return mutants, nothing


def _entries() -> Iterator[tuple[str, Mapping[str, Any]]]:
    known: set[str] = set()
    for file in FILES:
        for name, entry in yaml.safe_load((FOLDER / file).read_text("utf-8")).items():
            if name in known:
                raise MutantError(f"two mutants are called {name}")
            known.add(name)
            yield name, entry


def _mutant(name: str, entry: Mapping[str, Any]) -> Mutant:
    unknown = sorted(set(entry) - {"defect", "prevented", "change", "caught_by"})
    if unknown or not entry.get("caught_by") or not entry.get("change"):
        raise MutantError(f"{name} needs defect, prevented, change and caught_by, and has {sorted(entry)}")
    return Mutant(
        name=name,
        defect=_sentence(entry["defect"]),
        prevented=_sentence(entry["prevented"]),
        edits=tuple(
            Edit(
                file=edit["in"],
                text=edit["text"].removesuffix("\n"),
                becomes=edit["becomes"].removesuffix("\n"),
                times=edit.get("times", 1),
            )
            for edit in entry["change"]
        ),
        caught_by=tuple(entry["caught_by"]),
    )


def _sentence(text: str) -> str:
    return " ".join(text.split())
