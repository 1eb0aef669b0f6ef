"""Which EBS volumes were taken off a node so that Windows could start without its pool, as the lease table has it.

Written before the first volume is detached, dropped when all of them are attached again: whatever is killed between
the two, who comes next, CacheWarden or a person, knows which volume belongs under which device name.
"""

from dataclasses import dataclass
from datetime import datetime

from cachewarden.json_reader import Json, JsonReader, format_time


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolVolume:
    """A volume of the pool and its device name; `attached`: whether EC2 shows it at its instance."""

    volume_id: str
    device: str
    attached: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DetachedPool:
    """The pool's volumes in the order in which they are attached again.

    `launch_time`: of the run in which Windows never came up.
    """

    launch_time: datetime
    volumes: tuple[PoolVolume, ...]

    @property
    def told(self) -> str:
        """Volumes with their device names, for sentences."""
        return ", ".join(f"{volume.volume_id} ({volume.device})" for volume in self.volumes)

    @property
    def whole(self) -> bool:
        """Whether every volume is attached."""
        return all(volume.attached for volume in self.volumes)

    @property
    def bare(self) -> bool:
        """Whether no volume is attached."""
        return not any(volume.attached for volume in self.volumes)


def parse_detached_pool(source: JsonReader) -> DetachedPool:
    """Raises `UnexpectedJsonError`."""
    return DetachedPool(
        launch_time=source.time("launchTime"),
        volumes=tuple(
            PoolVolume(volume_id=item.text("volume"), device=item.text("device"), attached=item.flag("attached"))
            for item in source.children("volumes")
        ),
    )


def detached_pool_to_json(pool: DetachedPool) -> dict[str, Json]:
    """What `parse_detached_pool` reads back unchanged."""
    return {
        "launchTime": format_time(pool.launch_time),
        "volumes": [
            {"volume": each.volume_id, "device": each.device, "attached": each.attached} for each in pool.volumes
        ],
    }
