-- Planned failover without data loss; runs on the replica that becomes primary.
ALTER AVAILABILITY GROUP {AvailabilityGroup} FAILOVER;
