-- A partner's service account.
CREATE LOGIN {Account} FROM WINDOWS;
