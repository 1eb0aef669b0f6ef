"""What starting a node needs beside the right on the instance: its volumes' keys, and its licence configurations.

Without these a node stops safely and never starts again [iam#kms-start-failure] [iam#license-configuration].
"""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct

from infra.configuration import Configuration


def volume_key_rights(configuration: Configuration) -> list[iam.PolicyStatement]:
    """The least that works to start with encrypted volumes, or to attach them, for the keys that the owner names."""
    statements: list[iam.PolicyStatement] = []
    if configuration.kms_key_arns:
        statements.append(
            iam.PolicyStatement(
                sid="GrantVolumeKeys",
                actions=["kms:CreateGrant"],
                resources=list(configuration.kms_key_arns),
                conditions={
                    "Bool": {"kms:GrantIsForAWSResource": "true"},
                    "StringLike": {"kms:ViaService": "ec2.*.amazonaws.com"},
                    "ForAllValues:StringEquals": {
                        "kms:GrantOperations": ["Decrypt"],
                        "kms:EncryptionContextKeys": ["aws:ebs:id"],
                    },
                    "Null": {"kms:GrantOperations": "false", "kms:EncryptionContextKeys": "false"},
                },
            )
        )
    return statements


def start_rights(configuration: Configuration) -> list[iam.PolicyStatement]:
    """The least that works, for the keys and licence configurations that the owner names; none where none are named."""
    statements = volume_key_rights(configuration)
    if configuration.license_configuration_arns:
        statements.append(
            iam.PolicyStatement(
                sid="StartLicensed",
                actions=["ec2:StartInstances"],
                resources=list(configuration.license_configuration_arns),
            )
        )
    return statements


def read_start_needs(scope: Construct, configuration: Configuration) -> list[iam.PolicyStatement]:
    """What volumes' keys are, the account's own and those that the owner names, and how much of a quota is used."""
    stack = cdk.Stack.of(scope)
    keys = stack.format_arn(service="kms", resource="key", resource_name="*")
    quotas = stack.format_arn(service="servicequotas", resource="ec2", resource_name="*")
    return [
        iam.PolicyStatement(
            sid="ReadVolumeKeys", actions=["kms:DescribeKey"], resources=[keys, *configuration.kms_key_arns]
        ),
        iam.PolicyStatement(sid="ReadQuota", actions=["servicequotas:GetServiceQuota"], resources=[quotas]),
        iam.PolicyStatement(sid="ReadUsage", actions=["cloudwatch:GetMetricStatistics"], resources=["*"]),
    ]
