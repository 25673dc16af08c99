-- expand: the previous release does not write the new columns, and each check holds for NULL. It writes `bytes` of a picture
-- and no `file`, a file of a statement once, and `content` at its insert only. It sets `proof_deleted_at` of rejected requests
-- alone. The new indexes serve its queries, and the triggers guard columns that it may not change.

-- What owners have set of the daily limits and of approvals without a bank row. An absent field has the default of the mode.
-- The proposal has weaker rules, which wait for a second owner or for their time.
-- A lease of NULL is the default of the contracts. Payment files pay from the debit account.
ALTER TABLE settings
  ADD approvals            jsonb   NOT NULL DEFAULT '{}',
  ADD proposal             jsonb,
  ADD payout_lease_minutes integer CHECK (payout_lease_minutes > 0),
  ADD payout_debit_account text    CHECK (payout_debit_account ~ '^[0-9]{9,18}$');

-- The balance at the end of a statement, and how the statement joins the earlier ones. A file that two admins upload has two
-- readers.
ALTER TABLE bank_statement
  ADD closing_paise bigint,
  ADD joining       jsonb,
  ADD CONSTRAINT bank_statement_of_reader UNIQUE (file_sha256, columns, read_by),
  DROP CONSTRAINT bank_statement_file_sha256_columns_key;
CREATE INDEX bank_statement_row_of_row ON bank_statement_row (bank_row_id);

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

-- The origin of the bank row of an approval is own if only statements of the admin have the row. It is NULL for withdrawals.
-- An admin pays the withdrawal at the bank. An expired payout stays, because the money may have left. A line of a payment file
-- does not expire. The bank's reference is normalised. Proofs of approved requests are deleted, too.
DO $$
DECLARE
  rule text := (SELECT conname FROM pg_constraint
    WHERE conrelid = 'request'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%proof_deleted_at IS NULL%');
BEGIN
  EXECUTE format('ALTER TABLE request DROP CONSTRAINT %I', rule);
END $$;
ALTER TABLE request
  ADD row_origin      text CHECK (row_origin IN ('none', 'own', 'other')),
  ADD approved_alone  boolean,
  ADD pay_by          uuid,
  ADD pay_by_name     text,
  ADD pay_since       timestamptz,
  ADD pay_until       timestamptz,
  ADD payout_file_id  uuid REFERENCES payout_file,
  ADD paid_reference  text,
  ADD CONSTRAINT request_payout CHECK (num_nulls(pay_by, pay_by_name, pay_since) IN (0, 3)
    AND (pay_by IS NULL OR kind = 'withdrawal') AND num_nonnulls(pay_until, payout_file_id) = CASE WHEN pay_by IS NULL THEN 0 ELSE 1 END),
  ADD CONSTRAINT request_paid CHECK (paid_reference IS NULL OR kind = 'withdrawal' AND status = 'approved'),
  ADD CONSTRAINT request_proof_deleted_after_decision CHECK (proof_deleted_at IS NULL OR decided_at IS NOT NULL AND kind = 'deposit') NOT VALID;
GRANT UPDATE (row_origin, approved_alone, pay_by, pay_by_name, pay_since, pay_until, payout_file_id, paid_reference, player_email, account)
  ON request TO :service_role;
-- One bank reference pays one withdrawal. Leading zeros do not count.
CREATE UNIQUE INDEX IF NOT EXISTS request_paid_reference ON request (ltrim(paid_reference, '0')) WHERE paid_reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS request_of_payout_file ON request (payout_file_id) WHERE payout_file_id IS NOT NULL;
-- The id in the remark of a payment is the last group of the id of the request.
CREATE INDEX IF NOT EXISTS request_short_id ON request (right(id::text, 12)) WHERE kind = 'withdrawal';
CREATE INDEX IF NOT EXISTS request_paid_at ON request (decided_at) WHERE kind = 'withdrawal' AND status = 'approved';
CREATE INDEX IF NOT EXISTS request_being_paid ON request (pay_by) WHERE pay_by IS NOT NULL AND status = 'pending';
-- For reports and handovers, which sum requests by the time of their booking or decision.
CREATE INDEX IF NOT EXISTS request_by_booking ON request (kind, booked_at) WHERE booked_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS request_by_decision ON request (decided_at) WHERE decided_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS request_by_first_approval ON request (first_approved_at) WHERE first_approved_at IS NOT NULL;
DROP INDEX request_proof_due;
CREATE INDEX IF NOT EXISTS request_proof_to_delete ON request (decided_at) WHERE decided_at IS NOT NULL AND kind = 'deposit' AND proof_deleted_at IS NULL;

-- The withdrawal that a debit paid. A debit pays one withdrawal, and a withdrawal has one debit.
ALTER TABLE bank_row
  ADD withdrawal_id uuid UNIQUE REFERENCES request,
  ADD CONSTRAINT bank_row_pays CHECK (withdrawal_id IS NULL OR (kind = 'debit' AND amount_paise < 0));
-- A list of pending entries would make each probe for the number of a row slow after a large file.
ALTER INDEX bank_row_debit_numbers SET (fastupdate = off);
CREATE INDEX bank_row_debit_amount ON bank_row (amount_paise) WHERE kind = 'debit' AND withdrawal_id IS NULL;
CREATE INDEX bank_row_free_debit ON bank_row (day) WHERE kind = 'debit' AND withdrawal_id IS NULL;
CREATE INDEX bank_row_free_credit ON bank_row (amount_paise) WHERE amount_paise > 0 AND deposit_id IS NULL;
GRANT UPDATE (withdrawal_id, text, numbers) ON bank_row TO :service_role;

CREATE FUNCTION bank_debit_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.withdrawal_id IS NOT NULL
    OR NOT EXISTS (SELECT FROM request WHERE id = NEW.withdrawal_id AND status = 'approved' AND amount_paise = -NEW.amount_paise) THEN
    RAISE EXCEPTION 'bank row % cannot be the debit of %', OLD.id, NEW.withdrawal_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_debit_stands BEFORE UPDATE OF withdrawal_id ON bank_row FOR EACH ROW EXECUTE FUNCTION bank_debit_stands();

-- Until then the bank account takes no withdrawals: it was saved on a new device or after a password reset.
ALTER TABLE bank_account ADD COLUMN usable_from timestamptz;
GRANT UPDATE (usable_from), DELETE ON bank_account TO :service_role;

-- The name of a picture in the store of proofs. Pictures of an earlier release are in `bytes` until a background job has
-- moved them; a later release drops `bytes`.
ALTER TABLE proof_page
  ADD file text UNIQUE CHECK (file ~ '^[0-9a-f]{32}$'),
  ALTER bytes DROP NOT NULL,
  ADD CONSTRAINT proof_page_has_picture CHECK (num_nonnulls(bytes, file) = 1) NOT VALID;
CREATE INDEX IF NOT EXISTS proof_page_to_move ON proof_page (deposit_id) WHERE bytes IS NOT NULL;
GRANT UPDATE (bytes, file) ON proof_page TO :service_role;

-- Files of proofs to delete. A new file is here before it is stored, until its page is: a request that is not stored leaves
-- no file behind.
CREATE TABLE file_to_delete (
  file   text        PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX file_to_delete_due ON file_to_delete (due_at);
GRANT SELECT, INSERT, DELETE, UPDATE (due_at) ON file_to_delete TO :service_role;

-- QR images that no setting names are deleted.
GRANT UPDATE (created_at), DELETE ON qr_image TO :service_role;

-- Personal data is removed some years later: of closed accounts, and of payers in bank rows. Payment files lose their account
-- numbers some time after their last line has ended. The database lets personal data change to what erased rows have only.
GRANT UPDATE (content) ON payout_file TO :service_role;
CREATE FUNCTION only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % changes only when it is erased', TG_TABLE_NAME;
END $$;
CREATE TRIGGER only_erased BEFORE UPDATE OF player_email, account ON request FOR EACH ROW
  WHEN (OLD.decided_at IS NULL OR NEW.player_email <> 'erased-' || OLD.player_id OR NEW.account ->> 'accountNumber' <> 'erased')
  EXECUTE FUNCTION only_erased();
CREATE TRIGGER only_erased BEFORE UPDATE OF text, numbers ON bank_row FOR EACH ROW
  WHEN (NEW.text <> '' OR NEW.numbers <> '{}') EXECUTE FUNCTION only_erased();
CREATE TRIGGER only_erased BEFORE UPDATE OF content ON payout_file FOR EACH ROW WHEN (NEW.content <> '') EXECUTE FUNCTION only_erased();
CREATE INDEX bank_row_with_payer ON bank_row (day) WHERE text <> '' OR numbers <> '{}';
CREATE INDEX payout_file_to_erase ON payout_file (created_at) WHERE content <> '';
