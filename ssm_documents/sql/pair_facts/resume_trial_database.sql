-- Lets the test database receive log again.
ALTER DATABASE disposable_trial SET HADR RESUME;
