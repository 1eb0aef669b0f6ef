"""The uncertain facts of the model by name, with every value that each may have: the procedure must be right under all.

A fact is a field of a part's settings that is either this or that: a boolean, an enumeration, or one listed in
`FURTHER_VALUES`. Durations and sizes are none: they vary without bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from enum import Enum
from functools import cache, partial
from typing import Any, Final

from rehearsal.world.settings import Ec2Settings, Settings, SsmSettings
from rehearsal.world.sql.settings import SqlSettings
from rehearsal.world.storage.settings import StorageSettings
from rehearsal.world.windows.settings import WindowsSettings

PARTS: Final[Mapping[str, type[Any]]] = {
    "ec2": Ec2Settings,
    "ssm": SsmSettings,
    "windows": WindowsSettings,
    "storage": StorageSettings,
    "sql": SqlSettings,
}
FURTHER_VALUES: Final[Mapping[str, tuple[object, ...]]] = {
    "ec2.cloudtrail_error_code_prefix": ("",),
    "storage.lost_attach_error": (48006,),
    "storage.write_cache_too_large_error": (40000,),
    "storage.repair_job_name": ("Regeneration",),
    "storage.removal_refused_error": (51004,),
    "sql.disconnected_replica_role": (2,),
    "sql.failover_without_rights_error": (0,),
    "sql.missing_state_right_error": (297,),
    "sql.running_volume_loss_state": ("SUSPECT",),
    "sql.recovery_pending_as_status": ("RECOVERY_PENDING",),
}
SEE: Final = "`cachewarden rehearse --list-facts` lists all with their values"


class UnknownFactError(Exception):
    """A text names no uncertain fact, or gives it a value that it can't have. The message says what there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UncertainFact:
    """`name` is `part.field`. `values`: the default first."""

    name: str
    values: tuple[object, ...]

    @property
    def default(self) -> str:
        """What the model takes it for, as `name=value`."""
        return f"{self.name}={_text(self.values[0])}"

    @property
    def others(self) -> Iterator[str]:
        """Each value but the default, as `name=value`."""
        return self.others_in(Settings())

    def others_in(self, settings: Settings) -> Iterator[str]:
        """Each value but the one that it has there, as `name=value`."""
        part, _, field = self.name.partition(".")
        has = getattr(settings.part(PARTS[part]), field)
        return (f"{self.name}={_text(value)}" for value in self.values if value != has)


@cache
def uncertain_facts() -> tuple[UncertainFact, ...]:
    """All, in the order of the parts and their fields."""
    return tuple(_all_facts())


def settings_with(given: Iterable[str]) -> Settings:
    """The defaults but for these, each `part.field=value`. Raises `UnknownFactError`."""
    settings = Settings()
    for text in given:
        kind, field, value = _setting(text)
        settings.override(kind, **{field: value})
    return settings


def turn(settings: Settings, given: str) -> None:
    """The same for one, in the middle of a run whose world hasn't read it yet. Raises `UnknownFactError`."""
    settings.turn(*_setting(given))


def _setting(text: str) -> tuple[type[Any], str, object]:
    """Part, field and value that a text names."""
    known = {fact.name: fact for fact in uncertain_facts()}
    name, _, value = text.partition("=")
    if name not in known:
        near = get_close_matches(name, known, n=3)
        told = f"; the nearest: {', '.join(near)}" if near else ""
        raise UnknownFactError(f"no uncertain fact is called {name!r}{told} ({SEE})")
    values = {_text(one): one for one in known[name].values}
    if value not in values:
        raise UnknownFactError(f"{name} can't be {value!r}; it is one of {', '.join(map(repr, values))}")
    part, _, field = name.partition(".")
    return PARTS[part], field, values[value]


def listen(settings: Settings, read: Callable[[str], None]) -> None:
    """From now on `read` gets the name of each uncertain fact that the world asks these settings for."""
    for part, kind in PARTS.items():
        settings.listen(kind, partial(_read_of, read, part))


def _read_of(read: Callable[[str], None], part: str, field: str) -> None:
    read(f"{part}.{field}")


def _all_facts() -> Iterator[UncertainFact]:
    for part, kind in PARTS.items():
        for field in fields(kind):
            name, default = f"{part}.{field.name}", field.default
            if isinstance(default, bool):
                others: tuple[object, ...] = (not default,)
            elif isinstance(default, Enum):
                others = tuple(value for value in type(default) if value is not default)
            else:
                others = FURTHER_VALUES.get(name, ())
            if others:
                yield UncertainFact(name=name, values=(default, *others))


def _text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case _:
            return str(value)
