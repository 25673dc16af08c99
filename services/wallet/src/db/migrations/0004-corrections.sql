-- Changes of a balance that no bet, deposit or withdrawal brings. One admin proposes, another decides; approved is what is owed to the ledger until `settled_at`.
CREATE TABLE correction (
  id               uuid        PRIMARY KEY,
  player_id        uuid        NOT NULL,
  amount_paise     bigint      NOT NULL CHECK (amount_paise <> 0),
  account          text        NOT NULL CHECK (account IN ('outside', 'house', 'bonus')),
  reason           text        NOT NULL,
  status           text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'failed')),
  proposed_by      uuid        NOT NULL,
  proposed_by_name text        NOT NULL,
  proposed_at      timestamptz NOT NULL,
  idempotency_key  text        NOT NULL,
  decided_by       uuid,
  decided_by_name  text,
  decided_at       timestamptz,
  rejection_reason text,
  settled_at       timestamptz,
  failure          text,
  UNIQUE (proposed_by, idempotency_key),
  CONSTRAINT correction_decided CHECK ((status = 'pending') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CONSTRAINT correction_of_two CHECK (status NOT IN ('approved', 'failed') OR decided_by <> proposed_by),
  CONSTRAINT correction_settled CHECK (settled_at IS NULL OR status IN ('approved', 'failed')),
  CONSTRAINT correction_failed CHECK ((status = 'failed') = (failure IS NOT NULL))
);
CREATE INDEX correction_waiting ON correction (id) WHERE status = 'pending';
CREATE INDEX correction_of_player ON correction (player_id, id);
CREATE INDEX correction_owed ON correction (decided_at) WHERE status = 'approved' AND settled_at IS NULL;

GRANT SELECT, INSERT ON correction TO :service_role;
GRANT UPDATE (status, decided_by, decided_by_name, decided_at, rejection_reason, settled_at, failure) ON correction TO :service_role;

-- The ledger is large: the rows of before are as the old rule had them, and need no look.
ALTER TABLE entry DROP CONSTRAINT entry_kind_and_step;
ALTER TABLE entry ADD CONSTRAINT entry_kind_and_step CHECK (
  CASE step
    WHEN 'open' THEN kind IN ('play', 'reserve', 'deposit', 'hold', 'void', 'release', 'pay-out', 'correction')
    WHEN 'close' THEN kind IN ('settle', 'void', 'release', 'pay-out')
    WHEN 'bonus' THEN kind = 'bonus'
    ELSE false
  END
) NOT VALID;

-- What is kept lacks what is shown now; the next run is within the minute.
UPDATE reconciliation SET result = NULL;

-- kit: audit
