-- expand: the previous release writes neither the new column nor the new table, and each check holds for it. It approves the
-- amount of the first approval, and shows the pages of all proofs as one proof.

-- `amount_paise` is what counts: the amount that an approval credits. `asked_paise` is what the player asked for, if another
-- amount is approved, or was approved first by one of two admins.
ALTER TABLE request
  ADD asked_paise bigint,
  ADD CONSTRAINT request_asked_other CHECK (asked_paise IS NULL OR asked_paise > 0 AND asked_paise <> amount_paise AND kind = 'deposit') NOT VALID;
CREATE INDEX IF NOT EXISTS request_by_asked_amount ON request (kind, asked_paise) WHERE asked_paise IS NOT NULL;
GRANT UPDATE (amount_paise, asked_paise, proof_pages) ON request TO :service_role;

CREATE OR REPLACE FUNCTION request_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.decided_at IS NOT NULL AND (NEW.status, NEW.decided_at, NEW.decided_by) IS DISTINCT FROM (OLD.status, OLD.decided_at, OLD.decided_by)
    OR OLD.held_at IS NOT NULL AND (NEW.held_at, NEW.held_balance_seq) IS DISTINCT FROM (OLD.held_at, OLD.held_balance_seq)
    OR OLD.booked_at IS NOT NULL AND NEW.booked_at IS DISTINCT FROM OLD.booked_at
    OR OLD.paid_reference IS NOT NULL AND NEW.paid_reference IS DISTINCT FROM OLD.paid_reference THEN
    RAISE EXCEPTION 'request % is decided, held or booked', OLD.id;
  END IF;
  -- The amount changes before the decision, while no bank row is linked. What the player asked for never changes.
  IF (NEW.amount_paise, NEW.asked_paise) IS DISTINCT FROM (OLD.amount_paise, OLD.asked_paise)
    AND (OLD.decided_at IS NOT NULL
      OR coalesce(NEW.asked_paise, NEW.amount_paise) <> coalesce(OLD.asked_paise, OLD.amount_paise)
      OR EXISTS (SELECT FROM bank_row WHERE deposit_id = OLD.id)) THEN
    RAISE EXCEPTION 'the amount of request % stands', OLD.id;
  END IF;
  RETURN NEW;
END $$;

-- A better proof that an admin asks for, and the upload of the player, which adds pages to the proof of the request. The
-- numbers limit how often.
CREATE TABLE better_proof (
  deposit_id    uuid        NOT NULL REFERENCES request,
  number        smallint    NOT NULL CHECK (number BETWEEN 1 AND 3),
  reason        text        NOT NULL,
  note          text,
  asked_at      timestamptz NOT NULL,
  asked_by      uuid        NOT NULL,
  asked_by_name text        NOT NULL,
  sent_at       timestamptz,
  first_page    smallint    CHECK (first_page > 1),
  -- The idempotency key of the upload. Size and hash are of the uploaded file and its pictures, as in request.
  key           text,
  sha256        bytea,
  bytes         integer     CHECK (bytes >= 0),
  PRIMARY KEY (deposit_id, number),
  CHECK (num_nulls(sent_at, first_page, key, sha256, bytes) IN (0, 5))
);
-- One better proof of a request is awaited at a time.
CREATE UNIQUE INDEX better_proof_awaited ON better_proof (deposit_id) WHERE sent_at IS NULL;
CREATE INDEX better_proof_by_hash ON better_proof (sha256) WHERE sha256 IS NOT NULL;
GRANT SELECT, INSERT ON better_proof TO :service_role;
GRANT UPDATE (sent_at, first_page, key, sha256, bytes, note) ON better_proof TO :service_role;
-- A note stays; only its erased text is another one.
CREATE TRIGGER only_erased BEFORE UPDATE OF note ON better_proof FOR EACH ROW WHEN (NEW.note <> 'erased') EXECUTE FUNCTION only_erased();
