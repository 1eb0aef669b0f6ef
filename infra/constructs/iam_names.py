"""Names of IAM's roles and managed policies, which an account has once for all its regions: each ends with the region.

A role's path groups those that one policy may pass: role/cachewarden/eu-west-1/operator/* [iam#paths].
"""

import aws_cdk as cdk

from infra.documents.audience import Audience

PRODUCT_PREFIX = "CacheWarden-"


def assume_role_name(document: str) -> str:
    """Of the role for the Automation document called `document`; fixed, so that documents can name it."""
    return f"{document}-{cdk.Aws.REGION}"


def assume_role_path(audience: Audience) -> str:
    """Of the roles for the documents that these people start."""
    return f"/cachewarden/{cdk.Aws.REGION}/{audience.value}/"


def assume_role_arn(document: str, audience: Audience) -> str:
    """Of the role for `document`, which `audience` starts."""
    return role_arn(f"{assume_role_path(audience)}{assume_role_name(document)}")


def role_arn(path_and_name: str) -> str:
    """Of a role of this account; `path_and_name` begins with a slash."""
    return f"arn:{cdk.Aws.PARTITION}:iam::{cdk.Aws.ACCOUNT_ID}:role{path_and_name}"


def managed_policy_name(holder: str) -> str:
    """Of the policy for `holder`, for example Operator or Node."""
    return f"CacheWarden{holder}-{cdk.Aws.REGION}"
