"""Names of IAM's roles and managed policies, which an account has once for all its regions: each ends with the region.

A role's path groups those that one policy may pass: role/cachewarden/eu-west-1/operator/* [iam#paths].
"""

import aws_cdk as cdk

from infra.documents.audience import Audience

PRODUCT_PREFIX = "CacheWarden-"
WORKFLOW = "workflow"
"""Path of the roles of documents that the workflow starts and no policy for people covers."""


def assume_role_name(document: str) -> str:
    """Of the role for the Automation document called `document`; fixed, so that documents can name it."""
    return f"{document}-{cdk.Aws.REGION}"


def assume_role_path(audience: Audience | None) -> str:
    """Of the roles for the documents that these people start; None for the workflow's own."""
    return f"/cachewarden/{cdk.Aws.REGION}/{WORKFLOW if audience is None else audience.value}/"


def assume_role_arn(document: str, audience: Audience | None) -> str:
    """Of the role for `document`, which `audience` starts."""
    return role_arn(f"{assume_role_path(audience)}{assume_role_name(document)}")


def role_arn(path_and_name: str) -> str:
    """Of a role of this account; `path_and_name` begins with a slash."""
    return f"arn:{cdk.Aws.PARTITION}:iam::{cdk.Aws.ACCOUNT_ID}:role{path_and_name}"


def managed_policy_name(holder: str) -> str:
    """Of the policy for `holder`, for example Operator or Node."""
    return f"CacheWarden{holder}-{cdk.Aws.REGION}"
