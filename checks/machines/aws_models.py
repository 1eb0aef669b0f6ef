"""AWS's own description of its APIs, as botocore ships it; neither credentials nor a person's own models are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import botocore
from botocore.exceptions import UnknownServiceError
from botocore.loaders import Loader
from botocore.model import ListShape, MapShape, OperationModel, ServiceModel, Shape, StringShape, StructureShape

DATA = Path(botocore.__file__).parent / "data"
_JSON_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": str, "character": str, "blob": str, "timestamp": str, "boolean": bool, "integer": int, "long": int,
    "float": (int, float), "double": (int, float), "list": list, "map": dict, "structure": dict,
}  # fmt: skip


@cache
def service(name: str) -> ServiceModel | None:
    """The model of a service under boto3's name; None when there is no such service."""
    loader = Loader(include_default_search_paths=False, extra_search_paths=[str(DATA)])
    try:
        return ServiceModel(loader.load_service_model(name, "service-2"), service_name=name)
    except UnknownServiceError:
        return None


def operation(service_name: str, action: str) -> OperationModel | None:
    """`describeInstances` and `DescribeInstances` alike; None when the service has no such operation."""
    model = service(service_name)
    name = action[:1].upper() + action[1:]
    return model.operation_model(name) if model is not None and name in model.operation_names else None


def argument_problems(
    value: Any, shape: Shape | None, path: tuple[str | int, ...], *, pascal: bool, dynamic: Any
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """(path, problem) for each member that is unknown, missing, or a literal of the wrong type.

    `pascal`: names as Step Functions wants them. `dynamic(text)` says whether a text is filled in at run time.
    """
    if isinstance(value, str) and dynamic(value):
        return
    if shape is None:
        if value:
            yield path, "the operation takes no arguments"
        return
    if (problem := _literal_problem(value, shape)) is not None:
        yield path, problem
        return
    match shape, value:
        case StructureShape(), dict():
            names = member_names(shape, pascal=pascal)
            for key, inner in value.items():
                if key not in names:
                    yield (*path, key), f"{shape.name} has no member {key}; it has {', '.join(sorted(names))}"
                else:
                    member = shape.members[names[key]]
                    yield from argument_problems(inner, member, (*path, key), pascal=pascal, dynamic=dynamic)
            given = {names[key] for key in value if key in names}
            for required in shape.required_members:
                if required not in given:
                    yield path, f"{shape.name} requires {_cased(required, pascal=pascal)}"
        case ListShape(), list():
            for number, item in enumerate(value):
                yield from argument_problems(item, shape.member, (*path, number), pascal=pascal, dynamic=dynamic)
        case MapShape(), dict():
            for key, item in value.items():
                yield from argument_problems(item, shape.value, (*path, key), pascal=pascal, dynamic=dynamic)


def member_names(shape: StructureShape, *, pascal: bool) -> dict[str, str]:
    """Name as the caller writes it -> botocore's."""
    return {_cased(name, pascal=pascal): name for name in shape.members}


def shape_at(shape: Shape | None, path: tuple[str | int, ...], *, pascal: bool) -> Shape | None:
    """The shape at a path into an answer. Raises LookupError with the name that isn't there."""
    for part in path:
        match shape:
            case StructureShape():
                names = member_names(shape, pascal=pascal)
                if part not in names:
                    raise LookupError(f"{shape.name} has no member {part}; it has {', '.join(sorted(names))}")
                shape = shape.members[names[str(part)]]
            case ListShape() if isinstance(part, int):
                shape = shape.member
            case MapShape() if isinstance(part, str):
                shape = shape.value
            case _:
                raise LookupError(f"{shape.name if shape else 'an empty answer'} has no {part}")
    return shape


def _literal_problem(value: Any, shape: Shape) -> str | None:
    wanted = _JSON_TYPES[shape.type_name]
    if not isinstance(value, wanted) or (isinstance(value, bool) and shape.type_name != "boolean"):
        return f"{value!r} is no {shape.type_name}"
    if isinstance(shape, StringShape) and shape.enum and value not in shape.enum:
        return f"{value!r} is none of {', '.join(shape.enum)}"
    return None


def _cased(name: str, *, pascal: bool) -> str:
    return name[:1].upper() + name[1:] if pascal else name
