"""The lease table: one item per cluster."""

from typing import cast

import aws_cdk as cdk
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from constructs import Construct

TABLE_NAME = "cachewarden-leases"
LEASE_KEY = "cluster"
STOP_KEYS = "stop/*"
"""Keys of the records of stops that were proven (adapters/stop_records.py)."""
REFUSED_CALLS_KEY = "told/refused-calls"
TOLD_KEYS = "told/*"
"""Keys of the records of messages that were sent (adapters/told.py)."""
ENDED_KEYS = "ended/*"
"""Keys of the records of bad ends behind which the janitor has cleared up (adapters/ended_records.py)."""

AWAY_KEYS = "away/*"
"""Keys of the records of when nodes were first found stopped (adapters/away_records.py)."""

CONSENT_KEYS = "consent/*"
"""Keys of the records of which run an execution goes on with that the janitor started (adapters/consent_records.py)."""


COMPUTER_KEYS = "computers/*"
"""Keys of the records of which instance each computer of a cluster is (adapters/computer_records.py)."""

MODE_KEYS = "modes/*"
"""Keys of the records of the replica modes with which a cluster was last in service (adapters/mode_notes.py)."""

VOLUME_KEYS = "volume/*"
"""Keys of the records of Swap volumes that we modified (adapters/volume_records.py)."""

SNAPSHOT_KEYS = "snapshot/*"
"""Keys of the records of snapshots from before a rebuild (adapters/snapshot_records.py)."""


class LeaseTable(Construct):
    """Holds owner, fencing token, expiry and saved replica modes of each cluster, and which stops were proven.

    Kept when the stack goes; the next deployment then uses it, if it is told to (setting `lease_table=kept`).

    No time-to-live: an expired lease still carries the token that the hosts have seen and the modes to put back.
    """

    def __init__(self, scope: Construct, construct_id: str, *, kept: bool, key: kms.IKey | None) -> None:
        """`kept`: an earlier deployment left the table, and it keeps its key. `key`: the owner's; None leaves a new one
        to DynamoDB's own."""
        super().__init__(scope, construct_id)
        self.table = dynamodb.TableV2.from_table_name(self, "Table", TABLE_NAME) if kept else self._new(key)

    def _new(self, key: kms.IKey | None) -> dynamodb.TableV2:
        table = dynamodb.TableV2(
            self,
            "Table",
            table_name=TABLE_NAME,
            partition_key=dynamodb.Attribute(name=LEASE_KEY, type=dynamodb.AttributeType.STRING),
            billing=dynamodb.Billing.on_demand(),
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True
            ),
            deletion_protection=True,
            removal_policy=cdk.RemovalPolicy.RETAIN,
        )
        if key is not None:
            # CDK's own way (TableEncryptionV2) needs a region at synthesis, which an owner names at deployment.
            resource = cast(dynamodb.CfnGlobalTable, table.node.default_child)
            resource.add_property_override("SSESpecification", {"SSEEnabled": True, "SSEType": "KMS"})
            resource.add_property_override("Replicas.0.SSESpecification", {"KMSMasterKeyId": key.key_arn})
        return table

    def use_statement(self) -> iam.PolicyStatement:
        """Permission to conditionally write lease items."""
        return self._but_records("UseLeases", ["dynamodb:PutItem", "dynamodb:UpdateItem"])

    def release_statement(self) -> iam.PolicyStatement:
        """Permission to end a lease that exists."""
        return self._but_records("ReleaseLeases", ["dynamodb:UpdateItem"])

    def read_statement(self) -> iam.PolicyStatement:
        """Permission to read every cluster's lease: there are as many as clusters."""
        return iam.PolicyStatement(sid="ReadLeases", actions=["dynamodb:Scan"], resources=[self.table.table_arn])

    def read_one_statement(self) -> iam.PolicyStatement:
        """Permission to read one cluster's lease, whose key the caller names."""
        return iam.PolicyStatement(sid="ReadLease", actions=["dynamodb:GetItem"], resources=[self.table.table_arn])

    def read_stops_statement(self) -> iam.PolicyStatement:
        """Permission to read which runs of instances were stopped on a proof."""
        return self._on_keys("ReadStops", "dynamodb:GetItem", [STOP_KEYS])

    def read_stops_and_computers_statement(self) -> iam.PolicyStatement:
        """Permission to read proven stops, which instance each computer of a cluster is, and its modes in service."""
        return self._on_keys("ReadRecords", "dynamodb:GetItem", [STOP_KEYS, COMPUTER_KEYS, MODE_KEYS])

    def record_stops_statement(self) -> iam.PolicyStatement:
        """Permission to record a proven stop, and a message about a refused call; no lease."""
        return self._on_keys("RecordStops", "dynamodb:PutItem", [STOP_KEYS, REFUSED_CALLS_KEY])

    def record_refused_calls_statement(self) -> iam.PolicyStatement:
        """Permission to record a message about a refused call, and nothing else."""
        return self._on_keys("RecordRefusedCalls", "dynamodb:PutItem", [REFUSED_CALLS_KEY])

    def record_told_statement(self) -> iam.PolicyStatement:
        """Permission to record a message that was sent; no lease, no stop."""
        return self._on_keys("RecordTold", "dynamodb:PutItem", [TOLD_KEYS])

    def record_ended_statement(self) -> iam.PolicyStatement:
        """Permission to write down behind which execution it was cleared up, and whose consent the next one has."""
        return self._on_keys("RecordEnded", "dynamodb:PutItem", [ENDED_KEYS, CONSENT_KEYS])

    def read_records_statement(self) -> iam.PolicyStatement:
        """Permission to read which stops were proven, what was cleared up, who is away, and which instance is who."""
        return self._on_keys(
            "ReadRecords", "dynamodb:GetItem", [STOP_KEYS, ENDED_KEYS, AWAY_KEYS, COMPUTER_KEYS, MODE_KEYS]
        )

    def record_away_statement(self) -> iam.PolicyStatement:
        """Permission to write down since when a node is away, which instance is who, and modes; no lease, no stop."""
        return self._on_keys("RecordAway", "dynamodb:PutItem", [AWAY_KEYS, COMPUTER_KEYS, MODE_KEYS])

    def read_stops_and_consents_statement(self) -> iam.PolicyStatement:
        """Permission to read proven stops, with whose consent an execution goes on, and which instance is who."""
        return self._on_keys("ReadRecords", "dynamodb:GetItem", [STOP_KEYS, CONSENT_KEYS, COMPUTER_KEYS, MODE_KEYS])

    def read_volumes_statement(self) -> iam.PolicyStatement:
        """Permission to read how often we modified a Swap volume."""
        return self._on_keys("ReadVolumeRecords", "dynamodb:GetItem", [VOLUME_KEYS])

    def record_volumes_statement(self) -> iam.PolicyStatement:
        """Permission to write down what a Swap volume had before it was raised, and a message; no lease, no stop."""
        return self._on_keys("RecordVolumes", "dynamodb:PutItem", [VOLUME_KEYS, TOLD_KEYS])

    def read_consents_statement(self) -> iam.PolicyStatement:
        """Permission to read with whose consent an execution goes on."""
        return self._on_keys("ReadConsents", "dynamodb:GetItem", [CONSENT_KEYS])

    def record_snapshots_statement(self) -> iam.PolicyStatement:
        """Permission to write down which snapshots were taken before a rebuild."""
        return self._on_keys("RecordSnapshots", "dynamodb:PutItem", [SNAPSHOT_KEYS])

    def forget_snapshots_statement(self) -> iam.PolicyStatement:
        """Permission to drop the record of a snapshot, and no other item."""
        return self._on_keys("ForgetSnapshots", "dynamodb:DeleteItem", [SNAPSHOT_KEYS])

    def _but_records(self, sid: str, actions: list[str]) -> iam.PolicyStatement:
        """Leases only: other records, from which proofs and consents follow, are written by whom they are granted."""
        return iam.PolicyStatement(
            sid=sid,
            actions=actions,
            resources=[self.table.table_arn],
            # ForAllValues also lets through a call that names no key; PutItem and UpdateItem always name one.
            conditions={
                "ForAllValues:StringNotLike": {
                    "dynamodb:LeadingKeys": [
                        STOP_KEYS,
                        CONSENT_KEYS,
                        COMPUTER_KEYS,
                        MODE_KEYS,
                        VOLUME_KEYS,
                        SNAPSHOT_KEYS,
                    ]
                }
            },
        )

    def _on_keys(self, sid: str, action: str, keys: list[str]) -> iam.PolicyStatement:
        return iam.PolicyStatement(
            sid=sid,
            actions=[action],
            resources=[self.table.table_arn],
            # ForAnyValue: a call that names no key, which ForAllValues would let through, gets nothing.
            conditions={"ForAnyValue:StringLike": {"dynamodb:LeadingKeys": keys}},
        )
