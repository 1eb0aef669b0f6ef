-- Runs on the primary. {FailoverMode} is AUTOMATIC or MANUAL.
ALTER AVAILABILITY GROUP {AvailabilityGroup} MODIFY REPLICA ON {Replica} WITH (FAILOVER_MODE = {FailoverMode});
