-- Deposits and withdrawals.
CREATE TABLE request (
  id              uuid        PRIMARY KEY,
  kind            text        NOT NULL CHECK (kind IN ('deposit', 'withdrawal')),
  player_id       uuid        NOT NULL,
  player_email    text        NOT NULL,
  amount_paise    bigint      NOT NULL CHECK (amount_paise > 0),
  -- asked: it is unknown whether the wallet holds the money of the withdrawal. refused: the wallet
  -- refused the hold. Admins see neither.
  status          text        NOT NULL CHECK (status IN ('asked', 'pending', 'approved', 'rejected', 'refused')),
  admin_reason    text,
  created_at      timestamptz NOT NULL,
  -- The idempotency key and the hash of its input. A refusal by the wallet frees the key.
  key             text,
  input_sha256    bytea,
  -- The first of two approvals.
  first_approved_at      timestamptz,
  first_approved_by      uuid,
  first_approved_by_name text,
  decided_at      timestamptz,
  decided_by      uuid,
  decided_by_name text,
  -- When the wallet booked what the decision brings.
  booked_at       timestamptz,
  -- When the worker asks the wallet for what the request still lacks: its hold, or the booking of its end.
  due_at          timestamptz NOT NULL DEFAULT now(),
  -- An admin looks at the request until then: a hint to other admins.
  claimed_by      uuid,
  claimed_by_name text,
  claimed_until   timestamptz,

  -- Deposits only.
  method          text        CHECK (method IN ('IMPS', 'NEFT', 'RTGS', 'UPI', 'CRYPTO')),
  utr             text,
  utr_normalised  text,
  -- As references are compared: leading zeros do not count.
  reference       text        GENERATED ALWAYS AS (ltrim(utr_normalised, '0')) STORED,
  proof_pages     smallint    CHECK (proof_pages > 0),
  -- Count against the player's quota of the day.
  proof_bytes     integer     CHECK (proof_bytes >= 0),
  proof_sha256    bytea,
  proof_deleted_at timestamptz CHECK (proof_deleted_at IS NULL OR status = 'rejected'),

  -- Withdrawals only. A copy of the bank account at the time of the request.
  account         jsonb,
  account_number  text        GENERATED ALWAYS AS (account ->> 'accountNumber') STORED,
  account_ifsc    text        GENERATED ALWAYS AS (account ->> 'ifsc') STORED,
  -- The balance after the hold, for replays of the answer.
  held_at         timestamptz,
  held_balance_paise bigint,
  held_balance_seq   bigint,
  -- The error with which the wallet refused the hold: its code, text and params.
  refusal         jsonb,

  -- The order of the queue: pending requests from old to new, then decided requests from new to old.
  queue_place     bigint      NOT NULL GENERATED ALWAYS AS (CASE WHEN decided_at IS NULL
    THEN floor(extract(epoch FROM created_at - timestamptz '1970-01-01 00:00:00+00') * 1000)
    ELSE 1e14 - floor(extract(epoch FROM decided_at - timestamptz '1970-01-01 00:00:00+00') * 1000) END) STORED,
  -- For searches by admins.
  search_text     text        NOT NULL GENERATED ALWAYS AS (lower(player_email || ' ' || replace(id::text, '-', '') || ' '
    || coalesce(utr_normalised, (account ->> 'name') || ' ' || (account ->> 'accountNumber') || ' ' || (account ->> 'ifsc')))) STORED,

  UNIQUE (player_id, kind, key),
  CHECK (CASE kind WHEN 'deposit'
    THEN num_nulls(utr, utr_normalised, method, proof_pages, proof_bytes) = 0 AND held_at IS NULL AND status NOT IN ('asked', 'refused')
    ELSE account IS NOT NULL AND (held_at IS NULL) = (status IN ('asked', 'refused')) END),
  CHECK (num_nulls(held_at, held_balance_paise, held_balance_seq) IN (0, 3)),
  CHECK ((decided_at IS NULL) = (status IN ('asked', 'pending'))),
  CHECK (num_nulls(decided_by, decided_by_name) = CASE WHEN status IN ('approved', 'rejected') THEN 0 ELSE 2 END),
  CHECK (status <> 'refused' OR key IS NULL),
  CHECK ((status = 'refused') = (refusal IS NOT NULL)),
  CHECK (booked_at IS NULL OR status = 'approved' OR kind = 'withdrawal' AND decided_at IS NOT NULL)
);
-- One reference pays one request, for all methods together. A rejected request frees its reference.
CREATE UNIQUE INDEX request_reference_in_use ON request (reference) WHERE status <> 'rejected';
CREATE INDEX request_of_player ON request (player_id, kind, created_at DESC, id DESC);
CREATE INDEX request_queue ON request (kind, queue_place, id);
CREATE INDEX request_by_time ON request (kind, created_at, id);
CREATE INDEX request_by_amount ON request (kind, amount_paise, id);
CREATE INDEX request_pending ON request (kind, created_at, id) WHERE status = 'pending';
CREATE INDEX request_unbooked ON request (due_at) WHERE booked_at IS NULL AND status <> 'pending' AND (kind = 'withdrawal' OR status = 'approved');
CREATE INDEX request_proof_due ON request (decided_at) WHERE status = 'rejected' AND kind = 'deposit' AND proof_deleted_at IS NULL;
CREATE INDEX request_by_proof ON request (proof_sha256) WHERE proof_sha256 IS NOT NULL;
CREATE INDEX request_by_reference ON request (reference) WHERE reference IS NOT NULL;
CREATE INDEX request_by_account ON request (account_number, account_ifsc) WHERE account_number IS NOT NULL;

-- The database refuses to change a decision, a hold or a booking.
CREATE FUNCTION request_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.decided_at IS NOT NULL AND (NEW.status, NEW.decided_at, NEW.decided_by) IS DISTINCT FROM (OLD.status, OLD.decided_at, OLD.decided_by)
    OR OLD.held_at IS NOT NULL AND (NEW.held_at, NEW.held_balance_seq) IS DISTINCT FROM (OLD.held_at, OLD.held_balance_seq)
    OR OLD.booked_at IS NOT NULL AND NEW.booked_at IS DISTINCT FROM OLD.booked_at THEN
    RAISE EXCEPTION 'request % is decided, held or booked', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER request_stands BEFORE UPDATE ON request FOR EACH ROW EXECUTE FUNCTION request_stands();

GRANT SELECT, INSERT ON request TO :service_role;
GRANT UPDATE (
  status, admin_reason, key, first_approved_at, first_approved_by, first_approved_by_name, decided_at, decided_by, decided_by_name,
  booked_at, due_at, claimed_by, claimed_by_name, claimed_until, proof_deleted_at, held_at, held_balance_paise, held_balance_seq, refusal
) ON request TO :service_role;

-- Mails that payments owes to players. A row is deleted when auth has taken the mail.
CREATE TABLE notice (
  id         uuid        PRIMARY KEY,
  body       jsonb       NOT NULL,
  created_at timestamptz NOT NULL,
  due_at     timestamptz NOT NULL
);
CREATE INDEX notice_due ON notice (due_at);
GRANT SELECT, INSERT, DELETE ON notice TO :service_role;
GRANT UPDATE (due_at) ON notice TO :service_role;

-- What counts against a quota of a player. A withdraw password is counted before the check, and
-- deleted after a correct password.
CREATE TABLE attempt (
  id        uuid        PRIMARY KEY,
  player_id uuid        NOT NULL,
  kind      text        NOT NULL CHECK (kind IN ('account_change', 'unopened_proof', 'withdraw_password')),
  at        timestamptz NOT NULL
);
CREATE INDEX attempt_of_player ON attempt (player_id, kind, at);
CREATE INDEX attempt_age ON attempt (at);
GRANT SELECT, INSERT, DELETE ON attempt TO :service_role;

-- The pages of a proof as JPEG. Payments draws them from the uploaded file and does not keep
-- the file.
CREATE TABLE proof_page (
  deposit_id uuid     NOT NULL REFERENCES request,
  page       smallint NOT NULL CHECK (page > 0),
  bytes      bytea    NOT NULL CHECK (length(bytes) <= 1048576),
  -- A perceptual hash, to find similar proofs.
  print      bit(256),
  PRIMARY KEY (deposit_id, page)
);
ALTER TABLE proof_page ALTER COLUMN bytes SET STORAGE EXTERNAL;
GRANT SELECT, INSERT, DELETE ON proof_page TO :service_role;

-- Every QR image that players have seen. The version is a hash of the image.
CREATE TABLE qr_image (
  version    text        PRIMARY KEY,
  bytes      bytea       NOT NULL,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON qr_image TO :service_role;

-- utr and qr_version: where players pay to. second_above_paise: above this amount an approval needs
-- two admins; NULL is never.
CREATE TABLE settings (
  only_row           boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  utr                text,
  qr_version         text        REFERENCES qr_image,
  second_above_paise bigint      CHECK (second_above_paise >= 0),
  changed_by_name    text,
  changed_at         timestamptz
);
INSERT INTO settings DEFAULT VALUES;
GRANT SELECT, UPDATE ON settings TO :service_role;

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
  deposit_id    uuid    UNIQUE REFERENCES request,
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
  IF NEW.deposit_id IS DISTINCT FROM OLD.deposit_id AND (SELECT status FROM request WHERE id = OLD.deposit_id) = 'approved' THEN
    RAISE EXCEPTION 'bank row % has paid for deposit %', OLD.id, OLD.deposit_id;
  END IF;
  IF NEW.deposit_id IS NOT NULL AND NEW.amount_paise IS DISTINCT FROM (SELECT amount_paise FROM request WHERE id = NEW.deposit_id) THEN
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
    EXECUTE format('CREATE INDEX request_search ON request USING gin (search_text %s.gin_trgm_ops)', trigrams);
  END IF;
END $$;

-- kit: turn
-- kit: audit
