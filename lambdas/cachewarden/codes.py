"""Every code with its outcome, sentence and remedy. Generated from ssm_documents/codes.yaml and
code_pages.yaml by `python -m infra.documents.catalogue`; don't edit."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """The codes by name."""

    CACHE_EVACUATED = "CW1001"
    CACHE_ALREADY_EVACUATED = "CW1002"
    EVACUATION_STARTED = "CW1003"
    CACHE_RESTORED = "CW1004"
    CACHE_ALREADY_RESTORED = "CW1005"
    RESTORE_STARTED = "CW1006"
    STORAGE_INITIALIZED = "CW1007"
    STORAGE_ALREADY_INITIALIZED = "CW1008"
    VIRTUAL_DISK_ATTACHED = "CW1009"
    TEMPDB_DRIVE_CREATED = "CW1010"
    LOST_POOL_REMOVED = "CW1011"
    STORAGE_ALREADY_REBUILT = "CW1012"
    HOST_FACTS_RECORDED = "CW1013"
    STORAGE_SHOWN = "CW1014"
    STORAGE_ADOPTED = "CW1015"
    STORAGE_ALREADY_ADOPTED = "CW1016"
    STORAGE_EMPTY = "CW1020"
    CACHE_LOST = "CW1021"
    EBS_VOLUME_MISSING = "CW1022"
    SPARE_MISSING = "CW1023"
    VIRTUAL_DISK_DETACHED = "CW1024"
    STORAGE_STARTING = "CW1025"
    POOL_CLUSTERED = "CW1026"
    POOL_READ_ONLY = "CW1027"
    STORAGE_AMBIGUOUS = "CW1028"
    CACHE_MOVING = "CW1029"
    SQL_SERVER_RUNNING = "CW1030"
    SWAP_TOO_SMALL = "CW1031"
    NO_INSTANCE_STORE_DISK = "CW1032"
    INSTANCE_STORE_TOO_SMALL = "CW1033"
    DRIVE_NOT_READABLE = "CW1035"
    INVENTORY_MISSING = "CW1037"
    VOLUME_NOT_VISIBLE = "CW1038"
    DATA_VOLUMES_UNEQUAL = "CW1039"
    DISK_NOT_BLANK = "CW1040"
    DRIVE_LETTER_TAKEN = "CW1041"
    TOO_FEW_EBS_VOLUMES = "CW1042"
    CACHE_SIZE_OUT_OF_RANGE = "CW1043"
    SYSTEM_FILES_ON_CACHE_DRIVE = "CW1044"
    REBUILD_NOT_ALLOWED = "CW1045"
    FILES_ON_TEMPDB_DRIVE = "CW1046"
    TEMPDB_DISK_LOST = "CW1047"
    WINDOWS_NOT_TRIED = "CW1048"
    DISKS_WOULD_BE_TAKEN = "CW1049"
    STORAGE_CALL_FAILED = "CW1050"
    EVACUATION_UNDONE = "CW1051"
    RESTORE_UNDONE = "CW1052"
    MOVE_FAILED_HALFWAY = "CW1053"
    MOVE_INTERRUPTED = "CW1054"
    INITIALIZE_INCOMPLETE = "CW1055"
    REBUILD_INCOMPLETE = "CW1056"
    MOVE_STALLED_UNDER_LOAD = "CW1057"
    RESTORE_HALTED = "CW1058"
    POOL_ON_DISPOSABLE_NODE = "CW1061"
    VOLUMES_FOR_FACTS_MISSING = "CW1062"
    DISK_ON_DISPOSABLE_NODE = "CW1063"
    FACTS_AWAIT_PERSON = "CW1086"
    PERSON_HAS_NOT_ACTED = "CW1087"
    TRIES_DISTURBED = "CW1088"
    RESTART_FACTS_RECORDED = "CW1089"
    STORAGE_LAYOUT_UNCLEAR = "CW1064"
    STORAGE_NOT_WHOLE = "CW1065"
    DISK_ROLE_UNCLEAR = "CW1066"
    SWAP_VOLUME_NEEDED = "CW1067"
    NO_CACHE_TO_PROTECT = "CW1068"
    STOP_WOULD_DESTROY_DATA = "CW1069"
    NO_TEMPDB_DISK = "CW1085"
    REBUILD_LACKS_DISKS = "CW1090"
    LOSS_NOT_PROVEN = "CW1091"
    INVENTORY_OF_ANOTHER_INSTANCE = "CW1073"
    PLAN_DIFFERS = "CW1072"
    VOLUME_EXCHANGED = "CW1071"
    REPLICAS_REMOVED = "CW1081"
    REPLICAS_ALREADY_REMOVED = "CW1082"
    REPLICA_STILL_THERE = "CW1083"
    REPLICA_STILL_SHOWN = "CW1084"
    REPLICA_MODES_HELD = "CW2001"
    REPLICA_MODES_ALREADY_HELD = "CW2002"
    REPLICA_MODES_RESTORED = "CW2003"
    REPLICA_MODES_ALREADY_RESTORED = "CW2004"
    FAILED_OVER = "CW2005"
    ALREADY_PRIMARY = "CW2006"
    SQL_SERVER_STOPPED = "CW2007"
    SQL_SERVER_ALREADY_STOPPED = "CW2008"
    SQL_SERVER_STARTED = "CW2009"
    SQL_SERVER_ALREADY_RUNNING = "CW2010"
    RESEED_PREPARED = "CW2011"
    RESEED_ALREADY_PREPARED = "CW2012"
    SEEDING_STARTED = "CW2013"
    SEEDING_ALREADY_RUNNING = "CW2014"
    RIGHTS_GRANTED = "CW2015"
    POLICIES_MET = "CW2016"
    CLUSTER_NODE_DRAINED = "CW2017"
    CLUSTER_NODE_ALREADY_PAUSED = "CW2018"
    CLUSTER_NODE_RESUMED = "CW2019"
    SQL_SERVER_NOT_RUNNING = "CW2020"
    PERMISSION_MISSING = "CW2021"
    AVAILABILITY_GROUP_UNKNOWN = "CW2022"
    NOT_PRIMARY = "CW2023"
    NOT_READY_FOR_FAILOVER = "CW2024"
    QUORUM_NOT_NORMAL = "CW2025"
    UNSUPPORTED_AVAILABILITY_GROUP = "CW2026"
    REPLICA_IS_PRIMARY = "CW2027"
    NO_AVAILABILITY_GROUP = "CW2028"
    ROLE_NOT_RESOLVED = "CW2029"
    PRIMARY_UNKNOWN = "CW2030"
    SQL_SERVER_STILL_STOPPING = "CW2031"
    SQL_SERVER_START_FAILED = "CW2032"
    SQL_ERROR_TRANSIENT = "CW2033"
    SQL_ERROR_REFUSED = "CW2034"
    FAILOVER_PENDING = "CW2035"
    SQL_INFRASTRUCTURE_ERROR = "CW2036"
    SQL_ERROR_UNKNOWN = "CW2037"
    STORAGE_NOT_READY = "CW2038"
    TEMPDB_FOLDER_MISSING = "CW2039"
    AGENT_NOT_STARTED = "CW2040"
    MODE_NOT_CHANGED = "CW2041"
    SQL_SERVER_UNREACHABLE = "CW2042"
    RESEED_NOT_ALLOWED = "CW2043"
    REDO_TOO_LONG = "CW2044"
    TEMPDB_TOO_LARGE = "CW2045"
    POLICY_NOT_MET = "CW2046"
    NOTHING_TO_VALIDATE = "CW2047"
    CLUSTER_MODULE_MISSING = "CW2048"
    CLUSTER_SERVICE_SILENT = "CW2049"
    NO_OTHER_CLUSTER_NODE = "CW2050"
    CLUSTER_NODE_LEADS = "CW2051"
    DRAIN_NOT_COMPLETED = "CW2052"
    CLUSTER_NODE_NOT_UP = "CW2053"
    CLUSTER_NODE_NOT_DRAINED = "CW2054"
    REPLICAS_CONNECTED = "CW2055"
    NOT_THE_LAST_RESORT = "CW2056"
    NODE_PAUSED = "CW2061"
    BUILD_STEP_DONE = "CW2062"
    BUILD_STEP_ALREADY_DONE = "CW2063"
    GROUP_BUILT = "CW2064"
    NOT_READY_FOR_GROUP = "CW2065"
    BUILD_RIGHTS_MISSING = "CW2066"
    NOT_EMPTY_FOR_GROUP = "CW2067"
    NEW_REPLICA_NOT_CONNECTED = "CW2068"
    NEW_REPLICA_SEEDING = "CW2069"
    NEW_REPLICA_SEEDING_FAILED = "CW2070"
    CLUSTER_TYPE_NOT_REGISTERED = "CW2071"
    COPIES_DESCRIBED = "CW2072"
    ENCRYPTOR_MISSING = "CW2073"
    NO_ROOM_FOR_COPIES = "CW2074"
    LOST_DATABASE_NOT_RELEASED = "CW2075"
    PROCEDURE_OUTDATED = "CW2076"
    REQUIRED_NOT_RAISED = "CW2077"
    HOST_OBSERVED = "CW3000"
    HOST_INSTALLED = "CW3001"
    HOST_ALREADY_INSTALLED = "CW3002"
    ANOTHER_ACTION_RUNS = "CW3003"
    TOKEN_TOO_LOW = "CW3004"
    COMMAND_TOO_LATE = "CW3005"
    PARAMETER_MISSING = "CW3006"
    PARAMETER_MALFORMED = "CW3007"
    HOST_NOT_INSTALLED = "CW3008"
    UNEXPECTED_ERROR = "CW3009"
    STATE_FILE_UNREADABLE = "CW3010"
    OTHER_CLUSTER_OWNS_HOST = "CW3011"
    EVIDENCE_TOO_LARGE = "CW3012"
    NOTHING_TO_DO = "CW3013"
    BOOT_TASK_DONE = "CW3014"
    WORK_ORDER_STALE = "CW3016"
    TOKEN_AHEAD_OF_CLOCK = "CW3017"
    HOST_FOLDER_UNSAFE = "CW3018"
    BUNDLE_DIFFERS = "CW3019"
    STATE_FILE_IN_USE = "CW3020"
    BUNDLE_FILES_WRITTEN = "CW3021"
    BUNDLE_FILES_IN_PLACE = "CW3022"
    COMMAND_VALID_TOO_LONG = "CW3023"
    HOST_UNINSTALLED = "CW3024"
    NODE_NEEDS_CACHE_WARDEN = "CW3025"
    SQL_SERVER_ON_DISPOSABLE_NODE = "CW3026"
    CLUSTER_NODE_NOT_DISPOSABLE = "CW3027"
    NODE_WAS_MANAGED = "CW3028"
    NOT_DISPOSABLE = "CW3029"
    FAILOVER_CLUSTER_INSTANCE = "CW3030"
    HOST_NOT_ONLINE = "CW4101"
    HOST_DID_NOT_ANSWER = "CW4102"
    OBSERVE_FAILED = "CW4103"
    OBSERVE_TIMED_OUT = "CW4104"
    VERDICT_MISSING = "CW4105"
    VERDICT_UNREADABLE = "CW4106"
    INSTANCE_NOT_RUNNING = "CW4107"
    NO_ESTIMATE = "CW4108"
    EVACUATION_ESTIMATED = "CW4109"
    EC2_CALL_FAILED = "CW4201"
    START_FAILED = "CW4202"
    STOP_STUCK = "CW4203"
    INSTANCE_GONE = "CW4204"
    NOT_STARTED = "CW4205"
    DOCUMENT_FAILED = "CW4301"
    REQUEST_EXPIRED = "CW5001"
    REQUEST_JOINED = "CW5002"
    CLUSTER_BUSY = "CW5003"
    LEASE_LOST = "CW5004"
    WORKFLOW_FAILED = "CW5005"
    ORPHAN_CLEARED = "CW5006"
    RESUMES_EXHAUSTED = "CW5007"
    ORPHAN_WORK_RUNS = "CW5008"
    ENDED_IDLE = "CW5009"
    EVENT_UNKNOWN = "CW5101"
    EVENT_MALFORMED = "CW5102"
    EVENT_REPLAYED = "CW5103"
    EVENT_OWN_DOING = "CW5104"
    NOT_OPTED_IN = "CW5105"
    REFUSAL_EXPLAINED = "CW5106"
    NEEDS_APPROVAL = "CW5107"
    NOTIFY_ONLY = "CW5108"
    STOPPED_BEHIND_OUR_BACK = "CW5109"
    REQUEST_STARTED = "CW5110"
    SNOOZED = "CW5111"
    FOREIGN_ACCOUNT = "CW5112"
    CALL_REFUSED = "CW5113"
    TAG_MISSPELT = "CW5114"
    PROTECTION_WAS_OFF = "CW5115"
    MAINTENANCE_SCHEDULED = "CW5116"
    NOT_SWEPT = "CW5117"
    HELD_BY_MODE = "CW5118"
    MAINTENANCE_PLANNED = "CW5119"
    CALENDAR_CLOSED = "CW5120"
    CALENDAR_UNREAD = "CW5121"
    MAINTENANCE_PUT_OFF = "CW5122"
    FAILOVER_PLANNED = "CW5123"
    FAILOVER_HELD_UP = "CW5124"
    NOT_DEPLOYED_VERSION = "CW5131"
    DOCUMENT_BROKE_OFF = "CW5130"
    APPROVAL_NOT_GIVEN = "CW5132"
    CHANGE_NOT_APPROVED = "CW5133"
    APPROVAL_WAITS = "CW5134"
    OPT_IN_NOT_SEEN = "CW5135"
    PAIR_FACTS_RECORDED = "CW5144"
    PAIR_NOT_DISPOSABLE = "CW5145"
    PAIR_NOT_READY = "CW5146"
    PAIR_TRIES_CUT_OFF = "CW5147"
    GOAL_REACHED = "CW6001"
    NEXT_STEP = "CW6002"
    WAITING_FOR_HOST = "CW6003"
    WAITING_FOR_WORKER = "CW6004"
    WAITING_FOR_EC2 = "CW6005"
    WAITING_FOR_SYNCHRONIZATION = "CW6006"
    LOOKING_AGAIN = "CW6007"
    PREFLIGHT_PASSED = "CW6008"
    STOPPED_WITHOUT_CACHE = "CW6009"
    STOPPED_UNEXAMINED = "CW6010"
    IDENTITY_DISAGREES = "CW6101"
    REPLICA_UNKNOWN = "CW6102"
    PARTNER_DOWN = "CW6103"
    PARTNER_BUSY = "CW6104"
    TARGET_NOT_READY = "CW6105"
    QUORUM_MARGIN = "CW6106"
    GROUP_KIND_UNSUPPORTED = "CW6107"
    STORAGE_NOT_PLANNABLE = "CW6108"
    REQUIRED_SYNCHRONIZED = "CW6109"
    PERMISSIONS_MISSING = "CW6110"
    ONLY_COPY = "CW6111"
    SYSTEM_DATABASES_ON_CACHE = "CW6112"
    NOT_OBSERVABLE = "CW6113"
    OPTED_OUT = "CW6114"
    USER_DATABASES_ON_TEMPDB = "CW6115"
    HOST_CLOCK_WRONG = "CW6116"
    FACT_UNKNOWN = "CW6117"
    STRANGER_IN_CLUSTER = "CW6118"
    RESEED_RIGHT_MISSING = "CW6140"
    FAILOVER_TAKES_TOO_LONG = "CW6141"
    LOG_WOULD_FILL = "CW6142"
    LOG_BACKUP_TOO_OLD = "CW6143"
    HOST_NOT_PREPARED = "CW6144"
    HOST_TASK_CHANGED = "CW6145"
    LOG_BACKUPS_WOULD_STOP = "CW6146"
    LOG_FILLS_WHILE_AWAY = "CW6147"
    DISKS_TAKEN_AT_START = "CW6148"
    AWAY_TOO_LONG = "CW6149"
    PRIMARY_OUTSIDE = "CW6150"
    CACHE_UNREADABLE = "CW6151"
    SHUT_DOWN_OFFERED = "CW6152"
    WORK_WOULD_BE_CUT = "CW6155"
    APPROVAL_DOES_NOT_COUNT = "CW6156"
    WHOLE_CLUSTER_NEEDS_CONSENT = "CW6157"
    CLUSTER_NOT_WHOLE = "CW6158"
    CLUSTER_REACHES_OUTSIDE = "CW6159"
    TEMPDB_WOULD_NOT_FIT = "CW6160"
    SNAPSHOT_LACKS_CACHE = "CW6161"
    MODES_FORGOTTEN = "CW6162"
    VOLUME_ROLES_UNCLEAR = "CW6163"
    TYPE_DOES_NOT_FIT = "CW6164"
    TYPE_LACKS_DISKS = "CW6165"
    STOP_MIGHT_DESTROY = "CW6166"
    SNAPSHOT_NOT_POSSIBLE = "CW6167"
    SNAPSHOT_SETS_MIXED = "CW6168"
    ACT_NOT_DEPLOYED = "CW6169"
    SNAPSHOTS_NOT_TAKEN = "CW6170"
    SNAPSHOT_NOT_DELETED = "CW6171"
    NOTHING_TO_FAIL_OVER = "CW6172"
    PARTNER_GOES_DOWN_TOO = "CW6173"
    NO_REBOOT_COMES = "CW6174"
    NO_CACHE_LOST = "CW6175"
    DEPLOYED_MEANWHILE = "CW6176"
    INSTANCE_NOT_SUITABLE = "CW6181"
    SHUTDOWN_TERMINATES = "CW6182"
    VOLUMES_DELETED_ALONG = "CW6183"
    ALARM_LOSES_CACHE = "CW6184"
    STOPS_NOT_LOGGED = "CW6185"
    START_KEY_MISSING = "CW6186"
    START_LICENCE_MISSING = "CW6187"
    START_RESERVATION_GONE = "CW6188"
    START_QUOTA_TIGHT = "CW6189"
    SQL_START_MODE_WRONG = "CW6190"
    GRANTS_OUTDATED = "CW6195"
    SQL_START_DISABLED = "CW6196"
    CALL_DENIED = "CW6197"
    REPLICA_GONE = "CW6251"
    NO_REPLICA_GONE = "CW6252"
    REPLICA_NOT_FORGOTTEN = "CW6253"
    NODE_TO_EVICT = "CW6254"
    MODES_WEAKENED = "CW6255"
    REQUIRED_NOT_PUT_BACK = "CW6256"
    REQUIRED_STILL_LOWERED = "CW6257"
    EVACUATION_FAILED = "CW6201"
    RESTORE_FAILED = "CW6202"
    ATTEMPTS_EXHAUSTED = "CW6203"
    NOT_SYNCHRONIZED_IN_TIME = "CW6204"
    PROOF_NOT_OBTAINED = "CW6205"
    STORAGE_NEEDS_PERSON = "CW6206"
    DATA_LOSS_SEEN = "CW6207"
    CACHE_LOST_ON_BOTH = "CW6208"
    REBUILD_NEEDS_APPROVAL = "CW6209"
    NO_GOOD_COPY = "CW6210"
    NO_NVME_DISK = "CW6211"
    SEEDING_FAILED = "CW6212"
    STORAGE_UNCLEAR = "CW6213"
    TOO_FEW_DATA_VOLUMES = "CW6214"
    DATABASE_NOT_OPENED = "CW6215"
    CACHE_NOT_RESTORED = "CW6216"
    CLUSTER_NODE_PAUSED = "CW6217"
    BOOT_WITHOUT_POOL_REFUSED = "CW6218"
    POOL_DETACHED = "CW6219"
    NO_DISK_FOR_REBUILD = "CW6220"
    SWAP_VOLUME_NOT_PUT_BACK = "CW6221"
    SWAP_VOLUME_CHANGED = "CW6222"
    TYPE_NOT_CHANGED = "CW6223"
    SQL_SERVER_NOT_STARTED = "CW6224"
    REQUIRED_STAYS_LOWERED = "CW6225"
    CACHE_AWAITS_MAINTENANCE = "CW6226"
    STOPPED_AFTER_EVACUATION = "CW6231"
    RESTORE_BY_HAND = "CW6232"
    STOPPED_SINCE_ASKED = "CW6271"


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """What a code means: `outcome` and `exit_code` as in a verdict, a sentence, and what to do about it.

    `data` answers whether the data is safe.
    """

    code: Code
    name: str
    outcome: str
    exit_code: int
    sentence: str
    remedy: str
    data: str


CATALOGUE: Mapping[Code, CatalogueEntry] = {
    Code.CACHE_EVACUATED: CatalogueEntry(
        code=Code.CACHE_EVACUATED,
        name="CacheEvacuated",
        outcome="done",
        exit_code=0,
        sentence="The write-back cache is on the Swap volume and no instance-store disk is in the pool.",
        remedy="The instance may be stopped once the proof is taken again, which CacheWarden-StopInstance does. SQL Server runs with the cache on EBS meanwhile, safe but slower.",  # noqa: E501
        data="Yes. The cache is on EBS volumes, and nothing of the data drive is on an instance-store disk.",
    ),
    Code.CACHE_ALREADY_EVACUATED: CatalogueEntry(
        code=Code.CACHE_ALREADY_EVACUATED,
        name="CacheAlreadyEvacuated",
        outcome="already",
        exit_code=0,
        sentence="The write-back cache was already on the Swap volume.",
        remedy="The instance may be stopped once the proof is taken again, which CacheWarden-StopInstance does.",
        data="Yes. The cache is on EBS volumes, and nothing of the data drive is on an instance-store disk.",
    ),
    Code.EVACUATION_STARTED: CatalogueEntry(
        code=Code.EVACUATION_STARTED,
        name="EvacuationStarted",
        outcome="started",
        exit_code=0,
        sentence="The host's worker moves the write-back cache to the Swap volume.",
        remedy="The document that started the move watches it and reports its end. The move takes about 4 seconds per GiB of cache. Don't stop the instance meanwhile.",  # noqa: E501
        data="Yes, as far as was seen, and as long as the instance isn't stopped. Part of the cache may still be on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.CACHE_RESTORED: CatalogueEntry(
        code=Code.CACHE_RESTORED,
        name="CacheRestored",
        outcome="done",
        exit_code=0,
        sentence="The write-back cache is on the instance-store disk and the Swap volume is spare again.",
        remedy="The node has its full speed back. It must not be stopped without an evacuation.",
        data="Yes, as long as the instance isn't stopped. Part of what was written is only in the cache on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.CACHE_ALREADY_RESTORED: CatalogueEntry(
        code=Code.CACHE_ALREADY_RESTORED,
        name="CacheAlreadyRestored",
        outcome="already",
        exit_code=0,
        sentence="The write-back cache was already on the instance-store disk.",
        remedy="The node has its full speed. It must not be stopped without an evacuation.",
        data="Yes, as long as the instance isn't stopped. Part of what was written is only in the cache on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.RESTORE_STARTED: CatalogueEntry(
        code=Code.RESTORE_STARTED,
        name="RestoreStarted",
        outcome="started",
        exit_code=0,
        sentence="The host's worker moves the write-back cache to the instance-store disk.",
        remedy="The document that started the move watches it and reports its end. The move takes about 4 seconds per GiB of cache. The node serves meanwhile.",  # noqa: E501
        data="Yes, as far as was seen, and as long as the instance isn't stopped. Part of the cache may still be on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.STORAGE_INITIALIZED: CatalogueEntry(
        code=Code.STORAGE_INITIALIZED,
        name="StorageInitialized",
        outcome="done",
        exit_code=0,
        sentence="Pools, virtual disks and drives are in place.",
        remedy="The drives can take databases. SQL Server is started by CacheWarden-StartSqlServer.",
        data="The drives are new and empty. From now on what is written to the data drive is partly in the cache on the instance-store disk, which a stop destroys.",  # noqa: E501
    ),
    Code.STORAGE_ALREADY_INITIALIZED: CatalogueEntry(
        code=Code.STORAGE_ALREADY_INITIALIZED,
        name="StorageAlreadyInitialized",
        outcome="already",
        exit_code=0,
        sentence="Pools, virtual disks and drives were already in place.",
        remedy="The drives are as they were. SQL Server is started by CacheWarden-StartSqlServer.",
        data="As it was: the drives were found in place, and nothing was changed.",
    ),
    Code.VIRTUAL_DISK_ATTACHED: CatalogueEntry(
        code=Code.VIRTUAL_DISK_ATTACHED,
        name="VirtualDiskAttached",
        outcome="done",
        exit_code=0,
        sentence="The virtual disk is attached and its drive can be read.",
        remedy="The drive is as it was before it was detached. SQL Server is started by CacheWarden-StartSqlServer.",
        data="Yes, as long as the instance isn't stopped. Part of what was written is only in the cache on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.TEMPDB_DRIVE_CREATED: CatalogueEntry(
        code=Code.TEMPDB_DRIVE_CREATED,
        name="TempdbDriveCreated",
        outcome="done",
        exit_code=0,
        sentence="The tempdb drive was created with its folders.",
        remedy="SQL Server finds its tempdb folders at its next start.",
        data="As it was: only the tempdb drive was made, which holds nothing that must be kept.",
    ),
    Code.LOST_POOL_REMOVED: CatalogueEntry(
        code=Code.LOST_POOL_REMOVED,
        name="LostPoolRemoved",
        outcome="done",
        exit_code=0,
        sentence="The pool whose cache was lost was removed, its EBS volumes are blank.",
        remedy="CacheWarden-RebuildStorage and the workflow build the new pool next. CacheWarden-StartInstance goes on from whatever is there, and reseeds the databases. By single acts: CacheWarden-InitializeStorage (it builds nothing twice), CacheWarden-StartSqlServer, then CacheWarden-ReseedDatabases.",  # noqa: E501
        data="Not on this node yet: the other replicas' copies count until its databases are SYNCHRONIZED again.",
    ),
    Code.STORAGE_ALREADY_REBUILT: CatalogueEntry(
        code=Code.STORAGE_ALREADY_REBUILT,
        name="StorageAlreadyRebuilt",
        outcome="already",
        exit_code=0,
        sentence="The storage was already rebuilt.",
        remedy="The drives are blank. CacheWarden-StartInstance brings the databases back. By single acts: CacheWarden-StartSqlServer, then CacheWarden-ReseedDatabases.",  # noqa: E501
        data="Not on this node yet: the other replicas' copies count until its databases are SYNCHRONIZED again.",
    ),
    Code.HOST_FACTS_RECORDED: CatalogueEntry(
        code=Code.HOST_FACTS_RECORDED,
        name="HostFactsRecorded",
        outcome="done",
        exit_code=0,
        sentence="What this Windows does with pools and caches was tried and seen.",
        remedy="Keep the line before the verdict as a file, and give it to cachewarden rehearse --facts. Where the cache moved while pages were written, and every page was right, the deployment's owner may name this build of Windows in the setting online_builds.",  # noqa: E501
        data="No data is concerned: this runs only on an instance that is marked as having nothing of value.",
    ),
    Code.STORAGE_SHOWN: CatalogueEntry(
        code=Code.STORAGE_SHOWN,
        name="StorageShown",
        outcome="done",
        exit_code=0,
        sentence="What storage is on the node is shown, with what proves each role.",
        remedy="Nothing was changed. Compare the lines before the verdict with what you know of the node. If all is true, start CacheWarden-AdoptStorage again with Write=yes.",  # noqa: E501
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.STORAGE_ADOPTED: CatalogueEntry(
        code=Code.STORAGE_ADOPTED,
        name="StorageAdopted",
        outcome="done",
        exit_code=0,
        sentence="The inventory says what storage is on the node.",
        remedy="Start CacheWarden-InstallHost, which makes SQL Server's start manual, then CacheWarden-Preflight. The former inventory is kept beside the new one, under the name in the verdict.",  # noqa: E501
        data="Yes, as long as the instance isn't stopped. Part of what was written is only in the cache on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.STORAGE_ALREADY_ADOPTED: CatalogueEntry(
        code=Code.STORAGE_ALREADY_ADOPTED,
        name="StorageAlreadyAdopted",
        outcome="already",
        exit_code=0,
        sentence="The inventory already said what storage is on the node.",
        remedy="Nothing was changed. Start CacheWarden-Preflight to learn whether the node could be stopped safely.",
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.STORAGE_EMPTY: CatalogueEntry(
        code=Code.STORAGE_EMPTY,
        name="StorageEmpty",
        outcome="refused",
        exit_code=10,
        sentence="No storage was built on this node yet.",
        remedy="Start CacheWarden-InitializeStorage with the node's data and Swap volumes.",
        data="Unknown if you expected data here: no pool of CacheWarden was seen. If none was ever built, there is nothing to lose. Nothing was changed.",  # noqa: E501
    ),
    Code.CACHE_LOST: CatalogueEntry(
        code=Code.CACHE_LOST,
        name="CacheLost",
        outcome="data-loss",
        exit_code=50,
        sentence="The instance-store disk that held the write-back cache is gone, and with it the volume on top of it.",
        remedy="On a secondary, start CacheWarden-StartInstance: it rebuilds the storage and reseeds the databases once a healthy primary is proven. On the only copy, restore from backup. Where the message says that a rebuild isn't finished, start CacheWarden-RebuildStorage: it looks anew at what is there. Nothing was changed.",  # noqa: E501
        data="No, not on this node: what only the cache held is gone, and the volume can't be read without it. Other replicas and backups count.",  # noqa: E501
    ),
    Code.EBS_VOLUME_MISSING: CatalogueEntry(
        code=Code.EBS_VOLUME_MISSING,
        name="EbsVolumeMissing",
        outcome="refused",
        exit_code=11,
        sentence="An EBS volume of the pool is missing.",
        remedy="Attach the EBS volume named in the message, if it is this instance's own: without it the pool can't be read. EC2 writes its id with a dash after vol, Windows without. If this instance was made from an AMI or a snapshot of another node, the volumes are that node's: leave them there (docs/backups.md#another-root). Never rebuild.",  # noqa: E501
        data="Unknown until the volume is back: without it the data drive can't be read, and whether the cache is whole can't be judged. Nothing was changed.",  # noqa: E501
    ),
    Code.SPARE_MISSING: CatalogueEntry(
        code=Code.SPARE_MISSING,
        name="SpareMissing",
        outcome="refused",
        exit_code=11,
        sentence="The Swap volume is missing, so the cache has nowhere to go.",
        remedy="Attach the Swap volume again before any stop. Where it is gone, or warns, take another: it must also join the pool as Retired and be adopted (docs/storage-growth.md#swap).",  # noqa: E501
        data="Yes, as long as the instance isn't stopped. Part of what was written is only in the cache on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.VIRTUAL_DISK_DETACHED: CatalogueEntry(
        code=Code.VIRTUAL_DISK_DETACHED,
        name="VirtualDiskDetached",
        outcome="refused",
        exit_code=10,
        sentence="The virtual disk is detached.",
        remedy="Start CacheWarden-InitializeStorage, which attaches it. Where it can't, since the cache was moving when its NVMe disk went: docs/storage-growth.md#lost-between.",  # noqa: E501
        data="Unknown until the virtual disk is attached. No EBS volume of the pool is missing; the reason says how many disks are that may hold the cache. Nothing was changed.",  # noqa: E501
    ),
    Code.STORAGE_STARTING: CatalogueEntry(
        code=Code.STORAGE_STARTING,
        name="StorageStarting",
        outcome="retry",
        exit_code=20,
        sentence="The storage is still starting; disks may appear late after a boot.",
        remedy="Wait a few minutes and ask again. If the state stays, look at the node's disks in Disk Management and at its EBS attachments.",  # noqa: E501
        data="Unknown yet: disks that appear late are no loss. Nothing was changed.",
    ),
    Code.POOL_CLUSTERED: CatalogueEntry(
        code=Code.POOL_CLUSTERED,
        name="PoolClustered",
        outcome="refused",
        exit_code=11,
        sentence="The storage pool belongs to the failover cluster.",
        remedy="Remove the pool from the cluster, set AutomaticClusteringEnabled of the clustered subsystem to false, attach the virtual disk again.",  # noqa: E501
        data="Unknown: the failover cluster has taken the pool, so its disks weren't examined. That alone loses nothing. The failover cluster may attach the pool to another node.",  # noqa: E501
    ),
    Code.POOL_READ_ONLY: CatalogueEntry(
        code=Code.POOL_READ_ONLY,
        name="PoolReadOnly",
        outcome="refused",
        exit_code=11,
        sentence="The storage pool's configuration is read-only.",
        remedy="Find out why it is read-only: disks that are missing, or a policy. Then run Set-StoragePool with the pool's name and -IsReadOnly $false.",  # noqa: E501
        data="Unknown until the cause is found: a pool goes read-only by itself when it misses disks, and the health of the volume wasn't judged. Nothing was changed.",  # noqa: E501
    ),
    Code.STORAGE_AMBIGUOUS: CatalogueEntry(
        code=Code.STORAGE_AMBIGUOUS,
        name="StorageAmbiguous",
        outcome="refused",
        exit_code=11,
        sentence="The storage is in a state that no rule describes.",
        remedy="Nothing was changed. Read the reasons in the message; a person must decide. If the pool, its volumes or the drive's letter were changed on purpose, start CacheWarden-AdoptStorage: it shows the differences and, with Write=yes, takes them in.",  # noqa: E501
        data="Unknown: the storage of this node isn't whole, or can't be read. Don't stop, reboot or rebuild anything before you have read the reason.",  # noqa: E501
    ),
    Code.CACHE_MOVING: CatalogueEntry(
        code=Code.CACHE_MOVING,
        name="CacheMoving",
        outcome="retry",
        exit_code=20,
        sentence="The write-back cache is between two disks.",
        remedy="Start CacheWarden-EvacuateCache or CacheWarden-RestoreCache: both continue from any point. Don't stop the instance before.",  # noqa: E501
        data="Yes, as far as was seen, and as long as the instance isn't stopped. Part of the cache may still be on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.SQL_SERVER_RUNNING: CatalogueEntry(
        code=Code.SQL_SERVER_RUNNING,
        name="SqlServerRunning",
        outcome="refused",
        exit_code=10,
        sentence="SQL Server still runs; the cache is moved only while nothing writes.",
        remedy="Start CacheWarden-StopSqlServer first.",
        data="Yes, as long as the instance isn't stopped. Part of what was written is only in the cache on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.SWAP_TOO_SMALL: CatalogueEntry(
        code=Code.SWAP_TOO_SMALL,
        name="SwapTooSmall",
        outcome="refused",
        exit_code=11,
        sentence="The Swap volume has too little room for the write-back cache.",
        remedy="Take another Swap volume, 2 % and 2 GiB larger than the cache, at least 3 GiB larger: docs/storage-growth.md#swap says how. Or free it, if something else is on it.",  # noqa: E501
        data="Yes, as long as the instance isn't stopped. Part of what was written is only in the cache on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.NO_INSTANCE_STORE_DISK: CatalogueEntry(
        code=Code.NO_INSTANCE_STORE_DISK,
        name="NoInstanceStoreDisk",
        outcome="refused",
        exit_code=11,
        sentence="No free instance-store disk was found for the write-back cache.",
        remedy="The node runs with its cache on EBS, safe but slower. Use an instance type with instance store, or clear the disk that something else grabbed.",  # noqa: E501
        data="As it was: no move of a cache was begun, and what is on EBS stays there.",
    ),
    Code.INSTANCE_STORE_TOO_SMALL: CatalogueEntry(
        code=Code.INSTANCE_STORE_TOO_SMALL,
        name="InstanceStoreTooSmall",
        outcome="refused",
        exit_code=11,
        sentence="The free instance-store disks are too small for the write-back cache.",
        remedy="Use an instance type with larger instance-store disks; the cache stays on EBS meanwhile.",
        data="As it was: the data drive can be read, no move of the cache was begun, and what is on EBS stays there.",
    ),
    Code.DRIVE_NOT_READABLE: CatalogueEntry(
        code=Code.DRIVE_NOT_READABLE,
        name="DriveNotReadable",
        outcome="refused",
        exit_code=11,
        sentence="The data drive can't be read.",
        remedy="Look at the virtual disk and its volume in Disk Management. Nothing was changed.",
        data="Unknown: the storage of this node isn't whole, or can't be read. Don't stop, reboot or rebuild anything before you have read the reason.",  # noqa: E501
    ),
    Code.INVENTORY_MISSING: CatalogueEntry(
        code=Code.INVENTORY_MISSING,
        name="InventoryMissing",
        outcome="refused",
        exit_code=11,
        sentence="A pool exists, but this host has no inventory of it.",
        remedy="Nothing was changed: CacheWarden doesn't touch a pool that it doesn't know. Start CacheWarden-AdoptStorage: it shows the pool and, with Write=yes, takes it in.",  # noqa: E501
        data="As it was: the pool wasn't touched. Without an inventory CacheWarden can't save its cache before a stop.",
    ),
    Code.VOLUME_NOT_VISIBLE: CatalogueEntry(
        code=Code.VOLUME_NOT_VISIBLE,
        name="VolumeNotVisible",
        outcome="retry",
        exit_code=20,
        sentence="An EBS volume that should be attached can't be seen yet.",
        remedy="Wait a few minutes. If the volume stays away, attach it to the instance.",
        data="Unknown until the volume is there. Nothing was changed.",
    ),
    Code.DATA_VOLUMES_UNEQUAL: CatalogueEntry(
        code=Code.DATA_VOLUMES_UNEQUAL,
        name="DataVolumesUnequal",
        outcome="refused",
        exit_code=11,
        sentence="The data volumes differ in size.",
        remedy="Name data volumes of the same size: the smallest one limits what is used of the others.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.DISK_NOT_BLANK: CatalogueEntry(
        code=Code.DISK_NOT_BLANK,
        name="DiskNotBlank",
        outcome="refused",
        exit_code=11,
        sentence="A disk that should join a pool isn't blank.",
        remedy="Check what is on it. If nothing on it is needed, clear it by hand: CacheWarden never does that.",
        data="As it was: the disk wasn't touched.",
    ),
    Code.DRIVE_LETTER_TAKEN: CatalogueEntry(
        code=Code.DRIVE_LETTER_TAKEN,
        name="DriveLetterTaken",
        outcome="refused",
        exit_code=11,
        sentence="A drive letter that is needed belongs to another volume.",
        remedy="Give that volume another letter: CacheWarden never formats it.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.TOO_FEW_EBS_VOLUMES: CatalogueEntry(
        code=Code.TOO_FEW_EBS_VOLUMES,
        name="TooFewEbsVolumes",
        outcome="refused",
        exit_code=11,
        sentence="With fewer than two data volumes the pool loses its majority together with the cache disk.",
        remedy="Use at least two data volumes and one Swap volume. A pool that exists is never rebuilt by itself: save the data, remove the pool by hand, and build it with two.",  # noqa: E501
        data="The code alone doesn't say. A pool that has already lost its cache disk has no majority and isn't readable at all: then the other replicas and the backups count.",  # noqa: E501
    ),
    Code.CACHE_SIZE_OUT_OF_RANGE: CatalogueEntry(
        code=Code.CACHE_SIZE_OUT_OF_RANGE,
        name="CacheSizeOutOfRange",
        outcome="refused",
        exit_code=11,
        sentence="The write-back cache doesn't fit on the Swap volume or on the instance-store disk.",
        remedy="Choose a smaller cache or larger disks: a blank disk must be 2 % and 2 GiB larger than the cache, at least 3 GiB larger.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.SYSTEM_FILES_ON_CACHE_DRIVE: CatalogueEntry(
        code=Code.SYSTEM_FILES_ON_CACHE_DRIVE,
        name="SystemFilesOnCacheDrive",
        outcome="refused",
        exit_code=11,
        sentence="What the server needs for itself lies, or is to lie, on the data or tempdb drive.",
        remedy="Move system databases, page file, default backup folder and buffer pool extension to a plain EBS drive, or choose other letters.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.REBUILD_NOT_ALLOWED: CatalogueEntry(
        code=Code.REBUILD_NOT_ALLOWED,
        name="RebuildNotAllowed",
        outcome="refused",
        exit_code=11,
        sentence="A rebuild would destroy something that could be recovered.",
        remedy="Read the reason in the message. Only a secondary is rebuilt, whose cache is proven lost and whose primary is healthy. Where the message says that the virtual disk could be attached, it is attached now: start CacheWarden-StartInstance.",  # noqa: E501
        data="As it was: nothing was destroyed. Read in the reason what could still be recovered.",
    ),
    Code.FILES_ON_TEMPDB_DRIVE: CatalogueEntry(
        code=Code.FILES_ON_TEMPDB_DRIVE,
        name="FilesOnTempdbDrive",
        outcome="refused",
        exit_code=11,
        sentence="Files that aren't tempdb's lie where a stop of the instance destroys them, or it isn't known whether any do.",  # noqa: E501
        remedy="The cache stays where it is, nothing was changed. The message has the counts; an empty one isn't known: start SQL Server, which says whose files they are, and ask again. Move files of user databases to the data drive or another EBS volume, those of system databases to an EBS volume that isn't CacheWarden's. Files that belong to no database can be deleted.",  # noqa: E501
        data="As it was: nothing was changed. A stop destroys the files that the message counts, and they may belong to databases. Where it names a lost disk of the tempdb drive, they may be lost already.",  # noqa: E501
    ),
    Code.TEMPDB_DISK_LOST: CatalogueEntry(
        code=Code.TEMPDB_DISK_LOST,
        name="TempdbDiskLost",
        outcome="refused",
        exit_code=11,
        sentence="An instance-store disk that the tempdb drive lies on doesn't answer any more.",
        remedy="Nothing was changed. Start CacheWarden-CycleInstance for this node: its cache is evacuated, and on another host it gets other disks, of which the tempdb drive is made again.",  # noqa: E501
        data="Of tempdb nothing is lost that must be kept. Files of databases that lay on the tempdb drive may be lost, and the same fault may reach the disk of the cache.",  # noqa: E501
    ),
    Code.WINDOWS_NOT_TRIED: CatalogueEntry(
        code=Code.WINDOWS_NOT_TRIED,
        name="WindowsNotTried",
        outcome="refused",
        exit_code=11,
        sentence="No cached volume is built on this version of Windows until it has been tried there.",
        remedy="Use Windows Server 2016, 2019 or 2022. On Windows Server 2025 (build 26100 and later) a node whose cache is lost may crash at every boot, before anything of CacheWarden runs. A node that has its volume already is protected, evacuated and stopped as on other versions.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.DISKS_WOULD_BE_TAKEN: CatalogueEntry(
        code=Code.DISKS_WOULD_BE_TAKEN,
        name="DisksWouldBeTaken",
        outcome="refused",
        exit_code=11,
        sentence="Amazon's launch agent partitions blank disks at every start, so no storage is built on this node.",
        remedy="Start CacheWarden-InstallHost, which disables the scheduled task of EC2Launch v1, and makes comments of the task initializeVolume of EC2Launch v2 where it has the documented form and only administrators can write its file. Where the message stays, take that task out of agent-config.yml, and out of the user data, or name devices in it that aren't CacheWarden's. Then start CacheWarden-InitializeStorage again.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.STORAGE_CALL_FAILED: CatalogueEntry(
        code=Code.STORAGE_CALL_FAILED,
        name="StorageCallFailed",
        outcome="failed",
        exit_code=40,
        sentence="Windows refused a storage operation.",
        remedy="Look at the StorageWMI number in the message; then run the same document again: it continues from what it finds.",  # noqa: E501
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.EVACUATION_UNDONE: CatalogueEntry(
        code=Code.EVACUATION_UNDONE,
        name="EvacuationUndone",
        outcome="failed",
        exit_code=40,
        sentence="The evacuation failed and was undone: the cache is on the instance-store disk as before.",
        remedy="Nothing was lost. Look at the Swap volume and the storage job's error before the next try.",
        data="Yes, as long as the instance isn't stopped. Part of what was written is only in the cache on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.RESTORE_UNDONE: CatalogueEntry(
        code=Code.RESTORE_UNDONE,
        name="RestoreUndone",
        outcome="failed",
        exit_code=40,
        sentence="The restore failed and was undone: the cache is on the Swap volume as before.",
        remedy="Nothing was lost; the node can run with its cache on EBS. Look at the instance-store disk and the storage job's error.",  # noqa: E501
        data="Yes. The cache is on EBS volumes, and nothing of the data drive is on an instance-store disk.",
    ),
    Code.MOVE_FAILED_HALFWAY: CatalogueEntry(
        code=Code.MOVE_FAILED_HALFWAY,
        name="MoveFailedHalfway",
        outcome="partial",
        exit_code=30,
        sentence="The cache's move failed and could not be undone; it is between two disks.",
        remedy="Don't stop the instance. Start CacheWarden-EvacuateCache or CacheWarden-RestoreCache again: both continue from any point.",  # noqa: E501
        data="Unknown until you have read the reason: the cache is between two disks, and neither direction succeeded. A restart of Windows keeps what is on the instance-store disk, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.MOVE_INTERRUPTED: CatalogueEntry(
        code=Code.MOVE_INTERRUPTED,
        name="MoveInterrupted",
        outcome="partial",
        exit_code=30,
        sentence="The worker ended before the move was finished, or couldn't write down how it ended.",
        remedy="Windows' event log on the node says how it ended, source CacheWarden; where C: is full, make room on it. Start CacheWarden-EvacuateCache or CacheWarden-RestoreCache again: both continue from any point. Don't stop the instance before.",  # noqa: E501
        data="Yes, as far as was seen, and as long as the instance isn't stopped. Part of the cache may still be on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.INITIALIZE_INCOMPLETE: CatalogueEntry(
        code=Code.INITIALIZE_INCOMPLETE,
        name="InitializeIncomplete",
        outcome="partial",
        exit_code=30,
        sentence="Building the storage isn't finished.",
        remedy="Start CacheWarden-InitializeStorage again: it continues from what it finds.",
        data="Nothing of value is on the new drives yet.",
    ),
    Code.REBUILD_INCOMPLETE: CatalogueEntry(
        code=Code.REBUILD_INCOMPLETE,
        name="RebuildIncomplete",
        outcome="partial",
        exit_code=30,
        sentence="Rebuilding the storage isn't finished.",
        remedy="Start CacheWarden-RebuildStorage again: it continues from what it finds.",
        data="Not on this node yet: the other replicas' copies count until its databases are SYNCHRONIZED again.",
    ),
    Code.MOVE_STALLED_UNDER_LOAD: CatalogueEntry(
        code=Code.MOVE_STALLED_UNDER_LOAD,
        name="MoveStalledUnderLoad",
        outcome="partial",
        exit_code=30,
        sentence="The cache's move makes no progress while SQL Server writes; it is between two disks.",
        remedy="Don't stop the instance. The workflow stops SQL Server and goes on with the move. By hand: start CacheWarden-StopSqlServer, then CacheWarden-EvacuateCache, or CacheWarden-RestoreCache to go back.",  # noqa: E501
        data="Yes, as far as was seen, and as long as the instance isn't stopped. Part of the cache may still be on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.RESTORE_HALTED: CatalogueEntry(
        code=Code.RESTORE_HALTED,
        name="RestoreHalted",
        outcome="failed",
        exit_code=40,
        sentence="The cache's move back to the instance-store disk made no progress while SQL Server wrote. It was given up, and nothing moves any more.",  # noqa: E501
        remedy="Nothing is lost: SQL Server runs on, with slower writes. No other node of its cluster is stopped until its cache is restored or evacuated. Start CacheWarden-StartInstance when less is written. Or, where another node has the databases, start CacheWarden-StopSqlServer, CacheWarden-RestoreCache and CacheWarden-StartSqlServer: without SQL Server the move takes minutes.",  # noqa: E501
        data="Yes, as long as the instance isn't stopped by force. The message says where the cache is: on the Swap volume, or between two disks. A safe stop evacuates it first and proves that.",  # noqa: E501
    ),
    Code.POOL_ON_DISPOSABLE_NODE: CatalogueEntry(
        code=Code.POOL_ON_DISPOSABLE_NODE,
        name="PoolOnDisposableNode",
        outcome="refused",
        exit_code=11,
        sentence="A storage pool is on a node that should have nothing of value.",
        remedy="Nothing was changed. Use a new instance, or remove the pool yourself if nothing on it is needed: an earlier run of this document that was cut off leaves its pool, called Facts trial.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.VOLUMES_FOR_FACTS_MISSING: CatalogueEntry(
        code=Code.VOLUMES_FOR_FACTS_MISSING,
        name="VolumesForFactsMissing",
        outcome="refused",
        exit_code=10,
        sentence="The volumes that the tries may use up aren't named as they should be.",
        remedy="Name blank data volumes, as many as the message says, and a blank Swap volume, each once; at every call of CacheWarden-RecordRestartFacts the same ones.",  # noqa: E501
        data="No data is concerned: this runs only on an instance that is marked as having nothing of value.",
    ),
    Code.DISK_ON_DISPOSABLE_NODE: CatalogueEntry(
        code=Code.DISK_ON_DISPOSABLE_NODE,
        name="DiskOnDisposableNode",
        outcome="refused",
        exit_code=11,
        sentence="A disk is on a node that should have nothing of value, and isn't blank or wasn't named.",
        remedy="Nothing was changed. Use a new instance with blank volumes, all of them named.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.FACTS_AWAIT_PERSON: CatalogueEntry(
        code=Code.FACTS_AWAIT_PERSON,
        name="FactsAwaitPerson",
        outcome="started",
        exit_code=0,
        sentence="What the next facts need was built on the node; now a person has to act.",
        remedy="Do what the message says, then start CacheWarden-RecordRestartFacts again with the same parameters.",
        data="No data is concerned: this runs only on an instance that is marked as having nothing of value.",
    ),
    Code.PERSON_HAS_NOT_ACTED: CatalogueEntry(
        code=Code.PERSON_HAS_NOT_ACTED,
        name="PersonHasNotActed",
        outcome="refused",
        exit_code=10,
        sentence="What a person was asked for before the next facts isn't done yet.",
        remedy="Nothing was changed. Do what the message says, then start CacheWarden-RecordRestartFacts again with the same parameters.",  # noqa: E501
        data="No data is concerned: this runs only on an instance that is marked as having nothing of value.",
    ),
    Code.TRIES_DISTURBED: CatalogueEntry(
        code=Code.TRIES_DISTURBED,
        name="TriesDisturbed",
        outcome="refused",
        exit_code=11,
        sentence="What earlier calls built for the tries isn't as they left it.",
        remedy="Start CacheWarden-RecordRestartFacts on a new instance with new volumes for the facts that are still missing. Those that were seen are printed.",  # noqa: E501
        data="No data is concerned: this runs only on an instance that is marked as having nothing of value.",
    ),
    Code.RESTART_FACTS_RECORDED: CatalogueEntry(
        code=Code.RESTART_FACTS_RECORDED,
        name="RestartFactsRecorded",
        outcome="done",
        exit_code=0,
        sentence="What a restart, a stop and volumes that vanish do to pools was tried and seen.",
        remedy="Keep the line before the verdict as a file, and give it to cachewarden rehearse --facts. Terminate the instance and delete its volumes: pools without a majority stay on them.",  # noqa: E501
        data="No data is concerned: this runs only on an instance that is marked as having nothing of value.",
    ),
    Code.STORAGE_LAYOUT_UNCLEAR: CatalogueEntry(
        code=Code.STORAGE_LAYOUT_UNCLEAR,
        name="StorageLayoutUnclear",
        outcome="refused",
        exit_code=11,
        sentence="The storage isn't laid out as CacheWarden manages it, or it isn't clear what is to be managed.",
        remedy="Change by hand what the message names, then start CacheWarden-AdoptStorage again. Of several pools name the volumes of one in DataVolumes and SwapVolume: the others may have no instance-store disk beside EBS volumes. CacheWarden manages one pool with one virtual disk (Simple, no more columns than data volumes, one partition with a letter and in no folder, NTFS or ReFS), one Swap volume, and at most one instance-store disk. Nothing was changed.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.STORAGE_NOT_WHOLE: CatalogueEntry(
        code=Code.STORAGE_NOT_WHOLE,
        name="StorageNotWhole",
        outcome="refused",
        exit_code=11,
        sentence="The storage isn't whole or isn't at rest, so that nothing is written about it.",
        remedy="Nothing was changed. What is offline or detached: bring it online in Disk Management, or attach it by hand. What is being moved, built or rebuilt: let CacheWarden-RestoreCache, CacheWarden-InitializeStorage or CacheWarden-RebuildStorage finish it, or wait for the storage job. Where they refuse since no inventory is here: stop SQL Server in Services, make the instance-store disk Journal and the Swap volume Retired again (Set-PhysicalDisk -Usage), start Repair-VirtualDisk and wait for its storage job. Then start CacheWarden-AdoptStorage again. A lost cache can't be proven without an inventory: then remove pool and virtual disk by hand, and start CacheWarden-InitializeStorage.",  # noqa: E501
        data="Unknown: the storage of this node isn't whole, or can't be read. Don't stop, reboot or rebuild anything before you have read the reason.",  # noqa: E501
    ),
    Code.DISK_ROLE_UNCLEAR: CatalogueEntry(
        code=Code.DISK_ROLE_UNCLEAR,
        name="DiskRoleUnclear",
        outcome="refused",
        exit_code=11,
        sentence="Nothing proves which role a disk of the pool has.",
        remedy="Nothing was changed. If you know what the disk is for, start CacheWarden-AdoptStorage again and name the pool's volumes in DataVolumes and SwapVolume: that is checked. A disk that is for nothing is taken out of the pool by hand first.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.SWAP_VOLUME_NEEDED: CatalogueEntry(
        code=Code.SWAP_VOLUME_NEEDED,
        name="SwapVolumeNeeded",
        outcome="refused",
        exit_code=11,
        sentence="The write-back cache is on instance store, and the pool has no Swap volume that could take it before a stop.",  # noqa: E501
        remedy="Nothing was changed. Attach a blank EBS volume, 2 % and 2 GiB larger than the cache, at least 3 GiB larger, add it to the pool with Add-PhysicalDisk -Usage Retired, and start CacheWarden-AdoptStorage with this volume as SwapVolume. Don't stop the instance before.",  # noqa: E501
        data="Yes, as long as the instance isn't stopped. Part of what was written is only in the cache on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.NO_CACHE_TO_PROTECT: CatalogueEntry(
        code=Code.NO_CACHE_TO_PROTECT,
        name="NoCacheToProtect",
        outcome="refused",
        exit_code=10,
        sentence="The pool keeps no write-back cache on instance store, so there is nothing to evacuate.",
        remedy="If the node is to have a write cache, and is a secondary, follow README.md (Nodes that exist already): a cache can't be added to a virtual disk that is there. Nothing was changed.",  # noqa: E501
        data="As it was: nothing was changed. The pool has no write-back cache that would need an evacuation. Whether its members survive a stop is in the lines before the verdict: instance-store disks among them don't.",  # noqa: E501
    ),
    Code.STOP_WOULD_DESTROY_DATA: CatalogueEntry(
        code=Code.STOP_WOULD_DESTROY_DATA,
        name="StopWouldDestroyData",
        outcome="refused",
        exit_code=11,
        sentence="Files of databases lie on an instance-store disk, or may lie there.",
        remedy="Nothing was changed. Only tempdb and the cache of one pool may lie on instance store: move everything else to an EBS volume. Where SQL Server doesn't run, start it in Services, so that it says whose files they are. Then start the same document again. Until then a stop of the instance destroys it.",  # noqa: E501
        data="Yes, as long as the instance isn't stopped: a stop destroys the files that the message names.",
    ),
    Code.NO_TEMPDB_DISK: CatalogueEntry(
        code=Code.NO_TEMPDB_DISK,
        name="NoTempdbDisk",
        outcome="refused",
        exit_code=11,
        sentence="No blank instance-store disk is left for the tempdb drive.",
        remedy="Clear the NVMe disk that something else grabbed, or give the instance back a type that has enough of them, then start CacheWarden-StartInstance. CacheWarden-ResizeInstance changes the type once CacheWarden-StopInstance has stopped the node. Or move tempdb to EBS yourself (docs/instance-types.md#without-nvme). SQL Server isn't started without the drive. Nothing is lost.",  # noqa: E501
        data="As safe as before: SQL Server isn't started without its tempdb drive, and the data volume is left as it is.",  # noqa: E501
    ),
    Code.REBUILD_LACKS_DISKS: CatalogueEntry(
        code=Code.REBUILD_LACKS_DISKS,
        name="RebuildLacksDisks",
        outcome="refused",
        exit_code=11,
        sentence="A rebuild needs blank instance-store disks for the cache and for the tempdb drive, and they aren't there.",  # noqa: E501
        remedy="Clear the disks that something else grabbed, or give the instance back its type, then start CacheWarden-StartInstance. The type is changed while the instance is stopped: back, or to one with NVMe disks that are large enough (docs/instance-types.md). Nothing was changed.",  # noqa: E501
        data="Not on this node: its cache is lost. Nothing was rebuilt; the other replicas' copies count.",
    ),
    Code.LOSS_NOT_PROVEN: CatalogueEntry(
        code=Code.LOSS_NOT_PROVEN,
        name="LossNotProven",
        outcome="refused",
        exit_code=11,
        sentence="The cache looks lost, but Windows doesn't attach the virtual disk for another reason than missing data.",  # noqa: E501
        remedy="Nothing was removed. See that all EBS volumes of the pool are attached, restart Windows, then start CacheWarden-StartInstance. If the message is the same, and every database is healthy on another replica, remove the virtual disk and the pool by hand, build them anew with CacheWarden-InitializeStorage, and seed the databases with CacheWarden-ReseedDatabases.",  # noqa: E501
        data="Unknown: the cache may be lost, or be whole and not readable now. Nothing was removed.",
    ),
    Code.INVENTORY_OF_ANOTHER_INSTANCE: CatalogueEntry(
        code=Code.INVENTORY_OF_ANOTHER_INSTANCE,
        name="InventoryOfAnotherInstance",
        outcome="refused",
        exit_code=11,
        sentence="CacheWarden's files on this node were written on another instance, whose volumes aren't here.",
        remedy="Nothing was changed, and no SQL Server is started. If this instance was made from an AMI or a snapshot of a node: never attach the volumes of a node that still exists. Take the tags cachewarden:... off this instance and start CacheWarden-UninstallHost for it. If it shall take the place of a node that is gone for good, or if this node's root volume was replaced, follow docs/backups.md#another-root.",  # noqa: E501
        data="Unknown from here: the data is on the volumes of the instance that the files were written on. Nothing was changed.",  # noqa: E501
    ),
    Code.PLAN_DIFFERS: CatalogueEntry(
        code=Code.PLAN_DIFFERS,
        name="PlanDiffers",
        outcome="refused",
        exit_code=11,
        sentence="An earlier run has begun to build other storage than the parameters ask for.",
        remedy="Start CacheWarden-InitializeStorage without these parameters, or with those of the first run, to go on with what was begun. For another plan remove the virtual disk and the pool that were begun by hand: nothing of value is on them, unless a person put it there. Then start it with the new parameters. The plan of a rebuild stays that of the lost storage until it is finished; docs/storage-growth.md#anew changes it afterwards.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.VOLUME_EXCHANGED: CatalogueEntry(
        code=Code.VOLUME_EXCHANGED,
        name="VolumeExchanged",
        outcome="refused",
        exit_code=11,
        sentence="A volume of the pool was exchanged for another one: its members may be of two moments, and SQL Server isn't started on them.",  # noqa: E501
        remedy="Nothing was written. If the new volume was made from a snapshot: detach it, attach the volume that the message says the pool lacks, and restart Windows. The boot task starts SQL Server then. To go back to a set of snapshots exchange all volumes of the pool. Only if the new volume has the data of the former one, since it was copied while the instance was stopped, or a person moved the data within Storage Spaces: bring the virtual disk's disk online in Disk Management, start CacheWarden-AdoptStorage with Write=yes, then CacheWarden-StartInstance.",  # noqa: E501
        data="Yes, as long as nothing writes to these volumes: the volume that left the pool still fits the others. Once SQL Server, or Windows, has written to them beside the new volume, it doesn't, and what this node has is lost.",  # noqa: E501
    ),
    Code.REPLICAS_REMOVED: CatalogueEntry(
        code=Code.REPLICAS_REMOVED,
        name="ReplicasRemoved",
        outcome="done",
        exit_code=0,
        sentence="The replicas were taken out of their Availability Groups.",
        remedy="The primary keeps no log for them any more. docs/add-replica-again.md says how a server that comes back is added to its groups again and seeded.",  # noqa: E501
        data="The primary's databases weren't touched. The removed replicas' copies no longer follow them.",
    ),
    Code.REPLICAS_ALREADY_REMOVED: CatalogueEntry(
        code=Code.REPLICAS_ALREADY_REMOVED,
        name="ReplicasAlreadyRemoved",
        outcome="already",
        exit_code=0,
        sentence="The replicas were no longer in these Availability Groups.",
        remedy="The primary keeps no log for them any more.",
        data="The primary's databases weren't touched. The removed replicas' copies no longer follow them.",
    ),
    Code.REPLICA_STILL_THERE: CatalogueEntry(
        code=Code.REPLICA_STILL_THERE,
        name="ReplicaStillThere",
        outcome="refused",
        exit_code=11,
        sentence="A replica isn't taken out of its group: it is connected, or it is the primary.",
        remedy="Nothing was changed. Read the message; look at the Availability Group's dashboard. Only a replica that the primary doesn't see connected is removed.",  # noqa: E501
        data="As it was: this replica wasn't removed.",
    ),
    Code.REPLICA_STILL_SHOWN: CatalogueEntry(
        code=Code.REPLICA_STILL_SHOWN,
        name="ReplicaStillShown",
        outcome="partial",
        exit_code=30,
        sentence="A replica was taken out of its group and is still shown there.",
        remedy="Start the same document again. If the replica is shown all the same, look at sys.availability_replicas on the primary.",  # noqa: E501
        data="The primary's databases weren't touched. The removed replicas' copies no longer follow them.",
    ),
    Code.REPLICA_MODES_HELD: CatalogueEntry(
        code=Code.REPLICA_MODES_HELD,
        name="ReplicaModesHeld",
        outcome="done",
        exit_code=0,
        sentence="Automatic failover is off for the replicas of these Availability Groups.",
        remedy="These replicas take no part in automatic failover; others keep theirs. An operation of CacheWarden puts back at its end what it changed. Whoever started CacheWarden-HoldReplicaModes by hand gives the former modes to CacheWarden-RestoreReplicaModes.",  # noqa: E501
        data="As it was: only modes were changed. Nothing fails over automatically to or from these replicas until their modes are back.",  # noqa: E501
    ),
    Code.REPLICA_MODES_ALREADY_HELD: CatalogueEntry(
        code=Code.REPLICA_MODES_ALREADY_HELD,
        name="ReplicaModesAlreadyHeld",
        outcome="already",
        exit_code=0,
        sentence="Automatic failover was already off.",
        remedy="These replicas take no part in automatic failover. CacheWarden-RestoreReplicaModes sets the modes that it is given.",  # noqa: E501
        data="As it was: nothing was changed. Nothing fails over automatically to or from these replicas until their modes are set.",  # noqa: E501
    ),
    Code.REPLICA_MODES_RESTORED: CatalogueEntry(
        code=Code.REPLICA_MODES_RESTORED,
        name="ReplicaModesRestored",
        outcome="done",
        exit_code=0,
        sentence="Replicas and Availability Groups have the modes and numbers of required secondaries that were asked for.",  # noqa: E501
        remedy="When a return into service ends, they are as before the stop. While a node is away by the consent 'fewer-copies' (CacheWarden-AcceptFewerCopiesAndStopInstance), a group requires fewer secondaries.",  # noqa: E501
        data="Databases and storage weren't touched. Where fewer secondaries are required than before, commits wait for fewer copies until the number is put back.",  # noqa: E501
    ),
    Code.REPLICA_MODES_ALREADY_RESTORED: CatalogueEntry(
        code=Code.REPLICA_MODES_ALREADY_RESTORED,
        name="ReplicaModesAlreadyRestored",
        outcome="already",
        exit_code=0,
        sentence="Replicas and Availability Groups already had the modes and numbers of required secondaries that were asked for.",  # noqa: E501
        remedy="When a return into service ends, they are as before the stop. While a node is away by the consent 'fewer-copies' (CacheWarden-AcceptFewerCopiesAndStopInstance), a group requires fewer secondaries.",  # noqa: E501
        data="Databases and storage weren't touched. Where fewer secondaries are required than before, commits wait for fewer copies until the number is put back.",  # noqa: E501
    ),
    Code.FAILED_OVER: CatalogueEntry(
        code=Code.FAILED_OVER,
        name="FailedOver",
        outcome="done",
        exit_code=0,
        sentence="This node is primary and its databases are ONLINE.",
        remedy="Clients that use the listener reconnect by themselves. The other node is a secondary now.",
        data="Yes: the failover was a planned one, to a SYNCHRONIZED replica, and loses no commit.",
    ),
    Code.ALREADY_PRIMARY: CatalogueEntry(
        code=Code.ALREADY_PRIMARY,
        name="AlreadyPrimary",
        outcome="already",
        exit_code=0,
        sentence="This node was already primary.",
        remedy="The roles are where they were wanted; no failover took place.",
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.SQL_SERVER_STOPPED: CatalogueEntry(
        code=Code.SQL_SERVER_STOPPED,
        name="SqlServerStopped",
        outcome="done",
        exit_code=0,
        sentence="SQL Server and its Agent are stopped.",
        remedy="The node's databases aren't available on this node until CacheWarden-StartSqlServer or CacheWarden-StartInstance.",  # noqa: E501
        data="The files of the databases weren't touched. SQL Server just doesn't serve them on this node.",
    ),
    Code.SQL_SERVER_ALREADY_STOPPED: CatalogueEntry(
        code=Code.SQL_SERVER_ALREADY_STOPPED,
        name="SqlServerAlreadyStopped",
        outcome="already",
        exit_code=0,
        sentence="SQL Server was already stopped.",
        remedy="The node's databases aren't available on this node until CacheWarden-StartSqlServer or CacheWarden-StartInstance.",  # noqa: E501
        data="The files of the databases weren't touched. SQL Server just doesn't serve them on this node.",
    ),
    Code.SQL_SERVER_STARTED: CatalogueEntry(
        code=Code.SQL_SERVER_STARTED,
        name="SqlServerStarted",
        outcome="done",
        exit_code=0,
        sentence="SQL Server runs, and its Agent, but for one that waits for lost databases.",
        remedy="A secondary catches up by itself; until it is SYNCHRONIZED, the databases have one copy less. After a rebuild the message names instances whose Agent waits: their jobs don't run. It starts within a quarter of an hour after the databases of their groups are back. Whoever needs the jobs before starts SQL Server Agent in Services.",  # noqa: E501
        data="There is one copy less: the other replicas have the databases until those of this node are SYNCHRONIZED again.",  # noqa: E501
    ),
    Code.SQL_SERVER_ALREADY_RUNNING: CatalogueEntry(
        code=Code.SQL_SERVER_ALREADY_RUNNING,
        name="SqlServerAlreadyRunning",
        outcome="already",
        exit_code=0,
        sentence="SQL Server already ran.",
        remedy="SQL Server wasn't restarted.",
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.RESEED_PREPARED: CatalogueEntry(
        code=Code.RESEED_PREPARED,
        name="ReseedPrepared",
        outcome="done",
        exit_code=0,
        sentence="The lost databases were removed from this secondary, which may create them anew.",
        remedy="The primary seeds them next: sys.dm_hadr_physical_seeding_stats there shows it. If it shows nothing within some minutes, start CacheWarden-ReseedDatabases again, or CacheWarden-StartInstance: both go on with the seeding.",  # noqa: E501
        data="Not on this node yet: the other replicas' copies count until its databases are SYNCHRONIZED again.",
    ),
    Code.RESEED_ALREADY_PREPARED: CatalogueEntry(
        code=Code.RESEED_ALREADY_PREPARED,
        name="ReseedAlreadyPrepared",
        outcome="already",
        exit_code=0,
        sentence="No lost database was left on this secondary.",
        remedy="CacheWarden-ReseedDatabases seeds what is missing.",
        data="Not on this node yet: the other replicas' copies count until its databases are SYNCHRONIZED again.",
    ),
    Code.SEEDING_STARTED: CatalogueEntry(
        code=Code.SEEDING_STARTED,
        name="SeedingStarted",
        outcome="started",
        exit_code=0,
        sentence="Automatic seeding of the secondary's databases was started.",
        remedy="sys.dm_hadr_physical_seeding_stats on the primary shows the bytes that have arrived. The primary keeps its transaction log until the seeding ends: watch its free space.",  # noqa: E501
        data="Not on this node yet: the other replicas' copies count until its databases are SYNCHRONIZED again.",
    ),
    Code.SEEDING_ALREADY_RUNNING: CatalogueEntry(
        code=Code.SEEDING_ALREADY_RUNNING,
        name="SeedingAlreadyRunning",
        outcome="already",
        exit_code=0,
        sentence="The databases were already seeded or on their way.",
        remedy="sys.dm_hadr_physical_seeding_stats on the primary shows the bytes that have arrived.",
        data="Not on this node yet: the other replicas' copies count until its databases are SYNCHRONIZED again.",
    ),
    Code.RIGHTS_GRANTED: CatalogueEntry(
        code=Code.RIGHTS_GRANTED,
        name="RightsGranted",
        outcome="already",
        exit_code=0,
        sentence="The account of the SSM Agent has every right in SQL Server that CacheWarden needs.",
        remedy="Start CacheWarden-GrantRights again after each new version of CacheWarden, which may need another right.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.POLICIES_MET: CatalogueEntry(
        code=Code.POLICIES_MET,
        name="PoliciesMet",
        outcome="done",
        exit_code=0,
        sentence="No critical policy that can be seen from this node is broken.",
        remedy="The verdict has one object for each policy; those with healthy: false are warnings, and healthy: null means that it can't be seen from this node; the message says how many critical ones can't. Start the document for each node: a secondary sees only itself.",  # noqa: E501
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.CLUSTER_NODE_DRAINED: CatalogueEntry(
        code=Code.CLUSTER_NODE_DRAINED,
        name="ClusterNodeDrained",
        outcome="done",
        exit_code=0,
        sentence="The node is drained and paused in its failover cluster.",
        remedy="No role of the cluster comes to it. CacheWarden resumes it when it is back in service; CacheWarden-ResumeClusterNode does so at once.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.CLUSTER_NODE_ALREADY_PAUSED: CatalogueEntry(
        code=Code.CLUSTER_NODE_ALREADY_PAUSED,
        name="ClusterNodeAlreadyPaused",
        outcome="already",
        exit_code=0,
        sentence="The node was already paused in its failover cluster.",
        remedy="CacheWarden resumes only what it paused itself. A node that a person paused is resumed by that person, with Resume-ClusterNode.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.CLUSTER_NODE_RESUMED: CatalogueEntry(
        code=Code.CLUSTER_NODE_RESUMED,
        name="ClusterNodeResumed",
        outcome="done",
        exit_code=0,
        sentence="The node takes roles of its failover cluster again.",
        remedy="No role was moved back.",
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.SQL_SERVER_NOT_RUNNING: CatalogueEntry(
        code=Code.SQL_SERVER_NOT_RUNNING,
        name="SqlServerNotRunning",
        outcome="refused",
        exit_code=10,
        sentence="SQL Server doesn't run on this node.",
        remedy="Start CacheWarden-StartSqlServer, or CacheWarden-StartInstance if the instance is stopped.",
        data="The files of the databases weren't touched. SQL Server just doesn't serve them on this node.",
    ),
    Code.PERMISSION_MISSING: CatalogueEntry(
        code=Code.PERMISSION_MISSING,
        name="PermissionMissing",
        outcome="refused",
        exit_code=11,
        sentence="The account of the SSM Agent lacks a right in SQL Server.",
        remedy="Start CacheWarden-GrantRights on the node: it prints the T-SQL that a member of sysadmin runs there. Without the right nothing was changed.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.AVAILABILITY_GROUP_UNKNOWN: CatalogueEntry(
        code=Code.AVAILABILITY_GROUP_UNKNOWN,
        name="AvailabilityGroupUnknown",
        outcome="refused",
        exit_code=11,
        sentence="An Availability Group or replica with this id is unknown here.",
        remedy="The cluster has changed since the decision. Check the group's name and its replicas, then start the document again.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NOT_PRIMARY: CatalogueEntry(
        code=Code.NOT_PRIMARY,
        name="NotPrimary",
        outcome="refused",
        exit_code=10,
        sentence="This node isn't the primary, where modes are changed.",
        remedy="Start the document for the primary's node.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NOT_READY_FOR_FAILOVER: CatalogueEntry(
        code=Code.NOT_READY_FOR_FAILOVER,
        name="NotReadyForFailover",
        outcome="refused",
        exit_code=10,
        sentence="A failover to this node would lose data or be refused.",
        remedy="Wait until every database of the group is SYNCHRONIZED here; the reason is in the message.",
        data="As it was: nothing was changed. This node lacks commits, or can't show that it has every one; the primary wasn't examined.",  # noqa: E501
    ),
    Code.QUORUM_NOT_NORMAL: CatalogueEntry(
        code=Code.QUORUM_NOT_NORMAL,
        name="QuorumNotNormal",
        outcome="refused",
        exit_code=11,
        sentence="The failover cluster has no normal quorum.",
        remedy="Repair the cluster first; a forced quorum allows only failovers with data loss.",
        data="Unknown: without a normal quorum it isn't sure which replica has the newest commits.",
    ),
    Code.UNSUPPORTED_AVAILABILITY_GROUP: CatalogueEntry(
        code=Code.UNSUPPORTED_AVAILABILITY_GROUP,
        name="UnsupportedAvailabilityGroup",
        outcome="refused",
        exit_code=11,
        sentence="This kind of Availability Group isn't failed over by CacheWarden.",
        remedy="Move distributed, read-scale and EXTERNAL groups and failover cluster instances by hand.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.REPLICA_IS_PRIMARY: CatalogueEntry(
        code=Code.REPLICA_IS_PRIMARY,
        name="ReplicaIsPrimary",
        outcome="refused",
        exit_code=10,
        sentence="SQL Server isn't stopped: this node is primary.",
        remedy="Fail over first: start CacheWarden-FailOverAvailabilityGroups for the node that takes over.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NO_AVAILABILITY_GROUP: CatalogueEntry(
        code=Code.NO_AVAILABILITY_GROUP,
        name="NoAvailabilityGroup",
        outcome="refused",
        exit_code=11,
        sentence="SQL Server isn't stopped: no Availability Group has all of its databases elsewhere.",
        remedy="Databases that no other server has are taken out of service only with the consent 'outage': start CacheWarden-AcceptOutageAndStopInstance if the outage is wanted, or where approvers are deployed ask them with CacheWarden-RequestOutageAndStopInstance.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.ROLE_NOT_RESOLVED: CatalogueEntry(
        code=Code.ROLE_NOT_RESOLVED,
        name="RoleNotResolved",
        outcome="retry",
        exit_code=20,
        sentence="A replica's role isn't settled (RESOLVING).",
        remedy="Wait a moment and ask again. If the role stays RESOLVING, look at the failover cluster.",
        data="Unknown while the role isn't settled. Nothing was changed.",
    ),
    Code.PRIMARY_UNKNOWN: CatalogueEntry(
        code=Code.PRIMARY_UNKNOWN,
        name="PrimaryUnknown",
        outcome="refused",
        exit_code=11,
        sentence="The primary of an Availability Group is unknown.",
        remedy="Look at the group's role in the failover cluster, and bring it online on one of its replicas. Then start the document again.",  # noqa: E501
        data="Unknown: no replica says that it leads the group. Nothing was changed.",
    ),
    Code.SQL_SERVER_STILL_STOPPING: CatalogueEntry(
        code=Code.SQL_SERVER_STILL_STOPPING,
        name="SqlServerStillStopping",
        outcome="partial",
        exit_code=30,
        sentence="SQL Server was asked to stop and hasn't ended yet.",
        remedy="Wait a moment, then start CacheWarden-StopSqlServer again. If the service stays, read SQL Server's ERRORLOG.",  # noqa: E501
        data="The files of the databases weren't touched. SQL Server just doesn't serve them on this node.",
    ),
    Code.SQL_SERVER_START_FAILED: CatalogueEntry(
        code=Code.SQL_SERVER_START_FAILED,
        name="SqlServerStartFailed",
        outcome="failed",
        exit_code=40,
        sentence="SQL Server couldn't be started.",
        remedy="Read the ERRORLOG: missing tempdb folder (5123, 17204) or rights are the usual causes. Then start CacheWarden-StartSqlServer again.",  # noqa: E501
        data="The files weren't changed by this. The ERRORLOG says whether SQL Server misses some of them.",
    ),
    Code.SQL_ERROR_TRANSIENT: CatalogueEntry(
        code=Code.SQL_ERROR_TRANSIENT,
        name="SqlErrorTransient",
        outcome="retry",
        exit_code=20,
        sentence="SQL Server asked to try again later.",
        remedy="Start the same document again: it first looks at what is so now.",
        data="Nothing is lost by this. Where SQL Server didn't answer in time, it isn't known whether the statement took effect.",  # noqa: E501
    ),
    Code.SQL_ERROR_REFUSED: CatalogueEntry(
        code=Code.SQL_ERROR_REFUSED,
        name="SqlErrorRefused",
        outcome="refused",
        exit_code=10,
        sentence="SQL Server refused the statement.",
        remedy="Look up the error number in the message in Microsoft's documentation. Nothing was changed by this statement.",  # noqa: E501
        data="SQL Server refused this statement, which changed nothing. What the document did before it stays.",
    ),
    Code.FAILOVER_PENDING: CatalogueEntry(
        code=Code.FAILOVER_PENDING,
        name="FailoverPending",
        outcome="partial",
        exit_code=30,
        sentence="The failover was accepted, but the databases aren't all ONLINE yet.",
        remedy="The new primary may still be applying redo. Start CacheWarden-FailOverAvailabilityGroups again to see its end.",  # noqa: E501
        data="The failover was a planned one, which SQL Server accepts only without loss of commits. The databases aren't all in service here yet: read in the message which role and state the group has.",  # noqa: E501
    ),
    Code.SQL_INFRASTRUCTURE_ERROR: CatalogueEntry(
        code=Code.SQL_INFRASTRUCTURE_ERROR,
        name="SqlInfrastructureError",
        outcome="failed",
        exit_code=40,
        sentence="The failover cluster or an endpoint kept SQL Server from carrying out the statement.",
        remedy="Check the cluster service, NT AUTHORITY\\SYSTEM's rights and the endpoints; the error number is in the message.",  # noqa: E501
        data="SQL Server reported that the statement failed. Find out who leads the group before anything else.",
    ),
    Code.SQL_ERROR_UNKNOWN: CatalogueEntry(
        code=Code.SQL_ERROR_UNKNOWN,
        name="SqlErrorUnknown",
        outcome="failed",
        exit_code=40,
        sentence="SQL Server answered with an error that CacheWarden doesn't know.",
        remedy="Read the number and text in the message, and SQL Server's ERRORLOG, before you start anything else.",
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.STORAGE_NOT_READY: CatalogueEntry(
        code=Code.STORAGE_NOT_READY,
        name="StorageNotReady",
        outcome="refused",
        exit_code=10,
        sentence="SQL Server isn't started: its data drive isn't whole.",
        remedy="Start CacheWarden-InitializeStorage; the reason is in the message.",
        data="Unknown: the storage of this node isn't whole, or can't be read. Don't stop, reboot or rebuild anything before you have read the reason.",  # noqa: E501
    ),
    Code.TEMPDB_FOLDER_MISSING: CatalogueEntry(
        code=Code.TEMPDB_FOLDER_MISSING,
        name="TempdbFolderMissing",
        outcome="refused",
        exit_code=10,
        sentence="SQL Server isn't started: a tempdb folder is missing.",
        remedy="Start CacheWarden-InitializeStorage, which creates the tempdb drive and its folders.",
        data="Yes, as long as the instance isn't stopped: the data drive can be read. Only the tempdb drive or a folder on it is missing, which holds nothing that must be kept.",  # noqa: E501
    ),
    Code.AGENT_NOT_STARTED: CatalogueEntry(
        code=Code.AGENT_NOT_STARTED,
        name="AgentNotStarted",
        outcome="partial",
        exit_code=30,
        sentence="SQL Server runs, its Agent doesn't.",
        remedy="Start SQL Server Agent and read its log; the replica itself is in service.",
        data="SQL Server runs; whether all of its databases are in service wasn't examined. Jobs, log backups among them, don't run.",  # noqa: E501
    ),
    Code.MODE_NOT_CHANGED: CatalogueEntry(
        code=Code.MODE_NOT_CHANGED,
        name="ModeNotChanged",
        outcome="partial",
        exit_code=30,
        sentence="Some replicas or Availability Groups don't show the wanted setting yet.",
        remedy="Start the same document again. If a setting stays as it was, look at the properties of the replica or group in SQL Server.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.SQL_SERVER_UNREACHABLE: CatalogueEntry(
        code=Code.SQL_SERVER_UNREACHABLE,
        name="SqlServerUnreachable",
        outcome="retry",
        exit_code=20,
        sentence="SQL Server runs, but no connection could be made.",
        remedy="Wait a minute, then start the same document again. If there is still no connection, read SQL Server's ERRORLOG.",  # noqa: E501
        data="Unknown: SQL Server runs and doesn't answer.",
    ),
    Code.RESEED_NOT_ALLOWED: CatalogueEntry(
        code=Code.RESEED_NOT_ALLOWED,
        name="ReseedNotAllowed",
        outcome="refused",
        exit_code=11,
        sentence="A database isn't removed for reseeding: a guard doesn't hold.",
        remedy="Read the reason in the message. Only lost databases are removed, on a secondary whose primary is healthy.",  # noqa: E501
        data="As it was: no database was removed.",
    ),
    Code.REDO_TOO_LONG: CatalogueEntry(
        code=Code.REDO_TOO_LONG,
        name="RedoTooLong",
        outcome="refused",
        exit_code=10,
        sentence="No failover: writes would wait too long for redo.",
        remedy="Wait until the replica has redone more, or start CacheWarden-FailOverAvailabilityGroups with more seconds for redo if that outage is acceptable.",  # noqa: E501
        data="Yes: no commit would be lost, writes would just wait. Nothing was changed.",
    ),
    Code.TEMPDB_TOO_LARGE: CatalogueEntry(
        code=Code.TEMPDB_TOO_LARGE,
        name="TempdbTooLarge",
        outcome="refused",
        exit_code=11,
        sentence="SQL Server isn't started: the tempdb drive has no room for tempdb's files at their configured sizes.",
        remedy="Nothing is lost. Delete what else lies on the tempdb drive, use an instance type with larger instance-store disks, or start SQL Server with -f and set smaller sizes of tempdb's files with ALTER DATABASE. Then start CacheWarden-StartSqlServer.",  # noqa: E501
        data="The files of the databases weren't touched. SQL Server just doesn't serve them on this node.",
    ),
    Code.POLICY_NOT_MET: CatalogueEntry(
        code=Code.POLICY_NOT_MET,
        name="PolicyNotMet",
        outcome="refused",
        exit_code=11,
        sentence="A policy that a failover or a stop depends on isn't met by the Availability Groups on this node.",
        remedy="Read the policies with healthy: false in the verdict: each says what was found and what to do. Nothing was changed. Start CacheWarden-ValidateAvailabilityGroups again afterwards.",  # noqa: E501
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.NOTHING_TO_VALIDATE: CatalogueEntry(
        code=Code.NOTHING_TO_VALIDATE,
        name="NothingToValidate",
        outcome="refused",
        exit_code=10,
        sentence="No SQL Server instance that runs on this node has an Availability Group.",
        remedy="Nothing was judged. Start the instances that have groups, or choose another node.",
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.CLUSTER_MODULE_MISSING: CatalogueEntry(
        code=Code.CLUSTER_MODULE_MISSING,
        name="ClusterModuleMissing",
        outcome="refused",
        exit_code=10,
        sentence="The node lacks the commands of the failover cluster.",
        remedy="Install the Windows feature RSAT-Clustering-PowerShell, or take the tag cachewarden:drain off. Nothing was changed.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.CLUSTER_SERVICE_SILENT: CatalogueEntry(
        code=Code.CLUSTER_SERVICE_SILENT,
        name="ClusterServiceSilent",
        outcome="retry",
        exit_code=20,
        sentence="The node's cluster service doesn't answer.",
        remedy="Wait a moment. If it stays silent, look at the cluster service and its events on the node.",
        data="Unknown: while the cluster service is silent, its groups may not be led from here.",
    ),
    Code.NO_OTHER_CLUSTER_NODE: CatalogueEntry(
        code=Code.NO_OTHER_CLUSTER_NODE,
        name="NoOtherClusterNode",
        outcome="refused",
        exit_code=10,
        sentence="The node isn't drained: no other node of its cluster is up.",
        remedy="Bring another node up first. Nothing was changed.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.CLUSTER_NODE_LEADS: CatalogueEntry(
        code=Code.CLUSTER_NODE_LEADS,
        name="ClusterNodeLeads",
        outcome="refused",
        exit_code=10,
        sentence="The node isn't drained: it leads an Availability Group, or its role isn't settled.",
        remedy="Fail over first: start CacheWarden-FailOverAvailabilityGroups on the partner. A drain would at best be an uncontrolled failover. Nothing was changed.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.DRAIN_NOT_COMPLETED: CatalogueEntry(
        code=Code.DRAIN_NOT_COMPLETED,
        name="DrainNotCompleted",
        outcome="partial",
        exit_code=30,
        sentence="The node is paused, but its drain isn't completed.",
        remedy="Look at the cluster's events for the role that stays. Start CacheWarden-ResumeClusterNode to let the node take roles again.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.CLUSTER_NODE_NOT_UP: CatalogueEntry(
        code=Code.CLUSTER_NODE_NOT_UP,
        name="ClusterNodeNotUp",
        outcome="retry",
        exit_code=20,
        sentence="The node isn't up in its failover cluster, so it can't be resumed yet.",
        remedy="Wait until its cluster service has joined the cluster. If it doesn't, look at what Get-ClusterNode says of the node.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.CLUSTER_NODE_NOT_DRAINED: CatalogueEntry(
        code=Code.CLUSTER_NODE_NOT_DRAINED,
        name="ClusterNodeNotDrained",
        outcome="already",
        exit_code=0,
        sentence="CacheWarden has not drained this node.",
        remedy="Nothing was changed. CacheWarden doesn't resume a node that it didn't pause: whoever paused it resumes it.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.REPLICAS_CONNECTED: CatalogueEntry(
        code=Code.REPLICAS_CONNECTED,
        name="ReplicasConnected",
        outcome="retry",
        exit_code=20,
        sentence="SQL Server isn't stopped: this node is primary and synchronous replicas are still connected.",
        remedy="With the consent 'whole-cluster' the primary's SQL Server stops last. Wait until it has stopped on the other nodes; CacheWarden-AcceptWholeClusterAndStopCluster does so by itself.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NOT_THE_LAST_RESORT: CatalogueEntry(
        code=Code.NOT_THE_LAST_RESORT,
        name="NotTheLastResort",
        outcome="retry",
        exit_code=20,
        sentence="SQL Server isn't stopped in place: a replica can take over, or the group could fail over by itself.",
        remedy="Wait: CacheWarden looks once more and fails over where a replica is ready; refused twice it puts everything back. The consent 'evacuate-in-place' (tag cachewarden:consent) is for a primary that nobody can relieve. Before CacheWarden-StopSqlServer by hand, start CacheWarden-HoldReplicaModes for the primary.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NODE_PAUSED: CatalogueEntry(
        code=Code.NODE_PAUSED,
        name="NodePaused",
        outcome="refused",
        exit_code=10,
        sentence="No failover to this node: it is paused in its failover cluster.",
        remedy="Nothing was changed. Ask who paused it and why; once it is resumed in the failover cluster, without failback, it takes roles again.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.BUILD_STEP_DONE: CatalogueEntry(
        code=Code.BUILD_STEP_DONE,
        name="BuildStepDone",
        outcome="done",
        exit_code=0,
        sentence="A step of building the Availability Group is done.",
        remedy="The document goes on by itself. If it was cut off, start CacheWarden-BuildAvailabilityGroup again with the same parameters.",  # noqa: E501
        data="Yes: nothing is taken out of service, and the primary's databases stay as they are.",
    ),
    Code.BUILD_STEP_ALREADY_DONE: CatalogueEntry(
        code=Code.BUILD_STEP_ALREADY_DONE,
        name="BuildStepAlreadyDone",
        outcome="already",
        exit_code=0,
        sentence="A step of building the Availability Group was done already.",
        remedy="The document goes on by itself. If it was cut off, start CacheWarden-BuildAvailabilityGroup again with the same parameters.",  # noqa: E501
        data="Yes: nothing is taken out of service, and the primary's databases stay as they are.",
    ),
    Code.GROUP_BUILT: CatalogueEntry(
        code=Code.GROUP_BUILT,
        name="GroupBuilt",
        outcome="done",
        exit_code=0,
        sentence="The Availability Group is built: the new secondary has a copy of each of its databases.",
        remedy="Take NT AUTHORITY\\SYSTEM out of sysadmin again. Then start CacheWarden-ValidateAvailabilityGroups for each node, and make a listener for clients.",  # noqa: E501
        data="Yes. The primary's databases are as they were, and the secondary has a copy of each.",
    ),
    Code.NOT_READY_FOR_GROUP: CatalogueEntry(
        code=Code.NOT_READY_FOR_GROUP,
        name="NotReadyForGroup",
        outcome="refused",
        exit_code=10,
        sentence="No Availability Group is built: something that it needs is missing.",
        remedy="Provide what the message names, then start CacheWarden-BuildAvailabilityGroup again. How an encrypted database comes into a group: docs/build-availability-group.md.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.BUILD_RIGHTS_MISSING: CatalogueEntry(
        code=Code.BUILD_RIGHTS_MISSING,
        name="BuildRightsMissing",
        outcome="refused",
        exit_code=11,
        sentence="No Availability Group is built: the account of the SSM Agent isn't a member of sysadmin.",
        remedy="SQL Server demands it of whoever creates a group. A member of sysadmin runs the script that stands before the verdict on each instance, and takes it back after the build.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NOT_EMPTY_FOR_GROUP: CatalogueEntry(
        code=Code.NOT_EMPTY_FOR_GROUP,
        name="NotEmptyForGroup",
        outcome="refused",
        exit_code=11,
        sentence="No Availability Group is built: what is there already isn't what would be made.",
        remedy="Compare what the message names with what you want. CacheWarden changes no endpoint, group or database that somebody else made: change or remove it yourself, or choose another name.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NEW_REPLICA_NOT_CONNECTED: CatalogueEntry(
        code=Code.NEW_REPLICA_NOT_CONNECTED,
        name="NewReplicaNotConnected",
        outcome="retry",
        exit_code=20,
        sentence="The Availability Group is made, but its new secondary doesn't connect.",
        remedy="Let the nodes reach each other at TCP port 5022, in their security groups and in Windows Firewall, and look at the error log of SQL Server on both. Then start CacheWarden-BuildAvailabilityGroup again: it goes on from there.",  # noqa: E501
        data="Yes, on the primary alone: the secondary has no copy yet.",
    ),
    Code.NEW_REPLICA_SEEDING: CatalogueEntry(
        code=Code.NEW_REPLICA_SEEDING,
        name="NewReplicaSeeding",
        outcome="retry",
        exit_code=20,
        sentence="The Availability Group is made; the seeding of its databases goes on by itself.",
        remedy="Start CacheWarden-BuildAvailabilityGroup again with the same parameters to watch on: it makes nothing twice. Until the seeding ends the primary keeps its transaction log: watch its free space.",  # noqa: E501
        data="Yes, on the primary: the secondary has no complete copy of each database yet.",
    ),
    Code.NEW_REPLICA_SEEDING_FAILED: CatalogueEntry(
        code=Code.NEW_REPLICA_SEEDING_FAILED,
        name="NewReplicaSeedingFailed",
        outcome="partial",
        exit_code=30,
        sentence="The Availability Group is made, but the seeding of a database failed.",
        remedy="Look for the reason in the error log of SQL Server on the secondary: often the folder of the database's files isn't there, or the drive is full. Then start CacheWarden-BuildAvailabilityGroup again: it begins the seeding anew.",  # noqa: E501
        data="Yes, on the primary: the secondary has no complete copy of each database yet.",
    ),
    Code.CLUSTER_TYPE_NOT_REGISTERED: CatalogueEntry(
        code=Code.CLUSTER_TYPE_NOT_REGISTERED,
        name="ClusterTypeNotRegistered",
        outcome="refused",
        exit_code=11,
        sentence="No Availability Group is built: the failover cluster doesn't know what a group is (error 41105).",
        remedy="The cluster was built anew after Always On was enabled. Disable Always On in SQL Server Configuration Manager, restart SQL Server, enable it and restart again, on each node; then start CacheWarden-BuildAvailabilityGroup again. Delete no database.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.COPIES_DESCRIBED: CatalogueEntry(
        code=Code.COPIES_DESCRIBED,
        name="CopiesDescribed",
        outcome="done",
        exit_code=0,
        sentence="The primary said what copies of its databases need.",
        remedy="Nothing was changed. The operation, or CacheWarden-ReseedDatabases, goes on by itself.",
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.ENCRYPTOR_MISSING: CatalogueEntry(
        code=Code.ENCRYPTOR_MISSING,
        name="EncryptorMissing",
        outcome="refused",
        exit_code=11,
        sentence="An encrypted database is not dropped: its copy could not be opened on this node.",
        remedy="A member of sysadmin restores the certificate with its private key (CREATE CERTIFICATE ... FROM FILE ... WITH PRIVATE KEY), or makes the asymmetric key of the provider, in master on the node: the one on the primary whose thumbprint the message names. Then start CacheWarden-StartInstance, or CacheWarden-ReseedDatabases.",  # noqa: E501
        data="Not on this node: it has no copy of the database that could be opened, and nothing was dropped of it. The primary's copy counts.",  # noqa: E501
    ),
    Code.NO_ROOM_FOR_COPIES: CatalogueEntry(
        code=Code.NO_ROOM_FOR_COPIES,
        name="NoRoomForCopies",
        outcome="refused",
        exit_code=11,
        sentence="A database is not dropped: the drive has no room for the primary's files.",
        remedy="Delete what else lies on the drive, add data volumes to the pool (docs/storage-growth.md#more-volumes), or make the databases smaller on the primary. Then start CacheWarden-StartInstance, or CacheWarden-ReseedDatabases.",  # noqa: E501
        data="Not on this node: it has no copy of the database that could be opened, and nothing was dropped of it. The primary's copy counts.",  # noqa: E501
    ),
    Code.LOST_DATABASE_NOT_RELEASED: CatalogueEntry(
        code=Code.LOST_DATABASE_NOT_RELEASED,
        name="LostDatabaseNotReleased",
        outcome="refused",
        exit_code=11,
        sentence="A lost database is not dropped: SQL Server doesn't take it out of its Availability Group.",
        remedy="A DBA removes the node's replica on the primary, drops the lost databases on the node, and adds the replica again, as docs/add-replica-again.md says. Then start CacheWarden-StartInstance.",  # noqa: E501
        data="Not on this node: it has no copy of the database that could be opened, and nothing was dropped of it. The primary's copy counts.",  # noqa: E501
    ),
    Code.PROCEDURE_OUTDATED: CatalogueEntry(
        code=Code.PROCEDURE_OUTDATED,
        name="ProcedureOutdated",
        outcome="refused",
        exit_code=11,
        sentence="The account of the SSM Agent has every right; the procedure with which the node removes lost databases is of an older version of CacheWarden.",  # noqa: E501
        remedy="A member of sysadmin runs the script that CacheWarden-GrantRights prints on each instance that the message names. Then start CacheWarden-GrantRights again. Nothing was changed, and no operation waits for it.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.REQUIRED_NOT_RAISED: CatalogueEntry(
        code=Code.REQUIRED_NOT_RAISED,
        name="RequiredNotRaised",
        outcome="refused",
        exit_code=10,
        sentence="REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT isn't raised: commits would stall.",
        remedy="Wait until the group has that many SYNCHRONIZED secondaries. The operation then raises the number by itself.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.HOST_OBSERVED: CatalogueEntry(
        code=Code.HOST_OBSERVED,
        name="HostObserved",
        outcome="done",
        exit_code=0,
        sentence="The host was observed.",
        remedy="The observation is in the answer; nothing on the host was changed.",
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.HOST_INSTALLED: CatalogueEntry(
        code=Code.HOST_INSTALLED,
        name="HostInstalled",
        outcome="done",
        exit_code=0,
        sentence="The bundle and its two scheduled tasks are installed.",
        remedy="The boot task attaches the storage and starts SQL Server after each boot of the node.",
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.HOST_ALREADY_INSTALLED: CatalogueEntry(
        code=Code.HOST_ALREADY_INSTALLED,
        name="HostAlreadyInstalled",
        outcome="already",
        exit_code=0,
        sentence="The bundle and its two scheduled tasks were already installed.",
        remedy="The boot task attaches the storage and starts SQL Server after each boot of the node.",
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.ANOTHER_ACTION_RUNS: CatalogueEntry(
        code=Code.ANOTHER_ACTION_RUNS,
        name="AnotherActionRuns",
        outcome="retry",
        exit_code=20,
        sentence="Another CacheWarden action runs on this host.",
        remedy="Wait until it has ended; one at a time is a safety rule. If none runs, something else holds C:\\ProgramData\\CacheWarden\\lock open: a scanner or a backup.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.TOKEN_TOO_LOW: CatalogueEntry(
        code=Code.TOKEN_TOO_LOW,
        name="TokenTooLow",
        outcome="refused",
        exit_code=10,
        sentence="A newer operation owns this node.",
        remedy="Wait until that operation has ended. Start operations only with CacheWarden-StopInstance, CacheWarden-StartInstance or CacheWarden-CycleInstance, which take the lease.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.COMMAND_TOO_LATE: CatalogueEntry(
        code=Code.COMMAND_TOO_LATE,
        name="CommandTooLate",
        outcome="refused",
        exit_code=10,
        sentence="The command arrived after its not-after time.",
        remedy="The command arrived too late and changed nothing. Start the document again.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.PARAMETER_MISSING: CatalogueEntry(
        code=Code.PARAMETER_MISSING,
        name="ParameterMissing",
        outcome="refused",
        exit_code=11,
        sentence="A parameter is missing.",
        remedy="Update the SSM Agent to 3.3.2746.0 or later: older ones don't hand parameters over as environment variables.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.PARAMETER_MALFORMED: CatalogueEntry(
        code=Code.PARAMETER_MALFORMED,
        name="ParameterMalformed",
        outcome="refused",
        exit_code=11,
        sentence="A parameter doesn't have the expected form.",
        remedy="Correct the parameter named in the message, then start the document again.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.HOST_NOT_INSTALLED: CatalogueEntry(
        code=Code.HOST_NOT_INSTALLED,
        name="HostNotInstalled",
        outcome="refused",
        exit_code=11,
        sentence="CacheWarden's bundle or its worker isn't installed on this node.",
        remedy="An administrator starts CacheWarden-InstallHost for this node.",
        data="As it was. Until the bundle is installed, nothing on this node can save its cache before a stop.",
    ),
    Code.UNEXPECTED_ERROR: CatalogueEntry(
        code=Code.UNEXPECTED_ERROR,
        name="UnexpectedError",
        outcome="failed",
        exit_code=40,
        sentence="Something unexpected happened on the host.",
        remedy="Read C:\\ProgramData\\CacheWarden\\log\\cachewarden.log on the node before you start anything else.",
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.STATE_FILE_UNREADABLE: CatalogueEntry(
        code=Code.STATE_FILE_UNREADABLE,
        name="StateFileUnreadable",
        outcome="refused",
        exit_code=11,
        sentence="A state file of CacheWarden on this host can't be read.",
        remedy="Nothing was changed. inventory.json: start CacheWarden-AdoptStorage, which writes it anew from what is on the node. token.json needs nothing: the next act writes it anew. files.json: start SQL Server; the file is written anew from what SQL Server reports. worker.json needs nothing: the next move of the cache writes it anew. services.json, settings.json: restore it from a backup of the node, or delete it and its .bak; CacheWarden then doesn't know any more which start modes, or settings of Windows, it has changed, and CacheWarden-UninstallHost doesn't put them back. Any other file: restore it from a backup of the node.",  # noqa: E501
        data="As it was: nothing was changed for this. The file is CacheWarden's own record and holds nothing of the databases.",  # noqa: E501
    ),
    Code.OTHER_CLUSTER_OWNS_HOST: CatalogueEntry(
        code=Code.OTHER_CLUSTER_OWNS_HOST,
        name="OtherClusterOwnsHost",
        outcome="refused",
        exit_code=11,
        sentence="Another cluster's operation owns this node.",
        remedy="Wait for its end, or find out why one node belongs to two leases.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.EVIDENCE_TOO_LARGE: CatalogueEntry(
        code=Code.EVIDENCE_TOO_LARGE,
        name="EvidenceTooLarge",
        outcome="refused",
        exit_code=11,
        sentence="The evidence doesn't fit into one answer.",
        remedy="Report this with the number of Availability Groups and databases of the node.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NOTHING_TO_DO: CatalogueEntry(
        code=Code.NOTHING_TO_DO,
        name="NothingToDo",
        outcome="already",
        exit_code=0,
        sentence="There was nothing to do.",
        remedy="Nothing was changed; the host already was as wanted.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.BOOT_TASK_DONE: CatalogueEntry(
        code=Code.BOOT_TASK_DONE,
        name="BootTaskDone",
        outcome="done",
        exit_code=0,
        sentence="The boot task has done its part.",
        remedy="The storage is attached and SQL Server runs, as far as the storage allows it; CacheWarden brings the rest.",  # noqa: E501
        data="The verdict says what the boot task found. What couldn't be attached, it left as it was.",
    ),
    Code.WORK_ORDER_STALE: CatalogueEntry(
        code=Code.WORK_ORDER_STALE,
        name="WorkOrderStale",
        outcome="refused",
        exit_code=10,
        sentence="The work order isn't for this boot of the host, or a newer operation owns the node.",
        remedy="If the act is still wanted, start its document again. The order was ignored, and nothing was changed.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.TOKEN_AHEAD_OF_CLOCK: CatalogueEntry(
        code=Code.TOKEN_AHEAD_OF_CLOCK,
        name="TokenAheadOfClock",
        outcome="refused",
        exit_code=11,
        sentence="The command's token is more than five minutes ahead of the host's clock.",
        remedy="Compare the host's clock with the real time (w32tm /query /status) and correct it. If it is right, the token was made up: find out who sent the command.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.HOST_FOLDER_UNSAFE: CatalogueEntry(
        code=Code.HOST_FOLDER_UNSAFE,
        name="HostFolderUnsafe",
        outcome="refused",
        exit_code=11,
        sentence="Accounts other than administrators can change CacheWarden's folder on this node.",
        remedy="Look at what the message names below C:\\ProgramData\\CacheWarden: delete links and files that your administrators didn't put there. Then run CacheWarden-InstallHost, which sets owners and rights anew.",  # noqa: E501
        data="As it was. An account without administrator's rights could have changed what CacheWarden believes about the disks.",  # noqa: E501
    ),
    Code.BUNDLE_DIFFERS: CatalogueEntry(
        code=Code.BUNDLE_DIFFERS,
        name="BundleDiffers",
        outcome="refused",
        exit_code=11,
        sentence="CacheWarden's bundle on this node isn't the deployed one, or a scheduled task runs another.",
        remedy="Start CacheWarden-Preflight or CacheWarden-StartInstance, which install the deployed bundle. If a task is named, or this stays, an administrator starts CacheWarden-InstallHost for this node.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.STATE_FILE_IN_USE: CatalogueEntry(
        code=Code.STATE_FILE_IN_USE,
        name="StateFileInUse",
        outcome="retry",
        exit_code=20,
        sentence="A state file of CacheWarden on this host couldn't be replaced.",
        remedy="The message says why. Where C: is full, make room on it. Else find out what holds the file open, a scanner or a backup, and exclude C:\\ProgramData\\CacheWarden from it. Then start the act again; CacheWarden-StartSqlServer needs no such file. Where the event log says it of boot_task: to keep SQL Server stopped meanwhile, set its service to Disabled. Nothing was lost.",  # noqa: E501
        data="The file's former content is still there. It is CacheWarden's own record and holds nothing of the databases.",  # noqa: E501
    ),
    Code.BUNDLE_FILES_WRITTEN: CatalogueEntry(
        code=Code.BUNDLE_FILES_WRITTEN,
        name="BundleFilesWritten",
        outcome="done",
        exit_code=0,
        sentence="Files of the bundle were written to the node.",
        remedy="No task runs them before CacheWarden-Host-InstallHost, the last command of CacheWarden-InstallHost, has ended.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.BUNDLE_FILES_IN_PLACE: CatalogueEntry(
        code=Code.BUNDLE_FILES_IN_PLACE,
        name="BundleFilesInPlace",
        outcome="already",
        exit_code=0,
        sentence="These files of the bundle were already on the node.",
        remedy="No task runs them before CacheWarden-Host-InstallHost, the last command of CacheWarden-InstallHost, has ended.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.COMMAND_VALID_TOO_LONG: CatalogueEntry(
        code=Code.COMMAND_VALID_TOO_LONG,
        name="CommandValidTooLong",
        outcome="refused",
        exit_code=11,
        sentence="The command would be valid for longer than this host believes any.",
        remedy="Set the node's clock if it is behind. No command of CacheWarden is valid for more than ten minutes: find out who sent this one.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.HOST_UNINSTALLED: CatalogueEntry(
        code=Code.HOST_UNINSTALLED,
        name="HostUninstalled",
        outcome="done",
        exit_code=0,
        sentence="CacheWarden was taken off the node.",
        remedy="Take the tag cachewarden:managed off now, and start SQL Server if it is stopped. The storage is as it was: nothing makes the tempdb drive again after a stop, and SQL Server doesn't start without it, so move tempdb to EBS before one; nothing saves a cache on NVMe. Services that the message names as Manual start only once you start them, or set them to Automatic. CacheWarden-InstallHost puts everything back.",  # noqa: E501
        data="As it was: no disk was changed. If the cache is on the instance-store disk, a stop destroys it and the data drive with it: nothing evacuates it any more.",  # noqa: E501
    ),
    Code.NODE_NEEDS_CACHE_WARDEN: CatalogueEntry(
        code=Code.NODE_NEEDS_CACHE_WARDEN,
        name="NodeNeedsCacheWarden",
        outcome="refused",
        exit_code=11,
        sentence="CacheWarden isn't taken off: a stop of this instance would destroy the data drive.",
        remedy="Set the tag cachewarden:snooze-until, start CacheWarden-StopSqlServer and CacheWarden-EvacuateCache for this node, then the same document again. Where no Availability Group has a replica on the node CacheWarden-StopSqlServer refuses: stop SQL Server's service in Windows instead. If the cache is to stay where it is, accept the loss in the words that the document asks for: whoever then stops the instance destroys the data drive. A cache that is lost can't be evacuated: docs/lost-nodes.md says how such an instance leaves.",  # noqa: E501
        data="As it was: nothing was changed, and it isn't proven that the cache is on EBS. A restart of Windows keeps what is on the instance-store disk, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.SQL_SERVER_ON_DISPOSABLE_NODE: CatalogueEntry(
        code=Code.SQL_SERVER_ON_DISPOSABLE_NODE,
        name="SqlServerOnDisposableNode",
        outcome="refused",
        exit_code=11,
        sentence="SQL Server is installed on a node that should have nothing of value.",
        remedy="Nothing was changed. Use an instance of an image of Windows without SQL Server.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.CLUSTER_NODE_NOT_DISPOSABLE: CatalogueEntry(
        code=Code.CLUSTER_NODE_NOT_DISPOSABLE,
        name="ClusterNodeNotDisposable",
        outcome="refused",
        exit_code=11,
        sentence="A node that should have nothing of value belongs to a failover cluster.",
        remedy="Nothing was changed. Use a new instance that is in no cluster.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NODE_WAS_MANAGED: CatalogueEntry(
        code=Code.NODE_WAS_MANAGED,
        name="NodeWasManaged",
        outcome="refused",
        exit_code=11,
        sentence="CacheWarden was at work on a node that should have nothing of value.",
        remedy="Nothing was changed. Use a new instance.",
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NOT_DISPOSABLE: CatalogueEntry(
        code=Code.NOT_DISPOSABLE,
        name="NotDisposable",
        outcome="refused",
        exit_code=11,
        sentence="The instance isn't tagged as disposable, or it is managed.",
        remedy="Nothing was changed. Tag a new instance cachewarden:disposable=true, and neither cachewarden:managed nor cachewarden:cluster.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.FAILOVER_CLUSTER_INSTANCE: CatalogueEntry(
        code=Code.FAILOVER_CLUSTER_INSTANCE,
        name="FailoverClusterInstance",
        outcome="refused",
        exit_code=11,
        sentence="SQL Server on this node is a failover cluster instance.",
        remedy="Use CacheWarden only on nodes whose SQL Server has disks of its own, alone or in Availability Groups. Nothing was installed.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.HOST_NOT_ONLINE: CatalogueEntry(
        code=Code.HOST_NOT_ONLINE,
        name="HostNotOnline",
        outcome="retry",
        exit_code=20,
        sentence="The SSM Agent of the node isn't online.",
        remedy="Check that the instance runs, its agent is started, and its instance profile and endpoints let it reach Systems Manager.",  # noqa: E501
        data="Unknown: the node wasn't asked or didn't answer. This is not a sign that something was lost.",
    ),
    Code.HOST_DID_NOT_ANSWER: CatalogueEntry(
        code=Code.HOST_DID_NOT_ANSWER,
        name="HostDidNotAnswer",
        outcome="retry",
        exit_code=20,
        sentence="The node got the observe command and didn't answer in time.",
        remedy="Look at the command's status under Run Command in the Systems Manager console, and at the SSM Agent's log on the node.",  # noqa: E501
        data="Unknown: the node wasn't asked or didn't answer. This is not a sign that something was lost.",
    ),
    Code.OBSERVE_FAILED: CatalogueEntry(
        code=Code.OBSERVE_FAILED,
        name="ObserveFailed",
        outcome="failed",
        exit_code=40,
        sentence="The observe command couldn't be sent or failed on the node.",
        remedy="Read the message; check that the Command document exists and the node is tagged cachewarden:managed=true.",  # noqa: E501
        data="Unknown: the node wasn't asked or didn't answer. This is not a sign that something was lost.",
    ),
    Code.OBSERVE_TIMED_OUT: CatalogueEntry(
        code=Code.OBSERVE_TIMED_OUT,
        name="ObserveTimedOut",
        outcome="retry",
        exit_code=20,
        sentence="The observe command wasn't finished in time.",
        remedy="Ask again. If the node is still too slow, look for a storage subsystem on the node that doesn't answer.",  # noqa: E501
        data="Unknown: the node wasn't asked or didn't answer. This is not a sign that something was lost.",
    ),
    Code.VERDICT_MISSING: CatalogueEntry(
        code=Code.VERDICT_MISSING,
        name="VerdictMissing",
        outcome="failed",
        exit_code=40,
        sentence="The command ended without a verdict.",
        remedy="Read the command's standard error under Run Command in the Systems Manager console, and C:\\ProgramData\\CacheWarden\\log\\cachewarden.log on the node. PowerShell may have been kept from starting.",  # noqa: E501
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.VERDICT_UNREADABLE: CatalogueEntry(
        code=Code.VERDICT_UNREADABLE,
        name="VerdictUnreadable",
        outcome="failed",
        exit_code=40,
        sentence="The host's verdict or evidence isn't what this version understands.",
        remedy="Start CacheWarden-Preflight, which installs the bundle of the deployed version. If this stays, an administrator starts CacheWarden-InstallHost for this node.",  # noqa: E501
        data="Unknown: the node wasn't asked or didn't answer. This is not a sign that something was lost.",
    ),
    Code.INSTANCE_NOT_RUNNING: CatalogueEntry(
        code=Code.INSTANCE_NOT_RUNNING,
        name="InstanceNotRunning",
        outcome="refused",
        exit_code=10,
        sentence="The instance doesn't run, so its host can't be asked.",
        remedy="Nothing on the host was changed. If the node should run, start CacheWarden-StartInstance.",
        data="The instance doesn't run. Whether its cache had been evacuated is in the message about the stop.",
    ),
    Code.NO_ESTIMATE: CatalogueEntry(
        code=Code.NO_ESTIMATE,
        name="NoEstimate",
        outcome="refused",
        exit_code=10,
        sentence="How long an evacuation takes couldn't be estimated.",
        remedy="See that the node runs, is opted in and answers, and that its Swap volume is gp3: EC2 says the throughput of no other type. Then start CacheWarden-EstimateEvacuation again. With a gp2 volume of 300 GiB about 4 seconds for each GiB of cache were measured. Nothing was changed.",  # noqa: E501
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.EVACUATION_ESTIMATED: CatalogueEntry(
        code=Code.EVACUATION_ESTIMATED,
        name="EvacuationEstimated",
        outcome="done",
        exit_code=0,
        sentence="The duration of the node's evacuation, stop and return was estimated.",
        remedy="These are the shortest times that the volume and the instance type allow: allow for more under load. CacheWarden-Preflight says whether a stop would be safe now.",  # noqa: E501
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.EC2_CALL_FAILED: CatalogueEntry(
        code=Code.EC2_CALL_FAILED,
        name="Ec2CallFailed",
        outcome="failed",
        exit_code=40,
        sentence="EC2 refused a call.",
        remedy="Read EC2's error code in the message. Where it says that the call isn't authorized, a policy keeps CacheWarden from it, for instance one of your organization. Where a limit of requests was exceeded, ask again later. Others name what is in the way.",  # noqa: E501
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.START_FAILED: CatalogueEntry(
        code=Code.START_FAILED,
        name="StartFailed",
        outcome="failed",
        exit_code=40,
        sentence="The instance was started and went back to stopped.",
        remedy="Read EC2's state reason: often a KMS key that the volumes need can't be used, or capacity is missing. Then start it again.",  # noqa: E501
        data="As it was when the instance stopped: a start that fails changes no volume.",
    ),
    Code.STOP_STUCK: CatalogueEntry(
        code=Code.STOP_STUCK,
        name="StopStuck",
        outcome="partial",
        exit_code=30,
        sentence="The instance is stopping for far longer than that takes.",
        remedy="Ask AWS Support. Force the stop in the console only where the mail says that CacheWarden asked for it. Where CacheWarden asked for it, it protects the instance once EC2 shows it as stopped, and brings it back into service where the last request for it asked for that; to keep it down, start CacheWarden-StopInstance for it before then (CacheWarden doesn't learn of a Stop in EC2's console while the instance is stopping). The node is away until then, and its primary keeps its transaction log for it.",  # noqa: E501
        data="Unknown until the node runs again, unless CacheWarden asked for the stop. Then its cache had left the instance-store disk, or its owner had given it up.",  # noqa: E501
    ),
    Code.INSTANCE_GONE: CatalogueEntry(
        code=Code.INSTANCE_GONE,
        name="InstanceGone",
        outcome="failed",
        exit_code=40,
        sentence="The instance is terminated or about to be.",
        remedy="Build a new node; remove the old one's replica from its Availability Groups.",
        data="Unknown: the instance is terminated, and its instance store is gone with it.",
    ),
    Code.NOT_STARTED: CatalogueEntry(
        code=Code.NOT_STARTED,
        name="NotStarted",
        outcome="failed",
        exit_code=40,
        sentence="EC2 doesn't start the instance.",
        remedy="Read EC2's own code in the message. Capacity missing, or a type that the zone doesn't have: start CacheWarden-ResizeInstance with the former type, or with another (docs/instance-types.md); or wait, and start CacheWarden-StartInstance. The node is away until then, and its primary keeps its transaction log for it.",  # noqa: E501
        data="As safe as when the instance stopped: a start that EC2 refuses changes nothing on its volumes.",
    ),
    Code.DOCUMENT_FAILED: CatalogueEntry(
        code=Code.DOCUMENT_FAILED,
        name="DocumentFailed",
        outcome="failed",
        exit_code=40,
        sentence="The commands of an act ended without a verdict from the host.",
        remedy="Open the act's execution of cachewarden-act-on-host in the Step Functions console: its answers name the command. Read that command's output in Run Command of the SSM console.",  # noqa: E501
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.REQUEST_EXPIRED: CatalogueEntry(
        code=Code.REQUEST_EXPIRED,
        name="RequestExpired",
        outcome="refused",
        exit_code=10,
        sentence="The request wasn't begun in time.",
        remedy="Ask again if it is still wanted.",
        data="Nothing was changed by this request, and nothing was examined for it.",
    ),
    Code.REQUEST_JOINED: CatalogueEntry(
        code=Code.REQUEST_JOINED,
        name="RequestJoined",
        outcome="already",
        exit_code=0,
        sentence="The same request is already being carried out.",
        remedy="The message about the running operation tells its outcome; this request adds nothing.",
        data="The operation that runs already reports separately.",
    ),
    Code.CLUSTER_BUSY: CatalogueEntry(
        code=Code.CLUSTER_BUSY,
        name="ClusterBusy",
        outcome="refused",
        exit_code=10,
        sentence="Another operation works on this cluster.",
        remedy="Ask again when it has ended; one node of a cluster at a time. With the tag cachewarden:max-wait a stop of the node waits for its turn.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.LEASE_LOST: CatalogueEntry(
        code=Code.LEASE_LOST,
        name="LeaseLost",
        outcome="failed",
        exit_code=40,
        sentence="Another operation holds the lease of the cluster now.",
        remedy="Look at the execution that holds it; this one stops acting.",
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.WORKFLOW_FAILED: CatalogueEntry(
        code=Code.WORKFLOW_FAILED,
        name="WorkflowFailed",
        outcome="failed",
        exit_code=40,
        sentence="An operation was ended, or broke off, before its end.",
        remedy="CacheWarden brings the node back by itself and reports how that ended. If a person ended it, nothing else is wrong; otherwise read the execution's cause and report it as a defect.",  # noqa: E501
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.ORPHAN_CLEARED: CatalogueEntry(
        code=Code.ORPHAN_CLEARED,
        name="OrphanCleared",
        outcome="done",
        exit_code=0,
        sentence="What an ended execution left behind was cleared up.",
        remedy="The node is protected against stops, and its cluster's lease is free again.",
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.RESUMES_EXHAUSTED: CatalogueEntry(
        code=Code.RESUMES_EXHAUSTED,
        name="ResumesExhausted",
        outcome="failed",
        exit_code=40,
        sentence="The node was taken up again several times and the workflow failed each time.",
        remedy="Read the executions' causes; start CacheWarden-StartInstance when the reason is gone.",
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.ORPHAN_WORK_RUNS: CatalogueEntry(
        code=Code.ORPHAN_WORK_RUNS,
        name="OrphanWorkRuns",
        outcome="retry",
        exit_code=20,
        sentence="Work of an ended execution still runs on a node.",
        remedy="CacheWarden looks again until that work has ended, and takes nothing from it before.",
        data="Unknown: a move of the cache may still be under way. A restart of Windows keeps what is on the instance-store disk, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.ENDED_IDLE: CatalogueEntry(
        code=Code.ENDED_IDLE,
        name="EndedIdle",
        outcome="failed",
        exit_code=40,
        sentence="An operation was ended, or broke off, while it had nothing under way.",
        remedy="Nothing is taken up for it. See whether the node is as you want it, and ask again if what was asked for wasn't done: CacheWarden-StopInstance stops it safely, CacheWarden-StartInstance brings it into service. If a person ended it, nothing else is wrong; otherwise read the execution's cause and report it as a defect.",  # noqa: E501
        data="As it was when the operation ended: no act of it was under way then. What it had done before stands.",
    ),
    Code.EVENT_UNKNOWN: CatalogueEntry(
        code=Code.EVENT_UNKNOWN,
        name="EventUnknown",
        outcome="already",
        exit_code=0,
        sentence="CacheWarden doesn't handle this kind of event.",
        remedy="CacheWarden leaves the event alone and starts nothing.",
        data="As it was: no operation was started for this.",
    ),
    Code.EVENT_MALFORMED: CatalogueEntry(
        code=Code.EVENT_MALFORMED,
        name="EventMalformed",
        outcome="refused",
        exit_code=10,
        sentence="The event can't be read.",
        remedy="Look at the event in the log; if AWS changed its form, report it.",
        data="As it was: no operation was started for this.",
    ),
    Code.EVENT_REPLAYED: CatalogueEntry(
        code=Code.EVENT_REPLAYED,
        name="EventReplayed",
        outcome="refused",
        exit_code=10,
        sentence="The event comes from an archive's replay and is not acted on.",
        remedy="Ask again directly if the stop is still wanted.",
        data="As it was: no operation was started for this.",
    ),
    Code.EVENT_OWN_DOING: CatalogueEntry(
        code=Code.EVENT_OWN_DOING,
        name="EventOwnDoing",
        outcome="already",
        exit_code=0,
        sentence="The event is the result of CacheWarden's own call.",
        remedy="CacheWarden doesn't answer its own calls; the operation that made them goes on.",
        data="The operation that made the call says so in its own message.",
    ),
    Code.NOT_OPTED_IN: CatalogueEntry(
        code=Code.NOT_OPTED_IN,
        name="NotOptedIn",
        outcome="already",
        exit_code=0,
        sentence="The instance isn't opted in.",
        remedy="Tag it cachewarden:managed=true if CacheWarden should manage it, or start CacheWarden-OptIn for it.",
        data="Unknown: CacheWarden doesn't look at this instance. If it has a cache on NVMe, a stop destroys its volume.",  # noqa: E501
    ),
    Code.REFUSAL_EXPLAINED: CatalogueEntry(
        code=Code.REFUSAL_EXPLAINED,
        name="RefusalExplained",
        outcome="already",
        exit_code=0,
        sentence="The refused stop isn't due to stop protection of an opted-in instance.",
        remedy="CacheWarden starts nothing for it. If the instance should be stopped, ask for it by itself: EC2 refuses a whole call because of one protected instance.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.NEEDS_APPROVAL: CatalogueEntry(
        code=Code.NEEDS_APPROVAL,
        name="NeedsApproval",
        outcome="refused",
        exit_code=10,
        sentence="The node's owner wants to approve this first, so nothing was begun.",
        remedy="Start the document named in the message if you agree.",
        data="As it was: no operation was started for this.",
    ),
    Code.NOTIFY_ONLY: CatalogueEntry(
        code=Code.NOTIFY_ONLY,
        name="NotifyOnly",
        outcome="refused",
        exit_code=10,
        sentence="The owner wants a message, and no action, for this.",
        remedy="Start the document named in the message if you want it done.",
        data="As it was: no operation was started for this.",
    ),
    Code.STOPPED_BEHIND_OUR_BACK: CatalogueEntry(
        code=Code.STOPPED_BEHIND_OUR_BACK,
        name="StoppedBehindOurBack",
        outcome="data-loss",
        exit_code=50,
        sentence="The instance was stopped without a proof that the stop loses nothing.",
        remedy="Start it again soon: it is brought back and rebuilt where that is safe. Watch the primary's transaction log meanwhile.",  # noqa: E501
        data="Unknown: this node's cache was not proven to be on EBS when it stopped, so its data volume may be lost. The other replicas' copies count now.",  # noqa: E501
    ),
    Code.REQUEST_STARTED: CatalogueEntry(
        code=Code.REQUEST_STARTED,
        name="RequestStarted",
        outcome="started",
        exit_code=0,
        sentence="A request was turned into an execution.",
        remedy="The operation's outcome comes in a message of its own; the execution in Step Functions shows its progress.",  # noqa: E501
        data="Nothing was changed yet: the operation's own message says how it ends.",
    ),
    Code.SNOOZED: CatalogueEntry(
        code=Code.SNOOZED,
        name="Snoozed",
        outcome="refused",
        exit_code=10,
        sentence="The node is snoozed: its owner wants nothing to be begun until later.",
        remedy="Remove the tag cachewarden:snooze-until, or start a document by hand.",
        data="As it was: no operation was started for this.",
    ),
    Code.FOREIGN_ACCOUNT: CatalogueEntry(
        code=Code.FOREIGN_ACCOUNT,
        name="ForeignAccount",
        outcome="refused",
        exit_code=10,
        sentence="The event is about an instance of another account or region.",
        remedy="Another account: deploy CacheWarden there. Another region of this account isn't supported, since the names of roles and policies exist once in an account.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.CALL_REFUSED: CatalogueEntry(
        code=Code.CALL_REFUSED,
        name="CallRefused",
        outcome="refused",
        exit_code=11,
        sentence="A call of one of CacheWarden's functions was refused: it can't come from an operation of CacheWarden.",  # noqa: E501
        remedy="Nothing was changed. Find out in CloudTrail who invoked the function (data events), and who may: only the workflow's role needs that right. After an update, deploy both stacks: the hosts' observe document must be the one that this function knows. Further calls of this kind are reported once an hour.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.TAG_MISSPELT: CatalogueEntry(
        code=Code.TAG_MISSPELT,
        name="TagMisspelt",
        outcome="refused",
        exit_code=11,
        sentence="The tag cachewarden:managed has a value that is neither 'true' nor 'false'.",
        remedy="Write cachewarden:managed=true, in small letters and without blanks, to opt the instance in; write false, or take the tag off, to leave it out.",  # noqa: E501
        data="Not guarded: the instance isn't opted in. If it has a cache on NVMe, a stop destroys its volume.",
    ),
    Code.PROTECTION_WAS_OFF: CatalogueEntry(
        code=Code.PROTECTION_WAS_OFF,
        name="ProtectionWasOff",
        outcome="done",
        exit_code=0,
        sentence="Stop protection of an opted-in node was off and is on again.",
        remedy="Find out in CloudTrail who took it off, and keep them from it: clean-up tools do that. If CloudTrail shows no such call, the event of the opt-in was lost, and nothing is left to do.",  # noqa: E501
        data="Unknown, with nothing against it: protection is on again, and this didn't examine the storage. While it was off, a stop would have gone through, whatever was on NVMe.",  # noqa: E501
    ),
    Code.MAINTENANCE_SCHEDULED: CatalogueEntry(
        code=Code.MAINTENANCE_SCHEDULED,
        name="MaintenanceScheduled",
        outcome="done",
        exit_code=0,
        sentence="EC2 has scheduled maintenance for the node.",
        remedy="A stop or retirement destroys the NVMe disk: start CacheWarden-CycleInstance before it begins. An instance-reboot keeps it, and so does a system-reboot by AWS's word: start CacheWarden-FailOverAvailabilityGroups for the node that is to take over, before it begins. Where no other node can take over before EC2 stops this one, the last resort on the last day is the consent 'evacuate-in-place' (tag cachewarden:consent).",  # noqa: E501
        data="As it was: the notice changes nothing. At the announced time AWS stops the instance, whether the cache was evacuated or not; hardware that AWS reports as failing may fail before.",  # noqa: E501
    ),
    Code.NOT_SWEPT: CatalogueEntry(
        code=Code.NOT_SWEPT,
        name="NotSwept",
        outcome="retry",
        exit_code=20,
        sentence="A node couldn't be looked at.",
        remedy="Read the reason. The next look is in 15 minutes; until then it is unknown whether the node is protected and in service.",  # noqa: E501
        data="Unknown: the node wasn't asked or didn't answer. This is not a sign that something was lost.",
    ),
    Code.HELD_BY_MODE: CatalogueEntry(
        code=Code.HELD_BY_MODE,
        name="HeldByMode",
        outcome="refused",
        exit_code=10,
        sentence="CacheWarden is switched to notify or off, or its mode can't be read, so nothing was begun.",
        remedy="Do what the message names, or set the parameter /cachewarden/mode to automatic in Parameter Store. In every mode running and stopped nodes are kept stop-protected.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.MAINTENANCE_PLANNED: CatalogueEntry(
        code=Code.MAINTENANCE_PLANNED,
        name="MaintenancePlanned",
        outcome="done",
        exit_code=0,
        sentence="The node will be cycled before maintenance that AWS has scheduled.",
        remedy="At the named time CacheWarden cycles it, if EC2 still shows the maintenance then. Another time: set the tag cachewarden:window on the node. Sooner: start CacheWarden-CycleInstance. Not at all: set cachewarden:on-health to approve or notify.",  # noqa: E501
        data="As it was: no operation has started yet. The planned time is before AWS's own stop.",
    ),
    Code.CALENDAR_CLOSED: CatalogueEntry(
        code=Code.CALENDAR_CLOSED,
        name="CalendarClosed",
        outcome="refused",
        exit_code=10,
        sentence="A Change Calendar that the owner names is closed, so nothing was begun.",
        remedy="Ask again when it opens. If it can't wait, start the document that the message names: whoever starts it approves it. Other calendars: change the tag cachewarden:calendar.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.CALENDAR_UNREAD: CatalogueEntry(
        code=Code.CALENDAR_UNREAD,
        name="CalendarUnread",
        outcome="refused",
        exit_code=11,
        sentence="A Change Calendar that the owner names couldn't be read, so it counts as closed.",
        remedy="Read the reason. Correct the tag cachewarden:calendar: it takes the names of Change Calendars of this account and region, separated by blanks. If it can't wait, start the document that the message names: whoever starts it approves it.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.MAINTENANCE_PUT_OFF: CatalogueEntry(
        code=Code.MAINTENANCE_PUT_OFF,
        name="MaintenancePutOff",
        outcome="done",
        exit_code=0,
        sentence="Maintenance that AWS has scheduled for a node was put off, as far as EC2 allows.",
        remedy="Nothing is to be done: CacheWarden cycles the node before the new time, in its window if one opens. Earlier: start CacheWarden-CycleInstance. Not at all: set cachewarden:on-health to approve or notify; nothing is put off any more then.",  # noqa: E501
        data="As it was: the node wasn't touched. Until the new time AWS leaves the instance alone; hardware that AWS reports as failing may fail before.",  # noqa: E501
    ),
    Code.FAILOVER_PLANNED: CatalogueEntry(
        code=Code.FAILOVER_PLANNED,
        name="FailoverPlanned",
        outcome="done",
        exit_code=0,
        sentence="A node will fail over before a reboot that AWS has scheduled for it.",
        remedy="Nothing has to be done. From the named time on CacheWarden fails over the Availability Groups that the node leads then, if EC2 still shows the reboot. Where an operation keeps the cluster busy then, a message says so. Earlier, or by hand: start CacheWarden-FailOverAvailabilityGroups for the node that is to take over. Not at all: set cachewarden:on-health to approve or notify.",  # noqa: E501
        data="As it was: no operation has started yet. After the failover a SYNCHRONIZED replica has all that is committed in the groups, whatever the reboot does to the instance-store disk.",  # noqa: E501
    ),
    Code.FAILOVER_HELD_UP: CatalogueEntry(
        code=Code.FAILOVER_HELD_UP,
        name="FailoverHeldUp",
        outcome="refused",
        exit_code=11,
        sentence="AWS reboots a node soon, and nothing moves off it yet, since the cluster is being worked on.",
        remedy="CacheWarden looks again every 15 minutes, and the roles move if the work has ended in time. Look at the execution that the message names, in Step Functions or in Systems Manager: where it waits for a person, answer it. A secondary needs nothing. Where the node leads an Availability Group, start CacheWarden-FailOverAvailabilityGroups for the node that is to take over as soon as the cluster is free; where EC2 shows a deadline, the reboot can be moved there. Otherwise tell who uses the databases: what fails over by itself does so when the node reboots.",  # noqa: E501
        data="As it was: no operation was started for the reboot. An instance-reboot keeps what is on the instance-store disk, and AWS says the same of a system-reboot.",  # noqa: E501
    ),
    Code.NOT_DEPLOYED_VERSION: CatalogueEntry(
        code=Code.NOT_DEPLOYED_VERSION,
        name="NotDeployedVersion",
        outcome="refused",
        exit_code=10,
        sentence="The document that was started isn't the deployed version.",
        remedy="Start it again without naming a version.",
        data="As it was: no operation was started for this.",
    ),
    Code.DOCUMENT_BROKE_OFF: CatalogueEntry(
        code=Code.DOCUMENT_BROKE_OFF,
        name="DocumentBrokeOff",
        outcome="failed",
        exit_code=40,
        sentence="A document for a single act was cancelled, timed out or broke off.",
        remedy="Read the reason in the message first. For a managed node start the same document again: it continues from what it finds. Where this left the node out of service: unless it is snoozed or the brake is on, the sweep brings it back within a quarter of an hour; CacheWarden-StartInstance does it at once. On a disposable instance nothing continues: take a new one.",  # noqa: E501
        data="Unknown until you have read the reason: an act may have been cut off half-way. Acts are made so that they can be cut off anywhere and be continued.",  # noqa: E501
    ),
    Code.APPROVAL_NOT_GIVEN: CatalogueEntry(
        code=Code.APPROVAL_NOT_GIVEN,
        name="ApprovalNotGiven",
        outcome="refused",
        exit_code=10,
        sentence="Approvers were asked and didn't approve.",
        remedy="Nothing was changed. If it is still wanted, start the document named in the message again, and see that an approver answers within the hour.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.CHANGE_NOT_APPROVED: CatalogueEntry(
        code=Code.CHANGE_NOT_APPROVED,
        name="ChangeNotApproved",
        outcome="refused",
        exit_code=10,
        sentence="A change request was closed before its runbook began.",
        remedy="Nothing was changed. If the change is still wanted, create a new change request in Change Manager, or start the runbook itself if you may.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.APPROVAL_WAITS: CatalogueEntry(
        code=Code.APPROVAL_WAITS,
        name="ApprovalWaits",
        outcome="retry",
        exit_code=20,
        sentence="A request waits for an approver's answer.",
        remedy="An approver opens the execution that the message names (Systems Manager, Automation), reads who started it and why, and chooses Actions, Approve/Deny. Without an answer in time nothing is done, and a message says so.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.OPT_IN_NOT_SEEN: CatalogueEntry(
        code=Code.OPT_IN_NOT_SEEN,
        name="OptInNotSeen",
        outcome="failed",
        exit_code=40,
        sentence="An opt-in didn't confirm that the node has its tag and stop protection on.",
        remedy="Don't count on stop protection. Look in EC2 whether the instance has the tag cachewarden:managed=true and stop protection on. Where one is missing, find out in CloudTrail who took it off. Where the tag is there, the sweep puts protection on within a quarter of an hour. Then start CacheWarden-OptIn again.",  # noqa: E501
        data="Unknown, with nothing against it: the preflight found that a stop would be safe, and nothing was moved. Without protection a stop goes through, and destroys the data volume whose cache is on NVMe.",  # noqa: E501
    ),
    Code.PAIR_FACTS_RECORDED: CatalogueEntry(
        code=Code.PAIR_FACTS_RECORDED,
        name="PairFactsRecorded",
        outcome="done",
        exit_code=0,
        sentence="What this failover cluster and this SQL Server do was tried and seen.",
        remedy="Keep the line before the verdict as a file, and give it to cachewarden rehearse --facts. Where the message says that the copy isn't seeded anew, set SEEDING_MODE of its replica to MANUAL and back to AUTOMATIC on the primary before the document is started again.",  # noqa: E501
        data="No data is concerned: this runs only on an instance that is marked as having nothing of value.",
    ),
    Code.PAIR_NOT_DISPOSABLE: CatalogueEntry(
        code=Code.PAIR_NOT_DISPOSABLE,
        name="PairNotDisposable",
        outcome="refused",
        exit_code=11,
        sentence="On a node that should have nothing but the test group is something else.",
        remedy="Nothing was changed. Use a pair of new instances with one instance of SQL Server each, and one database and one Availability Group in them, both called disposable_trial.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.PAIR_NOT_READY: CatalogueEntry(
        code=Code.PAIR_NOT_READY,
        name="PairNotReady",
        outcome="refused",
        exit_code=10,
        sentence="The test group isn't as the tries need it.",
        remedy="Nothing was changed. Make what the message names right, then start CacheWarden-RecordPairFacts again for the node that is the secondary.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.PAIR_TRIES_CUT_OFF: CatalogueEntry(
        code=Code.PAIR_TRIES_CUT_OFF,
        name="PairTriesCutOff",
        outcome="partial",
        exit_code=30,
        sentence="A step of the tries on the test database didn't succeed.",
        remedy="The facts that were seen are printed. Drop the copy of disposable_trial on this node by hand, let the primary seed it anew, and start CacheWarden-RecordPairFacts again, or use a new pair. The database's file may be beside its place, under its name with .trial behind.",  # noqa: E501
        data="No data is concerned: this runs only on an instance that is marked as having nothing of value.",
    ),
    Code.GOAL_REACHED: CatalogueEntry(
        code=Code.GOAL_REACHED,
        name="GoalReached",
        outcome="done",
        exit_code=0,
        sentence="The goal is observed to be reached.",
        remedy="No step is left. What was done is listed with its times.",
        data="Yes.",
    ),
    Code.NEXT_STEP: CatalogueEntry(
        code=Code.NEXT_STEP,
        name="NextStep",
        outcome="started",
        exit_code=0,
        sentence="The next step begins.",
        remedy="The execution in Step Functions shows the step.",
        data="Nothing was found to be wrong. CacheWarden waits, and judges anew what it sees then.",
    ),
    Code.WAITING_FOR_HOST: CatalogueEntry(
        code=Code.WAITING_FOR_HOST,
        name="WaitingForHost",
        outcome="retry",
        exit_code=20,
        sentence="A node hasn't reported yet.",
        remedy="CacheWarden looks again until the wait ends, and then says why it did.",
        data="Nothing was found to be wrong. CacheWarden waits, and judges anew what it sees then.",
    ),
    Code.WAITING_FOR_WORKER: CatalogueEntry(
        code=Code.WAITING_FOR_WORKER,
        name="WaitingForWorker",
        outcome="retry",
        exit_code=20,
        sentence="A host moves its cache.",
        remedy="CacheWarden looks again; the message names bytes and rate. Don't stop the instance meanwhile.",
        data="Yes, as far as was seen, and as long as the instance isn't stopped. Part of the cache may still be on the instance-store disk: a restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.WAITING_FOR_EC2: CatalogueEntry(
        code=Code.WAITING_FOR_EC2,
        name="WaitingForEc2",
        outcome="retry",
        exit_code=20,
        sentence="EC2 is starting or stopping the instance.",
        remedy="CacheWarden looks again until EC2 reports the state.",
        data="Nothing was found to be wrong. CacheWarden waits, and judges anew what it sees then.",
    ),
    Code.WAITING_FOR_SYNCHRONIZATION: CatalogueEntry(
        code=Code.WAITING_FOR_SYNCHRONIZATION,
        name="WaitingForSynchronization",
        outcome="retry",
        exit_code=20,
        sentence="A replica is catching up.",
        remedy="CacheWarden looks again; until then the databases have one synchronized copy less.",
        data="There is one copy less: the other replicas have the databases until those of this node are SYNCHRONIZED again.",  # noqa: E501
    ),
    Code.LOOKING_AGAIN: CatalogueEntry(
        code=Code.LOOKING_AGAIN,
        name="LookingAgain",
        outcome="retry",
        exit_code=20,
        sentence="The evidence is too old or incomplete to act on.",
        remedy="CacheWarden observes the nodes again before it acts.",
        data="Nothing was found to be wrong. CacheWarden waits, and judges anew what it sees then.",
    ),
    Code.PREFLIGHT_PASSED: CatalogueEntry(
        code=Code.PREFLIGHT_PASSED,
        name="PreflightPassed",
        outcome="done",
        exit_code=0,
        sentence="All guards of a planned stop are satisfied.",
        remedy="A stop may be asked for. It repeats all guards, since they hold for the moment only.",
        data="Nothing was changed and stop protection is on. What was examined is in the reason above.",
    ),
    Code.STOPPED_WITHOUT_CACHE: CatalogueEntry(
        code=Code.STOPPED_WITHOUT_CACHE,
        name="StoppedWithoutCache",
        outcome="done",
        exit_code=0,
        sentence="The node is stopped; its cache could not be read any more and was not evacuated.",
        remedy="Start it with CacheWarden-StartInstance: it gets another disk, its storage is rebuilt, and its databases are seeded again from the primary.",  # noqa: E501
        data="Not on this node: its cache could not be read any more. The other replicas' copies count until it is started and seeded again.",  # noqa: E501
    ),
    Code.STOPPED_UNEXAMINED: CatalogueEntry(
        code=Code.STOPPED_UNEXAMINED,
        name="StoppedUnexamined",
        outcome="done",
        exit_code=0,
        sentence="The node is stopped, so no guard of a planned stop was examined.",
        remedy="Start CacheWarden-StartInstance when it should serve again: its storage is examined then. Afterwards CacheWarden-Preflight says whether it could be stopped safely.",  # noqa: E501
        data="Nothing was changed, and stop protection is on. Whether its data drive is whole isn't known before it runs.",  # noqa: E501
    ),
    Code.IDENTITY_DISAGREES: CatalogueEntry(
        code=Code.IDENTITY_DISAGREES,
        name="IdentityDisagrees",
        outcome="refused",
        exit_code=11,
        sentence="The nodes don't agree on which cluster they are.",
        remedy="Correct the tag cachewarden:cluster: it must group exactly the nodes of one failover cluster. Take the tag off an instance that was replaced, or that is a copy of a node (docs/lost-nodes.md).",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.REPLICA_UNKNOWN: CatalogueEntry(
        code=Code.REPLICA_UNKNOWN,
        name="ReplicaUnknown",
        outcome="refused",
        exit_code=11,
        sentence="A replica or cluster node belongs to no instance that CacheWarden knows.",
        remedy="Tag the missing instance with the cluster's name and cachewarden:managed=true, and start CacheWarden-InstallHost for it. If CacheWarden is not to act on it (in another region, on-premises, a vote only), name its computer in the tag cachewarden:outside of the node that is to be stopped.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.PARTNER_DOWN: CatalogueEntry(
        code=Code.PARTNER_DOWN,
        name="PartnerDown",
        outcome="refused",
        exit_code=11,
        sentence="Another node of the cluster is down or can't be asked.",
        remedy="Bring that node back into service first, then ask again. CacheWarden takes a second node of a cluster out of service only where a person stops the whole cluster. If EC2 will stop this node within a day and the other one, which is stopped, can't be started in time, the last resort is the consent 'evacuate-in-place' (tag cachewarden:consent).",  # noqa: E501
        data="Unknown: another node is down, behind or can't be asked, so this node may hold the only complete copy. Keep this node running.",  # noqa: E501
    ),
    Code.PARTNER_BUSY: CatalogueEntry(
        code=Code.PARTNER_BUSY,
        name="PartnerBusy",
        outcome="refused",
        exit_code=10,
        sentence="Another node of the cluster is moving its cache or isn't whole.",
        remedy="Wait until it is back in service.",
        data="Unknown: another node is down, behind or can't be asked, so this node may hold the only complete copy. Keep this node running.",  # noqa: E501
    ),
    Code.TARGET_NOT_READY: CatalogueEntry(
        code=Code.TARGET_NOT_READY,
        name="TargetNotReady",
        outcome="refused",
        exit_code=11,
        sentence="No replica can take over without data loss.",
        remedy="Wait until a synchronous replica is SYNCHRONIZED in every database; resume suspended databases. Where the only other replicas are asynchronous, an approver can start CacheWarden-AcceptAsynchronousAndStopInstance; where approvers are deployed, CacheWarden-RequestAsynchronousAndStopInstance asks them. If EC2 will stop this node within a day and no replica gets ready in time, the last resort is the consent 'evacuate-in-place' (tag cachewarden:consent).",  # noqa: E501
        data="Unknown: another node is down, behind or can't be asked, so this node may hold the only complete copy. Keep this node running.",  # noqa: E501
    ),
    Code.QUORUM_MARGIN: CatalogueEntry(
        code=Code.QUORUM_MARGIN,
        name="QuorumMargin",
        outcome="refused",
        exit_code=11,
        sentence="The failover cluster would be left without a majority.",
        remedy="Repair quorum; add a witness. Where the message names a computer whose instance is gone, evict it: Remove-ClusterNode on a node that is left.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.GROUP_KIND_UNSUPPORTED: CatalogueEntry(
        code=Code.GROUP_KIND_UNSUPPORTED,
        name="GroupKindUnsupported",
        outcome="refused",
        exit_code=11,
        sentence="An Availability Group of this kind isn't handled.",
        remedy="Move its roles by hand; distributed, read-scale and external groups are out of scope.",
        data="As it was: no operation was started for this.",
    ),
    Code.STORAGE_NOT_PLANNABLE: CatalogueEntry(
        code=Code.STORAGE_NOT_PLANNABLE,
        name="StorageNotPlannable",
        outcome="refused",
        exit_code=11,
        sentence="From this state of the storage the cache can't be evacuated.",
        remedy="Read the state in the message. EMPTY: build the storage with CacheWarden-InitializeStorage. CACHE_LOST or DETACHED: start CacheWarden-StartInstance. A cache disk gone in the middle of a move: docs/storage-growth.md#lost-between. AMBIGUOUS, because the node has no inventory or a person changed the pool on purpose: start CacheWarden-AdoptStorage. Another pool of EBS volumes and instance-store disks: move its files to an EBS volume outside of it and remove the pool. A code of a move: do what it says. For any other state do first what the reasons say.",  # noqa: E501
        data="Unknown: the storage of this node isn't whole, or can't be read. Don't stop, reboot or rebuild anything before you have read the reason.",  # noqa: E501
    ),
    Code.REQUIRED_SYNCHRONIZED: CatalogueEntry(
        code=Code.REQUIRED_SYNCHRONIZED,
        name="RequiredSynchronized",
        outcome="refused",
        exit_code=11,
        sentence="Commits would stall without this node.",
        remedy="Bring another synchronous replica up. Or give the consent 'fewer-copies': an approver starts CacheWarden-AcceptFewerCopiesAndStopInstance, which lowers REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT until the node is back; where approvers are deployed, CacheWarden-RequestFewerCopiesAndStopInstance asks them.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.PERMISSIONS_MISSING: CatalogueEntry(
        code=Code.PERMISSIONS_MISSING,
        name="PermissionsMissing",
        outcome="refused",
        exit_code=11,
        sentence="The observing account lacks rights in SQL Server, so its report may be incomplete.",
        remedy="Start CacheWarden-GrantRights on every node: it prints the T-SQL that a member of sysadmin runs there.",
        data="As it was: no operation was started for this.",
    ),
    Code.ONLY_COPY: CatalogueEntry(
        code=Code.ONLY_COPY,
        name="OnlyCopy",
        outcome="refused",
        exit_code=11,
        sentence="No other server has all databases of the node; stopping it is an outage.",
        remedy="Put the databases into an Availability Group that has a replica elsewhere: CacheWarden-BuildAvailabilityGroup builds one, and takes a new node into one. Or give the consent 'outage' if the outage is wanted: start CacheWarden-AcceptOutageAndStopInstance, or set the tag cachewarden:consent and ask again. Where approvers are deployed, CacheWarden-RequestOutageAndStopInstance asks them.",  # noqa: E501
        data="This node holds the only copy that is known. Stop it only with a backup.",
    ),
    Code.SYSTEM_DATABASES_ON_CACHE: CatalogueEntry(
        code=Code.SYSTEM_DATABASES_ON_CACHE,
        name="SystemDatabasesOnCache",
        outcome="refused",
        exit_code=11,
        sentence="System databases lie on the cached volume or a drive on instance store.",
        remedy="Move master, model and msdb to a plain EBS volume.",
        data="Yes, as long as the instance isn't stopped: system databases lie where a lost cache or a stop destroys them. Nothing was changed.",  # noqa: E501
    ),
    Code.NOT_OBSERVABLE: CatalogueEntry(
        code=Code.NOT_OBSERVABLE,
        name="NotObservable",
        outcome="refused",
        exit_code=10,
        sentence="The node doesn't report what must be known.",
        remedy="Check the SSM Agent, the instance profile and the endpoints. Windows Server 2025 that stops at every boot since its cache was lost, while another node has the databases: start CacheWarden-AcceptDetachedPoolAndStartInstance.",  # noqa: E501
        data="Unknown: the storage of this node isn't whole, or can't be read. Don't stop, reboot or rebuild anything before you have read the reason.",  # noqa: E501
    ),
    Code.OPTED_OUT: CatalogueEntry(
        code=Code.OPTED_OUT,
        name="OptedOut",
        outcome="refused",
        exit_code=10,
        sentence="The instance isn't opted in.",
        remedy="Start CacheWarden-OptIn for it, or tag it cachewarden:managed=true. Then ask again.",
        data="As it was: no operation was started for this.",
    ),
    Code.USER_DATABASES_ON_TEMPDB: CatalogueEntry(
        code=Code.USER_DATABASES_ON_TEMPDB,
        name="UserDatabasesOnTempdb",
        outcome="refused",
        exit_code=11,
        sentence="User databases lie on a drive on instance store, which a stop destroys.",
        remedy="Move their files to the data volume (D:) or another EBS volume, or drop them, and ask again.",
        data="Yes, as long as the instance isn't stopped: a stop destroys the files that the message names.",
    ),
    Code.HOST_CLOCK_WRONG: CatalogueEntry(
        code=Code.HOST_CLOCK_WRONG,
        name="HostClockWrong",
        outcome="refused",
        exit_code=11,
        sentence="A node's clock, or its record of fencing tokens, is wrong.",
        remedy="Compare the node's clock with the real time (w32tm /query /status) and correct it. If it is right, an administrator of the node wrote the record C:\\ProgramData\\CacheWarden\\token.json: find out who. Other nodes work on meanwhile, and the node forgets the token by itself.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.FACT_UNKNOWN: CatalogueEntry(
        code=Code.FACT_UNKNOWN,
        name="FactUnknown",
        outcome="refused",
        exit_code=11,
        sentence="A fact that a safe stop depends on couldn't be observed.",
        remedy="Make the fact that the message names observable, then ask again. Start SQL Server on the node, or give the consent 'unknown-files' with the tag cachewarden:consent on the node; grant its observer the rights that CacheWarden-GrantRights prints.",  # noqa: E501
        data="Unknown: the fact that couldn't be observed is one on which data may depend. Nothing was changed.",
    ),
    Code.STRANGER_IN_CLUSTER: CatalogueEntry(
        code=Code.STRANGER_IN_CLUSTER,
        name="StrangerInCluster",
        outcome="done",
        exit_code=0,
        sentence="An instance carries the cluster's tag but isn't one of its nodes.",
        remedy="Take the tag cachewarden:cluster off that instance, or correct it. It was left alone and held nothing up.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.RESEED_RIGHT_MISSING: CatalogueEntry(
        code=Code.RESEED_RIGHT_MISSING,
        name="ReseedRightMissing",
        outcome="done",
        exit_code=0,
        sentence="A node that loses its cache couldn't be reseeded, since the right to remove lost databases is missing.",  # noqa: E501
        remedy="Start CacheWarden-GrantRights on the node: it prints the T-SQL that a member of sysadmin runs there. No operation waits for it now; a rebuild would be refused.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.FAILOVER_TAKES_TOO_LONG: CatalogueEntry(
        code=Code.FAILOVER_TAKES_TOO_LONG,
        name="FailoverTakesTooLong",
        outcome="refused",
        exit_code=10,
        sentence="A failover would lose no data, but writes would wait too long: the target still redoes what it has received.",  # noqa: E501
        remedy="Ask again when less is written, or allow more seconds with the tag cachewarden:max-redo (at most 15m) on the node. If EC2 will stop it within a day and that isn't enough, the last resort is the consent 'evacuate-in-place' (tag cachewarden:consent).",  # noqa: E501
        data="Yes: no commit would be lost, writes would just wait. Nothing was changed.",
    ),
    Code.LOG_WOULD_FILL: CatalogueEntry(
        code=Code.LOG_WOULD_FILL,
        name="LogWouldFill",
        outcome="refused",
        exit_code=11,
        sentence="The primary can't cut its transaction log while a node is away or its databases are seeded, and the log would be full first.",  # noqa: E501
        remedy="Make room for the log. Before a stop take log backups, or say with the tag cachewarden:max-away (30m count at least) that the node stays away for less time. While databases are seeded, or where the node stays away for long, take its replica out of the group.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.LOG_BACKUP_TOO_OLD: CatalogueEntry(
        code=Code.LOG_BACKUP_TOO_OLD,
        name="LogBackupTooOld",
        outcome="refused",
        exit_code=11,
        sentence="While the node is away all commits would live on one node only, and their last log backup is too old.",  # noqa: E501
        remedy="Take a log backup of every database of the group, then ask again; or give the consent 'no-log-backup' with the tag cachewarden:consent on the node.",  # noqa: E501
        data="Yes now. While the node is away a loss of the primary would cost all commits since the last log backup.",
    ),
    Code.HOST_NOT_PREPARED: CatalogueEntry(
        code=Code.HOST_NOT_PREPARED,
        name="HostNotPrepared",
        outcome="refused",
        exit_code=11,
        sentence="The node itself would refuse to move its cache.",
        remedy="An administrator starts CacheWarden-InstallHost for this node; if its folder is named, look first at what the message says of it. Nothing was changed: SQL Server runs on.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.HOST_TASK_CHANGED: CatalogueEntry(
        code=Code.HOST_TASK_CHANGED,
        name="HostTaskChanged",
        outcome="done",
        exit_code=0,
        sentence="A scheduled task of CacheWarden on a node isn't as it was installed.",
        remedy="An administrator starts CacheWarden-InstallHost for this node: it registers the task anew. Without the task the node doesn't come up by itself, or can't move its cache.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.LOG_BACKUPS_WOULD_STOP: CatalogueEntry(
        code=Code.LOG_BACKUPS_WOULD_STOP,
        name="LogBackupsWouldStop",
        outcome="done",
        exit_code=0,
        sentence="The group wants its backups on a secondary only, and the node is its last one: while it is away backup jobs that follow the preference take none.",  # noqa: E501
        remedy="Set AUTOMATED_BACKUP_PREFERENCE to SECONDARY or PRIMARY, or take log backups on the primary while the node is away.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.LOG_FILLS_WHILE_AWAY: CatalogueEntry(
        code=Code.LOG_FILLS_WHILE_AWAY,
        name="LogFillsWhileAway",
        outcome="done",
        exit_code=0,
        sentence="A node is away, and the primary's transaction log, which waits for it, runs full soon.",
        remedy="Start CacheWarden-StartInstance for the node that is away. If it can't come back in time, an administrator takes its replica out of the group with CacheWarden-RemoveReplicas, started for the primary's node with the ids that the message names: the log can be cut then, and the replica is added and seeded anew later. For an instance that is gone for good it is CacheWarden-AcceptForgetReplicaAndStartInstance.",  # noqa: E501
        data="Nothing is lost by this. When the log is full the primary takes no more writes.",
    ),
    Code.DISKS_TAKEN_AT_START: CatalogueEntry(
        code=Code.DISKS_TAKEN_AT_START,
        name="DisksTakenAtStart",
        outcome="done",
        exit_code=0,
        sentence="Amazon's launch agent partitions blank disks, or gives drive letters anew, when a node starts.",
        remedy="After a stop the new instance-store disks would be taken before cache and tempdb drive can use them. The scheduled task Disk Initialization of EC2Launch v1: an administrator starts CacheWarden-InstallHost, which disables it. The task initializeVolume of EC2Launch v2: the same document makes comments of it where it takes all disks, has the documented form and isn't alone in its list. Otherwise take it out of agent-config.yml, and out of the user data, or leave the instance store and the letters of CacheWarden's drives out of its list.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.AWAY_TOO_LONG: CatalogueEntry(
        code=Code.AWAY_TOO_LONG,
        name="AwayTooLong",
        outcome="done",
        exit_code=0,
        sentence="A node is away for longer than its owner allows.",
        remedy="Start CacheWarden-StartInstance for it, or allow more with the tag cachewarden:max-away. If it stays away for long, an administrator takes its replica out of the group with CacheWarden-RemoveReplicas: its primaries keep their transaction logs for it until then.",  # noqa: E501
        data="There is one copy less: the other replicas have the databases until those of this node are SYNCHRONIZED again.",  # noqa: E501
    ),
    Code.PRIMARY_OUTSIDE: CatalogueEntry(
        code=Code.PRIMARY_OUTSIDE,
        name="PrimaryOutside",
        outcome="refused",
        exit_code=11,
        sentence="A group of the node is led by a replica outside of CacheWarden.",
        remedy="Fail the group over to one of the nodes that CacheWarden knows, without force, then ask again. Where a forced failover suspended their databases, find out first which copy has the commits that you need.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.CACHE_UNREADABLE: CatalogueEntry(
        code=Code.CACHE_UNREADABLE,
        name="CacheUnreadable",
        outcome="refused",
        exit_code=11,
        sentence="The disk with the node's write-back cache doesn't answer any more, so the cache can't be evacuated.",
        remedy="Restart Windows first: that keeps what is on the disk, and may bring it back. If it doesn't come back within half an hour, and another node has the databases, set the consent 'unreadable-cache' with the tag cachewarden:consent on the node and start CacheWarden-CycleInstance: it gets another disk, is rebuilt and seeded again.",  # noqa: E501
        data="Not on this node, as far as can be seen: its cache can't be read. The other replicas' copies count. Keep this node running until you have read the reason.",  # noqa: E501
    ),
    Code.SHUT_DOWN_OFFERED: CatalogueEntry(
        code=Code.SHUT_DOWN_OFFERED,
        name="ShutDownOffered",
        outcome="done",
        exit_code=0,
        sentence="A node's Start menu offers to shut Windows down.",
        remedy="Whoever shuts Windows down destroys the cache; a restart doesn't. An administrator starts CacheWarden-InstallHost for this node, which hides the entry. If this stays, a policy of yours sets it: hide it there (Start/HideShutDown).",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.WORK_WOULD_BE_CUT: CatalogueEntry(
        code=Code.WORK_WOULD_BE_CUT,
        name="WorkWouldBeCut",
        outcome="refused",
        exit_code=11,
        sentence="A backup, a consistency check, a restore or a seeding runs that the stop, or the failover, would cut off.",  # noqa: E501
        remedy="Ask again when it has ended, or let its owner end it first. Where it runs on the node itself and may be cut off, give the consent 'cut-work' with the tag cachewarden:consent on the node, and ask again. Nothing was changed.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.APPROVAL_DOES_NOT_COUNT: CatalogueEntry(
        code=Code.APPROVAL_DOES_NOT_COUNT,
        name="ApprovalDoesNotCount",
        outcome="refused",
        exit_code=10,
        sentence="A document that asks approvers was started, and no approval of it counts.",
        remedy="Nothing was changed. If it is still wanted, start the document named in the message again and have another person approve it, who is one of the deployment's approvers. Where the record can't be read, an approver starts the document of the same name with Accept in the place of Request.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.WHOLE_CLUSTER_NEEDS_CONSENT: CatalogueEntry(
        code=Code.WHOLE_CLUSTER_NEEDS_CONSENT,
        name="WholeClusterNeedsConsent",
        outcome="refused",
        exit_code=11,
        sentence="Stopping all nodes of a cluster takes all of its databases out of service; that needs consent.",
        remedy="Give the consent 'whole-cluster' if that is wanted: start CacheWarden-AcceptWholeClusterAndStopCluster for one of its nodes. Where approvers are deployed, CacheWarden-RequestWholeClusterAndStopCluster asks them. Nothing was changed.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.CLUSTER_NOT_WHOLE: CatalogueEntry(
        code=Code.CLUSTER_NOT_WHOLE,
        name="ClusterNotWhole",
        outcome="refused",
        exit_code=11,
        sentence="A node of the cluster isn't running while the cluster is to be stopped as a whole.",
        remedy="Start CacheWarden-StartCluster for one of its nodes: it brings all of them into service. Then ask again.",  # noqa: E501
        data="Unknown: another node is down, behind or can't be asked, so this node may hold the only complete copy. Keep this node running.",  # noqa: E501
    ),
    Code.CLUSTER_REACHES_OUTSIDE: CatalogueEntry(
        code=Code.CLUSTER_REACHES_OUTSIDE,
        name="ClusterReachesOutside",
        outcome="refused",
        exit_code=11,
        sentence="The cluster isn't stopped as a whole: a group of it has a synchronous replica outside of CacheWarden.",  # noqa: E501
        remedy="Make that replica asynchronous for as long as the cluster is stopped, take it out of the group, or opt its node in and take its name out of the tag cachewarden:outside. Nothing was changed.",  # noqa: E501
        data="As it was: no operation was started for this.",
    ),
    Code.TEMPDB_WOULD_NOT_FIT: CatalogueEntry(
        code=Code.TEMPDB_WOULD_NOT_FIT,
        name="TempdbWouldNotFit",
        outcome="done",
        exit_code=0,
        sentence="The tempdb drive of a node has less room than tempdb's files need at SQL Server's next start.",
        remedy="Nothing is held up now, but SQL Server wouldn't be started again (CW2045). Delete what else lies on the tempdb drive, set smaller sizes of tempdb's files with ALTER DATABASE, or use an instance type with larger instance-store disks.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.SNAPSHOT_LACKS_CACHE: CatalogueEntry(
        code=Code.SNAPSHOT_LACKS_CACHE,
        name="SnapshotLacksCache",
        outcome="done",
        exit_code=0,
        sentence="A snapshot of a node's EBS volumes was taken while its write-back cache was on NVMe.",
        remedy="The data drive can't be restored from such a snapshot, AMI or backup, since nothing of what only the cache holds is in it. Keep SQL Server backups of every database; docs/backups.md says how to take snapshots that can be restored.",  # noqa: E501
        data="What is on the node isn't harmed by this. The snapshot is of no use for the data drive.",
    ),
    Code.MODES_FORGOTTEN: CatalogueEntry(
        code=Code.MODES_FORGOTTEN,
        name="ModesForgotten",
        outcome="done",
        exit_code=0,
        sentence="A node that CacheWarden stopped comes back, and the lease table doesn't know which modes its replicas had.",  # noqa: E501
        remedy="The table was lost, or restored to a point before the stop. Compare the failover mode of the node's replicas with what it should be, and set it in SQL Server. Until then no automatic failover goes to this node.",  # noqa: E501
        data="No data is concerned. Automatic failover may be off where it was on.",
    ),
    Code.VOLUME_ROLES_UNCLEAR: CatalogueEntry(
        code=Code.VOLUME_ROLES_UNCLEAR,
        name="VolumeRolesUnclear",
        outcome="refused",
        exit_code=11,
        sentence="The tags of the EBS volumes don't say which of them are the pool's.",
        remedy="The message names the volume. Set the tag cachewarden:role on every EBS volume of the instance but the root: data, swap (one volume) or other. Where CacheWarden-InitializeStorage refused, start it again with the roles from tags, and name no volume. Nothing was changed.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.TYPE_DOES_NOT_FIT: CatalogueEntry(
        code=Code.TYPE_DOES_NOT_FIT,
        name="TypeDoesNotFit",
        outcome="refused",
        exit_code=10,
        sentence="The instance type that was asked for can't be given to this node.",
        remedy="Choose another type, then start CacheWarden-ResizeInstance again: the message names what stands against this one. A type fits that the node's zone has, of the same architecture, on Nitro where the node is, with as many network interfaces and addresses as the node uses; of a capacity reservation, the type that it reserves (docs/instance-types.md). Nothing was changed.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.TYPE_LACKS_DISKS: CatalogueEntry(
        code=Code.TYPE_LACKS_DISKS,
        name="TypeLacksDisks",
        outcome="refused",
        exit_code=10,
        sentence="The instance type that was asked for hasn't the NVMe disks that this node needs.",
        remedy="Nothing was changed. One NVMe disk must hold the cache and, where there is a tempdb drive, the others tempdb's files. Choose such a type and start CacheWarden-ResizeInstance again (docs/instance-types.md). Of a stopped node only its former type tells what it needs: start CacheWarden-StartInstance first, if that type can be had.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.STOP_MIGHT_DESTROY: CatalogueEntry(
        code=Code.STOP_MIGHT_DESTROY,
        name="StopMightDestroy",
        outcome="refused",
        exit_code=11,
        sentence="A stop of the node might destroy what lies on its instance store.",
        remedy="The message names it. Databases, backups and other files: move them to EBS, or delete what you no longer need; switch a buffer pool extension there off (ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF). On a node without a write cache a tempdb drive needs a scheduled task that makes it again when Windows starts; where SQL Server doesn't run, start it, so that it says where its files are. Where it can't start, read its ERRORLOG: CacheWarden doesn't repair a node without a write cache, and refuses its stop until SQL Server runs. One that is to have a write cache: CacheWarden-InitializeStorage (docs/without-write-cache.md).",  # noqa: E501
        data="Yes, as long as the instance isn't stopped: a stop destroys what the message names.",
    ),
    Code.SNAPSHOT_NOT_POSSIBLE: CatalogueEntry(
        code=Code.SNAPSHOT_NOT_POSSIBLE,
        name="SnapshotNotPossible",
        outcome="refused",
        exit_code=10,
        sentence="CacheWarden takes no snapshots of this node.",
        remedy="Nothing was changed. A node that doesn't run: start CacheWarden-StartInstance, then CacheWarden-SnapshotNode again. A node without a write cache: take the snapshots with EC2, AWS Backup or Data Lifecycle Manager while it serves; they lack nothing.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.SNAPSHOT_SETS_MIXED: CatalogueEntry(
        code=Code.SNAPSHOT_SETS_MIXED,
        name="SnapshotSetsMixed",
        outcome="done",
        exit_code=0,
        sentence="The EBS volumes of a node were made from different sets of snapshots.",
        remedy="A storage pool made of such volumes can look healthy while its data is inconsistent. Don't use this node: create all its volumes from one set (docs/backups.md). If the pool was built anew after the volumes were attached, nothing needs to be done.",  # noqa: E501
        data="Not on this node, unless its pool was built anew on these volumes. The snapshots and the node that they were taken of are unchanged.",  # noqa: E501
    ),
    Code.ACT_NOT_DEPLOYED: CatalogueEntry(
        code=Code.ACT_NOT_DEPLOYED,
        name="ActNotDeployed",
        outcome="refused",
        exit_code=11,
        sentence="A Command document has no deployed version to send, or its default version isn't the deployed one.",
        remedy="The command was not sent. During a deployment, wait until it has ended and try again. Otherwise find in CloudTrail who changed the document that the message names or its default version, or deleted a version. If the message names a version as deployed, make it the default again; if it says that no version is the deployed one, restore the content (docs/security.md#restore-document). Then try again. If an operation left the node out of service, start CacheWarden-StartInstance.",  # noqa: E501
        data="The command wasn't sent and changed nothing. If an operation had begun before, its earlier steps stand: the message says which.",  # noqa: E501
    ),
    Code.SNAPSHOTS_NOT_TAKEN: CatalogueEntry(
        code=Code.SNAPSHOTS_NOT_TAKEN,
        name="SnapshotsNotTaken",
        outcome="refused",
        exit_code=11,
        sentence="The snapshots that come before a rebuild could not be taken.",
        remedy="Nothing was changed on the node. Read the reason in the message: a quota of snapshots, a right on the customer key of a volume, or a volume that just changes. Then start the document again.",  # noqa: E501
        data="Nothing was changed: what the node's EBS volumes hold is as it was. Whether the databases serve depends on the other nodes.",  # noqa: E501
    ),
    Code.SNAPSHOT_NOT_DELETED: CatalogueEntry(
        code=Code.SNAPSHOT_NOT_DELETED,
        name="SnapshotNotDeleted",
        outcome="done",
        exit_code=0,
        sentence="A snapshot from before a rebuild could not be deleted.",
        remedy="The snapshot stays and costs; CacheWarden doesn't try again. Read the reason in the message: where an AMI uses the snapshot, or it is locked, keep it or delete it yourself when that has ended.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.NOTHING_TO_FAIL_OVER: CatalogueEntry(
        code=Code.NOTHING_TO_FAIL_OVER,
        name="NothingToFailOver",
        outcome="refused",
        exit_code=10,
        sentence="AWS reboots a node whose roles can't move off before.",
        remedy="Nothing was changed. Read the reason. Databases that no Availability Group holds elsewhere are out of service while the node reboots: tell who uses them. An instance-reboot keeps the cache, and the node comes back by itself. A system-reboot moves the instance to another host, by AWS's word with the cache: where no other server has the databases, back them up before. To rule a system-reboot out, give the consent 'outage': start CacheWarden-AcceptOutageAndStopInstance, then CacheWarden-StartInstance. Where EC2 shows a deadline, either reboot can be moved there. A reboot of your own does no maintenance, and an instance-reboot is still to come after it; one through EC2 may carry out a system-reboot.",  # noqa: E501
        data="Nothing was changed. An instance-reboot keeps what is on the instance-store disk, and AWS says the same of a system-reboot; committed transactions are on the data drive.",  # noqa: E501
    ),
    Code.PARTNER_GOES_DOWN_TOO: CatalogueEntry(
        code=Code.PARTNER_GOES_DOWN_TOO,
        name="PartnerGoesDownToo",
        outcome="refused",
        exit_code=11,
        sentence="AWS takes the replicas down that could take the roles over, at about the same time.",
        remedy="Move one of the events where EC2 shows a deadline for it (aws ec2 modify-instance-event-start-time): the other node's reboot must begin over an hour after this node's; its stop or retirement over an hour after the latest time of this node's reboot. Otherwise wait: CacheWarden tries again every half hour, and the roles move once the other node has been rebooted and is SYNCHRONIZED. If both nodes may go down at once, tell who uses the databases. Nothing was changed.",  # noqa: E501
        data="Nothing was changed. An instance-reboot keeps what is on the instance-store disk, and AWS says the same of a system-reboot; a stop or retirement by AWS doesn't.",  # noqa: E501
    ),
    Code.NO_REBOOT_COMES: CatalogueEntry(
        code=Code.NO_REBOOT_COMES,
        name="NoRebootComes",
        outcome="refused",
        exit_code=10,
        sentence="EC2 shows no reboot of the node that is still to come within the hour, so nothing fails over for it.",
        remedy="Do nothing: the reboot is over, cancelled, or was moved. If it was moved, CacheWarden fails over in the hour before its new time. Roles that had moved already stay where they are; to move them back start CacheWarden-FailOverAvailabilityGroups for the node.",  # noqa: E501
        data="As it was: no data is touched by a failover that isn't done. Where some groups had moved before, all their commits moved with them.",  # noqa: E501
    ),
    Code.NO_CACHE_LOST: CatalogueEntry(
        code=Code.NO_CACHE_LOST,
        name="NoCacheLost",
        outcome="refused",
        exit_code=11,
        sentence="The node's storage shows no lost cache, so it isn't rebuilt.",
        remedy="Nothing was changed, and no snapshot was taken. The message says what the storage is. Where it is starting, wait some minutes and start CacheWarden-RebuildStorage again. A node that is out of service: start CacheWarden-StartInstance, which finds out what is needed.",  # noqa: E501
        data="As it was: this changed nothing. The code says nothing more about the storage.",
    ),
    Code.DEPLOYED_MEANWHILE: CatalogueEntry(
        code=Code.DEPLOYED_MEANWHILE,
        name="DeployedMeanwhile",
        outcome="refused",
        exit_code=11,
        sentence="A Command document changed while a document that sends it ran, and what is deployed now is its default version.",  # noqa: E501
        remedy="The command was not sent. A deployment does this: once it has ended, start the same document again; it sends what is deployed now. If you know of no deployment at that time, find in CloudTrail who changed the document first.",  # noqa: E501
        data="The command wasn't sent and changed nothing. Earlier steps of the same document stand: its outputs say what they changed.",  # noqa: E501
    ),
    Code.INSTANCE_NOT_SUITABLE: CatalogueEntry(
        code=Code.INSTANCE_NOT_SUITABLE,
        name="InstanceNotSuitable",
        outcome="refused",
        exit_code=11,
        sentence="The instance was launched in a way in which CacheWarden can't operate it.",
        remedy="No operation was begun. Before its host may go: set cachewarden:snooze-until, then start CacheWarden-StopSqlServer and CacheWarden-EvacuateCache, which take its cache off NVMe. For a SQL Server node launch an On-Demand instance with an EBS root volume. A member of an Auto Scaling group can stay if it is detached from the group. To give the instance up start CacheWarden-OptOut.",  # noqa: E501
        data="As it was: nothing was begun. A cache on its NVMe disks is lost when the instance is stopped, interrupted or replaced; EC2 refuses a stop only where the message says that CacheWarden keeps it stop-protected.",  # noqa: E501
    ),
    Code.SHUTDOWN_TERMINATES: CatalogueEntry(
        code=Code.SHUTDOWN_TERMINATES,
        name="ShutdownTerminates",
        outcome="refused",
        exit_code=11,
        sentence="A shutdown from inside Windows would terminate the instance.",
        remedy="Set the instance's shutdown behavior to Stop: in the console under Actions, Instance settings; or aws ec2 modify-instance-attribute --instance-id <id> --instance-initiated-shutdown-behavior stop. Then start CacheWarden-Preflight.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.VOLUMES_DELETED_ALONG: CatalogueEntry(
        code=Code.VOLUMES_DELETED_ALONG,
        name="VolumesDeletedAlong",
        outcome="done",
        exit_code=0,
        sentence="EC2 deletes EBS volumes beside the root when the instance is terminated.",
        remedy="Nothing is held up by it. Let the volumes outlive the instance: aws ec2 modify-instance-attribute --instance-id <id> --block-device-mappings, which sets their flag delete on termination to false by their device names.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.ALARM_LOSES_CACHE: CatalogueEntry(
        code=Code.ALARM_LOSES_CACHE,
        name="AlarmLosesCache",
        outcome="done",
        exit_code=0,
        sentence="A CloudWatch alarm recovers, stops or terminates a node by itself.",
        remedy="Recovery moves the instance to another host, and the cache on NVMe is lost with the old one; so it is by a stop. Take the EC2 action off the alarm, and let it send a message instead. CacheWarden-CycleInstance moves a node to another host without loss, as long as the node answers.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.STOPS_NOT_LOGGED: CatalogueEntry(
        code=Code.STOPS_NOT_LOGGED,
        name="StopsNotLogged",
        outcome="done",
        exit_code=0,
        sentence="No CloudTrail trail logs refused stops, so no event tells CacheWarden of them.",
        remedy="A Stop in the console stays refused and does nothing more, until a trail logs management write events in this region: make one, switch its logging on, or change its event selectors. Or deploy CacheWarden with its setting create_trail, which makes a trail. CacheWarden-StopInstance works without a trail.",  # noqa: E501
        data="As it was: a refused stop changes nothing. The nodes' protection doesn't depend on a trail.",
    ),
    Code.START_KEY_MISSING: CatalogueEntry(
        code=Code.START_KEY_MISSING,
        name="StartKeyMissing",
        outcome="done",
        exit_code=0,
        sentence="After a stop the node couldn't be started again: a key of its EBS volumes can't be used.",
        remedy="Nothing is held up by it, and a stop is safe; but the node then stays stopped. Name a customer key in kms_key_arns and deploy again. Where the key is disabled or about to be deleted, enable it or cancel its deletion in KMS. Where it isn't known whether it can be used, let the key's policy give the role of CacheWarden's observe function the right to describe it. Then start CacheWarden-Preflight again.",  # noqa: E501
        data="As it was: this only looked. A stop by CacheWarden stays safe; the node would stay stopped afterwards, and its databases would have one copy less meanwhile.",  # noqa: E501
    ),
    Code.START_LICENCE_MISSING: CatalogueEntry(
        code=Code.START_LICENCE_MISSING,
        name="StartLicenceMissing",
        outcome="done",
        exit_code=0,
        sentence="After a stop CacheWarden couldn't start the node again: it has a License Manager configuration that the deployment doesn't name.",  # noqa: E501
        remedy="Nothing is held up by it, and a stop is safe; but EC2 then refuses CacheWarden's start of the node. Name the configuration in license_configuration_arns and deploy again. Then start CacheWarden-Preflight again.",  # noqa: E501
        data="As it was: this only looked. A stop by CacheWarden stays safe; the node would stay stopped afterwards, and its databases would have one copy less meanwhile.",  # noqa: E501
    ),
    Code.START_RESERVATION_GONE: CatalogueEntry(
        code=Code.START_RESERVATION_GONE,
        name="StartReservationGone",
        outcome="done",
        exit_code=0,
        sentence="After a stop the node couldn't be started again: the capacity reservation that it must start in doesn't take it.",  # noqa: E501
        remedy="Nothing is held up by it, and a stop is safe; but the node then stays stopped. Give the reservation room, make a new one, or change the instance's Capacity Reservation setting in EC2 (it can be changed while the instance is stopped). Then start CacheWarden-Preflight again.",  # noqa: E501
        data="As it was: this only looked. A stop by CacheWarden stays safe; the node would stay stopped afterwards, and its databases would have one copy less meanwhile.",  # noqa: E501
    ),
    Code.START_QUOTA_TIGHT: CatalogueEntry(
        code=Code.START_QUOTA_TIGHT,
        name="StartQuotaTight",
        outcome="done",
        exit_code=0,
        sentence="The account's quota of vCPUs leaves less room than the node needs.",
        remedy="Nothing is held up by it. A stop gives the node's vCPUs back to the account; whatever else is started meanwhile can take them, and EC2 then refuses the node's start. Ask for a higher quota in Service Quotas (Amazon EC2, Running On-Demand Standard instances), or start nothing else in this region until the node runs again.",  # noqa: E501
        data="As it was: this only looked. A stop by CacheWarden stays safe; the node would stay stopped afterwards, and its databases would have one copy less meanwhile.",  # noqa: E501
    ),
    Code.SQL_START_MODE_WRONG: CatalogueEntry(
        code=Code.SQL_START_MODE_WRONG,
        name="SqlStartModeWrong",
        outcome="done",
        exit_code=0,
        sentence="A service of SQL Server has a start mode that doesn't suit a node whose drives CacheWarden makes ready.",  # noqa: E501
        remedy="Nothing is held up by it. Where it is Automatic, start CacheWarden-InstallHost: it makes SQL Server, its Agent and what depends on it Manual, since an automatic Agent starts SQL Server, too. Where it is Disabled, run Set-Service -StartupType Manual on the node for the service that the message names. CacheWarden starts it when its drives are there. Then start CacheWarden-Preflight again.",  # noqa: E501
        data="Nothing is lost by this alone. What was found would put data at risk at the next stop, start or failover.",  # noqa: E501
    ),
    Code.GRANTS_OUTDATED: CatalogueEntry(
        code=Code.GRANTS_OUTDATED,
        name="GrantsOutdated",
        outcome="done",
        exit_code=0,
        sentence="The procedure with which a node removes lost databases is of an older version of CacheWarden.",
        remedy="Start CacheWarden-GrantRights on the node: it prints the present script, which a member of sysadmin runs on each instance. No operation waits for it: a reseed goes on as before, without what the newer procedure checks besides.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.SQL_START_DISABLED: CatalogueEntry(
        code=Code.SQL_START_DISABLED,
        name="SqlStartDisabled",
        outcome="done",
        exit_code=0,
        sentence="A service of SQL Server is disabled on a node without a write cache.",
        remedy="Nothing is held up by it. CacheWarden starts no SQL Server on such a node. On the node run Set-Service -StartupType Automatic for the service that the message names: MSSQLSERVER, or MSSQL$ with the name of its instance. Where a start-up task of yours starts it after it has made a drive, set Manual instead. Then start CacheWarden-Preflight again.",  # noqa: E501
        data="As it was: this only looked. A stop by CacheWarden stays safe; SQL Server would stay down afterwards, and its databases would have one copy less meanwhile.",  # noqa: E501
    ),
    Code.CALL_DENIED: CatalogueEntry(
        code=Code.CALL_DENIED,
        name="CallDenied",
        outcome="refused",
        exit_code=11,
        sentence="EC2 denies CacheWarden a call without which the node can't be stopped or started.",
        remedy="Find the policy that denies the call to the role of CacheWarden's function operate-instance. Look at the account's service control policies, at a permissions boundary of the role, at the policy of the VPC endpoint for EC2, and at the role's own policy; where this was changed, deploy again. Where the start is denied and the message names a licence configuration, too, that is the reason (CW6187). CloudTrail shows the denied call with EC2's message, which often names the kind of policy. Then start CacheWarden-Preflight again.",  # noqa: E501
        data="As it was: this only looked, and changed nothing.",
    ),
    Code.REPLICA_GONE: CatalogueEntry(
        code=Code.REPLICA_GONE,
        name="ReplicaGone",
        outcome="refused",
        exit_code=11,
        sentence="A replica's instance is gone for good.",
        remedy="An approver starts CacheWarden-AcceptForgetReplicaAndStartInstance for a node that is left: the replica leaves its groups. Where approvers are deployed, CacheWarden-RequestForgetReplicaAndStartInstance asks them. Nothing is stopped while the replica counts in its group, and the primary keeps its transaction log for it until the log is full. How a new instance replaces it: docs/lost-nodes.md.",  # noqa: E501
        data="The replicas that are left have the databases; the lost one's copy counts no more, but keeps the primary's log.",  # noqa: E501
    ),
    Code.NO_REPLICA_GONE: CatalogueEntry(
        code=Code.NO_REPLICA_GONE,
        name="NoReplicaGone",
        outcome="refused",
        exit_code=11,
        sentence="No replica is proven to be gone for good, so none is forgotten.",
        remedy="No replica was removed. Read the reason for each computer. Where only time is missing, ask again after half an hour, or from the time on that the reason names. Where an instance doesn't answer and may be the lost one, bring it up so that it answers, or take its tag cachewarden:cluster off if it is no node of this cluster. Where nothing will prove it (nobody wrote down which instance it was, or cachewarden:outside names it) and you know that it never comes back, run ALTER AVAILABILITY GROUP ... REMOVE REPLICA ON ... on the primary yourself, then Remove-ClusterNode.",  # noqa: E501
        data="As it was: no replica was removed.",
    ),
    Code.REPLICA_NOT_FORGOTTEN: CatalogueEntry(
        code=Code.REPLICA_NOT_FORGOTTEN,
        name="ReplicaNotForgotten",
        outcome="refused",
        exit_code=11,
        sentence="A replica whose instance is gone stays in its group.",
        remedy="No replica was removed; read the reason. Where the consent 'forget-replica' doesn't cover the replica, or has ended, start CacheWarden-AcceptForgetReplicaAndStartInstance again. Where databases of the primary aren't ONLINE, bring them ONLINE first. Where the lost instance led the group, docs/lost-nodes.md says how a SYNCHRONIZED secondary is failed over by hand, and when not; CacheWarden never forces a failover. The lost instance's EBS volumes may still exist: keep them until then.",  # noqa: E501
        data="As it was: no replica was removed. The lost instance may have had the better copy.",
    ),
    Code.NODE_TO_EVICT: CatalogueEntry(
        code=Code.NODE_TO_EVICT,
        name="NodeToEvict",
        outcome="done",
        exit_code=0,
        sentence="A computer whose instance is gone is still a node of the failover cluster.",
        remedy="Its vote counts as one that is missing, which may refuse stops for want of a majority. Run Remove-ClusterNode -Name and the computer's name on a node that is left, and look at the witness: with an even number of nodes it is needed.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.MODES_WEAKENED: CatalogueEntry(
        code=Code.MODES_WEAKENED,
        name="ModesWeakened",
        outcome="done",
        exit_code=0,
        sentence="Replicas have weaker modes than when the cluster was last seen in service.",
        remedy="An asynchronous replica may lack the newest commits, and with MANUAL nothing fails over by itself. If the change wasn't intended, set the modes back on the primary with ALTER AVAILABILITY GROUP ... MODIFY REPLICA, and find out who changed them: the history of Systems Manager shows who started a document. If it was intended, do nothing: after seven days CacheWarden takes the modes for the owner's choice.",  # noqa: E501
        data="This touches neither databases nor the storage, and says nothing more about them.",
    ),
    Code.REQUIRED_NOT_PUT_BACK: CatalogueEntry(
        code=Code.REQUIRED_NOT_PUT_BACK,
        name="RequiredNotPutBack",
        outcome="done",
        exit_code=0,
        sentence="An Availability Group demands fewer synchronized secondaries than before CacheWarden stopped a node, and can't demand as many.",  # noqa: E501
        remedy="It has fewer synchronous secondaries than it had then: a replica was removed or made asynchronous. CacheWarden has raised the number as far as it can, and doesn't raise it any further. If that is intended, do nothing. Otherwise add the replica again, or make it synchronous, and wait until it is SYNCHRONIZED. Then set REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT on the primary with ALTER AVAILABILITY GROUP ... SET.",  # noqa: E501
        data="No data is lost by this. A commit waits for fewer synchronized copies than before.",
    ),
    Code.REQUIRED_STILL_LOWERED: CatalogueEntry(
        code=Code.REQUIRED_STILL_LOWERED,
        name="RequiredStillLowered",
        outcome="done",
        exit_code=0,
        sentence="An Availability Group still demands fewer synchronized secondaries than before CacheWarden stopped a node.",  # noqa: E501
        remedy="Where that node is to stay away, do nothing: this is told every day until the number is back. Otherwise start CacheWarden-StartInstance for it, or for another node of the cluster where it is gone: the number is put back once that many secondaries are SYNCHRONIZED. Where so many aren't wanted any more, make those that are too many asynchronous on the primary, or remove their replicas: CacheWarden-StartInstance then accepts the lower number.",  # noqa: E501
        data="No data is lost by this. A commit waits for fewer synchronized copies than before: if the primary is lost meanwhile, fewer copies have the newest commits.",  # noqa: E501
    ),
    Code.EVACUATION_FAILED: CatalogueEntry(
        code=Code.EVACUATION_FAILED,
        name="EvacuationFailed",
        outcome="failed",
        exit_code=40,
        sentence="Evacuating the cache failed; the node goes back into service.",
        remedy="Look at the Swap volume and the storage job's error before the next try.",
        data="Unknown until you have read the reason: where the move was undone, the cache is on the instance-store disk as before, otherwise between two disks. A restart of Windows keeps it, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.RESTORE_FAILED: CatalogueEntry(
        code=Code.RESTORE_FAILED,
        name="RestoreFailed",
        outcome="failed",
        exit_code=40,
        sentence="Moving the cache back failed.",
        remedy="Look at the NVMe disk and the storage job's error, then start CacheWarden-StartInstance.",
        data="Unknown until you have read the reason: the cache is on the Swap volume or between two disks. A restart of Windows keeps it, a stop without an evacuation may destroy it and the data drive with it.",  # noqa: E501
    ),
    Code.ATTEMPTS_EXHAUSTED: CatalogueEntry(
        code=Code.ATTEMPTS_EXHAUSTED,
        name="AttemptsExhausted",
        outcome="failed",
        exit_code=40,
        sentence="A step was tried several times and didn't succeed.",
        remedy="Read the last answer in the message, and do what its code says (docs/error-codes.md). Then start CacheWarden-StartInstance.",  # noqa: E501
        data="Unknown until you have read the reason: a step was begun and didn't reach its end.",
    ),
    Code.NOT_SYNCHRONIZED_IN_TIME: CatalogueEntry(
        code=Code.NOT_SYNCHRONIZED_IN_TIME,
        name="NotSynchronizedInTime",
        outcome="failed",
        exit_code=40,
        sentence="A replica isn't SYNCHRONIZED after a long time.",
        remedy="Look at the replica's send and redo queues and its error log; where it doesn't connect, whether its service account has CONNECT on the primary's endpoint. Modes stay saved until it is.",  # noqa: E501
        data="Unknown: one of the replicas is behind, so the primary may hold the only complete copy. Keep it running.",
    ),
    Code.PROOF_NOT_OBTAINED: CatalogueEntry(
        code=Code.PROOF_NOT_OBTAINED,
        name="ProofNotObtained",
        outcome="refused",
        exit_code=11,
        sentence="Evacuation couldn't be proven, so nothing is stopped.",
        remedy="Look at the storage jobs of the node, then ask again. The instance runs on.",
        data="Unknown: it isn't proven that nothing is left on the instance-store disk. A restart of Windows keeps what is there, a stop destroys it and the data drive with it.",  # noqa: E501
    ),
    Code.STORAGE_NEEDS_PERSON: CatalogueEntry(
        code=Code.STORAGE_NEEDS_PERSON,
        name="StorageNeedsPerson",
        outcome="failed",
        exit_code=40,
        sentence="The storage is in a state that only a person may change.",
        remedy="EMPTY: start CacheWarden-InitializeStorage. AMBIGUOUS, because the node has no inventory: start CacheWarden-AdoptStorage. A cache disk gone in the middle of a move: docs/storage-growth.md#lost-between. Otherwise read the reasons: attach missing EBS volumes, or look at the pool. Never rebuild while EBS volumes are missing.",  # noqa: E501
        data="Unknown: the storage of this node isn't whole, or can't be read. Don't stop, reboot or rebuild anything before you have read the reason.",  # noqa: E501
    ),
    Code.DATA_LOSS_SEEN: CatalogueEntry(
        code=Code.DATA_LOSS_SEEN,
        name="DataLossSeen",
        outcome="data-loss",
        exit_code=50,
        sentence="A host reported data loss.",
        remedy="Read the host's message before you start anything else; CacheWarden does nothing more by itself.",
        data="No, not on this node: data loss was seen. Destroy nothing; what other replicas and backups hold counts.",
    ),
    Code.CACHE_LOST_ON_BOTH: CatalogueEntry(
        code=Code.CACHE_LOST_ON_BOTH,
        name="CacheLostOnBoth",
        outcome="data-loss",
        exit_code=50,
        sentence="Two nodes of the cluster lost their cache.",
        remedy="Don't rebuild anything. Keep the volumes, take snapshots of them, and restore the databases from backup.",  # noqa: E501
        data="No: two nodes lost their cache. Destroy nothing; keep all volumes.",
    ),
    Code.REBUILD_NEEDS_APPROVAL: CatalogueEntry(
        code=Code.REBUILD_NEEDS_APPROVAL,
        name="RebuildNeedsApproval",
        outcome="refused",
        exit_code=11,
        sentence="A rebuild needs consent.",
        remedy="Give the consent 'rebuild' once you have looked: start CacheWarden-AcceptRebuildAndStartInstance. Where approvers are deployed, CacheWarden-RequestRebuildAndStartInstance asks them.",  # noqa: E501
        data="Not on this node: its cache is lost. Nothing was rebuilt; the other replicas' copies count.",
    ),
    Code.NO_GOOD_COPY: CatalogueEntry(
        code=Code.NO_GOOD_COPY,
        name="NoGoodCopy",
        outcome="refused",
        exit_code=11,
        sentence="Nothing is rebuilt, since no other replica is proven to hold the data.",
        remedy="Bring the primary up first, then start CacheWarden-StartInstance. A node whose replica was taken out for good leaves CacheWarden instead (docs/lost-nodes.md).",  # noqa: E501
        data="Unknown: this node's cache is lost and no other replica is proven to hold the data. Nothing was rebuilt; keep all volumes.",  # noqa: E501
    ),
    Code.NO_NVME_DISK: CatalogueEntry(
        code=Code.NO_NVME_DISK,
        name="NoNvmeDisk",
        outcome="failed",
        exit_code=40,
        sentence="No NVMe disk is there that takes the cache.",
        remedy="Clear the disk that something else grabbed, or change the instance to a type with NVMe disks that are large enough (docs/instance-types.md); then start CacheWarden-StartInstance. The data is safe on EBS, writes are slower.",  # noqa: E501
        data="The node runs, and its data volume can be written and read, its cache on EBS. A stop of this node is as safe as before.",  # noqa: E501
    ),
    Code.SEEDING_FAILED: CatalogueEntry(
        code=Code.SEEDING_FAILED,
        name="SeedingFailed",
        outcome="failed",
        exit_code=40,
        sentence="Automatic seeding failed.",
        remedy="Read the failure state; check GRANT CREATE ANY DATABASE, the folders of the database files, endpoint and disk space; restore from backup if it stays.",  # noqa: E501
        data="Not on this node yet: the other replicas' copies count until it is seeded.",
    ),
    Code.STORAGE_UNCLEAR: CatalogueEntry(
        code=Code.STORAGE_UNCLEAR,
        name="StorageUnclear",
        outcome="failed",
        exit_code=40,
        sentence="The node is in service on storage that isn't as CacheWarden knows it.",
        remedy="Read the reasons. Without an inventory, or where disks of the pool, or the drive's letter, were changed on purpose: start CacheWarden-AdoptStorage. A read-only pool: find out who set it. A planned stop is refused until then.",  # noqa: E501
        data="The node runs, and its data volume can be written and read. Don't stop it, and move or rebuild nothing, before you have read the reason.",  # noqa: E501
    ),
    Code.TOO_FEW_DATA_VOLUMES: CatalogueEntry(
        code=Code.TOO_FEW_DATA_VOLUMES,
        name="TooFewDataVolumes",
        outcome="refused",
        exit_code=11,
        sentence="A pool with one data volume isn't rebuilt.",
        remedy="The other replicas hold the data. Attach a second data volume of the same size, remove the old pool by hand, build it anew with CacheWarden-InitializeStorage, and seed the databases.",  # noqa: E501
        data="Not on this node yet: the other replicas' copies count until its databases are SYNCHRONIZED again.",
    ),
    Code.DATABASE_NOT_OPENED: CatalogueEntry(
        code=Code.DATABASE_NOT_OPENED,
        name="DatabaseNotOpened",
        outcome="failed",
        exit_code=40,
        sentence="SQL Server can't open a database that still has files on the node.",
        remedy="Read SQL Server's error log for the reason (17204, 5120, 824). If SQL Server only started before its drive did, restart it. Where a file is missing or damaged, and another replica has the database, drop this copy by hand and start CacheWarden-ReseedDatabases or seed it; without another replica restore it from backup. CacheWarden drops no copy that has files left.",  # noqa: E501
        data="Not for the database that the message names, on this node. What other replicas and backups have of it counts.",  # noqa: E501
    ),
    Code.CACHE_NOT_RESTORED: CatalogueEntry(
        code=Code.CACHE_NOT_RESTORED,
        name="CacheNotRestored",
        outcome="failed",
        exit_code=40,
        sentence="The node is in service, but its cache can't move back to NVMe while SQL Server writes so much.",
        remedy="Start CacheWarden-StartInstance when less is written. Or, where another node has the databases, start CacheWarden-StopSqlServer, CacheWarden-RestoreCache and CacheWarden-StartSqlServer: without SQL Server the move takes minutes. Nothing is lost, writes are slower, and a stop of this node is as safe as before. No other node of its cluster is stopped until its cache is restored or evacuated.",  # noqa: E501
        data="The node runs, and its data volume can be written and read; writes are just slower. Don't stop the instance by force: a safe stop evacuates first what has already moved, and proves that.",  # noqa: E501
    ),
    Code.CLUSTER_NODE_PAUSED: CatalogueEntry(
        code=Code.CLUSTER_NODE_PAUSED,
        name="ClusterNodePaused",
        outcome="failed",
        exit_code=40,
        sentence="The node is in service, but still paused in its failover cluster, or can't tell whether it is.",
        remedy="Look at Get-ClusterNode and the cluster service, then start CacheWarden-ResumeClusterNode for the node, or Resume-ClusterNode on it and CacheWarden-StartInstance. Until then no role of the cluster comes to it, Availability Groups among them, and no other node of its cluster is stopped.",  # noqa: E501
        data="The node runs, its data volume can be written and read, and its databases in Availability Groups have caught up. It can't take over from another node until it is resumed.",  # noqa: E501
    ),
    Code.BOOT_WITHOUT_POOL_REFUSED: CatalogueEntry(
        code=Code.BOOT_WITHOUT_POOL_REFUSED,
        name="BootWithoutPoolRefused",
        outcome="refused",
        exit_code=11,
        sentence="A node whose Windows doesn't come up isn't stopped to be started without its pool.",
        remedy="Read in the message what isn't proven. Where it names no volumes as detached, nothing was changed. Tags: every EBS volume of the instance but the root needs cachewarden:role, which is data, swap or other; set them and start CacheWarden-AcceptDetachedPoolAndStartInstance again. An agent that has called since the start: Windows came up, so look at its console (EC2 Serial Console, screenshot) and attach an EBS volume that is missing; don't stop it. Where Windows stops as soon as the volumes are attached, take the node's replica out of its groups and build a new node. Volumes that are detached belong under the device names that are named.",  # noqa: E501
        data="Not on this node, as far as can be seen; the other replicas' copies count. Where volumes were detached, the message names them.",  # noqa: E501
    ),
    Code.POOL_DETACHED: CatalogueEntry(
        code=Code.POOL_DETACHED,
        name="PoolDetached",
        outcome="failed",
        exit_code=40,
        sentence="A node was started without its pool, and Windows didn't come up; the pool's EBS volumes are detached.",  # noqa: E501
        remedy="The other nodes have the databases. Look at the console (EC2 Serial Console, screenshot) for why Windows doesn't start. Once it does, start CacheWarden-StartInstance: it attaches the volumes. By hand: attach each volume under the device name that is named.",  # noqa: E501
        data="Not on this node yet: the other nodes' copies count. Its EBS volumes are there, detached.",
    ),
    Code.NO_DISK_FOR_REBUILD: CatalogueEntry(
        code=Code.NO_DISK_FOR_REBUILD,
        name="NoDiskForRebuild",
        outcome="refused",
        exit_code=11,
        sentence="The cache is lost, and the NVMe disks that a rebuild needs aren't there.",
        remedy="Clear the disks that something else grabbed, or give the instance back its type, then start CacheWarden-StartInstance. The type is changed while the instance is stopped: back, or to one with NVMe disks for cache and tempdb (docs/instance-types.md). Nothing was rebuilt. Until then the primary keeps its transaction log for this node.",  # noqa: E501
        data="Not on this node: its cache is lost. Nothing was rebuilt; the other replicas' copies count.",
    ),
    Code.SWAP_VOLUME_NOT_PUT_BACK: CatalogueEntry(
        code=Code.SWAP_VOLUME_NOT_PUT_BACK,
        name="SwapVolumeNotPutBack",
        outcome="retry",
        exit_code=20,
        sentence="A Swap volume whose throughput was raised for the move of a cache isn't put back yet.",
        remedy="It costs more than it did, and nothing else is wrong. CacheWarden asks EC2 again: every 15 minutes where EC2 refuses, after an hour and then after a day where EC2 took the change and failed. Not authorized: the volume needs its tag cachewarden:role=swap. Being modified, or modified too often: EC2 takes it later. You can put it back by hand with Modify volume; CacheWarden leaves it alone then.",  # noqa: E501
        data="Only the volume's speed and price are concerned.",
    ),
    Code.SWAP_VOLUME_CHANGED: CatalogueEntry(
        code=Code.SWAP_VOLUME_CHANGED,
        name="SwapVolumeChanged",
        outcome="done",
        exit_code=0,
        sentence="A Swap volume was changed by a person or another tool while CacheWarden had its throughput raised for the move of a cache.",  # noqa: E501
        remedy="CacheWarden leaves the volume as it is now and doesn't put it back. Look whether its throughput and IOPS are what you want.",  # noqa: E501
        data="Only the volume's speed and price are concerned.",
    ),
    Code.TYPE_NOT_CHANGED: CatalogueEntry(
        code=Code.TYPE_NOT_CHANGED,
        name="TypeNotChanged",
        outcome="failed",
        exit_code=40,
        sentence="The node didn't get the instance type that was asked for.",
        remedy="Read EC2's own code in the message. The node is brought back into service with the type that it has. If the other type is still wanted, start CacheWarden-ResizeInstance again once the reason is gone.",  # noqa: E501
        data="As safe as when the instance stopped, or as before where it never did: the cache was evacuated before the type was to be changed.",  # noqa: E501
    ),
    Code.SQL_SERVER_NOT_STARTED: CatalogueEntry(
        code=Code.SQL_SERVER_NOT_STARTED,
        name="SqlServerNotStarted",
        outcome="failed",
        exit_code=40,
        sentence="SQL Server isn't running on a node without a write cache, where CacheWarden doesn't start it.",
        remedy="If a person stopped it, start its service. Otherwise find out why Windows didn't start it: check the service's start mode, the owner's start-up task that creates the tempdb drive, and SQL Server's ERRORLOG. Once it runs, start CacheWarden-StartInstance.",  # noqa: E501
        data="The files of the databases weren't touched. SQL Server just doesn't serve them on this node.",
    ),
    Code.REQUIRED_STAYS_LOWERED: CatalogueEntry(
        code=Code.REQUIRED_STAYS_LOWERED,
        name="RequiredStaysLowered",
        outcome="failed",
        exit_code=40,
        sentence="The node is back, but its Availability Group still demands fewer synchronized secondaries than before.",  # noqa: E501
        remedy="Bring the other secondaries into service and wait until they are SYNCHRONIZED. Then start CacheWarden-StartInstance for the node: it puts the number back. Where so many synchronous secondaries aren't wanted any more, make those that are too many asynchronous on the primary, or remove their replicas: CacheWarden-StartInstance then accepts the lower number.",  # noqa: E501
        data="Unknown: another node is down, behind or can't be asked, so this node may hold the only complete copy. Keep this node running.",  # noqa: E501
    ),
    Code.CACHE_AWAITS_MAINTENANCE: CatalogueEntry(
        code=Code.CACHE_AWAITS_MAINTENANCE,
        name="CacheAwaitsMaintenance",
        outcome="failed",
        exit_code=40,
        sentence="The node is in service with its cache on the Swap volume, since EC2 is about to stop the instance, or doesn't say whether it is.",  # noqa: E501
        remedy="If you want the outage at a time of your own, start CacheWarden-CycleInstance: the cache is evacuated already, and a refusal says what is missing. Else leave the node as it is until EC2's stop is over: its start brings the cache back to NVMe. Once the maintenance is called off, the sweep does, or CacheWarden-StartInstance. Nothing is lost, writes are slower.",  # noqa: E501
        data="The node runs, its data volume can be written and read. The cache is on EBS, which EC2's stop doesn't touch; writes are just slower.",  # noqa: E501
    ),
    Code.STOPPED_AFTER_EVACUATION: CatalogueEntry(
        code=Code.STOPPED_AFTER_EVACUATION,
        name="StoppedAfterEvacuation",
        outcome="refused",
        exit_code=11,
        sentence="While a whole cluster was being stopped, a person or another tool stopped one of its nodes, after its cache was seen on EBS.",  # noqa: E501
        remedy="Start CacheWarden-StartCluster for one of its nodes when the databases should serve again: the storage of each node is looked at before anything is done with it.",  # noqa: E501
        data="Unknown, with nothing against it: when each node was last seen running, SQL Server was stopped and its cache was on EBS. No node was observed between then and the stop, which CacheWarden didn't make.",  # noqa: E501
    ),
    Code.RESTORE_BY_HAND: CatalogueEntry(
        code=Code.RESTORE_BY_HAND,
        name="RestoreByHand",
        outcome="failed",
        exit_code=40,
        sentence="Databases of this node lost their files, and its owner wants them restored from backups instead of seeded.",  # noqa: E501
        remedy="Restore them as docs/restore-from-backups.md says, then start CacheWarden-StartInstance for the node. To have them seeded after all take the tag cachewarden:reseed off and start it at once. The primary keeps its transaction log for this node until then.",  # noqa: E501
        data="Not on this node yet: the other replicas' copies count until its databases are restored.",
    ),
    Code.STOPPED_SINCE_ASKED: CatalogueEntry(
        code=Code.STOPPED_SINCE_ASKED,
        name="StoppedSinceAsked",
        outcome="refused",
        exit_code=10,
        sentence="The instance was stopped, not by CacheWarden, before it was brought into service.",
        remedy="It stays stopped. See that another node serves its databases, and watch the primary's transaction log, which grows until this node is back. CacheWarden-StartInstance brings it back; a cache that was on NVMe is lost, and the node is rebuilt then where that is safe.",  # noqa: E501
        data="Unknown: if its cache was on NVMe when it stopped, its data volume is lost, and the other replicas' copies count.",  # noqa: E501
    ),
}
