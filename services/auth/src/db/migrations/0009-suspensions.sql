-- What admins write of players and do to them, with the reason. Append-only.
CREATE TABLE player_note (
  note_no    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id  uuid        NOT NULL REFERENCES player,
  kind       text        NOT NULL CHECK (kind IN ('note', 'suspend', 'lift')),
  text       text        NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  admin_id   uuid        NOT NULL REFERENCES admin,
  admin_name text        NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX player_note_of_player ON player_note (player_id, note_no);
GRANT SELECT, INSERT ON player_note TO :service_role;

ALTER TABLE player
  -- Since when admins keep the player from login, bets, deposits and withdrawals; null: they do not.
  ADD COLUMN suspended_at       timestamptz,
  -- The note of the newest change of it, and of the newest that the wallet knows.
  ADD COLUMN suspension_version bigint NOT NULL DEFAULT 0,
  ADD COLUMN wallet_version     bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT player_suspended_by_note CHECK (suspended_at IS NULL OR suspension_version > 0);
GRANT UPDATE (suspended_at, suspension_version, wallet_version) ON player TO :service_role;
CREATE INDEX player_suspended ON player (id) WHERE suspended_at IS NOT NULL;
CREATE INDEX player_to_tell ON player (id) WHERE suspension_version <> wallet_version;
-- By how an e-mail begins, in the order of its bytes.
CREATE INDEX player_by_email ON player (email COLLATE "C");

ALTER TABLE session DROP CONSTRAINT session_end_reason_check, ADD CONSTRAINT session_end_reason_check CHECK (end_reason IN
  ('logout', 'inactivity', 'lifetime', 'password_reset', 'password_changed', 'too_many_sessions', 'ended', 'account_closed', 'account_suspended', 'admin_disabled',
   'role_changed', 'two_step_changed', 'key_revoked'));
