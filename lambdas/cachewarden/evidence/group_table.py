"""Many Availability Groups as a host lays them out: the names of their members once, then rows of values."""

from collections.abc import Iterator

from cachewarden.json_reader import Json, JsonReader, UnexpectedJsonError


def groups_in(table: JsonReader) -> Iterator[JsonReader]:
    """Each group in the form in which a host that has few of them tells it; raises `UnexpectedJsonError`."""
    rows = table.members.get("rows")
    if not isinstance(rows, list):
        raise UnexpectedJsonError(f"{table.path}.rows: expected an array")
    for index, row in enumerate(rows):
        path = f"{table.path}.rows[{index}]"
        values, log, replicas = _parts(row, 3, path)
        if not isinstance(replicas, list):
            raise UnexpectedJsonError(f"{path}: expected an array of replicas")
        group = _named(table, "group", values, path)
        group["log"] = None if log is None else _named(table, "log", log, path)
        group["replicas"] = [_replica(table, replica, path) for replica in replicas]
        yield JsonReader.of(group, path)


def _replica(table: JsonReader, replica: Json, path: str) -> dict[str, Json]:
    values, databases = _parts(replica, 2, path)
    return {**_named(table, "replica", values, path), "databases": _named(table, "databases", databases, path)}


def _parts(row: Json, count: int, path: str) -> list[Json]:
    if not isinstance(row, list) or len(row) != count:
        raise UnexpectedJsonError(f"{path}: expected an array of {count}")
    return row


def _named(table: JsonReader, names: str, values: Json, path: str) -> dict[str, Json]:
    keys = table.texts(names)
    if not isinstance(values, list) or len(values) != len(keys):
        raise UnexpectedJsonError(f"{path}: expected {len(keys)} values of {names}")
    return dict(zip(keys, values, strict=True))
