-- expand: the previous release does not write the new columns, and each check holds for NULL.

-- A payment file for the bank. `content` is the file as it was made. A file is downloaded again as it was.
CREATE TABLE payout_file (
  id            uuid        PRIMARY KEY,
  key           text        NOT NULL,
  input_sha256  bytea       NOT NULL,
  admin_id      uuid        NOT NULL,
  admin_name    text        NOT NULL,
  created_at    timestamptz NOT NULL,
  format        text        NOT NULL,
  content       text        NOT NULL,
  withdrawal_ids uuid[]     NOT NULL CHECK (cardinality(withdrawal_ids) BETWEEN 1 AND 200),
  amount_paise  bigint      NOT NULL CHECK (amount_paise > 0),
  UNIQUE (admin_id, key)
);
GRANT SELECT, INSERT ON payout_file TO :service_role;

-- An admin pays the withdrawal at the bank. An expired payout stays, because the money may have left.
-- pay_until: NULL for a line of a payment file, which does not expire.
ALTER TABLE request
  ADD pay_by          uuid,
  ADD pay_by_name     text,
  ADD pay_since       timestamptz,
  ADD pay_until       timestamptz,
  ADD payout_file_id  uuid REFERENCES payout_file,
  -- The bank's reference of the payment, normalised.
  ADD paid_reference  text,
  ADD CONSTRAINT request_payout CHECK (num_nulls(pay_by, pay_by_name, pay_since) IN (0, 3)
    AND (pay_by IS NULL OR kind = 'withdrawal') AND num_nonnulls(pay_until, payout_file_id) = CASE WHEN pay_by IS NULL THEN 0 ELSE 1 END),
  ADD CONSTRAINT request_paid CHECK (paid_reference IS NULL OR kind = 'withdrawal' AND status = 'approved');
-- One bank reference pays one withdrawal. Leading zeros do not count.
CREATE UNIQUE INDEX request_paid_reference ON request (ltrim(paid_reference, '0')) WHERE paid_reference IS NOT NULL;
CREATE INDEX request_of_payout_file ON request (payout_file_id) WHERE payout_file_id IS NOT NULL;
-- The id in the remark of a payment is the last group of the id of the request.
CREATE INDEX request_short_id ON request (right(id::text, 12)) WHERE kind = 'withdrawal';
CREATE INDEX request_paid_at ON request (decided_at) WHERE kind = 'withdrawal' AND status = 'approved';
CREATE INDEX request_being_paid ON request (pay_by) WHERE pay_by IS NOT NULL AND status = 'pending';
GRANT UPDATE (pay_by, pay_by_name, pay_since, pay_until, payout_file_id, paid_reference) ON request TO :service_role;

CREATE OR REPLACE FUNCTION request_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.decided_at IS NOT NULL AND (NEW.status, NEW.decided_at, NEW.decided_by) IS DISTINCT FROM (OLD.status, OLD.decided_at, OLD.decided_by)
    OR OLD.held_at IS NOT NULL AND (NEW.held_at, NEW.held_balance_seq) IS DISTINCT FROM (OLD.held_at, OLD.held_balance_seq)
    OR OLD.booked_at IS NOT NULL AND NEW.booked_at IS DISTINCT FROM OLD.booked_at
    OR OLD.paid_reference IS NOT NULL AND NEW.paid_reference IS DISTINCT FROM OLD.paid_reference THEN
    RAISE EXCEPTION 'request % is decided, held or booked', OLD.id;
  END IF;
  RETURN NEW;
END $$;

-- The withdrawal that a debit paid. A debit pays one withdrawal, and a withdrawal has one debit.
ALTER TABLE bank_row
  ADD withdrawal_id uuid UNIQUE REFERENCES request,
  ADD CONSTRAINT bank_row_pays CHECK (withdrawal_id IS NULL OR (kind = 'debit' AND amount_paise < 0));
CREATE INDEX bank_row_debit_amount ON bank_row (amount_paise) WHERE kind = 'debit' AND withdrawal_id IS NULL;
GRANT UPDATE (withdrawal_id) ON bank_row TO :service_role;

CREATE FUNCTION bank_debit_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.withdrawal_id IS NOT NULL
    OR NOT EXISTS (SELECT FROM request WHERE id = NEW.withdrawal_id AND status = 'approved' AND amount_paise = -NEW.amount_paise) THEN
    RAISE EXCEPTION 'bank row % cannot be the debit of %', OLD.id, NEW.withdrawal_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_debit_stands BEFORE UPDATE OF withdrawal_id ON bank_row FOR EACH ROW EXECUTE FUNCTION bank_debit_stands();

-- payout_lease_minutes: NULL is the default of the contracts. payout_debit_account: payment files pay from it.
ALTER TABLE settings
  ADD payout_lease_minutes integer CHECK (payout_lease_minutes > 0),
  ADD payout_debit_account text    CHECK (payout_debit_account ~ '^[0-9]{9,18}$');
