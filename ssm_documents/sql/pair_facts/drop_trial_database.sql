-- Drops this instance's copy of the test database, which is in no group any more.
DROP DATABASE disposable_trial;
