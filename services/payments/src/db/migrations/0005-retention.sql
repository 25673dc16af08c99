-- expand: the previous release writes `bytes` and no `file`, which the new checks allow. It sets `proof_deleted_at` of rejected
-- requests alone. The triggers guard columns that it may not change. The new index serves its query, too.

-- Until then the bank account takes no withdrawals: it was saved on a new device or after a password reset.
ALTER TABLE bank_account ADD COLUMN usable_from timestamptz;
GRANT UPDATE (usable_from) ON bank_account TO :service_role;

-- A change of where players pay to that waits for a second owner or for its time: at most one row.
CREATE TABLE pay_to_proposal (
  only_row         boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  id               uuid        NOT NULL,
  utr              text,
  qr_version       text        REFERENCES qr_image,
  proposed_by      uuid        NOT NULL,
  proposed_by_name text        NOT NULL,
  proposed_at      timestamptz NOT NULL,
  takes_effect_at  timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON pay_to_proposal TO :service_role;

-- The name of a picture in the store of proofs. Pictures of an earlier release are in `bytes` until a background job has
-- moved them; a later release drops `bytes`.
ALTER TABLE proof_page ADD COLUMN file text UNIQUE CHECK (file ~ '^[0-9a-f]{32}$');
ALTER TABLE proof_page ALTER COLUMN bytes DROP NOT NULL;
ALTER TABLE proof_page ADD CONSTRAINT proof_page_has_picture CHECK (num_nonnulls(bytes, file) = 1) NOT VALID;
CREATE INDEX IF NOT EXISTS proof_page_to_move ON proof_page (deposit_id) WHERE bytes IS NOT NULL;
GRANT UPDATE (bytes, file) ON proof_page TO :service_role;

-- Proofs of approved requests are deleted, too.
DO $$
DECLARE
  rule text := (SELECT conname FROM pg_constraint
    WHERE conrelid = 'request'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%proof_deleted_at IS NULL%');
BEGIN
  EXECUTE format('ALTER TABLE request DROP CONSTRAINT %I', rule);
END $$;
ALTER TABLE request ADD CONSTRAINT request_proof_deleted_after_decision
  CHECK (proof_deleted_at IS NULL OR decided_at IS NOT NULL AND kind = 'deposit') NOT VALID;
DROP INDEX request_proof_due;
CREATE INDEX IF NOT EXISTS request_proof_to_delete ON request (decided_at) WHERE decided_at IS NOT NULL AND kind = 'deposit' AND proof_deleted_at IS NULL;

-- QR images that no setting names are deleted.
GRANT UPDATE (created_at), DELETE ON qr_image TO :service_role;

-- Personal data is removed some years later: of closed accounts, and of payers in bank rows.
GRANT UPDATE (player_email, account) ON request TO :service_role;
GRANT DELETE ON bank_account TO :service_role;
GRANT UPDATE (text, numbers) ON bank_row TO :service_role;
CREATE INDEX IF NOT EXISTS bank_row_to_erase ON bank_row (day) WHERE text <> '';

-- The database lets personal data change in one way only: to what erased rows have.
CREATE FUNCTION only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'row % of % changes only when it is erased', OLD.id, TG_TABLE_NAME;
END $$;
CREATE TRIGGER only_erased BEFORE UPDATE OF player_email, account ON request FOR EACH ROW
  WHEN (OLD.decided_at IS NULL OR NEW.player_email <> 'erased-' || OLD.player_id OR NEW.account ->> 'accountNumber' <> 'erased')
  EXECUTE FUNCTION only_erased();
CREATE TRIGGER only_erased BEFORE UPDATE OF text, numbers ON bank_row FOR EACH ROW
  WHEN (NEW.text <> '' OR NEW.numbers <> '{}') EXECUTE FUNCTION only_erased();
