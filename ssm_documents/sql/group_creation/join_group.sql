-- Runs on a secondary: it becomes the replica that the primary has named.
ALTER AVAILABILITY GROUP {AvailabilityGroup} JOIN;
