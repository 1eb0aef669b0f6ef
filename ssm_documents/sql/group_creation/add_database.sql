-- Runs on the primary: seeding to every joined replica begins.
ALTER AVAILABILITY GROUP {AvailabilityGroup} ADD DATABASE {Database};
