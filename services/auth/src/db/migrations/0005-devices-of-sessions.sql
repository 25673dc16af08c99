-- What a session's browser said that it is, in words of our own ('Chrome on Windows').
ALTER TABLE session ADD COLUMN device_name text CHECK (length(device_name) BETWEEN 1 AND 64);
-- 'ended': by its person from another session, or by an owner.
ALTER TABLE session DROP CONSTRAINT session_end_reason_check, ADD CONSTRAINT session_end_reason_check CHECK (end_reason IN
  ('logout', 'inactivity', 'lifetime', 'password_reset', 'password_changed', 'too_many_sessions', 'ended', 'admin_disabled', 'role_changed', 'two_step_changed',
   'key_revoked'));
