-- Runs on the primary, from SQL Server 2017. {Secondaries} is a number.
ALTER AVAILABILITY GROUP {AvailabilityGroup} SET (REQUIRED_SYNCHRONIZED_SECONDARIES_TO_COMMIT = {Secondaries});
