-- On a secondary that the primary has named.
ALTER AVAILABILITY GROUP {AvailabilityGroup} JOIN;
