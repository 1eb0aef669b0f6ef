"""What an owner may set, and what is said when it doesn't fit."""

from __future__ import annotations

import aws_cdk as cdk
import pytest
from aws_cdk.assertions import Template

from cachewarden.evidence.trail_selectors import stops_are_logged
from infra.configuration import Configuration, ConfigurationError
from infra.constructs.lease_table import LeaseTable
from infra.constructs.rights.start import start_rights
from infra.stacks.control import ControlStack
from rehearsal.scenarios.cluster import ONLINE_BUILDS


def configured(**context: object) -> Configuration:
    return Configuration.from_context(lambda key: context.get(key.removeprefix("cachewarden:")))


KEY = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab"
LICENCE = "arn:aws:license-manager:eu-west-1:111122223333:license-configuration:lic-0123456789abcdef0"


def test_customer_keys_and_licences_give_the_least_that_starts_a_node():
    made = configured(kms_key_arns=f"{KEY}, {KEY}", license_configuration_arns=LICENCE)
    grant, start = (statement.to_statement_json() for statement in start_rights(made))
    assert (grant["Action"], start["Action"], start["Resource"]) == ("kms:CreateGrant", "ec2:StartInstances", LICENCE)
    assert grant["Condition"]["Bool"] == {"kms:GrantIsForAWSResource": "true"}
    assert grant["Condition"]["ForAllValues:StringEquals"]["kms:GrantOperations"] == ["Decrypt"]
    assert grant["Condition"]["Null"] == {"kms:GrantOperations": "false", "kms:EncryptionContextKeys": "false"}
    assert set(grant["Resource"] if isinstance(grant["Resource"], list) else [grant["Resource"]]) == {KEY}


def test_nobody_gets_a_right_on_keys_that_nobody_named():
    assert start_rights(configured()) == []


@pytest.mark.parametrize(("given", "made"), [("false", False), (False, False), ("True", True), (True, True)])
def test_policies_for_people_can_be_left_out(given, made):
    assert configured(people_policies=given).people_policies is made


@pytest.mark.parametrize("given", [None, "true"])
def test_a_trail_is_made_where_the_owner_asks_for_one_and_it_logs_what_refused_stops_need(given):
    app = cdk.App(context={"cachewarden:create_trail": given} if given else {})
    configuration = Configuration.from_context(app.node.try_get_context)
    template = Template.from_stack(ControlStack(app, "Probe", description="probe", configuration=configuration))
    trails = [each["Properties"] for each in template.find_resources("AWS::CloudTrail::Trail").values()]
    if given is None:
        assert trails == [] and template.find_resources("AWS::S3::Bucket") == {}
        return
    (trail,) = trails
    assert trail["IsLogging"] and stops_are_logged(selectors=trail["EventSelectors"], advanced=[])
    assert not trail["IsMultiRegionTrail"] and trail["EventSelectors"][0]["ReadWriteType"] == "WriteOnly"
    (bucket,) = template.find_resources("AWS::S3::Bucket").values()
    assert bucket["DeletionPolicy"] == "Retain"
    assert all(bucket["Properties"]["PublicAccessBlockConfiguration"].values())


def test_builds_of_windows_are_listed_and_reach_the_function_that_observes():
    made = configured(online_builds="20348, 26100")
    assert made.online_builds == ("20348", "26100")
    app = cdk.App(context={"cachewarden:online_builds": "20348,26100"})
    configuration = Configuration.from_context(app.node.try_get_context)
    stack = ControlStack(app, "Probe", description="probe", configuration=configuration)
    functions = Template.from_stack(stack).find_resources("AWS::Lambda::Function").values()
    variables = {
        each["Properties"]["FunctionName"]: each["Properties"]["Environment"]["Variables"] for each in functions
    }
    assert variables["cachewarden-observe"][ONLINE_BUILDS] == "20348,26100"
    assert {name for name, each in variables.items() if ONLINE_BUILDS in each} == {"cachewarden-observe"}


def test_the_preflight_knows_with_which_keys_and_licences_a_node_may_be_started():
    made = configured(kms_key_arns=KEY, license_configuration_arns=LICENCE)
    stack = ControlStack(cdk.App(), "Probe", description="probe", configuration=made)
    functions = Template.from_stack(stack).find_resources("AWS::Lambda::Function").values()
    (observe,) = (each for each in functions if each["Properties"]["FunctionName"] == "cachewarden-observe")
    variables = observe["Properties"]["Environment"]["Variables"]
    assert (variables["KMS_KEYS"], variables["LICENCES"]) == (KEY, LICENCE)


@pytest.mark.parametrize(("given", "short"), [(None, False), ("false", False), ("true", True)])
@pytest.mark.campaign(suite=1)
def test_ids_in_the_place_of_names_reach_every_function_and_both_workflows_logs(given, short):
    app = cdk.App(context={"cachewarden:short_names": given} if given else {})
    configuration = Configuration.from_context(app.node.try_get_context)
    template = Template.from_stack(ControlStack(app, "Probe", description="probe", configuration=configuration))
    keys = [
        each["Properties"]["Environment"]["Variables"]["NAME_KEY"]
        for each in template.find_resources("AWS::Lambda::Function").values()
    ]
    part_of_the_id = {"Fn::Select": [2, {"Fn::Split": ["/", {"Ref": "AWS::StackId"}]}]}
    assert keys and all(key == (part_of_the_id if short else "none") for key in keys)
    machines = template.find_resources("AWS::StepFunctions::StateMachine").values()
    logged = {each["Properties"]["LoggingConfiguration"]["IncludeExecutionData"] for each in machines}
    assert logged == {not short}


def test_the_pages_that_messages_link_to_lie_where_the_owner_says():
    address = "https://git.example.com/dba/cachewarden/blob/main/docs"
    assert configured().docs_url == "docs"
    assert configured(docs_url=address).docs_url == address


@pytest.mark.parametrize("given", ["http://e.com/docs", "https://e.com/docs/", "https://e.com/'&$x&'", "", 5])
def test_an_address_of_the_pages_that_doesn_t_fit_is_refused(given):
    with pytest.raises(ConfigurationError, match="docs_url"):
        configured(docs_url=given)


@pytest.mark.parametrize(("given", "tables"), [("new", 1), ("kept", 0)])
def test_a_lease_table_that_an_earlier_deployment_left_is_used_and_not_made(given, tables):
    stack = cdk.Stack(cdk.App(), "S")
    leases = LeaseTable(stack, "Leases", kept=configured(lease_table=given).keeps_lease_table, key=None)
    Template.from_stack(stack).resource_count_is("AWS::DynamoDB::GlobalTable", tables)
    arn = stack.resolve(leases.table.table_arn)
    assert ("Fn::Join" in arn) is (given == "kept")
    if given == "kept":
        assert ":table/cachewarden-leases" in str(arn)


USER = "arn:aws:iam::111122223333:user/dbas/ann"
SESSION = "arn:aws:sts::111122223333:assumed-role/OnCall/ann@example.com"


def test_approvers_are_users_roles_and_sessions():
    role = "arn:aws-us-gov:iam::111122223333:role/OnCall"
    assert configured(consent_approvers=f"{USER}, {role},{SESSION}").consent_approvers == (USER, role, SESSION)
    assert configured().consent_approvers == ()


@pytest.mark.parametrize(
    "given",
    [
        "ann",
        "arn:aws:iam::111122223333:root",
        "arn:aws:iam::111122223333:group/dbas",
        "arn:aws:iam::111122223333:user/*",
        f"{USER},{USER}",
        ",".join(f"arn:aws:iam::111122223333:user/ann{number}" for number in range(11)),
        "",
    ],
)
def test_who_can_be_no_approver_is_refused(given):
    with pytest.raises(ConfigurationError, match="cachewarden:consent_approvers"):
        configured(consent_approvers=given)


def test_defaults_need_no_context():
    assert configured() == Configuration()


def test_values_of_the_command_line_are_text_and_still_fit():
    made = configured(log_retention_days="90", notification_email="dba@example.com", powertools_version="3.36.1")
    assert made.log_retention_days == 90
    assert made.notification_email == "dba@example.com"
    assert made.powertools_version == "3.36.1"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("notification_email", "nobody"),
        ("notification_email", 7),
        ("log_retention_days", 8),
        ("log_retention_days", "soon"),
        ("log_retention_days", True),
        ("powertools_version", "latest"),
        ("online_builds", "2022"),
        ("online_builds", "20348;26100"),
        ("online_builds", ""),
        ("kms_key_arns", "alias/aws/ebs"),
        ("kms_key_arns", f"{KEY},*"),
        ("kms_key_arns", ""),
        ("license_configuration_arns", KEY),
        ("people_policies", "perhaps"),
        ("people_policies", 1),
        ("short_names", "some"),
        ("lease_table", "old"),
        ("lease_table", True),
    ],
)
def test_a_wrong_value_is_named_with_what_was_expected(key, value):
    with pytest.raises(ConfigurationError) as error:
        configured(**{key: value})
    assert f"cachewarden:{key}" in str(error.value)
    assert repr(value) in str(error.value)
    assert "expected" in str(error.value)
