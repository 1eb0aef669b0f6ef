"""What each function reads from its environment; a missing variable is named."""

from collections.abc import Mapping
from dataclasses import dataclass

from cachewarden.operation.deployed_documents import DeployedDocuments
from cachewarden.operation.policy import NOTHING_LISTED


class MissingSettingError(Exception):
    """An environment variable isn't set; the text names it and the function's settings."""


def _value(environment: Mapping[str, str], name: str, of: type) -> str:
    value = environment.get(name, "").strip()
    if not value:
        raise MissingSettingError(f"environment variable {name} is missing or empty, {of.__name__} needs it")
    return value


def _list(environment: Mapping[str, str], name: str, of: type) -> tuple[str, ...]:
    """Comma separated; `none` is the empty list, since an empty variable counts as missing."""
    return tuple(each for each in _value(environment, name, of).split(",") if each != NOTHING_LISTED)


def _documents(environment: Mapping[str, str], name: str, of: type) -> DeployedDocuments:
    """What was deployed, as `DeployedDocuments.text` writes it."""
    try:
        return DeployedDocuments.of(_value(environment, name, of))
    except ValueError as problem:
        told = f"environment variable {name} can't be read ({problem}), {of.__name__} needs it"
        raise MissingSettingError(told) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestSettings:
    """`own_role_arns`: roles whose refused stops are our own doing."""

    state_machine_arn: str
    topic_arn: str
    lease_table: str
    own_role_arns: frozenset[str]
    mode_parameter: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "IngestSettings":
        """Reads STATE_MACHINE_ARN, TOPIC_ARN, LEASE_TABLE, OWN_ROLE_ARNS (comma separated), MODE_PARAMETER."""
        roles = _value(environment, "OWN_ROLE_ARNS", cls)
        return cls(
            state_machine_arn=_value(environment, "STATE_MACHINE_ARN", cls),
            topic_arn=_value(environment, "TOPIC_ARN", cls),
            lease_table=_value(environment, "LEASE_TABLE", cls),
            own_role_arns=frozenset(role.strip() for role in roles.split(",")),
            mode_parameter=_value(environment, "MODE_PARAMETER", cls),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ObserveSettings:
    """`documents`: those by which hosts are observed and those that acts send; `lease_table` has the records of stops.

    `online_builds`: builds of Windows on which a cache moves while SQL Server runs, as the deployment's owner says.
    `approvers`: ARNs of those whose approval is a consent. `kms_keys` and `licences`: ARNs of the keys and licence
    configurations with which the deployment gives the right to start a node.
    """

    documents: DeployedDocuments
    lease_table: str
    online_builds: tuple[str, ...]
    approvers: frozenset[str]
    kms_keys: frozenset[str]
    licences: frozenset[str]

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "ObserveSettings":
        """Reads DEPLOYED_DOCUMENTS, LEASE_TABLE; ONLINE_BUILDS, APPROVERS, KMS_KEYS, LICENCES (comma separated, or
        `none`)."""
        return cls(
            documents=_documents(environment, "DEPLOYED_DOCUMENTS", cls),
            lease_table=_value(environment, "LEASE_TABLE", cls),
            online_builds=_list(environment, "ONLINE_BUILDS", cls),
            approvers=frozenset(_list(environment, "APPROVERS", cls)),
            kms_keys=frozenset(_list(environment, "KMS_KEYS", cls)),
            licences=frozenset(_list(environment, "LICENCES", cls)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimateSettings:
    """`documents`: that by which a host is observed, as it was deployed; `lease_table` has the volumes' records."""

    documents: DeployedDocuments
    lease_table: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "EstimateSettings":
        """Reads DEPLOYED_DOCUMENTS and LEASE_TABLE."""
        return cls(
            documents=_documents(environment, "DEPLOYED_DOCUMENTS", cls),
            lease_table=_value(environment, "LEASE_TABLE", cls),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateInstanceSettings:
    """By what a caller is judged: the leases, their owners' machine, and the one document that proves an evacuation.

    `topic_arn`: gets a message about a call that no operation made.
    """

    lease_table: str
    state_machine_arn: str
    documents: DeployedDocuments
    topic_arn: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "OperateInstanceSettings":
        """Reads LEASE_TABLE, STATE_MACHINE_ARN, DEPLOYED_DOCUMENTS, TOPIC_ARN."""
        return cls(
            lease_table=_value(environment, "LEASE_TABLE", cls),
            state_machine_arn=_value(environment, "STATE_MACHINE_ARN", cls),
            documents=_documents(environment, "DEPLOYED_DOCUMENTS", cls),
            topic_arn=_value(environment, "TOPIC_ARN", cls),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolVolumesSettings:
    """By what a caller is judged: the leases, their owners' machine, and whose approval is a consent.

    `topic_arn`: gets a message about a call that no operation made.
    """

    lease_table: str
    state_machine_arn: str
    topic_arn: str
    approvers: frozenset[str]

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "PoolVolumesSettings":
        """Reads LEASE_TABLE, STATE_MACHINE_ARN, TOPIC_ARN, APPROVERS."""
        return cls(
            lease_table=_value(environment, "LEASE_TABLE", cls),
            state_machine_arn=_value(environment, "STATE_MACHINE_ARN", cls),
            topic_arn=_value(environment, "TOPIC_ARN", cls),
            approvers=frozenset(_list(environment, "APPROVERS", cls)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapThroughputSettings:
    """By what a caller is judged: the leases and their owners' machine; `lease_table` has the volumes' records, too."""

    lease_table: str
    state_machine_arn: str
    topic_arn: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "SwapThroughputSettings":
        """Reads LEASE_TABLE, STATE_MACHINE_ARN, TOPIC_ARN."""
        return cls(
            lease_table=_value(environment, "LEASE_TABLE", cls),
            state_machine_arn=_value(environment, "STATE_MACHINE_ARN", cls),
            topic_arn=_value(environment, "TOPIC_ARN", cls),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceTypeSettings:
    """By what a caller is judged: the leases and their owners' machine.

    `topic_arn`: gets a message about a call that no operation made.
    """

    lease_table: str
    state_machine_arn: str
    topic_arn: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "InstanceTypeSettings":
        """Reads LEASE_TABLE, STATE_MACHINE_ARN, TOPIC_ARN."""
        return cls(
            lease_table=_value(environment, "LEASE_TABLE", cls),
            state_machine_arn=_value(environment, "STATE_MACHINE_ARN", cls),
            topic_arn=_value(environment, "TOPIC_ARN", cls),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseSettings:
    """`lease_table`: name of the table with one item per cluster; `state_machine_arn`: whose executions may own one."""

    lease_table: str
    state_machine_arn: str
    mode_parameter: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "LeaseSettings":
        """Reads LEASE_TABLE, STATE_MACHINE_ARN, MODE_PARAMETER."""
        return cls(
            lease_table=_value(environment, "LEASE_TABLE", cls),
            state_machine_arn=_value(environment, "STATE_MACHINE_ARN", cls),
            mode_parameter=_value(environment, "MODE_PARAMETER", cls),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLeaseSettings:
    """`state_machine_arn` tells the account and region whose documents own leases."""

    lease_table: str
    state_machine_arn: str
    documents: DeployedDocuments
    mode_parameter: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "DocumentLeaseSettings":
        """Reads LEASE_TABLE, STATE_MACHINE_ARN, DEPLOYED_DOCUMENTS, MODE_PARAMETER."""
        return cls(
            lease_table=_value(environment, "LEASE_TABLE", cls),
            state_machine_arn=_value(environment, "STATE_MACHINE_ARN", cls),
            documents=_documents(environment, "DEPLOYED_DOCUMENTS", cls),
            mode_parameter=_value(environment, "MODE_PARAMETER", cls),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JanitorSettings:
    """What the janitor needs to clear up and to start again."""

    lease_table: str
    state_machine_arn: str
    topic_arn: str
    mode_parameter: str
    documents: DeployedDocuments
    approvers: frozenset[str]

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "JanitorSettings":
        """Reads LEASE_TABLE, STATE_MACHINE_ARN, TOPIC_ARN, MODE_PARAMETER, DEPLOYED_DOCUMENTS, APPROVERS."""
        return cls(
            lease_table=_value(environment, "LEASE_TABLE", cls),
            state_machine_arn=_value(environment, "STATE_MACHINE_ARN", cls),
            topic_arn=_value(environment, "TOPIC_ARN", cls),
            mode_parameter=_value(environment, "MODE_PARAMETER", cls),
            documents=_documents(environment, "DEPLOYED_DOCUMENTS", cls),
            approvers=frozenset(_list(environment, "APPROVERS", cls)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepSettings:
    """What the sweep looks at, starts and tells; `documents`: that by which a host is observed.

    `janitor`: the function that clears up; `swap_throughput`: the one that puts Swap volumes back.
    `snapshots_kept_days`: after how many days snapshots from before a rebuild are deleted; 0: never.
    """

    lease_table: str
    state_machine_arn: str
    topic_arn: str
    documents: DeployedDocuments
    janitor: str
    swap_throughput: str
    mode_parameter: str
    snapshots_kept_days: int

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "SweepSettings":
        """Reads LEASE_TABLE, STATE_MACHINE_ARN, TOPIC_ARN, DEPLOYED_DOCUMENTS, MODE_PARAMETER, the two functions'
        and SNAPSHOTS_KEPT_DAYS."""
        return cls(
            lease_table=_value(environment, "LEASE_TABLE", cls),
            state_machine_arn=_value(environment, "STATE_MACHINE_ARN", cls),
            topic_arn=_value(environment, "TOPIC_ARN", cls),
            documents=_documents(environment, "DEPLOYED_DOCUMENTS", cls),
            janitor=_value(environment, "JANITOR_FUNCTION", cls),
            swap_throughput=_value(environment, "SWAP_THROUGHPUT_FUNCTION", cls),
            mode_parameter=_value(environment, "MODE_PARAMETER", cls),
            snapshots_kept_days=int(_value(environment, "SNAPSHOTS_KEPT_DAYS", cls)),
        )
