-- What holds for all admins, as owners say.
CREATE TABLE admin_rules (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  totp_required boolean NOT NULL DEFAULT false
);
INSERT INTO admin_rules DEFAULT VALUES;
GRANT SELECT, UPDATE ON admin_rules TO :service_role;
