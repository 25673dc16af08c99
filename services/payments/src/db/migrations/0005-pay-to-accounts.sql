-- expand: the previous release reads `utr` and `qr_version` of the settings, which stay those of the first UPI account. A
-- request of the previous release has no account and no note, and the check holds for NULL.

-- An account that players pay to. The revision is what players see; NULL before the first change takes effect. The proposal is a
-- change that waits for a second owner or for its time.
CREATE TABLE pay_to_account (
  id       uuid    PRIMARY KEY,
  place    integer NOT NULL,
  is_on    boolean NOT NULL,
  revision uuid,
  proposal jsonb,
  CHECK (revision IS NOT NULL OR NOT is_on)
);
GRANT SELECT, INSERT, DELETE ON pay_to_account TO :service_role;
GRANT UPDATE (place, is_on, revision, proposal) ON pay_to_account TO :service_role;

-- The values of an account since they took effect. They never change, so that a request keeps what its player was shown.
CREATE TABLE pay_to_revision (
  id         uuid        PRIMARY KEY,
  account_id uuid        NOT NULL REFERENCES pay_to_account,
  terms      jsonb       NOT NULL,
  created_at timestamptz NOT NULL
);
ALTER TABLE pay_to_account ADD FOREIGN KEY (revision) REFERENCES pay_to_revision;
GRANT SELECT, INSERT ON pay_to_revision TO :service_role;

-- The account that the deposit page showed, and the note that the page gave to the payment.
ALTER TABLE request
  ADD pay_to_revision uuid REFERENCES pay_to_revision,
  ADD pay_note        text,
  ADD CONSTRAINT request_pay_note CHECK (pay_note ~ '^KM[2-9A-HJ-NP-Z]{8}$') NOT VALID;

-- The UPI ID in use until now is the first account.
WITH account AS (
  INSERT INTO pay_to_account (id, place, is_on)
    SELECT uuidv7(), 0, false FROM settings WHERE utr IS NOT NULL OR qr_version IS NOT NULL RETURNING id
)
INSERT INTO pay_to_revision (id, account_id, terms, created_at)
  SELECT uuidv7(), account.id, jsonb_build_object('kind', 'upi', 'name', '', 'address', utr, 'ifsc', NULL,
    'methods', jsonb_build_array('UPI'), 'dailyLimitPaise', NULL, 'qrVersion', qr_version), now() FROM settings, account;
UPDATE pay_to_account SET revision = r.id, is_on = true FROM pay_to_revision AS r WHERE r.account_id = pay_to_account.id;
