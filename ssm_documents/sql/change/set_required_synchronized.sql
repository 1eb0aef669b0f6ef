-- Runs on the primary, from SQL Server 2017. {Secondaries} is 0, 1, 2, 3, 4, 5, 6, 7 or 8.
ALTER AVAILABILITY GROUP {AvailabilityGroup} SET (REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT = {Secondaries});
