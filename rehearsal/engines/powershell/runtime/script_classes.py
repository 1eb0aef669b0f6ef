"""Classes written in PowerShell, as they exist in one run: their types, instances, statics,
constructors and methods.
"""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.conversion.conversion import convert
from rehearsal.engines.powershell.conversion.to_text import to_text
from rehearsal.engines.powershell.members.construction import default_of
from rehearsal.engines.powershell.members.exception_construction import new_exception
from rehearsal.engines.powershell.members.member_errors import MISSING, no_overload
from rehearsal.engines.powershell.members.overload_choice import pick_method
from rehearsal.engines.powershell.members.property_writing import set_member
from rehearsal.engines.powershell.objects.dictionaries import NetDictionary
from rehearsal.engines.powershell.objects.errors import PSException, TerminatingError, runtime_error
from rehearsal.engines.powershell.objects.net_type import NetType
from rehearsal.engines.powershell.objects.values import AUTOMATION_NULL, VOID, NetObject
from rehearsal.engines.powershell.runtime.control import ReturnFromBlock
from rehearsal.engines.powershell.runtime.frame import Frame, Invocation
from rehearsal.engines.powershell.runtime.run_types import cast
from rehearsal.engines.powershell.runtime.scopes import Scope, Variable
from rehearsal.engines.powershell.runtime.script_block import CompiledBlock


class ReturnFromMethod(ReturnFromBlock):
    """`return value` in a class method: only this is the method's result, what the body writes is dropped."""

    def __init__(self, value: Any) -> None:
        self.value = value


class PropertyDefinition:
    """One property: its type's name ("" for untyped) and its initial value's closure."""

    __slots__ = ("hidden", "initial", "name", "type_name", "validators")

    def __init__(self, name: str, type_name: str, initial: Any, hidden: bool, validators: tuple[Any, ...]) -> None:
        self.name = name
        self.type_name = type_name
        self.initial = initial
        self.hidden = hidden
        self.validators = validators


class MethodDefinition:
    """One method or constructor. `return_type` "" or "void": no result; `base_arguments` None without `: base(…)`."""

    __slots__ = ("base_arguments", "code", "name", "owner", "return_type")

    def __init__(self, name: str, code: CompiledBlock, return_type: str, base_arguments: Any) -> None:
        self.name = name
        self.code = code
        self.return_type = return_type
        self.base_arguments = base_arguments
        self.owner: ScriptClass | None = None


class ClassInstance(NetObject):
    """An object of a script class."""

    def __init__(self, of: NetType, definition: ScriptClass) -> None:
        self.net_type_object = of
        self.definition = definition
        self.fields: dict[str, Any] = {}

    @property
    def visible_fields(self) -> tuple[str, ...]:
        return self.definition.visible_names()

    @property
    def script_methods(self) -> dict[str, list[MethodDefinition]]:
        return self.definition.all_methods()

    def ps_type_name(self) -> str:
        return self.net_type_object.full_name

    def set_field(self, lower: str, value: Any, run: Any) -> None:
        self.definition.set_field(self, lower, value, run)

    def call_own(self, group: list[MethodDefinition], arguments: list[Any], run: Any) -> Any:
        return call_instance_method(self, group, arguments, run)

    def ps_text(self, run: Any) -> str | None:
        """ToString() when the class has its own."""
        own = self.script_methods.get("tostring")
        if own is None or run is None:
            return None
        return to_text(call_instance_method(self, own, [], run), run)


class ExceptionInstance(PSException):
    """An object of a script class that inherits from an exception."""

    def __init__(self, of: NetType, definition: ScriptClass) -> None:
        super().__init__(of.full_name, f"Exception of type '{of.full_name}' was thrown.")
        self.net_type_object = of
        self.definition = definition
        self.fields: dict[str, Any] = {}

    @property
    def visible_fields(self) -> tuple[str, ...]:
        return self.definition.visible_names()

    @property
    def script_methods(self) -> dict[str, list[MethodDefinition]]:
        return self.definition.all_methods()

    def set_field(self, lower: str, value: Any, run: Any) -> None:
        self.definition.set_field(self, lower, value, run)

    def call_own(self, group: list[MethodDefinition], arguments: list[Any], run: Any) -> Any:
        return call_instance_method(self, group, arguments, run)


class ScriptClass:
    """One class definition as executed in a run."""

    def __init__(
        self,
        name: str,
        base: NetType | None,
        namespaces: tuple[str, ...],
        properties: tuple[PropertyDefinition, ...],
        statics: tuple[PropertyDefinition, ...],
        methods: dict[str, list[MethodDefinition]],
        static_methods: dict[str, list[MethodDefinition]],
        constructors: list[MethodDefinition],
    ) -> None:
        self.name = name
        self.base: ScriptClass | None = base.script_class if base is not None else None
        self.net_base = base
        self.namespaces = namespaces
        self.properties = properties
        self.by_lower = {entry.name.lower(): entry for entry in properties}
        self.static_properties = {entry.name.lower(): entry for entry in statics}
        self.static_values: dict[str, Any] = {}
        self.methods = methods
        self.static_methods = static_methods
        self.constructors = constructors
        for group in (*methods.values(), *static_methods.values(), constructors):
            for method in group:
                method.owner = self
        self.net_type: NetType | None = None

    # --- look-up

    def all_methods(self) -> dict[str, list[MethodDefinition]]:
        """Instance methods by lower-case name, inherited ones overridden by equal parameter count."""
        if self.base is None:
            return self.methods
        merged = {lower: list(group) for lower, group in self.base.all_methods().items()}
        for lower, group in self.methods.items():
            counts = {len(method.code.parameters) for method in group}
            merged[lower] = [*group, *(m for m in merged.get(lower, ()) if len(m.code.parameters) not in counts)]
        return merged

    def visible_names(self) -> tuple[str, ...]:
        inherited = self.base.visible_names() if self.base is not None else ()
        return (*inherited, *(entry.name for entry in self.properties if not entry.hidden))

    def property_named(self, lower: str) -> PropertyDefinition | None:
        found = self.by_lower.get(lower)
        return found if found is not None or self.base is None else self.base.property_named(lower)

    @property
    def is_exception(self) -> bool:
        return self.net_base is not None and "System.Exception" in self.net_base.lineage

    # --- instances

    def instantiate(self, arguments: list[Any], run: Any, frame: Frame, called: str = "new") -> Any:
        """`[Name]::new(arguments)`."""
        assert self.net_type is not None
        made: Any = ExceptionInstance(self.net_type, self) if self.is_exception else ClassInstance(self.net_type, self)
        self._initialize_fields(made, run)
        self.construct(made, arguments, run, called)
        return made

    def _initialize_fields(self, made: Any, run: Any) -> None:
        if self.base is not None:
            self.base._initialize_fields(made, run)
        for entry in self.properties:
            made.fields[entry.name.lower()] = self._blank(entry, run)
        scope = Scope(run.global_scope)
        scope.variables["this"] = Variable("this", made)
        frame = Frame(run, scope, _discard, run.top_frame.streams, run.top_frame.invocation)
        for entry in self.properties:
            if entry.initial is not None:
                self.set_field(made, entry.name.lower(), entry.initial(frame), run)

    def _blank(self, entry: PropertyDefinition, run: Any) -> Any:
        if not entry.type_name:
            return None
        of = run.types.literal(entry.type_name, self.namespaces, None)
        return default_of(of, run)

    def construct(self, made: Any, arguments: list[Any], run: Any, called: str = "new") -> None:
        """Runs the constructor that fits, base first."""
        if not self.constructors:
            if arguments:
                raise no_overload(called, len(arguments))
            self._construct_base(made, None, run, run.top_frame)
            return
        chosen, values = pick_method(self.constructors, arguments, called, run)
        scope = _method_scope(chosen, values, run, made)
        frame = Frame(run, scope, _discard, run.top_frame.streams, _invocation(chosen))
        base_values = (
            [argument(frame) for argument in chosen.base_arguments] if chosen.base_arguments is not None else None
        )
        self._construct_base(made, base_values, run, frame)
        _run_body(chosen, frame, run)

    def _construct_base(self, made: Any, values: list[Any] | None, run: Any, frame: Frame) -> None:
        if self.base is not None:
            self.base.construct(made, values or [], run)
        elif isinstance(made, ExceptionInstance) and self.net_base is not None:
            template = new_exception(self.net_base, values or [], run)
            if values:
                made.message = template.message
                made.inner = template.inner
                made.parameter_name = template.parameter_name

    def set_field(self, made: Any, lower: str, value: Any, run: Any) -> None:
        """Assigns a property: converted to its type, validated."""
        entry = self.property_named(lower)
        assert entry is not None
        if value is AUTOMATION_NULL:
            value = None
        if entry.type_name:
            of = run.types.literal(entry.type_name, self.namespaces, None)
            try:
                value = convert(value, of, run)
            except PSException as failure:
                raise _setting_failed(entry, failure) from None
        for validator in entry.validators:
            try:
                validator(value, run, entry.name)
            except PSException as failure:
                raise _setting_failed(entry, failure) from None
        made.fields[lower] = value

    def convert(self, value: Any, run: Any) -> Any:
        """`[Name]value`: an instance of a derived class as it is, a hashtable sets properties, else a fitting
        constructor.
        """
        assert self.net_type is not None
        definition = getattr(value, "definition", None)
        while definition is not None:
            if definition is self:
                return value
            definition = definition.base
        if isinstance(value, NetDictionary):
            made = self.instantiate([], run, run.top_frame)
            for key, item in value.pairs():
                set_member(made, to_text(key, run), item, run.top_frame)
            return made
        if any(len(entry.code.parameters) == 1 for entry in self.constructors):
            try:
                return self.instantiate([value], run, run.top_frame)
            except TerminatingError as error:
                if error.record.error_id != "MethodCountCouldNotFindBest":
                    raise
        return NotImplemented

    # --- statics

    def get_static(self, lower: str, run: Any) -> Any:
        """The value of a static property, MISSING without one."""
        if lower in self.static_values:
            return self.static_values[lower]
        if lower in self.static_properties:
            self.initialize_statics(run)
            return self.static_values[lower]
        return self.base.get_static(lower, run) if self.base is not None else MISSING

    def initialize_statics(self, run: Any) -> None:
        """Evaluates the initial values once, when the class is first used."""
        frame = Frame(run, Scope(run.global_scope), _discard, run.top_frame.streams, run.top_frame.invocation)
        for lower, entry in self.static_properties.items():
            if lower in self.static_values:
                continue
            self.static_values[lower] = self._blank(entry, run)
            if entry.initial is not None:
                self.set_static(lower, entry.initial(frame), run)

    def set_static(self, lower: str, value: Any, run: Any) -> bool:
        """Assigns a static property; False when there is none."""
        entry = self.static_properties.get(lower)
        if entry is None:
            return self.base.set_static(lower, value, run) if self.base is not None else False
        if entry.type_name:
            of = run.types.literal(entry.type_name, self.namespaces, None)
            try:
                value = convert(value, of, run)
            except PSException as failure:
                raise _setting_failed(entry, failure) from None
        self.static_values[lower] = value
        return True

    def call_static(self, lower: str, arguments: list[Any], run: Any, frame: Frame) -> Any:
        """`[Name]::Method(arguments)`; NotImplemented without such a method."""
        group = self.static_methods.get(lower)
        if group is None:
            return self.base.call_static(lower, arguments, run, frame) if self.base is not None else NotImplemented
        chosen, values = pick_method(group, arguments, chosen_name(group), run)
        return call_method(chosen, values, run, None)


def chosen_name(group: list[MethodDefinition]) -> str:
    return group[0].name


def _discard(value: Any) -> None:
    """Output of a method's statements goes nowhere."""


def _setting_failed(entry: PropertyDefinition, failure: PSException) -> TerminatingError:
    return runtime_error(
        f'Exception setting "{entry.name}": "{failure.message}"',
        "ExceptionWhenSetting",
        "NotSpecified",
        type_name="System.Management.Automation.SetValueInvocationException",
        inner=failure,
    )


def _invocation(method: MethodDefinition) -> Invocation:
    return Invocation(method.name)


def _method_scope(method: MethodDefinition, values: list[Any], run: Any, this: Any) -> Scope:
    from rehearsal.engines.powershell.binding.parameter_constraints import constraint_of

    scope = Scope(run.global_scope)
    scope.strict = run.frames[-1].scope.strict if run.frames else run.global_scope.strict
    if this is not None:
        scope.variables["this"] = Variable("this", this)
    for spec, value in zip(method.code.parameters, values, strict=True):
        scope.variables[spec.lower] = Variable(spec.name, value, constraint_of(spec, run))
    return scope


def _run_body(method: MethodDefinition, frame: Frame, run: Any) -> Any:
    body = method.code.bodies[2]
    if body is None:
        return AUTOMATION_NULL
    run.enter_call(None)
    run.frames.append(frame)
    outer = run.propagate
    # a class method has no statement-level recovery: any error leaves it
    run.propagate = True
    try:
        body(frame)
    except ReturnFromMethod as leaving:
        return leaving.value
    except ReturnFromBlock:
        return AUTOMATION_NULL
    finally:
        run.frames.pop()
        run.propagate = outer
    return AUTOMATION_NULL


def call_method(method: MethodDefinition, values: list[Any], run: Any, this: Any) -> Any:
    """Runs a method with converted arguments and converts its result."""
    assert method.owner is not None
    scope = _method_scope(method, values, run, this)
    frame = Frame(run, scope, _discard, run.top_frame.streams, _invocation(method))
    result = _run_body(method, frame, run)
    if method.return_type in ("", "void", "System.Void"):
        return VOID
    if result is AUTOMATION_NULL:
        result = None
    return cast(result, method.return_type, method.owner.namespaces, None, run)


def call_instance_method(value: Any, group: list[MethodDefinition], arguments: list[Any], run: Any) -> Any:
    """The method of the group that fits the arguments, called on an instance."""
    chosen, values = pick_method(group, arguments, group[0].name, run)
    return call_method(chosen, values, run, value)
