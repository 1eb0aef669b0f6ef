"""docs/stolen-rights.md: what one stolen right still permits against each contract, and the attacks that prove it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

DECLARATION: Final = Path(__file__).with_suffix(".yaml")

HEAD: Final = """# What one stolen right permits

Each right of somebody who has no other, against each contract that the rest relies on. Each line is tried in the
rehearsed account (deployed templates, the real functions and scripts, IAM on) by a principal with exactly that right.
What isn't said to be possible was tried and failed; what is possible is shown by a test. Written from
`checks/documentation/stolen_rights.yaml` by `python -m checks.documentation`; a test holds every cell to its attacks.
[security.md](security.md) says what is believed of whom, and what nothing here helps against.

"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One right against one contract. `kept`: attacks that fail; `possible`: what is left; `shown`: attacks that work.

    Tests are node ids under tests/.
    """

    kept: tuple[str, ...]
    possible: str
    shown: tuple[str, ...]

    @property
    def tests(self) -> tuple[str, ...]:
        """All, each once."""
        return tuple(dict.fromkeys((*self.kept, *self.shown)))


@dataclass(frozen=True, slots=True, kw_only=True)
class StolenRight:
    """`of_the_account`: whether it is a right to call AWS, so that the direct calls were tried with it as well."""

    id: str
    title: str
    of_the_account: bool
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class StolenRights:
    """The declaration. `direct`: the test of the direct calls; `contracts`: by name, what each promises."""

    direct: str
    contracts: Mapping[str, str]
    rights: tuple[StolenRight, ...]
    others: tuple[str, ...]


def declared() -> StolenRights:
    """As the file says it. Raises KeyError where a right leaves out a contract."""
    given: dict[str, Any] = yaml.safe_load(DECLARATION.read_text(encoding="utf-8"))
    contracts: dict[str, str] = given["contracts"]
    return StolenRights(
        direct=given["direct"],
        contracts=contracts,
        rights=tuple(
            StolenRight(
                id=name,
                title=right["right"],
                of_the_account=right.get("of_the_account", True),
                cells={contract: _cell(right[contract]) for contract in contracts},
            )
            for name, right in given["rights"].items()
        ),
        others=tuple(given["others"]),
    )


def _cell(given: dict[str, Any]) -> Cell:
    return Cell(kept=tuple(given["kept"]), possible=given.get("possible", ""), shown=tuple(given.get("shown", ())))


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_lines(declared()))


def _lines(rights: StolenRights) -> Iterator[str]:
    names = list(rights.contracts)
    yield "| contract | what it promises |\n|---|---|\n"
    yield from (f"| {name} | {promise} |\n" for name, promise in rights.contracts.items())
    yield "\n## What is still possible\n\n"
    yield f"| right | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}\n"
    for right in rights.rights:
        cells = " | ".join(right.cells[name].possible or "nothing" for name in names)
        yield f"| [{right.title}](#{right.id}) | {cells} |\n"
    yield "\n## The attacks\n\nUnder `tests/`. With each right of the account the direct calls are tried against each "
    yield f"contract, too: `{rights.direct}`.\n"
    for right in rights.rights:
        yield f'\n### <a id="{right.id}"></a>{right.title[0].upper()}{right.title[1:]}\n\n'
        yield "| contract | still possible | tests |\n|---|---|---|\n"
        for name in names:
            cell = right.cells[name]
            tests = ", ".join(f"`{test}`" for test in cell.tests)
            yield f"| {name} | {cell.possible or 'nothing'} | {tests} |\n"
