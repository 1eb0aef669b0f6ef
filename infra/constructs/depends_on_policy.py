"""Makes a resource wait for its role's policy: a function that runs before it would be denied its first calls."""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct


def create_after_policy(resource: Construct, role: iam.Role, *others: cdk.CfnElement) -> None:
    """`resource` is created after the policy of `role` and `others`; the role itself is waited for by reference."""
    policy = role.node.find_child("DefaultPolicy").node.default_child
    target = resource.node.default_child
    if not isinstance(policy, cdk.CfnElement) or not isinstance(target, cdk.CfnResource):
        raise TypeError(f"{resource.node.path} or the policy of {role.node.path} is not a CloudFormation resource")
    # An override, since CDK's own dependency would list the role as well, which cfn-lint finds redundant (W3005).
    target.add_override("DependsOn", [cdk.Stack.of(role).get_logical_id(each) for each in (policy, *others)])
