-- People who play: each has shown by a mailed code that the e-mail is theirs. It is their name, stored in lower case, so that it compares without case.
CREATE TABLE player (
  id               uuid        PRIMARY KEY,
  email            text        NOT NULL CONSTRAINT player_email_once UNIQUE
                               CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  password_hash    text        NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  -- Adds one with each new password, so that a login that has checked the old one comes too late.
  password_version integer     NOT NULL DEFAULT 1 CHECK (password_version > 0),
  verified_at      timestamptz NOT NULL
);
GRANT SELECT, INSERT ON player TO :service_role;
GRANT UPDATE (password_hash, password_version) ON player TO :service_role;

-- Sign-ups that wait for their code, each with a password of its own; a few of one e-mail, for a day. One of an e-mail that has a player is written too, so
-- that it takes the same steps; no code of it is ever mailed.
CREATE TABLE sign_up (
  -- The id of the player that it becomes.
  id            uuid        PRIMARY KEY,
  email         text        NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  password_hash text        NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  terms_version text        NOT NULL CHECK (terms_version <> ''),
  given_by      text        NOT NULL CHECK (given_by IN ('box', 'notice')),
  created_at    timestamptz NOT NULL,
  ip            text,
  network       text        NOT NULL,
  -- Another sign-up may take its place from then on. Each of the first codes that are mailed for the place moves this to when that code is of no use any more.
  code_ends_at  timestamptz NOT NULL CHECK (code_ends_at >= created_at),
  codes         smallint    NOT NULL CHECK (codes >= 0)
);
CREATE INDEX sign_up_of_email ON sign_up (email, created_at);
CREATE INDEX sign_up_of_network ON sign_up (network, created_at);
CREATE INDEX sign_up_by_age ON sign_up (created_at);
GRANT SELECT, INSERT, DELETE ON sign_up TO :service_role;
GRANT UPDATE (code_ends_at, codes) ON sign_up TO :service_role;

-- Mails with codes, for a day: only so many leave for one e-mail. Not in Redis, whose memory the sign-ups of made-up e-mails would fill.
CREATE TABLE code_mail (
  id    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text        NOT NULL,
  -- Who asked: a network, or a device that the account knows.
  asker text        NOT NULL,
  -- With whom the asker shares what may be mailed; owners at their device with nobody.
  among text        CHECK (among IN ('holders', 'strangers')),
  at    timestamptz NOT NULL
);
CREATE INDEX code_mail_of_email ON code_mail (email, at);
CREATE INDEX code_mail_by_age ON code_mail (at);
GRANT SELECT, INSERT, DELETE ON code_mail TO :service_role;

-- Which version of the terms was accepted, when and how. Append-only.
CREATE TABLE consent (
  id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id     uuid        NOT NULL REFERENCES player,
  terms_version text        NOT NULL CHECK (terms_version <> ''),
  -- 'box': ticked. 'notice': signed up under the notice on the screen.
  given_by      text        NOT NULL CHECK (given_by IN ('box', 'notice')),
  at            timestamptz NOT NULL,
  ip            text
);
CREATE INDEX consent_by_player ON consent (player_id);
GRANT SELECT, INSERT ON consent TO :service_role;

-- People who run the house.
CREATE TABLE admin (
  id               uuid        PRIMARY KEY,
  username         text        NOT NULL CHECK (length(username) BETWEEN 1 AND 64),
  password_hash    text        NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  password_version integer     NOT NULL DEFAULT 1 CHECK (password_version > 0),
  role             text        NOT NULL CHECK (role IN ('owner', 'cashier', 'support', 'auditor')),
  created_at       timestamptz NOT NULL,
  disabled_at      timestamptz
);
CREATE UNIQUE INDEX admin_username_once ON admin (lower(username));
GRANT SELECT, INSERT ON admin TO :service_role;
GRANT UPDATE (password_hash, password_version, disabled_at) ON admin TO :service_role;

-- Keys that sign tokens (ES256). The private part is sealed with AES-256-GCM under AUTH_SECRET. The newest active one signs.
CREATE TABLE signing_key (
  kid            text        PRIMARY KEY,
  public_jwk     jsonb       NOT NULL,
  private_sealed bytea       NOT NULL,
  created_at     timestamptz NOT NULL,
  activates_at   timestamptz NOT NULL CHECK (activates_at >= created_at),
  -- From then on it neither signs nor verifies anything.
  revoked_at     timestamptz
);
GRANT SELECT, INSERT ON signing_key TO :service_role;
GRANT UPDATE (revoked_at) ON signing_key TO :service_role;

-- Sessions: the record. Redis holds the list of the live ones for speed.
CREATE TABLE session (
  id             uuid        PRIMARY KEY,
  player_id      uuid        REFERENCES player,
  admin_id       uuid        REFERENCES admin,
  created_at     timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL CHECK (last_active_at >= created_at),
  ip             text,
  -- The device that it was begun at, by a keyed hash of the token that its browser was given: its person is known there.
  device         text        NOT NULL,
  -- The password that its person had then: a new one makes every device of before unknown.
  password_version integer   NOT NULL,
  -- The key of its token.
  signed_by      text        NOT NULL REFERENCES signing_key,
  ended_at       timestamptz,
  end_reason     text        CHECK (end_reason IN
                             ('logout', 'inactivity', 'lifetime', 'password_reset', 'too_many_sessions', 'admin_disabled', 'key_revoked')),
  -- When it was taken out of Redis and told to the gateway.
  cleared_at     timestamptz,
  CONSTRAINT session_of_one_person CHECK (num_nonnulls(player_id, admin_id) = 1),
  CONSTRAINT session_end_has_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CONSTRAINT session_cleared_after_end CHECK (cleared_at IS NULL OR ended_at IS NOT NULL)
);
CREATE INDEX session_live_of_player ON session (player_id, created_at) WHERE ended_at IS NULL AND player_id IS NOT NULL;
CREATE INDEX session_live_of_admin ON session (admin_id, created_at) WHERE ended_at IS NULL AND admin_id IS NOT NULL;
CREATE INDEX session_of_player ON session (player_id, created_at) WHERE player_id IS NOT NULL;
CREATE INDEX session_of_admin ON session (admin_id, created_at) WHERE admin_id IS NOT NULL;
CREATE INDEX session_live_by_activity ON session (last_active_at) WHERE ended_at IS NULL;
CREATE INDEX session_live_by_age ON session (created_at) WHERE ended_at IS NULL;
CREATE INDEX session_to_clear ON session (id) WHERE ended_at IS NOT NULL AND cleared_at IS NULL;
CREATE INDEX session_to_forget ON session (created_at) WHERE cleared_at IS NOT NULL;
GRANT SELECT, INSERT, DELETE ON session TO :service_role;
GRANT UPDATE (last_active_at, ended_at, end_reason, cleared_at) ON session TO :service_role;

-- An ended session stays ended.
CREATE FUNCTION refuse_revival() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.ended_at, NEW.end_reason, NEW.last_active_at) IS DISTINCT FROM (OLD.ended_at, OLD.end_reason, OLD.last_active_at) THEN
    RAISE EXCEPTION 'session % has ended', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER session_stays_ended BEFORE UPDATE ON session
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_revival();

-- The maintenance switch: one row.
CREATE TABLE site_maintenance (
  only_row   boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  is_on      boolean     NOT NULL,
  changed_at timestamptz,
  changed_by uuid        REFERENCES admin
);
INSERT INTO site_maintenance (is_on) VALUES (false);
GRANT SELECT ON site_maintenance TO :service_role;
GRANT UPDATE (is_on, changed_at, changed_by) ON site_maintenance TO :service_role;

-- kit: audit
