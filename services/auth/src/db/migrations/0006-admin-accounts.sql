ALTER TABLE admin
  -- Somebody else knows the password: the next login has to bring a new one.
  ADD COLUMN must_change_password boolean NOT NULL DEFAULT false,
  -- The name of another admin; null: the operator.
  ADD COLUMN added_by             text,
  -- The secret of two-step login (RFC 6238), sealed with AES-256-GCM under AUTH_SECRET. It counts once it is on; until then it waits for its first code.
  ADD COLUMN totp_sealed          bytea,
  ADD COLUMN totp_made_at         timestamptz,
  ADD COLUMN totp_on_since        timestamptz,
  -- The 30 s of the newest code that was taken: neither it nor an older one is taken again.
  ADD COLUMN totp_last_step       bigint,
  ADD CONSTRAINT admin_totp_whole CHECK ((totp_sealed IS NULL) = (totp_made_at IS NULL) AND (totp_sealed IS NOT NULL OR totp_on_since IS NULL)
    AND (totp_on_since IS NULL) = (totp_last_step IS NULL));
GRANT UPDATE (role, must_change_password, totp_sealed, totp_made_at, totp_on_since, totp_last_step) ON admin TO :service_role;

-- Codes that each stand for one code of the phone, as a MAC under AUTH_SECRET. They go with the secret that they were made with.
CREATE TABLE recovery_code (
  admin_id uuid NOT NULL REFERENCES admin,
  mac      text NOT NULL,
  used_at  timestamptz,
  PRIMARY KEY (admin_id, mac)
);
GRANT SELECT, INSERT, DELETE ON recovery_code TO :service_role;
GRANT UPDATE (used_at) ON recovery_code TO :service_role;
