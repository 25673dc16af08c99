-- One row a player: the player's three ledger accounts (balance, open stakes, held withdrawals) and what the rules need. Every write names the version
-- that it has read and adds one to it, so that no change is ever lost. Writers lock rows in the order of account_no.
CREATE TABLE account (
  account_no          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id           uuid    NOT NULL CONSTRAINT account_player UNIQUE,
  version             bigint  NOT NULL DEFAULT 0,
  sequence            integer NOT NULL DEFAULT 0,
  balance_paise       bigint  NOT NULL DEFAULT 0,
  open_paise          bigint  NOT NULL DEFAULT 0,
  held_paise          bigint  NOT NULL DEFAULT 0,
  first_deposit_paise bigint  NOT NULL DEFAULT 0,
  bonus_paise         bigint  NOT NULL DEFAULT 0,
  counted_paise       bigint  NOT NULL DEFAULT 0,
  -- Days since 1970-01-01 in Asia/Kolkata; the amounts are those of the day, week and month that hold it.
  activity_day        integer NOT NULL DEFAULT 0,
  bonus_released      boolean NOT NULL DEFAULT false,
  wagered_day_paise   bigint  NOT NULL DEFAULT 0,
  wagered_week_paise  bigint  NOT NULL DEFAULT 0,
  wagered_month_paise bigint  NOT NULL DEFAULT 0,
  lost_day_paise      bigint  NOT NULL DEFAULT 0,
  lost_week_paise     bigint  NOT NULL DEFAULT 0,
  lost_month_paise    bigint  NOT NULL DEFAULT 0,
  -- Rules of safer play that the player has set; NULL means none.
  wager_limit_day_paise   bigint,
  wager_limit_week_paise  bigint,
  wager_limit_month_paise bigint,
  loss_limit_day_paise    bigint,
  loss_limit_week_paise   bigint,
  loss_limit_month_paise  bigint,
  time_out_until          timestamptz,
  excluded_until          timestamptz,
  -- One expression for all: each constraint is read anew for each statement.
  CONSTRAINT account_not_negative CHECK (
    least(sequence, balance_paise, open_paise, held_paise, first_deposit_paise, bonus_paise, counted_paise) >= 0
  )
) WITH (fillfactor = 60);

-- The house's accounts: winnings and losses, money from and to the outside, the cost of bonuses. One row would be the one lock that every bet waits
-- for, so each writer has a row of its own; the sum of all rows is the account.
CREATE TABLE house_account (
  shard         smallint PRIMARY KEY,
  house_paise   bigint   NOT NULL DEFAULT 0,
  outside_paise bigint   NOT NULL DEFAULT 0,
  bonus_paise   bigint   NOT NULL DEFAULT 0
) WITH (fillfactor = 20);
INSERT INTO house_account (shard) SELECT generate_series(0, 63);

-- The ledger. One row a transfer, with all its sides, which sum to zero. It is the answer to a repeated command, the player's history and the log
-- of facts.
CREATE TABLE entry (
  reference           uuid        NOT NULL,
  transaction_id      xid8        NOT NULL DEFAULT pg_current_xact_id(),
  at                  timestamptz NOT NULL,
  account_no          integer     NOT NULL,
  sequence            integer     NOT NULL,
  shard               smallint    NOT NULL,
  step                text        NOT NULL,
  kind                text        NOT NULL,
  game                text,
  stake_paise         bigint      NOT NULL,
  payout_paise        bigint      NOT NULL,
  balance_side_paise  bigint      NOT NULL,
  open_side_paise     bigint      NOT NULL,
  held_side_paise     bigint      NOT NULL,
  house_side_paise    bigint      NOT NULL,
  outside_side_paise  bigint      NOT NULL,
  bonus_side_paise    bigint      NOT NULL,
  balance_after_paise bigint      NOT NULL,
  input_hash          bigint      NOT NULL,
  note                text,
  PRIMARY KEY (account_no, sequence),
  -- The idempotency key: nothing is opened twice, closed twice, or releases a bonus twice. What closes and comes first opens it, and closes it so.
  CONSTRAINT entry_key UNIQUE (reference, step),
  CONSTRAINT entry_kind_and_step CHECK (
    CASE step
      WHEN 'open' THEN kind IN ('play', 'reserve', 'deposit', 'hold', 'void', 'release', 'pay-out')
      WHEN 'close' THEN kind IN ('settle', 'void', 'release', 'pay-out')
      WHEN 'bonus' THEN kind = 'bonus'
      ELSE false
    END
  ),
  CONSTRAINT entry_not_negative CHECK (least(stake_paise, payout_paise, balance_after_paise, sequence - 1) >= 0),
  CONSTRAINT entry_sums_to_zero CHECK (
    balance_side_paise + open_side_paise + held_side_paise + house_side_paise + outside_side_paise + bonus_side_paise = 0
  )
);
-- A player has one bonus.
CREATE UNIQUE INDEX entry_one_bonus ON entry (account_no) WHERE kind = 'bonus';
-- The order in which the log is read.
CREATE INDEX entry_by_transaction ON entry (transaction_id);

-- The newest reconciliation, how far the ledger has been proven, and the parts of it that were found broken, which are looked at again each time.
CREATE TABLE reconciliation (
  only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  proven_until     xid8    NOT NULL,
  broken           jsonb   NOT NULL DEFAULT '[]',
  failed           boolean NOT NULL DEFAULT false,
  result           jsonb
);
INSERT INTO reconciliation (proven_until) VALUES ('0');

-- A batch writes all of its rows or none: an account that somebody else has changed since it was read fails the whole statement.
CREATE FUNCTION require_rows(written bigint, expected bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  IF written <> expected THEN
    RAISE EXCEPTION 'stale: % of % accounts are as they were read', written, expected USING ERRCODE = 'KW001';
  END IF;
  RETURN written;
END
$$;

GRANT SELECT, INSERT, UPDATE ON account TO :service_role;
GRANT SELECT, UPDATE ON house_account TO :service_role;
GRANT SELECT, INSERT ON entry TO :service_role;
GRANT SELECT, UPDATE ON reconciliation TO :service_role;

-- kit: leadership
