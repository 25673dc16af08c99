-- Accounts that their players have closed, when and whence. Append-only: nobody here opens one again. The player stays, so that the e-mail is taken.
CREATE TABLE player_closing (
  player_id  uuid        PRIMARY KEY REFERENCES player,
  at         timestamptz NOT NULL,
  ip         text,
  request_id text        NOT NULL
);
GRANT SELECT, INSERT ON player_closing TO :service_role;
ALTER TABLE session DROP CONSTRAINT session_end_reason_check, ADD CONSTRAINT session_end_reason_check CHECK (end_reason IN
  ('logout', 'inactivity', 'lifetime', 'password_reset', 'password_changed', 'too_many_sessions', 'ended', 'account_closed', 'admin_disabled', 'role_changed',
   'two_step_changed', 'key_revoked'));
