"""What is allowed on EBS volumes and snapshots."""

import aws_cdk as cdk
from aws_cdk import aws_iam as iam
from constructs import Construct

from cachewarden.evidence.ebs import GP3, GP3_LARGEST_MIB
from cachewarden.evidence.raised_tag import RAISED_TAG
from cachewarden.evidence.volume_role import POOL_ROLES, ROLE_TAG, VolumeRole
from infra.constructs.rights.nodes import on_managed_nodes


def read_ebs() -> iam.PolicyStatement:
    """How fast volumes and instance types are, and how volumes are being modified; no call knows a resource."""
    return iam.PolicyStatement(
        sid="ReadEbs",
        actions=["ec2:DescribeInstanceTypes", "ec2:DescribeVolumes", "ec2:DescribeVolumesModifications"],
        resources=["*"],
    )


def read_snapshots() -> iam.PolicyStatement:
    """IAM knows no resource of this action."""
    return iam.PolicyStatement(sid="FindSnapshots", actions=["ec2:DescribeSnapshots"], resources=["*"])


def read_volumes() -> iam.PolicyStatement:
    """What volumes there are, with their tags; EC2 can't narrow it down."""
    return iam.PolicyStatement(sid="ReadVolumes", actions=["ec2:DescribeVolumes"], resources=["*"])


def snapshot_data_volumes(scope: Construct) -> list[iam.PolicyStatement]:
    """Snapshots of an opted-in node's volumes, before a rebuild and as a backup; our tags are on them at once."""
    stack = cdk.Stack.of(scope)
    snapshots = stack.format_arn(service="ec2", account="", resource="snapshot", resource_name="*")
    volumes = stack.format_arn(service="ec2", resource="volume", resource_name="*")
    return [
        read_snapshots(),
        *on_managed_nodes(scope, "Snapshot", ["ec2:CreateSnapshots"], "ec2:ResourceTag"),
        iam.PolicyStatement(sid="SnapshotVolumes", actions=["ec2:CreateSnapshots"], resources=[volumes, snapshots]),
        iam.PolicyStatement(
            sid="TagNewSnapshots",
            actions=["ec2:CreateTags"],
            resources=[snapshots],
            conditions={"StringEquals": {"ec2:CreateAction": "CreateSnapshots"}},
        ),
    ]


def delete_rebuild_snapshots(scope: Construct) -> iam.PolicyStatement:
    """Snapshots with the tags of those from before a rebuild, and none of a backup."""
    return iam.PolicyStatement(
        sid="DeleteRebuildSnapshots",
        actions=["ec2:DeleteSnapshot"],
        resources=[cdk.Stack.of(scope).format_arn(service="ec2", account="", resource="snapshot", resource_name="*")],
        conditions={
            "StringLike": {"aws:ResourceTag/cachewarden:instance": "i-*"},
            "Null": {
                "aws:ResourceTag/cachewarden:operation": "false",
                "aws:ResourceTag/cachewarden:taken": "true",
            },
        },
    )


def move_pool_volumes(scope: Construct) -> list[iam.PolicyStatement]:
    """Volumes that their owner has tagged as the pool's, and no other, off opted-in nodes and back.

    EC2 asks for the volume and for the instance (Service Authorization Reference).
    """
    stack = cdk.Stack.of(scope)
    actions = ["ec2:AttachVolume", "ec2:DetachVolume"]
    return [
        *on_managed_nodes(scope, "MoveVolumes", actions, "ec2:ResourceTag"),
        iam.PolicyStatement(
            sid="MovePoolVolumes",
            actions=actions,
            resources=[stack.format_arn(service="ec2", resource="volume", resource_name="*")],
            conditions={"StringEquals": {f"ec2:ResourceTag/{ROLE_TAG}": sorted(POOL_ROLES)}},
        ),
    ]


def mark_swap_volumes(scope: Construct) -> iam.PolicyStatement:
    """The one tag that says that a Swap volume is raised, on and off."""
    return iam.PolicyStatement(
        sid="MarkSwapVolumes",
        actions=["ec2:CreateTags", "ec2:DeleteTags"],
        resources=[cdk.Stack.of(scope).format_arn(service="ec2", resource="volume", resource_name="*")],
        conditions={
            "StringEquals": {f"ec2:ResourceTag/{ROLE_TAG}": VolumeRole.SWAP.value},
            "ForAllValues:StringEquals": {"aws:TagKeys": [RAISED_TAG]},
            # Without it, a call without keys would fulfil the other condition: DeleteTags then takes all off.
            "Null": {"aws:TagKeys": "false"},
        },
    )


def modify_swap_volumes(scope: Construct) -> iam.PolicyStatement:
    """Volumes that their owner has tagged as a Swap volume, as long as they are gp3.

    IAM's reference doesn't say whether type and throughput are the present or the wanted ones: both fit
    [iam#modify-volume-keys].
    """
    return iam.PolicyStatement(
        sid="ModifySwapVolumes",
        actions=["ec2:ModifyVolume"],
        resources=[cdk.Stack.of(scope).format_arn(service="ec2", resource="volume", resource_name="*")],
        conditions={
            "StringEquals": {f"ec2:ResourceTag/{ROLE_TAG}": VolumeRole.SWAP.value},
            "StringEqualsIfExists": {"ec2:VolumeType": GP3},
            "NumericLessThanEqualsIfExists": {"ec2:VolumeThroughput": str(GP3_LARGEST_MIB)},
        },
    )
