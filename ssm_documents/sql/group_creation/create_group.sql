-- Runs on the future primary; the partner joins afterwards, and databases are added last: each step can be found done. Log
-- backups are the primary's: a secondary that is away would else stop them.
-- {AvailabilityMode} is SYNCHRONOUS_COMMIT or ASYNCHRONOUS_COMMIT.
-- {FailoverMode} is AUTOMATIC or MANUAL.
CREATE AVAILABILITY GROUP {AvailabilityGroup}
    WITH (DB_FAILOVER = ON, AUTOMATED_BACKUP_PREFERENCE = PRIMARY)
    FOR REPLICA ON
    {Server} WITH (ENDPOINT_URL = {Url}, AVAILABILITY_MODE = SYNCHRONOUS_COMMIT, FAILOVER_MODE = AUTOMATIC,
        SEEDING_MODE = AUTOMATIC, SECONDARY_ROLE (ALLOW_CONNECTIONS = NO)),
    {Partner} WITH (ENDPOINT_URL = {PartnerUrl}, AVAILABILITY_MODE = {AvailabilityMode}, FAILOVER_MODE = {FailoverMode},
        SEEDING_MODE = AUTOMATIC, SECONDARY_ROLE (ALLOW_CONNECTIONS = NO));
