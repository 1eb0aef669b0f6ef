import pytest

from rehearsal.aws.api.errors import UnsupportedError
from rehearsal.aws.cloudformation.template import TemplateError, load


def resolved(properties, **more):
    template = {"Resources": {"Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "t", **properties}}}}
    deployment = load({"S": {**template, **more}})
    return deployment.find("AWS::SNS::Topic", "Topic").properties


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"Ref": "AWS::AccountId"}, "111122223333"),
        ({"Ref": "AWS::Region"}, "eu-west-1"),
        ({"Ref": "AWS::StackName"}, "S"),
        ({"Fn::Join": ["-", ["a", {"Ref": "AWS::Partition"}]]}, "a-aws"),
        ({"Fn::Sub": "x-${AWS::Region}-${!Literal}"}, "x-eu-west-1-${Literal}"),
        ({"Fn::Sub": ["${A}/${AWS::Region}", {"A": {"Ref": "AWS::Partition"}}]}, "aws/eu-west-1"),
        ({"Fn::Select": [1, ["a", "b"]]}, "b"),
        ({"Fn::Select": ["0", {"Fn::Split": [".", "c.d"]}]}, "c"),
        ({"Fn::If": ["Yes", "y", "n"]}, "y"),
        ({"Fn::If": ["No", "y", "n"]}, "n"),
        ({"Fn::FindInMap": ["M", "a", "b"]}, "mapped"),
        ({"Ref": "P"}, "default"),
        ({"Ref": "Layer"}, "resolved:/aws/service/x"),
    ],
)
def test_functions_give_what_cloudformation_gives(raw, expected):
    found = resolved(
        {"DisplayName": raw},
        Parameters={
            "P": {"Type": "String", "Default": "default"},
            "Layer": {"Type": "AWS::SSM::Parameter::Value<String>", "Default": "/aws/service/x"},
        },
        Conditions={
            "Yes": {"Fn::Equals": [{"Ref": "AWS::Region"}, "eu-west-1"]},
            "No": {"Fn::Not": [{"Condition": "Yes"}]},
        },
        Mappings={"M": {"a": {"b": "mapped"}}},
    )
    assert found["DisplayName"] == expected


def test_no_value_leaves_the_property_out():
    assert "DisplayName" not in resolved({"DisplayName": {"Ref": "AWS::NoValue"}})


def test_resources_come_after_what_they_need_whatever_their_order_in_the_template():
    resources = {
        "Policy": {
            "Type": "AWS::SQS::QueuePolicy",
            "Properties": {"Queues": [{"Ref": "Queue"}], "PolicyDocument": {"Fn::GetAtt": ["Topic", "TopicArn"]}},
        },
        "Queue": {"Type": "AWS::SQS::Queue", "DependsOn": ["Topic"], "Properties": {"QueueName": "q"}},
        "Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "t"}},
    }
    deployment = load({"S": {"Resources": resources}})
    assert [resource.logical_id for resource in deployment.resources] == ["Topic", "Queue", "Policy"]
    policy = deployment.resources[-1].properties
    assert policy["Queues"] == ["https://sqs.eu-west-1.amazonaws.com/111122223333/q"]
    assert policy["PolicyDocument"] == "arn:aws:sns:eu-west-1:111122223333:t"


def test_one_stack_uses_what_another_exports():
    exporting = {
        "Resources": {"Topic": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": "t"}}},
        "Outputs": {"Arn": {"Value": {"Ref": "Topic"}, "Export": {"Name": {"Fn::Sub": "${AWS::StackName}:Arn"}}}},
    }
    importing = {
        "Resources": {
            "P": {
                "Type": "AWS::SSM::Parameter",
                "Properties": {"Name": "p", "Type": "String", "Value": {"Fn::ImportValue": "One:Arn"}},
            }
        }
    }
    deployment = load({"Two": importing, "One": exporting})
    assert deployment.find("AWS::SSM::Parameter", "P").properties["Value"] == "arn:aws:sns:eu-west-1:111122223333:t"
    assert deployment.outputs["One"]["Arn"] == "arn:aws:sns:eu-west-1:111122223333:t"


def test_a_resource_under_a_false_condition_is_not_deployed():
    resources = {"Topic": {"Type": "AWS::SNS::Topic", "Condition": "Never"}}
    assert load({"S": {"Resources": resources, "Conditions": {"Never": {"Fn::Equals": [1, 2]}}}}).resources == ()


@pytest.mark.parametrize(
    ("template", "error", "what"),
    [
        ({"Resources": {"X": {"Type": "AWS::S3::Bucket"}}}, UnsupportedError, "S/X: resource type AWS::S3::Bucket"),
        ({"Resources": {"X": {"Type": "Custom::Thing"}}}, UnsupportedError, "Custom::Thing"),
        (
            {"Resources": {"X": {"Type": "AWS::SQS::Queue", "Properties": {"A": {"Fn::Base64": "x"}}}}},
            UnsupportedError,
            "Fn::Base64",
        ),
        (
            {"Resources": {"X": {"Type": "AWS::SQS::Queue", "Properties": {"A": {"Ref": "Nobody"}}}}},
            TemplateError,
            "Nobody",
        ),
        (
            {
                "Resources": {
                    "X": {"Type": "AWS::SQS::Queue", "DependsOn": "Y"},
                    "Y": {"Type": "AWS::SQS::Queue", "DependsOn": "X"},
                }
            },
            TemplateError,
            "circle",
        ),
        (
            {
                "Resources": {
                    "X": {"Type": "AWS::SQS::Queue", "Properties": {"A": {"Fn::ImportValue": "nobody-exports-it"}}}
                }
            },
            TemplateError,
            "import",
        ),
        (
            {
                "Resources": {
                    "X": {"Type": "AWS::SNS::Topic"},
                    "Y": {"Type": "AWS::SQS::Queue", "Properties": {"A": {"Fn::GetAtt": ["X", "Nonsense"]}}},
                }
            },
            UnsupportedError,
            "attribute Nonsense",
        ),
    ],
)
def test_what_is_not_known_is_refused_with_its_place(template, error, what):
    with pytest.raises(error, match=what):
        load({"S": template})
