"""Which EBS volumes are the pool's is what their tags say; what they don't say is refused, the volume named."""

import pytest

from cachewarden.evidence.volume_role import (
    AttachedVolume,
    RolesUnclearError,
    VolumeRole,
    roles_by_tag,
    why_pool_not_told,
)

TAGGED_ROOT = AttachedVolume(volume_id="vol-r", device="xvda", root=True, tags={"cachewarden:role": "data"})
ROOT = AttachedVolume(volume_id="vol-root", device="/dev/sda1", root=True, tags={})


def volume(name: str, role: str | None) -> AttachedVolume:
    tags = {"Name": name} if role is None else {"cachewarden:role": role}
    return AttachedVolume(volume_id=f"vol-{name}", device=f"xvd{name}", root=False, tags=tags)


def test_each_volume_but_the_root_has_a_role():
    roles = roles_by_tag([ROOT, volume("f", "data"), volume("g", "data"), volume("h", "swap"), volume("z", "other")])

    assert roles == {
        "vol-f": VolumeRole.DATA, "vol-g": VolumeRole.DATA, "vol-h": VolumeRole.SWAP, "vol-z": VolumeRole.OTHER
    }  # fmt: skip


@pytest.mark.parametrize(
    ("volumes", "told"),
    [
        ([volume("f", "data"), volume("z", None)], "vol-z (xvdz) has no tag cachewarden:role"),
        ([volume("f", "Data")], "vol-f (xvdf) has cachewarden:role=Data, expected one of data, swap, other"),
        ([volume("f", "")], "vol-f (xvdf) has cachewarden:role="),
        ([volume("f", "swap")], "no volume has cachewarden:role=data"),
        ([], "no volume has cachewarden:role=data"),
        (
            [volume("f", "data"), volume("g", "swap"), volume("h", "swap")],
            "vol-g, vol-h all have cachewarden:role=swap, a pool has one Swap volume",
        ),
        (
            [volume("f", "data"), TAGGED_ROOT],
            "the root volume vol-r (xvda) has cachewarden:role=data",
        ),
    ],
)  # fmt: skip
def test_what_the_tags_leave_open_is_refused(volumes, told):
    with pytest.raises(RolesUnclearError) as refused:
        roles_by_tag([ROOT, *volumes])

    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("data", "swap", "told"),
    [
        (2, "vol-h", None),
        (2, None, None),
        (3, "vol-h", "the pool has 3 data volumes, cachewarden:role=data have 2"),
        (2, "vol-z", "the pool's Swap volume vol-z doesn't have cachewarden:role=swap"),
    ],
)
def test_tags_that_contradict_the_pool_do_not_tell_its_volumes(data, swap, told):
    volumes = [ROOT, volume("f", "data"), volume("g", "data"), volume("h", "swap"), volume("z", "other")]
    assert why_pool_not_told(volumes, data_volumes=data, swap=swap) == told


def test_a_volume_without_its_role_is_named_before_it_is_needed():
    told = why_pool_not_told([ROOT, volume("f", "data"), volume("h", None)], data_volumes=1, swap="vol-h")
    assert told == "vol-h (xvdh) has no tag cachewarden:role"
