"""What EC2 says of a volume: one that it doesn't know is not one that it says nothing of."""

import pytest

from adapters import volume_modifications
from adapters.volume_modifications import VolumeNotToldError, modifiable_volume
from cachewarden.evidence.volume_modification import Performance


def test_a_volume_is_known_gone_or_not_told_of(aws, monkeypatch):
    volume_id = aws.ec2.create_volume(AvailabilityZone="eu-central-1a", Size=100, VolumeType="gp3")["VolumeId"]
    volume = modifiable_volume(volume_id)
    assert volume is not None and (volume.volume_id, volume.kind) == (volume_id, "gp3")
    assert modifiable_volume("vol-0123456789abcdef0") is None
    silent = type("Silent", (), {"describe_volumes": lambda self, **asked: {"Volumes": []}})()
    monkeypatch.setattr(volume_modifications, "ec2", lambda: silent)
    with pytest.raises(VolumeNotToldError):
        modifiable_volume(volume_id)


def test_the_newest_modification_says_from_what_to_what(aws):
    volume_id = aws.ec2.create_volume(AvailabilityZone="eu-central-1a", Size=100, VolumeType="gp3")["VolumeId"]
    began = volume_modifications.modify_volume(volume_id, Performance(throughput_mib=500, iops=3000))
    volume = modifiable_volume(volume_id)
    assert volume is not None and volume.newest is not None and volume.newest.started_at == began
