"""Variable scopes: dynamic (a function sees its caller's variables), assignments go to the innermost one."""

from __future__ import annotations

from typing import Any

from rehearsal.engines.powershell.objects.errors import TerminatingError, runtime_error

READ_ONLY, CONSTANT, PRIVATE, ALL_SCOPE = 1, 2, 4, 8
"""ScopedItemOptions as .NET numbers them."""


class Variable:
    """A variable's cell. `constraint` converts (and validates) every value assigned to it; None: anything goes."""

    __slots__ = ("constraint", "description", "name", "options", "value")

    def __init__(self, name: str, value: object, constraint: Any = None, options: int = 0) -> None:
        self.name = name
        self.value: Any = value
        self.constraint = constraint
        self.options = options
        self.description = ""


class Scope:
    """One scope. `variables` by lower-case name; `functions` and `aliases` are made when first needed."""

    __slots__ = ("aliases", "all_scope", "call", "functions", "is_script", "parent", "strict", "variables")

    def __init__(self, parent: Scope | None, *, is_script: bool = False) -> None:
        self.parent = parent
        self.variables: dict[str, Variable] = {}
        self.functions: dict[str, Any] | None = None
        self.aliases: dict[str, str] | None = None
        self.is_script = is_script
        self.all_scope: set[str] = parent.all_scope if parent is not None else set()
        """Lower-case names of all variables of the run that were ever given the option AllScope: few, and asked for
        with every new variable."""
        self.strict: int = parent.strict if parent is not None else 0
        """Set-StrictMode's version (0 off; 3 stands for Latest), inherited by scopes opened later."""
        self.call: Any = None
        """The Invocation this scope belongs to ($MyInvocation, $PSBoundParameters, $PSCmdlet), None for plain child
        scopes.
        """

    # reading

    def find(self, lower: str) -> Variable | None:
        """The variable seen from here; private ones only in their own scope."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.variables.get(lower)
            if found is not None and (not found.options & PRIVATE or scope is self):
                return found
            scope = scope.parent
        return None

    def value_of(self, lower: str, default: Any = None) -> Any:
        """The value seen from here, or `default`."""
        found = self.find(lower)
        return default if found is None else found.value

    # writing

    def declare(self, name: str, value: object, constraint: Any = None, options: int = 0) -> None:
        """Makes a variable of this scope anew."""
        lower = name.lower()
        self.variables[lower] = Variable(name, value, constraint)
        self.give_options(lower, options)

    def give_options(self, lower: str, options: int) -> None:
        """Sets a variable's ScopedItemOptions."""
        self.variables[lower].options = options
        if options & ALL_SCOPE:
            self.all_scope.add(lower)

    def set_local(self, lower: str, value: Any, name: str) -> None:
        """Assignment in this scope: keeps the variable's constraint, refuses read-only ones."""
        found = self.variables.get(lower)
        if found is None:
            inherited = self._all_scope(lower)
            if inherited is not None:
                found = inherited
            else:
                self.variables[lower] = Variable(name, value)
                return
        if found.options & (READ_ONLY | CONSTANT):
            raise not_writable(found.name)
        found.value = value if found.constraint is None else found.constraint(value)

    def _all_scope(self, lower: str) -> Variable | None:
        if lower not in self.all_scope:
            return None
        scope = self.parent
        while scope is not None:
            found = scope.variables.get(lower)
            if found is not None and found.options & ALL_SCOPE:
                return found
            scope = scope.parent
        return None

    def put(self, lower: str, value: Any, name: str) -> None:
        """The engine's own assignment: no checks."""
        found = self.variables.get(lower)
        if found is None:
            self.variables[lower] = Variable(name, value)
        else:
            found.value = value

    def remove(self, lower: str) -> bool:
        """Removes the variable from the innermost scope that has it."""
        scope: Scope | None = self
        while scope is not None:
            if scope.variables.pop(lower, None) is not None:
                return True
            scope = scope.parent
        return False

    # named scopes

    @property
    def script_scope(self) -> Scope:
        """The scope of the script file that is running; the global one at the top."""
        scope: Scope = self
        while not scope.is_script and scope.parent is not None:
            scope = scope.parent
        return scope

    @property
    def global_scope(self) -> Scope:
        scope: Scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def named(self, qualifier: str) -> Scope:
        """The scope that `$qualifier:name` means: global, script, local or private."""
        match qualifier:
            case "global":
                return self.global_scope
            case "script":
                return self.script_scope
            case _:
                return self

    def ancestor(self, levels: int) -> Scope | None:
        """`-Scope 1` is the parent, 2 its parent."""
        scope: Scope | None = self
        for _ in range(levels):
            if scope is None:
                return None
            scope = scope.parent
        return scope

    def all_variables(self) -> dict[str, Variable]:
        """Every visible variable by lower-case name."""
        chain: list[Scope] = []
        scope: Scope | None = self
        while scope is not None:
            chain.append(scope)
            scope = scope.parent
        visible: dict[str, Variable] = {}
        for level in reversed(chain):
            for lower, variable in level.variables.items():
                if not variable.options & PRIVATE or level is self:
                    visible[lower] = variable
        return visible

    # functions and aliases

    def find_function(self, lower: str) -> Any:
        """The function seen from here, or None."""
        scope: Scope | None = self
        while scope is not None:
            if scope.functions is not None:
                found = scope.functions.get(lower)
                if found is not None:
                    return found
            scope = scope.parent
        return None

    def declare_function(self, name: str, function: object) -> None:
        """Makes or replaces a function of this scope."""
        if self.functions is None:
            self.functions = {}
        self.functions[name.lower()] = function

    def find_alias(self, lower: str) -> str | None:
        """The command an alias set in the run stands for; "" when it was removed."""
        scope: Scope | None = self
        while scope is not None:
            if scope.aliases is not None:
                found = scope.aliases.get(lower)
                if found is not None:
                    return found
            scope = scope.parent
        return None


def not_writable(name: str) -> TerminatingError:
    """The error of assigning to a read-only or constant variable."""
    return runtime_error(
        f"Cannot overwrite variable {name} because it is read-only or constant.",
        "VariableNotWritable",
        "WriteError",
        name,
        "System.Management.Automation.SessionStateUnauthorizedAccessException",
    )
