-- Actions of admins that other services have booked in the audit log, each key once.
CREATE TABLE booked_action (
  key        text        PRIMARY KEY,
  input_hash text        NOT NULL,
  admin_name text        NOT NULL,
  at         timestamptz NOT NULL
);
GRANT SELECT, INSERT ON booked_action TO :service_role;
