"""What an owner may set, with its defaults, checked at synthesis."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from cachewarden.code_page import IN_THE_REPOSITORY


class ConfigurationError(Exception):
    """A context value is wrong; the text names the key, what was given and what is expected."""


_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_KMS_KEY = re.compile(r"arn:[\w-]+:kms:[\w-]+:\d{12}:key/[\w-]+")
_LICENSE_CONFIGURATION = re.compile(r"arn:[\w-]+:license-manager:[\w-]+:\d{12}:license-configuration:lic-[0-9a-f]+")
_BUILD = re.compile(r"\d{5}")
KEPT = "kept"
SNAPSHOT_DAYS_MAX = 3650
_APPROVER = re.compile(
    r"arn:[\w-]+:(?:iam::\d{12}:(?:user|role)/[\w+=.@/-]+|sts::\d{12}:assumed-role/[\w+=.@-]+/[\w+=.@-]+)"
)
APPROVERS_MAX = 10
"""Of one step that asks them [automation#approve-step]."""
_CHANGE_APPROVER = re.compile(r"arn:[\w-]+:iam::\d{12}:(?:user|role)/[\w+=.@/-]+")
CHANGE_APPROVERS_MAX = 5
"""Of one level of a change template [change-management#templates]."""
# No quotation mark: the address stands in expressions of the state machine.
_DOCS_URL = re.compile(r"https://[\w.:-]+(?:/[\w.~%+-]+)*")
_VERSION = re.compile(r"\d+\.\d+\.\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """The deployment's settings.

    `notification_email`: address subscribed to the topic; none leaves the subscription to the owner.
    `powertools_version`: release whose public layer the functions use
    (SSM parameter `/aws/service/powertools/python/arm64/python3.13/<version>`, AWS Powertools documentation).
    `log_retention_days`: how long every log group keeps its entries.
    `rebuild_snapshot_days`: after how many days the sweep deletes the snapshots from before a rebuild; 0 for never.
    `kms_key_arns`: customer keys of the nodes' volumes; `license_configuration_arns`: License Manager configurations of
    the nodes. Both as ARNs separated by commas: without them such a node stops and can't start again.
    `at_rest_key_arn`: customer key for what CacheWarden keeps: logs, queues, topic, table, functions' environments. Its
    policy must let them use it (docs/key-policy.json); none leaves each to AWS's own key.
    `online_builds`: builds of Windows for which CacheWarden-RecordHostFacts showed that a cache moves whole while
    something writes, as numbers separated by commas; on others no node is evacuated online [tags#evacuation].
    `create_trail`: whether a CloudTrail trail is made that logs this region's management write events; for an account
    without one.
    `ops_items`: whether OpsCenter gets an OpsItem where a person must act.
    `docs_url`: address of this repository's folder docs/, to which messages link; without it they name the folder.
    `lease_table`: `new`, or `kept` for the table that an earlier deployment left.
    `consent_approvers`: ARNs of the users, roles or role sessions whose approval is a consent, separated by commas;
    none leaves out the documents that ask them.
    `change_approvers`: ARNs of at most five users and roles who approve change requests of Change Manager, separated by
    commas; none leaves out the change templates, which AWS takes only from who used Change Manager before.
    `short_names`: whether messages, logs and histories have ids in the place of names of databases, servers and people.
    `people_policies`: whether the managed policies for viewers, operators, approvers, requesters and administrators
    are made.
    """

    notification_email: str | None = None
    powertools_version: str = "3.37.0"
    log_retention_days: int = 365
    rebuild_snapshot_days: int = 30
    kms_key_arns: tuple[str, ...] = ()
    license_configuration_arns: tuple[str, ...] = ()
    at_rest_key_arn: str | None = None
    online_builds: tuple[str, ...] = ()
    consent_approvers: tuple[str, ...] = ()
    change_approvers: tuple[str, ...] = ()
    short_names: bool = False
    people_policies: bool = True
    create_trail: bool = False
    ops_items: bool = False
    lease_table: str = "new"
    docs_url: str = IN_THE_REPOSITORY

    @property
    def keeps_lease_table(self) -> bool:
        """Whether the table is there already."""
        return self.lease_table == KEPT

    @classmethod
    def from_context(cls, look_up: Callable[[str], object]) -> "Configuration":
        """Read `cachewarden:<setting>` context keys; raises `ConfigurationError` for a value that doesn't fit."""
        given: dict[str, object] = {}
        for field in fields(cls):
            value = look_up(f"cachewarden:{field.name}")
            if value is not None:
                given[field.name] = value
        return cls._checked(given)

    @classmethod
    def _checked(cls, given: Mapping[str, object]) -> "Configuration":
        defaults = cls()
        email = given.get("notification_email")
        if email is not None and not (isinstance(email, str) and _EMAIL.fullmatch(email)):
            raise ConfigurationError(_complaint("notification_email", email, "an e-mail address"))
        version = given.get("powertools_version", defaults.powertools_version)
        if not (isinstance(version, str) and _VERSION.fullmatch(version)):
            raise ConfigurationError(_complaint("powertools_version", version, "a release such as 3.37.0"))
        days = _whole_number("log_retention_days", given.get("log_retention_days", defaults.log_retention_days))
        if days not in LOG_RETENTION_CHOICES:
            choices = ", ".join(map(str, LOG_RETENTION_CHOICES))
            raise ConfigurationError(_complaint("log_retention_days", days, f"one of {choices}"))
        kept = _whole_number(
            "rebuild_snapshot_days", given.get("rebuild_snapshot_days", defaults.rebuild_snapshot_days)
        )
        if not 0 <= kept <= SNAPSHOT_DAYS_MAX:
            raise ConfigurationError(
                _complaint("rebuild_snapshot_days", kept, f"0 for never, or up to {SNAPSHOT_DAYS_MAX} days")
            )
        lease_table = given.get("lease_table", defaults.lease_table)
        if lease_table not in (defaults.lease_table, KEPT):
            raise ConfigurationError(_complaint("lease_table", lease_table, f"{defaults.lease_table} or {KEPT}"))
        docs_url = given.get("docs_url", defaults.docs_url)
        if docs_url != defaults.docs_url and not (isinstance(docs_url, str) and _DOCS_URL.fullmatch(docs_url)):
            raise ConfigurationError(_complaint("docs_url", docs_url, "an https address without a slash at its end"))
        key = given.get("at_rest_key_arn")
        if key is not None and not (isinstance(key, str) and _KMS_KEY.fullmatch(key)):
            raise ConfigurationError(_complaint("at_rest_key_arn", key, "the ARN of one key, not of an alias"))
        approvers = _arns("consent_approvers", given, _APPROVER)
        if len(set(approvers)) != len(approvers) or len(approvers) > APPROVERS_MAX:
            raise ConfigurationError(
                _complaint("consent_approvers", given["consent_approvers"], f"at most {APPROVERS_MAX}, each once")
            )
        of_changes = _arns("change_approvers", given, _CHANGE_APPROVER)
        if len(set(of_changes)) != len(of_changes) or len(of_changes) > CHANGE_APPROVERS_MAX:
            raise ConfigurationError(
                _complaint("change_approvers", given["change_approvers"], f"at most {CHANGE_APPROVERS_MAX}, each once")
            )
        return cls(
            notification_email=email,
            powertools_version=version,
            log_retention_days=days,
            rebuild_snapshot_days=kept,
            online_builds=_listed("online_builds", given, _BUILD, "build numbers of Windows, separated by commas"),
            kms_key_arns=_arns("kms_key_arns", given, _KMS_KEY),
            license_configuration_arns=_arns("license_configuration_arns", given, _LICENSE_CONFIGURATION),
            at_rest_key_arn=key,
            consent_approvers=approvers,
            change_approvers=of_changes,
            short_names=_yes_or_no("short_names", given.get("short_names", defaults.short_names)),
            people_policies=_yes_or_no("people_policies", given.get("people_policies", defaults.people_policies)),
            ops_items=_yes_or_no("ops_items", given.get("ops_items", defaults.ops_items)),
            create_trail=_yes_or_no("create_trail", given.get("create_trail", defaults.create_trail)),
            lease_table=str(lease_table),
            docs_url=docs_url,
        )


LOG_RETENTION_CHOICES = (
    1,
    3,
    5,
    7,
    14,
    30,
    60,
    90,
    120,
    150,
    180,
    365,
    400,
    545,
    731,
    1096,
    1827,
    2192,
    2557,
    2922,
    3288,
    3653,
)
"""Days that CloudWatch Logs accepts (PutRetentionPolicy, API reference)."""


def _arns(key: str, given: Mapping[str, object], form: re.Pattern[str]) -> tuple[str, ...]:
    return _listed(key, given, form, "ARNs of that kind, separated by commas")


def _listed(key: str, given: Mapping[str, object], form: re.Pattern[str], expected: str) -> tuple[str, ...]:
    value = given.get(key)
    if value is None:
        return ()
    found = tuple(part.strip() for part in value.split(",")) if isinstance(value, str) else ()
    if not found or not all(form.fullmatch(each) for each in found):
        raise ConfigurationError(_complaint(key, value, expected))
    return found


def _yes_or_no(key: str, value: object) -> bool:
    # On the command line a value is text, in cdk.json it may be a truth value.
    answer = {"true": True, "false": False}.get(str(value).lower()) if isinstance(value, bool | str) else None
    if answer is None:
        raise ConfigurationError(_complaint(key, value, "true or false"))
    return answer


def _whole_number(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ConfigurationError(_complaint(key, value, "a whole number"))
    try:
        return int(value)
    except ValueError:
        raise ConfigurationError(_complaint(key, value, "a whole number")) from None


def _complaint(key: str, value: object, expected: str) -> str:
    name = f"cachewarden:{key}"
    return f"context {name} is {value!r}, expected {expected}; set it in cdk.json or with -c {name}=…"
