-- Deposits are limited by payments, which asks for this.
ALTER TABLE account
  ADD COLUMN deposit_limit_day_paise   bigint,
  ADD COLUMN deposit_limit_week_paise  bigint,
  ADD COLUMN deposit_limit_month_paise bigint;

-- Every rule of safer play that a player has asked for, in their order. What waits takes effect at its time, unless the player asks for something else before.
CREATE TABLE protection_change (
  change_no    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id    uuid        NOT NULL,
  rule         text        NOT NULL CHECK (rule IN ('deposit', 'loss', 'wager', 'time-out', 'exclusion')),
  period       text        CHECK (period IN ('day', 'week', 'month')),
  -- NULL: no limit.
  amount_paise bigint      CHECK (amount_paise >= 0),
  ends_at      timestamptz,
  asked_at     timestamptz NOT NULL,
  effective_at timestamptz NOT NULL CHECK (effective_at >= asked_at),
  state        text        NOT NULL CHECK (state IN ('waiting', 'taken', 'dropped')),
  CHECK ((rule IN ('time-out', 'exclusion')) = (ends_at IS NOT NULL)),
  CHECK ((rule IN ('time-out', 'exclusion')) = (period IS NULL)),
  CHECK (state = 'taken' OR period IS NOT NULL)
);
CREATE UNIQUE INDEX protection_change_waiting ON protection_change (player_id, rule, period) WHERE state = 'waiting';
CREATE INDEX protection_change_due ON protection_change (effective_at) WHERE state = 'waiting';
CREATE INDEX protection_change_of_player ON protection_change (player_id, change_no DESC);

GRANT SELECT, INSERT, UPDATE (state) ON protection_change TO :service_role;

-- kit: turn
