-- On the primary: a further node.
-- {AvailabilityMode} is SYNCHRONOUS_COMMIT or ASYNCHRONOUS_COMMIT.
-- {FailoverMode} is AUTOMATIC or MANUAL.
ALTER AVAILABILITY GROUP {AvailabilityGroup} ADD REPLICA ON {Partner} WITH (ENDPOINT_URL = {PartnerUrl},
    AVAILABILITY_MODE = {AvailabilityMode}, FAILOVER_MODE = {FailoverMode}, SEEDING_MODE = AUTOMATIC,
    SECONDARY_ROLE (ALLOW_CONNECTIONS = NO));
