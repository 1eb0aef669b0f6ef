"""Who may import whom. Imports under TYPE_CHECKING and inside functions count."""

from __future__ import annotations

from collections.abc import Iterable

from tests.import_graph import circles_across_folders, circles_of_neighbours, folder_of, imported_names, imports

DOMAIN = (
    "cachewarden", "cachewarden.evidence", "cachewarden.operation", "cachewarden.events", "cachewarden.requests",
    "cachewarden.procedures", "cachewarden.loop",
)  # fmt: skip
"""What decides, without a call of AWS: each may import those before it."""

SHIPPED = (*DOMAIN, "adapters", "handlers", "infra")
"""What is deployed, and what describes the deployment."""

ENGINES = (
    "rehearsal.engines.asl", "rehearsal.engines.automation", "rehearsal.engines.eventbridge",
    "rehearsal.engines.powershell", "rehearsal.engines.tsql",
)  # fmt: skip

AWS = (
    "rehearsal.aws.api", "rehearsal.aws.iam", "rehearsal.aws.kms", "rehearsal.aws.sns", "rehearsal.aws.moto",
    "rehearsal.aws.cloudwatch", "rehearsal.aws.eventbridge", "rehearsal.aws.ec2",
    "rehearsal.aws.lambda_", "rehearsal.aws.stepfunctions", "rehearsal.aws.ssm", "rehearsal.aws.cloudformation",
    "rehearsal.aws",
)  # fmt: skip
"""The simulated account: each may import those before it; `rehearsal.aws` itself is the account."""

BASE = ("rehearsal.reference", "rehearsal.kernel")
WORLD = (*BASE, *ENGINES, "rehearsal.world")
SCENARIOS = (*WORLD, *AWS, "rehearsal.faults", "rehearsal.scenarios")
SIMULATION = (*SCENARIOS, "rehearsal.simulation")
REHEARSAL = (*SIMULATION, "rehearsal.campaigns", "rehearsal.report")

MAY_IMPORT: dict[str, Iterable[str]] = {
    **{area: DOMAIN[:number] for number, area in enumerate(DOMAIN)},
    "adapters": DOMAIN,
    "handlers": (*DOMAIN, "adapters"),
    "infra": DOMAIN,
    "rehearsal.reference": (),
    "rehearsal.kernel": (),
    **dict.fromkeys(ENGINES, BASE),
    "rehearsal.world": (*BASE, *ENGINES),
    **{area: (*WORLD, *AWS[:number]) for number, area in enumerate(AWS)},
    "rehearsal.faults": BASE,
    "rehearsal.scenarios": (*WORLD, *AWS, "rehearsal.faults"),
    "rehearsal.simulation": SCENARIOS,
    "rehearsal.campaigns": SIMULATION,
    "rehearsal.report": (*SIMULATION, *DOMAIN),
    "checks": (*REHEARSAL, *DOMAIN),
    "cli": (*REHEARSAL, "checks", *DOMAIN),
    "benchmarks": (*REHEARSAL, *DOMAIN),
}
"""Area -> what its modules may import besides their own area. A module is of the longest area that begins its name."""


def area_of(module: str) -> str:
    """The longest area of the table that begins the module's name."""
    areas = [area for area in MAY_IMPORT if f"{module}.".startswith(f"{area}.")]
    return max(areas, key=len) if areas else folder_of(module)


def arrows() -> dict[tuple[str, str], list[str]]:
    """Area and imported area -> the imports, for all that leave their area."""
    found: dict[tuple[str, str], list[str]] = {}
    for module, imported in imports().items():
        for other in sorted(imported):
            if area_of(module) != area_of(other):
                found.setdefault((area_of(module), area_of(other)), []).append(f"{module} imports {other}")
    return found


def test_hidden_and_relative_imports_count() -> None:
    source = """
if TYPE_CHECKING:
    from rehearsal.world.world import World

def later():
    from . import neighbour
    from ..kernel.clock import Clock
    import checks.run
"""
    assert set(imported_names(source, "rehearsal.world")) == {
        "rehearsal.world.world.World", "rehearsal.world.neighbour", "rehearsal.kernel.clock.Clock", "checks.run",
    }  # fmt: skip


def test_every_area_is_in_the_table() -> None:
    missing = {folder_of(module) for module in imports() if area_of(module) not in MAY_IMPORT}
    assert missing <= {"rehearsal", "rehearsal.engines"}, "folders without a line in MAY_IMPORT"


def test_areas_import_only_what_the_table_allows() -> None:
    forbidden = {arrow: places for arrow, places in arrows().items() if arrow[1] not in MAY_IMPORT.get(arrow[0], ())}
    assert not forbidden, "\n".join(place for places in forbidden.values() for place in places)


def test_nothing_that_ships_imports_the_rehearsal() -> None:
    shipped = [module for module in imports() if area_of(module) in SHIPPED]
    assert shipped
    offenders = [module for module in shipped if any(other.startswith("rehearsal") for other in imports()[module])]
    assert not offenders


def test_no_circle_of_modules_crosses_folders() -> None:
    assert [sorted(circle) for circle in circles_across_folders()] == []


def test_folders_side_by_side_import_each_other_one_way() -> None:
    assert [sorted(circle) for circle in circles_of_neighbours()] == []
