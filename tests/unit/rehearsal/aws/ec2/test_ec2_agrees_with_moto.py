"""Our EC2 answers against moto's: what both give must be alike in shape, refusal and meaning."""

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from rehearsal.world.ec2.instance_types import INSTANCE_TYPES

REGION = "eu-west-1"


def outcome(call):
    try:
        return call()
    except ClientError as error:
        return error.response["Error"]["Code"]


@pytest.fixture
def motos():
    """moto's EC2 with one instance, outside of any account of ours."""
    with mock_aws():
        client = boto3.client("ec2", region_name=REGION, aws_access_key_id="a", aws_secret_access_key="b")
        image = client.register_image(Name="probe", RootDeviceName="/dev/sda1")["ImageId"]
        instance = client.run_instances(ImageId=image, InstanceType="r5d.4xlarge", MinCount=1, MaxCount=1)
        yield client, instance["Instances"][0]["InstanceId"]


@pytest.fixture
def ours(scene):
    s = scene()
    return s.account.client("ec2", s.account.person("dba")), s.first.id


def keys_of(shape, path=""):
    if isinstance(shape, dict):
        return {f"{path}/{key}" for key in shape} | {k for key in shape for k in keys_of(shape[key], f"{path}/{key}")}
    if isinstance(shape, list):
        return {key for item in shape for key in keys_of(item, f"{path}[]")}
    return set()


CALLS = {
    "describe": lambda client, i: client.describe_instances(InstanceIds=[i])["Reservations"][0]["Instances"][0],
    "unknown": lambda client, i: client.describe_instances(InstanceIds=["i-0123456789abcdef0"]),
    "protect": lambda client, i: client.modify_instance_attribute(InstanceId=i, DisableApiStop={"Value": True}),
    "read": lambda client, i: client.describe_instance_attribute(InstanceId=i, Attribute="disableApiStop"),
    "stop refused": lambda client, i: client.stop_instances(InstanceIds=[i]),
    "unprotect": lambda client, i: client.modify_instance_attribute(InstanceId=i, DisableApiStop={"Value": False}),
    "tag": lambda client, i: client.create_tags(Resources=[i], Tags=[{"Key": "probe", "Value": "1"}]),
    "by tag": lambda client, i: client.describe_instances(Filters=[{"Name": "tag:probe", "Values": ["1"]}]),
    "by other tag": lambda client, i: client.describe_instances(Filters=[{"Name": "tag:probe", "Values": ["2"]}]),
    "untag": lambda client, i: client.delete_tags(Resources=[i], Tags=[{"Key": "probe"}]),
    "status": lambda client, i: client.describe_instance_status(InstanceIds=[i]),
    "stop": lambda client, i: client.stop_instances(InstanceIds=[i]),
}


def play(client, instance):
    return {name: outcome(lambda call=call: call(client, instance)) for name, call in CALLS.items()}


@pytest.fixture
def motos_outcomes(motos):
    return play(*motos)


def test_refusals_have_the_same_codes_and_answers_the_same_meaning(motos_outcomes, ours):
    got = play(*ours)
    for name, theirs in motos_outcomes.items():
        if isinstance(theirs, str):
            assert got[name] == theirs, name
    assert got["read"]["DisableApiStop"] == motos_outcomes["read"]["DisableApiStop"] == {"Value": True}
    assert len(got["by tag"]["Reservations"]) == len(motos_outcomes["by tag"]["Reservations"]) == 1
    assert got["by other tag"]["Reservations"] == motos_outcomes["by other tag"]["Reservations"] == []
    assert got["stop"]["StoppingInstances"][0]["PreviousState"] == {"Code": 16, "Name": "running"}
    assert motos_outcomes["stop"]["StoppingInstances"][0]["PreviousState"] == {"Code": 16, "Name": "running"}


def test_we_describe_nothing_that_moto_does_not(motos_outcomes, ours):
    """A member only we give would be one that a handler could lean on without its being real."""
    got = play(*ours)
    # EC2 API reference, Instance; moto lacks them.
    only_ours = {"/PlatformDetails", "/Platform", "/Architecture", "/EnaSupport", "/VirtualizationType"}
    for name in ("describe", "read", "status"):
        theirs = {key for key in keys_of(motos_outcomes[name]) if not key.startswith("/ResponseMetadata")}
        mine = {key for key in keys_of(got[name]) if not key.startswith("/ResponseMetadata")}
        assert mine - theirs - only_ours <= {"/Tags", "/Tags[]/Key", "/Tags[]/Value"}, name


def test_types_of_common_members_are_the_same(motos_outcomes, ours):
    got, theirs = play(*ours)["describe"], motos_outcomes["describe"]
    for key in got.keys() & theirs.keys():
        assert type(got[key]) is type(theirs[key]), key


def types(client):
    """What EC2 says of our types, by their names."""
    wanted = [{"Name": "instance-type", "Values": sorted(INSTANCE_TYPES)}]
    return {each["InstanceType"]: each for each in client.describe_instance_types(Filters=wanted)["InstanceTypes"]}


@pytest.fixture
def motos_types(motos):
    return types(motos[0])


def test_a_types_limits_are_as_aws_lists_them(motos_types, ours):
    """moto's list of types is AWS's own."""
    given = types(ours[0])
    assert given.keys() == motos_types.keys() == INSTANCE_TYPES.keys()
    for kind, ours_of_kind in given.items():
        limits = motos_types[kind]["EbsInfo"]["EbsOptimizedInfo"]
        for key, value in ours_of_kind["EbsInfo"]["EbsOptimizedInfo"].items():
            assert value == limits[key], (kind, key)


def test_a_types_disks_and_architecture_are_as_aws_lists_them(motos_types):
    for kind in INSTANCE_TYPES.values():
        listed = motos_types[kind.name]
        disks = listed.get("InstanceStorageInfo", {}).get("Disks", [])
        sizes = [each["SizeInGB"] * 10**9 for each in disks for _ in range(each["Count"])]
        assert sizes == list(kind.instance_store_bytes), kind.name
        assert kind.architecture in listed["ProcessorInfo"]["SupportedArchitectures"], kind.name


def test_all_that_we_say_of_a_type_is_as_aws_lists_it(motos_types, ours):
    for kind, ours_of_kind in types(ours[0]).items():
        assert agrees(ours_of_kind, motos_types[kind]), kind


def agrees(mine, theirs):
    """Whatever we say, AWS's list says, too."""
    if isinstance(mine, dict):
        return all(agrees(value, theirs[key]) for key, value in mine.items())
    return mine == theirs
