CREATE TABLE deposit (
  id              uuid        PRIMARY KEY,
  player_id       uuid        NOT NULL,
  player_email    text        NOT NULL,
  amount_paise    bigint      NOT NULL CHECK (amount_paise > 0),
  method          text        NOT NULL CHECK (method IN ('IMPS', 'NEFT', 'RTGS', 'UPI', 'CRYPTO')),
  utr             text        NOT NULL,
  utr_normalised  text        NOT NULL,
  -- As references are compared: leading zeros do not count.
  reference       text        NOT NULL GENERATED ALWAYS AS (ltrim(utr_normalised, '0')) STORED,
  proof_pages     smallint    NOT NULL CHECK (proof_pages > 0),
  -- Count against the player's quota of the day.
  proof_bytes     integer     NOT NULL CHECK (proof_bytes >= 0),
  proof_deleted_at timestamptz CHECK (proof_deleted_at IS NULL OR status = 'rejected'),
  status          text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  admin_reason    text,
  created_at      timestamptz NOT NULL,
  decided_at      timestamptz,
  decided_by      uuid,
  decided_by_name text,
  -- Payments owes an approved deposit to the wallet until `credited_at`: the time of the next try
  -- and the number of tries.
  credit_due_at   timestamptz,
  credit_attempts integer     NOT NULL DEFAULT 0,
  credited_at     timestamptz,
  -- For searches by admins: e-mail address, normalised reference, and id without hyphens.
  search_text     text        NOT NULL GENERATED ALWAYS AS (lower(player_email || ' ' || utr_normalised || ' ' || replace(id::text, '-', ''))) STORED,
  -- The first of two approvals.
  first_approved_at      timestamptz,
  first_approved_by      uuid,
  first_approved_by_name text,
  proof_sha256           bytea,
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (decided_by_name IS NULL)),
  CHECK ((status = 'approved') = (credit_due_at IS NOT NULL OR credited_at IS NOT NULL)),
  CHECK (credit_due_at IS NULL OR credited_at IS NULL)
);
-- One reference pays one request, for all methods together. A rejected request frees its reference.
CREATE UNIQUE INDEX deposit_reference_in_use ON deposit (reference) WHERE status <> 'rejected';
CREATE INDEX deposit_of_player ON deposit (player_id, created_at DESC, id DESC);
CREATE INDEX deposit_waiting ON deposit (created_at, id) WHERE status = 'pending';
CREATE INDEX deposit_decided ON deposit (decided_at DESC, id DESC) WHERE status <> 'pending';
CREATE INDEX deposit_proof_due ON deposit (decided_at) WHERE status = 'rejected' AND proof_deleted_at IS NULL;
CREATE INDEX deposit_owed ON deposit (credit_due_at) WHERE credit_due_at IS NOT NULL;
CREATE INDEX deposit_by_time ON deposit (created_at, id);
CREATE INDEX deposit_by_amount ON deposit (amount_paise, id);
CREATE INDEX deposit_by_proof ON deposit (proof_sha256) WHERE proof_sha256 IS NOT NULL;
CREATE INDEX deposit_by_reference ON deposit (reference);

-- The database refuses to change a decision or a credit.
CREATE FUNCTION deposit_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' AND (NEW.status, NEW.decided_at, NEW.decided_by) IS DISTINCT FROM (OLD.status, OLD.decided_at, OLD.decided_by) THEN
    RAISE EXCEPTION 'deposit % is decided', OLD.id;
  END IF;
  IF OLD.credited_at IS NOT NULL AND (NEW.credited_at, NEW.credit_due_at) IS DISTINCT FROM (OLD.credited_at, OLD.credit_due_at) THEN
    RAISE EXCEPTION 'deposit % is credited', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_stands BEFORE UPDATE ON deposit FOR EACH ROW EXECUTE FUNCTION deposit_stands();

GRANT SELECT, INSERT ON deposit TO :service_role;
GRANT UPDATE (
  status, admin_reason, decided_at, decided_by, decided_by_name, credit_due_at, credit_attempts, credited_at, proof_deleted_at,
  first_approved_at, first_approved_by, first_approved_by_name
) ON deposit TO :service_role;

-- The pages of a proof as JPEG. Payments draws them from the uploaded file and does not keep
-- the file.
CREATE TABLE proof_page (
  deposit_id uuid     NOT NULL REFERENCES deposit,
  page       smallint NOT NULL CHECK (page > 0),
  bytes      bytea    NOT NULL CHECK (length(bytes) <= 1048576),
  -- A perceptual hash, to find similar proofs.
  print      bit(256),
  PRIMARY KEY (deposit_id, page)
);
ALTER TABLE proof_page ALTER COLUMN bytes SET STORAGE EXTERNAL;
GRANT SELECT, INSERT, DELETE ON proof_page TO :service_role;

-- Proofs that could not be opened, and the fault of each. They count against the player's quota of
-- the day.
CREATE TABLE unopened_proof (
  id        uuid        PRIMARY KEY,
  player_id uuid        NOT NULL,
  fault     text        NOT NULL,
  at        timestamptz NOT NULL
);
CREATE INDEX unopened_proof_of_player ON unopened_proof (player_id, at);
CREATE INDEX unopened_proof_age ON unopened_proof (at);
GRANT SELECT, INSERT, DELETE ON unopened_proof TO :service_role;

-- First answers by player and idempotency key, for replays.
CREATE TABLE submission (
  player_id    uuid        NOT NULL,
  key          text        NOT NULL,
  input_sha256 bytea       NOT NULL,
  status       smallint    NOT NULL,
  body         text        NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (player_id, key)
);
CREATE INDEX submission_age ON submission (created_at);
GRANT SELECT, INSERT, DELETE ON submission TO :service_role;

-- Every QR image that players have seen. The version is a hash of the image.
CREATE TABLE qr_image (
  version    text        PRIMARY KEY,
  bytes      bytea       NOT NULL,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON qr_image TO :service_role;

CREATE TABLE deposit_settings (
  only_row   boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  utr        text,
  qr_version text        REFERENCES qr_image,
  updated_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON deposit_settings TO :service_role;

-- Saved bank accounts. A deleted account stays as a row, so that an account of two players is
-- found.
CREATE TABLE bank_account (
  id             uuid        PRIMARY KEY,
  player_id      uuid        NOT NULL,
  player_email   text        NOT NULL,
  name           text        NOT NULL,
  account_number text        NOT NULL CHECK (account_number ~ '^[0-9]{9,18}$'),
  ifsc           text        NOT NULL CHECK (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  mobile         text        NOT NULL CHECK (mobile ~ '^[6-9][0-9]{9}$'),
  password_hash  text        CHECK (password_hash LIKE '$argon2id$%'),
  -- Each change adds one. An action that checked an earlier version fails.
  version        integer     NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  deleted_at     timestamptz
);
CREATE INDEX bank_account_of_player ON bank_account (player_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX bank_account_by_number ON bank_account (account_number, ifsc);
GRANT SELECT, INSERT ON bank_account TO :service_role;
GRANT UPDATE (name, account_number, ifsc, mobile, password_hash, version, updated_at, deleted_at) ON bank_account TO :service_role;

-- Tries of withdraw passwords. A try is written before the check and deleted after a correct
-- password.
CREATE TABLE password_try (
  id        uuid        PRIMARY KEY,
  player_id uuid        NOT NULL,
  at        timestamptz NOT NULL
);
CREATE INDEX password_try_of_player ON password_try (player_id, at);
CREATE INDEX password_try_age ON password_try (at);
GRANT SELECT, INSERT, DELETE ON password_try TO :service_role;

-- Mails about bank accounts that payments owes to players, until auth has accepted them.
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
  -- A copy of the bank account at the time of the request.
  account_id         uuid        NOT NULL REFERENCES bank_account,
  account_name       text        NOT NULL,
  account_number     text        NOT NULL,
  account_ifsc       text        NOT NULL,
  account_mobile     text        NOT NULL,
  account_added_at   timestamptz NOT NULL,
  account_changed_at timestamptz NOT NULL,
  -- The idempotency key and the hash of its input. A refusal by the wallet frees the key.
  key                text,
  input_sha256       bytea       NOT NULL,
  status             text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  admin_reason       text,
  created_at         timestamptz NOT NULL,
  -- Until the wallet has held or refused the amount: the time of the next try and the number of
  -- tries.
  hold_due_at        timestamptz,
  hold_attempts      integer     NOT NULL DEFAULT 0,
  held_at            timestamptz,
  -- The balance after the hold, for replays of the answer.
  held_balance_paise bigint,
  held_balance_seq   bigint,
  -- The wallet refused the hold with this code. Admins do not see such a request.
  refused_at         timestamptz,
  refusal_code       text,
  first_approved_at  timestamptz,
  first_approved_by  uuid,
  first_approved_by_name text,
  decided_at         timestamptz,
  decided_by         uuid,
  decided_by_name    text,
  -- Payments owes a decision to the wallet until `settled_at`: the wallet pays out or releases the
  -- hold.
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
  -- A decision needs a hold.
  CHECK ((status <> 'pending') = (decided_at IS NOT NULL OR refused_at IS NOT NULL)),
  CHECK (decided_at IS NULL OR held_at IS NOT NULL),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (decided_by_name IS NULL)),
  CHECK ((status <> 'pending') = (settle_due_at IS NOT NULL OR settled_at IS NOT NULL)),
  CHECK (settle_due_at IS NULL OR settled_at IS NULL)
);
CREATE INDEX withdrawal_of_player ON withdrawal (player_id, created_at DESC, id DESC);
CREATE INDEX withdrawal_waiting ON withdrawal (created_at, id) WHERE status = 'pending';
CREATE INDEX withdrawal_decided ON withdrawal (decided_at DESC, id DESC) WHERE status <> 'pending';
CREATE INDEX withdrawal_by_time ON withdrawal (created_at, id);
CREATE INDEX withdrawal_by_amount ON withdrawal (amount_paise, id);
CREATE INDEX withdrawal_to_hold ON withdrawal (hold_due_at) WHERE hold_due_at IS NOT NULL;
CREATE INDEX withdrawal_owed ON withdrawal (settle_due_at) WHERE settle_due_at IS NOT NULL;
CREATE INDEX withdrawal_by_account ON withdrawal (account_number, account_ifsc);

-- The database refuses to change a decision, a hold or a settlement.
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
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_stands BEFORE UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal_stands();

GRANT SELECT, INSERT ON withdrawal TO :service_role;
GRANT UPDATE (key, status, admin_reason, hold_due_at, hold_attempts, held_at, held_balance_paise, held_balance_seq, refused_at, refusal_code,
  first_approved_at, first_approved_by, first_approved_by_name, decided_at, decided_by, decided_by_name,
  settle_due_at, settle_attempts, settled_at) ON withdrawal TO :service_role;

-- Above this amount an approval needs two admins; NULL is never.
CREATE TABLE approval_settings (
  only_row           boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  second_above_paise bigint      CHECK (second_above_paise >= 0),
  changed_by_name    text,
  changed_at         timestamptz
);
INSERT INTO approval_settings DEFAULT VALUES;
GRANT SELECT, UPDATE ON approval_settings TO :service_role;

-- Claims of requests, which expire. A claim is a hint to other admins and blocks no decision.
CREATE TABLE claim (
  request_id uuid        PRIMARY KEY,
  admin_id   uuid        NOT NULL,
  admin_name text        NOT NULL,
  until      timestamptz NOT NULL
);
CREATE INDEX claim_age ON claim (until);
GRANT SELECT, INSERT, UPDATE, DELETE ON claim TO :service_role;

-- The columns that an admin has confirmed for a header line, for the next file with the same
-- header.
CREATE TABLE bank_mapping (
  header_sha256     bytea       PRIMARY KEY,
  columns           jsonb       NOT NULL,
  confirmed_by_name text        NOT NULL,
  confirmed_at      timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON bank_mapping TO :service_role;

-- Bank statements. The hash of the file and the columns together identify a statement.
CREATE TABLE bank_statement (
  id           uuid        PRIMARY KEY,
  file_sha256  bytea       NOT NULL,
  columns      jsonb       NOT NULL,
  file_name    text        NOT NULL,
  rows         integer     NOT NULL CHECK (rows > 0),
  -- How many rows were in no earlier file.
  fresh        integer     NOT NULL CHECK (fresh BETWEEN 0 AND rows),
  first_day    date        NOT NULL,
  last_day     date        NOT NULL,
  read_by      uuid        NOT NULL,
  read_by_name text        NOT NULL,
  read_at      timestamptz NOT NULL,
  UNIQUE (file_sha256, columns)
);
GRANT SELECT, INSERT ON bank_statement TO :service_role;

-- Rows of bank statements. A row that is in several files is here once.
CREATE TABLE bank_row (
  id            uuid    PRIMARY KEY,
  -- A hash of reference and amount, so that one payment is one row. Without a reference: a hash of
  -- all that the row says, and a number for equal rows of a file.
  identity      bytea   NOT NULL UNIQUE,
  day           date    NOT NULL,
  text          text    NOT NULL,
  -- Negative for a debit.
  amount_paise  bigint  NOT NULL CHECK (amount_paise <> 0),
  balance_paise bigint,
  kind          text    NOT NULL CHECK (kind IN ('credit', 'debit', 'interest', 'reversal')),
  -- The reference that the bank wrote, and all other numbers of the row.
  reference     text,
  numbers       text[]  NOT NULL,
  -- The deposit that the row pays. A row pays one deposit. The first of two approvals reserves the
  -- row; a rejection frees it.
  deposit_id    uuid    UNIQUE REFERENCES deposit,
  CHECK (deposit_id IS NULL OR (kind = 'credit' AND amount_paise > 0))
);
CREATE INDEX bank_row_kept ON bank_row (day, id) WHERE kind = 'credit' AND deposit_id IS NULL;
CREATE INDEX bank_row_reference ON bank_row (reference, amount_paise);
CREATE INDEX bank_row_debit_numbers ON bank_row USING gin (numbers) WHERE kind = 'debit';
GRANT SELECT, INSERT ON bank_row TO :service_role;
GRANT UPDATE (deposit_id) ON bank_row TO :service_role;

-- The database refuses to take a row from an approved deposit, and refuses a deposit of another
-- amount.
CREATE FUNCTION bank_row_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deposit_id IS DISTINCT FROM OLD.deposit_id AND (SELECT status FROM deposit WHERE id = OLD.deposit_id) = 'approved' THEN
    RAISE EXCEPTION 'bank row % has paid for deposit %', OLD.id, OLD.deposit_id;
  END IF;
  IF NEW.deposit_id IS NOT NULL AND NEW.amount_paise IS DISTINCT FROM (SELECT amount_paise FROM deposit WHERE id = NEW.deposit_id) THEN
    RAISE EXCEPTION 'bank row % has another amount than deposit %', OLD.id, NEW.deposit_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_row_stands BEFORE UPDATE ON bank_row FOR EACH ROW EXECUTE FUNCTION bank_row_stands();

-- The rows of each statement in their order.
CREATE TABLE bank_statement_row (
  statement_id uuid    NOT NULL REFERENCES bank_statement,
  row_number   integer NOT NULL CHECK (row_number > 0),
  bank_row_id  uuid    NOT NULL REFERENCES bank_row,
  PRIMARY KEY (statement_id, bank_row_id)
);
GRANT SELECT, INSERT ON bank_statement_row TO :service_role;

-- Search by trigrams uses an index where the operator has installed the extension pg_trgm. Without
-- pg_trgm a search reads the whole table, about 0.5 s for a million requests.
DO $$
DECLARE
  trigrams text := (SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm');
BEGIN
  IF trigrams IS NOT NULL THEN
    EXECUTE format('CREATE INDEX deposit_search ON deposit USING gin (search_text %s.gin_trgm_ops)', trigrams);
    EXECUTE format('CREATE INDEX withdrawal_search ON withdrawal USING gin (search_text %s.gin_trgm_ops)', trigrams);
  END IF;
END $$;

-- kit: turn
-- kit: audit
