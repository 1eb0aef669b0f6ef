"""CIM objects as PowerShell shows them: exactly the properties of storage-objects.json, as snapshots.

Enumerations are numbers in CIM; the Storage module's type file shows text instead (`view` with text). The number stays
reachable through `CimInstanceProperties[...]`. The members of an object that is read cost one dictionary copy and a
member for each value given; what isn't given is null and shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rehearsal.engines.powershell.objects.member_declarations import net_method, net_property
from rehearsal.engines.powershell.objects.members import AliasProperty, CimProperty, CodeProperty, Member, NoteProperty
from rehearsal.engines.powershell.objects.type_table import NET_TYPE_OF
from rehearsal.engines.powershell.objects.values import CimInstance, NetObject
from rehearsal.world.windows.cim.cim_shapes import CIM_TYPES, ClassShape, PropertyShape, class_shape
from rehearsal.world.windows.cim.cim_text import Language
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

MOST_KEPT = 8000
"""Objects whose members a view keeps for the next one of the same key."""


class CimObject(CimInstance):
    """A snapshot. `raw`: the values as CIM has them, by property name; `key`: which object of the model it was."""

    __slots__ = ("key", "raw", "view")

    key: Any
    raw: Mapping[str, Any]
    view: View

    def get(self, name: str) -> object:
        """The raw value of a property, None when null or absent (Python side)."""
        value = self.raw.get(name)
        return value if value is None else self.view.shape.properties[name].typed(value)

    def plain_value(self, lower: str) -> Any:
        if self._members is not None:
            return NotImplemented
        view = self.view
        facts = view.shape.by_lower.get(lower)
        if facts is None or facts.is_array:
            return NotImplemented
        value = self.raw.get(facts.name)
        if type(value) is str and facts.is_plain_text:
            return value
        return view.plain_value(facts, value)

    def _made_members(self) -> dict[str, Member]:
        return self.view.members(self.key, self.raw)


NET_TYPE_OF[CimObject] = NET_TYPE_OF[CimInstance]


class View:
    """How objects of one class look in one session: with or without the type file's texts, in which language."""

    __slots__ = ("_kept", "_template", "language", "shape", "with_text")

    def __init__(self, shape: ClassShape, with_text: bool, language: Language) -> None:
        self.shape = shape
        self.with_text = with_text
        self.language = language
        template: dict[str, Member] = {}
        for name, target in shape.aliases.items():
            template[name.lower()] = AliasProperty(name, target)
        for name, facts in shape.properties.items():
            shown = facts.shown(None, language) if with_text else None
            template[name.lower()] = CimProperty(name, shown, read_only=True)
        template["pscomputername"] = NoteProperty("PSComputerName", None)
        for member in _ADAPTER:
            template[member.name.lower()] = member
        self._template = template
        self._kept: dict[object, tuple[Mapping[str, Any], dict[str, Member]]] = {}

    def make(self, key: object, values: Mapping[str, Any]) -> CimObject:
        """An object with these values; every name must be one of the class (KeyError names the defect).

        `key` None: the object stands for nothing of the model, and a script may change its properties. With a key they
        are read-only, as the provider's are. `values` stay as they are from here on.
        """
        self._check_names(values)
        return self._made(key, values)

    def make_alike(self, rows: Sequence[tuple[object, Mapping[str, Any]]]) -> list[CimObject]:
        """An object of each key and its values; all name the same properties. A disk has hundreds of extents."""
        if rows:
            self._check_names(rows[0][1])
        made = self._made
        return [made(key, values) for key, values in rows]

    def _check_names(self, values: Mapping[str, Any]) -> None:
        known = self.shape.properties.keys()
        if not values.keys() <= known:
            raise KeyError(f"{self.shape.name} has no {', '.join(sorted(values.keys() - known))}")

    def _made(self, key: object, values: Mapping[str, Any]) -> CimObject:
        shape = self.shape
        made = CimObject.__new__(CimObject)
        made.cim_class = shape.name
        made.cim_namespace = shape.namespace
        made.type_name = shape.type_name
        made.key = key
        made.raw = values
        made.view = self
        made._members = None
        return made

    def plain_value(self, facts: PropertyShape, value: Any) -> Any:
        """What a text, number or truth is shown as: one that is read needs no identity. NotImplemented for all else."""
        if type(value) is not str and not isinstance(value, int):
            return NotImplemented
        return facts.shown(value, self.language) if self.with_text else facts.typed(value)

    def members(self, key: object, values: Mapping[str, Any]) -> dict[str, Member]:
        """The members of such an object: shared with the last object of its key while nothing has changed."""
        kept = self._kept.get(key) if key is not None else None
        if kept is not None and (kept[0] is values or kept[0] == values):
            return kept[1].copy()
        members = self._template.copy()
        for name, value in values.items():
            facts = self.shape.properties[name]
            if value is not None:
                shown = facts.shown(value, self.language) if self.with_text else facts.typed(value)
                members[facts.lower] = CimProperty(name, shown, read_only=key is not None)
        if key is not None:
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            self._kept[key] = values, members.copy()
        return members


@cache
def view(
    name: str, *, with_text: bool = True, schema_23h2: bool = False, unconfirmed_as_text: bool = True,
    language: Language = Language.ENGLISH,
) -> View:  # fmt: skip
    """The view of a class under these circumstances; made once."""
    return View(class_shape(name, schema_23h2, unconfirmed_as_text), with_text, language)


@WINDOWS_TYPES.net_type("Microsoft.Management.Infrastructure.CimProperty")
class CimPropertyView(NetObject):
    """The raw value behind what the type file shows."""

    __slots__ = ("_cim_type", "_name", "_value", "members")

    def __init__(self, name: str, value: object, cim_type: str) -> None:
        self.members = None
        self._name = name
        self._value = value
        self._cim_type = cim_type

    @net_property("Name", "string")
    def name(self) -> str:
        return self._name

    @net_property("Value")
    def value(self) -> object:
        return self._value

    @net_property("CimType", "string")
    def cim_type(self) -> str:
        return self._cim_type


@WINDOWS_TYPES.net_type("Microsoft.Management.Infrastructure.Generic.CimPropertiesCollection")
class CimPropertyCollection(NetObject):
    """CimInstanceProperties: by name, and enumerable."""

    __slots__ = ("_object", "members")

    def __init__(self, target: CimObject) -> None:
        self.members = None
        self._object = target

    def find(self, name: str) -> CimPropertyView | None:
        """The property of that name, any case; null when the class has none, as CimKeyedCollection answers."""
        facts = self._object.view.shape.by_lower.get(name.lower())
        return None if facts is None else self._view(facts)

    def _view(self, facts: PropertyShape) -> CimPropertyView:
        kind = CIM_TYPES.get(facts.cim_type, "Instance") + ("Array" if facts.is_array else "")
        return CimPropertyView(facts.name, facts.typed(self._object.raw.get(facts.name)), kind)

    def all(self) -> Sequence[CimPropertyView]:
        """Every property of the class; the type file's additions aren't among them."""
        return [self._view(facts) for facts in self._object.view.shape.properties.values()]

    @net_property("Count", "int")
    def count(self) -> int:
        return len(self._object.view.shape.properties)

    @net_method("Item", "string")
    def item(self, name: str) -> CimPropertyView | None:
        return self.find(name)

    def ps_enumerate(self) -> Sequence[CimPropertyView]:
        return self.all()

    def ps_index(self, index: object) -> object:
        return self.find(str(index))


@WINDOWS_TYPES.net_type("Microsoft.Management.Infrastructure.CimClass")
class CimClassView(NetObject):
    """Its name and namespace; scripts read no more of it."""

    __slots__ = ("_name", "_namespace", "members")

    def __init__(self, name: str, namespace: str) -> None:
        self.members = None
        self._name = name
        self._namespace = namespace

    @net_property("CimClassName", "string")
    @net_property("ClassName", "string")
    def name(self) -> str:
        return self._name

    @net_property("Namespace", "string")
    def namespace(self) -> str:
        return self._namespace

    def ps_string(self) -> str:
        return f"{self._namespace}:{self._name}"


_ADAPTER: tuple[Member, ...] = (
    CodeProperty("CimClass", lambda run, target: CimClassView(target.cim_class, target.cim_namespace)),
    CodeProperty("CimInstanceProperties", lambda run, target: CimPropertyCollection(target)),
    CodeProperty("CimSystemProperties", lambda run, target: CimClassView(target.cim_class, target.cim_namespace)),
)
