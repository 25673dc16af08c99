CREATE TABLE deposit (
  id              uuid        PRIMARY KEY,
  player_id       uuid        NOT NULL,
  player_email    text        NOT NULL,
  amount_paise    bigint      NOT NULL CHECK (amount_paise > 0),
  method          text        NOT NULL CHECK (method IN ('IMPS', 'NEFT', 'RTGS', 'UPI', 'CRYPTO')),
  utr             text        NOT NULL,
  utr_normalised  text        NOT NULL,
  proof_pages     smallint    NOT NULL CHECK (proof_pages > 0),
  -- Counts against the quota of the day.
  proof_bytes     integer     NOT NULL CHECK (proof_bytes >= 0),
  proof_deleted_at timestamptz CHECK (proof_deleted_at IS NULL OR status = 'rejected'),
  status          text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  admin_reason    text,
  created_at      timestamptz NOT NULL,
  decided_at      timestamptz,
  decided_by      uuid,
  decided_by_name text,
  -- The transaction of the decision, as the trigger below writes it: the order of the log of facts.
  decided_xid     xid8,
  -- An approved deposit is owed until the wallet has booked it: the next try, the tries so far, and when it was booked.
  credit_due_at   timestamptz,
  credit_attempts integer     NOT NULL DEFAULT 0,
  credited_at     timestamptz,
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (decided_by_name IS NULL)
    AND (decided_at IS NULL) = (decided_xid IS NULL)),
  CHECK ((status = 'approved') = (credit_due_at IS NOT NULL OR credited_at IS NOT NULL)),
  CHECK (credit_due_at IS NULL OR credited_at IS NULL)
);
-- A payment can back one request at a time, whichever method it is filed under; a rejected one frees its reference.
CREATE UNIQUE INDEX deposit_reference_in_use ON deposit (utr_normalised) WHERE status <> 'rejected';
CREATE INDEX deposit_of_player ON deposit (player_id, created_at DESC, id DESC);
CREATE INDEX deposit_waiting ON deposit (created_at, id) WHERE status = 'pending';
CREATE INDEX deposit_decided ON deposit (decided_at DESC, id DESC) WHERE status <> 'pending';
CREATE INDEX deposit_log ON deposit (decided_xid) WHERE decided_xid IS NOT NULL;
CREATE INDEX deposit_proof_due ON deposit (decided_at) WHERE status = 'rejected' AND proof_deleted_at IS NULL;
CREATE INDEX deposit_owed ON deposit (credit_due_at) WHERE credit_due_at IS NOT NULL;

-- A decision stands and a credit is marked once, whatever the code does.
CREATE FUNCTION deposit_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' AND (NEW.status, NEW.decided_at, NEW.decided_by) IS DISTINCT FROM (OLD.status, OLD.decided_at, OLD.decided_by) THEN
    RAISE EXCEPTION 'deposit % is decided', OLD.id;
  END IF;
  IF OLD.credited_at IS NOT NULL AND (NEW.credited_at, NEW.credit_due_at) IS DISTINCT FROM (OLD.credited_at, OLD.credit_due_at) THEN
    RAISE EXCEPTION 'deposit % is credited', OLD.id;
  END IF;
  IF OLD.status = 'pending' AND NEW.status <> 'pending' THEN
    NEW.decided_xid := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_stands BEFORE UPDATE ON deposit FOR EACH ROW EXECUTE FUNCTION deposit_stands();

GRANT SELECT, INSERT ON deposit TO :service_role;
GRANT UPDATE (status, admin_reason, decided_at, decided_by, decided_by_name, credit_due_at, credit_attempts, credited_at, proof_deleted_at) ON deposit TO :service_role;

-- The pictures of a proof, in order. Made anew from what was uploaded, which is not kept.
CREATE TABLE proof_page (
  deposit_id uuid     NOT NULL REFERENCES deposit,
  page       smallint NOT NULL CHECK (page > 0),
  media_type text     NOT NULL,
  bytes      bytea    NOT NULL CHECK (length(bytes) <= 1048576),
  PRIMARY KEY (deposit_id, page)
);
ALTER TABLE proof_page ALTER COLUMN bytes SET STORAGE EXTERNAL;
GRANT SELECT, INSERT, DELETE ON proof_page TO :service_role;

-- First answers by Idempotency-Key of a player, so that a repeated request gets its answer again.
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

-- Every QR image that players were ever shown, by a version made of its content.
CREATE TABLE qr_image (
  version    text        PRIMARY KEY,
  media_type text        NOT NULL,
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

-- kit: audit
