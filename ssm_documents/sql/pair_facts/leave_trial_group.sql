-- Takes this instance's copy of the test database out of the test group.
ALTER DATABASE disposable_trial SET HADR OFF;
