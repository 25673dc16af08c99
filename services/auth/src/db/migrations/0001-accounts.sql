-- Players. A mailed code has confirmed the e-mail address, which is in lower case and identifies
-- the player at login.
CREATE TABLE player (
  id               uuid        PRIMARY KEY,
  email            text        NOT NULL CONSTRAINT player_email_once UNIQUE
                               CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  password_hash    text        NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- Each new password adds one, so that a login that has checked the old password fails.
  password_version integer     NOT NULL DEFAULT 1 CHECK (password_version > 0),
  verified_at      timestamptz NOT NULL,
  -- The language of the player's mails and app.
  language         text        NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'hi')),
  -- A suspended player cannot log in, bet, deposit or withdraw.
  suspended_at     timestamptz,
  -- How often the suspension has changed, and up to which change the wallet knows.
  suspension_version bigint NOT NULL DEFAULT 0,
  wallet_version     bigint NOT NULL DEFAULT 0,
  -- The player closes the account: from `closing_at` the wallet is closed, and `closed_at` is set after
  -- the last request is decided. The row stays, so that the e-mail address stays in use.
  closing_at       timestamptz,
  closed_at        timestamptz,
  state            text        NOT NULL GENERATED ALWAYS AS (
    CASE WHEN closed_at IS NOT NULL THEN 'closed' WHEN suspended_at IS NOT NULL THEN 'suspended' ELSE 'active' END
  ) STORED,
  CONSTRAINT player_suspended_by_note CHECK (suspended_at IS NULL OR suspension_version > 0)
);
CREATE INDEX player_in_state ON player (state, id);
CREATE INDEX player_to_tell ON player (id) WHERE suspension_version <> wallet_version;
CREATE INDEX player_closing ON player (closing_at) WHERE closing_at IS NOT NULL AND closed_at IS NULL;
-- For searches by the beginning of an e-mail address.
CREATE INDEX player_by_email ON player (email COLLATE "C");
GRANT SELECT, INSERT ON player TO :service_role;
GRANT UPDATE (password_hash, password_version, language, suspended_at, suspension_version, wallet_version, closing_at,
  closed_at) ON player TO :service_role;

-- Sign-ups that wait for their code, for a day. An e-mail address can have several sign-ups, each
-- with its own password. A sign-up with the address of a player is stored too, so that the answer
-- does not show the account. Such a sign-up gets no code.
CREATE TABLE sign_up (
  -- The id of the later player.
  id            uuid        PRIMARY KEY,
  email         text        NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  password_hash text        NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  terms_version text        NOT NULL CHECK (terms_version <> ''),
  given_by      text        NOT NULL CHECK (given_by IN ('box', 'notice')),
  created_at    timestamptz NOT NULL,
  ip            text,
  language      text        NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'hi'))
);
CREATE INDEX sign_up_of_email ON sign_up (email, created_at);
CREATE INDEX sign_up_by_age ON sign_up (created_at);
GRANT SELECT, INSERT, DELETE ON sign_up TO :service_role;

-- Mails that wait for the mail server. An ended row stays for a day after its mail would be useless.
-- So a notice with the same id is not sent again, and the code mails of a day can be counted.
CREATE TABLE mail (
  id         uuid        PRIMARY KEY,
  kind       text        NOT NULL CHECK (kind IN ('signup', 'reset', 'notice')),
  -- Address and content, encrypted with AES-256-GCM under AUTH_SECRET. NULL: the mail has ended, or
  -- there is no account to mail to.
  sealed     bytea,
  created_at timestamptz NOT NULL,
  useless_at timestamptz NOT NULL,
  attempts   integer     NOT NULL DEFAULT 0,
  next_at    timestamptz NOT NULL,
  -- Of a code mail: the keyed hash of its address, and who asked: a device that the account knows, or a
  -- network.
  recipient   text,
  asker       text,
  asker_known boolean,
  CONSTRAINT mail_asked_whole CHECK (num_nulls(recipient, asker, asker_known) IN (0, 3))
);
CREATE INDEX mail_of_recipient ON mail (recipient, created_at) WHERE recipient IS NOT NULL;
CREATE INDEX mail_due ON mail (next_at) WHERE sealed IS NOT NULL;
CREATE INDEX mail_to_forget ON mail (useless_at) WHERE sealed IS NULL;
GRANT SELECT, INSERT, DELETE ON mail TO :service_role;
GRANT UPDATE (sealed, attempts, next_at) ON mail TO :service_role;

-- Accepted versions of the terms. Append-only.
CREATE TABLE consent (
  id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id     uuid        NOT NULL REFERENCES player,
  terms_version text        NOT NULL CHECK (terms_version <> ''),
  -- 'box': the player ticked a box. 'notice': the player signed up under a notice.
  given_by      text        NOT NULL CHECK (given_by IN ('box', 'notice')),
  at            timestamptz NOT NULL,
  ip            text
);
CREATE INDEX consent_by_player ON consent (player_id);
GRANT SELECT, INSERT ON consent TO :service_role;

-- Accounts of admins.
CREATE TABLE admin (
  id               uuid        PRIMARY KEY,
  username         text        NOT NULL CHECK (length(username) BETWEEN 1 AND 64),
  password_hash    text        NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  password_version integer     NOT NULL DEFAULT 1 CHECK (password_version > 0),
  role             text        NOT NULL CHECK (role IN ('owner', 'cashier', 'support', 'auditor')),
  created_at       timestamptz NOT NULL,
  disabled_at      timestamptz,
  -- True after another admin has set the password: the next login must change it.
  must_change_password boolean NOT NULL DEFAULT false,
  -- The name of another admin; NULL is the operator.
  added_by             text,
  -- The secret of two-step login (RFC 6238), encrypted with AES-256-GCM under AUTH_SECRET. The
  -- secret waits for its first code until `totp_on_since`.
  totp_sealed          bytea,
  totp_made_at         timestamptz,
  totp_on_since        timestamptz,
  -- The 30 s step of the newest accepted code. A code of this step or an earlier step is refused.
  totp_last_step       bigint,
  CONSTRAINT admin_totp_whole CHECK ((totp_sealed IS NULL) = (totp_made_at IS NULL) AND (totp_sealed IS NOT NULL OR totp_on_since IS NULL)
    AND (totp_on_since IS NULL) = (totp_last_step IS NULL))
);
CREATE UNIQUE INDEX admin_username_once ON admin (lower(username));
GRANT SELECT, INSERT ON admin TO :service_role;
GRANT UPDATE (
  password_hash, password_version, role, disabled_at, must_change_password, totp_sealed, totp_made_at, totp_on_since, totp_last_step
) ON admin TO :service_role;

-- Recovery codes. Each replaces one code of two-step login. The MAC is under the two-step secret of
-- the admin, so the codes end with that secret. The codes of the next secret replace the rows.
CREATE TABLE recovery_code (
  admin_id uuid NOT NULL REFERENCES admin,
  mac      text NOT NULL,
  used_at  timestamptz,
  PRIMARY KEY (admin_id, mac)
);
GRANT SELECT, INSERT, DELETE ON recovery_code TO :service_role;
GRANT UPDATE (used_at) ON recovery_code TO :service_role;

-- Notes on players and suspensions by admins. Append-only.
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

-- Actions of admins that other services have written to the audit log of auth. A key is written
-- once.
CREATE TABLE booked_action (
  key        text        PRIMARY KEY,
  input_hash text        NOT NULL,
  admin_name text        NOT NULL,
  at         timestamptz NOT NULL
);
GRANT SELECT, INSERT ON booked_action TO :service_role;

-- Keys that sign tokens (ES256). The private key is encrypted with AES-256-GCM under AUTH_SECRET.
-- The newest key signs.
CREATE TABLE signing_key (
  kid            text        PRIMARY KEY,
  private_sealed bytea       NOT NULL,
  created_at     timestamptz NOT NULL,
  -- From this time the key signs and verifies no token.
  revoked_at     timestamptz
);
GRANT SELECT, INSERT ON signing_key TO :service_role;
GRANT UPDATE (private_sealed, revoked_at) ON signing_key TO :service_role;

-- Sessions. Redis holds a list of the live sessions for speed.
CREATE TABLE session (
  id             uuid        PRIMARY KEY,
  player_id      uuid        REFERENCES player,
  admin_id       uuid        REFERENCES admin,
  created_at     timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL CHECK (last_active_at >= created_at),
  -- When the session ends by itself: 60 minutes after the last input, at most 24 hours after the login.
  ends_at        timestamptz NOT NULL,
  ip             text,
  -- The device of the login: a keyed hash of the token in its browser.
  device         text        NOT NULL,
  -- The password version at the login. A new password makes all earlier devices unknown.
  password_version integer   NOT NULL,
  -- The key of the session's token.
  signed_by      text        NOT NULL REFERENCES signing_key,
  ended_at       timestamptz,
  -- 'ended': by the player or admin in another session, or by an owner.
  end_reason     text        CHECK (end_reason IN
  ('logout', 'inactivity', 'lifetime', 'password_reset', 'password_changed', 'too_many_sessions', 'ended', 'account_closed', 'account_suspended', 'admin_disabled',
   'role_changed', 'two_step_changed', 'key_revoked')),
  -- When the end was written to Redis and sent to the gateways.
  cleared_at     timestamptz,
  -- The name of the browser and system, chosen from fixed words ('Chrome on Windows').
  device_name    text        CHECK (length(device_name) BETWEEN 1 AND 64),
  CONSTRAINT session_of_one_person CHECK (num_nonnulls(player_id, admin_id) = 1),
  CONSTRAINT session_end_has_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CONSTRAINT session_cleared_after_end CHECK (cleared_at IS NULL OR ended_at IS NOT NULL)
);
CREATE INDEX session_live_of_player ON session (player_id, created_at) WHERE ended_at IS NULL AND player_id IS NOT NULL;
CREATE INDEX session_live_of_admin ON session (admin_id, created_at) WHERE ended_at IS NULL AND admin_id IS NOT NULL;
CREATE INDEX session_of_player ON session (player_id, created_at) WHERE player_id IS NOT NULL;
CREATE INDEX session_of_admin ON session (admin_id, created_at) WHERE admin_id IS NOT NULL;
CREATE INDEX session_to_end ON session (ends_at) WHERE ended_at IS NULL;
CREATE INDEX session_to_clear ON session (id) WHERE ended_at IS NOT NULL AND cleared_at IS NULL;
CREATE INDEX session_to_forget ON session (created_at) WHERE cleared_at IS NOT NULL;
GRANT SELECT, INSERT, DELETE ON session TO :service_role;
GRANT UPDATE (last_active_at, ends_at, ended_at, end_reason, cleared_at) ON session TO :service_role;

-- Settings of owners: one row.
CREATE TABLE site_setting (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  maintenance   boolean NOT NULL DEFAULT false,
  -- Every admin needs two-step login.
  totp_required boolean NOT NULL DEFAULT false
);
INSERT INTO site_setting DEFAULT VALUES;
GRANT SELECT ON site_setting TO :service_role;
GRANT UPDATE (maintenance, totp_required) ON site_setting TO :service_role;

-- kit: turn
-- kit: audit
