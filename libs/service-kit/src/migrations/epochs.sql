-- The epochs of a list of secrets that were in use, each with a hash that tells its secret from
-- another.
CREATE TABLE secret_epoch (
  epoch       text PRIMARY KEY,
  fingerprint text NOT NULL
);
GRANT SELECT, INSERT ON secret_epoch TO :service_role;
