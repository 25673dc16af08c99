-- The audit log of the service: one row for each action of an admin. Each row holds the hash of the
-- previous row, made with a key outside the database.
CREATE TABLE audit (
  sequence      bigint      PRIMARY KEY,
  at            timestamptz NOT NULL,
  admin_id      uuid        NOT NULL,
  admin_name    text        NOT NULL,
  action        text        NOT NULL,
  target        text        NOT NULL,
  detail        jsonb       NOT NULL,
  request_id    text        NOT NULL,
  previous_hash text        NOT NULL,
  hash          text        NOT NULL UNIQUE,
  -- The address of the admin.
  ip            text,
  key_id        text        NOT NULL
);
GRANT SELECT, INSERT ON audit TO :service_role;
CREATE INDEX audit_by_time ON audit (at);
-- A service reads the rows of a target before it acts on the target.
CREATE INDEX audit_by_target ON audit (target, action);

-- The owner of the table has more rights than the service, so triggers refuse changes by the owner
-- too.
CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of the audit log are never changed or removed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
