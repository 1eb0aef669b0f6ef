"""Which questions a call asks, and which context keys each of them carries."""

import pytest
from account_scene import allow, make_instance, make_world

from rehearsal.aws.api.errors import ApiError
from rehearsal.aws.api.principal import person, role
from rehearsal.aws.iam.authorizer import Authorizer, GrantUse
from rehearsal.aws.iam.context import Context, tag_facts
from rehearsal.aws.iam.patterns import PolicyRefusedError
from rehearsal.aws.iam.policy import PolicyKind, parse_policy
from rehearsal.aws.iam.reference import action
from rehearsal.aws.iam.requests import RequestBuilder

SESSION = role("Own", "first")


@pytest.fixture
def world():
    return make_world()


@pytest.fixture
def instance(world):
    return make_instance(world, "SALES1", "eu-west-1a")


@pytest.fixture
def authorizer(world):
    made = Authorizer(world, RequestBuilder(world))
    made.add_role("Own", ())
    return made


def statements(*raw):
    return parse_policy({"Version": "2012-10-17", "Statement": list(raw)}, "Own/Policy")


def asked(world, service, operation, **parameters):
    return list(RequestBuilder(world).requests(SESSION, service, operation, parameters))


@pytest.mark.parametrize(
    ("name", "kind", "key", "value"),
    [
        ("ec2:StopInstances", "instance", "ec2:resourcetag/owner", "us"),
        ("ec2:StopInstances", "instance", "ssm:resourcetag/owner", None),
        ("ec2:DescribeInstances", None, "ec2:resourcetag/owner", None),
        ("ssm:SendCommand", "instance", "ssm:resourcetag/owner", "us"),
        ("ssm:StartAutomationExecution", "document", "ssm:resourcetag/owner", None),
        ("ec2:CreateSnapshots", "snapshot", "ec2:resourcetag/owner", None),
        ("ec2:CreateSnapshots", "volume", "ec2:resourcetag/owner", "us"),
    ],
)
def test_a_key_is_carried_only_where_the_reference_lists_it_for_action_and_resource(world, name, kind, key, value):
    facts = {"ec2:resourcetag/owner": "us", "ssm:resourcetag/owner": "us"}.get
    assert Context(SESSION, SESSION.issuer_arn, world, action(name), kind, facts).get(key) == value


def test_tag_keys_are_compared_without_case_and_values_with_it():
    facts = tag_facts(("ec2:resourcetag",), {"CacheWarden:Managed": "True"})
    assert facts("ec2:resourcetag/cachewarden:managed") == "True"
    assert facts("ssm:resourcetag/cachewarden:managed") is None
    assert facts("ec2:resourcetag/other") is None


@pytest.mark.parametrize(
    ("principal", "key", "value"),
    [
        (SESSION, "aws:principalarn", "arn:aws:iam::111122223333:role/Own"),
        (SESSION, "aws:principaltype", "AssumedRole"),
        (SESSION, "aws:userid", f"{SESSION.unique_id}:first"),
        (SESSION, "aws:username", None),
        (person("dba"), "aws:username", "dba"),
        (person("dba"), "aws:principaltype", "User"),
        (person("dba"), "aws:requestedregion", "eu-west-1"),
        (person("dba"), "aws:sourceaccount", None),
        (person("dba"), "aws:currenttime", "2026-02-03T04:05:06.000Z"),
    ],
)
def test_every_call_carries_its_caller(world, principal, key, value):
    assert (
        Context(principal, principal.issuer_arn, world, action("ec2:DescribeInstances"), None, None).get(key) == value
    )


def test_a_changed_attribute_is_named_with_its_value(world, instance):
    (request,) = asked(world, "ec2", "ModifyInstanceAttribute", InstanceId=instance.id, DisableApiStop={"Value": False})
    assert request.values.get("ec2:attribute") == "DisableApiStop"
    assert request.values.get("ec2:attribute/disableapistop") == "False"


def test_tags_of_a_request_are_keys_and_values(world, instance):
    tags = [{"Key": "Owner", "Value": "us"}, {"Key": "b", "Value": "c"}]
    (request,) = asked(world, "ec2", "CreateTags", Resources=[instance.id], Tags=tags)
    assert request.values.get("aws:tagkeys") == ("Owner", "b")
    assert request.values.get("aws:requesttag/owner") == "us"
    assert request.values.get("ec2:resourcetag/cachewarden:cluster") == "sales"
    assert request.values.get("ec2:createaction") is None


def test_a_snapshot_asks_for_the_instance_each_of_its_volumes_the_snapshot_and_its_tags(world, instance):
    boot, data = [volume for volume in world.volumes.values() if volume.instance_id == instance.id]
    specification = {"InstanceId": instance.id}
    tagged = [{"ResourceType": "snapshot", "Tags": [{"Key": "a", "Value": "b"}]}]

    def about(**more):
        return [
            (request.action, request.resource.rsplit("/", 1)[-1])
            for request in asked(
                world,
                "ec2",
                "CreateSnapshots",
                InstanceSpecification={**specification, **more},
                TagSpecifications=tagged,
            )
        ]

    create = "ec2:CreateSnapshots"
    all_of_it = [(create, instance.id), (create, boot.id), (create, data.id), (create, "*"), ("ec2:CreateTags", "*")]
    assert about() == all_of_it
    assert (create, boot.id) not in about(ExcludeBootVolume=True)
    assert (create, data.id) not in about(ExcludeDataVolumeIds=[data.id])
    *_, last = asked(world, "ec2", "CreateSnapshots", InstanceSpecification=specification, TagSpecifications=tagged)
    assert last.values.get("ec2:createaction") == "CreateSnapshots"


def test_a_command_asks_for_its_document_and_every_instance(world, instance):
    document, node = asked(world, "ssm", "SendCommand", DocumentName="Probe", InstanceIds=[instance.id])
    assert document.resource == "arn:aws:ssm:eu-west-1:111122223333:document/Probe"
    assert document.values.get("ssm:resourcetag/cachewarden:managed") is None
    assert node.resource == f"arn:aws:ec2:eu-west-1:111122223333:instance/{instance.id}"
    assert node.values.get("ssm:resourcetag/cachewarden:managed") == "true"


def test_starting_a_runbook_asks_for_no_instance_but_for_its_role(world):
    class Documents:
        def automation_role(self, parameters):
            return "arn:aws:iam::111122223333:role/Runbook"

    builder = RequestBuilder(world)
    builder.documents = Documents()
    found = list(builder.requests(SESSION, "ssm", "StartAutomationExecution", {"DocumentName": "Probe"}))
    assert [request.action for request in found] == ["ssm:StartAutomationExecution"] * 2 + ["iam:PassRole"]
    assert not any(":instance/" in request.resource for request in found)
    assert found[-1].resource == "arn:aws:iam::111122223333:role/Runbook"
    assert found[-1].values.get("iam:passedtoservice") == "ssm.amazonaws.com"


def test_what_depends_on_the_caller_is_asked_again_for_every_session(authorizer):
    condition = {"StringLike": {"aws:userid": "*:first"}}
    authorizer.attach("Own", statements(allow("ec2:DescribeInstances", condition=condition)))
    authorizer.check(SESSION, "ec2", "DescribeInstances", {})
    with pytest.raises(ApiError, match="UnauthorizedOperation"):
        authorizer.check(role("Own", "second"), "ec2", "DescribeInstances", {})
    authorizer.check(SESSION, "ec2", "DescribeInstances", {})


def test_a_policy_that_is_attached_later_counts(authorizer):
    authorizer.attach("Own", statements(allow("ec2:DescribeInstances")))
    authorizer.check(SESSION, "ec2", "DescribeInstances", {})
    authorizer.attach("Own", statements({**allow("ec2:DescribeInstances"), "Effect": "Deny"}))
    with pytest.raises(ApiError, match="explicit deny"):
        authorizer.check(SESSION, "ec2", "DescribeInstances", {})


def test_inline_policies_of_a_role_share_one_quota(authorizer):
    authorizer.attach("Own", (), inline_size=6_000)
    with pytest.raises(PolicyRefusedError, match="12000 characters"):
        authorizer.attach("Own", (), inline_size=6_000)


def test_every_statement_about_an_allowed_call_counts_as_used_and_none_about_a_denied_one(authorizer, instance):
    first = {"Sid": "First", **allow(["ec2:StopInstances", "ec2:StartInstances"])}
    second = {"Sid": "Second", **allow("ec2:Stop*")}
    no = {"Sid": "No", **allow("ec2:StartInstances"), "Effect": "Deny"}
    authorizer.attach("Own", statements(first, second, no))
    authorizer.check(SESSION, "ec2", "StopInstances", {"InstanceIds": [instance.id]})
    with pytest.raises(ApiError):
        authorizer.check(SESSION, "ec2", "StartInstances", {"InstanceIds": [instance.id]})
    assert authorizer.grants_used == {
        GrantUse(holder="Own", sid="First", action="ec2:StopInstances"),
        GrantUse(holder="Own", sid="Second", action="ec2:StopInstances"),
    }


@pytest.mark.parametrize(
    ("service", "source", "may"),
    [
        ("ssm.amazonaws.com", "arn:aws:ssm:eu-west-1:111122223333:automation-execution/e", True),
        ("ssm.amazonaws.com", "arn:aws:ssm:eu-west-1:111122223333:other/e", False),
        ("lambda.amazonaws.com", "arn:aws:ssm:eu-west-1:111122223333:automation-execution/e", False),
    ],
)
def test_a_service_assumes_a_role_only_on_behalf_of_whom_the_role_names(authorizer, service, source, may):
    trust = {
        "Effect": "Allow",
        "Principal": {"Service": ["ssm.amazonaws.com", "lambda.amazonaws.com"]},
        "Action": "sts:AssumeRole",
        "Condition": {"ArnLike": {"aws:SourceArn": "arn:aws:ssm:*:111122223333:automation-execution/*"}},
    }
    document = {"Version": "2012-10-17", "Statement": trust}
    authorizer.add_role("Trusting", parse_policy(document, "Trusting", PolicyKind.TRUST))
    assert authorizer.may_assume("Trusting", service, source) is may
    assert not authorizer.may_assume("Missing", service, source)


def test_a_deployed_role_is_named_with_its_path_which_its_session_does_not_show(world):
    requests = RequestBuilder(world)
    Authorizer(world, requests).add_role("Own", (), path="/cachewarden/eu-west-1/operator/")
    values = requests.request(SESSION, "ec2:DescribeInstances").values
    assert values.get("aws:principalarn") == "arn:aws:iam::111122223333:role/cachewarden/eu-west-1/operator/Own"
    assert SESSION.arn == "arn:aws:sts::111122223333:assumed-role/Own/first"
