"""What each contract rests on, as an attack finds it before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rehearsal.scenarios.host_installation import DATA_FOLDER
from rehearsal.world.windows.host import WindowsHost
from tests.attacks.attacked_cluster import LEASES, Attacked


def contracts(scene: Attacked) -> Mapping[str, Any]:
    """By contract: the records, tags and files that only CacheWarden writes, or believes, as they are now."""
    items = {str(item["cluster"]["S"]): item for item in scene.cluster.account.items(LEASES)}
    leases = {key: item for key, item in items.items() if "members" in item}
    nodes, hosts = scene.cluster.instances, scene.cluster.hosts
    return {
        "consent": (
            [key for key in items if key.startswith("consent/")],
            {name: node.tags.get("cachewarden:consent") for name, node in nodes.items()},
        ),
        "token": (
            {key: item["token"] for key, item in leases.items()},
            {name: _content(host, "token.json") for name, host in hosts.items()},
        ),
        "lease": {key: (item.get("owner"), item.get("savedModes")) for key, item in leases.items()},
        "proof": (
            {key: item for key, item in items.items() if key.startswith("stop/")},
            {name: (node.stop_protected, node.state.api_name) for name, node in nodes.items()},
        ),
        "host": {name: _content(host, "inventory.json") for name, host in hosts.items()},
        "bundle": {
            name: [(path, host.files.read_bytes(path)) for path in _files(host, rf"{DATA_FOLDER}\bundle")]
            for name, host in hosts.items()
        },
    }


def assert_back_and_untouched(scene: Attacked, node: str, before: Mapping[str, Any]) -> None:
    """The node serves again, the lease is free and keeps no modes, and consents and bundles are as `before`."""
    assert scene.whole(node) and scene.cluster.sql_runs(node)
    assert "owner" not in scene.lease() and "savedModes" not in scene.lease()
    after = contracts(scene)
    assert all(after[kept] == before[kept] for kept in ("consent", "bundle"))
    assert not scene.watch.violations


def _content(host: WindowsHost, name: str) -> bytes | None:
    path = rf"{DATA_FOLDER}\{name}"
    return host.files.read_bytes(path) if host.files.exists(path) else None


def _files(host: WindowsHost, folder: str) -> Iterator[str]:
    for name in sorted(host.files.list(folder)):
        path = rf"{folder}\{name}"
        if host.files.is_directory(path):
            yield from _files(host, path)
        else:
            yield path
