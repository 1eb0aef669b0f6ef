"""Where an empty default is right in the functions: file -> expression as `ast.unparse` writes it -> why."""

from __future__ import annotations

from collections.abc import Mapping

EVENT = "A part that an event may lack; without it no rule matches, or a sentence is shorter."
OWN = "The operation's own record: what isn't in it wasn't asked, made or done."
WORDS = "Our own table of words: nobody sees it, and a test holds it."
OPTIONAL = "AWS leaves the member out where there is nothing to say (API reference of the call)."
ASKED_BEFORE = "The rule that stands before refuses, or looks again, where EC2 didn't say."
SENTENCE = "Part of a sentence, or of a name; nothing is decided by it."
ABSENT = "Missing means none of it here: what it belongs to is missing, which a guard answers before."
NO_SQL = "SQL Server doesn't run on the node; `services` says so, and rules look there first."
NO_VALUE = "An empty variable counts as a missing one, which is an error."
NOT_OPTED_IN = "An instance without the tag isn't opted in; nothing more is asked or decided about it."
OLDER = "What was written before a deployment lacks it; strangers were members then, which blocks more, not less."
NOBODY_GONE = "Of a computer that isn't listed nothing is proven: it is unknown, and holds up what it would."
DURATION = "Seconds that needn't be waited, since there is nothing to wait for."
BEFORE = "Failures before our own drop aren't about it."
SAID_NOTHING = "Without the host's answer nothing is called done; how a run ended changes nothing but its texts."
NEW = "A record that isn't stored yet has version 0; the conditional write holds it."
UNNAMED = "Who gives no names has a text that holds none; the ARNs of people are found without a list."
NOT_OURS = "Without it the work isn't CacheWarden's on these nodes, so nothing is done to it."
UNREAD = "What couldn't be read is named in `unread`, and told to people; nothing is decided by it."
FULL_AT_ONCE = "A log of which it isn't known when it is full may be full at once: its databases come first."
NOT_SENT = "Nothing is looked up then, and what isn't known isn't sent: decide asks for it."

ALLOWED: Mapping[str, Mapping[str, str]] = {
    "lambdas/cachewarden/events/envelope.py": {
        "source: str = ''": EVENT,
        "id: str = ''": EVENT,
        "account: str = ''": EVENT,
        "region: str = ''": EVENT,
    },
    "lambdas/cachewarden/events/event.py": {
        "instance_ids: tuple[str, ...] = ()": EVENT,
    },
    "lambdas/cachewarden/events/execution_ended.py": {
        "request if isinstance(request, dict) else {}": EVENT,
        "instance_ids_in((node,)) if isinstance(node, str) else ()": EVENT,
        "resumes if isinstance(resumes, int) else 0": EVENT,
    },
    "lambdas/cachewarden/events/health.py": {
        "Field(default='', alias='latestDescription')": EVENT,
        "Field(default='', alias='eventTypeCategory')": EVENT,
        "Field(default='', alias='statusCode')": EVENT,
        "Field(default='', alias='affectedAccount')": EVENT,
        "Field(default='', alias='eventRegion')": EVENT,
        "detail.descriptions[0].latest_description if detail.descriptions else ''": EVENT,
    },
    "lambdas/cachewarden/events/refused_stop.py": {
        "type: str = ''": EVENT,
        "Field(default='', alias='eventSource')": EVENT,
        "Field(default='', alias='eventID')": EVENT,
    },
    "lambdas/cachewarden/events/tag_change.py": {
        "service: str = ''": EVENT,
        "Field(default='', alias='resource-type')": EVENT,
    },
    "lambdas/cachewarden/evidence/cluster.py": {
        (
            "tuple((Stranger(instance_id=item.text('instanceId'), why=item.text('why')) for item in "
            "source.children('strangers'))) if source.has('strangers') else ()"
        ): OLDER,
        "absent: tuple[AbsentComputer, ...] = ()": NOBODY_GONE,
        "tuple((parse_absent(item) for item in source.children('absent'))) if source.has('absent') else ()": (
            NOBODY_GONE
        ),
    },
    "lambdas/cachewarden/evidence/document_versions.py": {
        "wanted: tuple[str, ...] = ()": NOT_SENT,
    },
    "lambdas/cachewarden/evidence/sql.py": {
        "tuple((_unopened(item) for item in source.children('unopened'))) if source.has('unopened') else ()": NO_SQL,
        (
            "tuple((parse_long_request(item) for item in source.children('requests'))) if source.has('requests') "
            "else ()"
        ): NO_SQL,
        ("source.texts('failoverClusterInstances') if source.has('failoverClusterInstances') else ()"): NO_SQL,
    },
    "lambdas/cachewarden/evidence/verdict.py": {
        "source.optional('message', source.text) or ''": SENTENCE,
    },
    "lambdas/cachewarden/evidence/worker.py": {
        "source.optional('message', source.text) or ''": SENTENCE,
    },
    "lambdas/cachewarden/loop/action_result.py": {
        "source.optional('cause', source.text) or ''": SENTENCE,
    },
    "lambdas/cachewarden/loop/sweep.py": {
        "decision.action.value if isinstance(decision, Execute) else ''": SENTENCE,
    },
    "lambdas/cachewarden/operation/consent.py": {
        "not_for: str = ''": SENTENCE,
        "by_tag: bool = False": WORDS,
        "checked_by: tuple[str, ...] = ()": WORDS,
    },
    "lambdas/cachewarden/operation/operation.py": {
        "transient: bool = False": OWN,
        "consents: tuple[GivenConsent | VoidConsent, ...] = ()": OWN,
        "leads: tuple[str, ...] = ()": OWN,
        "snapshots: tuple[str, ...] = ()": OWN,
        "node_snapshots: tuple[str, ...] = ()": OWN,
        "actions: tuple[ActionTaken, ...] = ()": OWN,
        "findings: tuple[Finding, ...] = ()": OWN,
        "begun_elsewhere: bool = False": OWN,
        "unattachable: bool = False": OWN,
        "left_behind: tuple[LeftBehind, ...] = ()": OWN,
        "max(0.0, (now - since).total_seconds()) if since is not None else 0.0": OWN,
    },
    "lambdas/cachewarden/operation/operation_json.py": {
        "source.optional('reason', source.text) or ''": OWN,
        "parse_consents(source, 'consents') if source.has('consents') else ()": OWN,
        "source.texts('leads') if source.has('leads') else ()": OWN,
        "source.texts('snapshots') if source.has('snapshots') else ()": OWN,
        "source.texts('nodeSnapshots') if source.has('nodeSnapshots') else ()": OWN,
        "tuple((_action(item) for item in source.children('actions'))) if source.has('actions') else ()": OWN,
        "tuple((_finding(item) for item in source.children('findings'))) if source.has('findings') else ()": OWN,
        "source.optional('transient', source.flag) or False": OWN,
        "source.optional('begunElsewhere', source.flag) or False": OWN,
        "source.optional('unattachable', source.flag) or False": OWN,
        "tuple((_left(item) for item in source.children('leftBehind'))) if source.has('leftBehind') else ()": OWN,
    },
    "lambdas/cachewarden/operation/timing.py": {
        "host_command_s: float = 0.0": OWN,
        "cache_bytes_moved: int = 0": OWN,
        "instance_stops: int = 0": OWN,
        "instance_boots: int = 0": OWN,
        "sql_stops: int = 0": OWN,
        "sql_starts: int = 0": OWN,
        "failovers: int = 0": OWN,
        "redo_s: float = 0.0": OWN,
        "seeded_bytes: int = 0": OWN,
        "host_commands: int = 0": OWN,
    },
    "lambdas/cachewarden/procedures/unopened.py": {"sql.unopened if sql is not None else ()": NO_SQL},
    "lambdas/cachewarden/procedures/decide.py": {
        "rule.__doc__ or ''": SENTENCE,
    },
    "lambdas/cachewarden/procedures/guards/documents.py": {
        "DOCUMENTS_LOOK_S if set(unknown) & set(known.wanted) else 0": DURATION,
    },
    "lambdas/handlers/observe.py": {
        "usual_documents(Goal(goal)) if goal in set(Goal) else ()": NOT_SENT,
    },
    "lambdas/cachewarden/loop/reconcile.py": {
        "decision.documents if isinstance(decision, Wait) else ()": NOT_SENT,
    },
    "lambdas/cachewarden/procedures/decision.py": {
        "documents: tuple[str, ...] = ()": NOT_SENT,
        "modes: tuple[SavedMode, ...] = ()": OWN,
        "unprotected: bool = False": OWN,
        "acts_may_precede: bool = False": OWN,
    },
    "lambdas/cachewarden/procedures/guards/cluster.py": {
        "candidate.obstacle or ''": SENTENCE,
    },
    "lambdas/cachewarden/procedures/guards/nodes_down.py": {
        "saved_modes or ()": OWN,
    },
    "lambdas/cachewarden/procedures/required_secondaries.py": {
        "situation.operation.saved_modes or ()": OWN,
    },
    "lambdas/cachewarden/procedures/reseed.py": {
        "0.0 if left_s is None else left_s": FULL_AT_ONCE,
        (
            "[item for group in sql.groups for item in group.replicas if item.local and item.databases] if sql else []"
        ): ABSENT,
        "{(item.group_id, item.database) for item in _failed_seedings(situation)} if dropped else set()": BEFORE,
        "sql.groups if sql else ()": ABSENT,
    },
    "lambdas/cachewarden/procedures/situation.py": {
        "self.evidence.scheduled or ()": ASKED_BEFORE,
        "{group.id for group in sql.groups} if sql else set()": ABSENT,
    },
    "lambdas/cachewarden/procedures/stop.py": {
        "situation.operation.saved_modes or ()": OWN,
    },
    "lambdas/cachewarden/procedures/worker_watch.py": {
        "EVACUATION_FINISHES_S if worker.work == EVACUATE else 0": DURATION,
        "worker.bytes_done or 0": "Compared with what was moved at the look before: nothing measured is no progress.",
    },
    "lambdas/cachewarden/requests/health.py": {
        "event.starts_at.isoformat() if event.starts_at else ''": SENTENCE,
    },
    "lambdas/cachewarden/requests/request.py": {
        "resumes: int = 0": OWN,
        "details: str = ''": SENTENCE,
    },
    "lambdas/handlers/lease.py": {
        "_held_by(holder) if holder is not None else {}": ABSENT,
        "source.texts('strangers') if source.has('strangers') else ()": OLDER,
    },
    "lambdas/handlers/settings.py": {
        "environment.get(name, '')": NO_VALUE,
    },
    "lambdas/adapters/ec2.py": {
        "each.get('Tags', [])": SENTENCE,
        "instance.get('StateReason', {})": OPTIONAL,
        "reason.get('Code', '')": OPTIONAL,
        "reason.get('Message', '')": OPTIONAL,
        "tag.get('Value', '')": OPTIONAL,
        "instance.get('Placement', {}).get('AvailabilityZone', '')": OPTIONAL,
        "instance.get('Tags', [])": OPTIONAL,
        "status.get('Events', [])": OPTIONAL,
        "event.get('Description', '')": OPTIONAL,
        "instance.get('Placement', {})": OPTIONAL,
        "tag.get('Key', '')": OPTIONAL,
    },
    "lambdas/adapters/documents/act_runs.py": {
        "step.get('Outputs', {})": SAID_NOTHING,
    },
    "lambdas/adapters/short_names.py": {
        "{} if names is None else names": UNNAMED,
    },
    "lambdas/adapters/sns.py": {
        "(f'Node:  {name} ({notify.instance_id})',) if known else ()": SENTENCE,
    },
    "lambdas/cachewarden/loop/act_answer.py": {
        "cancelling: bool = False": SAID_NOTHING,
        "self.outputs.get(step, {})": SAID_NOTHING,
        "self.outputs.get(step, {}).get(output, '')": SAID_NOTHING,
        "next((each['Refusal'] for each in self.outputs.values() if each.get('Refusal')), '')": SAID_NOTHING,
    },
    "lambdas/handlers/document_lease.py": {
        "FREE if refusal.released else ''": SENTENCE,
        "FREE if released else ''": SENTENCE,
    },
    "lambdas/adapters/errors.py": {
        "error.response.get('Error', {})": OPTIONAL,
    },
    "lambdas/adapters/pool_volumes.py": {
        "volume.get('Tags', [])": OPTIONAL,
    },
    "lambdas/adapters/start_needs.py": {
        "each.get('LicenseConfigurationArn', '')": OPTIONAL,
        "instance.get('Licenses', [])": OPTIONAL,
        "instance.get('CapacityReservationSpecification', {})": OPTIONAL,
        "wish.get('CapacityReservationTarget', {})": OPTIONAL,
    },
    "lambdas/cachewarden/evidence/start_needs.py": {
        "keys: tuple[str, ...] = ()": UNREAD,
        "licences: tuple[str, ...] = ()": UNREAD,
        "unread: tuple[str, ...] = ()": UNREAD,
    },
    "lambdas/adapters/snapshots.py": {
        "snapshot.get('Tags', [])": OPTIONAL,
        "instance.get('BlockDeviceMappings', [])": OPTIONAL,
        "mapping.get('Ebs', {})": OPTIONAL,
    },
    "lambdas/adapters/volume_modifications.py": {
        "found.get('Tags', [])": OPTIONAL,
    },
    "lambdas/adapters/inflight_calls.py": {
        "(until - now()).total_seconds() if until is not None else 0.0": DURATION,
        "json.loads(parameters).get('FunctionName', '')": NOT_OURS,
    },
    "lambdas/adapters/instance_facts.py": {
        "operated_nodes(lease_table) if managed else {}": NOT_OPTED_IN,
    },
    "lambdas/adapters/instance_settings.py": {
        "alarm.get('Dimensions', [])": OPTIONAL,
        "alarm.get('AlarmActions', [])": OPTIONAL,
        "alarm.get('InsufficientDataActions', [])": OPTIONAL,
        "alarm.get('OKActions', [])": OPTIONAL,
    },
    "lambdas/adapters/trails.py": {
        "chosen.get('AdvancedEventSelectors', ())": OPTIONAL,
        "chosen.get('EventSelectors', ())": OPTIONAL,
        "(f\"the logging of {', '.join(off)} is off\",) if off else ()": SENTENCE,
        "(f\"{', '.join(narrow)} may not log EC2's management write events\",) if narrow else ()": SENTENCE,
    },
    "lambdas/adapters/unsuitable_instances.py": {
        "instance.get('Tags', [])": OPTIONAL,
        "tag.get('Value', '')": SENTENCE,
    },
    "lambdas/adapters/lease_acquisition.py": {
        "next((lease.version for lease in stored if record is not None and lease.record.key == record.key), 0)": NEW,
    },
    "lambdas/adapters/observation.py": {
        "{instance['InstanceId']: instance for instance in instances_of_cluster(cluster)} if cluster else {}": ABSENT,
        "known.replicas if known else ()": ABSENT,
        "known.strangers if known else ()": ABSENT,
    },
    "lambdas/adapters/recovery.py": {
        "instances_by_id(event.instance_ids) if event.instance_ids else []": ABSENT,
    },
    "lambdas/adapters/ssm_observe.py": {
        "invocation.get('StandardOutputContent', '')": OPTIONAL,
        "invocation.get('StandardErrorContent', '')": OPTIONAL,
    },
    "lambdas/cachewarden/procedures/asynchronous.py": {
        "situation.operation.saved_modes or ()": OWN,
    },
    "lambdas/cachewarden/procedures/failed_over.py": {
        "situation.operation.saved_modes or ()": OWN,
    },
    "lambdas/cachewarden/procedures/guards/brake.py": {
        "'' if goal in OF_CLUSTER else _as_it_is(situation)": SENTENCE,
    },
    "lambdas/adapters/sweep.py": {
        "dict(self._stopped_since(instances)) if lowered else {}": ABSENT,
    },
}
