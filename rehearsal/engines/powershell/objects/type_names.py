"""From a type's name as scripts write it (`int`, `string[]`, `System.Collections.Generic.List[int]`) to the NetType."""

from __future__ import annotations

from rehearsal.engines.powershell.objects.net_type import NetType, TypeTable, array_type


def resolve_type(name: str, table: TypeTable, namespaces: tuple[str, ...] = ()) -> NetType | None:
    """The type, or None when there is no such type (in this engine). Accelerators first, then the name, then
    System.name, then `using namespace`.
    """
    key = name if not namespaces else name + "|" + ",".join(namespaces)
    try:
        return table.cache[key]
    except KeyError:
        pass
    found = table.cache[key] = _resolve(name.strip(), table, namespaces)
    return found


def _resolve(name: str, table: TypeTable, namespaces: tuple[str, ...]) -> NetType | None:
    if name.endswith("]"):
        opening = _matching_bracket(name)
        inside = name[opening + 1 : -1]
        head = name[:opening].strip()
        if not inside.strip(", "):
            element = resolve_type(head, table, namespaces)
            return None if element is None else array_type(element, inside.count(",") + 1)
        arguments = [
            resolve_type(part.strip().strip("[]") if part.strip().startswith("[") else part.strip(), table, namespaces)
            for part in _split_arguments(inside)
        ]
        arity = len(arguments)
        definition = _plain(head if "`" in head else f"{head}`{arity}", table, namespaces)
        if definition is None or any(argument is None for argument in arguments):
            return None
        return _close(definition, tuple(argument for argument in arguments if argument is not None), table)
    return _plain(name, table, namespaces)


def _matching_bracket(name: str) -> int:
    depth = 0
    for position in range(len(name) - 1, -1, -1):
        if name[position] == "]":
            depth += 1
        elif name[position] == "[":
            depth -= 1
            if depth == 0:
                return position
    return 0


def _split_arguments(inside: str) -> list[str]:
    parts: list[str] = []
    depth = 0
    start = 0
    for position, character in enumerate(inside):
        if character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(inside[start:position])
            start = position + 1
    parts.append(inside[start:])
    return parts


def _plain(name: str, table: TypeTable, namespaces: tuple[str, ...]) -> NetType | None:
    full = table.accelerator(name)
    if full is not None:
        return table.get(full) if not full.endswith("]") else resolve_type(full, table)
    found = table.get(name) or table.get("System." + name)
    if found is not None:
        return found
    for namespace in namespaces:
        found = table.get(f"{namespace}.{name}")
        if found is not None:
            return found
    return None


def _close(definition: NetType, arguments: tuple[NetType, ...], table: TypeTable) -> NetType:
    full_name = f"{definition.full_name}[{','.join(argument.full_name for argument in arguments)}]"
    known = table.cache.get("closed " + full_name)
    if known is not None:
        return known
    closed = NetType(full_name, definition.base, value_type=definition.value_type, represents=definition.represents)
    closed.generic_definition = definition
    closed.generic_arguments = arguments
    element = ",".join(argument.full_name for argument in arguments)
    closed.interfaces = tuple(
        interface.replace("`1", f"[{element}]").replace("`2", f"[{element}]") for interface in definition.interfaces
    )
    closed.is_interface = definition.is_interface
    table.cache["closed " + full_name] = closed
    return closed


def close_type(head: str, arguments: tuple[NetType, ...], table: TypeTable) -> NetType | None:
    """A generic type by its name closed over the given types; None when there is no such generic type."""
    definition = _plain(f"{head}`{len(arguments)}", table, ())
    return None if definition is None else _close(definition, arguments, table)
