-- Saved bank accounts. A deleted one stays, so that an account that two players have had is seen.
CREATE TABLE bank_account (
  id             uuid        PRIMARY KEY,
  player_id      uuid        NOT NULL,
  player_email   text        NOT NULL,
  name           text        NOT NULL,
  account_number text        NOT NULL CHECK (account_number ~ '^[0-9]{9,18}$'),
  ifsc           text        NOT NULL CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  mobile         text        NOT NULL CHECK (mobile ~ '^[6-9][0-9]{9}$'),
  password_hash  text        CHECK (password_hash LIKE '$argon2id$%'),
  -- Rises with each change: what was checked against one version is not done to another.
  version        integer     NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  deleted_at     timestamptz
);
CREATE INDEX bank_account_of_player ON bank_account (player_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX bank_account_by_number ON bank_account (account_number, ifsc);
GRANT SELECT, INSERT ON bank_account TO :service_role;
GRANT UPDATE (name, account_number, ifsc, mobile, password_hash, version, updated_at, deleted_at) ON bank_account TO :service_role;

-- Tries of withdraw passwords: written before a password is looked at, taken away when it was right.
CREATE TABLE password_try (
  id        uuid        PRIMARY KEY,
  player_id uuid        NOT NULL,
  at        timestamptz NOT NULL
);
CREATE INDEX password_try_of_player ON password_try (player_id, at);
CREATE INDEX password_try_age ON password_try (at);
GRANT SELECT, INSERT, DELETE ON password_try TO :service_role;

-- Mails that players are owed about their accounts, until auth has taken them.
CREATE TABLE notice (
  id          uuid        PRIMARY KEY,
  player_id   uuid        NOT NULL,
  kind        text        NOT NULL,
  last_digits text        NOT NULL,
  created_at  timestamptz NOT NULL,
  due_at      timestamptz,
  attempts    integer     NOT NULL DEFAULT 0
);
CREATE INDEX notice_due ON notice (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notice_of_player ON notice (player_id, created_at);
CREATE INDEX notice_age ON notice (created_at);
GRANT SELECT, INSERT, DELETE ON notice TO :service_role;
GRANT UPDATE (due_at, attempts) ON notice TO :service_role;

CREATE TABLE withdrawal (
  id                 uuid        PRIMARY KEY,
  player_id          uuid        NOT NULL,
  player_email       text        NOT NULL,
  amount_paise       bigint      NOT NULL CHECK (amount_paise > 0),
  -- The account as it was when it was chosen; later changes of it do not touch the request.
  account_id         uuid        NOT NULL REFERENCES bank_account,
  account_name       text        NOT NULL,
  account_number     text        NOT NULL,
  account_ifsc       text        NOT NULL,
  account_mobile     text        NOT NULL,
  account_added_at   timestamptz NOT NULL,
  account_changed_at timestamptz NOT NULL,
  -- The Idempotency-Key, as long as the request stands, and what was asked for with it. A refusal frees the key.
  key                text,
  input_sha256       bytea       NOT NULL,
  status             text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  admin_reason       text,
  created_at         timestamptz NOT NULL,
  -- Until the wallet has set the money aside, or will not: when that is asked again, and the tries so far.
  hold_due_at        timestamptz,
  hold_attempts      integer     NOT NULL DEFAULT 0,
  held_at            timestamptz,
  -- The balance in the wallet's numbers after the hold, for the answer when it is asked for again.
  held_balance_paise bigint,
  held_balance_seq   bigint,
  -- The wallet has refused the hold, by this code. No admin sees such a request.
  refused_at         timestamptz,
  refusal_code       text,
  first_approved_at  timestamptz,
  first_approved_by  uuid,
  first_approved_by_name text,
  decided_at         timestamptz,
  decided_by         uuid,
  decided_by_name    text,
  decided_xid        xid8,
  -- A decision is owed until the wallet has booked it: the money has left, or is in the balance again.
  settle_due_at      timestamptz,
  settle_attempts    integer     NOT NULL DEFAULT 0,
  settled_at         timestamptz,
  search_text        text        NOT NULL GENERATED ALWAYS AS
    (lower(player_email || ' ' || account_name || ' ' || account_number || ' ' || account_ifsc || ' ' || replace(id::text, '-', ''))) STORED,
  UNIQUE (player_id, key),
  CHECK ((held_at IS NULL) = (held_balance_paise IS NULL) AND (held_at IS NULL) = (held_balance_seq IS NULL)),
  CHECK (held_at IS NULL OR refused_at IS NULL),
  CHECK ((hold_due_at IS NOT NULL) = (held_at IS NULL AND refused_at IS NULL)),
  CHECK (refused_at IS NULL OR (status = 'rejected' AND key IS NULL AND refusal_code IS NOT NULL)),
  -- Nothing is decided whose money is not set aside.
  CHECK ((status <> 'pending') = (decided_at IS NOT NULL OR refused_at IS NOT NULL)),
  CHECK (decided_at IS NULL OR held_at IS NOT NULL),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (decided_by_name IS NULL)
    AND (decided_at IS NULL) = (decided_xid IS NULL)),
  CHECK ((status <> 'pending') = (settle_due_at IS NOT NULL OR settled_at IS NOT NULL)),
  CHECK (settle_due_at IS NULL OR settled_at IS NULL)
);
CREATE INDEX withdrawal_of_player ON withdrawal (player_id, created_at DESC, id DESC);
CREATE INDEX withdrawal_waiting ON withdrawal (created_at, id) WHERE status = 'pending';
CREATE INDEX withdrawal_decided ON withdrawal (decided_at DESC, id DESC) WHERE status <> 'pending';
CREATE INDEX withdrawal_by_time ON withdrawal (created_at, id);
CREATE INDEX withdrawal_by_amount ON withdrawal (amount_paise, id);
CREATE INDEX withdrawal_log ON withdrawal (decided_xid) WHERE decided_xid IS NOT NULL;
CREATE INDEX withdrawal_to_hold ON withdrawal (hold_due_at) WHERE hold_due_at IS NOT NULL;
CREATE INDEX withdrawal_owed ON withdrawal (settle_due_at) WHERE settle_due_at IS NOT NULL;
CREATE INDEX withdrawal_by_account ON withdrawal (account_number, account_ifsc);

-- What was found out stands, whatever the code does: a hold, a refusal, a decision, and that the wallet has booked it.
CREATE FUNCTION withdrawal_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' AND (NEW.status, NEW.decided_at, NEW.decided_by) IS DISTINCT FROM (OLD.status, OLD.decided_at, OLD.decided_by) THEN
    RAISE EXCEPTION 'withdrawal % is decided', OLD.id;
  END IF;
  IF OLD.held_at IS NOT NULL AND (NEW.held_at, NEW.held_balance_seq) IS DISTINCT FROM (OLD.held_at, OLD.held_balance_seq) THEN
    RAISE EXCEPTION 'the money of withdrawal % is set aside', OLD.id;
  END IF;
  IF OLD.settled_at IS NOT NULL AND (NEW.settled_at, NEW.settle_due_at) IS DISTINCT FROM (OLD.settled_at, OLD.settle_due_at) THEN
    RAISE EXCEPTION 'withdrawal % is settled', OLD.id;
  END IF;
  IF OLD.decided_at IS NULL AND NEW.decided_at IS NOT NULL THEN
    NEW.decided_xid := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_stands BEFORE UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal_stands();

GRANT SELECT, INSERT ON withdrawal TO :service_role;
GRANT UPDATE (key, status, admin_reason, hold_due_at, hold_attempts, held_at, held_balance_paise, held_balance_seq, refused_at, refusal_code,
  first_approved_at, first_approved_by, first_approved_by_name, decided_at, decided_by, decided_by_name,
  settle_due_at, settle_attempts, settled_at) ON withdrawal TO :service_role;

-- As 0003 does for deposits.
DO $$
DECLARE
  trigrams text := (SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm');
BEGIN
  IF trigrams IS NOT NULL THEN
    EXECUTE format('CREATE INDEX withdrawal_search ON withdrawal USING gin (search_text %s.gin_trgm_ops)', trigrams);
  END IF;
END $$;

-- The first of two approvals that a deposit needs.
ALTER TABLE deposit ADD COLUMN first_approved_at timestamptz, ADD COLUMN first_approved_by uuid, ADD COLUMN first_approved_by_name text;
GRANT UPDATE (first_approved_at, first_approved_by, first_approved_by_name) ON deposit TO :service_role;

-- Above which amount an approval needs two admins; null: never.
CREATE TABLE approval_settings (
  only_row           boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  second_above_paise bigint      CHECK (second_above_paise >= 0),
  changed_by_name    text,
  changed_at         timestamptz
);
INSERT INTO approval_settings DEFAULT VALUES;
GRANT SELECT, UPDATE ON approval_settings TO :service_role;

-- Who looks at which request. A hint, never a guard.
CREATE TABLE claim (
  request_id uuid        PRIMARY KEY,
  admin_id   uuid        NOT NULL,
  admin_name text        NOT NULL,
  until      timestamptz NOT NULL
);
CREATE INDEX claim_age ON claim (until);
GRANT SELECT, INSERT, UPDATE, DELETE ON claim TO :service_role;

-- What a proof was, and what each of its pictures looks like, for comparing: kept longer than the pictures themselves.
ALTER TABLE deposit ADD COLUMN proof_sha256 bytea;
CREATE INDEX deposit_by_proof ON deposit (proof_sha256) WHERE proof_sha256 IS NOT NULL;
CREATE INDEX deposit_by_reference ON deposit (utr_normalised);
CREATE TABLE proof_print (
  deposit_id uuid        NOT NULL REFERENCES deposit,
  page       smallint    NOT NULL,
  print      bit(256)    NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (deposit_id, page)
);
CREATE INDEX proof_print_age ON proof_print (created_at);
GRANT SELECT, INSERT, DELETE ON proof_print TO :service_role;
