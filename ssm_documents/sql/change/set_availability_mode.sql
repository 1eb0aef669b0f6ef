-- Runs on the primary. {AvailabilityMode} is SYNCHRONOUS_COMMIT or ASYNCHRONOUS_COMMIT.
ALTER AVAILABILITY GROUP {AvailabilityGroup} MODIFY REPLICA ON {Replica} WITH (AVAILABILITY_MODE = {AvailabilityMode});
